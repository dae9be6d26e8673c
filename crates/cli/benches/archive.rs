//! `check --ndjson` compared with the checks alone: `cargo bench -p agent-response-cli --bench archive`.
//!
//! The archive is made up anew each time, always the same: responses of 2 to 14 KB, of which one in thirteen has a
//! mistake. `-- 4096` makes it 4,096 MB large instead of 1,024, and `-- --make FILE` only writes it. The checks
//! alone read the same lines from memory, in as many threads as there are processors. Rounds are interleaved, and the
//! medians of three are shown.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, missing_docs)]

#[path = "shared/timing.rs"]
mod timing;

use std::{
    fs::File,
    hint::black_box,
    io::Write,
    path::Path,
    process::{Command, Stdio},
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

use agent_response::{Options, validate_bytes};
use timing::{median, time};

/// The size of what is made up, which is then repeated.
const BLOCK: usize = 32 << 20;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let megabytes: usize = args.iter().find_map(|it| it.parse().ok()).unwrap_or(1024);
    let n_blocks = (megabytes << 20).div_ceil(BLOCK);
    let block = block();
    if let Some(at) = args.iter().position(|it| it == "--make") {
        return write(Path::new(&args[at + 1]), &block, n_blocks);
    }
    let folder = tempfile::tempdir().unwrap();
    let archive = folder.path().join("archive.ndjson");
    write(&archive, &block, n_blocks);
    let lines: Vec<&str> = block.lines().collect();
    let mut ratios = Vec::new();
    let (mut alone, mut whole) = (Vec::new(), Vec::new());
    for _ in 0..3 {
        let megabytes = (block.len() * n_blocks) as f64 / 1e6;
        alone.push(megabytes / time(|| (0..n_blocks).for_each(|_| check(&lines))));
        whole.push(megabytes / time(|| run(&archive)));
        ratios.push(whole[whole.len() - 1] / alone[alone.len() - 1]);
    }
    println!("{} lines, {} MB", lines.len() * n_blocks, (block.len() * n_blocks) / 1_000_000);
    println!("the checks alone                 {:>6.0} MB/s", median(&mut alone));
    println!("check --ndjson --format json     {:>6.0} MB/s", median(&mut whole));
    println!("ratio, at least 60 %             {:>6.0} %", 100.0 * median(&mut ratios));
    // For a test: the machine may be busy, but not with this.
    assert!(median(&mut ratios) > 0.6, "the archive takes too long");
}

fn write(path: &Path, block: &str, n_blocks: usize) {
    let mut file = File::create(path).unwrap();
    (0..n_blocks).for_each(|_| file.write_all(block.as_bytes()).unwrap());
}

/// The command as its users run it.
fn run(archive: &Path) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_agent-response"));
    command.args(["check", "--no-config", "--format", "json", "--ndjson"]).arg(archive).stdout(Stdio::null());
    assert_eq!(command.status().unwrap().code(), Some(1));
}

/// The checks alone, on all processors.
fn check(lines: &[&str]) {
    let options = Options {
        now: Some("2026-01-01T00:00:00Z".to_owned()),
        rules: vec![("not-pretty".to_owned(), None)],
        ..Options::default()
    };
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().unwrap().get() {
            scope.spawn(|| {
                while let Some(some) = lines.chunks(64).nth(next.fetch_add(1, Ordering::Relaxed)) {
                    some.iter().for_each(|it| drop(black_box(validate_bytes(it.as_bytes(), &options))));
                }
            });
        }
    });
}

fn block() -> String {
    let good: serde_json::Value =
        serde_json::from_str(include_str!("../../../samples/good/.agent-response-phase8.json")).unwrap();
    let good = good.to_string();
    let mut out = String::with_capacity(BLOCK + (16 << 10));
    let mut random = 1;
    while out.len() < BLOCK {
        out += &line(&good, &mut random);
    }
    out
}

/// The response with another id, another time and more in it, sometimes with one of six mistakes.
fn line(good: &str, random: &mut u64) -> String {
    let mut any = |below: u64| {
        // Xorshift.
        *random ^= *random << 13;
        *random ^= *random >> 7;
        *random ^= *random << 17;
        *random % below
    };
    let time = format!("2025-11-{:02}T{:02}:22:{:02}", 1 + any(28), any(24), any(60));
    let n_steps = any(100) * any(100) / 50;
    let step = |it| format!("- Step {it} takes \\\\\\\"{}\\\\\\\" ✅\\\\n", any(1000));
    let steps: String = (0..n_steps).map(step).collect();
    let text = good
        .replacen("7c1f0a52", &format!("{:08x}", any(1 << 32)), 1)
        .replacen("2025-11-24T14:22:45", &time, 1)
        .replacen("The handler asks", &(steps + "The handler asks"), 1);
    let text = match any(80) {
        0 => text.replacen("\"response\":", "\"result\":", 1),
        1 => text.replacen("\"version\":\"1.0\",", "", 1),
        2 => text.replacen("+00:00\"", "\"", 1),
        3 => text.replacen("\\\", \\\"", "\\\" \\\"", 1),
        4 => text.replacen("success", "done", 1),
        5 => text.chars().take(300).collect(),
        _ => text,
    };
    text + "\n"
}
