//! Editors' questions on 100 KB, each against its budget of 2 ms: `cargo bench --bench ide`. Parsing is not included.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs)]

use std::{hint::black_box, process::ExitCode, time::Instant};

use agent_response::Options;
use agent_response::ide::{InnerEdit, Opened};
use serde_json::{Value, json};

/// Milliseconds.
const BUDGET: f64 = 2.0;

fn main() -> ExitCode {
    let file = file();
    let opened = Opened::new(file.as_str(), Options::default());
    let view = opened.inside("/response").unwrap();
    let offset = |bytes: usize| u32::try_from(bytes).unwrap();
    let middle = offset(view.text().find("\"part_20\":").unwrap() + 3);
    let in_file = opened.to_file("/response", middle, middle).unwrap().bytes.from;
    let edits = [InnerEdit { from: 3, to: 4, text: "é".into() }];
    let questions: [(&str, &dyn Fn()); 12] = [
        ("documents", &|| drop(black_box(opened.documents()))),
        ("edit", &|| drop(black_box(opened.edit("/response/part_20", &edits)))),
        ("to_inner", &|| drop(black_box(opened.to_inner(in_file)))),
        ("hover", &|| drop(black_box(opened.file().hover(in_file)))),
        ("complete", &|| drop(black_box(view.complete(middle)))),
        ("symbols", &|| drop(black_box(opened.file().symbols()))),
        ("definition", &|| drop(black_box(opened.file().definition(in_file)))),
        ("folding", &|| drop(black_box(opened.file().folding()))),
        ("selection_ranges", &|| drop(black_box(opened.file().selection_ranges(&[in_file])))),
        ("tokens", &|| drop(black_box(opened.file().tokens()))),
        ("format", &|| drop(black_box(opened.file().format("/response", "    ")))),
        ("Opened::new", &|| drop(black_box(Opened::new(file.as_str(), Options::default())))),
    ];
    println!("{} bytes, budget {BUDGET} ms", file.len());
    let mut are_kept = true;
    for (name, ask) in questions {
        let best = (0..60).map(|_| time(ask)).fold(f64::MAX, f64::min);
        println!("{name:>18} {best:>8.3} ms");
        are_kept &= best < BUDGET || name == "Opened::new";
    }
    if are_kept { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Milliseconds of one call.
fn time(ask: &dyn Fn()) -> f64 {
    let start = Instant::now();
    ask();
    start.elapsed().as_secs_f64() * 1e3
}

/// A response with forty sections.
fn file() -> String {
    let section = format!("## Part\n\n{}", "- does \"this\" with 😀 and C:\\temp\n".repeat(60));
    let mut payload = json!({ "sections": (0..40).map(|it| format!("part_{it}")).collect::<Vec<_>>() });
    for part in 0..40 {
        payload[format!("part_{part}")] = Value::from(section.as_str());
    }
    let file = json!({
        "request_id": "32ecfadc-2b66-4daa-a7c0-a03c449fcea5",
        "version": "1.0",
        "status": "success",
        "response": serde_json::to_string_pretty(&payload).unwrap(),
        "error_message": null,
        "error_type": null,
        "created_at": "2025-11-24T14:22:45+00:00",
        "duration_seconds": 12.5,
        "metadata": {},
    });
    serde_json::to_string_pretty(&file).unwrap()
}
