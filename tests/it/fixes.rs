//! Laws of single fixes, over all examples of the pages and some texts made for this.

use agent_response::report::{Diagnostic, DiagnosticFix, Report};
use agent_response::text::{Edit, Span, apply};
use agent_response::{Options, Safety, fix, validate};
use serde_json::Value;

use crate::blocks::{Block, Page, Piece, options};
use crate::examples::{examples, root};
use crate::laws::texts;
use crate::random::few;

fn applied(text: &str, fix: &DiagnosticFix) -> String {
    let span = |it: &agent_response::report::TextEdit| Span { start: it.bytes.from, end: it.bytes.to };
    let edits: Vec<_> = fix.edits.iter().map(|it| Edit { span: span(it), text: it.text.clone() }).collect();
    apply(text, &edits)
}

fn fixes(report: &Report) -> impl Iterator<Item = &DiagnosticFix> {
    report.diagnostics.iter().flat_map(|it| &it.fixes).filter(|it| !it.edits.is_empty())
}

/// Whether an envelope says that its run succeeded, and whether anything in it says that it failed.
fn outcome(text: &str) -> Option<(bool, bool)> {
    let value: Value = serde_json::from_str(text).ok()?;
    let good = if value.get("tool").is_some() { "ok" } else { "success" };
    let is_good = value.get("status")?.as_str()? == good;
    let says = |it: &str| value.get(it).is_some_and(|it| !it.is_null() && *it != false && *it != "");
    Some((is_good, says("error") || says("error_message") || says("error_type")))
}

#[test]
fn no_fix_makes_a_success_of_an_error() {
    let mut n_errors = 0;
    for (text, options) in examples() {
        let Some((false, true)) = outcome(&text) else { continue };
        n_errors += 1;
        for fix in fixes(&validate(&text, &options)) {
            let fixed = applied(&text, fix);
            assert!(outcome(&fixed).is_none_or(|it| !it.0), "{}\n{text}\n=>\n{fixed}", fix.title);
        }
    }
    assert!(n_errors > 20, "only {n_errors} errors");
}

#[test]
fn an_error_in_any_form_stays_an_error() {
    const INNER: &str = r#"{\"request_id\": \"99999999-2222-4333-8444-555555555555\", \"version\": \"1.0\", \"status\": \"success\", \"response\": \"{}\", \"error_message\": null, \"error_type\": null, \"created_at\": \"2025-11-24T14:22:45Z\", \"duration_seconds\": 1.0, \"metadata\": {}}"#;
    let around = format!(
        r#"{{"status": "error", "response": "{INNER}", "error_message": "boom", "error_type": "x", "request_id": "a", "version": "1.0"}}"#
    );
    let texts = [
        r#"{"request_id": "a", "version": "1.0", "status": "ok", "response": "x", "error": true}"#,
        r#"{"request_id": "a", "version": "1.0", "status": "done", "response": "x", "errorMessage": "boom"}"#,
        r#"{"sections": ["title"], "title": "x", "error": "boom"}"#,
        "Error: the agent crashed",
        "Traceback (most recent call last):\n  File x",
        "ValueError: no such thing",
        "<html><head><title>502 Bad Gateway</title></head></html>",
        &around,
    ];
    let told =
        r#"{"request_id": "a", "version": "1.0", "status": "success", "response": null, "error_message": "boom"}"#;
    let options = Options { format: Some("agent-response"), ..Options::default() };
    assert!(fix(told, &options, true).text.contains("boom"), "without an answer the message is all there is");
    for text in texts {
        let options = Options {
            format: Some("agent-response"),
            now: Some("2025-12-01T00:00:00+00:00".to_owned()),
            ..Options::default()
        };
        let fixed = fix(text, &options, true).text;
        assert!(!outcome(&fixed).is_some_and(|it| it.0), "{text}\n=>\n{fixed}");
    }
}

/// A text without color codes such as `\u001b[0;32m`, which say nothing.
fn colorless(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let first = parts.next().unwrap_or_default();
    let behind = |it: &str| {
        let last = it.trim_start_matches(|it: char| it.is_ascii_digit() || it == ';');
        last.strip_prefix(['m', 'K']).unwrap_or(last).to_owned()
    };
    std::iter::once(first.to_owned()).chain(parts.map(behind)).collect()
}

