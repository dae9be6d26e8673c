//! How a fault of the text is mended, where that can be known or guessed.

use super::message::{due, python_as_json};
use super::trial::Trials;
use crate::diagnostic::{Finding, Fix};
use crate::document::{Document, trimmed};
use crate::json::{self, BracketFault, Expected, Flags, Reading, SyntaxError, SyntaxErrorKind, quote};
use crate::text::Span;

pub(super) fn repair(document: &Document, error: SyntaxError, trials: &mut Trials, it: &mut Finding) {
    if let Some(fix) = mended(document, error).filter(|fix| trials.helps(error, fix)) {
        it.fix(fix);
    }
}

fn mended(document: &Document, error: SyntaxError) -> Option<Fix> {
    let text = &*document.text;
    let span = error.span;
    let found = span.of(text);
    match error.kind {
        SyntaxErrorKind::Comment => Some(Fix::safe("remove the comment").delete(whole_comment(text, span))),
        SyntaxErrorKind::TrailingComma => Some(Fix::safe("remove the comma").delete(span)),
        SyntaxErrorKind::MissingComma => Some(Fix::safe("insert the comma").insert(end_before(text, span), ",")),
        SyntaxErrorKind::WrongQuotes => {
            // Where a string ends that is never closed is a guess.
            let is_closed = found.chars().count() > 1 && found.ends_with(is_quote);
            let fix = if is_closed { Fix::safe("use double quotes") } else { Fix::guess("use double quotes") };
            Some(fix.replace(span, requoted(found)))
        }
        SyntaxErrorKind::UnquotedKey => Some(Fix::safe("put the key in quotes").replace(span, quote(found))),
        SyntaxErrorKind::PythonLiteral => {
            let json = python_as_json(found);
            Some(Fix::safe(format!("write `{json}`")).replace(span, json))
        }
        SyntaxErrorKind::ControlCharacter(content) => Some(escape_controls(text, content)),
        SyntaxErrorKind::UnescapedQuote(content, Reading::Json) => {
            Some(escape_content(text, content, |byte| matches!(byte, b'"' | b'\\')))
        }
        SyntaxErrorKind::UnescapedQuote(content, Reading::Text) => {
            Some(escape_content(text, content, |byte| byte == b'"'))
        }
        SyntaxErrorKind::BadEscape if found == "\\'" => {
            Some(Fix::safe("remove the backslash").delete(Span { end: span.start + 1, ..span }))
        }
        SyntaxErrorKind::BadEscape => Some(Fix::guess("double the backslash").insert(span.start, "\\")),
        SyntaxErrorKind::UnclosedString if found.ends_with("\\\"") => {
            Some(Fix::guess("remove the backslash").delete(Span { start: span.end - 2, end: span.end - 1 }))
        }
        SyntaxErrorKind::UnclosedString => Some(Fix::guess("close the string").insert(span.end, "\"")),
        SyntaxErrorKind::UnopenedString => Some(Fix::guess("open the string").insert(span.start, "\"")),
        SyntaxErrorKind::BadNumber => {
            let number = plain_number(found)?;
            Some(Fix::guess(format!("write `{number}`")).replace(span, number))
        }
        SyntaxErrorKind::OddBlank => Some(Fix::safe("write a plain blank").replace(span, plain_blanks(found))),
        SyntaxErrorKind::Bracket(fault) => Some(bracket(document, fault, span)),
        SyntaxErrorKind::Unexpected(expected) => unexpected(text, expected, span),
        SyntaxErrorKind::TrailingContent => {
            // Words may be wanted elsewhere; a bracket is not.
            let is_rest = found.bytes().all(|it| matches!(it, b'}' | b']' | b';' | b',') || it.is_ascii_whitespace());
            is_rest.then(|| Fix::guess("remove it").delete(span))
        }
        SyntaxErrorKind::Empty
        | SyntaxErrorKind::LeadingText
        | SyntaxErrorKind::Truncated(..)
        | SyntaxErrorKind::NotFinite
        | SyntaxErrorKind::Ellipsis
        | SyntaxErrorKind::AnglePlaceholder
        | SyntaxErrorKind::UnescapedQuote(_, Reading::Unclear)
        | SyntaxErrorKind::LoneSurrogate
        | SyntaxErrorKind::TooDeep => None,
    }
}

/// Behind what stands before a place, blanks left out.
fn end_before(text: &str, span: Span) -> u32 {
    let before = text.get(..span.start as usize).unwrap_or_default().trim_end();
    Span::new(0, before.len()).end
}

/// True when blanks and another string follow.
fn is_before_key(text: &str, span: Span) -> bool {
    let behind = text.get(span.end as usize..).unwrap_or_default();
    behind.starts_with(char::is_whitespace) && behind.trim_start().starts_with('"')
}

