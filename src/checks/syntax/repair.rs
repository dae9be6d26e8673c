//! How to fix syntax errors that need more than one replacement, or a look at the text around them.

use super::fault::{Fault, due};
use super::{lines, strings};
use crate::checks::say::{Filled, Shown, is_prose};
use crate::diagnostic::{Fix, Safety};
use crate::document::{Document, trimmed};
use crate::json::{self, Expected, Flags, SyntaxErrorKind, quote};
use crate::text::Span;
use crate::unpack::undo;

/// Replaces the text of the span with `text`; `$` in the title is replaced with it, too.
pub(super) fn put(safety: Safety, title: &'static str, span: Span, text: &str) -> Option<Fix> {
    Some(Fix::new(safety, format_args!("{}", Filled(title, text))).replace(span, text))
}

/// A replacement that loses nothing.
pub(super) fn sure(title: &'static str, span: Span, text: &str) -> Option<Fix> {
    put(Safety::Safe, title, span, text)
}

/// A replacement that may be what was meant.
pub(super) fn maybe(title: &'static str, span: Span, text: &str) -> Option<Fix> {
    put(Safety::Suggestion, title, span, text)
}

pub(super) fn leading_text(fault: Fault, title: &'static str) -> Option<Fix> {
    // Some streams of arguments begin with an empty object.
    if !is_prose(fault.found()) && fault.found() != "{}" {
        return None;
    }
    let (span, after) = (fault.span(), fault.after());
    let n_blanks = after.len() - after.trim_start().len();
    maybe(title, Span::new(span.start as usize, span.end as usize + n_blanks), "")
}

pub(super) fn trailing_content(fault: Fault, _: &'static str) -> Option<Fix> {
    let (document, span, found) = (fault.document(), fault.span(), fault.found());
    if let Some(empty) = document.tree.root().filter(|it| document.tree.span(*it).of(fault.text()) == "{}") {
        let is_object = found.starts_with('{') && json::is_sound(found);
        return is_object.then(|| maybe("Keep what follows", document.tree.span(empty), ""))?;
    }
    // Text that begins with a number or with `null` may still be prose.
    document.tree.children(0).next()?;
    // Arguments have to be an object; an array of two calls is none.
    #[cfg(feature = "tool-calls")]
    if fault.ctx.detection.format.is_some_and(|it| it.conversation.is_some()) && lines::objects(fault).is_some() {
        return None;
    }
    if let Some(objects) = lines::objects(fault) {
        return lines::as_array(fault.text(), &objects);
    }
    // If another value follows, it is unknown which one counts.
    let is_rest = found.trim_start_matches(['}', ']', ';', ',', ' ', '\t', '\n', '\r', '\x0c']).is_empty();
    let whole = Span { start: if is_rest { span.start } else { fault.end_before().start }, ..span };
    let is_line = !found.contains('\n');
    if is_rest || is_line && is_prose(found) { maybe(Fix::REMOVE, whole, "") } else { None }
}

/// The placeholder with the comma that separates it; nothing for one in place of a member's value.
pub(super) fn ellipsis(fault: Fault, title: &'static str) -> Option<Fix> {
    let (span, before, after) = (fault.span(), fault.before().trim_end(), fault.after());
    let n_blanks = after.len() - after.trim_start().len();
    let (start, end) = (span.start as usize, span.end as usize);
    // JavaScript spreads what is there.
    if fault.found() == "..." && after.starts_with(char::is_alphabetic) {
        return None;
    }
    let place = match (before.ends_with(','), after.trim_start().starts_with(',')) {
        (true, false) if !after.trim_start().starts_with(['}', ']']) => span,
        (true, _) => Span::new(before.len() - 1, end),
        (false, true) => Span::new(start, end + n_blanks + 1),
        (false, false) if before.ends_with(['{', '[']) => span,
        (false, false) => return None,
    };
    maybe(title, place, "")
}

/// A comment may be removed, but not a heading; text with quotes or brackets may be a value. If nothing shows that the
/// comment ends there, it may be the answer itself.
pub(super) fn comment(fault: Fault, title: &'static str) -> Option<Fix> {
    let found = fault.found();
    let is_plain = !found.contains(['"', '{', '}', '[', ']']);
    let is_note = !found.starts_with("##") && is_plain;
    if is_unclosed(found) && !is_plain {
        return None;
    }
    let fix = put(safety_of_comment(fault), title, whole_comment(fault), "");
    fix.map(|it| if it.safety == Safety::Safe && is_note { it.redundant() } else { it })
}

