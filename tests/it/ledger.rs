//! Where entries of a ledger are: in the text that was given, whatever was removed, decoded or inserted before them.

use agent_response::report::AppliedFix;
use agent_response::text::line_and_column;
use agent_response::{Options, Repair, WrapOptions, fix, recover};
use serde_json::{Value, json};

use crate::random::Random;

/// A name, and what is around a broken text.
type Hide = (&'static str, fn(&str) -> String);

fn each_line(text: &str, begin: fn(usize) -> String) -> String {
    text.lines().enumerate().map(|(idx, line)| format!("{}{line}\n", begin(idx))).collect()
}

fn encoded(text: &str) -> String {
    Value::from(text).to_string()
}

fn events(text: &str) -> String {
    let mut out = "event: message_start\ndata: {\"type\":\"message_start\"}\n\n".to_owned();
    // A word is not cut, so that it can be found.
    let (begin, end) = text.split_at(text.rfind("\n  \"").unwrap_or_default());
    for piece in [begin, end] {
        let delta = json!({"type": "content_block_delta", "delta": {"type": "text_delta", "text": piece}});
        out += &format!("event: content_block_delta\ndata: {delta}\n\n");
    }
    out
}

#[rustfmt::skip] // One row per way.
const WAYS: &[Hide] = &[
    ("nothing", |it| it.to_owned()),
    ("fence", |it| format!("Here it is.\n\nTwo lines:\n```json\n{it}\n```\nDone.\n")),
    ("prose", |it| format!("I have checked it.\n\n{it}\nThat is all.\n")),
    ("think", |it| format!("<think>\nHm, \"true\" or true?\n</think>\n{it}\n")),
    ("numbers", |it| each_line(it, |idx| format!("{:>5}\t", idx + 1))),
    ("patch", |it| each_line(it, |_| "+".to_owned())),
    ("quotation", |it| each_line(it, |_| "> ".to_owned())),
    ("string", encoded),
    ("entities", |it| it.replace('&', "&amp;").replace('"', "&quot;")),
    ("result", |it| format!("{{\"type\":\"system\"}}\n{{\"type\":\"result\",\"result\":{}}}\n", encoded(it))),
    ("events", events),
    ("envelope", |it| format!("{{\n  \"request_id\": \"32ecfadc-2b66-4daa-a7c0-a03c449fcea5\",\n  \"version\": \"1.0\",\n  \"status\": \"success\",\n  \"response\": {},\n  \"error_message\": null,\n  \"error_type\": null,\n  \"created_at\": \"2025-11-24T14:22:45+00:00\",\n  \"duration_seconds\": 1.5,\n  \"metadata\": {{}}\n}}\n", encoded(it))),
    ("fence in an envelope", |it| { let fenced = format!("So:\n```json\n{it}\n```\n"); (WAYS[11].1)(&fenced) }),
    ("envelope in a fence", |it| format!("So:\n```json\n{}\n```\n", (WAYS[11].1)(it))),
];

/// A payload of some lines, with remarks that are removed first, and one wrong literal in it.
fn payload(random: &mut Random) -> String {
    let mut lines = vec!["{".to_owned()];
    let n = 2 + random.below(6);
    let marked = random.below(n);
    for idx in 0..n {
        if random.below(3) == 0 {
            lines.push("  // a remark".to_owned());
        }
        let end = if random.below(4) == 0 || idx + 1 == n { ",\n" } else { "," };
        let value = if idx == marked {
            "True"
        } else {
            ["\"é 😀\"", "[1, 2]", "{\"a\": \"b \\\"c\\\" \\n\"}"][random.below(3)]
        };
        lines.push(format!("  \"key {idx}\": {value}{end}"));
    }
    lines.join("\n") + "\n}"
}

#[track_caller]
fn check(way: &str, text: &str, applied: &[AppliedFix]) {
    let at = text.find("True").unwrap();
    let entry =
        applied.iter().find(|it| it.message.contains("`True`")).unwrap_or_else(|| panic!("{way}: no fix\n{text}"));
    let is_there =
        entry.bytes.from as usize <= at + 4 && at <= entry.bytes.to as usize && entry.bytes.to < entry.bytes.from + 8;
    let (line, column) = line_and_column(text, at as u32);
    assert!(is_there, "{way}: `True` is in {line}:{column} ({at}), not at {:?}\n{text}", entry.bytes);
}

#[test]
fn fixes_are_where_they_are_in_the_given_text() {
    let random = &mut Random::new(7);
    for round in 0..60 {
        let payload = payload(random);
        for (way, hide) in WAYS {
            let text = hide(&payload);
            let options = WrapOptions {
                created_at: "2025-11-24T14:22:45+00:00".to_owned(),
                repair: Repair::All,
                ..WrapOptions::default()
            };
            let recovered = recover(&text, &options).unwrap_or_else(|it| panic!("{way} {round}: {it}\n{text}"));
            check(way, &text, &recovered.applied);
        }
        check("fix", &payload, &fix(&payload, &Options::default(), true).applied);
    }
}
