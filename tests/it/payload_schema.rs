//! The violations of a caller's schema become findings at exact places inside the string.

use std::sync::{Arc, Mutex};

use agent_response::{
    Options, Report, Schema, Severity, fix,
    ide::Opened,
    schema::{Known, KnownMember, KnownValue, PayloadSchema, Violation},
    validate,
};

/// Reports the given violations and records the questions.
#[derive(Debug, Default)]
struct Told {
    violations: Vec<Violation>,
    asked: Arc<Mutex<Vec<String>>>,
}

impl PayloadSchema for Told {
    fn violations(&self, payload: &str) -> Vec<Violation> {
        self.asked.lock().unwrap().push(payload.to_owned());
        self.violations.clone()
    }

    fn known(&self, pointer: &str) -> Known {
        let member = |name: &str, is_required| KnownMember {
            name: name.to_owned(),
            is_required,
            shape: Some("a string".to_owned()),
            description: Some("What *it* is.".to_owned()),
            value: Some("\"\"".to_owned()),
        };
        match pointer {
            "" => Known { members: vec![member("note", false), member("title", true)], ..Known::default() },
            "/title" => Known {
                shape: Some("a string".to_owned()),
                description: Some("What *it* is.".to_owned()),
                values: vec![KnownValue { json: "\"a b\"".to_owned(), description: None }],
                ..Known::default()
            },
            _ => Known::default(),
        }
    }
}

fn violation(pointer: &str, is_key: bool) -> Violation {
    Violation { pointer: pointer.to_owned(), is_key, message: format!("at {pointer}"), meant: None }
}

fn options(violations: Vec<Violation>) -> Options {
    Options {
        file_name: Some("x.agent-response.json".to_owned()),
        schema: Some(Schema::new(Told { violations, ..Told::default() })),
        ..Options::default()
    }
}

fn envelope(response: &str) -> String {
    format!("{{\n  \"request_id\": \"😀\", \"status\": \"success\",\n  \"response\": {response}\n}}")
}

fn ours(report: &Report) -> Vec<&agent_response::report::Diagnostic> {
    report.diagnostics.iter().filter(|it| it.code == "payload-schema").collect()
}

/// The marked texts in a file.
fn marked(text: &str, violations: Vec<Violation>) -> Vec<String> {
    let report = validate(text, &options(violations));
    let bytes = ours(&report).into_iter().map(|it| text[it.bytes.from as usize..it.bytes.to as usize].to_owned());
    bytes.collect()
}

/// The queries to the schema.
fn asked(text: &str, options: Options) -> Vec<String> {
    let told = Told::default();
    let asked = told.asked.clone();
    validate(text, &Options { schema: Some(Schema::new(told)), ..options });
    asked.lock().unwrap().clone()
}

