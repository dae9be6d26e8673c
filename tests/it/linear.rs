//! Time grows no faster than the size of the text, whatever is wrong with it, and findings never flood a report.

mod shapes;

use std::fs;
use std::time::{Duration, Instant};

use agent_response::{AgentOptions, MAX_FINDINGS, Options, fix, json, repair_prompt, validate};

use crate::random::some;
use shapes::{SHAPES, numbered};

/// Some systems count a thread's time in ticks of four milliseconds.
const LEAST_MEASURED: Duration = Duration::from_millis(24);

/// The time of one run, from at least `n_runs` runs, and more if needed for a measurable time.
pub(crate) fn measured(n_runs: u32, mut run: impl FnMut()) -> Duration {
    let start = (Instant::now(), processor_time());
    let mut n_done = 0;
    loop {
        run();
        n_done += 1;
        let took = match (start.1, processor_time()) {
            (Some(start), Some(end)) => end.saturating_sub(start),
            _ => start.0.elapsed(),
        };
        if n_done >= n_runs && took >= LEAST_MEASURED {
            return took / n_done;
        }
    }
}

fn time(text: &str, n_runs: u32) -> Duration {
    // Readers of the Factory look for JSON in Markdown.
    let format = if text.starts_with("# ") { "factory" } else { "agent-response" };
    let format = Some(format).filter(|_| !text.starts_with("{\"messages\""));
    let options = Options { format, ..Options::default() };
    measured(n_runs, || {
        let report = validate(text, &options);
        assert!(report.diagnostics.len() <= MAX_FINDINGS + 1);
        let last = report.diagnostics.last();
        let is_cut = report.diagnostics.len() > MAX_FINDINGS;
        assert!(!is_cut || last.is_some_and(|it| it.code == "too-many-findings"));
    })
}

