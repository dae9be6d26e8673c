//! Inner documents: which ones exist, and where they are.

mod edits;

use agent_response::ide::{DocumentKind, InnerDocument, InnerEdit, Language, Opened};
use agent_response::{Options, locate, locate_all};
use serde_json::{Value, json};

use crate::json_texts::damaged;
use crate::random::Random;

const MARKDOWN: &str = "## Quick Start\r\n\n- ✅ do \"this\"\tnow\n- C:\\temp 😀\n\n```sh\nls | sort\n```\n\u{1}";

fn opened(text: &str) -> Opened {
    Opened::new(text, Options::default())
}

fn document(text: &str, pointer: &str) -> Option<InnerDocument> {
    opened(text).documents().into_iter().find(|it| it.pointer == pointer)
}

/// A file with payloads in payloads; the innermost has sections.
fn nested(depth: usize, is_ascii: bool) -> String {
    let mut payload = json!({ "sections": ["quick_start"], "quick_start": MARKDOWN, "boundaries": "## Boundaries\n" });
    for _ in 0..depth {
        payload = json!({
            "request_id": "32ecfadc-2b66-4daa-a7c0-a03c449fcea5",
            "version": "1.0",
            "status": "success",
            "response": print(&payload, is_ascii),
            "error_message": null,
            "error_type": null,
            "created_at": "2025-11-24T14:22:45.123456+00:00",
            "duration_seconds": 12.5,
            "metadata": { "note": "é" },
        });
    }
    print(&payload, is_ascii)
}

fn print(value: &Value, is_ascii: bool) -> String {
    let text = serde_json::to_string_pretty(value).unwrap();
    if !is_ascii {
        return text;
    }
    let escaped = |it: char| match it {
        _ if it.is_ascii() => it.to_string(),
        _ => it.encode_utf16(&mut [0; 2]).iter().map(|it| format!("\\u{it:04x}")).collect(),
    };
    text.chars().map(escaped).collect()
}

/// The text at a pointer through encoded strings, as another parser decodes it.
fn decoded(text: &str, pointer: &str) -> String {
    let mut text = text.to_owned();
    for token in pointer.split('/').skip(1) {
        let value: Value = serde_json::from_str(&text).unwrap();
        text = value[token].as_str().unwrap().to_owned();
    }
    text
}

fn offset(bytes: usize) -> u32 {
    u32::try_from(bytes).unwrap()
}

