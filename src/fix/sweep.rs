//! Applies fixes to a text from the front to the back.

use crate::report::{AppliedFix, Diagnostic, DiagnosticFix, TextEdit};
use crate::resolve::{Utf16Span, offsets, place_of};
use crate::text::{Span, Utf16Index, Utf16Place};

/// So often is the text read in one round. Few fixes have their edits between those of others.
const MOST_SWEEPS: usize = 16;

/// Applies the chosen fixes from the front to the back and returns their entries. A fix that does not follow the previous
/// one waits for the next round, unless both are parts of one reading: then its edits are between those of the previous one.
pub(super) fn round(text: &str, chosen: Vec<(&Diagnostic, &DiagnosticFix)>) -> (String, Vec<AppliedFix>) {
    let mut applied = Vec::with_capacity(chosen.len());
    let mut todo: Vec<(&Diagnostic, DiagnosticFix)> = chosen.into_iter().map(|it| (it.0, it.1.clone())).collect();
    let mut text = text.to_owned();
    for _ in 0..MOST_SWEEPS {
        let n_before = applied.len();
        let (mut sweep, mut done, mut left) = (Sweep::new(&text), Vec::new(), Vec::new());
        for (diagnostic, fix) in todo {
            match sweep.apply(diagnostic, &fix) {
                Some(entry) => {
                    applied.push(entry);
                    done.extend(fix.edits);
                }
                None => left.push((diagnostic, fix)),
            }
        }
        sweep.copy(text.len());
        text = sweep.out;
        todo = left.into_iter().filter_map(|(it, fix)| Some((it, moved(fix, &done)?))).collect();
        if todo.is_empty() || applied.len() == n_before {
            break;
        }
    }
    (text, applied)
}

/// A part of a reading after other parts, in order, were applied; `None` if one of them changed the same text.
fn moved(mut fix: DiagnosticFix, done: &[TextEdit]) -> Option<DiagnosticFix> {
    fix.reading?;
    let (mut at, mut grown) = (0, 0_i64);
    for edit in &mut fix.edits {
        let span = span_of(edit);
        while let Some(before) = done.get(at).filter(|it| it.bytes.to <= span.start && it.bytes.from < span.start) {
            grown += before.text.len() as i64 - i64::from(before.bytes.to - before.bytes.from);
            at += 1;
        }
        if done.get(at).is_some_and(|it| it.bytes.from < span.end || it.bytes.from == span.start) {
            return None;
        }
        let place = |it: u32| usize::try_from(i64::from(it) + grown).unwrap_or_default();
        edit.bytes = offsets(Span::new(place(span.start), place(span.end)));
    }
    Some(fix)
}

/// Fixes applied from the front to the back, in one pass over the text.
pub(super) struct Sweep<'t> {
    text: &'t str,
    index: Utf16Index<'t>,
    /// The fixed text up to the end of the last edit.
    pub(super) out: String,
    /// What the last edit replaced.
    last: Option<Span>,
    /// The end of the last edit in the original text and in the fixed one.
    before: Utf16Place,
    after: Utf16Place,
    /// An edit followed a CR: line ends may have merged or split, so places are known only once the text is read again.
    has_split_line_end: bool,
}

impl<'t> Sweep<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self {
            text,
            index: Utf16Index::new(text),
            out: String::with_capacity(text.len() + text.len() / 8),
            last: None,
            before: Utf16Place::default(),
            after: Utf16Place::default(),
            has_split_line_end: false,
        }
    }

    /// Applies a fix if it comes next.
    pub(super) fn apply(&mut self, diagnostic: &Diagnostic, fix: &DiagnosticFix) -> Option<AppliedFix> {
        let Diagnostic { code, message, .. } = diagnostic;
        self.is_next(fix).then(|| AppliedFix {
            partial: fix.partial,
            edits: self.take(fix),
            ..AppliedFix::new(code, message.clone(), fix.title.clone(), fix.safety)
        })
    }

    /// Where the last edit ends in the text.
    fn end(&self) -> usize {
        self.last.map_or(0, |it| it.end as usize)
    }

    /// Whether the fix follows all earlier ones.
    fn is_next(&self, fix: &DiagnosticFix) -> bool {
        let Some(last) = self.last else { return true };
        let first = fix.edits.first().map(span_of).unwrap_or_default();
        let is_apart =
            if first.is_empty() || last.is_empty() { last.end < first.start } else { last.end <= first.start };
        is_apart && !self.has_split_line_end
    }

    /// Applies the next fix and returns where its edits are in the text before it.
    fn take(&mut self, fix: &DiagnosticFix) -> Vec<TextEdit> {
        let (n_before, end) = (self.out.len(), self.end());
        let mut placed = Vec::with_capacity(fix.edits.len());
        for edit in &fix.edits {
            let span = span_of(edit);
            let Utf16Span { range, from, to } = place_of(self.now(span.start), self.now(span.end));
            let moved = |at: u32| at as usize - end + n_before;
            let bytes = offsets(Span::new(moved(span.start), moved(span.end)));
            placed.push(TextEdit { from, to, range, bytes, text: edit.text.clone() });
        }
        for edit in &fix.edits {
            let span = span_of(edit);
            let start = self.now(span.start);
            self.copy(span.start as usize);
            self.has_split_line_end |= self.out.ends_with('\r');
            self.out.push_str(&edit.text);
            self.after = start.behind(&edit.text, self.text.as_bytes().get(span.end as usize).copied());
            self.before = self.index.at(span.end);
            self.last = Some(span);
        }
        placed
    }

    /// Copies the text between the last edit and a byte of the text.
    pub(super) fn copy(&mut self, to: usize) {
        self.out.push_str(self.text.get(self.end()..to).unwrap_or_default());
    }

    /// The current place of a byte of the text after the last edit.
    fn now(&mut self, byte: u32) -> Utf16Place {
        let (there, before, after) = (self.index.at(byte), self.before, self.after);
        let is_in_line = there.line == before.line;
        Utf16Place {
            line: there.line - before.line + after.line,
            character: if is_in_line { there.character - before.character + after.character } else { there.character },
            offset: there.offset - before.offset + after.offset,
        }
    }
}

pub(super) fn span_of(edit: &TextEdit) -> Span {
    Span { start: edit.bytes.from, end: edit.bytes.to }
}