/// A guess if nothing shows that the comment ends where it seems to, or that it is one, or if it replaces content.
fn safety_of_comment(fault: Fault) -> Safety {
    let comment = fault.found();
    let after = fault.after().trim_start_matches([' ', '\t']);
    let ends_line = after.is_empty() || after.starts_with(['\n', '\r']);
    let is_alone = fault.before().trim_end_matches([' ', '\t']).ends_with('\n');
    let is_sure = match is_block(comment) {
        true => !is_unclosed(comment),
        false => ends_line && (is_alone || !comment.contains(['"', '{', '['])),
    };
    if is_sure && !json::is_omission(comment) { Safety::Safe } else { Safety::Suggestion }
}

fn is_block(comment: &str) -> bool {
    comment.starts_with("/*") || comment.starts_with("<!--")
}

fn is_unclosed(comment: &str) -> bool {
    is_block(comment) && !comment.ends_with("*/") && !comment.ends_with("-->")
}

/// The comment with the blanks before it, or its whole line if nothing else is on it.
fn whole_comment(fault: Fault) -> Span {
    let (span, before, after) = (fault.span(), fault.before(), fault.after());
    let start = before.trim_end_matches([' ', '\t']).len();
    let next = after.trim_start_matches([' ', '\t', '\r']);
    let is_alone = start == 0 || before.as_bytes().get(start - 1) == Some(&b'\n');
    if is_alone && next.starts_with('\n') {
        return Span::new(start, span.end as usize + after.len() - next.len() + 1);
    }
    Span::new(start, span.end as usize)
}

pub(super) fn wrong_quotes(fault: Fault, title: &'static str) -> Option<Fix> {
    let (string, is_sure) = strings::requoted(fault.found());
    // Strings with commas between them may be a list whose brackets are wrong.
    let holds_items = string.starts_with("\"\\\"") && string.ends_with("\\\"\"") && string.contains("\\\",");
    let is_safe = is_closed(fault.found()) && is_sure && !holds_items && !strings::has_run_of_quotes(fault.found());
    put(if is_safe { Safety::Safe } else { Safety::Suggestion }, title, fault.span(), &string)
}

/// Whether it is certain where a string in nonstandard quotes ends: not if it is unclosed, or closed with a different
/// quote, unless one of the two is typographic.
fn is_closed(found: &str) -> bool {
    let mut chars = found.chars();
    let is_typographic = |it: char| !it.is_ascii();
    match (chars.next(), chars.next_back()) {
        (Some(open), Some(close)) if strings::is_quote(close) => {
            open == close || is_typographic(open) || is_typographic(close)
        }
        _ => false,
    }
}

pub(super) fn control_characters(fault: Fault, title: &'static str) -> Option<Fix> {
    let (document, text, content) = (fault.document(), fault.text(), fault.content());
    let n_raw = content.of(text).bytes().filter(|it| *it < 0x20).count();
    let title = if n_raw == 1 { title } else { "Escape the control characters" };
    let fix = strings::escape_raw(text, content, Fix::safe(title));
    // In a key it is a letter after a stray backslash rather than a line break.
    let behind = text.get(content.end as usize + 1..).unwrap_or_default();
    let is_key = behind.trim_start().starts_with(':');
    // A writer that does not escape line breaks escapes none. A raw one among escaped ones may have lost its backslash,
    // or come from a terminal that wrapped the line. And if an escape is wrong, a quote's may be, too.
    let is_slip = document.parent.is_some() && strings::has_escaped_control(content.of(text));
    let is_doubtful = document.errors_in(content).any(|it| it.kind == SyntaxErrorKind::BadEscape);
    Some(if is_key || is_slip || is_doubtful { fix.unsure() } else { fix })
}

/// A whole text that is escaped like a string.
pub(super) fn escaped_text(fault: Fault, _: &'static str) -> Option<Fix> {
    let (document, content, found) = (fault.document(), fault.content(), fault.found());
    let inside = content.of(&document.text);
    let is_string = document.tree.is_inside();
    let quotes = if found.starts_with(['\'', '"']) { Span::new(0, found.len()).end } else { 0 };
    if !is_string && quotes == 0 {
        return unpacked(document);
    }
    // An invalid escape only probably means its character, and valid JSON may be meant as it is.
    let plain = if is_string { json::decode(inside).text } else { inside.to_owned() };
    let is_sure = document.errors.len() == 1 && json::is_sound(&plain) && !(is_string && json::is_sound(inside));
    let safety = if is_sure { Safety::Safe } else { Safety::Suggestion };
    let whole = Span { start: content.start - quotes, end: content.end + quotes };
    let fix = put(safety, "Convert it to JSON", whole, plain.trim())?;
    // Only escapes go, however many there are.
    Some(if is_sure { fix.redundant() } else { fix })
}

