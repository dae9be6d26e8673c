//! Laws of fixes and envelopes, over texts made by a seeded generator and all examples of the pages.

use std::{fs, path::Path};

use agent_response::report::{Diagnostic, Report};
use agent_response::text::{Edit, Span, apply};
use agent_response::{Options, Safety, Severity, WrapOptions, unwrap, validate, wrap};

use crate::examples::examples;
use crate::one_text;
use crate::random::{Random, some};

/// Each example is damaged this many times.
const N_DAMAGED: usize = 8;

/// Replacements for a character.
#[rustfmt::skip] // A row for each kind.
const MARKS: &[&str] = &[
    "\"", "'", "\\", "\\\"", "\" \"",
    "{", "}", "[", "]", "(", ")", ":", ",", "+",
    "：", "，", "｛", "｝", "［", "］",
    "//", "\n", "\n=======\n", "x", "…",
];

/// The examples, and several variants of each with a character dropped, doubled or replaced.
pub(crate) fn texts() -> Vec<(String, Options)> {
    let mut random = Random::new(7);
    let examples = examples();
    let mut out = examples.clone();
    for (text, options) in &examples {
        let marks: Vec<usize> = text.char_indices().map(|it| it.0).collect();
        for _ in 0..if marks.is_empty() { 0 } else { N_DAMAGED } {
            let at = *random.one_of(&marks);
            let ch = text[at..].chars().next().unwrap();
            let new = match random.below(3) {
                0 => String::new(),
                1 => ch.to_string().repeat(2),
                _ => (*random.one_of(MARKS)).to_owned(),
            };
            out.push((format!("{}{new}{}", &text[..at], &text[at + ch.len_utf8()..]), options.clone()));
        }
    }
    some(out)
}

fn errors(report: &Report) -> Vec<&Diagnostic> {
    report.diagnostics.iter().filter(|it| it.severity == Severity::Error).collect()
}

#[test]
fn the_laws_of_one_text_hold() {
    texts().iter().for_each(|(text, options)| one_text::assert_laws(text, options));
}

#[test]
fn the_laws_hold_for_the_corpus_of_the_fuzzer() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus/one_text");
    let options = Options { format: Some("agent-response"), ..Options::default() };
    for file in fs::read_dir(corpus).unwrap() {
        one_text::assert_laws(&fs::read_to_string(file.unwrap().path()).unwrap(), &options);
    }
}

#[test]
fn a_fix_removes_its_finding_and_adds_no_error() {
    let mut faults = Vec::new();
    for (text, options) in texts() {
        let before = validate(&text, &options);
        for found in &before.diagnostics {
            // The content of a string with a fault is only a guess, and so are the faults inside it.
            let is_inside_fault = |it: &&Diagnostic| it.pointer == found.pointer && it.inner.len() < found.inner.len();
            if errors(&before).iter().any(is_inside_fault) {
                continue;
            }
            for fix in found.fixes.iter().filter(|it| !it.edits.is_empty()) {
                let edits = fix
                    .edits
                    .iter()
                    .map(|it| Edit { span: Span { start: it.bytes.from, end: it.bytes.to }, text: it.text.clone() });
                let fixed = apply(&text, &edits.collect::<Vec<_>>());
                let after = validate(&fixed, &options);
                // The same message about a deeper document is another finding: an escape repaired outside may matter
                // inside.
                let same = |it: &&Diagnostic| {
                    (it.code, &it.message, it.inner.len()) == (found.code, &found.message, found.inner.len())
                };
                let count = |report: &Report| report.diagnostics.iter().filter(same).count();
                let what = format!("{}: {}: {}", found.code, found.message, fix.title);
                // Once one place is fixed, the next one may get the same message.
                let is_there = after.diagnostics.iter().any(|it| same(&it) && it.bytes.from == found.bytes.from);
                if is_there && count(&after) >= count(&before) {
                    faults.push(format!("does not help: {what}\n{text}\n=>\n{fixed}"));
                } else if fix.safety == Safety::Safe && errors(&after).len() > errors(&before).len() {
                    let told = |it: &Diagnostic| format!("{}: {} {:?}", it.code, it.message, it.bytes);
                    let told: Vec<_> = errors(&after).into_iter().map(told).collect();
                    faults.push(format!("adds errors: {what}\n{text}\n=>\n{fixed}\n{}", told.join("\n")));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n\n"));
}

/// Contents of all kinds: JSON with odd numbers and keys, Markdown, plain text, control characters.
fn contents() -> Vec<String> {
    let mut random = Random::new(11);
    let pieces = [
        "{\"a\": 1.0}",
        "12345678901234567890",
        "\\ud800",
        "\u{0}",
        "\u{7f}",
        "\"",
        "\\",
        "\n",
        "\r\n",
        "\t",
        "é",
        "😀",
        "# Heading",
        "```json\n{}\n```",
        "{",
        "}",
        "[",
        "]",
        "null",
        " ",
        "plain text",
        "\u{2028}",
        "1e400",
        "-0",
        ",",
        ":",
    ];
    let mut out: Vec<String> = pieces.iter().map(|it| (*it).to_owned()).collect();
    out.push(String::new());
    out.push("{\"b\": 1, \"a\": 1.0, \"n\": 12345678901234567890, \"u\": \"\\ud800\", \"e\": \"\\u00e9\"}".to_owned());
    for _ in 0..2000 {
        let n_pieces = random.below(6) + 1;
        out.push((0..n_pieces).map(|_| *random.one_of(&pieces)).collect());
    }
    out
}

#[test]
fn wrapping_is_lossless_and_idempotent() {
    let options = WrapOptions { created_at: "2025-11-24T14:22:45+00:00".to_owned(), ..WrapOptions::default() };
    for content in contents() {
        let Ok(envelope) = wrap(&content, &options) else {
            assert!(content.chars().all(|it| it.is_whitespace() || it == '\0'), "{content:?}");
            continue;
        };
        assert_eq!(wrap(&envelope, &options).unwrap(), envelope, "{content:?}");
        assert_eq!(unwrap(&envelope).map(|it| it.content).as_deref(), Some(content.as_str()));
        let json = serde_json::from_str::<serde_json::Value>(&envelope).expect("an envelope is JSON");
        assert_eq!(json["response"].as_str(), Some(content.as_str()));
        // Faults in the content remain; the envelope itself never has any.
        let report = validate(&envelope, &Options::default());
        let of_envelope: Vec<_> = errors(&report).into_iter().filter(|it| it.inner.is_empty()).cloned().collect();
        assert!(of_envelope.is_empty(), "{content:?}: {of_envelope:#?}");
    }
}

#[test]
fn wrapping_takes_the_id_of_the_request() {
    let options = WrapOptions {
        created_at: "2025-11-24T14:22:45+00:00".to_owned(),
        request: Some("{\"request_id\": \"32ecfadc-2b66-4daa-a7c0-a03c449fcea5\"}".to_owned()),
        ..WrapOptions::default()
    };
    let report = validate(&wrap("{}", &options).unwrap(), &Options::default());
    assert_eq!(report.diagnostics, [], "nothing is left to say");
}
