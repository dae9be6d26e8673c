//! How strings are mended: their quotes, what is not escaped in them, and strings that should be one.

use crate::checks::say::{guess, safe};
use crate::diagnostic::Fix;
use crate::json::{self, TokenKind};
use crate::text::Span;

/// Takes out what stands between the strings of an expression, and around them.
pub(super) fn join(text: &str, expression: Span) -> Fix {
    let mut fix = guess(format_args!("join the strings"));
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

fn without(fix: Fix, span: Span) -> Fix {
    if span.is_empty() { fix } else { fix.with(span, "") }
}

pub(super) fn escape_controls(text: &str, content: Span) -> Fix {
    let mut fix = safe(format_args!("escape the control characters"));
    let mut is_escaped = false;
    for (idx, byte) in content.of(text).bytes().enumerate() {
        if byte < 0x20 {
            let at = content.start as usize + idx;
            let escape = escape_at(text, at);
            // A backslash before it, as at the end of a line in JavaScript, becomes that of the escape.
            fix = fix.with(Span::new(at, at + 1), escape.get(usize::from(is_escaped)..).unwrap_or_default());
        }
        is_escaped = byte == b'\\' && !is_escaped;
    }
    fix
}

/// Escapes the quotes inside a string; one that is escaped already stays when the string is read as text.
pub(super) fn escape_quotes(text: &str, content: Span, keeps_escapes: bool) -> Fix {
    let mut fix = guess(format_args!("escape the quotes inside the string"));
    let (bytes, end) = (text.as_bytes(), content.end as usize);
    let mut at = json::find_special(bytes, content.start as usize, end);
    while at < end {
        let is_escape = keeps_escapes && bytes.get(at) == Some(&b'\\');
        if !is_escape {
            fix = fix.with(Span::new(at, at + 1), &escape_at(text, at));
        }
        at = json::find_special(bytes, at + if is_escape { 2 } else { 1 }, end);
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
pub(super) fn is_quote(ch: char) -> bool {
    matches!(ch, '"' | '\'' | '`' | '\u{2018}'..='\u{201f}')
}

/// A string in other quotes as one in double quotes; escapes stay as they are.
pub(super) fn requoted(found: &str) -> String {
    const TRIPLES: [&str; 2] = ["\"\"\"", "'''"];
    let triple = TRIPLES.into_iter().find(|it| found.len() >= 6 && found.starts_with(it) && found.ends_with(it));
    let content = match triple {
        Some(_) => found.get(3..found.len() - 3).unwrap_or_default(),
        None => {
            let mut chars = found.chars();
            let mut inside = found;
            if chars.next().is_some_and(is_quote) {
                inside = chars.as_str();
            }
            chars = inside.chars();
            if chars.next_back().is_some_and(is_quote) { chars.as_str() } else { inside }
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
