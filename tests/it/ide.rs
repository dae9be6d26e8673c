//! Inner documents: which ones exist, where they are, and that edits of them do what they say.

use agent_response::ide::{DocumentKind, EditError, InnerDocument, InnerEdit, Language, Opened, apply_edits};
use agent_response::report::TextEdit;
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

fn applied(text: &str, edits: &[TextEdit]) -> String {
    let edits: Vec<InnerEdit> = edits.iter().map(inner_edit).collect();
    apply_edits(text, &edits).unwrap()
}

fn inner_edit(it: &TextEdit) -> InnerEdit {
    InnerEdit { from: it.bytes.from, to: it.bytes.to, text: it.text.clone() }
}

fn offset(bytes: usize) -> u32 {
    u32::try_from(bytes).unwrap()
}

/// Edits that do not overlap, with everything that needs an escape.
fn random_edits(random: &mut Random, text: &str) -> Vec<InnerEdit> {
    const PIECES: &[&str] =
        &["", "a", "\"", "\\", "\\u", "\n", "\r\n", "é", "😀", "\u{7}", "/", "{\"a\": 1}", "\\n", "\u{2028}", "✅ b"];
    let mut places: Vec<usize> = (0..2 * (1 + random.below(3)))
        .map(|_| {
            let mut at = random.below(text.len() + 1);
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            // Most edits are small.
            at
        })
        .collect();
    places.sort_unstable();
    let mut out = Vec::new();
    for pair in places.chunks(2) {
        let [from, to] = *pair else { unreachable!() };
        let mut to = to.min(from + random.below(12));
        while !text.is_char_boundary(to) {
            to -= 1;
        }
        let text = (0..random.below(3)).map(|_| *random.one_of(PIECES)).collect();
        out.push(InnerEdit { from: offset(from), to: offset(to), text });
    }
    if random.below(2) == 0 {
        out.reverse();
    }
    out
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
    assert_eq!(titles, ["a/b[0]", "c'\\n"]);
}

#[test]
fn an_edit_is_small_and_spelled_as_the_text_around_it() {
    let check = |is_ascii: bool, depth: usize, text: &str, expected: &str| {
        let file = nested(depth, is_ascii);
        let pointer = "/response".repeat(depth) + "/quick_start";
        let at = offset("## ".len());
        let edits = opened(&file).edit(&pointer, &[InnerEdit { from: at, to: at, text: text.into() }]).unwrap();
        let texts: Vec<_> = edits.iter().map(|it| (it.to - it.from, &*it.text)).collect();
        assert_eq!(texts, [(0, expected)]);
    };
    check(false, 1, "é\n\"", "é\\\\n\\\\\\\"");
    check(true, 1, "é", "\\\\u00e9");
    check(true, 2, "😀", "\\\\\\\\ud83d\\\\\\\\ude00");
    // Text that is the same before and after is not part of the edit.
    let file = nested(1, true);
    let inside = document(&file, "/response/quick_start").unwrap();
    let text = inside.text.replace("this", "thus");
    let whole = InnerEdit { from: 0, to: offset(inside.text.len()), text };
    let edits = opened(&file).edit("/response/quick_start", &[whole]).unwrap();
    assert_eq!(edits.iter().map(|it| (it.to - it.from, &*it.text)).collect::<Vec<_>>(), [(1, "u")]);
}

#[test]
fn edits_inside_are_edits_of_the_decoded_text() {
    let mut random = Random::new(12);
    for depth in 1..=4 {
        for (is_ascii, section) in [(false, ""), (true, ""), (false, "/quick_start"), (true, "/quick_start")] {
            let pointer = "/response".repeat(depth) + section;
            let mut file = nested(depth, is_ascii);
            let mut text = decoded(&file, &pointer);
            for _ in 0..200 {
                let before = opened(&file);
                let place = document(&file, &pointer).unwrap().place.bytes;
                let edits = random_edits(&mut random, &text);
                text = apply_edits(&text, &edits).unwrap();
                let after = applied(&file, &before.edit(&pointer, &edits).unwrap());
                // Nothing outside changes.
                assert_eq!(after[..place.from as usize], file[..place.from as usize]);
                assert!(after.ends_with(&file[place.to as usize..]));
                assert_eq!(is_ascii && after.is_ascii(), is_ascii, "{after}");
                file = after;
                assert_eq!(decoded(&file, &pointer), text);
                assert_eq!(opened(&file).text_of(&pointer), Some(&*text));
            }
        }
    }
}

