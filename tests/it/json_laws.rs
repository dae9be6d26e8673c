//! What holds for any text: tokens, trees, places, and that nothing panics.

use agent_response::document::{Document, Documents};
use agent_response::json::{self, Kind, Outline, SyntaxErrorKind, TokenKind, Tree, quote};
use agent_response::text::Span;
use agent_response::{Options, Severity, fix, validate, validate_bytes};

use crate::json_texts::{damaged, soup, value};
use crate::random::{Random, some};

const N_TEXTS: usize = 3000;

/// An envelope whose payload has escapes of every length, and characters of every length.
const SAMPLE: &str = r###"{
  "request_id": "32ecfadc-2b66-4daa-a7c0-a03c449fcea5",
  "version": "1.0",
  "status": "success",
  "response": "{\"technology\": [\"a\\nb\", \"✅ 😀 \\ud83d\\ude00 \\\\u00e9\"], \"size\": -1.5e3, \"ok\": [true, false, null]}",
  "error_message": null,
  "error_type": null,
  "created_at": "2025-11-24T14:22:45.123456+00:00",
  "duration_seconds": 12.5,
  "metadata": {"agent": "x", "n": [1, {"deep": []}]}
}
"###;

fn options() -> Options {
    Options { format: Some("agent-response"), ..Options::default() }
}

fn texts() -> Vec<String> {
    let mut random = Random::new(7);
    let mut out = vec![String::new(), "\u{feff}".into(), SAMPLE.into()];
    for idx in 0..N_TEXTS {
        let sound = value(&mut random, 4);
        out.push(match idx % 4 {
            0 => soup(&mut random),
            1 => damaged(&mut random, SAMPLE),
            2 => damaged(&mut random, &sound),
            _ => sound,
        });
    }
    out
}

fn lies_in(span: Span, text: &str) -> bool {
    text.get(span.start as usize..span.end as usize).is_some()
}

#[test]
fn tokens_tile_any_text() {
    for text in texts() {
        let mut end = 0;
        for token in json::tokens(&text) {
            assert_eq!(token.span.start, end, "{text}");
            assert!(!token.span.is_empty() && lies_in(token.span, &text), "{token:?} in {text}");
            end = token.span.end;
        }
        assert_eq!(end as usize, text.len(), "{text}");
    }
}

#[test]
fn tokens_of_sound_json_are_those_of_json() {
    let mut random = Random::new(11);
    for _ in 0..500 {
        let text = value(&mut random, 4);
        for token in json::tokens(&text) {
            assert!(!matches!(token.kind, TokenKind::Comment | TokenKind::Other), "{token:?} in {text}");
        }
    }
}

#[test]
fn trees_lie_in_the_text() {
    for text in texts() {
        let document = Document::file(&text);
        let text = &document.text;
        let tree = &document.tree;
        for id in 0..u32::try_from(tree.len()).unwrap() {
            assert!(lies_in(tree.span(id), text), "node {id} of {text}");
            assert!(tree.span(id).contains(tree.content_span(id)), "node {id} of {text}");
            assert!(lies_in(tree.content_span(id), text), "node {id} of {text}");
            let mut at = tree.span(id).start;
            let mut n_children = 0;
            for child in tree.children(id) {
                let span = tree.span(child);
                assert!(span.start >= at, "node {child} begins before its neighbour ends: {text}");
                assert!(tree.span(id).contains(span), "node {child} leaves its parent: {text}");
                at = span.end;
                n_children += 1;
            }
            let is_paired = tree.kind(id) != Kind::Object || n_children % 2 == 0;
            assert!(is_paired, "object {id} has a key without a value: {text}");
        }
        let outline = Outline::new(tree);
        for offset in 0..=u32::try_from(text.len().min(200)).unwrap() {
            assert_eq!(outline.at(offset), tree.at(offset), "offset {offset} of {text}");
        }
        for id in 0..u32::try_from(tree.len()).unwrap() {
            assert_eq!(outline.pointer(text, id, usize::MAX), tree.pointer(text, id), "node {id} of {text}");
        }
        for error in &document.errors {
            assert!(lies_in(error.span, text), "{error:?} in {text}");
        }
    }
}

#[test]
fn one_place_has_one_fault() {
    for text in texts() {
        let document = Document::file(&text);
        for pair in document.errors.windows(2) {
            assert_ne!(pair[0], pair[1], "{text}");
        }
        // The text ends too early at most once.
        let is_end = |it: &SyntaxErrorKind| matches!(it, SyntaxErrorKind::Truncated(..) | SyntaxErrorKind::Empty);
        assert!(document.errors.iter().filter(|it| is_end(&it.kind)).count() <= 1, "{text}");
    }
}

