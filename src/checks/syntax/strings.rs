//! How to fix strings: their quotes, missing escapes, and strings that should be one.

use crate::diagnostic::Fix;
use crate::document::Document;
use crate::json::{self, EscapedJson, SyntaxError, TokenKind, begins_in_string};
use crate::text::{Span, find_byte};

/// Removes everything between and around the strings of an expression.
pub(super) fn join(text: &str, expression: Span) -> Fix {
    let mut fix = Fix::guess("Join the strings");
    if let Some(joined) = joined(expression.of(text)) {
        return fix.replace(expression, json::quote(&joined));
    }
    let mut end = expression.start;
    for token in json::tokens(expression.of(text)).filter(|it| it.kind == TokenKind::String) {
        let start = expression.start + token.span.start;
        // From quote to quote.
        let quote = u32::from(end > expression.start);
        fix = without(fix, Span { start: end - quote, end: start + quote });
        end = expression.start + token.span.end;
    }
    without(fix, Span { start: end, ..expression })
}

/// The joined content of the strings in an expression, one of which is in single quotes.
fn joined(expression: &str) -> Option<String> {
    let mut rest = expression;
    let (mut out, mut is_odd) = (String::new(), false);
    while let Some(start) = rest.find(['"', '\'']) {
        let string = rest.get(start..)?;
        let end = match string.starts_with('\'') {
            true => single_quoted_end(string)?,
            false => json::tokens(string).next()?.span.end as usize,
        };
        is_odd |= string.starts_with('\'');
        out.push_str(&json::decode(string.get(1..end.checked_sub(1)?)?).text);
        rest = string.get(end..)?;
    }
    is_odd.then_some(out)
}

/// The end of a string in single quotes, if another string or nothing follows it.
fn single_quoted_end(string: &str) -> Option<usize> {
    let mut ends = string
        .match_indices('\'')
        .skip(1)
        .filter(|it| !string.get(..it.0).unwrap_or_default().ends_with('\\'))
        .map(|it| it.0 + 1);
    ends.find(|end| {
        let after = string.get(*end..).unwrap_or_default();
        let next = after.trim_start();
        next.is_empty() || next.starts_with([')', '+']) || next.len() < after.len() && next.starts_with(['"', '\''])
    })
}

fn without(fix: Fix, span: Span) -> Fix {
    if span.is_empty() { fix } else { fix.replace(span, "") }
}

/// Escapes the raw characters in a string; those in strings of the JSON inside it are escaped for both levels.
pub(super) fn escape_raw(text: &str, content: Span, title: Fix) -> Fix {
    let bytes = text.as_bytes().get(..content.end as usize).unwrap_or_default();
    let start = content.start as usize;
    let mut fix = title;
    if is_whole_json(content.of(text)) {
        let mut json = EscapedJson::new(bytes, start);
        while let Some(raw) = json.next() {
            let escape = escape_of(Span::new(raw.at, raw.at + 1).of(text), 1 + usize::from(raw.is_inside));
            let escape = escape.get(raw.n_backslashes..).unwrap_or_default();
            fix = fix.then(text, Span::new(raw.at, raw.at + 1), escape);
        }
        return fix;
    }
    let mut at = json::find_special(bytes, start, bytes.len());
    while let Some(byte) = bytes.get(at) {
        let next = at + 1;
        // A backslash before a control character, as at the end of a line in JavaScript, becomes the backslash of its
        // escape.
        let is_control = *byte == b'\\' && bytes.get(next).is_some_and(|it| *it < 0x20);
        let raw = if is_control { next } else { at };
        if *byte != b'\\' || is_control {
            let escape = escape_of(Span::new(raw, raw + 1).of(text), 1);
            let escape = escape.get(usize::from(is_control)..).unwrap_or_default();
            fix = fix.then(text, Span::new(raw, raw + 1), escape);
        }
        at = json::find_special(bytes, if *byte == b'\\' { next + 1 } else { next }, bytes.len());
    }
    fix
}

