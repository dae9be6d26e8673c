//! The eleven kinds of mistakes of `tests/cases/mistakes.md`, place by place in every coordinate, and their repair.

use std::fs;

use agent_response::report::Diagnostic;
use agent_response::{Options, Severity, fix, validate};

use crate::blocks::{Block, Page, Piece};
use crate::examples::root;

/// Code; bytes; UTF-16 offsets; zero-based line and character of start and end; in the payload UTF-16 offsets, line
/// and character.
type Place = (&'static str, (u32, u32), (u32, u32), (u32, u32), (u32, u32), Option<(u32, u32, u32, u32)>);

#[rustfmt::skip] // One row per finding.
const MISTAKES: &[(&str, &[Place])] = &[
    ("object under another name", &[
        ("misnamed-field", (103, 111), (103, 111), (4, 2), (4, 10), None),
    ]),
    ("object instead of a string", &[
        ("payload-not-string", (115, 116), (115, 116), (4, 14), (4, 15), None),
    ]),
    ("missing fields", &[
        ("missing-field", (0, 1), (0, 1), (0, 0), (0, 1), None),
    ]),
    ("broken payload", &[
        ("trailing-comma", (146, 147), (146, 147), (4, 45), (4, 46), Some((26, 27, 0, 26))),
        ("missing-comma", (180, 185), (176, 181), (4, 75), (4, 80), Some((52, 55, 0, 52))),
    ]),
    ("payload without its envelope", &[
        ("missing-envelope", (0, 1), (0, 1), (0, 0), (0, 1), None),
    ]),
    ("code fence", &[
        ("markdown-fence", (0, 7), (0, 7), (0, 0), (0, 7), None),
    ]),
    ("two faults of the text and two of the format", &[
        ("missing-comma", (79, 87), (79, 87), (3, 2), (3, 10), None),
        ("unknown-value", (89, 97), (89, 97), (3, 12), (3, 20), None),
        ("wrong-type", (309, 314), (307, 312), (8, 22), (8, 27), None),
        ("trailing-comma", (332, 333), (330, 331), (9, 16), (9, 17), None),
    ]),
    ("fields that contradict each other", &[
        ("error-on-success", (231, 240), (229, 238), (6, 16), (6, 25), None),
        ("no-time-zone", (258, 276), (256, 274), (7, 16), (7, 34), None),
    ]),
    ("cut off", &[
        ("truncated", (217, 223), (215, 221), (6, 2), (6, 8), None),
    ]),
    ("unescaped quotes", &[
        ("unescaped-quote", (117, 118), (117, 118), (4, 16), (4, 17), None),
    ]),
    ("encoded twice", &[
        ("double-encoded", (116, 118), (116, 118), (4, 15), (4, 17), None),
    ]),
];

/// The findings left after all repairs, including guesses: what only the writer knows.
const LEFT: &[(&str, &[&str])] = &[
    ("missing fields", &["missing-field"]),
    ("fields that contradict each other", &["no-time-zone"]),
    ("cut off", &["missing-field", "truncated"]),
];

fn texts() -> Vec<(String, String)> {
    let page = Page::read(&fs::read_to_string(root().join("tests/cases/mistakes.md")).unwrap());
    let checked = |it: Piece| match it {
        Piece::Block(block) if block.is_checked() => Some(block),
        Piece::Block(_) | Piece::Lines(_) => None,
    };
    let blocks = page.pieces.into_iter().filter_map(checked);
    blocks.map(|it: Block| (it.heading.clone(), it.source())).collect()
}

fn options() -> Options {
    Options { format: Some("agent-response"), now: Some("2025-11-24T14:22:45Z".into()), ..Options::default() }
}

/// Errors and warnings.
fn serious(found: &[Diagnostic]) -> Vec<&Diagnostic> {
    found.iter().filter(|it| it.severity <= Severity::Warning).collect()
}

fn place(found: &Diagnostic) -> Place {
    let (start, end) = (found.range.start, found.range.end);
    let inner = found.inner.last().map(|it| (it.from, it.to, it.range.start.line, it.range.start.character));
    let (bytes, utf16) = ((found.bytes.from, found.bytes.to), (found.from, found.to));
    (found.code, bytes, utf16, (start.line, start.character), (end.line, end.character), inner)
}

#[test]
fn each_mistake_is_one_finding_at_its_place() {
    let texts = texts();
    assert_eq!(texts.len(), MISTAKES.len());
    for ((name, text), (expected_name, expected)) in texts.iter().zip(MISTAKES) {
        assert_eq!(name, expected_name);
        let report = validate(text, &options());
        let places: Vec<Place> = serious(&report.diagnostics).into_iter().map(place).collect();
        assert_eq!(places, *expected, "{name}");
    }
}

#[test]
fn a_place_in_a_payload_is_exact_in_every_way_of_counting() {
    let (_, text) = texts().into_iter().find(|it| it.0 == "broken payload").unwrap();
    let report = validate(&text, &options());
    let found = serious(&report.diagnostics)[1];
    let before = &text[..found.bytes.from as usize];
    let line = &before[before.rfind('\n').unwrap() + 1..];
    let columns = (line.chars().count() + 1, line.encode_utf16().count() + 1, line.len() + 1);
    assert_eq!((found.range.start.line + 1, columns), (5, (75, 76, 80)));
    let payload = agent_response::unwrap(&text).unwrap().content;
    let units: Vec<u16> = payload.encode_utf16().take(found.inner[0].from as usize).collect();
    assert_eq!(String::from_utf16(&units).unwrap().chars().count() + 1, 52);
}

#[test]
fn each_mistake_is_repaired_as_far_as_one_can_know() {
    for (name, text) in texts() {
        let result = fix(&text, &options(), true);
        let left: Vec<&str> = serious(&result.report.diagnostics).into_iter().map(|it| it.code).collect();
        let expected = LEFT.iter().find(|it| it.0 == name).map_or(&[][..], |it| it.1);
        assert_eq!(left, expected, "{name}:\n{}", result.text);
        assert!(!result.applied.is_empty(), "{name}");
        // No part of a truncated text is dropped unasked, and the message says what to do.
        if name == "cut off" {
            let result = fix(&text, &options(), false);
            assert_eq!(result.text, text);
            assert!(result.applied.is_empty());
            assert!(result.report.diagnostics[0].message.contains("must be generated again"));
        }
    }
}
