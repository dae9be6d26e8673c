//! No repair loses what somebody wrote: files with one byte missing or one too many keep all their words; and safe
//! repairs add no errors.

use agent_response::report::Report;
use agent_response::{Options, Severity, fix, validate};

use crate::random::Random;

/// A file of each kind, with quotes, backslashes and brackets on all levels.
const FILES: &[(&str, &str)] = &[
    (
        "agent-response",
        r###"{
  "request_id": "32ecfadc-2b66-4daa-a7c0-a03c449fcea5",
  "version": "1.0",
  "status": "success",
  "response": "{\"sections\": [\"examples\", \"boundaries\"], \"examples\": \"## Examples\\n\\nSay \\\"hello there\\\" to [everyone](C:\\\\tools\\\\list), {really}.\", \"boundaries\": \"## Boundaries\\n\\n### ALWAYS\\n- ✅ Keep \\\"quoted words\\\" whole\", \"nested\": {\"deeper\": [[\"first\", 1], [\"second\", null]]}}",
  "error_message": null,
  "error_type": null,
  "created_at": "2025-11-24T14:22:45+00:00",
  "duration_seconds": 1.5,
  "metadata": {"agent_name": "quick \"tester\"", "files": ["alpha.txt", "beta.txt"]}
}
"###,
    ),
    (
        "agent-response",
        r#"{"request_id":"32ecfadc-2b66-4daa-a7c0-a03c449fcea5","version":"1.0","status":"success","response":"[{\"name\":\"specialist\",\"description\":\"many \\\"kinds\\\"\",\"reason\":\"routes\",\"technologies\":[\"Python\",\"Rust\"]}]","error_message":null,"error_type":null,"created_at":"2025-11-24T14:22:45+00:00","duration_seconds":1.5,"metadata":{}}"#,
    ),
    (
        "factory",
        r#"{
  "status": "success",
  "confidence": "high",
  "deliverables": [
    {"path": "context/architecture.md", "type": "architecture", "description": "How \"modules\" [of all kinds] hang together"}
  ],
  "summary": "Wrote the architecture, \\ and {nothing} else",
  "next_action": "ready_for_review"
}
"#,
    ),
];

/// Each file is damaged this many times.
const N_DAMAGED: usize = 1200;

/// Runs of four or more letters, without the letters of escapes.
fn words(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    for run in text.split(|it: char| !it.is_alphabetic() && it != '\\') {
        for (idx, part) in run.split('\\').enumerate() {
            let mut chars = part.chars();
            let escaped = if idx > 0 && chars.next().is_some() { chars.as_str() } else { part };
            if escaped.chars().count() >= 4 {
                out.push(escaped);
            }
        }
    }
    out
}

/// The file with one byte less or one more.
fn damaged(text: &str, random: &mut Random) -> String {
    const MARKS: &[&str] = &["\"", "\\", "{", "}", "[", "]"];
    let at = |it: &str| text.match_indices(it).map(|it| it.0).collect::<Vec<_>>();
    let mark = *random.one_of(MARKS);
    let places = if random.below(3) == 0 {
        text.char_indices().map(|it| it.0).collect()
    } else {
        at(random.one_of::<&str>(MARKS))
    };
    let places = if places.is_empty() { vec![0] } else { places };
    let place = *random.one_of(&places);
    let is_mark = MARKS.iter().any(|it| text[place..].starts_with(it));
    match random.below(2) {
        0 if is_mark => format!("{}{}", &text[..place], &text[place + 1..]),
        _ => format!("{}{mark}{}", &text[..place], &text[place..]),
    }
}

fn damaged_files() -> Vec<(String, Options)> {
    let mut random = Random::new(23);
    let mut out = Vec::new();
    for (format, file) in FILES {
        let options =
            Options { format: Some(format), now: Some("2025-12-01T00:00:00+00:00".to_owned()), ..Options::default() };
        assert!(words(file).len() > 20, "{file}");
        out.extend((0..N_DAMAGED).map(|_| (damaged(file, &mut random), options.clone())));
    }
    out
}

fn errors(report: &Report) -> Vec<String> {
    let errors = report.diagnostics.iter().filter(|it| it.severity == Severity::Error);
    errors.map(|it| format!("{}: {}", it.code, it.message)).collect()
}

#[test]
fn safe_repairs_add_no_error() {
    let mut faults = Vec::new();
    for (text, options) in damaged_files() {
        let fixed = fix(&text, &options, false);
        let (before, after) = (errors(&validate(&text, &options)), errors(&fixed.report));
        if after.len() > before.len() {
            faults.push(format!("{text}\n{}\n=>\n{}\n{}", before.join("\n"), fixed.text, after.join("\n")));
        }
    }
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n\n"));
}

#[test]
fn repairs_keep_every_word() {
    let mut faults = Vec::new();
    for (text, options) in damaged_files() {
        let fixed = fix(&text, &options, true);
        let after = fixed.text.to_lowercase();
        let lost = words(&text).into_iter().find(|it| !after.contains(&it.to_lowercase()));
        if let Some(lost) = lost {
            let done: Vec<_> = fixed.applied.iter().map(|it| format!("{}: {}", it.code, it.title)).collect();
            faults.push(format!("{lost:?} is lost by {}\n{text}\n=>\n{}", done.join("; "), fixed.text));
        }
    }
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n\n"));
}

#[test]
fn what_may_be_meant_otherwise_is_not_rewritten_unasked() {
    const ENVELOPE: &str = r#"{"request_id":"32ecfadc-2b66-4daa-a7c0-a03c449fcea5","version":"1.0","status":"success","response":"{}","error_message":null,"error_type":null,"created_at":"2025-11-24T14:22:45+00:00","duration_seconds":1.5,"metadata":{}}"#;
    let under_id = format!(r#"{{"task-42": {ENVELOPE}}}"#);
    let cases = [
        // The text between the end of one string and the beginning of the next is not a string.
        (Some("agent-response"), "{'a': [('x', 'y'), ('z', 'w')], 'b': 'c', 'd': 'e', 'f': 'g'}", "('x', 'y')"),
        (Some("agent-response"), "{'a': 'x, 'b': 'c', 'd': 'e', 'f': 'g', 'h': 'i'}", "'x, 'b'"),
        (Some("agent-response"), "{\"a\": {'b': ('c', 'd'), 'e': 'f'}}", "('c', 'd')"),
        // The response of another program, with words like the Factory's.
        (None, r#"{"verdict":"approved","blocking_issues":[],"reviewer":"bob"}"#, "approved"),
        // A key that does not name its value.
        (None, &under_id, "task-42"),
        (Some("agent-response"), &under_id, "task-42"),
    ];
    for (format, text, words) in cases {
        let options = Options { format, ..Options::default() };
        assert!(fix(text, &options, false).text.contains(words), "{text}");
    }
    let guessed = fix("2 files changed", &Options { format: Some("agent-response"), ..Options::default() }, true).text;
    assert!(guessed.contains("files changed"), "{guessed}");
}

#[test]
fn a_rule_that_is_off_hides_no_other() {
    let text = r#"{"a": None, 'b': 'c', 'd': 'e', 'f': True, 'g': 'h'}"#;
    let all = ["python-literal", "single-quotes"];
    for (off, on) in [(all[0], all[1]), (all[1], all[0])] {
        for severity in [None, Some(Severity::Info)] {
            let rules = vec![(off.to_owned(), severity)];
            let options = Options { format: Some("agent-response"), rules, ..Options::default() };
            let found = validate(text, &options).diagnostics;
            assert!(found.iter().any(|it| it.code == on && it.severity == Severity::Error), "{off}: {found:?}");
        }
    }
}
