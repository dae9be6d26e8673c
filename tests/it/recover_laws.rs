//! What holds for `recover` and `wrap`, whatever the text: nothing that may be meant is dropped, no failure becomes a
//! success, and time grows with the text.

use agent_response::{Repair, WrapOptions, recover, repair, unwrap, wrap};
use serde_json::{Value, json};

use crate::examples::examples;
use crate::linear::measured;
use crate::random::{Random, few};
use crate::recover::kinds::{Due, KINDS, after, before, envelope, inside, numbered, payloads, thoughts};
use crate::recover::{Verdict, judge, laws, options};

/// With the same changes, but for the last one.
#[test]
fn a_repair_is_a_recovery_without_an_envelope() {
    let mut n_repaired = 0;
    for (text, _) in examples() {
        for how in [Repair::Safe, Repair::All] {
            let Ok(found) = repair(&text, how, None) else { continue };
            let status = Some("success".to_owned());
            let recovered = recover(&text, &WrapOptions { repair: how, force: true, status, ..WrapOptions::default() });
            let recovered = recovered.unwrap();
            assert_eq!(unwrap(&recovered.text).unwrap().content, found.text);
            assert_eq!(recovered.applied.split_last().unwrap().1, found.applied, "{text}");
            n_repaired += usize::from(!found.applied.is_empty());
        }
    }
    assert!(n_repaired > 100, "{n_repaired}");
    assert_eq!(repair(" 1.50\n", Repair::Safe, None).unwrap().text, " 1.50\n");
    assert_eq!(repair("{\"a\": \"b", Repair::Safe, None), Err("is truncated"));
}

/// One habit around the result of another one.
#[test]
fn habits_come_together() {
    const AROUND: &[fn(&str, &mut Random) -> String] = &[
        |it, _| format!("```json\n{}\n```", it.trim_end()),
        |it, random| format!("{}\n\n{it}\n\n{}", before(random), after(random)),
        |it, random| format!("{}\n\n```\n{}\n```\n{}", before(random), it.trim_end(), after(random)),
        |it, random| format!("<think>{}</think>\n{it}", thoughts(random)),
        numbered,
        |it, _| Value::from(it).to_string(),
        |it, _| inside(it),
    ];
    let payloads = payloads();
    let mut random = Random::new(7);
    let mut counts = [0; 3];
    let mut samples = Vec::new();
    while counts.iter().sum::<usize>() < 600 {
        let kind = random.one_of(KINDS);
        if kind.due != Due::Payload || kind.name.contains("missing") || kind.name.starts_with("agents") {
            continue;
        }
        let value = random.one_of(&payloads);
        let made = (kind.write)(value, &mut random);
        let idx = random.below(AROUND.len());
        // Only JSON, or nearly JSON, is put into a fence or encoded.
        if matches!(idx, 0 | 2 | 6) && !made.starts_with(['{', '[']) || idx == 6 && !made.contains('"') {
            continue;
        }
        let text = AROUND[idx](&made, &mut random);
        let verdict = judge(&text, Due::Payload, value, Repair::All);
        counts[verdict as usize] += 1;
        if verdict != Verdict::Right {
            samples.push(format!("{verdict:?}, {} in {idx}: {text}", kind.name));
        }
    }
    println!("{}\n{counts:?}", samples.join("\n----\n"));
    assert!(counts[0] >= 570 && counts[1] <= 3, "{counts:?}");
}

/// Whatever is broken, the ledger is right and one run is enough.
#[test]
fn laws_hold_for_damaged_texts() {
    const MARKS: &[&str] = &["\"", "\\", "{", "}", "[", "]", ",", ":", "'", "\n", "```", "<think>", "</think>", "é"];
    let payloads = payloads();
    let mut random = Random::new(11);
    for _ in 0..few(400) {
        let (kind, value) = (random.one_of(KINDS), random.one_of(&payloads));
        let mut text = (kind.write)(value, &mut random);
        for _ in 0..=random.below(3) {
            let places: Vec<usize> = text.char_indices().map(|it| it.0).collect();
            let Some(at) = places.get(random.below(places.len())).copied() else { break };
            match random.below(3) {
                0 => drop(text.remove(at)),
                1 => text.insert_str(at, random.one_of::<&str>(MARKS)),
                _ if at > 0 => text.truncate(at),
                _ => (),
            }
        }
        for repair in [Repair::None, Repair::Safe, Repair::All] {
            if recover(&text, &options(repair)).is_ok() {
                laws(&text, repair);
            }
        }
    }
}