/// A raw character escaped for this many levels. A backspace or form feed gets its number: `\f` may be read as the beginning
/// of a LaTeX command ([`controls`](super::controls)).
fn escape_of(raw: &str, n_levels: usize) -> String {
    match raw.as_bytes() {
        [byte @ (0x08 | 0x0C)] => json::escaped(&format!("\\u{byte:04x}"), n_levels - 1),
        _ => json::escaped(raw, n_levels),
    }
}

/// Whether a string has an escaped line break or tab: a backslash before its letter or before the raw character.
pub(super) fn has_escaped_control(content: &str) -> bool {
    let (bytes, mut at) = (content.as_bytes(), 0);
    while let Some(found) = find_byte(bytes, at, b'\\') {
        if matches!(bytes.get(found + 1), Some(b'n' | b'r' | b't' | ..0x20)) {
            return true;
        }
        at = found + 2;
    }
    false
}

/// Escapes all quotes and backslashes of a string that was never escaped.
pub(super) fn escape_all(text: &str, content: Span, title: &'static str) -> Fix {
    let mut fix = Fix::guess(title);
    let (bytes, end) = (text.as_bytes(), content.end as usize);
    let mut at = json::find_special(bytes, content.start as usize, end);
    while at < end {
        let span = Span::new(at, at + 1);
        fix = fix.then(text, span, &json::escaped(span.of(text), 1));
        at = json::find_special(bytes, at + 1, end);
    }
    fix
}

/// How far to search for more backslashes of a path.
const LONGEST_PATH: usize = 64;

/// Whether a bad escape is in a key, or the first one of the text is: Markdown escapes each `_`.
pub(super) fn is_markdown(document: &Document, escape: SyntaxError) -> bool {
    let (tree, text) = (&document.tree, &*document.text);
    [Some(&escape), document.errors.first()].into_iter().flatten().any(|it| {
        let string = tree.begun_before(it.span.start).map(|it| tree.span(it).end as usize);
        let after = string.and_then(|it| text.get(it..)).unwrap_or_default();
        it.span.of(text) == "\\_" && after.trim_start().starts_with(':')
    })
}

/// Repairs a bad escape with a second backslash, or with the quote that it should escape.
pub(super) fn mend_escape(document: &Document, escape: Span) -> Fix {
    let text = &*document.text;
    // Only in texts with few errors, because the string is read each time.
    let (is_hiding, swapped) = (hides_quote(text, escape), swapped(text, escape));
    if (is_hiding || swapped.is_some()) && document.errors.len() <= FEW_FAULTS {
        let tree = &document.tree;
        let node = tree.begun_before(escape.start);
        let content = node.map_or("", |it| tree.raw(text, it));
        // If not, the backslash is part of a text in the JSON.
        let is_torn = begins_in_string(content) && !is_whole_json(content);
        let at = node.map_or(0, |it| escape.start.saturating_sub(tree.span(it).start + 1) as usize);
        let is_right = |it: &String| {
            let parts = content.get(..at).zip(content.get(at + it.len()..));
            is_torn && parts.is_some_and(|(before, after)| is_whole_json(&[before, it, after].concat()))
        };
        if let Some(swapped) = swapped.filter(is_right) {
            let span = Span { end: escape.end + 1, ..escape };
            return Fix::guess(format_args!("Replace with `{swapped}`")).replace(span, swapped);
        }
        // A missing quote turns the JSON inside out.
        if is_hiding && is_torn {
            return Fix::guess("Insert the missing quote").replace(Span::empty(escape.start + 1), "\"");
        }
    }
    double_all(text, &[escape.start as usize])
}

/// `\}n` as `\n}`: a mark of the JSON in a string got between the two characters of an escape.
fn swapped(text: &str, escape: Span) -> Option<String> {
    let mark = escape.of(text).strip_prefix('\\').filter(|it| matches!(*it, "{" | "}" | "[" | "]" | ":" | ","))?;
    let letter = text.get(escape.end as usize..)?.chars().next().filter(|it| matches!(it, 'n' | 'r' | 't'))?;
    Some(format!("\\{letter}{mark}"))
}

/// Whether the content of a string is JSON, escaped, from its first bracket to its last.
pub(super) fn is_whole_json(content: &str) -> bool {
    let mut json = EscapedJson::new(content.as_bytes(), 0);
    while json.next().is_some() {}
    json.end() == Some(content.len())
}

