//! Lines of a text that changed: which are shown, and how what was removed and inserted is marked in them.

use std::ops::Range;

use clap::builder::styling::{AnsiColor, Effects, Style};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::{
    output::Look,
    visible::{visible, visible_parts},
};

/// What happened to a part of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PartKind {
    Same,
    Gone,
    Come,
}

/// A line in parts, no two of a kind next to each other.
#[derive(Default)]
pub(super) struct DiffLine(Vec<(PartKind, String)>);

impl DiffLine {
    fn is_changed(&self) -> bool {
        self.0.iter().any(|it| it.0 != PartKind::Same)
    }
}

/// Collects lines.
#[derive(Default)]
pub(super) struct LineBuilder {
    lines: Vec<DiffLine>,
    open: DiffLine,
}

impl LineBuilder {
    /// Adds to the line that is open.
    pub(super) fn push(&mut self, kind: PartKind, text: &str) {
        match self.open.0.last_mut().filter(|it| it.0 == kind) {
            Some(last) => last.1.push_str(text),
            None if text.is_empty() => (),
            None => self.open.0.push((kind, text.to_owned())),
        }
    }

    /// Adds a blank, which is inserted only within what is.
    pub(super) fn push_blank(&mut self, kind: PartKind) {
        let is_within = self.open.0.last().is_some_and(|it| it.0 == kind);
        self.push(if is_within { kind } else { PartKind::Same }, " ");
    }

    /// Adds a text with line breaks.
    pub(super) fn push_lines(&mut self, kind: PartKind, text: &str) {
        for (idx, line) in text.split('\n').enumerate() {
            if idx > 0 {
                self.end();
            }
            self.push(kind, line);
        }
    }

    /// Ends the line that is open.
    pub(super) fn end(&mut self) {
        self.lines.push(std::mem::take(&mut self.open));
    }

    pub(super) fn finish(mut self) -> Vec<DiffLine> {
        if !self.open.0.is_empty() {
            self.end();
        }
        self.lines
    }
}

/// So many lines are shown before and after a line that changed.
const AROUND: usize = 2;

/// So many columns of what stayed the same are shown on each side of a change.
const BESIDE: usize = 32;

/// What shows that text was left out.
const CUT: &str = "...";

/// The lines that changed and those around them; empty if none did.
pub(super) fn shown(lines: &[DiffLine], look: Look) -> String {
    let mut ranges: Vec<Range<usize>> = Vec::new();
    for (idx, _) in lines.iter().enumerate().filter(|it| it.1.is_changed()) {
        let (from, to) = (idx.saturating_sub(AROUND), (idx + AROUND + 1).min(lines.len()));
        match ranges.last_mut().filter(|it| it.end >= from) {
            Some(last) => last.end = to,
            None => ranges.push(from..to),
        }
    }
    let part = |it: Range<usize>| lines.get(it).unwrap_or_default().iter().map(|it| line(it, look)).collect::<String>();
    ranges.into_iter().map(part).collect::<Vec<_>>().join(&format!("  {CUT}\n"))
}

fn line(DiffLine(parts): &DiffLine, look: Look) -> String {
    let is_changed = parts.iter().any(|it| it.0 != PartKind::Same);
    let texts: Vec<&str> = parts.iter().map(|it| it.1.as_str()).collect();
    let texts = visible_parts(&texts);
    let columns = look.width.saturating_sub(2);
    if let Some(n) = escaped(parts) {
        let what = format!(" ({n} backslashes inserted)");
        let line = fitted(&texts.concat(), columns.saturating_sub(CUT.len() + what.len()), 0);
        return format!("~ {}{}\n", visible(&line), look.paint(COME, what));
    }
    let mut out = String::new();
    for (idx, ((kind, _), text)) in parts.iter().zip(texts).enumerate() {
        out += &match kind {
            PartKind::Same if !is_changed => fitted(&text, columns.saturating_sub(CUT.len()), 0),
            PartKind::Same => {
                // A line begins with the name of what changed in it.
                let before = if idx + 1 < parts.len() { BESIDE } else { 0 };
                fitted(&text, BESIDE, before)
            }
            PartKind::Gone if look.colors => look.paint(GONE, text),
            PartKind::Come if look.colors => look.paint(COME, text),
            PartKind::Gone => format!("[-{text}-]"),
            PartKind::Come => format!("{{+{text}+}}"),
        };
    }
    // The marks must not complete a command either.
    let out = if look.colors { out } else { visible(&out).into_owned() };
    format!("{} {out}\n", if is_changed { '~' } else { ' ' })
}

/// How many backslashes were inserted in a line, if nothing else was and it would be unreadable with all of them marked.
fn escaped(parts: &[(PartKind, String)]) -> Option<usize> {
    let changed = || parts.iter().filter(|it| it.0 != PartKind::Same);
    let is_escape = |it: &(PartKind, String)| it.0 == PartKind::Come && it.1.bytes().all(|it| it == b'\\');
    (changed().count() > MOST_ESCAPES && changed().all(is_escape)).then(|| changed().map(|it| it.1.len()).sum())
}

/// More of them in a line are only counted.
const MOST_ESCAPES: usize = 3;

const GONE: Style = AnsiColor::Red.on_default().effects(Effects::STRIKETHROUGH);
const COME: Style = AnsiColor::Green.on_default().effects(Effects::UNDERLINE);

/// The beginning and the end of a text, cut between words where there are any.
fn fitted(text: &str, head: usize, tail: usize) -> String {
    if text.width() <= head + tail + CUT.len() {
        return text.to_owned();
    }
    let first = prefix(text.char_indices().map(|it| it.1), head);
    let last = text.len() - prefix(text.chars().rev(), tail);
    let (start, end) = (text.get(..first).unwrap_or_default(), text.get(last..).unwrap_or_default());
    let is_word = |it: char| it.is_alphanumeric();
    let start = if tail > 0 { start.trim_end_matches(is_word) } else { start };
    format!("{start}{CUT}{}", end.trim_start_matches(is_word))
}

/// How many bytes of these characters fit into so many columns.
fn prefix(chars: impl Iterator<Item = char>, columns: usize) -> usize {
    let mut left = columns;
    chars
        .map_while(|it| left.checked_sub(it.width().unwrap_or_default()).map(|now| (left = now, it.len_utf8()).1))
        .sum()
}