fn bracket(document: &Document, fault: BracketFault, span: Span) -> Fix {
    let text = &*document.text;
    let due = |expected: Expected| due(expected).trim_matches('`');
    match fault {
        // A quote where the comma before the next key belongs.
        BracketFault::Stray if matches!(span.of(text), "\"" | "'" | "`") && is_before_key(text, span) => {
            Fix::guess("write `,`").replace(span, ",")
        }
        BracketFault::Stray => Fix::guess("remove it").delete(span),
        BracketFault::Wrong(expected) => Fix::guess(format!("write `{}`", due(expected))).replace(span, due(expected)),
        BracketFault::Missing(Expected::OpenBrace) => {
            let body = trimmed(text, document.layout.body);
            let fix = Fix::guess("make it an object").insert(span.start, "{");
            if document.tree.node(0).flags.has(Flags::UNCLOSED) { fix.insert(body.end, "}") } else { fix }
        }
        BracketFault::Missing(expected) => {
            let before = text.get(..span.start as usize).unwrap_or_default().trim_end();
            let before = before.strip_suffix(',').unwrap_or(before).trim_end();
            let fix = Fix::guess(format!("insert `{}`", due(expected)));
            fix.insert(Span::new(0, before.len()).end, due(expected))
        }
    }
}

/// What is commonly meant by something in the wrong place.
fn unexpected(text: &str, expected: Expected, span: Span) -> Option<Fix> {
    let found = span.of(text);
    match (expected, found) {
        (Expected::Colon, "=" | "=>") => Some(Fix::guess("write `:`").replace(span, ":")),
        (Expected::Colon, _) => {
            let is_value = found.starts_with(|it: char| it.is_alphanumeric() || "\"'{[-".contains(it));
            is_value.then(|| Fix::guess("insert the colon").insert(end_before(text, span), ":"))
        }
        (Expected::Key, ",") => Some(Fix::guess("remove the comma").delete(span)),
        (Expected::CommaOrBrace | Expected::CommaOrBracket, ";") => {
            let behind = text.get(span.end as usize..).unwrap_or_default().trim_start();
            let is_last = behind.is_empty() || behind.starts_with(['}', ']']);
            let comma = if is_last { "" } else { "," };
            Some(Fix::guess(if is_last { "remove it" } else { "write `,`" }).replace(span, comma))
        }
        (Expected::Value, ":") => Some(Fix::guess("remove the colon").delete(span)),
        // A text that begins with words is no string without quotes.
        (Expected::Value, _) if text.get(..span.start as usize).is_some_and(|it| !it.trim().is_empty()) => {
            bare_value(found, span)
        }
        _ => None,
    }
}

/// A word without quotes where a value is due.
fn bare_value(found: &str, span: Span) -> Option<Fix> {
    let literal = match found.to_ascii_lowercase().as_str() {
        "null" | "none" | "nil" | "undefined" => Some("null"),
        "true" => Some("true"),
        "false" => Some("false"),
        _ => None,
    };
    if let Some(literal) = literal {
        return Some(Fix::guess(format!("write `{literal}`")).replace(span, literal));
    }
    let is_plain = |it: char| it.is_alphanumeric() || " _-.:+/".contains(it);
    let is_words = found.len() <= 200 && found.chars().all(is_plain) && found.starts_with(char::is_alphanumeric);
    is_words.then(|| Fix::guess("put it in quotes").replace(span, quote(found)))
}

/// The number as JSON writes it, when it is one.
fn plain_number(found: &str) -> Option<String> {
    let plain: String = found.chars().filter(|it| !matches!(it, '_' | ',')).collect();
    let digits = plain.strip_prefix('+').unwrap_or(&plain);
    let (sign, digits) = digits.strip_prefix('-').map_or(("", digits), |it| ("-", it));
    let hex = digits.strip_prefix("0x").or(digits.strip_prefix("0X"));
    if let Some(value) = hex.and_then(|it| u64::from_str_radix(it, 16).ok()) {
        return Some(format!("{sign}{value}"));
    }
    let (whole, rest) = digits.split_at(digits.find(|it: char| !it.is_ascii_digit()).unwrap_or(digits.len()));
    let whole = whole.trim_start_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    let rest = if rest == "." { ".0".to_owned() } else { rest.replacen(".e", ".0e", 1) };
    let number = format!("{sign}{whole}{rest}");
    let (tree, errors) = json::parse(&number, Span::new(0, number.len()));
    (tree.len() == 1 && errors.is_empty() && found.contains(|it: char| it.is_ascii_digit())).then_some(number)
}