/// Whether a backslash is where a string of JSON begins or ends, and may have lost its quote.
pub(super) fn hides_quote(text: &str, escape: Span) -> bool {
    let before = text.get(..escape.start as usize).unwrap_or_default();
    let before = before.trim_end_matches(' ');
    escape.of(text).ends_with([',', ':', ']', '}']) || before.ends_with([',', ':', '[', '{'])
}

/// With at most this many errors, strings are read again for each.
const FEW_FAULTS: usize = 16;

/// Doubles these backslashes, in order, and those in the same words: in `C:\src\foo`, all were meant the same way.
pub(super) fn double_all(text: &str, backslashes: &[usize]) -> Fix {
    let mut all: Vec<usize> = Vec::new();
    for at in backslashes {
        let last = all.last().copied();
        if last.is_none_or(|it| it < *at) {
            let mut word = backslashes_of_word(text.as_bytes(), *at);
            // In `$\nabla$`, it is like a line break before a word.
            if let Err(idx) = word.binary_search(at) {
                word.insert(idx, *at);
            }
            all.extend(word.into_iter().filter(|it| last.is_none_or(|last| last < *it)));
        }
    }
    let title = if all.len() > 1 { "Double the backslashes" } else { "Double the backslash" };
    all.into_iter().fold(Fix::guess(title), |fix, at| fix.then(text, Span::new(at, at), "\\"))
}

/// The offsets of a backslash and of those in the same word that were meant the same way, in order.
pub(super) fn backslashes_of_word(bytes: &[u8], here: usize) -> Vec<usize> {
    let is_apart = |it: &u8| *it <= b' ' || *it == b'"';
    let before = bytes.get(here.saturating_sub(LONGEST_PATH)..here).unwrap_or_default();
    let mut at = here - before.iter().rev().take_while(|it| !is_apart(it)).count();
    // Does not start in the middle of an escape.
    let before = bytes.get(at.saturating_sub(LONGEST_PATH)..at).unwrap_or_default();
    at -= before.iter().rev().take_while(|it| **it == b'\\').count();
    let mut doubled = Vec::new();
    while let Some(byte) = bytes.get(at).filter(|it| at < here + LONGEST_PATH && !is_apart(it)) {
        if *byte != b'\\' {
            at += 1;
            continue;
        }
        match bytes.get(at + 1) {
            Some(b'"' | b'\\' | b'/' | b'\'') => (),
            Some(b'u') if bytes.get(at + 2..at + 6).is_some_and(|it| it.iter().all(u8::is_ascii_hexdigit)) => (),
            // This is the end of a line, not the beginning of a name.
            Some(b'n') if !is_in_word(bytes, at) => {
                if at > here {
                    break;
                }
                doubled.clear();
            }
            _ => doubled.push(at),
        }
        at += 2;
    }
    doubled
}

/// Whether an escape of two characters is between a letter or digit and a lowercase letter.
fn is_in_word(bytes: &[u8], at: usize) -> bool {
    let is_behind = bytes.get(..at).and_then(<[u8]>::last).is_some_and(u8::is_ascii_alphanumeric);
    is_behind && bytes.get(at + 2).is_some_and(u8::is_ascii_lowercase)
}

/// Whether a character is a quote of any kind that writers use in place of JSON's.
pub(super) fn is_quote(ch: char) -> bool {
    matches!(ch, '"' | '\'' | '`' | '\u{2018}'..='\u{201f}')
}

/// A string in nonstandard quotes as one in double quotes, and whether that is certain; escapes are kept.
pub(super) fn requoted(found: &str) -> (String, bool) {
    let content = between_quotes(found);
    let is_verbatim = json::is_verbatim(content);
    if is_verbatim == Some(true) {
        return (json::quote(content), true);
    }
    // The meaning of broken JSON is only probable, but its curly quotes are like those around it.
    (quoted_as_escaped(content), is_verbatim.is_some() || !found.is_char_boundary(1))
}

