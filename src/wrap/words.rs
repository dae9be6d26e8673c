//! The words around JSON: whether they may go, and what the ledger says about that.

use super::work::LedgerEntry;
use crate::detect::detect_alone;
use crate::document::{Documents, without_code};
use crate::json::{TokenKind, has_key, is_sound, tokens};
use crate::rules;
use crate::slips::Readings;
use crate::text::Span;
use crate::unpack::{holds_value, values};

/// Whether a text begins like an object or array, and not like a link, placeholder or remark.
pub(super) fn looks_like_json(text: &str) -> bool {
    let inside = text.get(1..).unwrap_or_default().trim_start();
    if inside.starts_with(|it| matches!(it, '{' | '[' | '"' | '\'' | '\\' | '&' | '/' | '#' | '\u{2000}'..='\u{2fff}'))
    {
        return true;
    }
    let word = inside.trim_start_matches([
        'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n', 'o', 'p', 'q', 'r', 's', 't', 'u', 'v',
        'w', 'x', 'y', 'z', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L', 'M', 'N', 'O', 'P', 'Q', 'R',
        'S', 'T', 'U', 'V', 'W', 'X', 'Y', 'Z', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '_',
    ]);
    text.starts_with('{') && word.len() < inside.len() && word.starts_with(':')
}

/// Whether a text has a known format.
pub(super) fn is_known(text: &str, readings: &Readings) -> bool {
    detect_alone(&mut Documents::again(text, readings)).format.is_some()
}

/// Whether JSON is the point of a text rather than an example in it: there are few words around it. If it has no known
/// format, it also begins or ends a line, and a list without an object is longer than the words.
pub(super) fn is_answer(text: &str, span: Span, readings: &Readings) -> bool {
    let is_known = is_known(span.of(text), readings);
    let most = match is_known {
        true => usize::max(2000, 2 * span.len()),
        false if span.of(text).contains('{') => usize::max(600, 2 * span.len()),
        false => span.len(),
    };
    let WordsAround { before, after, is_marked } = WordsAround::new(text, span);
    let is_most = before.len() + after.len() <= most;
    let before = before.trim_end_matches([' ', '\t']);
    // The end of a statement, a call, a sentence or a stretch of code.
    let after = after.trim_start_matches([' ', '\t', '\r', ';', ')', '.', '`']);
    let is_apart =
        is_marked || before.is_empty() || before.ends_with('\n') || after.is_empty() || after.starts_with('\n');
    is_most && (is_known || is_apart && !is_member(before, after))
}

/// The words around a value.
struct WordsAround<'t> {
    before: &'t str,
    after: &'t str,
    /// A code fence or a pair of tags on the same lines was directly around the value, and is no part of the words.
    is_marked: bool,
}

impl<'t> WordsAround<'t> {
    fn new(text: &'t str, span: Span) -> Self {
        let before = text.get(..span.start as usize).unwrap_or_default();
        let after = text.get(span.end as usize..).unwrap_or_default();
        Self::marked(before, after).unwrap_or(Self { before, after, is_marked: false })
    }

    fn marked(before: &'t str, after: &'t str) -> Option<Self> {
        let (open, close) = (before.trim_end(), after.trim_start());
        let is_name = |it: char| it.is_ascii_alphanumeric() || it == '_';
        let (before, after) = if let Some(rest) = close.strip_prefix("```") {
            (open.trim_end_matches(is_name).strip_suffix("```")?, rest)
        } else {
            let (before, name) = open.strip_suffix('>')?.rsplit_once('<')?;
            (before, close.strip_prefix("</")?.strip_prefix(name)?.strip_prefix('>')?)
        };
        Some(Self { before, after, is_marked: true })
    }
}

/// Whether a value says nothing beside another one: it is empty, or the number of a source.
pub(super) fn is_nothing(value: &str) -> bool {
    let inside = value.get(1..value.len().saturating_sub(1)).unwrap_or_default().trim();
    inside.bytes().all(|it| it.is_ascii_digit()) && (inside.is_empty() || value.starts_with('['))
}

