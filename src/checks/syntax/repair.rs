//! How a syntax error is fixed, if that is known or can be guessed.

use super::message::{due, python_as_json};
use super::plain_number::plain_number;
use super::trial::Trials;
use super::{habit, lines, strings};
use crate::checks::say::{Filled, is_prose};
use crate::diagnostic::{Finding, Fix, Safety};
use crate::document::{Document, trimmed};
use crate::json::{self, BracketFault, Expected, Flags, SyntaxError, SyntaxErrorKind, quote};
use crate::text::Span;

/// Offers a fix, or the fix for all errors of the habit if this is its first. The ends of strings may be uncertain.
pub(super) fn repair(
    document: &Document,
    (error, is_habit, is_doubtful): (SyntaxError, bool, bool),
    trials: &mut Trials,
    it: &mut Finding,
) {
    let Some(fix) = (if is_habit { habit::rewritten(document) } else { mended(document, error) }) else { return };
    let n_mended = if is_habit { fix.edits.len() } else { 1 };
    let is_sure = !is_doubtful || !is_habit && !matches!(error.kind, SyntaxErrorKind::WrongQuotes);
    let fix = if is_sure { fix } else { fix.unsure() };
    if trials.helps((error, n_mended), &fix) {
        it.fix(fix);
    }
}

/// Replaces the text of the span with `text`; `$` in the title is replaced with it, too.
fn put(safety: Safety, title: &'static str, span: Span, text: &str) -> Option<Fix> {
    Some(Fix::new(safety, format_args!("{}", Filled(title, text))).replace(span, text))
}

/// A replacement that loses nothing.
fn sure(title: &'static str, span: Span, text: &str) -> Option<Fix> {
    put(Safety::Safe, title, span, text)
}

/// A replacement that may be meant.
fn maybe(title: &'static str, span: Span, text: &str) -> Option<Fix> {
    put(Safety::Suggestion, title, span, text)
}

fn mended(document: &Document, error: SyntaxError) -> Option<Fix> {
    let text = &*document.text;
    let found = error.span.of(text);
    match error.kind {
        SyntaxErrorKind::ControlCharacter(content) => {
            let fix = strings::escape_raw(text, content, Fix::safe("Escape the control characters"));
            // In a key it is a letter after a stray backslash rather than a line break.
            let behind = text.get(content.end as usize + 1..).unwrap_or_default();
            let is_key = behind.trim_start().starts_with(':');
            // A writer that does not escape line breaks escapes none. Among escaped ones, one may have lost its backslash,
            // or come from a terminal that wrapped the line. And where an escape is wrong, that of a quote may be, too.
            let is_slip = document.parent.is_some() && strings::has_escaped_control(content.of(text));
            let mut inside = document.errors_in(content);
            let is_doubtful = inside.any(|it| it.kind == SyntaxErrorKind::BadEscape);
            Some(if is_key || is_slip || is_doubtful { fix.unsure() } else { fix })
        }
        SyntaxErrorKind::UnescapedQuote(content) => Some(strings::escape_all(text, content)),
        SyntaxErrorKind::Bracket(BracketFault::Missing(Expected::OpenBrace)) => {
            let fix = Fix::guess("Convert it to an object").replace(Span::empty(error.span.start), "{");
            let is_open = document.tree.node(0).flags.has(Flags::UNCLOSED);
            let end = Span::empty(trimmed(text, document.layout.body).end);
            Some(if is_open { fix.replace(end, "}") } else { fix })
        }
        SyntaxErrorKind::BadEscape if matches!(found.as_bytes(), [_, 0xE2, 0x80, 0x9C..=0x9F]) => {
            maybe("Replace with `$`", error.span, "\\\"")
        }
        SyntaxErrorKind::BadEscape if found != "\\'" => Some(strings::mend_escape(document, error.span)),
        SyntaxErrorKind::JoinedStrings(expression) => Some(strings::join(text, expression)),
        SyntaxErrorKind::EscapedText(content) => unescaped(document, content, found),
        // Words that begin with a number or with `null` are words.
        SyntaxErrorKind::TrailingContent if document.tree.children(0).next().is_none() => None,
        SyntaxErrorKind::TrailingContent if document.parent.is_some() && lines::are_json(document, error.span) => {
            Some(lines::as_array(document))
        }
        SyntaxErrorKind::Bracket(BracketFault::Wrong(Expected::OpenBrace)) => round(document, error, "}"),
        SyntaxErrorKind::Bracket(BracketFault::Wrong(Expected::OpenBracket)) => round(document, error, "]"),
        _ => replaced(text, error),
    }
}

