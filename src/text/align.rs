//! What two texts have in common when one was made from the other by removing, decoding, encoding or inserting parts.

use super::{Edit, Span, common_start, find_bytes};

/// How far a word of this length is searched: a short one could be anything that is not right there.
const REACH: &[(usize, usize)] = &[(16, 1), (256, 3), (usize::MAX, 3)];
/// How often all of the rest is searched: it may be long.
const MOST_SEARCHES: usize = 32;
/// So far reach the words that are looked for, and how many there are at most.
const NEAR: usize = 256;
const MOST_WORDS: usize = 6;

/// Smaller edits that do the same as this one: between them is what the two texts have in common, word by word from the
/// front to the back. Where nothing is found, one edit replaces the rest.
pub(super) fn parts(edit: &Edit, text: &str) -> Vec<Edit> {
    let (old, new) = (edit.span.of(text), &*edit.text);
    let (mut out, mut at, mut now, mut n_left) = (Vec::new(), 0, 0, MOST_SEARCHES);
    loop {
        let (old_rest, new_rest) = (old.get(at..).unwrap_or_default(), new.get(now..).unwrap_or_default());
        let same = common_start(old_rest, new_rest);
        (at, now) = (at + same, now + same);
        let (old_rest, new_rest) = (old.get(at..).unwrap_or_default(), new.get(now..).unwrap_or_default());
        let next = next_in_common(old_rest, new_rest, &mut n_left);
        let (removed, added) = next.unwrap_or((old_rest.len(), new_rest.len()));
        let start = edit.span.start as usize + at;
        let added_text = new_rest.get(..added).unwrap_or_default().to_owned();
        out.extend(Edit { span: Span::new(start, start + removed), text: added_text }.smallest(text));
        if next.is_none() {
            return out;
        }
        (at, now) = (at + removed, now + added);
    }
}

/// How many bytes of both texts precede the nearest word that they have in common.
fn next_in_common(old: &str, new: &str, n_left: &mut usize) -> Option<(usize, usize)> {
    REACH.iter().find_map(|&(reach, least)| {
        let near = |it: &str, most: usize| it.len().min(most);
        if reach == usize::MAX && old.len() > NEAR {
            *n_left = n_left.checked_sub(1)?;
        }
        let (old, new) = (old.as_bytes().get(..near(old, reach))?, new.as_bytes().get(..near(new, reach.min(NEAR)))?);
        nearest(old, new, least)
    })
}

fn nearest(old: &[u8], new: &[u8], least: usize) -> Option<(usize, usize)> {
    let mut next = 0;
    let words = new.split(|it| !is_of_word(it)).map(|word| {
        let start = next;
        next += word.len() + 1;
        (start, word, new.get(start + word.len()))
    });
    let words = words.filter(|it| it.1.len() >= least).take(MOST_WORDS);
    let places = words.filter_map(|(start, word, next)| Some((find_word(old, word, next)?, start)));
    places.min_by_key(|it| it.0 + it.1)
}

/// Where a word first occurs as a whole, followed by the same byte or, in one of the texts, by an escape. The letter of an
/// escape before it, as in `\nword`, is no part of it.
fn find_word(text: &[u8], word: &[u8], next: Option<&u8>) -> Option<usize> {
    let mut from = 0;
    loop {
        let at = from + find_bytes(text.get(from..)?, word)?;
        let before = |n| at.checked_sub(n).and_then(|it| text.get(it));
        let begins = !before(1).is_some_and(is_of_word) || before(2) == Some(&b'\\');
        let after = text.get(at + word.len());
        let is_escaped = |it: Option<&u8>| matches!(it, Some(b'\\' | b'&'));
        if begins && (after == next || is_escaped(after) || is_escaped(next)) {
            return Some(at);
        }
        from = at + 1;
    }
}

fn is_of_word(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || !byte.is_ascii()
}

#[cfg(test)]
mod tests {
    use super::parts;
    use crate::text::{Edit, Span, apply};

    fn check(old: &str, new: &str, expected: &[(&str, &str)]) {
        let edits = parts(&Edit { span: Span::new(0, old.len()), text: new.to_owned() }, old);
        assert_eq!(apply(old, &edits), new);
        let found: Vec<_> = edits.iter().map(|it| (it.span.of(old), &*it.text)).collect();
        assert_eq!(found, expected, "{old} {new}");
    }

    #[test]
    fn what_is_decoded_stays_where_it_was() {
        check(r#"{\"a\": \"é\"}"#, r#"{"a": "é"}"#, &[("\\", ""), ("\\\": \\", "\": "), ("\\", "")]);
        check("{&quot;a&quot;: 1}", "{\"a\": 1}", &[("&quot;", "\""), ("&quot;", "\"")]);
        check("a\\n  b", "a\n  b", &[("\\n", "\n")]);
    }

    #[test]
    fn what_is_encoded_stays_where_it_was() {
        check(r#"{"a": [1,]}"#, r#""{\"a\": [1,]}""#, &[("{", "\"{\\"), ("", "\\"), ("", "\"")]);
    }

    #[test]
    fn what_is_removed_is_between_what_stays() {
        check("  7\t{\n  8\t  \"key\": 1\n", "{\n  \"key\": 1\n", &[("  7\t{\n  8\t", "{\n")]);
        check("+{\n+  1,\n+  2", "{\n  1,\n  2", &[("+{\n+", "{\n"), ("+", "")]);
        let far = format!("{}{{\"answer\": 1}} Done.", "An event. ".repeat(100));
        check(&far, "{\"answer\": 1}", &[(far.split("{\"a").next().unwrap(), ""), (" Done.", "")]);
    }

    #[test]
    fn nothing_in_common_is_one_edit() {
        check("abc", "xyz", &[("abc", "xyz")]);
        check("", "new", &[("", "new")]);
        check("old", "", &[("old", "")]);
        check("same", "same", &[]);
    }
}