/// What a fix removes from the text, if it removes quotes, brackets or more than forty characters and does not insert
/// them elsewhere.
fn removed(text: &str, fix: &DiagnosticFix) -> String {
    // Letters of escapes are left out: text that moves may be escaped again.
    let plain = |it: &str| -> String {
        it.chars().filter(|it| !it.is_whitespace() && !matches!(it, '\\' | ',' | 'n' | 'r' | 't')).collect()
    };
    let n_marks = |it: &str| it.matches(['"', '[', ']', '{', '}']).count();
    let added: String = fix.edits.iter().map(|it| plain(&colorless(&it.text))).collect();
    let mut out = String::new();
    for edit in &fix.edits {
        let old = plain(&colorless(&text[edit.bytes.from as usize..edit.bytes.to as usize]));
        let new = plain(&edit.text);
        let is_less = n_marks(&old) > n_marks(&new) || old.len() > new.len() + 40;
        let is_same = !new.is_empty() && old.trim_matches('"') == new.trim_matches('"');
        if is_less && new.len() * 2 <= old.len() && !is_same && !added.contains(&old) {
            out.push_str(&old);
        }
    }
    out
}

/// Rules whose fixes are known to remove nothing of value, or only what also exists elsewhere.
const REDUNDANT: &[&str] =
    &["duplicate-section", "empty-value", "not-a-section", "special-token", "unexpected-field", "unknown-value"];

#[test]
fn fixes_say_what_they_remove() {
    let (mut n_removing, mut faults) = (0, Vec::new());
    for (text, options) in texts() {
        let report = validate(&text, &options);
        for found in &report.diagnostics {
            for fix in found.fixes.iter().filter(|it| !it.edits.is_empty()) {
                let gone = removed(&text, fix);
                if gone.is_empty() || REDUNDANT.contains(&found.code) {
                    continue;
                }
                n_removing += 1;
                let first = found.fixes.first().map_or(0, |it| removed(&text, it).len());
                if first > gone.len() {
                    faults.push(format!("{}: `{}` removes less than the first fix\n{text}", found.code, fix.title));
                }
                let is_said = ["Remove", "remove", "Replace `"].iter().any(|it| fix.title.contains(it));
                if fix.safety == Safety::Safe || !is_said {
                    faults.push(format!("{}: {:?} `{}` removes {gone:?}\n{text}", found.code, fix.safety, fix.title));
                }
            }
        }
    }
    assert!(n_removing > few(100), "only {n_removing} removals");
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n\n"));
}

#[test]
fn headings_and_long_texts_are_not_removed_unasked() {
    let envelope = |payload: &str| {
        let payload = serde_json::to_string(payload).unwrap();
        format!(
            r#"{{"request_id": "a", "version": "1.0", "status": "success", "response": {payload}, "error_message": null, "error_type": null, "created_at": "2025-11-24T14:22:45Z", "duration_seconds": 1.0, "metadata": {{}}}}"#
        )
    };
    let payloads = [
        "{\"sections\": [\"x\"], \"x\": \"## B\\n- a \"\n### NEVER\n- b\"}",
        "{\"a\": 1}\n## Notes of the agent\n",
        "# Plan\n\n{\"a\": 1}",
        "Forty characters and some more of prose before it: {\"a\": 1}",
    ];
    for payload in payloads {
        let text = envelope(payload);
        let fixed = fix(&text, &Options { format: Some("agent-response"), ..Options::default() }, false).text;
        let before: Value = serde_json::from_str(&text).unwrap();
        let after: Value = serde_json::from_str(&fixed).unwrap();
        let words = |it: &Value| it["response"].as_str().unwrap().replace(['\\', '\n'], " ");
        for word in words(&before).split_whitespace().filter(|it| it.len() > 2) {
            assert!(words(&after).contains(word.trim_matches('"')), "{word:?} of {payload:?} is lost: {after}");
        }
    }
}

#[test]
fn what_only_an_outer_object_says_is_kept() {
    let page = Page::read(&std::fs::read_to_string(root().join("tests/cases/kept.md")).unwrap());
    let blocks: Vec<&Block> =
        page.pieces.iter().filter_map(|it| if let Piece::Block(it) = it { Some(it) } else { None }).collect();
    let mut n_kept = 0;
    for (idx, block) in blocks.iter().enumerate().filter(|it| it.1.is_checked()) {
        if !blocks.get(idx + 1).is_some_and(|it| it.has("fixed")) {
            n_kept += 1;
            let text = block.source();
            assert_eq!(fix(&text, &options(block, &[]), false).text, text, "a safe fix changed it");
        }
    }
    assert!(n_kept > 5, "only {n_kept} blocks");
}