#[test]
fn what_may_be_meant_is_not_dropped() {
    let long = "A report about the configuration, in many words. ".repeat(20);
    let texts = [
        "{\"a\": 1}\n{\"b\": 2}".to_owned(),
        "{\"a\": 1}\ntrue".to_owned(),
        "{\"a\": 1}\nNone\n".to_owned(),
        "{\"a\": 1} 42".to_owned(),
        "\"x\"\n{\"a\": 1}".to_owned(),
        "First {\"a\": 1}, then {\"b\": 2}.".to_owned(),
        "```json\n{\"a\": 1}\n```\nand\n```json\n{\"b\": 2}\n```".to_owned(),
        "key: value\nother: {\"x\": 1}\nthird: [1, 2".to_owned(),
        "foo: \"bar\"\nbaz: [1]".to_owned(),
        "baz: {\"a\": 1}\nfoo: bar\n".to_owned(),
        "Use the port {\"port\": 80} for it.".to_owned(),
        format!("# Report\n\n{long}\n\n```json\n{{\"port\": 80}}\n```\n"),
        format!("# Report\n\n{}\n\n```json\n{}\n```\n", long.repeat(8), json!({"sections": ["a"], "a": "b"})),
        "See [the docs](https://example.org) and [1].".to_owned(),
        "[1] and [2] say so".to_owned(),
        "fn main() { println!(\"{}\", 1); }".to_owned(),
        "I [really] {did} it".to_owned(),
        "1. One\n2. Two\n3. {three}".to_owned(),
        "12: noon\n13: one".to_owned(),
        "<think>only thoughts</think>".to_owned(),
        "<think>thoughts</think>\nThe answer is 5.".to_owned(),
        "\"a quoted answer\"".to_owned(),
        "42".to_owned(),
    ];
    for text in texts {
        for repair in [Repair::None, Repair::Safe, Repair::All] {
            let recovered = recover(&text, &options(repair)).unwrap();
            let content = unwrap(&recovered.text).unwrap().content;
            assert_eq!(content, text, "{repair:?}");
            laws(&text, repair);
        }
    }
}

#[test]
fn nothing_is_no_success() {
    for text in ["", " \n", "\0\0\0", "\u{feff}\r\n", "\u{a0}\t\0"] {
        for repair in [Repair::None, Repair::Safe, Repair::All] {
            let error = recover(text, &options(repair)).expect_err(text);
            assert_eq!(error.argument, "content", "{text:?}");
            let failed = WrapOptions { status: Some("error".to_owned()), ..options(repair) };
            let content = unwrap(&recover(text, &failed).unwrap().text).map(|it| it.content);
            assert_eq!(content.unwrap_or_default(), text);
        }
    }
}

#[test]
fn the_trace_of_an_object_is_no_success() {
    for text in ["[object Object]", "@{a=1}\n", "System.Object[]"] {
        for repair in [Repair::None, Repair::Safe, Repair::All] {
            let error = recover(text, &options(repair)).expect_err(text);
            assert!(error.to_string().ends_with("; its content is lost"), "{error}");
        }
    }
}

