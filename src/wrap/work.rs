//! A text under repair, and the ledger of what was done to it.

use crate::diagnostic::Safety;
use crate::fix::{Wanted, fix_those};
use crate::options::Options;
use crate::rules::Rule;
use crate::surface::report::{AppliedFix, TextEdit};
use crate::surface::resolve::{offsets, place_of};
use crate::text::{Edit, Span, Utf16Index, apply};

/// A text, and how it came about.
#[derive(Clone, Debug)]
pub(super) struct Work {
    /// The text as it is by now.
    pub(super) text: String,
    /// What was done, in order.
    pub(super) applied: Vec<AppliedFix>,
}

/// What an entry of the ledger says.
pub(super) struct Entry {
    /// The rule that the finding has or would have.
    pub(super) rule: &'static Rule,
    /// What was there.
    pub(super) message: String,
    /// What was done.
    pub(super) title: String,
    /// Whether it was safe.
    pub(super) safety: Safety,
}

impl Entry {
    /// One that is safe.
    pub(super) fn safe(rule: &'static Rule, message: impl Into<String>, title: impl Into<String>) -> Self {
        Self { rule, message: message.into(), title: title.into(), safety: Safety::Safe }
    }
}

impl Work {
    /// Nothing is done yet.
    pub(super) fn new(text: &str) -> Self {
        Self { text: text.to_owned(), applied: Vec::new() }
    }

    /// Repairs the findings that are wanted.
    pub(super) fn fix(&mut self, options: &Options, suggestions: bool, is_wanted: Wanted) {
        let result = fix_those(&self.text, options, suggestions, is_wanted);
        self.text = result.text;
        self.applied.extend(result.applied);
    }

    /// Leaves nothing but what is under the span.
    pub(super) fn keep(&mut self, entry: Entry, span: Span) {
        let around = [Span { start: 0, end: span.start }, Span::new(span.end as usize, self.text.len())];
        let edits = around.into_iter().filter(|it| !it.is_empty()).map(|span| Edit { span, text: String::new() });
        self.edit(entry, &edits.collect::<Vec<_>>());
    }

    /// Puts another text in its place. What both have in common at their ends is not touched.
    pub(super) fn replace(&mut self, entry: Entry, text: &str) {
        let same = |it: &(char, char)| it.0 == it.1;
        let length = |it: (char, char)| it.0.len_utf8();
        let front: usize = self.text.chars().zip(text.chars()).take_while(same).map(length).sum();
        let (old, new) = (self.text.get(front..).unwrap_or_default(), text.get(front..).unwrap_or_default());
        let back: usize = old.chars().rev().zip(new.chars().rev()).take_while(same).map(length).sum();
        let span = Span::new(front, self.text.len() - back);
        let text = new.get(..new.len() - back).unwrap_or_default().to_owned();
        self.edit(entry, &[Edit { span, text }]);
    }

    /// Applies edits that do not overlap and are in ascending order.
    pub(super) fn edit(&mut self, entry: Entry, edits: &[Edit]) {
        let mut index = Utf16Index::new(&self.text);
        let mut placed = Vec::with_capacity(edits.len());
        for Edit { span, text } in edits {
            let (range, from, to) = place_of(index.at(span.start), index.at(span.end));
            placed.push(TextEdit { from, to, range, bytes: offsets(*span), text: text.clone() });
        }
        self.text = apply(&self.text, edits);
        let Entry { rule, message, title, safety } = entry;
        self.applied.push(AppliedFix { code: rule.id, message, title, safety, edits: placed });
    }
}
