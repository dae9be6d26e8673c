//! A second opinion: what a Python reader rejects has an error here, and what the documents allow has none.
//!
//! The reader (`tests/oracle/loader.py`) is written from the documents. It differs from this library by decision:
//! - it accepts `NaN` and an object in `response`, which the documents forbid: `tolerated`, and an error here;
//! - if a key appears twice, both take the last one; that is a warning here, so such files are `allowed`;
//! - half of a surrogate pair is a warning here, too, and `allowed`;
//! - placeholders such as `...` are warnings, since complete examples in the documents contain them: `allowed`.

use std::{io::Write, process::Command, process::Stdio};

use agent_response::{Options, Severity, validate_bytes};

use crate::random::Random;

const N_CASES: usize = 2000;

#[test]
fn a_python_reader_agrees() {
    let mut random = Random::new(20_251_124);
    let cases: Vec<Vec<u8>> = (0..N_CASES).map(|_| mutated(&mut random)).collect();
    let verdicts = ask_python(&cases);
    let options = Options { format: Some("agent-response"), ..Options::default() };
    let mut faults = Vec::new();
    let mut n_of = [("refused", 0), ("tolerated", 0), ("allowed", 0), ("unclear", 0)];
    for (case, (verdict, reason)) in cases.iter().zip(&verdicts) {
        let report = validate_bytes(case, &options);
        let errors = report.diagnostics.iter().filter(|it| it.severity == Severity::Error);
        let errors: Vec<String> = errors.map(|it| format!("{}: {}", it.code, it.message)).collect();
        let agrees = match verdict.as_str() {
            "refused" | "tolerated" => !errors.is_empty(),
            "allowed" => errors.is_empty(),
            _ => true,
        };
        n_of.iter_mut().filter(|it| it.0 == verdict).for_each(|it| it.1 += 1);
        if !agrees {
            faults.push(format!("{verdict} ({reason}), but here {errors:?}:\n{}", String::from_utf8_lossy(case)));
        }
    }
    println!("{n_of:?}");
    assert!(
        faults.is_empty(),
        "{} of {N_CASES} differ, such as\n{}",
        faults.len(),
        faults[..faults.len().min(5)].join("\n\n")
    );
    // Each verdict is common enough to be meaningful.
    let least = [600, 200, 200, 0];
    assert!(n_of.iter().zip(least).all(|(it, least)| it.1 >= least) && n_of[3].1 < 200, "{n_of:?}");
}

/// The verdict and the reason for each file, from one process.
fn ask_python(cases: &[Vec<u8>]) -> Vec<(String, String)> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/oracle/loader.py");
    let mut python = Command::new("python3")
        .arg(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3 is needed for the tests: install it and run them again");
    let mut input = String::new();
    for case in cases {
        case.iter().for_each(|byte| input.push_str(&format!("{byte:02x}")));
        input.push('\n');
    }
    // The script reads everything before it writes, so neither side waits for the other.
    python.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = python.wait_with_output().unwrap();
    assert!(output.status.success(), "the Python reader failed");
    let lines = String::from_utf8(output.stdout).unwrap();
    let word = |line: &serde_json::Value, key: &str| line[key].as_str().unwrap().to_owned();
    let verdicts = lines.lines().map(|it| serde_json::from_str(it).unwrap());
    let verdicts: Vec<_> = verdicts.map(|it| (word(&it, "verdict"), word(&it, "reason"))).collect();
    assert_eq!(verdicts.len(), cases.len(), "one verdict for each file");
    verdicts
}

type Members = Vec<(String, String)>;

const ID: &str = r#""32ecfadc-2b66-4daa-a7c0-a03c449fcea5""#;
const SUCCESS: &str = r#""success""#;
const TIME: &str = r#""2025-11-24T14:22:45.123456+00:00""#;
const PAYLOADS: &[&str] = &[
    r#""{\"summary\": \"All 12 tests pass ✅\"}""#,
    r###""{\"sections\": [\"title\", \"examples\"], \"title\": \"\\u2705\", \"examples\": \"## Examples\\n\\n- one\"}""###,
    r#""```json\n{\"summary\": \"in a fence\"}\n```""#,
    r#""Nothing had to be changed.""#,
    r#""{...}""#,
];
/// Values of every type, right and wrong.
const VALUES: &[&str] = &[
    "null",
    "true",
    "false",
    "0",
    "-1",
    "1.5",
    "12e3",
    "NaN",
    "-Infinity",
    r#""""#,
    r#""1.0""#,
    r#""success""#,
    r#""error""#,
    r#""timeout""#,
    r#""done""#,
    "{}",
    "[]",
    r#"{"a": [1, {"b": null}]}"#,
    r#"["a", 1]"#,
    r#""text""#,
    r#""...""#,
    r#""2025-11-24T14:22:45Z""#,
    r#""2025-11-24 14:22:45""#,
    r#""2025-13-24T14:22:45Z""#,
    r#""yesterday""#,
    r#""\ud83d\ude00 \ud83d""#,
    r#""{\"sections\": []}""#,
    r#""{\"summary\": }""#,
    r#""[1, 2""#,
];
const NAMES: &[&str] = &[
    "request_id",
    "version",
    "status",
    "response",
    "error_message",
    "error_type",
    "created_at",
    "duration_seconds",
    "metadata",
    "result",
    "output",
    "requestId",
    "Status",
    "respone",
    "sections",
    "agent_name",
    "duration_ms",
    "error",
];