#[test]
fn an_error_message_is_no_success() {
    let body = json!({"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}).to_string();
    let end = json!({"type": "result", "is_error": true, "result": "Limit reached"});
    for text in [
        "Error: 429 Too Many Requests".to_owned(),
        "Traceback (most recent call last):\n  File \"x.py\", line 1".to_owned(),
        format!("API Error: 529 {body}"),
        format!("{{\"type\": \"system\"}}\n{end}\n"),
        body,
    ] {
        for repair in [Repair::None, Repair::Safe, Repair::All] {
            let error = recover(&text, &options(repair)).expect_err(&text);
            assert!(error.to_string().starts_with("content is an error message, `"), "{error}");
            for status in ["success", "error"] {
                let given = WrapOptions { status: Some(status.to_owned()), ..options(repair) };
                assert!(recover(&text, &given).is_ok(), "{text}");
            }
        }
    }
}

#[test]
fn what_was_not_repaired_has_a_reason() {
    let reason = |text: &str, repair| recover(text, &options(repair)).unwrap().reason;
    for (text, repair, expected) in [
        ("plain words", Repair::Safe, Some("has no JSON in it")),
        ("{\"a\": 1}\n{\"b\": 2}", Repair::All, Some("has several JSON values, and each could be meant")),
        ("x: {\"a\": 1} and y: 2", Repair::All, Some("has JSON in it, but says more than that")),
        ("{\"a\": ", Repair::All, Some("is truncated")),
        ("{\"a\": 1]", Repair::Safe, Some("has no JSON in it that could be repaired without a guess")),
        ("plain words", Repair::None, None),
        ("{\"a\": 1,}", Repair::Safe, None),
    ] {
        assert_eq!(reason(text, repair), expected, "{text}");
    }
}

#[test]
fn a_fence_around_broken_json_goes_as_a_whole() {
    let body = "[\n    {\n        \"note\": \"naïve café\n    },\n    {\n        \"note\": \"https://a.b\n    }\n]\n";
    let text = format!("Here is the result:\n```json\n{body}```\n\nLet me know!\n");
    let recovered = recover(&text, &options(Repair::All)).unwrap();
    let expected = body.replace("café", "café\"").replace("a.b", "a.b\"");
    assert_eq!(unwrap(&recovered.text).unwrap().content, expected.trim_end());
}

#[test]
fn another_value_is_not_prose() {
    for text in [
        "{\"ok\": true}\n[1, True]",
        "[1, True]\n{\"ok\": true}",
        "{\"ok\": true}\n{more: 1}",
        "{\"ok\": true}\n['a', 'b',]",
        "Here: {\"ok\": true} and {'ok': None}",
    ] {
        for repair in [Repair::Safe, Repair::All] {
            let recovered = recover(text, &options(repair)).unwrap();
            assert_eq!(unwrap(&recovered.text).unwrap().content, text, "{repair:?}");
        }
    }
    // Brackets around words are prose.
    for text in ["{\"ok\": true}\nSee [the log].", "[INFO] Done:\n{\"ok\": true}", "As <x> [...] says:\n{\"ok\": true}"]
    {
        let recovered = recover(text, &options(Repair::Safe)).unwrap();
        assert_eq!(unwrap(&recovered.text).unwrap().content, "{\"ok\": true}");
    }
}

#[test]
fn a_failure_stays_one() {
    let payload = json!({"a": 1});
    for status in ["error", "timeout", "failed", "cancelled"] {
        let text = envelope(&payload, |all| {
            all["status"] = Value::from(status);
            all["error_message"] = Value::from("no luck");
        });
        let lacking = text.replace("\"version\": \"1.0\",", "");
        for text in [text.clone(), lacking, text.replace("\"status\"", "\"stat\""), format!("Here:\n{text},\n")] {
            for repair in [Repair::None, Repair::Safe, Repair::All] {
                // Words around an envelope are not an envelope, so all of it is content.
                let Ok(recovered) = recover(&text, &options(repair)) else { continue };
                let value: Value = serde_json::from_str(&recovered.text).unwrap();
                let is_content = unwrap(&recovered.text).is_some_and(|it| it.content == text);
                assert!(value["status"] != "success" || is_content, "{repair:?} {}", recovered.text);
            }
        }
    }
    // A failure remains one even if its status is missing.
    let text = envelope(&payload, |all| {
        all.as_object_mut().unwrap().shift_remove("status");
        all["error_message"] = Value::from("no luck");
        all["response"] = Value::Null;
    });
    let wrapped: Value = serde_json::from_str(&wrap(&text, &options(Repair::None)).unwrap()).unwrap();
    assert_eq!(wrapped["status"], "error");
}

#[test]
fn what_is_not_closed_in_a_fence_is_kept() {
    let text = "Here:\n```json\n{\"a\": \"x\",\n \"b\": [1,2\n```";
    let recovered = recover(text, &options(Repair::All)).unwrap();
    assert_eq!(unwrap(&recovered.text).unwrap().content, text);
    let closed = recover(&text.replace("2\n", "2]\n"), &options(Repair::All)).unwrap();
    assert_eq!(unwrap(&closed.text).unwrap().content, "{\"a\": \"x\",\n \"b\": [1,2]}");
}

#[test]
fn what_ends_a_statement_or_a_sentence_goes_with_the_words() {
    let json = "{\"a\": 1}";
    for text in ["const data = $;", "module.exports = $;", "callback($);", "JSON: $.", "`$`"] {
        let recovered = recover(&text.replace('$', json), &options(Repair::Safe)).unwrap();
        assert_eq!(unwrap(&recovered.text).unwrap().content, json, "{text}");
    }
    let sentence = format!("Use {json}) and more.");
    let recovered = recover(&sentence, &options(Repair::Safe)).unwrap();
    assert_eq!(unwrap(&recovered.text).unwrap().content, sentence);
}

/// An error may have been in the missing part.
#[test]
fn what_was_cut_off_is_no_success() {
    let whole =
        "{\"request_id\": \"a\", \"version\": \"1.0\", \"created_at\": \"2025-11-24T14:22:45Z\", \"response\": \"{}\"";
    let options = WrapOptions { request_id: None, ..options(Repair::All) };
    assert_eq!(recover(whole, &options).unwrap_err().argument, "content");
    let closed = format!("{whole}}}");
    let value: Value = serde_json::from_str(&wrap(&closed, &options).unwrap()).unwrap();
    assert_eq!((&value["status"], &value["request_id"]), (&"success".into(), &"a".into()));
}

#[test]
fn the_data_of_a_tool_is_recovered_too() {
    let data =
        r#"{"task_id": "T-1", "accepted": true, "capability": "background", "started_at": "2025-11-24T14:22:45Z"}"#;
    let options =
        WrapOptions { format: Some("delegator"), tool: Some("_codex_local_run".to_owned()), ..options(Repair::Safe) };
    let text = format!("Started:\n```json\n{}\n```", data.replace("true", "True"));
    let recovered = recover(&text, &options).unwrap();
    assert_eq!(unwrap(&recovered.text).unwrap().content, data);
    assert!(recovered.report.valid && recovered.report.format.id == Some("delegator"));
    assert_eq!(recover(&recovered.text, &options).unwrap().text, recovered.text);
    // Without its time, and with one comma too many.
    let lacking = recovered.text.replace("  \"ts\": \"2025-11-24T14:22:45+00:00\",\n", "").replace("\n}\n", ",\n}\n");
    let completed = wrap(&lacking, &WrapOptions { repair: Repair::None, ..options }).unwrap();
    let value: Value = serde_json::from_str(&completed).unwrap();
    assert_eq!(value, serde_json::from_str::<Value>(&recovered.text).unwrap());
}

#[test]
fn an_envelope_that_contradicts_the_options_is_refused() {
    let text = envelope(&json!({"a": 1}), |all| drop(all.as_object_mut().unwrap().shift_remove("metadata")));
    for repair in [Repair::None, Repair::Safe, Repair::All] {
        let other = WrapOptions { request_id: Some("other".to_owned()), ..options(repair) };
        assert_eq!(recover(&text, &other).unwrap_err().argument, "request_id");
        let request = Some("{\"request_id\": \"other\"}".to_owned());
        let other = WrapOptions { request_id: None, request, ..options(repair) };
        assert_eq!(wrap(&text, &other).unwrap_err().argument, "request");
    }
}

#[test]
fn several_envelopes_are_refused() {
    let one = envelope(&json!({"a": 1}), |_| ());
    let texts = [one.clone(), one].map(|it| json!({"type": "text", "text": it}));
    let text = json!({"content": texts}).to_string();
    assert_eq!(recover(&text, &options(Repair::All)).unwrap_err().argument, "content");
}

#[test]
fn time_grows_with_the_text() {
    type Shape = (&'static str, fn(usize) -> String);
    let shapes: &[Shape] = &[
        ("links", |n| "see [the docs](x) ".repeat(n)),
        ("open brackets", |n| "words [ and { ".repeat(n)),
        ("values", |n| "{\"a\": 1} ".repeat(n)),
        ("lines", |n| (0..n).map(|it| format!("{it}\t[\n")).collect()),
        ("entities", |n| "[&quot;a&quot;, ".repeat(n)),
        ("tags", |n| "<think>{</think>".repeat(n)),
        ("escapes", |n| format!("{{{}", "\\\"a\\\": [".repeat(n))),
        ("words in quotes", |n| format!("[{}", "'it's', ".repeat(n))),
        ("JSON at the end", |n| format!("{}{{\"a\": 1}}", "many words (and more) ".repeat(n))),
    ];
    for (name, make) in shapes {
        let time = |n: usize| {
            let text = make(n);
            // The result is tested elsewhere.
            measured(1, || drop(recover(&text, &options(Repair::All)))).as_secs_f64()
        };
        let is_square = || time(2000) / time(500) > 9.0;
        assert!(!(0..3).all(|_| is_square()), "{name}");
    }
}

/// Members without braces become an object in the notation that they are written in.
#[test]
fn members_without_braces_are_an_object() {
    let text = "'sections': ['a'], 'note': {\"x\": 1}";
    let recovered = recover(text, &options(Repair::All)).unwrap();
    assert_eq!(unwrap(&recovered.text).unwrap().content, "{\"sections\": [\"a\"], \"note\": {\"x\": 1}}");
    let kept = recover(text, &options(Repair::Safe)).unwrap();
    assert_eq!(unwrap(&kept.text).unwrap().content, text);
}