/// The content of a string in quotes of any kind, one or both of which may be missing.
fn between_quotes(found: &str) -> &str {
    const TRIPLES: [&str; 3] = ["\"\"\"", "'''", FENCE];
    if TRIPLES.into_iter().any(|it| found.len() >= 6 && found.starts_with(it) && found.ends_with(it)) {
        let inside = found.get(3..found.len() - 3).unwrap_or_default();
        return if found.starts_with(FENCE) { fenced(inside) } else { inside };
    }
    let inside = found.strip_prefix(is_quote).unwrap_or(found);
    inside.strip_suffix(is_quote).unwrap_or(inside)
}

const FENCE: &str = "```";

/// The code in a Markdown fence: without the name of its language and the line breaks at its fences.
fn fenced(inside: &str) -> &str {
    let is_language = |line: &str| line.trim_end().chars().all(|it| it.is_alphanumeric() || "+#-_.".contains(it));
    let Some((_, code)) = inside.split_once('\n').filter(|it| is_language(it.0)) else { return inside };
    let end = code.trim_end_matches([' ', '\t']);
    end.strip_suffix('\n').map_or(code, |it| it.strip_suffix('\r').unwrap_or(it))
}

/// Whether a string begins or ends with several quotes, of which some may be its content.
pub(super) fn has_run_of_quotes(found: &str) -> bool {
    let Some(quote) = found.chars().next().filter(|it| is_quote(*it)) else { return false };
    let run = [quote; 2].iter().collect::<String>();
    let is_escaped = || found.chars().rev().nth(2) == Some('\\');
    found != run && (found.starts_with(&run) || found.ends_with(&run) && !is_escaped())
}

/// What an escape of another language is in JSON, and the length of what is after its backslash: `\xE4`, `\U0001F600`,
/// `\u{1F600}`, `\033`.
pub(super) fn other_escape(after: &str) -> Option<(String, usize)> {
    let (from, to) = match after.as_bytes().first()? {
        b'x' => (1, 3),
        b'u' if after.starts_with("u{") => (2, after.find('}')?.min(8)),
        b'U' => (1, 9),
        b'0' => (0, 3),
        _ => return None,
    };
    let digits = after.get(from..to)?;
    let radix = if from == 0 { 8 } else { 16 };
    let code = digits.chars().try_fold(0_u32, |code, it| Some(code.wrapping_mul(radix) + it.to_digit(radix)?))?;
    let mut units = [0; 2];
    let units = char::from_u32(code)?.encode_utf16(&mut units);
    // Nobody sees some characters up to the first, and from the second on.
    let json = match (0x1_0000..0xE_0000).contains(&code) {
        true => String::from_utf16_lossy(units),
        false => units.iter().map(|it| format!("\\u{it:04x}")).collect(),
    };
    Some((json, to + usize::from(from == 2)))
}

/// A text with escapes, put in double quotes; escapes that only other languages have become JSON's.
fn quoted_as_escaped(content: &str) -> String {
    let mut out = String::with_capacity(content.len() + 2);
    out.push('"');
    let mut chars = content.chars();
    while let Some(ch) = chars.next() {
        if let Some((code, len)) = (ch == '\\').then(|| other_escape(chars.as_str())).flatten() {
            out.push_str(&code);
            chars = chars.as_str().get(len..).unwrap_or_default().chars();
            continue;
        }
        match ch {
            '\\' => match chars.next() {
                Some(next @ ('\'' | '`' | '$')) => out.push(next),
                // Word processors also curl quotes after a backslash.
                Some('\u{2018}'..='\u{201b}') => out.push('\''),
                Some('\u{201c}'..='\u{201f}') => out.push_str("\\\""),
                Some(next) => {
                    let is_escape = matches!(next, '"' | '\\' | '/' | 'b' | 'f' | 'n' | 'r' | 't' | 'u');
                    out.push_str(if is_escape { "\\" } else { "\\\\" });
                    out.push(next);
                }
                None => out.push_str("\\\\"),
            },
            '"' => out.push_str("\\\""),
            _ => json::escape_into(ch.encode_utf8(&mut [0; 4]), &mut out),
        }
    }
    out.push('"');
    out
}