/// A whole text that is written like a string.
fn unescaped(document: &Document, content: Span, found: &str) -> Option<Fix> {
    let inside = content.of(&document.text);
    let is_string = document.tree.is_inside();
    let quotes = if found.starts_with(['\'', '"']) { Span::new(0, found.len()).end } else { 0 };
    // What else is encoded, or how often, is unknown.
    if !is_string && quotes == 0 {
        return None;
    }
    // An invalid escape only probably means its character, and valid JSON may be meant as it is.
    let plain = if is_string { json::decode(inside).text } else { inside.to_owned() };
    let is_sure = document.errors.len() == 1 && json::is_sound(&plain) && !(is_string && json::is_sound(inside));
    let safety = if is_sure { Safety::Safe } else { Safety::Suggestion };
    put(safety, "Convert it to JSON", Span { start: content.start - quotes, end: content.end + quotes }, plain.trim())
}

/// `(` for another bracket; its partner may be written the same way.
fn round(document: &Document, error: SyntaxError, partner: &str) -> Option<Fix> {
    let (tree, fix) = (&document.tree, replaced(&document.text, error)?);
    let container = tree.node(tree.begun_before(error.span.start)?);
    let close = Span { start: container.span.end - 1, end: container.span.end };
    let is_round = !container.flags.has(Flags::UNCLOSED) && close.of(&document.text) == ")";
    Some(if is_round { fix.replace(close, partner) } else { fix })
}

/// The errors that one replacement fixes.
pub(super) fn replaced(text: &str, error: SyntaxError) -> Option<Fix> {
    let span = error.span;
    let found = span.of(text);
    match error.kind {
        SyntaxErrorKind::Comment => {
            // A comment may be removed, but not a heading; text with quotes or brackets may be a value. Where nothing says
            // that the comment ends there, it may be the answer itself.
            let is_plain = !found.contains(['"', '{', '}', '[', ']']);
            let is_note = !found.starts_with("##") && is_plain;
            if is_unclosed(found) && !is_plain {
                return None;
            }
            let fix = put(safety_of_comment(text, span), "Remove the comment", whole_comment(text, span), "");
            fix.map(|it| if it.safety == Safety::Safe && is_note { it.redundant() } else { it })
        }
        SyntaxErrorKind::TrailingComma => sure("Remove the comma", span, ""),
        SyntaxErrorKind::MissingComma => sure("Insert a comma", end_before(text, span), ","),
        SyntaxErrorKind::WrongQuotes => {
            // Where a string ends is a guess when it is never closed, or with another quote than it begins with.
            let mut chars = found.chars();
            let is_typographic = |it: char| !it.is_ascii();
            let is_closed = match (chars.next(), chars.next_back()) {
                (Some(open), Some(close)) if strings::is_quote(close) => {
                    open == close || is_typographic(open) || is_typographic(close)
                }
                _ => false,
            };
            let (string, is_sure) = strings::requoted(found);
            // Strings with commas between them may be a list whose brackets are wrong.
            let holds_items = string.starts_with("\"\\\"") && string.ends_with("\\\"\"") && string.contains("\\\",");
            let safety = if is_closed && is_sure && !holds_items { Safety::Safe } else { Safety::Suggestion };
            put(safety, "Use double quotes", span, &string)
        }
        SyntaxErrorKind::UnquotedKey => sure("Put the key in quotes", span, &quote(found)),
        SyntaxErrorKind::PythonLiteral => sure("Replace with `$`", span, python_as_json(found)),
        SyntaxErrorKind::BadEscape if found == "\\'" => {
            // Where strings begin and end it was to be another quote.
            let safety = if strings::hides_quote(text, span) { Safety::Suggestion } else { Safety::Safe };
            put(safety, "Remove the backslash", Span { end: span.start + 1, ..span }, "")
        }
        SyntaxErrorKind::BadNumber => maybe("Replace with `$`", span, &plain_number(found)?),
        SyntaxErrorKind::OddBlank => sure("Replace with a plain space", span, &plain_blanks(found)),
        SyntaxErrorKind::Bracket(fault) => bracket(text, fault, span),
        // A text that begins with words is no string without quotes.
        SyntaxErrorKind::Unexpected(Expected::Value) if !before(text, span).trim().is_empty() => {
            bare_value(found, span)
        }
        SyntaxErrorKind::TrailingContent => {
            // After another value it is unknown which one counts.
            let is_rest = found.trim_start_matches(['}', ']', ';', ',', ' ', '\t', '\n', '\r', '\x0c']).is_empty();
            let whole = Span { start: if is_rest { span.start } else { end_before(text, span).start }, ..span };
            let is_line = !found.contains('\n');
            if is_rest || is_line && is_prose(found) { maybe("Remove it", whole, "") } else { None }
        }
        SyntaxErrorKind::LeadingText if is_prose(found) => {
            let n_blanks = behind(text, span).len() - behind(text, span).trim_start().len();
            maybe("Remove it", Span::new(span.start as usize, span.end as usize + n_blanks), "")
        }
        SyntaxErrorKind::Empty
        | SyntaxErrorKind::LeadingText
        | SyntaxErrorKind::Conflict
        | SyntaxErrorKind::Truncated(..)
        | SyntaxErrorKind::NotFinite
        | SyntaxErrorKind::Ellipsis
        | SyntaxErrorKind::AnglePlaceholder
        | SyntaxErrorKind::ControlCharacter(_)
        | SyntaxErrorKind::UnescapedQuote(..)
        | SyntaxErrorKind::BadEscape
        | SyntaxErrorKind::LoneSurrogate
        | SyntaxErrorKind::EscapedText(_)
        | SyntaxErrorKind::JoinedStrings(_)
        | SyntaxErrorKind::TooDeep
        | SyntaxErrorKind::Unexpected(_) => None,
    }
}

