//! `check` of a file with a record in each line compared with the checks alone:
//! `cargo bench -p agent-response-cli --bench records`.
//!
//! The file is made up, always the same: examples for training with a call each, of which one in forty has a mistake.
//! `-- 400` makes it 400 MB large instead of 100. The checks alone read the same lines from memory, each by itself, in one
//! thread. Rounds are interleaved, and the medians of three are shown.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, missing_docs)]

#[path = "shared/timing.rs"]
mod timing;

use std::{
    fmt::Write,
    hint::black_box,
    path::Path,
    process::{Command, Stdio},
};

use agent_response::{Options, validate};
use serde_json::json;
use timing::{median, time};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let megabytes: usize = args.iter().find_map(|it| it.parse().ok()).unwrap_or(100);
    let text = made_up(megabytes * 1_000_000);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("train.jsonl");
    std::fs::write(&file, &text).unwrap();
    let (mut alone, mut whole, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..3 {
        let megabytes = text.len() as f64 / 1e6;
        alone.push(megabytes / time(|| check(&text)));
        whole.push(megabytes / time(|| run(&file)));
        ratios.push(whole[whole.len() - 1] / alone[alone.len() - 1]);
    }
    println!("{} lines, {} MB", text.lines().count(), text.len() / 1_000_000);
    println!("the checks alone                 {:>6.0} MB/s", median(&mut alone));
    println!("check train.jsonl                {:>6.0} MB/s", median(&mut whole));
    println!("ratio, at least 60 %             {:>6.0} %", 100.0 * median(&mut ratios));
    // For a test: the machine may be busy, but not with this.
    assert!(median(&mut ratios) > 0.6, "the file takes too long");
}

/// The command as its users run it.
fn run(file: &Path) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_agent-response"));
    command.args(["check", "--no-config", "--format", "json"]).arg(file).stdout(Stdio::null());
    assert_eq!(command.status().unwrap().code(), Some(1));
}

/// The checks alone, line by line.
fn check(text: &str) {
    let options = Options {
        compiler: Some(agent_response_schemas::compiler()),
        file_name: Some("line.json".to_owned()),
        rules: vec![("not-pretty".to_owned(), None)],
        ..Options::default()
    };
    text.lines().for_each(|it| drop(black_box(validate(it, &options))));
}

fn made_up(size: usize) -> String {
    let schema = json!({
        "type": "object",
        "properties": {"harbor": {"type": "string"}, "days": {"type": "integer", "minimum": 1}},
        "required": ["harbor"],
        "additionalProperties": false,
    });
    let tools = json!([{"type": "function", "function": {"name": "tides", "description": "High and low water.", "parameters": schema}}]);
    let mut out = String::with_capacity(size + (1 << 12));
    let mut random = 1_u64;
    for id in 0_u64.. {
        // Xorshift.
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        let days = if random.is_multiple_of(40) { json!("two") } else { json!(1 + random % 9) };
        let arguments = json!({"harbor": format!("Brevik {}", random % 1000), "days": days}).to_string();
        let call = json!({"id": format!("call_{id}"), "type": "function", "function": {"name": "tides", "arguments": arguments}});
        let said = "It is high at 04:12 and at 16:40. ".repeat(usize::try_from(random % 30).unwrap());
        let messages = json!([
            {"role": "user", "content": format!("When is high water there? {said}")},
            {"role": "assistant", "content": null, "tool_calls": [call]},
            {"role": "tool", "tool_call_id": format!("call_{id}"), "content": said},
            {"role": "assistant", "content": format!("At these times: {said}")},
        ]);
        writeln!(out, "{}", json!({"messages": messages, "tools": tools})).unwrap();
        if out.len() >= size {
            break;
        }
    }
    out
}
