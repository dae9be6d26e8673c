//! The JSON that a text was meant to be: the reading that removes the least.

use std::cell::LazyCell;

use super::outputs;
use super::words::{is_answer, is_known, is_nothing, looks_like_json, may_go, what_goes, without_citations};
use super::work::{LedgerEntry, Repairer, Work};
use crate::diagnostic::{Safety, Severity};
use crate::document::Document;
use crate::json::{Flags, Kind, SyntaxErrorKind};
use crate::options::{Options, Repair};
use crate::report::Diagnostic;
use crate::rules;
use crate::slips::{ReadingFault, Readings};
use crate::text::{Span, begins_json};
use crate::unpack::{self, closed, is_json, values};

/// How many readings of a text are tried; deeply nested ones are rare.
const MOST: usize = 12;

/// The valid object or array that a text is or contains; `None` if there is none, or if several could be meant.
///
/// A reading that needs no repair comes before one that needs safe fixes, and that before one that needs guesses. Among
/// equals, a known format comes first, and then the reading that removes the least.
pub(super) fn read(text: &str, repairer: Repairer) -> Option<Work> {
    if repairer.repair == Repair::None {
        return is_json(text).then(|| Work::new(text));
    }
    if let Some(mut answer) = of_program(text, repairer) {
        if let Some(inside) = read(&answer.text, repairer) {
            answer.add(inside);
        }
        return Some(answer);
    }
    let mut work = read_value(text, repairer)?;
    // What a program printed may have been broken.
    if !work.applied.is_empty()
        && let Some(answer) = of_program(&work.text, repairer)
    {
        work.add(answer);
        work.add(read(&work.text, repairer)?);
    }
    Some(work)
}

/// The answer in what a program printed.
fn of_program(text: &str, repairer: Repairer) -> Option<Work> {
    outputs::answer(text, |it| read(it, repairer).is_some())
}

/// The valid object or array that a text is or contains.
fn read_value(text: &str, repairer: Repairer) -> Option<Work> {
    let Repairer { repair, readings } = repairer;
    if is_json(text) {
        return Some(Work::new(text));
    }
    let mut candidates = candidates(text, readings);
    if repair == Repair::All
        && let Some(span) = unpack::complete(text).filter(|it| is_known(it.of(text), readings))
    {
        let mut work = Work::new(text);
        let message = "A part of another text is around the complete JSON";
        let entry = LedgerEntry::safe(&rules::LEADING_TEXT, message, "Keep only the complete JSON");
        work.keep(LedgerEntry { safety: Safety::Suggestion, ..entry }, span);
        candidates.push(work);
    }
    // After the last bracket of truncated JSON, no text counts as prose.
    let is_cut = LazyCell::new(|| is_cut(text, readings));
    let drops_end = |it: &Work| text.starts_with(it.text.trim_end()) && *is_cut;
    for level in [Repair::None, Repair::Safe, Repair::All] {
        let mut found = None;
        for candidate in candidates.iter().filter(|it| it.text.len() >= text.len() || !drops_end(it)) {
            let Some(work) = repaired(candidate, Repairer { repair: level, ..repairer }) else { continue };
            if is_known(&work.text, readings) {
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

/// Why no JSON was read from a text, as the end of a sentence that begins with the text.
pub(super) fn why_not(text: &str, repairer: Repairer) -> &'static str {
    if is_cut(text, repairer.readings) {
        return "is truncated";
    }
    let n_values = values(text).map_or(usize::MAX, |it| it.iter().filter(|it| !is_nothing(it.of(text))).count());
    match (n_values, repairer.repair) {
        (2.., _) => "has several JSON values, and each could be meant",
        (1, _) => "has JSON in it, but says more than that",
        (0, _) if !text.contains(['{', '[']) => "has no JSON in it",
        (0, Repair::All) => "has no JSON in it that could be repaired",
        (0, _) => "has no JSON in it that could be repaired without a guess",
    }
}

/// Whether a text is truncated JSON.
pub(super) fn is_cut(text: &str, readings: &Readings) -> bool {
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
        && !Document::file_again(&inside.text, readings).has_its_end()
}

/// The readings of a text, those that remove the least first: all of it, without a habit of its writer, without the prose
/// around it, and the readings of each of these.
fn candidates(text: &str, readings: &Readings) -> Vec<Work> {
    let mut out = vec![Work::new(text)];
    let mut at = 0;
    while let Some(whole) = out.get(at).cloned() {
        at += 1;
        if out.len() >= MOST {
            continue;
        }
        out.extend(without_habit(&whole));
        for span in among_words(&whole.text, readings) {
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
fn among_words(text: &str, readings: &Readings) -> Vec<Span> {
    let mut out = Vec::new();
    let mut add = |span: Span| {
        let is_meant = || may_go(text, span) && is_answer(text, span, readings);
        if span.len() < text.len() && !span.is_empty() && is_meant() {
            out.push(span);
        }
    };
    if let Some(values) = values(text) {
        values.iter().find(|it| !is_nothing(it.of(text))).or(values.first()).into_iter().for_each(|it| add(*it));
    }
    let layout = Document::unexplained(text).layout;
    let is_fenced = layout.fence.is_some();
    if layout.fence.is_some_and(|it| it.n_blocks == 1) {
        add(layout.body);
    }
    let last = match without_citations(text).bytes().rposition(|it| matches!(it, b'}' | b']')) {
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

/// The text as JSON, if this level of repair is enough.
fn repaired(candidate: &Work, repairer: Repairer) -> Option<Work> {
    let mut work = candidate.clone();
    // A text that does not begin like JSON stays text, whatever is fixed.
    if repairer.repair != Repair::None
        && work
            .text
            .trim_start()
            .starts_with(|it| matches!(it, '{' | '[' | '(' | '"' | '\'' | '\u{2000}'..='\u{2fff}' | '｛' | '［'))
    {
        let options = Options::default();
        if repairer.repair == Repair::Safe {
            work.fix(&options, &is_of_text, repairer);
        } else {
            if lacks_only_its_end(&work.text, repairer.readings) {
                close(&mut work);
            }
            let has_words = has_words_behind(&work.text, repairer.readings);
            let is_wanted = |it: &Diagnostic| is_of_text(it) && !(has_words && it.code == rules::TRAILING_CONTENT.id);
            work.fix(&options, &is_wanted, repairer);
            close(&mut work);
        }
    }
    is_json(&work.text).then_some(work)
}

/// Whether nothing in a text says that a closing bracket is missing before its end.
fn lacks_only_its_end(text: &str, readings: &Readings) -> bool {
    Document::file_again(text, readings).slips.iter().all(|it| it.fault != ReadingFault::Closer)
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
    let is_text = finding.severity == Severity::Error && finding.inner.is_empty() && rules::is_of_syntax(finding.code);
    is_text && finding.code != rules::LEADING_TEXT.id
}

/// Whether the JSON is followed by more than a stray bracket or comma.
fn has_words_behind(text: &str, readings: &Readings) -> bool {
    let document = Document::file_again(text, readings);
    let after = document.errors.iter().find(|it| it.kind == SyntaxErrorKind::TrailingContent);
    let rest = after.and_then(|it| document.text.get(it.span.start as usize..));
    rest.is_some_and(|it| it.chars().any(char::is_alphanumeric))
}