/// The text after a place.
fn behind(text: &str, span: Span) -> &str {
    text.get(span.end as usize..).unwrap_or_default()
}

/// The text before a place.
fn before(text: &str, span: Span) -> &str {
    text.get(..span.start as usize).unwrap_or_default()
}

/// The end of the text before a place, without blanks.
fn end_before(text: &str, span: Span) -> Span {
    let end = before(text, span).trim_end().len();
    Span::new(end, end)
}

fn bracket(text: &str, fault: BracketFault, span: Span) -> Option<Fix> {
    match fault {
        BracketFault::Wrong(expected) => {
            // A full-width sign is never meant as such.
            let safety = if span.len() > 2 { Safety::Safe } else { Safety::Suggestion };
            put(safety, "Replace with `$`", span, bare(expected))
        }
        BracketFault::Missing(expected) => {
            let before = before(text, span).trim_end();
            let end = before.strip_suffix(',').unwrap_or(before).trim_end().len();
            maybe("Insert `$`", Span::new(end, end), bare(expected))
        }
    }
}

/// The expected token, without the backticks around it.
fn bare(expected: Expected) -> &'static str {
    due(expected).trim_matches('`')
}

/// A word without quotes where a value is expected.
fn bare_value(found: &str, span: Span) -> Option<Fix> {
    const WORDS: &[&str] = &["true", "false", "null", "none", "nil", "undefined"];
    for word in WORDS {
        if found.eq_ignore_ascii_case(word) {
            return maybe("Replace with `$`", span, if word.ends_with('e') && *word != "none" { word } else { "null" });
        }
    }
    if let Some(number) = found.strip_prefix("0-").and_then(|_| plain_number(found)) {
        return maybe("Replace with `$`", span, &number);
    }
    let is_plain = |it: char| it.is_alphanumeric() || matches!(it, ' ' | '_' | '-' | '.' | ':' | '+' | '/');
    let word = found.strip_prefix('#').unwrap_or(found);
    let is_words = found.len() <= 200 && word.chars().all(is_plain) && word.starts_with(char::is_alphanumeric);
    if is_words { maybe("Put it in quotes", span, &quote(found)) } else { None }
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

/// A guess where nothing says that the comment ends where it seems to, or whether it is one.
fn safety_of_comment(text: &str, span: Span) -> Safety {
    let comment = span.of(text);
    let after = behind(text, span).trim_start_matches([' ', '\t']);
    let ends_line = after.is_empty() || after.starts_with(['\n', '\r']);
    let is_alone = before(text, span).trim_end_matches([' ', '\t']).ends_with('\n');
    let is_sure = match is_block(comment) {
        true => !is_unclosed(comment),
        false => ends_line && (is_alone || !comment.contains(['"', '{', '['])),
    };
    if is_sure { Safety::Safe } else { Safety::Suggestion }
}

fn is_block(comment: &str) -> bool {
    comment.starts_with("/*") || comment.starts_with("<!--")
}

fn is_unclosed(comment: &str) -> bool {
    is_block(comment) && !comment.ends_with("*/") && !comment.ends_with("-->")
}

/// The comment with the blanks before it, or its whole line if nothing else is on it.
fn whole_comment(text: &str, span: Span) -> Span {
    let before = before(text, span);
    let start = before.trim_end_matches([' ', '\t']).len();
    let after = behind(text, span);
    let next = after.trim_start_matches([' ', '\t', '\r']);
    let is_alone = start == 0 || before.as_bytes().get(start - 1) == Some(&b'\n');
    if is_alone && next.starts_with('\n') {
        return Span::new(start, span.end as usize + after.len() - next.len() + 1);
    }
    Span::new(start, span.end as usize)
}
