//! Kinds of broken JSON that users of repair libraries report: each is restored as it was meant, both as a file and as
//! the payload of a response.

use agent_response::json::quote;
use agent_response::{Options, fix, validate};
use serde_json::{Value, json};

use crate::slips::read;

/// What is wrong, the text, and the intended value.
fn reported() -> Vec<(&'static str, &'static str, Value)> {
    vec![
        ("quoted letters", r#"{"hint": "use "x"yz"w"}"#, json!({"hint": "use \"x\"yz\"w"})),
        (
            "a quoted word, then a comma",
            r#"{"log": "Asked the "planner", no answer yet."}"#,
            json!({"log": "Asked the \"planner\", no answer yet."}),
        ),
        (
            "quoted words at a comma, then a key",
            r#"{"log": "Asked "a", then "b", and left.", "n": 2}"#,
            json!({"log": "Asked \"a\", then \"b\", and left.", "n": 2}),
        ),
        (
            "attributes of HTML",
            "{\n\"page\": \"<p class=\"lead\">More than 40 kinds of tests - \"Made to last\"!</p>\"}",
            json!({"page": "<p class=\"lead\">More than 40 kinds of tests - \"Made to last\"!</p>"}),
        ),
        (
            "attributes, then members",
            r#"{"page": "<a href="https://example.org/?a=1" rel="next">on</a>", "size": 3}"#,
            json!({"page": "<a href=\"https://example.org/?a=1\" rel=\"next\">on</a>", "size": 3}),
        ),
        (
            "terms in quotes",
            r#"{"kind": "review", "points": 4, "text": "Names such as "lexer" and "parser". Otherwise, it is short."}"#,
            json!({"kind": "review", "points": 4, "text": "Names such as \"lexer\" and \"parser\". Otherwise, it is short."}),
        ),
        ("a quote in a key", r#"{"ti"tle": "Ann O"Neill", "no": "7"}"#, json!({"ti\"tle": "Ann O\"Neill", "no": "7"})),
        (
            "quotes at the end",
            r#"{"title": "Ann: The "AB" O"Neill"", "no": "8"}"#,
            json!({"title": "Ann: The \"AB\" O\"Neill\"", "no": "8"}),
        ),
        (
            "a quoted word at the end",
            r#"{"text": "They call it "strict"", "no": 1}"#,
            json!({"text": "They call it \"strict\"", "no": 1}),
        ),
        (
            "an apostrophe in single quotes",
            "{'title': 'Ann O'Neill', 'no': '9'}",
            json!({"title": "Ann O'Neill", "no": "9"}),
        ),
        ("no last brace", r#"{"x": {"y": "z"}, "list": [3, 4]"#, json!({"x": {"y": "z"}, "list": [3, 4]})),
        (
            "no last brackets",
            r#"{"x": "y", "list": [{"n": 3}, {"n": 4}"#,
            json!({"x": "y", "list": [{"n": 3}, {"n": 4}]}),
        ),
        (
            "a curly quote that closes",
            r#"{"first": "red”, "second": "blue"}"#,
            json!({"first": "red", "second": "blue"}),
        ),
        ("curly quotes around it", r#"{“first”: “red”, "second": "blue"}"#, json!({"first": "red", "second": "blue"})),
        (
            "a low quote, then a straight one",
            r#"{"line": "sie rief „Halt" und lief", "no": 1}"#,
            json!({"line": "sie rief „Halt\" und lief", "no": 1}),
        ),
        (
            "a diagram with quotes",
            r#"{"doc": "```mermaid\ngraph LR\n  loader -->|reads| store : "all rows"\n```\nEnd", "no": 1}"#,
            json!({"doc": "```mermaid\ngraph LR\n  loader -->|reads| store : \"all rows\"\n```\nEnd", "no": 1}),
        ),
        (
            "line breaks in a text",
            "{\"note\": \"first\nsecond\n\nfourth\"}",
            json!({"note": "first\nsecond\n\nfourth"}),
        ),
        (
            "line breaks, then a member",
            "{\"note\": \"- one\r\n- two\", \"done\": true}",
            json!({"note": "- one\r\n- two", "done": true}),
        ),
        ("a backslash before an opening quote", r#"{"name": \"ada", "n": 1}"#, json!({"name": "ada", "n": 1})),
        ("a backslash before a closing quote", r#"{"name": "ada\", "n": 1}"#, json!({"name": "ada", "n": 1})),
        ("backslashes before both quotes", r#"{"name": \"ada\", "n": 1}"#, json!({"name": "ada", "n": 1})),
        ("a backslash before a key", r#"{\"name": "ada", "n": 1}"#, json!({"name": "ada", "n": 1})),
        ("a backslash at the end of a key", r#"{"name\": "ada", "n": 1}"#, json!({"name": "ada", "n": 1})),
        ("backslashes around an item", r#"{"names": ["ada", \"bo\", "cy"]}"#, json!({"names": ["ada", "bo", "cy"]})),
        ("strings of Python on two lines", "{'a': 'one '\n 'two', 'b': 1}", json!({"a": "one two", "b": 1})),
        ("strings of Python on a line", "{'a': 'one ' 'two', 'b': 1}", json!({"a": "one two", "b": 1})),
        ("adjacent strings", r#"{"a": "one " "two", "b": 1}"#, json!({"a": "one two", "b": 1})),
    ]
}

/// These, and more in a file: what is wrong, the text, and the intended value.
fn texts() -> Vec<(String, String, Value)> {
    let mut all: Vec<_> = reported().into_iter().map(|it| (it.0.to_owned(), it.1.to_owned(), it.2)).collect();
    let more: Vec<(String, String, Value)> = serde_json::from_str(include_str!("reported/written.json")).unwrap();
    all.extend(more);
    all
}

#[test]
fn reported_texts_are_restored_as_files() {
    for (what, text, meant) in &texts() {
        assert_eq!(read(&repaired(what, text, "notes.json")), Some(meant.clone()), "{what}");
    }
}

#[test]
fn reported_texts_are_restored_as_payloads() {
    for (what, text, meant) in &texts() {
        let file = repaired(what, &response(text), ".agent-response.json");
        let file = read(&file).unwrap_or_else(|| panic!("{what}: {file}"));
        assert_eq!(file["response"], *meant, "{what}");
        assert_eq!(file["version"], "1.0", "{what}");
    }
}

/// If only raw quotes suggest that a string holds JSON, what looks like a comment in it may be content.
#[test]
fn nothing_is_taken_out_of_a_raw_payload_unasked() {
    let payload = "{\n  \"first\": 1, // one\n  \"second\": [2,]\n}";
    let file = response("").replace("\"response\": \"\"", &format!("\"response\": \"{payload}\""));
    let options = Options { file_name: Some(".agent-response.json".to_owned()), ..Options::default() };
    assert_eq!(fix(&file, &options, false).text, file);
    let repaired = read(&fix(&file, &options, true).text).unwrap();
    assert_eq!(repaired["response"], json!({"first": 1, "second": [2]}));
}

/// The characters of a key do not change how the text after it is read.
#[test]
fn an_extra_comma_is_found_after_a_key_of_any_script() {
    for key in ["a", "é", "é😀", "😀", "✅ done", "漢字", "a–b", "naïve…", "한국어", "ключ"] {
        for rest in [r#""sections": []"#, r#""n": [1, 2], "other": null"#, r#""a": "x", "b": {"c": 1}"#] {
            let file = response(&format!("{{\"{key}\": 1,, {rest}}}"));
            let options = Options { file_name: Some(".agent-response.json".to_owned()), ..Options::default() };
            let report = validate(&file, &options);
            let found: Vec<_> = report.diagnostics.iter().filter(|it| it.code == "syntax").collect();
            assert!(found.len() == 1 && found[0].message == "Unexpected `,`", "{key} {rest}: {:?}", report.diagnostics);
            assert_eq!(&file[found[0].bytes.from as usize..found[0].bytes.to as usize], ",", "{key}");
        }
    }
}

/// The text after all fixes; a fault must be reported first.
fn repaired(what: &str, text: &str, name: &str) -> String {
    let options = Options { file_name: Some(name.to_owned()), ..Options::default() };
    assert!(!validate(text, &options).valid, "{what} is called valid: {text}");
    fix(text, &options, true).text
}

/// A response with a payload.
fn response(payload: &str) -> String {
    format!(
        r#"{{
  "request_id": "32ecfadc-2b66-4daa-a7c0-a03c449fcea5",
  "version": "1.0",
  "status": "success",
  "response": {},
  "error_message": null,
  "error_type": null,
  "created_at": "2025-11-24T14:22:45+00:00",
  "duration_seconds": 1.5,
  "metadata": {{}}
}}
"#,
        quote(payload)
    )
}
