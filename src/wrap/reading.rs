//! The JSON that a text was meant to be: the reading that removes the least.

use super::work::{LedgerEntry, Work};
use crate::detect::detect_alone;
use crate::diagnostic::{Safety, Severity};
use crate::document::{Document, Documents};
use crate::json::{Flags, Kind, SyntaxErrorKind, has_key};
use crate::options::{Options, Repair};
use crate::report::Diagnostic;
use crate::rules;
use crate::text::{Span, begins_json};
use crate::unpack::{self, closed, holds_value, is_json, values};

/// How many readings of a text are tried; deeply nested ones are rare.
const MOST: usize = 12;

/// The valid object or array that a text is or contains; `None` if there is none, or if several could be meant.
///
/// A reading that needs no repair comes before one that needs safe fixes, and that before one that needs guesses. Among
/// equals, a known format comes first, and then the reading that removes the least.
pub(super) fn read(text: &str, repair: Repair) -> Option<Work> {
    if is_json(text) || repair == Repair::None {
        return is_json(text).then(|| Work::new(text));
    }
    let candidates = candidates(text);
    // After the last bracket of truncated JSON, no text counts as prose.
    let is_cut = is_cut(text);
    let drops_end = |it: &Work| is_cut && text.starts_with(it.text.trim_end());
    for level in [Repair::None, Repair::Safe, Repair::All] {
        let mut found = None;
        for candidate in candidates.iter().filter(|it| it.text.len() >= text.len() || !drops_end(it)) {
            let Some(work) = repaired(candidate, level) else { continue };
            if is_known(&work.text) {
                return Some(work);
            }
            found = found.or(Some(work));
        }
        if found.is_some() || level == repair {
            return found;
        }
    }
    None
}

/// Whether a text is truncated JSON.
pub(super) fn is_cut(text: &str) -> bool {
    let mut inside = Work::new(text);
    for _ in 0..MOST {
        let Some(next) = without_habit(&inside) else { break };
        inside = next;
    }
    let document = Document::unexplained(&inside.text);
    let tree = &document.tree;
    let Some(first) = tree.children(0).next() else { return false };
    let is_value = tree.kind(first) != Kind::Broken && !tree.node(first).flags.has(Flags::BARE);
    document.errors.iter().any(|it| matches!(it.kind, SyntaxErrorKind::Truncated(..)))
        && matches!(tree.kind(0), Kind::Object | Kind::Array)
        && (is_value || begins_json(&inside.text))
        && !Document::file(&inside.text).has_its_end()
}

/// The readings of a text, those that remove the least first: all of it, without a habit of its writer, without the prose
/// around it, and the readings of each of these.
fn candidates(text: &str) -> Vec<Work> {
    let mut out = vec![Work::new(text)];
    let mut at = 0;
    while let Some(whole) = out.get(at).cloned() {
        at += 1;
        if out.len() >= MOST {
            continue;
        }
        out.extend(without_habit(&whole));
        for span in among_words(&whole.text) {
            if out.iter().all(|it| it.text != span.of(&whole.text)) {
                let mut work = whole.clone();
                work.keep(what_goes(&whole.text, span), span);
                out.push(work);
            }
        }
    }
    out
}

/// The text with a habit that concerns all of it undone.
fn without_habit(work: &Work) -> Option<Work> {
    let (habit, inside) = unpack::undo(&work.text)?;
    let mut next = work.clone();
    next.replace(LedgerEntry::safe(habit.rule, habit.message, habit.title), &inside);
    Some(next)
}

/// The JSON in prose or in a Markdown fence: the only valid value, the content of the only fence, and the text between the
/// first and the last bracket.
fn among_words(text: &str) -> Vec<Span> {
    let mut out = Vec::new();
    let mut add = |span: Span| {
        let is_meant = || may_go(text, span) && is_answer(text, span);
        if span.len() < text.len() && !span.is_empty() && is_meant() {
            out.push(span);
        }
    };
    if let Some([only]) = values(text).as_deref() {
        add(*only);
    }
    let layout = Document::file(text).layout;
    let is_fenced = layout.fence.is_some();
    if layout.fence.is_some_and(|it| it.n_blocks == 1) {
        add(layout.body);
    }
    let last = match text.bytes().rposition(|it| matches!(it, b'}' | b']')) {
        Some(last) => last + 1,
        // The fence does not belong to a value that is not closed inside it.
        None if is_fenced => 0,
        None => text.len(),
    };
    let mut brackets = text.bytes().enumerate().filter(|it| matches!(it.1, b'{' | b'['));
    if let Some((first, _)) = brackets.find(|it| looks_like_json(text.get(it.0..last).unwrap_or_default())) {
        add(Span::new(first, last));
    }
    out
}

