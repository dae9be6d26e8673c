//! A call whose fragments are joined, as a file of its own.

use super::place::{LineSpan, Start};
use crate::diagnostic::shown;
use crate::formats::FRAGMENTS;
use crate::json::{decode, is_sound};
use crate::options::Options;
use crate::report::{Diagnostic, Offsets, Related};
use crate::rules;
use crate::text::Span;

/// A string of a record, without its quotes, and where it is.
#[derive(Clone, Debug)]
pub(super) struct LinePart {
    /// As it is written, with its escapes.
    pub(super) raw: String,
    pub(super) start: Start,
    pub(super) pointer: String,
}

impl LinePart {
    pub(super) fn text(&self) -> String {
        decode(&self.raw).text
    }

    pub(super) fn span(&self) -> LineSpan {
        LineSpan { start: self.start, end: self.start.after(&self.raw) }
    }
}

/// A call so far.
#[derive(Debug, Default)]
pub(super) struct JoinedCall {
    /// What tells it apart from the others.
    pub(super) key: String,
    pub(super) id: Option<LinePart>,
    pub(super) name: Option<LinePart>,
    pub(super) fragments: Vec<LinePart>,
    /// The arguments as the end repeats them.
    pub(super) whole: Option<LinePart>,
    /// Fragments of another call are among them, or one that belongs to none.
    pub(super) is_mixed: bool,
}

impl JoinedCall {
    /// The arguments that are judged, decoded.
    pub(super) fn judged(&self) -> String {
        self.whole.as_ref().map_or_else(|| self.arguments(), LinePart::text)
    }

    /// The arguments, decoded.
    fn arguments(&self) -> String {
        decode(&self.fragments.iter().map(|it| &*it.raw).collect::<String>()).text
    }

    /// The last fragment, if the arguments have no end.
    pub(super) fn cut(&self) -> Option<(&LinePart, String)> {
        let last = self.fragments.last().filter(|_| !self.is_mixed && !is_sound(&self.arguments()))?;
        let id = self.id.as_ref().or(self.name.as_ref())?;
        Some((last, format!("The stream ends before the arguments of `{}` do", shown(&id.text()))))
    }

    /// What the end repeats, if the fragments say something else. Broken ones may be those of a repaired end.
    pub(super) fn other_end(&self) -> Option<&LinePart> {
        let whole = self.whole.as_ref().filter(|_| !self.is_mixed && !self.fragments.is_empty())?;
        let (arguments, text) = (self.arguments(), whole.text());
        (text != arguments && (is_sound(&arguments) || lacks_part(&arguments, &text))).then_some(whole)
    }

    /// A file with nothing but the call; `None` if there is nothing to judge.
    pub(super) fn alone(&self) -> Option<JoinedFile<'_>> {
        let arguments = self.whole.as_ref().map_or(&self.fragments[..], std::slice::from_ref);
        if self.is_mixed || arguments.iter().all(|it| it.raw.is_empty()) {
            return None;
        }
        // The file may begin within the call.
        let is_unknown = self.id.is_none() && self.name.is_none();
        if is_unknown && !arguments.first().is_some_and(|it| it.raw.trim_start().starts_with('{')) {
            return None;
        }
        let mut file = JoinedFile { text: FRAGMENTS.parts[0].to_owned(), parts: Vec::new() };
        match &self.name {
            Some(name) => file.push(name),
            None => file.text.push_str("call"),
        }
        file.text.push_str(FRAGMENTS.parts[1]);
        arguments.iter().for_each(|it| file.push(it));
        file.text.push_str(FRAGMENTS.parts[2]);
        Some(file)
    }

    /// The options for that file.
    pub(super) fn options(&self, given: &Options) -> Options {
        let mut options = given.clone();
        options.file_name = Some("call.json".to_owned());
        options.format = Some(FRAGMENTS.format);
        if self.name.is_none() {
            options.rules.push((rules::UNKNOWN_TOOL.id.to_owned(), None));
        }
        options
    }
}

