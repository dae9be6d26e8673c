//! The profile `upstream` and the readers agree on which files are read.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use agent_response::{Options, Profile, Severity, rules, validate};
use agent_response_readers::{Outcome, readings};

/// The blocks of code of a page.
fn blocks(page: &str) -> impl Iterator<Item = &str> {
    page.split("\n```").skip(1).step_by(2).filter_map(|it| it.split_once('\n')).map(|it| it.1)
}

/// Envelopes with all fields, each with other values.
fn envelopes() -> Vec<String> {
    const GOOD: &str = include_str!("../../../samples/good/.agent-response-phase8.json");
    let payload = GOOD.lines().find_map(|it| it.trim().strip_prefix("\"response\": ")).unwrap().trim_end_matches(',');
    let plain = "\"All tests pass.\"".to_owned();
    let mut all = Vec::new();
    for status in ["success", "error", "timeout"] {
        for response in [payload.to_owned(), payload.replace("### ASK", "### Ask"), "null".to_owned(), plain.clone()] {
            // Whether the duration of a failure is printed, is not known.
            let n = if status == "success" { 5 } else { 2 };
            for seconds in &["1.5", "0", "true", "\"1.5\"", "null"][..n] {
                let text = GOOD.replace("\"success\"", &format!("\"{status}\"")).replace(payload, &response);
                all.push(text.replace("\"duration_seconds\": 42.5", &format!("\"duration_seconds\": {seconds}")));
            }
        }
    }
    all
}

#[test]
fn they_agree() {
    let (mut n_refused, mut n_read) = (0, 0);
    let names = [".agent-response.json", ".agent-response-phase8.json"];
    let texts = rules().iter().flat_map(|rule| blocks(rule.page).map(|text| (rule.id, text)));
    let envelopes = envelopes();
    let texts = texts.chain(envelopes.iter().map(|it| ("an envelope", it.as_str())));
    for ((rule, text), name) in texts.flat_map(|it| names.map(|name| (it, name))) {
        let options = Options { profile: Profile::Upstream, file_name: Some(name.to_owned()), ..Options::default() };
        let report = validate(text, &options);
        if report.format.id != Some("agent-response") {
            continue;
        }
        let error = report.diagnostics.iter().find(|it| it.severity == Severity::Error);
        let reading = &readings(text.as_bytes(), Some(name))[0];
        match reading.outcome {
            Outcome::Refuses => {
                n_refused += 1;
                assert!(error.is_some(), "{rule}, {name}: {}\n{text}", reading.words);
            }
            Outcome::Reads => {
                n_read += 1;
                assert!(error.is_none(), "{rule}, {name}: {} {}\n{text}", reading.words, error.unwrap().message);
            }
            // What it takes for something else may be an error or not.
            Outcome::Differs => (),
        }
    }
    assert!(n_refused > 300 && n_read > 30, "{n_refused} {n_read}");
}
