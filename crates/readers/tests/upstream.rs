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
    let mut all = Vec::new();
    for status in ["success", "error", "timeout"] {
        for response in responses(payload) {
            // The duration of a failure other than too much time is not printed.
            let n = if status == "error" { 2 } else { 5 };
            for seconds in &["1.5", "0", "true", "\"1.5\"", "null"][..n] {
                let text = GOOD.replace("\"success\"", &format!("\"{status}\"")).replace(payload, &response);
                all.push(text.replace("\"duration_seconds\": 42.5", &format!("\"duration_seconds\": {seconds}")));
            }
        }
    }
    all
}

/// The payload, in ways that the program reads or not, and other values in its place.
fn responses(payload: &str) -> Vec<String> {
    // What is replaced by what, and what follows at the end; `'` is an encoded quote.
    const EDITS: [[&str; 3]; 15] = [
        ["", "", ""],
        ["### ASK", "### Ask", ""],
        ["## Boundaries", "-", ""],
        ["'examples': '", "'other': '", ""],
        ["'examples': '", "'examples': 5, 'other': '", ""],
        ["'examples': '", "'examples': [], 'other': '", ""],
        ["'boundaries': '", "'other': '", ""],
        ["'boundaries': '", "'boundaries': null, 'other': '", ""],
        ["'boundaries': '", "'boundaries': 5, 'other': '", ""],
        ["'boundaries': '", "'boundaries': ' ', 'other': '", ""],
        [", 'boundaries']", "]", ""],
        ["{'sections", "```json\\n{'sections", "\\n```"],
        ["{'sections", "Here it is: {'sections", ""],
        ["{'sections':", "{'parts':", ""],
        ["{'sections':", "[{'sections':", "]"],
    ];
    let edited = EDITS.map(|it| {
        let [from, to, end] = it.map(|it| it.replace('\'', "\\\""));
        assert!(payload.contains(&from), "{from}");
        payload.replacen(&from, &to, 1).replace("}\"", &format!("}}{end}\""))
    });
    let others = ["null", "\"All tests pass.\"", "\"\"", "5", "[]", "{}", "true"].map(str::to_owned);
    edited.into_iter().chain(others).collect()
}

#[test]
fn they_agree() {
    let (mut n_refused, mut n_read) = (0, 0);
    let names = ["", "-phase8", "-phase1", "-phase5", "-phase6"].map(|it| format!(".agent-response{it}.json"));
    let texts = rules().iter().flat_map(|rule| blocks(rule.page).map(|text| (rule.id, text)));
    let envelopes = envelopes();
    let texts = texts.chain(envelopes.iter().map(|it| ("an envelope", it.as_str())));
    for ((rule, text), name) in texts.flat_map(|it| names.iter().map(move |name| (it, name))) {
        let options = Options { profile: Profile::Upstream, file_name: Some(name.clone()), ..Options::default() };
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
            // Without a phase, it is not known whose content this is.
            Outcome::Reads if reading.words.contains("character") && *name == names[0] => (),
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

#[test]
fn they_agree_on_the_content_of_each_phase() {
    const ENVELOPE: &str = include_str!("../../../samples/good/.agent-response-phase8.json");
    let payload = ENVELOPE.lines().find_map(|it| it.trim().strip_prefix("\"response\": ")).unwrap();
    let no_boundaries = r#"{\"sections\": [\"title\"], \"title\": \"Tides\"}"#;
    let fenced = format!("```json\\n{no_boundaries}\\n```");
    let in_prose = format!("Here it is: {no_boundaries}");
    let analysis = r#"{\"technology\": {}, \"architecture\": {}, \"quality\": {}, \"example_files\": "#;
    let [named, unnamed, null, missing] = ["[\\\"a.rs\\\"]}", "[]}", "null}", "0}"].map(|it| format!("{analysis}{it}"));
    let named_in_prose = format!("Here it is: {named}");
    let agents = r#"[{\"name\": \"a-b\", \"description\": \"d\", \"reason\": \"r\", \"technologies\": [\"x\"]}]"#;
    let agents_in_prose = format!("Here they are: {agents}");
    let delegator =
        r#"{\"schema_id\": \"codex/v3.6/error/v1\", \"tool\": \"x\", \"status\": \"ok\", \"version\": \"3.6\"}"#;
    for (phase, content, is_read) in [
        (1, &*named, true),
        (1, &unnamed, false),
        (1, &null, false),
        (1, &missing, false),
        (1, r#"{\"technology\": {}, \"quality\": {}, \"example_files\": [1]}"#, false),
        (1, r#"{\"technology\": {}, \"architecture\": {}, \"quality\": {}}"#, false),
        (1, r#"{\"a\": 1}"#, false),
        (1, "{}", false),
        (1, &named_in_prose, false),
        (1, agents, false),
        (1, no_boundaries, false),
        (1, delegator, false),
        (5, &named, false),
        (5, agents, true),
        (5, &agents_in_prose, false),
        (5, no_boundaries, false),
        (5, delegator, false),
        (6, &named, true),
        (6, &unnamed, true),
        (6, agents, true),
        (6, no_boundaries, true),
        (6, delegator, true),
        (6, r#"{\"a\": [1,"#, true),
        (8, &named, false),
        (8, agents, false),
        (8, delegator, false),
        (1, "All tests pass.", false),
        (5, "All tests pass.", false),
        (5, r#"{\"a\": 1}"#, false),
        (5, "[]", true),
        (6, "All tests pass.", true),
        (6, r#"{\"a\": 1}"#, true),
        (6, "[]", true),
        (8, "All tests pass.", false),
        (8, r#"{\"a\": 1}"#, false),
        (8, no_boundaries, true),
        (8, &fenced, true),
        (8, &in_prose, false),
    ] {
        let name = format!(".agent-response-phase{phase}.json");
        let text = ENVELOPE.replace(payload.trim_end_matches(','), &format!("\"{content}\""));
        let options = Options { profile: Profile::Upstream, file_name: Some(name.clone()), ..Options::default() };
        let reading = &readings(text.as_bytes(), Some(&name))[0];
        let words = format!("phase {phase}: {content}: {}", reading.words);
        assert_eq!(reading.outcome != Outcome::Refuses, is_read, "{words}");
        let report = validate(&text, &options);
        assert_eq!(report.valid, is_read, "{words}: {:?}", report.diagnostics);
    }
}