/// Whether a text has a known format.
fn is_known(text: &str) -> bool {
    detect_alone(&mut Documents::new(Document::file(text))).format.is_some()
}

/// Whether a text begins like an object or array, and not like a link, placeholder or remark.
fn looks_like_json(text: &str) -> bool {
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

/// Whether JSON is the point of a text rather than an example in it: there are few words around it. If it has no known
/// format, it also begins or ends a line, and a list without an object is longer than the words.
fn is_answer(text: &str, span: Span) -> bool {
    let is_known = is_known(span.of(text));
    let most = match is_known {
        true => usize::max(2000, 2 * span.len()),
        false if span.of(text).contains('{') => usize::max(600, 2 * span.len()),
        false => span.len(),
    };
    let is_most = text.len() - span.len() <= most;
    let before = text.get(..span.start as usize).unwrap_or_default().trim_end_matches([' ', '\t']);
    let after = text.get(span.end as usize..).unwrap_or_default().trim_start_matches([' ', '\t', '\r']);
    let is_apart = before.is_empty() || before.ends_with('\n') || after.is_empty() || after.starts_with('\n');
    is_most && (is_known || is_apart && !is_member(before, after))
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
fn may_go(text: &str, span: Span) -> bool {
    // The list or object continues there.
    if text.get(span.end as usize..).unwrap_or_default().trim_start().starts_with([',', ':']) {
        return false;
    }
    let around = [text.get(..span.start as usize), text.get(span.end as usize..)];
    around.into_iter().flatten().all(|words| {
        let mut depth = 0_i32;
        for byte in words.bytes() {
            depth += i32::from(matches!(byte, b'{' | b'[')) - i32::from(matches!(byte, b'}' | b']'));
            if depth < 0 {
                return false;
            }
        }
        let has_key = has_key(words.as_bytes()) || words.contains("':");
        depth == 0 && !has_key && !holds_value(words)
    })
}

/// The entry of the ledger for the removed prose.
fn what_goes(text: &str, span: Span) -> LedgerEntry {
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

/// The text as JSON, if this level of repair is enough.
fn repaired(candidate: &Work, level: Repair) -> Option<Work> {
    let mut work = candidate.clone();
    // A text that does not begin like JSON stays text, whatever is fixed.
    if level != Repair::None
        && work.text.trim_start().starts_with(|it| matches!(it, '{' | '[' | '"' | '\'' | '\u{2000}'..='\u{2fff}'))
    {
        let options = Options::default();
        work.fix(&options, false, &is_of_text);
        if level == Repair::All {
            close(&mut work);
            let has_words = has_words_behind(&work.text);
            let is_wanted = |it: &Diagnostic| is_of_text(it) && !(has_words && it.code == rules::TRAILING_CONTENT.id);
            work.fix(&options, true, &is_wanted);
            close(&mut work);
        }
    }
    is_json(&work.text).then_some(work)
}

/// Appends the missing closing brackets.
fn close(work: &mut Work) {
    if let Some(text) = closed(&work.text) {
        let message = "The last closing brackets are missing";
        let entry = LedgerEntry {
            safety: Safety::Suggestion,
            ..LedgerEntry::safe(&rules::TRUNCATED, message, "Add the closing brackets")
        };
        work.replace(entry, &text);
    }
}

/// Whether a finding is about how the JSON is written. The prose before it is handled elsewhere.
fn is_of_text(finding: &Diagnostic) -> bool {
    let is_text = finding.severity == Severity::Error && finding.inner.is_empty() && rules::is_of_text(finding.code);
    is_text && finding.code != rules::LEADING_TEXT.id
}

/// Whether the JSON is followed by more than a stray bracket or comma.
fn has_words_behind(text: &str) -> bool {
    let document = Document::file(text);
    let behind = document.errors.iter().find(|it| it.kind == SyntaxErrorKind::TrailingContent);
    behind.is_some_and(|it| text.get(it.span.start as usize..).is_some_and(|it| it.chars().any(char::is_alphanumeric)))
}
