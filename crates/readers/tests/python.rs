//! The same texts in Python itself: what its module `json` raises, and a dataclass with the nine fields.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::io::Write;
use std::process::{Command, Stdio};

use agent_response_readers::{Loader, loads};

/// Reads texts, each as a JSON string on a line, and says what became of each. Version 3.13 changed some sentences.
const SCRIPT: &str = r#"
import dataclasses, json, sys

@dataclasses.dataclass
class AgentResponse:
    request_id: str
    version: str
    status: str
    response: str
    error_message: object
    error_type: object
    created_at: str
    duration_seconds: float
    metadata: dict

def outcome(text):
    try:
        data = json.loads(text)
    except Exception as error:
        return [type(error).__name__, str(error)]
    try:
        AgentResponse(**data)
    except TypeError as error:
        return ["TypeError", str(error).replace("__main__.AgentResponse()", "AgentResponse()")]
    return None

print(sys.version_info[:2] < (3, 13))
for line in sys.stdin:
    print(json.dumps(outcome(json.loads(line))))
"#;

/// The texts, and those that an edit of one character makes of them.
fn texts() -> Vec<String> {
    let seeds = [
        r#"{"request_id": "a", "version": "1.0", "status": "success", "response": "{\"a\": 1}", "error_message": null, "error_type": null, "created_at": "x", "duration_seconds": 1.5, "metadata": {}}"#,
        "{\"result\": [1, -2.5e+3, true, false, null],\n \"é😀\": \"\\ud83d\\ude00 \\u12ab \\n\", \"a\": {\"b\": []}}\n",
        "[\"sections\", NaN, -Infinity, {}, [[]], \"a\tb\"]",
        "// a remark\n{\"status\": 'success',}",
        "{\"status\": \"success\" \"response\": None}",
        "\u{feff}{}",
        "\"sections\"",
        "01",
        "",
    ];
    let mut all = Vec::new();
    for seed in seeds {
        all.push(seed.to_owned());
        for (at, sign) in seed.char_indices() {
            let (before, after) = (&seed[..at], &seed[at + sign.len_utf8()..]);
            all.push(before.to_owned());
            all.push(format!("{before}{after}"));
            for more in ["\"", "\\", ",", "}", "]", "0", "-", " ", "\u{1}", "u", "e", "."] {
                all.push(format!("{before}{more}{sign}{after}"));
            }
        }
    }
    all
}

/// A text as a JSON string.
fn quoted(text: &str) -> String {
    let escaped: String = text.encode_utf16().map(|it| format!("\\u{it:04x}")).collect();
    format!("\"{escaped}\"")
}

/// What Python says about each of them, as it prints it; `None` if it is a version with other sentences.
fn python(texts: &[String]) -> Option<Vec<String>> {
    let mut child = Command::new("python3")
        .args(["-c", SCRIPT])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3, which `scripts/setup.sh python` installs");
    let mut input = child.stdin.take().unwrap();
    let lines: String = texts.iter().map(|it| quoted(it) + "\n").collect();
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()).unwrap());
    let output = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    writer.join().unwrap();
    let mut lines = output.lines().map(str::to_owned);
    (lines.next().as_deref() == Some("True")).then(|| lines.collect())
}

#[test]
fn python_says_the_same() {
    let texts = texts();
    let Some(found) = python(&texts) else { return };
    assert_eq!(found.len(), texts.len());
    let mut kinds = std::collections::HashMap::<String, usize>::new();
    for (text, theirs) in texts.iter().zip(&found) {
        let ours = match loads(text) {
            Err(it) => format!("[\"{}\", {}]", it.class, json(&it.message)),
            Ok(_) => match Loader::Specified.refusal(text.as_bytes()) {
                None => "null".to_owned(),
                Some(words) => format!("[\"TypeError\", {}]", json(words.strip_prefix("TypeError: ").unwrap())),
            },
        };
        assert_eq!(&ours, theirs, "{text}");
        let kind = theirs.split(&[':', '\''][..]).next().unwrap();
        *kinds.entry(kind.to_owned()).or_default() += 1;
    }
    assert!(texts.len() > 5000 && kinds.len() >= 12, "{} {kinds:#?}", texts.len());
}

/// As `json.dumps` writes it.
fn json(text: &str) -> String {
    let mut out = String::from("\"");
    for sign in text.chars() {
        match sign {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            ' '..='~' => out.push(sign),
            _ => sign.encode_utf16(&mut [0; 2]).iter().for_each(|it| out.push_str(&format!("\\u{it:04x}"))),
        }
    }
    out + "\""
}
