//! The place of an edit: what stays unchanged before it, and which edits there need no trial.

use super::moves::Move;
use super::node::Candidate;
use super::scan::{Begun, LexemeKind, NONE, Next, Stop, Why, begins, is_of_literal};
use crate::text::find_byte;

/// This many bytes after the stop must be read before an edit is tried on more.
pub(super) const NEAR: usize = 256;
/// How many bytes before an edit in a string are searched for a place where reading can begin.
pub(super) const FAR_INSIDE: usize = 1 << 9;
/// A pair of `\uXXXX`.
const LONGEST_ESCAPE: usize = 12;

/// What is the same for all edits at a place.
pub(super) struct EditSite {
    pub(super) at: usize,
    /// How many tokens before it stay unchanged.
    pub(super) n_kept: usize,
    /// Where reading begins: at a place in a string, or else after the last token that stays.
    pub(super) start: usize,
    /// The string that it begins in.
    pub(super) string: Option<Begun>,
    /// What belongs here, and the open bracket, if only blanks are between the last token and here.
    due: Option<(Next, Option<LexemeKind>)>,
    /// Reading stops before this place, whatever is here.
    is_behind: bool,
    /// The place is in a string, where few characters make a difference.
    is_inside: bool,
}

impl EditSite {
    /// In a string that begins more than `far` bytes before `at`, reading begins near the place.
    pub(super) fn new(node: &Candidate, at: usize, far: usize) -> Self {
        let bytes = node.text.as_bytes();
        let n_kept = n_kept(node, at);
        let last = n_kept.checked_sub(1).and_then(|it| node.tokens.get(it));
        let behind = last.map_or(0, |it| it.end);
        let quote = node.string_at(at);
        let from = quote.filter(|it| it + far < at).and_then(|it| between_escapes(&node.text, it + 1, at));
        let is_blank = bytes.get(behind..at).is_some_and(|it| it.iter().all(|it| b" \t\n\r".contains(it)));
        let holder = last.map_or(NONE, |it| it.holder);
        let due = (last.map_or(Next::Value, |it| it.next), node.tokens.get(holder).map(|it| it.kind));
        let is_escaped = at.checked_sub(1).and_then(|it| bytes.get(it)) == Some(&b'\\');
        Self {
            at,
            n_kept,
            start: from.unwrap_or(behind),
            string: quote.filter(|_| from.is_some()).map(|quote| Begun { quote, price: 0, n_controls: 0 }),
            due: Some(due).filter(|_| is_blank),
            is_behind: settled(node).is_some_and(|it| it <= at),
            is_inside: !is_escaped && quote.is_some() && node.stop.why == Why::Broken && !node.is_unclosed(),
        }
    }

    /// Whether an edit leaves all tokens as they are, because it is inside a string and changes nothing that matters for
    /// reading it. Such an edit is useless.
    pub(super) fn is_idle(&self, node: &Candidate, step: &Move) -> bool {
        let is_plain = |it: &[u8]| it.iter().all(|it| !matches!(it, b'"' | b'\\' | ..0x20));
        self.is_inside
            && is_plain(step.text.as_bytes())
            && node.text.as_bytes().get(step.at..step.at + step.len).is_some_and(is_plain)
    }

    /// Where reading stops with an edit, if no more than its first byte is needed to know.
    pub(super) fn stop_at_once(&self, node: &Candidate, step: &Move) -> Option<Stop> {
        if self.is_behind {
            return Some(node.stop);
        }
        let (next, holds) = self.due?;
        let behind = node.text.as_bytes().get(step.at + step.len..).unwrap_or_default();
        let byte = *step.text.as_bytes().first().or(behind.first())?;
        (!begins(byte, next, holds, node.is_dialect)).then_some(Stop { at: step.at, why: Why::Broken })
    }
}

/// How many tokens before an edit stay unchanged.
pub(super) fn n_kept(node: &Candidate, at: usize) -> usize {
    let mut n_kept = node.tokens.partition_point(|it| it.end <= at);
    // Text inserted right after a word may become part of it.
    while n_kept
        .checked_sub(1)
        .and_then(|it| node.tokens.get(it))
        .is_some_and(|it| it.end == at && it.kind == LexemeKind::Literal)
    {
        n_kept -= 1;
    }
    n_kept
}

/// From here on, no edit affects where reading stops: it depends on one byte, or on a word.
fn settled(node: &Candidate) -> Option<usize> {
    let rest = node.text.as_bytes().get(node.stop.at..)?;
    let first = rest.first().filter(|it| node.stop.why == Why::Broken && !matches!(it, b'/' | b'#'))?;
    let len = match node.tokens.last().map_or(Next::Value, |it| it.next) {
        Next::Colon | Next::After | Next::Nothing => 0,
        _ if matches!(first, b'"' | b'\'' | b'`' | 0xE2) => return None,
        Next::Key | Next::FirstKey if node.is_dialect => return None,
        Next::Key | Next::FirstKey => 0,
        Next::Value | Next::FirstItem => rest.iter().take(NEAR).take_while(|it| is_of_literal(**it)).count(),
    };
    Some(node.stop.at + len + 1)
}

/// The last place in a string before an offset that is not inside an escape.
fn between_escapes(text: &str, start: usize, at: usize) -> Option<usize> {
    (start.max(at.saturating_sub(FAR_INSIDE))..at).rev().find(|it| is_apart(text, start, *it))
}

/// Whether a place in a string that begins at `start` is not inside an escape.
pub(super) fn is_apart(text: &str, start: usize, at: usize) -> bool {
    let before = text.as_bytes().get(start.max(at.saturating_sub(LONGEST_ESCAPE))..at).unwrap_or_default();
    find_byte(before, 0, b'\\').is_none() && text.is_char_boundary(at)
}