/// A file with up to two mistakes, or none.
fn mutated(random: &mut Random) -> Vec<u8> {
    let mut members = envelope(random);
    for _ in 0..random.below(3) {
        change(&mut members, random);
    }
    let text = written(&members, random);
    if random.below(2) == 0 { text.into_bytes() } else { damaged(text, random) }
}

fn envelope(random: &mut Random) -> Members {
    let has_failed = random.below(4) == 0;
    let payload = *random.one_of(PAYLOADS);
    let (status, response, message, kind) = match has_failed {
        true => (*random.one_of(&[r#""error""#, r#""timeout""#]), "null", r#""No answer""#, r#""timeout""#),
        false => (SUCCESS, payload, "null", "null"),
    };
    let duration = *random.one_of(&["1.0", "0", "120", "1.5e1", "0.25"]);
    let metadata = *random.one_of(&["{}", r#"{"model": "sonnet", "n": [1, 2]}"#]);
    let values = [ID, r#""1.0""#, status, response, message, kind, TIME, duration, metadata];
    NAMES.iter().zip(values).map(|(name, value)| ((*name).to_owned(), value.to_owned())).collect()
}

/// Drops, renames, retypes, doubles or adds a member, or moves it.
fn change(members: &mut Members, random: &mut Random) {
    let idx = random.below(members.len());
    match random.below(8) {
        0 => drop(members.remove(idx)),
        1 => members[idx].0 = (*random.one_of(NAMES)).to_owned(),
        2 | 3 => members[idx].1 = (*random.one_of(VALUES)).to_owned(),
        4 => {
            let value = if random.below(2) == 0 { members[idx].1.clone() } else { (*random.one_of(VALUES)).to_owned() };
            members.push((members[idx].0.clone(), value));
        }
        5 => members.push(((*random.one_of(NAMES)).to_owned(), (*random.one_of(VALUES)).to_owned())),
        6 => {
            let depth = *random.one_of(&[1, 10, 400, 3000]);
            members[idx].1 = format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        }
        _ => {
            let other = random.below(members.len());
            members.swap(idx, other);
        }
    }
}

fn written(members: &Members, random: &mut Random) -> String {
    let (open, gap, colon) = *random.one_of(&[("\n  ", ",\n  ", ": "), ("", ", ", ": "), ("\r\n\t", ",\r\n\t", " :")]);
    let lines: Vec<String> = members.iter().map(|(key, value)| format!("\"{key}\"{colon}{value}")).collect();
    format!("{{{open}{}{}}}\n", lines.join(gap), open.trim_end_matches([' ', '\t']))
}

/// Damages the text as writers, editors and transports do.
fn damaged(text: String, random: &mut Random) -> Vec<u8> {
    let mut bytes = text.clone().into_bytes();
    let at = random.below(bytes.len());
    match random.below(12) {
        0 => bytes.truncate(at),
        1 => drop(bytes.remove(at)),
        2 => bytes.insert(at, *random.one_of(b"\",:{}[]\\ \nx0\t'\x01\xff")),
        3 => bytes[at] = *random.one_of(b"\",:{}[]\\ \nx0'"),
        4 => bytes.splice(..0, "\u{feff}".bytes()).for_each(drop),
        5 => bytes = format!("```json\n{text}```\n").into_bytes(),
        6 => bytes = format!("Here is the file:\n{text}").into_bytes(),
        7 => bytes.extend_from_slice(random.one_of(&["{}", "// done", "Hope this helps!", "\n\n", "}"]).as_bytes()),
        8 => bytes = text.replace(": null", ": None").replace("true", "True").into_bytes(),
        9 => bytes = text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        10 => bytes = text.replace("\"}", "\",}").replace("  \"", "  // a note\n  \"").into_bytes(),
        _ => {
            bytes = text.replace('✅', "\u{e9}").chars().map(|it| u8::try_from(u32::from(it)).unwrap_or(b'?')).collect()
        }
    }
    bytes
}