/// A text without the numbers of sources at its end, such as `[1][2]`.
pub(super) fn without_citations(text: &str) -> &str {
    let mut text = text.trim_end();
    while let Some((before, number)) = text.strip_suffix(']').and_then(|it| it.rsplit_once('['))
        && before.trim_end().ends_with(['}', ']'])
        && !number.is_empty()
        && number.bytes().all(|it| it.is_ascii_digit())
    {
        text = before.trim_end();
    }
    text
}

/// Whether two texts differ only in their blanks.
fn is_same(left: &str, right: &str) -> bool {
    fn parts(text: &str) -> impl Iterator<Item = &str> {
        tokens(text).filter(|it| it.kind != TokenKind::Blank).map(|it| it.span.of(text))
    }
    parts(left).eq(parts(right))
}

/// Whether a value is one of several, the others of which are not JSON: it follows a key, and other lines begin with
/// keys, too.
fn is_member(before: &str, after: &str) -> bool {
    let key = |line: &str| {
        let rest = line.trim_start_matches([
            'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n', 'o', 'p', 'q', 'r', 's', 't', 'u',
            'v', 'w', 'x', 'y', 'z', '_',
        ]);
        rest.len() < line.len() && rest.starts_with([':', '='])
    };
    let is_key = |line: &str| key(line) && line.ends_with([':', '=']);
    before.rsplit('\n').next().is_some_and(is_key)
        && (before.split('\n').filter(|it| key(it)).count() > 1 || after.split('\n').any(key))
}

/// Whether the text around a range is prose: neither part of the JSON nor JSON of its own.
pub(super) fn may_go(text: &str, span: Span) -> bool {
    // The list or object continues there.
    if text.get(span.end as usize..).unwrap_or_default().trim_start().starts_with([',', ':']) {
        return false;
    }
    let around = [text.get(..span.start as usize), text.get(span.end as usize..)];
    around.into_iter().flatten().all(|words| {
        let words = &*without_copies(&without_code(words), span.of(text));
        let mut depth = 0_i32;
        for byte in words.bytes() {
            depth += i32::from(matches!(byte, b'{' | b'[')) - i32::from(matches!(byte, b'}' | b']'));
            if depth < 0 {
                return false;
            }
        }
        let has_key = has_key(words.as_bytes()) || words.contains("':");
        depth == 0 && !has_key && !holds_value(words) && !is_scalar(words.trim())
    })
}

/// Whether a text is a number, a string in quotes or a literal, and no more: a value beside another one, and no prose.
fn is_scalar(text: &str) -> bool {
    matches!(text, "True" | "False" | "None") || is_sound(text)
}

/// The words around a value without what says nothing beside it: the same value once more, an empty one, the numbers of sources.
fn without_copies(words: &str, value: &str) -> String {
    let (mut out, mut at) = (String::new(), 0);
    for it in values(words).unwrap_or_default() {
        if is_nothing(it.of(words)) || is_same(it.of(words), value) {
            out.push_str(words.get(at..it.start as usize).unwrap_or_default());
            at = it.end as usize;
        }
    }
    out.push_str(words.get(at..).unwrap_or_default());
    out
}

/// The entry of the ledger for the removed prose.
pub(super) fn what_goes(text: &str, span: Span) -> LedgerEntry {
    let before = text.get(..span.start as usize).unwrap_or_default().trim();
    let after = text.get(span.end as usize..).unwrap_or_default().trim();
    if before == "\u{feff}" && after.is_empty() {
        let message = "A byte order mark precedes the JSON";
        return LedgerEntry::safe(&rules::BYTE_ORDER_MARK, message, "Remove the byte order mark");
    }
    let is_fence = |it: &str| it.is_empty() || it.starts_with("```") && !it.contains('\n');
    if is_fence(before) && is_fence(after) {
        let message = "The JSON is wrapped in a Markdown code fence";
        return LedgerEntry::safe(&rules::MARKDOWN_FENCE, message, "Remove the code fence");
    }
    let (rule, message) = match before {
        "" => (&rules::TRAILING_CONTENT, "Text follows the JSON"),
        _ => (&rules::LEADING_TEXT, "Text surrounds the JSON"),
    };
    let n_chars = before.chars().count() + after.chars().count();
    let noun = if n_chars == 1 { "character" } else { "characters" };
    LedgerEntry::safe(rule, message, format!("Keep only the JSON; this removes {n_chars} {noun} around it"))
}