/// Only the author knows which of two values is meant.
#[test]
fn nothing_is_replaced_because_of_a_key_that_is_there_twice() {
    let envelope = |more: &str| {
        format!(
            r#"{{"request_id": "32ecfadc-2b66-4daa-a7c0-a03c449fcea5", "version": "1.0", "status": "success",
"response": "{{\"a\": 1}}", "error_message": "It stopped", "error_type": "stop",
"created_at": "2025-11-24T14:22:45+00:00", "duration_seconds": 1, "metadata": {{}}{more}}}"#
        )
    };
    let titles = |text: &str| {
        let report = validate(text, &Options { format: Some("agent-response"), ..Options::default() });
        fixes(&report).map(|it| it.title.clone()).collect::<Vec<_>>()
    };
    let replaces = |text: &str| titles(text).iter().any(|it| it.starts_with("Replace with `null`"));
    assert!(!replaces(&envelope(r#", "status": "error""#)));
    assert!(replaces(&envelope("").replace("success", "error")));
}

/// Whether two findings are of the same rule and about the same value.
fn is_alike(one: &Diagnostic, other: &Diagnostic) -> bool {
    let place = |it: &Diagnostic| {
        (it.code, it.pointer.clone(), it.inner.iter().map(|it| it.pointer.clone()).collect::<Vec<_>>())
    };
    place(one) == place(other)
}

fn alike(report: &Report, finding: &Diagnostic) -> usize {
    report.diagnostics.iter().filter(|it| is_alike(it, finding)).count()
}

#[test]
fn no_envelope_is_put_among_words_unless_they_go() {
    let json = "{\"sections\": [\"examples\"], \"examples\": \"x\"}";
    let options = Options { now: Some("2025-11-24T14:22:45Z".into()), ..Options::default() };
    let fenced = format!("```json\n{json}\n```\n");
    for text in [format!("Here it is: {json}"), format!("Here it is:\n\n{fenced}\nBye"), format!("{json}\nBye")] {
        assert_eq!(fix(&text, &options, false).text, text);
        let fixed = fix(&text, &options, true);
        assert!(fixed.report.valid && fixed.text.starts_with("{\n  \"request_id\""), "{}", fixed.text);
    }
    for text in [json.to_owned(), format!("\u{feff}{json}\n"), fenced] {
        assert!(fix(&text, &options, false).report.valid, "{text}");
    }
}

#[test]
fn a_fix_removes_its_finding_unless_it_says_that_a_part_remains() {
    let (mut n_whole, mut n_partial) = (0, 0);
    for (text, options) in examples() {
        let report = validate(&text, &options);
        for finding in report.diagnostics.iter().filter(|it| it.code == "missing-field") {
            let Some(fix) = finding.fixes.first().filter(|it| !it.edits.is_empty()) else { continue };
            let after = validate(&applied(&text, fix), &options);
            // Of the fields that were missing, some still are; others may be missing only now.
            let names = |it: &str| it.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>();
            let were = names(&finding.message);
            let is_left = after
                .diagnostics
                .iter()
                .any(|it| is_alike(it, finding) && names(&it.message).iter().any(|it| were.contains(it)));
            assert_eq!(is_left, fix.partial, "{}\n{text}", fix.title);
            *if fix.partial { &mut n_partial } else { &mut n_whole } += 1;
        }
    }
    assert!(n_whole > 20 && n_partial > 10, "{n_whole} {n_partial}");
}

#[test]
fn what_can_be_fixed_is_gone_after_it_is_fixed() {
    let mut n_counted = 0;
    for (text, options) in examples() {
        let report = validate(&text, &options);
        let is_whole = |it: &&Diagnostic| {
            it.fixes.first().is_some_and(|it| it.safety == Safety::Safe && !it.partial && !it.edits.is_empty())
        };
        let fixed = fix(&text, &options, false);
        for finding in report.diagnostics.iter().filter(is_whole) {
            n_counted += 1;
            let is_done = fixed.applied.iter().any(|it| it.code == finding.code && !it.partial);
            let is_gone = alike(&fixed.report, finding) < alike(&report, finding);
            assert!(is_done || is_gone, "{}: {}\n{text}\n=>\n{}", finding.code, finding.message, fixed.text);
        }
        let n_left = fixed.report.diagnostics.iter().filter(is_whole).count();
        assert_eq!(n_left, 0, "more can be fixed\n{}", fixed.text);
    }
    assert!(n_counted > 300, "{n_counted}");
}