#[test]
fn nothing_panics() {
    let mut random = Random::new(13);
    for (idx, text) in some(texts()).iter().enumerate() {
        let report = validate(text, &options());
        for found in &report.diagnostics {
            let (from, to) = (found.bytes.from as usize, found.bytes.to as usize);
            assert!(text.get(from..to).is_some(), "{found:?} in {text}");
            for edit in found.fixes.iter().flat_map(|it| &it.edits) {
                assert!(text.get(edit.bytes.from as usize..edit.bytes.to as usize).is_some(), "{edit:?} in {text}");
            }
        }
        if idx % 8 == 0 {
            fix(text, &options(), true);
        }
        let noise: Vec<u8> = (0..random.below(200)).map(|_| u8::try_from(random.below(256)).unwrap()).collect();
        validate_bytes(&noise, &options());
    }
}

#[test]
fn a_cut_is_one_finding_wherever_it_falls() {
    for cut in 0..SAMPLE.trim_end().len() {
        let Some(text) = SAMPLE.get(..cut) else { continue };
        let report = validate(text, &options());
        let serious = report.diagnostics.iter().filter(|it| it.severity <= Severity::Warning);
        let codes: Vec<&str> = serious.map(|it| it.code).collect();
        // After the last field, only brackets are missing.
        let is_whole = text.contains("\"metadata\": {")
            && text.trim_end().ends_with(|it: char| it.is_alphanumeric() || "\"]}".contains(it));
        let expected = match cut {
            0 => "empty-file",
            _ if is_whole && codes == ["syntax"] => "syntax",
            _ => "truncated",
        };
        assert_eq!(
            codes,
            [expected],
            "cut at byte {cut}: …{}\n{:#?}",
            &text[text.len().saturating_sub(30)..],
            report.diagnostics
        );
    }
}

#[test]
fn a_cut_payload_is_one_finding_wherever_it_falls() {
    let payload = r###"{"technology": ["a\nb", "✅ \ud83d\ude00 \\u00e9"], "size": -1.5e3, "ok": [true, null]}"###;
    for cut in 2..payload.len() {
        let Some(cut_payload) = payload.get(..cut) else { continue };
        let text = format!(
            "{}{}{}",
            &SAMPLE[..SAMPLE.find("\"{").unwrap()],
            quote(cut_payload),
            &SAMPLE[SAMPLE.find("}\",").unwrap() + 2..]
        );
        let report = validate(&text, &options());
        let serious = report.diagnostics.iter().filter(|it| it.severity <= Severity::Warning);
        let codes: Vec<&str> = serious.map(|it| it.code).collect();
        // After a complete item, only brackets are missing.
        let is_whole = cut_payload.ends_with(|it: char| it == '"' || it == ']' || it.is_ascii_alphanumeric());
        let is_told = codes == ["truncated"] || is_whole && codes == ["syntax"];
        assert!(is_told, "cut at byte {cut}: {cut_payload}\n{:#?}", report.diagnostics);
    }
}

/// Each decoded character maps to the bytes that made it, through this many levels of encoding.
fn check_map(content: &str, n_levels: usize) {
    let text = (0..n_levels).fold(content.to_owned(), |text, _| quote(&text));
    let mut docs = Documents::new(Document::file(&text));
    let mut doc = 0;
    for _ in 0..n_levels {
        doc = docs.nest(doc, 0);
    }
    assert_eq!(docs.get(doc).text, content);
    let mut end = None;
    for (idx, ch) in content.char_indices() {
        let inner = Span::new(idx, idx + ch.len_utf8());
        let outer = docs.to_file(doc, inner);
        let mut made = outer.of(&text).to_owned();
        for _ in 0..n_levels {
            made = json::decode(&made).text;
        }
        assert_eq!(made, ch.to_string(), "{inner:?} of {content:?} through {n_levels} levels");
        assert!(end.is_none_or(|it| it == outer.start), "a gap before {inner:?} of {content:?}");
        end = Some(outer.end);
    }
}

#[test]
fn every_decoded_character_maps_to_the_bytes_that_made_it() {
    let mut random = Random::new(17);
    let long = "é\n\"😀\\ plain text that is longer than the marks are apart ".repeat(20);
    for n_levels in 0..=3 {
        check_map(&long, n_levels);
        for _ in 0..150 {
            check_map(&value(&mut random, 3), n_levels);
        }
    }
}

/// The same for escapes that no encoder writes: each character of the decoded string, against the tree of a file.
#[test]
fn spans_of_foreign_escapes_are_exact() {
    let mut random = Random::new(19);
    for _ in 0..600 {
        let text = format!("[{}]", value(&mut random, 0));
        let tree: Tree = Document::file(&text).tree;
        if tree.kind(1) != Kind::String {
            continue;
        }
        let raw = tree.raw(&text, 1);
        let decoded = json::decode(raw);
        let mut end = 0;
        for (idx, ch) in decoded.text.char_indices() {
            let at = u32::try_from(idx).unwrap();
            let from = decoded.pieces.outward(raw, at);
            let to = decoded.pieces.outward(raw, at + u32::try_from(ch.len_utf8()).unwrap());
            assert_eq!(from, end, "{raw}");
            assert_eq!(json::decode(&raw[from as usize..to as usize]).text, ch.to_string(), "{raw}");
            assert_eq!(decoded.pieces.inward(raw, from), at, "{raw}");
            end = to;
        }
        assert_eq!(end as usize, raw.len());
    }
}