fn plain_blanks(found: &str) -> String {
    let mut out = String::new();
    let mut chars = found.chars();
    while let Some(ch) = chars.next() {
        match ch {
            '\\' => out.push_str(match chars.next() {
                Some('n') => "\n",
                Some('t') => "\t",
                _ => "",
            }),
            '\u{200b}' | '\u{2060}' | '\u{feff}' => (),
            '\u{2028}' | '\u{2029}' => out.push('\n'),
            _ => out.push(' '),
        }
    }
    out
}

fn escape_controls(text: &str, content: Span) -> Fix {
    let mut fix = Fix::safe("escape the control characters");
    let mut is_escaped = false;
    for (idx, byte) in content.of(text).bytes().enumerate() {
        if byte < 0x20 {
            let at = content.start as usize + idx;
            let escape = escape_at(text, at);
            // A backslash before it, as at the end of a line in JavaScript, becomes that of the escape.
            fix = fix.replace(Span::new(at, at + 1), escape.get(usize::from(is_escaped)..).unwrap_or_default());
        }
        is_escaped = byte == b'\\' && !is_escaped;
    }
    fix
}

/// Escapes what has to be; a quote or backslash that is escaped already stays when only quotes are asked for.
fn escape_content(text: &str, content: Span, needs: impl Fn(u8) -> bool) -> Fix {
    let keeps_escapes = !needs(b'\\');
    let mut is_escaped = false;
    let fix = Fix::guess("escape the quotes inside the string");
    escape_into_fix(fix, text, content, |byte| {
        let skip = is_escaped;
        is_escaped = keeps_escapes && byte == b'\\' && !is_escaped;
        !skip && (needs(byte) || byte < 0x20)
    })
}

fn escape_into_fix(mut fix: Fix, text: &str, content: Span, mut needs: impl FnMut(u8) -> bool) -> Fix {
    for (idx, byte) in content.of(text).bytes().enumerate() {
        if !needs(byte) {
            continue;
        }
        let at = content.start as usize + idx;
        fix = fix.replace(Span::new(at, at + 1), escape_at(text, at));
    }
    fix
}

/// How the character of one byte at an offset is written in a string.
fn escape_at(text: &str, at: usize) -> String {
    let mut out = String::new();
    json::escape_into(Span::new(at, at + 1).of(text), &mut out);
    out
}

/// Quotes of all kinds that writers use for those of JSON.
fn is_quote(ch: char) -> bool {
    matches!(ch, '"' | '\'' | '`' | '\u{2018}'..='\u{201f}')
}

/// A string in other quotes as one in double quotes; escapes stay as they are.
fn requoted(found: &str) -> String {
    const TRIPLES: [&str; 2] = ["\"\"\"", "'''"];
    let triple = TRIPLES.into_iter().find(|it| found.len() >= 6 && found.starts_with(it) && found.ends_with(it));
    let content = match triple {
        Some(_) => found.get(3..found.len() - 3).unwrap_or_default(),
        None => {
            let content = found.strip_prefix(is_quote).unwrap_or(found);
            content.strip_suffix(is_quote).unwrap_or(content)
        }
    };
    let mut out = String::with_capacity(content.len() + 2);
    out.push('"');
    let mut chars = content.chars();
    while let Some(ch) = chars.next() {
        match ch {
            '\\' => match chars.next() {
                Some(next @ ('\'' | '`' | '$')) => out.push(next),
                Some('x') => out.push_str("\\u00"),
                Some(next @ ('"' | '\\' | '/' | 'b' | 'f' | 'n' | 'r' | 't' | 'u')) => out.extend(['\\', next]),
                Some(next) => out.extend(['\\', '\\', next]),
                None => out.push_str("\\\\"),
            },
            '"' => out.push_str("\\\""),
            _ => json::escape_into(ch.encode_utf8(&mut [0; 4]), &mut out),
        }
    }
    out.push('"');
    out
}

/// The comment with the blanks before it; with its line when it stands alone there.
fn whole_comment(text: &str, span: Span) -> Span {
    let before = text.get(..span.start as usize).unwrap_or_default();
    let start = before.trim_end_matches([' ', '\t']).len();
    let after = text.get(span.end as usize..).unwrap_or_default();
    let behind = after.trim_start_matches([' ', '\t', '\r']);
    let line_end = behind.starts_with('\n').then(|| after.len() - behind.len());
    let is_alone = start == 0 || before.as_bytes().get(start - 1) == Some(&b'\n');
    match line_end {
        Some(end) if is_alone => Span::new(start, span.end as usize + end + 1),
        _ => Span { start: Span::new(0, start).end, end: span.end },
    }
}