/// Whether a text is another one without a part that says something. One that was cut off lacks brackets.
fn lacks_part(text: &str, whole: &str) -> bool {
    let same = |pair: &(u8, u8)| pair.0 == pair.1;
    let n_before = text.bytes().zip(whole.bytes()).take_while(same).count();
    let n_after = text.bytes().rev().zip(whole.bytes().rev()).take_while(same).count();
    let Some(n_lost) = whole.len().checked_sub(text.len()).filter(|_| n_before + n_after >= text.len()) else {
        return false;
    };
    let lost = whole.as_bytes().get(n_before..n_before + n_lost).unwrap_or_default();
    lost.iter().any(|it| !b"}]\"\r\n\t ".contains(it))
}

/// A call on one line, and where the parts of the line are from.
pub(super) struct JoinedFile<'a> {
    pub(super) text: String,
    /// Where in the text each begins.
    parts: Vec<(usize, &'a LinePart)>,
}

impl<'a> JoinedFile<'a> {
    fn push(&mut self, part: &'a LinePart) {
        self.parts.push((self.text.len(), part));
        self.text.push_str(&part.raw);
    }

    /// Moves a finding to where its parts are from; `None` if it is about what is around them.
    pub(super) fn moved(&self, mut found: Diagnostic) -> Option<Diagnostic> {
        let Offsets { from, to } = self.inside(found.bytes);
        let (part, at) = self.place(from, to, true)?;
        (found.range, found.from, found.to, found.bytes) = at.all();
        found.pointer.clone_from(&part.pointer);
        found.related.retain_mut(|it| self.moved_note(it));
        found.fixes.retain_mut(|fix| {
            fix.reading = None;
            fix.edits.iter_mut().all(|it| {
                let quoted = it.text.strip_prefix('"').and_then(|it| it.strip_suffix('"')).map(str::to_owned);
                if let Some((inside, text)) =
                    Some(self.inside(it.bytes)).filter(|inside| *inside != it.bytes).zip(quoted)
                {
                    (it.bytes, it.text) = (inside, text);
                }
                let place = self.place(it.bytes.from, it.bytes.to, false);
                place.map(|place| (it.range, it.from, it.to, it.bytes) = place.1.all()).is_some()
            })
        });
        Some(found)
    }

    /// A range without the quotes of a whole string, which are around its parts.
    fn inside(&self, range: Offsets) -> Offsets {
        let text = self.text.get(range.from as usize..range.to as usize).unwrap_or_default();
        let is_string = text.len() > 1 && text.starts_with('"') && text.ends_with('"');
        if is_string { Offsets { from: range.from + 1, to: range.to - 1 } } else { range }
    }

    fn moved_note(&self, it: &mut Related) -> bool {
        let place = self.place(it.bytes.from, it.bytes.to, true);
        place.map(|place| (it.range, it.from, it.to, it.bytes) = place.1.all()).is_some()
    }

    /// The part in which a range begins, and its place, cut at the end of the part if it may be.
    fn place(&self, from: u32, to: u32, may_be_cut: bool) -> Option<(&'a LinePart, LineSpan)> {
        let span = Span { start: from, end: to };
        let [from, to] = [from, to].map(|it| it as usize);
        // Where one ends and the next begins, a range is in the next.
        let (start, part) = self.parts.get(self.parts.partition_point(|it| it.0 <= from).checked_sub(1)?)?;
        if from > start + part.raw.len() {
            return None;
        }
        let end = to.min(start + part.raw.len());
        if (end < to && !may_be_cut) || (from == start + part.raw.len() && !span.is_empty()) {
            return None;
        }
        let at = |offset: usize| Some(part.start.after(part.raw.get(..offset - start)?));
        Some((part, LineSpan { start: at(from)?, end: at(end)? }))
    }
}
