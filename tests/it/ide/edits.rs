//! Edits of inner documents do what they say, and nothing else.

use agent_response::ide::{EditError, InnerDocument, InnerEdit, apply_edits};
use agent_response::report::TextEdit;

use super::{decoded, document, nested, offset, opened};
use crate::json_texts::damaged;
use crate::random::Random;

fn applied(text: &str, edits: &[TextEdit]) -> String {
    let edits: Vec<InnerEdit> = edits.iter().map(inner_edit).collect();
    apply_edits(text, &edits).unwrap()
}

fn inner_edit(it: &TextEdit) -> InnerEdit {
    InnerEdit { from: it.bytes.from, to: it.bytes.to, text: it.text.clone() }
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