#[test]
fn findings_are_at_the_value_the_key_or_the_object() {
    let text = envelope(r#""{\"a/b\": {\"é😀\": [1, \"zw\\\\ei\"]}, \"\\u006bey\": {}}""#);
    for (pointer, is_key, expected) in [
        ("", false, "{"),
        ("/a~1b", false, "{"),
        ("/a~1b", true, r#"\"a/b\""#),
        ("/a~1b/é😀", true, r#"\"é😀\""#),
        ("/a~1b/é😀", false, "["),
        ("/a~1b/é😀/1", false, r#"\"zw\\\\ei\""#),
        ("/key", true, r#"\"\\u006bey\""#),
        // A missing value is marked at the object that lacks it.
        ("/key/absent", false, "{"),
    ] {
        assert_eq!(marked(&text, vec![violation(pointer, is_key)]), [expected], "{pointer} {is_key}");
    }
    let report = validate(&text, &options(vec![violation("/a~1b/é😀/0", false)]));
    let [finding] = ours(&report)[..] else { panic!("{report:?}") };
    assert_eq!((finding.pointer.as_str(), finding.inner[0].pointer.as_str()), ("/response", "/a~1b/é😀/0"));
    assert_eq!(
        (finding.severity, report.valid, finding.docs.as_str()),
        (Severity::Error, false, "rules/payload-schema")
    );
}

#[test]
fn the_payload_is_what_readers_take() {
    let of = |text: &str| asked(text, options(Vec::new()));
    assert_eq!(of(&envelope(r#""{\"a\": 1}""#)), [r#"{"a": 1}"#]);
    assert_eq!(of(&envelope(r#""```json\n{\"a\": 1}\n```""#)), [r#"{"a": 1}"#]);
    assert_eq!(of(&envelope(r#""\"{\\\"a\\\": 1}\"""#)), [r#"{"a": 1}"#], "encoded twice");
    assert_eq!(of(&envelope(r#"{"a": 1}"#)), [r#"{"a": 1}"#], "not encoded");
    assert_eq!(of(&envelope(r##""# Report\n\nDone.""##)), [r##""# Report\n\nDone.""##], "text");
    assert_eq!(of(&envelope(r#""{\"a\": \"\\ud83d\"}""#)), [r#"{"a": "\ufffd"}"#], "half of a pair");
    // Nobody reads these payloads, or something else is wrong with them.
    assert_eq!(of(&envelope(r#""{\"a\": 1}""#).replace("success", "error")), [""; 0]);
    assert_eq!(of(&envelope(r#""{\"a\": }""#)), [""; 0]);
    assert_eq!(of(&envelope(r#""{a: 1}""#)), [""; 0]);
    assert_eq!(of(&envelope("null")), [""; 0]);
    assert_eq!(of(&envelope("\"\"")), [""; 0]);
    assert_eq!(of("{}"), [""; 0]);
}

#[test]
fn other_formats_have_payloads_too() {
    let of = |text: &str, format: Option<&'static str>| asked(text, Options { format, ..Options::default() });
    let delegator = r#"{"status": "ok", "tool": "_codex_local_run", "tool_category": "execution_ack",
        "schema_id": "codex/execution_ack/v1", "data": {"a": 1}, "meta": {"b": 2}}"#;
    assert_eq!(of(delegator, Some("delegator")), [r#"{"a": 1}"#]);
    assert_eq!(of(r#"{"deliverables": []}"#, Some("factory")), [r#"{"deliverables": []}"#]);
    assert_eq!(of(r#"{"anything": 1}"#, None), [r#"{"anything": 1}"#], "no format");
    assert_eq!(of(r#"{"prompt": "x", "request_id": "y"}"#, Some("agent-request")), [""; 0]);
    let nested = envelope(&format!("{:?}", envelope(r#""{\"a\": 1}""#)));
    assert!(asked(&nested, options(Vec::new())).len() <= 1, "of an envelope in an envelope");
}

#[test]
fn the_rule_has_a_severity_like_any_other() {
    let text = envelope(r#""{\"a\": 1}""#);
    let with = |severity| {
        let options = options(vec![violation("/a", false)]);
        let report = validate(&text, &Options { rules: vec![("payload-schema".to_owned(), severity)], ..options });
        ours(&report).into_iter().map(|it| it.severity).collect::<Vec<_>>()
    };
    assert_eq!(with(Some(Severity::Hint)), [Severity::Hint]);
    assert_eq!(with(None), []);
}

#[test]
fn what_was_meant_is_a_suggestion() {
    let text = envelope(r#""{\"titel\": \"x\"}""#);
    let meant = |pointer, is_key, meant: &str| {
        let violation = Violation { meant: Some(meant.to_owned()), ..violation(pointer, is_key) };
        let fixed = fix(&text, &options(vec![violation]), true);
        fixed.applied.iter().find(|it| it.code == "payload-schema").map(|it| it.title.clone())
    };
    // The schema of this test always reports the same violation, so the fixes do not end; each is a separate
    // suggestion.
    assert_eq!(meant("/titel", true, "title").as_deref(), Some("Rename to `title`"));
    assert_eq!(meant("/titel", false, "\"y\"").as_deref(), Some("Replace with `\"y\"`"));
    let report = validate(&text, &options(vec![violation("/titel", true)]));
    assert!(ours(&report)[0].fixes.is_empty());
}

#[test]
fn a_fix_is_not_refused_because_the_schema_can_be_asked_after_it() {
    let text = envelope(r#""{\"a\": 1,}""#);
    let options = options(vec![violation("/a", false), violation("", false)]);
    assert_eq!(ours(&validate(&text, &options)).len(), 0);
    let fixed = fix(&text, &options, false);
    assert!(fixed.text.contains(r#"{\"a\": 1}"#), "{}", fixed.text);
    assert_eq!(ours(&fixed.report).len(), 2);
}

#[test]
fn editors_show_what_the_schema_knows() {
    let text = envelope(r#""{\"title\": \"v\", }""#);
    let opened = Opened::new(text.as_str(), options(Vec::new()));
    let at = |words: &str| u32::try_from(text.find(words).unwrap()).unwrap();
    let hover = opened.file().hover(at("title")).unwrap();
    assert_eq!(hover.markdown, "**`title`**: a string; required\n\nWhat \\*it\\* is.");
    assert_eq!(hover.text, "`title`: a string; required\nWhat *it* is.");
    assert_eq!(&text[hover.place.bytes.from as usize..hover.place.bytes.to as usize], r#"\"title\""#);

    let offered = opened.file().complete(at("}\"\n"));
    let labels: Vec<_> = offered.iter().map(|it| (it.label.as_str(), it.required)).collect();
    assert_eq!(labels, [("note", false)], "what is there is not offered");
    assert_eq!(offered[0].edit.text, r#"\"note\": \"\""#);
    assert_eq!(offered[0].snippet.as_deref(), Some(r#"\\"note\\": \\"$1\\""#));
    assert_eq!(offered[0].documentation.as_deref(), Some("What *it* is."));

    let begun = envelope(r#""{\"title\": }""#);
    let opened = Opened::new(begun.as_str(), options(Vec::new()));
    let offered = opened.file().complete(u32::try_from(begun.find("}\"").unwrap()).unwrap());
    assert_eq!(offered.iter().map(|it| it.edit.text.as_str()).collect::<Vec<_>>(), [r#"\"a b\""#]);

    let empty = envelope("\"{}\"");
    let opened = Opened::new(empty.as_str(), options(Vec::new()));
    let offered = opened.file().complete(u32::try_from(empty.find("}\"").unwrap()).unwrap());
    let labels: Vec<_> = offered.iter().map(|it| it.label.as_str()).collect();
    assert_eq!(labels, ["title", "note"], "required ones first");
}
