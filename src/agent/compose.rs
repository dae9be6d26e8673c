//! Turns fixes that apply one after the other into edits of the original text. Knows only spans and texts.

use std::collections::VecDeque;

use crate::diagnostic::Safety;
use crate::report::AppliedFix;
use crate::text::{Edit, Span, apply};

/// One fix; its edits apply to the text that the fixes before it left.
pub(super) struct FixEntry {
    pub(super) code: &'static str,
    pub(super) message: String,
    pub(super) title: String,
    pub(super) safety: Safety,
    pub(super) edits: Vec<Edit>,
    /// Its title says what only the reader can know.
    pub(super) asks: bool,
}

impl FixEntry {
    pub(super) fn of(applied: AppliedFix) -> Self {
        let edit =
            |it: crate::report::TextEdit| Edit { span: Span { start: it.bytes.from, end: it.bytes.to }, text: it.text };
        let edits = applied.edits.into_iter().map(edit).collect();
        Self {
            code: applied.code,
            message: applied.message,
            title: applied.title,
            safety: applied.safety,
            edits,
            asks: false,
        }
    }
}

/// One change of the original text.
#[derive(Clone)]
pub(super) struct Hunk {
    pub(super) span: Span,
    pub(super) text: String,
    /// The indices of the fixes that made it.
    pub(super) owners: Vec<usize>,
}

/// A part of the repaired text.
enum Piece {
    /// An unchanged part of the original text.
    Kept(Span),
    New(String),
}

impl Piece {
    fn len(&self) -> usize {
        match self {
            Self::Kept(span) => span.len(),
            Self::New(text) => text.len(),
        }
    }

    /// Splits it into its first `at` bytes and the rest.
    fn split(self, at: usize) -> (Self, Self) {
        match self {
            Self::Kept(span) => {
                let middle = Span::new(span.start as usize + at, 0).start;
                (Self::Kept(Span { start: span.start, end: middle }), Self::Kept(Span { start: middle, end: span.end }))
            }
            Self::New(text) => {
                let (left, right) = text.split_at_checked(at).unwrap_or((&text, ""));
                (Self::New(left.to_owned()), Self::New(right.to_owned()))
            }
        }
    }
}

/// The changes that all fixes make together, in the order of the text.
pub(super) fn compose(text: &str, entries: &[FixEntry]) -> Vec<Hunk> {
    let mut composed = Composed {
        text,
        pieces: VecDeque::from([Piece::Kept(Span::new(0, text.len()))]),
        touched: Vec::with_capacity(entries.len()),
    };
    for (owner, entry) in entries.iter().enumerate() {
        composed.apply(owner, &entry.edits);
    }
    composed.hunks()
}

struct Composed<'t> {
    text: &'t str,
    pieces: VecDeque<Piece>,
    /// What each fix touches in the original text.
    touched: Vec<(Span, usize)>,
}

/// A fix with more edits than this becomes one edit of everything from the first to the last.
const MANY_EDITS: usize = 100;