/// The text without what was done to all of it. If the result is not JSON, it is unknown what else is encoded.
fn unpacked(document: &Document) -> Option<Fix> {
    let (habit, inside) = undo(&document.text).filter(|it| json::is_sound(&it.1))?;
    let fix = maybe(habit.title, Span::new(0, document.text.len()), &inside)?;
    Some(if habit.is_lossless { fix.redundant() } else { fix })
}

/// Blanks that JSON does not allow, replaced with those that it does.
pub(super) fn odd_blank(fault: Fault, _: &'static str) -> Option<Fix> {
    let plain = plain_blanks(fault.found());
    let title = match plain.as_str() {
        "" => Fix::REMOVE,
        " " => "Replace with a plain space",
        "\n" => "Replace with a line break",
        "\t" => "Replace with a tab",
        _ => "Replace with plain spaces and line breaks",
    };
    sure(title, fault.span(), &plain)
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

/// Replaces a wrong mark with the expected one. If it is `(`, its partner may be wrong in the same way.
pub(super) fn wrong_bracket(fault: Fault, _: &'static str) -> Option<Fix> {
    let fix = wrong_sign(fault)?;
    let partner = match fault.expected() {
        Expected::OpenBrace => "}",
        Expected::OpenBracket => "]",
        _ => return Some(fix),
    };
    let tree = &fault.document().tree;
    let container = tree.node(tree.begun_before(fault.span().start)?);
    let close = Span { start: container.span.end - 1, end: container.span.end };
    let is_round = !container.flags.has(Flags::UNCLOSED) && close.of(fault.text()) == ")";
    Some(if is_round { fix.replace(close, partner) } else { fix })
}

/// Replaces only the wrong mark with the expected one.
pub(super) fn wrong_sign(fault: Fault) -> Option<Fix> {
    // A full-width mark is never intended.
    let safety = if fault.span().len() > 2 { Safety::Safe } else { Safety::Suggestion };
    Some(exchange(safety, fault, bare(fault.expected())))
}

/// What other languages write between a key and its value.
pub(super) fn colon(fault: Fault, _: &'static str) -> Option<Fix> {
    let equals = fault.found().strip_suffix('>').unwrap_or(fault.found());
    let is_sign = !equals.is_empty() && equals.bytes().all(|it| it == b'=');
    is_sign.then(|| exchange(Safety::Suggestion, fault, ":"))
}

/// Replaces a sign with another one.
fn exchange(safety: Safety, fault: Fault, sign: &'static str) -> Fix {
    Fix::new(safety, format_args!("Replace `{}` with `{sign}`", Shown(fault.found()))).replace(fault.span(), sign)
}

pub(super) fn missing_bracket(fault: Fault, title: &'static str) -> Option<Fix> {
    let before = fault.before().trim_end();
    let end = before.strip_suffix(',').unwrap_or(before).trim_end().len();
    maybe(title, Span::new(end, end), bare(fault.expected()))
}

/// Puts an object around members that have none.
pub(super) fn no_first_brace(fault: Fault, _: &'static str) -> Option<Fix> {
    let document = fault.document();
    let fix = Fix::guess("Convert it to an object").replace(Span::empty(fault.span().start), "{");
    let is_open = document.tree.node(0).flags.has(Flags::UNCLOSED);
    let end = Span::empty(trimmed(&document.text, document.layout.body).end);
    Some(if is_open { fix.replace(end, "}") } else { fix })
}

/// The expected token, without the backticks around it.
fn bare(expected: Expected) -> &'static str {
    due(expected).trim_matches('`')
}

/// A word without quotes where a value is expected. A text that begins with words is not an unquoted string.
pub(super) fn bare_value(fault: Fault, _: &'static str) -> Option<Fix> {
    const WORDS: &[&str] = &["true", "false", "null", "none", "nil", "undefined"];
    let (found, span) = (fault.found(), fault.span());
    if fault.before().trim().is_empty() {
        return None;
    }
    for word in WORDS {
        if found.eq_ignore_ascii_case(word) {
            return maybe("Replace with `$`", span, if word.ends_with('e') && *word != "none" { word } else { "null" });
        }
    }
    let is_plain = |it: char| it.is_alphanumeric() || matches!(it, ' ' | '_' | '-' | '.' | ':' | '+' | '/');
    let word = found.strip_prefix('#').unwrap_or(found);
    let is_words = found.len() <= 200 && word.chars().all(is_plain) && word.starts_with(char::is_alphanumeric);
    if is_words { maybe("Put it in quotes", span, &quote(found)) } else { None }
}