#[test]
fn documents_are_found_at_any_depth() {
    let listed = |text: &str| -> Vec<String> {
        let show = |it: InnerDocument| format!("{} in {:?}: {:?} {:?}", it.pointer, it.parent, it.kind, it.language);
        opened(text).documents().into_iter().map(show).collect()
    };
    assert_eq!(
        listed(&nested(2, true)),
        [
            "/response in \"\": Payload Json",
            "/response/response in \"/response\": Payload Json",
            "/response/response/quick_start in \"/response/response\": Section Markdown",
            "/response/response/boundaries in \"/response/response\": Section Markdown",
        ]
    );
    // Broken, empty, encoded twice, not encoded, in another string, and next to fields that a table has.
    let envelope = |response: &str| {
        format!(
            r#"{{"request_id": "a", "status": "success", "version": "1.0", "created_at": "", "response": {response}}}"#
        )
    };
    assert_eq!(listed(&envelope(r#""{\"sections\": [\"a\"], ""#)), ["/response in \"\": Payload Json"]);
    assert_eq!(listed(&envelope(r#""""#)), ["/response in \"\": Payload Json"]);
    assert_eq!(listed(&envelope("null")), [""; 0]);
    assert_eq!(listed(&envelope(r##""# Report\nAll is well.""##)), ["/response in \"\": Payload Markdown"]);
    let twice = envelope(&Value::from(Value::from("{\"a\": 1}").to_string()).to_string());
    let documents = opened(&twice).documents();
    assert_eq!((documents.len(), &*documents[0].text, documents[0].depth), (1, "{\"a\": 1}", 2));
    let plain = envelope("{\"sections\": [\"title\"], \"title\": \"# A\"}");
    let documents = opened(&plain).documents();
    assert_eq!((&*documents[0].pointer, documents[0].depth), ("/response", 0));
    assert_eq!(documents[0].text, "{\"sections\": [\"title\"], \"title\": \"# A\"}");
    assert_eq!(
        (&*documents[1].pointer, &*documents[1].parent, documents[1].depth),
        ("/response/title", "/response", 1)
    );
    assert_eq!(listed(r#"{"log": ["x", "[{\"a\": 1}]"]}"#), ["/log/1 in \"\": Text Json"]);
    assert_eq!(
        listed(&envelope(r#""{\"sections\": [], \"examples_2\": \"- one\", \"a~/b\": \"[1]\"}""#)),
        [
            "/response in \"\": Payload Json",
            "/response/examples_2 in \"/response\": Section Markdown",
            "/response/a~0~1b in \"/response\": Text Json"
        ]
    );
    let titles: Vec<_> =
        opened(r#"{"a/b": ["[1]"], "c`\n": "[1]"}"#).documents().into_iter().map(|it| it.title).collect();
    assert_eq!(titles, ["a/b[0]", "c\\u0060\\n"]);
}

#[test]
fn places_are_the_same_both_ways() {
    for file in [nested(3, false), nested(2, true)] {
        let opened = opened(&file);
        for inside in opened.documents() {
            for at in (0..=inside.text.len()).filter(|it| inside.text.is_char_boundary(*it)) {
                let place = opened.to_file(&inside.pointer, offset(at), offset(at)).unwrap();
                let back = opened.to_inner(place.bytes.from);
                let found = back.iter().find(|it| it.pointer == inside.pointer).unwrap();
                assert_eq!(found.byte as usize, at);
                assert_eq!(found.offset as usize, inside.text[..at].encode_utf16().count());
                let depths: Vec<_> = back.iter().map(|it| it.pointer.matches('/').count()).collect();
                assert!(depths.is_sorted(), "{depths:?}");
            }
            let whole = opened.to_file(&inside.pointer, 0, offset(inside.text.len())).unwrap();
            assert_eq!(whole, inside.place);
        }
        assert_eq!(opened.to_inner(0), []);
    }
}

#[test]
fn any_string_is_a_document_when_it_is_included() {
    let file = r#"{"log": {"a/b": "{\"c\": [\"\\u00e9 x\"]}", "n": 1}}"#;
    let mut opened = opened(file);
    assert_eq!(opened.documents().len(), 1);
    assert!(opened.include("/log/a~1b/c/0"));
    assert!(opened.include("/log/a~1b/c/0"));
    for pointer in ["/log", "/log/n", "/log/none", "/log/a~1b/c/1", "log"] {
        assert!(!opened.include(pointer), "{pointer}");
    }
    let documents = opened.documents();
    assert_eq!(documents.len(), 2);
    assert_eq!((&*documents[1].text, &*documents[1].parent, documents[1].depth), ("é x", "/log/a~1b", 2));
    assert_eq!(documents[1].language, Language::Text);
    let edits = opened.edit("/log/a~1b/c/0", &[InnerEdit { from: 0, to: 0, text: "é\"".into() }]).unwrap();
    assert_eq!(edits[0].text, "\\\\u00e9\\\\\\\"");
    opened.exclude();
    assert_eq!(opened.documents().len(), 1);
    assert_eq!(opened.text_of("/log/a~1b/c/0"), None);
    assert!(opened.include("/log/a~1b/c/0") && opened.documents() == documents);
}

#[test]
fn arguments_that_are_wrong_are_named() {
    let file = nested(1, false);
    let opened = opened(&file);
    let error = |pointer: &str, edits: &[(u32, u32)]| {
        let edits: Vec<_> = edits.iter().map(|&(from, to)| InnerEdit { from, to, text: "x".into() }).collect();
        opened.edit(pointer, &edits).unwrap_err().to_string()
    };
    assert_eq!(error("/status", &[]), "pointer must be that of a document in the text");
    assert_eq!(error("/response", &[(0, 2), (9, 9), (1, 3)]), "edits[2] must not overlap another edit");
    let outside = "edits[1] must lie within the document, between whole characters";
    let emoji = offset(opened.text_of("/response").unwrap().find('😀').unwrap());
    for wrong in [(0, 1 << 20), (3, 2), (emoji + 1, emoji + 4)] {
        assert_eq!(error("/response", &[(0, 0), wrong]), outside);
    }
    assert_eq!(opened.to_file("/response", 3, 2), None);
    assert_eq!(opened.to_file("/status", 0, 0), None);
}

#[test]
fn documents_that_a_strict_parser_refuses_are_broken() {
    let mut random = Random::new(5);
    let mut n_broken = 0;
    for idx in 0..1000 {
        let payload = damaged(&mut random, &decoded(&nested(1 + idx % 2, false), "/response"));
        // serde_json rejects half of a surrogate pair, which JSON allows.
        if payload.contains("\\ud") {
            continue;
        }
        let file = json!({ "request_id": "a", "status": "success", "version": "1.0", "response": payload }).to_string();
        let Some(inside) = document(&file, "/response").filter(|it| it.language == Language::Json) else { continue };
        assert_eq!(inside.kind, DocumentKind::Payload);
        let is_broken = serde_json::from_str::<Value>(&payload).is_err();
        assert_eq!(inside.broken, is_broken, "{payload}");
        n_broken += usize::from(is_broken);
    }
    assert!((300..900).contains(&n_broken), "{n_broken}");
}

#[test]
fn many_pointers_are_found_as_one_by_one() {
    let file = nested(2, true);
    let pointers = [
        "",
        "/response/response/sections/0",
        "/status",
        "/response/status",
        "/none",
        "/response/response/sections/1",
        "/response",
        "/response/metadata/note",
        "status",
        "/response/response/sections/00",
        "/status",
    ];
    let all = locate_all(&file, &pointers, false);
    for (pointer, found) in pointers.iter().zip(&all) {
        assert_eq!(*found, locate(&file, pointer), "{pointer}");
    }
    assert_eq!(all.iter().filter(|it| it.is_none()).count(), 4);
    let text = |it: &agent_response::report::Location| &file[it.bytes.from as usize..it.bytes.to as usize];
    let keys = locate_all(&file, &pointers, true);
    assert_eq!(text(keys[2].as_ref().unwrap()), "\"status\"");
    assert_eq!(text(keys[3].as_ref().unwrap()), "\\\"status\\\"");
    assert_eq!(keys[1], all[1]);
    assert_eq!(keys[0], all[0]);
    // JSON that is encoded twice is located as well as JSON that is encoded once.
    let twice = json!({ "response": Value::from("{\"a\": [7]}").to_string() }).to_string();
    assert_eq!(text(&locate_all(&twice, &["/response/a/0"], false)[0].clone().unwrap()).len(), 1);
}

#[test]
fn an_included_text_is_json_markdown_or_neither() {
    let language = |text: &str| {
        let mut opened = opened(&json!({ "log": text }).to_string());
        assert!(opened.include("/log"));
        opened.document("/log").unwrap().language
    };
    assert_eq!(language(" {\"a\": 1"), Language::Json);
    assert_eq!(language("# Title\n\n- an item\n"), Language::Markdown);
    assert_eq!(language("words"), Language::Text);
}

#[test]
fn of_a_repeated_key_the_last_is_the_document() {
    let text = r#"{"status": "success", "response": "{\"a\": 1}", "response": "{\"b\": 2}", "response": "{\"c\": 3}"}"#;
    let opened = opened(text);
    let documents = opened.documents();
    let pointers: Vec<&str> = documents.iter().map(|it| &*it.pointer).collect();
    assert_eq!(pointers, ["/response"]);
    assert_eq!(opened.inside("/response").unwrap().text(), "{\"c\": 3}");
}
