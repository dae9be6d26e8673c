//! Where a slip can happen: the structure of the file and of its payload, and the escapes in between, by class.

use std::collections::BTreeMap;

/// A character of a document and its bytes in the file.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub(crate) at: usize,
    pub(crate) len: usize,
}

/// A character of the file or of the payload.
struct Char {
    ch: char,
    place: Place,
}

/// In the file itself, these are not slips but different contents.
const HARMLESS: &[&str] = &["file escape \\\"", "file escape \\n", "file escape \\\\"];

/// The classes and their places.
pub(crate) fn places(text: &str) -> Vec<(String, Vec<Place>)> {
    let mut classes = BTreeMap::new();
    let file = text.char_indices().map(|(at, ch)| Char { ch, place: Place { at, len: ch.len_utf8() } });
    sort_into(&mut classes, "file", &file.collect::<Vec<_>>());
    if let Some(from) = payload_start(text) {
        sort_into(&mut classes, "payload", &payload_chars(text, from));
    }
    classes.into_iter().filter(|it| !HARMLESS.contains(&it.0.as_str())).collect()
}

fn sort_into(classes: &mut BTreeMap<String, Vec<Place>>, level: &str, chars: &[Char]) {
    let mut is_inside = false;
    let mut before = ' ';
    let mut rest = chars.iter();
    while let Some(Char { ch, place }) = rest.next() {
        let class = match (is_inside, ch) {
            (_, '"') => {
                is_inside = !is_inside;
                Some(format!("{level} {} quote", if is_inside { "opening" } else { "closing" }))
            }
            (false, '{' | '}' | '[' | ']' | ':' | ',') => Some(format!("{level} {ch}")),
            (false, '0'..='9' | 't' | 'f' | 'n' | '-') if !is_in_literal(before) => Some(format!("{level} literal")),
            (true, '\\') => {
                let escaped = rest.next().map_or(String::new(), |it| it.ch.to_string());
                Some(format!("{level} escape \\{escaped}"))
            }
            (true, '{' | '}' | '[' | ']' | ':' | ',' | '\'') if level == "payload" => Some(format!("content {ch}")),
            _ => None,
        };
        if let Some(class) = class {
            classes.entry(class).or_default().push(*place);
        }
        before = *ch;
    }
}

fn is_in_literal(ch: char) -> bool {
    ch.is_ascii_alphanumeric() || matches!(ch, '.' | '+' | '-')
}

/// The offset after the quote that opens the value of `response`.
fn payload_start(text: &str) -> Option<usize> {
    text.match_indices("\"response\"").find_map(|(at, key)| {
        let rest = text[at + key.len()..].trim_start().strip_prefix(':')?.trim_start().strip_prefix('"')?;
        Some(text.len() - rest.len())
    })
}

/// The decoded characters up to the closing quote.
fn payload_chars(text: &str, from: usize) -> Vec<Char> {
    let mut out = Vec::new();
    let mut at = from;
    while let Some(ch) = text[at..].chars().next().filter(|it| *it != '"') {
        let (ch, len) = if ch == '\\' { escape(&text[at + 1..]) } else { (ch, ch.len_utf8()) };
        out.push(Char { ch, place: Place { at, len } });
        at += len;
    }
    out
}

/// The character of a valid escape and its length; half a pair is not a character.
fn escape(behind_backslash: &str) -> (char, usize) {
    match behind_backslash.chars().next().unwrap() {
        'u' => {
            let code = u32::from_str_radix(&behind_backslash[1..5], 16).unwrap();
            (char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER), 6)
        }
        'n' => ('\n', 2),
        'r' => ('\r', 2),
        't' => ('\t', 2),
        'b' => ('\u{8}', 2),
        'f' => ('\u{c}', 2),
        other => (other, 2),
    }
}
