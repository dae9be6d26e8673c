//! The native library compared with serde_json, which parses the same two levels: `cargo bench`. Rounds are
//! interleaved, and medians of the ratios are taken; the times alone say more about the machine.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, missing_docs)]

use std::{fs, hint::black_box, time::Instant};

use agent_response::{Options, validate};
use serde_json::Value;

fn main() {
    // `cargo bench -- 8` measures only one size, `cargo bench -- a.json b.json` only these files. With `--once`, each
    // is read ten times and nothing is measured, so that instructions can be counted, which other load on the machine
    // does not change: `valgrind --tool=callgrind target/release/deps/validate-… a.json --once`.
    let args: Vec<String> = std::env::args().skip(1).collect();
    let asked: Vec<usize> = args.iter().filter_map(|it| it.parse().ok()).collect();
    let mut texts: Vec<String> = args.iter().filter_map(|it| fs::read_to_string(it).ok()).collect();
    let all = [8, 80, 800, 8_000, 80_000];
    let sizes = if asked.is_empty() && texts.is_empty() { &all[..] } else { &asked };
    texts.extend(sizes.iter().map(|it| envelope(*it)));
    if args.iter().any(|it| it == "--once") {
        return texts.iter().for_each(|it| read(it, 10));
    }
    println!("{:>10} {:>12} {:>12} {:>8}", "bytes", "ours", "serde_json", "ratio");
    for text in &texts {
        let n_times = (4_000_000 / text.len()).clamp(1, 2_000);
        let mut ratios = Vec::new();
        let mut best = (f64::MAX, f64::MAX);
        for _ in 0..15_usize {
            let ours = time(n_times, || read(text, 1));
            let theirs = time(n_times, || {
                let file: Value = serde_json::from_str(black_box(text)).unwrap();
                let payload: Value = serde_json::from_str(file["response"].as_str().unwrap()).unwrap();
                black_box((file, payload));
            });
            ratios.push(ours / theirs);
            best = (best.0.min(ours), best.1.min(theirs));
        }
        ratios.sort_by(f64::total_cmp);
        println!("{:>10} {:>9.1} µs {:>9.1} µs {:>8.2}", text.len(), best.0, best.1, ratios[ratios.len() / 2]);
    }
}

fn read(text: &str, n_times: usize) {
    for _ in 0..n_times {
        black_box(validate(black_box(text), &Options::default()));
    }
}

/// Microseconds of one call.
fn time(n_times: usize, run: impl Fn()) -> f64 {
    let start = Instant::now();
    (0..n_times).for_each(|_| run());
    start.elapsed().as_secs_f64() * 1e6 / n_times as f64
}

/// A valid response with this many rules in its payload.
fn envelope(n_rules: usize) -> String {
    let rules: String =
        (0..n_rules).map(|idx| format!("\\\\n- ✅ Rule number {idx} says \\\\\\\"so\\\\\\\" (because)")).collect();
    let payload =
        format!("{{\\\"sections\\\": [\\\"best_practices\\\"], \\\"best_practices\\\": \\\"## Rules\\\\n{rules}\\\"}}");
    format!(
        "{{\n  \"request_id\": \"32ecfadc-2b66-4daa-a7c0-a03c449fcea5\",\n  \"version\": \"1.0\",\n  \"status\": \"success\",\n  \
         \"response\": \"{payload}\",\n  \"error_message\": null,\n  \"error_type\": null,\n  \
         \"created_at\": \"2025-11-24T14:22:45+00:00\",\n  \"duration_seconds\": 1.0,\n  \"metadata\": {{}}\n}}\n"
    )
}