/// The time that this thread itself has used, so that other work on the machine does not count; if the system provides
/// it.
fn processor_time() -> Option<Duration> {
    let stat = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    stat.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

fn options() -> Options {
    Options { format: Some("agent-response"), ..Options::default() }
}

/// At most a hundred thousand parts, a million keys, a hundred megabytes; debug builds use less.
const SCALE: usize = if cfg!(debug_assertions) { 1 } else { 10 };

#[test]
fn twice_the_text_takes_twice_the_time() {
    let mut faults = Vec::new();
    for (name, make) in some(SHAPES.to_vec()) {
        let n_parts = 2_500 * SCALE;
        let (small, large) = (make(n_parts), make(4 * n_parts));
        // Four times the parts take four times as long; quadratic work takes sixteen times as long.
        let ratio = |n_runs| time(&large, n_runs).as_secs_f64() / time(&small, n_runs).as_secs_f64();
        // Only times that look wrong are measured more often.
        let measured = [1, 3, 7].into_iter().map(ratio).take_while(|it| *it > 9.0).count();
        if measured == 3 {
            faults.push(name);
        }
    }
    assert!(faults.is_empty(), "these grow faster than their text: {faults:?}");
}

/// All rounds together, which find more than a report has.
#[test]
fn twice_the_text_takes_twice_the_time_to_fix() {
    let mut faults = Vec::new();
    for (name, make) in some(SHAPES.to_vec()) {
        let n_parts = 1_000 * SCALE;
        let (small, large) = (make(n_parts), make(8 * n_parts));
        let repair = |text: &str| measured(1, || drop(fix(text, &options(), false))).as_secs_f64();
        // Eight times the text takes eight times as long; quadratic work takes 64 times as long.
        let is_square = || repair(&large) / repair(&small) > 24.0;
        if (0..3).all(|_| is_square()) {
            faults.push(name);
        }
    }
    assert!(faults.is_empty(), "these grow faster than their text: {faults:?}");
}

/// A round has a limited number of findings: those with a fix may follow others that have none.
#[test]
fn fixes_are_reached_after_findings_without_one() {
    let text = format!("[{}1,]", "NaN, ".repeat(12_000));
    let result = fix(&text, &options(), false);
    assert!(result.settled && result.applied.len() == 1 && result.text.ends_with("NaN, 1]"));
}

/// A mistake takes one round, however often it was made in a row.
#[test]
fn commas_in_a_row_are_repaired_at_once() {
    for (open, close) in [("{\"a\": 1", "}"), ("[1", "]")] {
        let text = format!("{open}{}{close}", ",".repeat(1_000));
        let result = fix(&text, &Options::default(), false);
        assert_eq!((result.text, result.applied.len(), result.settled), (format!("{open}{close}"), 1, true));
    }
}

/// More faults than fit in one report, all repaired in one call.
#[test]
fn four_times_the_faults_take_four_times_as_long_to_repair() {
    let shapes = [("quotes", "'x', "), ("comments", "1, // one\n"), ("commas", "[1,], "), ("words", "None, ")];
    for (name, part) in shapes {
        let repair = |n_parts: usize| {
            let text = format!("[{}0]", part.repeat(n_parts));
            measured(1, || {
                let result = fix(&text, &options(), false);
                assert!(result.settled && !result.text.contains(part), "{name}");
            })
            .as_secs_f64()
        };
        let is_square = |n_parts: usize| repair(4 * n_parts) / repair(n_parts) > 9.0;
        assert!(!(0..3).all(|_| is_square(1_500 * SCALE)), "{name}");
    }
}

/// Each repair gives a unique id, so that none has to be repaired again.
#[test]
fn equal_ids_are_repaired_at_once() {
    let n_items = 3_000;
    let items = "{\"id\": \"q1\", \"question\": \"a\"}, ".repeat(n_items);
    let text = format!("{{\"status\": \"questions\", \"questions\": [{items}7]}}");
    let result = fix(&text, &Options { format: Some("factory"), ..Options::default() }, false);
    assert!(result.settled);
    assert_eq!(result.applied.len(), n_items - 1);
    assert!(result.report.diagnostics.iter().all(|it| it.code != "duplicate-item"));
}

/// Whoever controls a text does not control the memory: a fix of many places has few edits.
#[test]
fn a_fix_has_at_most_a_thousand_edits() {
    let raw = "x\n".repeat(20_000);
    let texts = [
        ("raw line breaks", format!("{{\"response\": \"{raw}\"}}")),
        (
            "raw line breaks in a payload",
            format!("{{\"response\": {}}}", json::quote(&format!("{{\"a\": \"{raw}é\"}}"))),
        ),
        ("raw line breaks in JSON in a payload", {
            let inner = format!("{{\"a\": \"{raw}\"}}");
            format!("{{\"response\": {}}}", json::quote(&format!("{{\"b\": \"{}\"}}", inner.replace('"', "\\\""))))
        }),
        ("lines", format!("{{\"response\": {}}}", json::quote(&"{\"a\": 1}\n".repeat(20_000)))),
        ("quotes", format!("[{}0]", "'x', ".repeat(20_000))),
    ];
    for (name, text) in texts {
        let report = validate(&text, &options());
        let fixes = || report.diagnostics.iter().flat_map(|it| &it.fixes);
        let most = fixes().map(|it| it.edits.len()).max();
        assert_eq!(most, Some(1000), "{name}");
        // What it does is the same.
        let fixed = fix(&text, &options(), true);
        assert!(!fixed.text.contains("x\n") && !fixed.text.contains("'x'"), "{name}");
        let syntax =
            fixed.report.diagnostics.iter().find(|it| matches!(it.code, "control-character" | "single-quotes"));
        assert!(syntax.is_none(), "{name}: {syntax:?}");
    }
}

/// An assistant waits for the repairs of a file, however broken and long it is: without a time limit, too.
#[test]
fn texts_for_models_end_in_time() {
    let parts = [("lines", "x\n"), ("pairs", "a:1,"), ("members", "\"a\" 1 "), ("lists", "\"k: [1 2, \"x\" y}\n")];
    for (name, part) in some(parts.to_vec()) {
        for (open, megabytes) in [("[", 1), ("{", 4), ("[", 16)] {
            let text = format!("{open}{}", part.repeat(megabytes * 1_000_000 / part.len()));
            let took = measured(1, || {
                assert!(!repair_prompt(&text, &options(), &AgentOptions::default()).is_empty(), "{name}");
            });
            assert!(took < Duration::from_secs(20), "{name}, {megabytes} MB: {took:?}");
        }
    }
}

/// Who writes a text does not decide how much of it is kept: after very many errors, the rest is not read.
#[test]
fn a_text_with_too_many_errors_is_read_up_to_the_last_of_them() {
    let text = |n_parts: usize| format!("[\n{}0]", "[1,],\n".repeat(n_parts));
    let found = |n_parts| validate(&text(n_parts), &options()).diagnostics;
    let few = found(json::MAX_ERRORS - 1);
    assert!(few.iter().all(|it| it.code != "too-large") && few.last().is_some_and(|it| it.code == "too-many-findings"));
    let many = found(2 * json::MAX_ERRORS);
    let expected = "The file has more than 131072 syntax errors; it was read only up to line 131073";
    assert_eq!(many.iter().filter(|it| it.message == expected && it.code == "too-large").count(), 1, "{:?}", many[0]);
    let fixed = fix(&text(2 * json::MAX_ERRORS), &options(), false);
    assert!(!fixed.settled && fixed.text.starts_with("[\n[1],\n[1],\n") && fixed.text.ends_with("[1,],\n0]"));
}

#[test]
fn large_texts_end_in_time() {
    let texts = [
        ("brackets", "[".repeat(1_000_000)),
        ("keys", format!("{{{}\"z\": 0}}", numbered(100_000 * SCALE, |it| format!("\"key{it}\": {it}, ")))),
        ("a string", format!("{{\"response\": \"{}\"}}", "x".repeat(10_000_000 * SCALE))),
        ("escapes", format!("{{\"response\": \"{}\"}}", "\\n".repeat(500_000 * SCALE))),
    ];
    for (name, text) in texts {
        let took = time(&text, 1);
        assert!(took < Duration::from_secs(20), "{name}: {took:?}");
    }
}

#[test]
fn a_report_says_how_many_findings_it_leaves_out() {
    let report = validate(&format!("[{}0]", "1 ".repeat(5000)), &options());
    assert_eq!(report.diagnostics.len(), MAX_FINDINGS + 1);
    let last = report.diagnostics.last().unwrap();
    assert_eq!(last.code, "too-many-findings");
    assert!(last.message.contains("4001"), "{}", last.message);
}

#[test]
fn above_the_limit_only_the_text_is_checked() {
    let text = "{\"status\": \"sucess\", \"response\": {},}";
    let codes = |max_bytes| {
        let report = validate(text, &Options { max_bytes, ..options() });
        report.diagnostics.iter().map(|it| it.code).collect::<Vec<_>>()
    };
    assert_eq!(codes(text.len() - 1), ["too-large", "trailing-comma"]);
    let all = codes(text.len());
    assert!(!all.contains(&"too-large") && all.contains(&"unknown-value"), "{all:?}");
}

#[test]
fn no_finding_repeats_a_key_that_is_too_long_for_a_name() {
    let pointers = |key: &str| -> Vec<String> {
        let payload = format!("{{\"{key}\": {{\"a\": 01, \"b\": [02, 03]}}}}");
        let texts = [payload.clone(), format!("{{\"response\": {}}}", json::quote(&payload))];
        let found = texts.iter().flat_map(|it| validate(it, &options()).diagnostics);
        let invalid = found.filter(|it| it.code == "bad-number");
        invalid.flat_map(|it| it.inner.into_iter().map(|it| it.pointer).chain([it.pointer])).collect()
    };
    let long = "word ".repeat(201);
    assert_eq!(pointers(&long[5..]).iter().filter(|it| it.ends_with("ord /b/1")).count(), 2);
    assert!(pointers(&long).iter().all(|it| matches!(it.as_str(), "" | "/response")));
    assert!(pointers(&format!("{long}\\n")).iter().all(|it| it.len() < 10));
}