#[test]
fn broken_texts_are_edited_for_certain_or_not_at_all() {
    let mut random = Random::new(21);
    let (mut n_made, mut n_refused) = (0, 0);
    for idx in 0..500 {
        let file = damaged(&mut random, &nested(1 + idx % 2, idx % 3 == 0));
        let before = opened(&file);
        let documents = before.documents();
        if documents.is_empty() {
            continue;
        }
        let inside = random.one_of(&documents);
        let edits = random_edits(&mut random, &inside.text);
        let wanted = apply_edits(&inside.text, &edits).unwrap();
        let edits = match before.edit(&inside.pointer, &edits) {
            Ok(edits) => edits,
            Err(EditError::Uncertain(_)) => {
                n_refused += 1;
                continue;
            }
            Err(other) => panic!("{other:?}"),
        };
        let after = applied(&file, &edits);
        n_made += 1;
        if inside.depth == 0 {
            continue;
        }
        // If the strings around it are broken, too, they are rewritten, quotes included.
        let is_around = |it: &&InnerDocument| inside.pointer.starts_with(&it.pointer);
        let bytes = documents.iter().filter(is_around).map(|it| it.place.bytes);
        let (from, to) =
            bytes.fold((file.len(), 0), |acc, it| (acc.0.min(it.from as usize), acc.1.max(it.to as usize)));
        let (from, to) = (from.saturating_sub(4), file.len().min(to + 4));
        assert_eq!(file.get(..from), after.get(..from), "{file}\n{after}");
        assert!(file.get(to..).is_none_or(|it| after.ends_with(it)), "{file}\n{after}");
        let mut found = opened(&after);
        assert!(found.include(&inside.pointer));
        assert_eq!(found.text_of(&inside.pointer), Some(&*wanted), "{}\n{file}\n{after}", inside.pointer);
        for other in &documents {
            let is_apart = !other.pointer.starts_with(&inside.pointer) && !inside.pointer.starts_with(&other.pointer);
            if is_apart && other.depth > 0 {
                assert!(found.include(&other.pointer));
                assert_eq!(found.text_of(&other.pointer), Some(&*other.text), "{file}\n{after}");
            }
        }
    }
    assert!(n_made > 20 * n_refused, "{n_made} made, {n_refused} refused");
    assert!(n_made > 350, "{n_made}");
}

#[test]
fn a_slip_around_a_document_is_undone_or_kept_as_it_is() {
    // A quote without its backslash, inside the string.
    let file =
        r##"{"request_id": "a", "status": "success", "response": "{\"title\": \"# A\", "sections\": [\"title\"]}"}"##;
    let before = opened(file);
    let text = before.text_of("/response").unwrap().to_owned();
    let at = offset(text.find("# A").unwrap());
    let edits = [InnerEdit { from: at, to: at, text: "\"é\n".into() }];
    let after = applied(file, &before.edit("/response", &edits).unwrap());
    assert_eq!(opened(&after).text_of("/response"), Some(&*apply_edits(&text, &edits).unwrap()));
    // A comma that is missing elsewhere stays missing.
    let file = r##"{"request_id": "a" "status": "success", "response": "{\"title\": \"# A\"}"}"##;
    let edits = [InnerEdit { from: 0, to: 0, text: " ".into() }];
    let after = applied(file, &opened(file).edit("/response", &edits).unwrap());
    assert_eq!(after, file.replace("\"{", "\" {"));
}

#[test]
fn an_object_that_is_not_encoded_is_edited_in_its_place() {
    let file =
        "{\"request_id\": \"a\", \"status\": \"success\",\r\n \"response\": {\"a\": \"é\"}, \"version\": \"1.0\"}";
    let edits = [InnerEdit { from: 1, to: 1, text: "\n".into() }];
    let after = applied(file, &opened(file).edit("/response", &edits).unwrap());
    assert_eq!(after, file.replace("{\"a\"", "{\n\"a\""));
    let edits = [InnerEdit { from: 0, to: 0, text: "\r\n".into() }];
    assert_eq!(applied(file, &opened(file).edit("", &edits).unwrap()), format!("\r\n{file}"));
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