impl Composed<'_> {
    /// One sweep over the pieces.
    fn apply(&mut self, owner: usize, edits: &[Edit]) {
        if let (true, [first, .., last]) = (edits.len() > MANY_EDITS, edits) {
            let all = Span { start: first.span.start, end: last.span.end };
            let now = self.now();
            let behind = now.len() - all.end as usize;
            let repaired = apply(&now, edits);
            let text = repaired.get(all.start as usize..repaired.len() - behind).unwrap_or_default().to_owned();
            return self.sweep(owner, &[Edit { span: all, text }]);
        }
        self.sweep(owner, edits);
    }

    fn sweep(&mut self, owner: usize, edits: &[Edit]) {
        let mut left = std::mem::take(&mut self.pieces);
        let mut out = VecDeque::with_capacity(left.len() + 2 * edits.len());
        // The offsets reached in the original and in the current text.
        let (mut before, mut now) = (0, 0);
        for edit in edits {
            pass(&mut left, (edit.span.start as usize).saturating_sub(now), &mut before, |it| out.push_back(it));
            let start = before;
            pass(&mut left, edit.span.len(), &mut before, drop);
            now = edit.span.end as usize;
            let end = match left.front() {
                Some(Piece::Kept(span)) => span.start,
                Some(Piece::New(_)) | None => before,
            };
            self.touched.push((Span { start, end: end.max(start) }, owner));
            out.push_back(Piece::New(edit.text.clone()));
        }
        out.append(&mut left);
        self.pieces = out;
    }

    /// The current text.
    fn now(&self) -> String {
        let part = |it: &Piece| match it {
            Piece::Kept(span) => span.of(self.text).to_owned(),
            Piece::New(text) => text.clone(),
        };
        self.pieces.iter().map(part).collect()
    }

    fn hunks(self) -> Vec<Hunk> {
        let mut out = Vec::new();
        let (mut end, mut new) = (0, String::new());
        let last = Piece::Kept(Span::empty(Span::new(self.text.len(), 0).start));
        for piece in self.pieces.into_iter().chain([last]) {
            match piece {
                Piece::New(text) => new.push_str(&text),
                Piece::Kept(span) => {
                    if span.start > end || !new.is_empty() {
                        let changed = Span { start: end, end: span.start };
                        let is_owner = |it: &&(Span, usize)| it.0.start <= changed.end && changed.start <= it.0.end;
                        let mut owners: Vec<_> = self.touched.iter().filter(is_owner).map(|it| it.1).collect();
                        owners.dedup();
                        out.extend(trimmed(self.text, Hunk { span: changed, text: std::mem::take(&mut new), owners }));
                    }
                    end = span.end;
                }
            }
        }
        out
    }
}

/// Moves this many bytes from the pieces to `take`; `before` is the offset reached in the original text.
fn pass(left: &mut VecDeque<Piece>, n_bytes: usize, before: &mut u32, mut take: impl FnMut(Piece)) {
    let mut n_left = n_bytes;
    while n_left > 0 {
        let Some(mut piece) = left.pop_front() else { return };
        let length = piece.len();
        if length > n_left {
            let (first, rest) = piece.split(n_left);
            left.push_front(rest);
            piece = first;
        }
        n_left = n_left.saturating_sub(length);
        if let Piece::Kept(span) = piece {
            *before = span.end;
        }
        take(piece);
    }
}

/// The hunk without its unchanged parts; `None` if nothing is left.
fn trimmed(text: &str, hunk: Hunk) -> Option<Hunk> {
    let Edit { span, text } = Edit { span: hunk.span, text: hunk.text }.smallest(text)?;
    Some(Hunk { span, text, owners: hunk.owners })
}

#[cfg(test)]
mod tests {
    use super::{FixEntry, Hunk, compose};
    use crate::diagnostic::Safety;
    use crate::text::{Edit, Span};

    fn entry(edits: &[(usize, usize, &str)]) -> FixEntry {
        let edit = |it: &(usize, usize, &str)| Edit { span: Span::new(it.0, it.1), text: it.2.to_owned() };
        let edits = edits.iter().map(edit).collect();
        FixEntry { code: "", message: String::new(), title: String::new(), safety: Safety::Safe, edits, asks: false }
    }

    fn check(text: &str, entries: &[FixEntry], expected: &[(usize, usize, &str, &[usize])]) {
        let found = compose(text, entries);
        let shown: Vec<_> = found
            .iter()
            .map(|Hunk { span, text, owners }| {
                (span.start as usize, span.end as usize, text.as_str(), owners.as_slice())
            })
            .collect();
        assert_eq!(shown, expected);
    }

    #[test]
    fn edits_are_those_of_the_text_as_it_was() {
        check(
            "abcdef",
            &[entry(&[(0, 1, ""), (3, 3, "XY")]), entry(&[(4, 5, "Z")])],
            &[(0, 1, "", &[0]), (3, 4, "XYZ", &[0, 1])],
        );
        // Inserting text and removing it again is no change, nor is replacing text with itself.
        check("abc", &[entry(&[(1, 1, "X")]), entry(&[(1, 2, "")])], &[]);
        check("abc", &[entry(&[(0, 3, "aXc")])], &[(1, 2, "X", &[0])]);
        check("é", &[entry(&[(0, 2, "è")])], &[(0, 2, "è", &[0])]);
    }

    #[test]
    fn many_edits_become_one() {
        let text = "a".repeat(300);
        let edits: Vec<_> = (0..300).map(|it| (it, it + 1, "b")).collect();
        check(&text, &[entry(&edits)], &[(0, 300, &"b".repeat(300), &[0])]);
    }
}
