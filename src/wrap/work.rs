//! A text under repair, and the ledger of what was done to it.

use crate::diagnostic::Safety;
use crate::fix::{FixChoice, Wanted, fix_again};
use crate::options::{Options, Repair};
use crate::report::{AppliedFix, Diagnostic, Report, TextEdit};
use crate::resolve::{Utf16Span, offsets, place_of};
use crate::rules::{self, Rule};
use crate::slips::Readings;
use crate::text::{Edit, Span, Utf16Index, apply};

/// A text and how it was made.
#[derive(Clone, Debug)]
pub(super) struct Work {
    /// The current text.
    pub(super) text: String,
    /// What was done, in order.
    pub(super) applied: Vec<AppliedFix>,
}

/// How far texts are repaired, and what the call has read before.
#[derive(Clone, Copy)]
pub(super) struct Repairer<'r> {
    pub(super) repair: Repair,
    pub(super) readings: &'r Readings,
}

/// The words of an entry in the ledger.
pub(super) struct LedgerEntry {
    /// The rule that the finding has or would have.
    pub(super) rule: &'static Rule,
    /// What was there.
    pub(super) message: String,
    /// What was done.
    pub(super) title: String,
    /// Whether it was safe.
    pub(super) safety: Safety,
}

impl LedgerEntry {
    /// An entry for a safe change.
    pub(super) fn safe(rule: &'static Rule, message: impl Into<String>, title: impl Into<String>) -> Self {
        Self { rule, message: message.into(), title: title.into(), safety: Safety::Safe }
    }
}

impl Work {
    /// Nothing has been done yet.
    pub(super) fn new(text: &str) -> Self {
        Self { text: text.to_owned(), applied: Vec::new() }
    }

    /// Goes on with what was made of its text.
    pub(super) fn add(&mut self, next: Self) {
        self.text = next.text;
        self.applied.extend(next.applied);
    }

    /// Fixes the chosen findings, as far as the repairer repairs, and returns the findings that remain.
    pub(super) fn fix(&mut self, options: &Options, is_wanted: Wanted, repairer: Repairer) -> Report {
        // No part of a truncated text is dropped.
        let is_wanted = |it: &Diagnostic| is_wanted(it) && it.code != rules::TRUNCATED.id;
        let choice = FixChoice { suggestions: repairer.repair == Repair::All, is_wanted: &is_wanted };
        let result = fix_again(&self.text, options, choice, repairer.readings);
        self.text = result.text;
        self.applied.extend(result.applied);
        result.report
    }

    /// Keeps only the text of the span.
    pub(super) fn keep(&mut self, entry: LedgerEntry, span: Span) {
        let before = Edit { span: Span { start: 0, end: span.start }, text: String::new() };
        let after = Edit { span: Span::new(span.end as usize, self.text.len()), text: String::new() };
        match (before.span.is_empty(), after.span.is_empty()) {
            (true, _) => self.edit(entry, &[after]),
            (_, true) => self.edit(entry, &[before]),
            _ => self.edit(entry, &[before, after]),
        }
    }

    /// Replaces the text, except for a common beginning and end.
    pub(super) fn replace(&mut self, entry: LedgerEntry, text: &str) {
        let whole = Edit { span: Span::new(0, self.text.len()), text: text.to_owned() };
        let edits: Vec<Edit> = whole.smallest(&self.text).into_iter().collect();
        self.edit(entry, &edits);
    }

    /// Applies edits that do not overlap and are in ascending order.
    pub(super) fn edit(&mut self, entry: LedgerEntry, edits: &[Edit]) {
        let LedgerEntry { rule, message, title, safety } = entry;
        self.place(AppliedFix::new(rule.id, message, title, safety), edits);
    }

    /// Applies edits and adds them to an entry that has none yet.
    pub(super) fn place(&mut self, mut entry: AppliedFix, edits: &[Edit]) {
        let mut index = Utf16Index::new(&self.text);
        for Edit { span, text } in edits {
            let Utf16Span { range, from, to } = place_of(index.at(span.start), index.at(span.end));
            entry.edits.push(TextEdit { from, to, range, bytes: offsets(*span), text: text.clone() });
        }
        self.text = apply(&self.text, edits);
        self.applied.push(entry);
    }
}
