//! Lines of Markdown, and the code blocks they form.

use crate::text::{Span, find_byte, find_where};

/// A line and its place; code blocks are marked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'t> {
    /// The line without its end.
    pub(super) text: &'t str,
    /// Where it begins.
    pub(super) start: usize,
    /// It opens or closes a code block.
    pub(super) is_fence: bool,
    /// It looks like a fence, but may be text in a code block.
    pub(super) is_fence_like: bool,
    /// It is inside a code block.
    pub(super) is_code: bool,
}

impl Line<'_> {
    /// The place of the line without blanks at its ends.
    pub(super) fn span(&self) -> Span {
        let inside = self.text.trim_start();
        let start = self.start + self.text.len() - inside.len();
        Span::new(start, start + inside.trim_end().len())
    }
}

/// The lines of a text.
#[derive(Clone, Debug)]
pub(super) struct TextLines<'t> {
    rest: &'t str,
    at: usize,
    /// The character and length of the fence that is open.
    open: Option<(u8, usize)>,
    /// Lines without a fence character are skipped.
    only_signed: bool,
}

impl<'t> TextLines<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { rest: text, at: 0, open: None, only_signed: false }
    }

    /// Only the lines that contain a fence character; all fences are among them.
    pub(super) fn signed(text: &'t str) -> Self {
        Self { only_signed: true, ..Self::new(text) }
    }

    /// Goes to the line with the next fence character.
    fn leap(&mut self) {
        let bytes = self.rest.as_bytes();
        let is_sign = |it: u8| matches!(it, b'`' | b'~');
        let sign = find_where(bytes, 0, |it| it.equal(b'`').or(it.equal(b'~')), is_sign).unwrap_or(bytes.len());
        let before = bytes.get(..sign).unwrap_or_default();
        let start =
            if sign == bytes.len() { sign } else { before.iter().rposition(|it| *it == b'\n').map_or(0, |it| it + 1) };
        self.rest = self.rest.get(start..).unwrap_or_default();
        self.at += start;
    }

    /// The line that would close the code block that is open after the lines so far.
    pub(super) fn closing(&self) -> Option<String> {
        self.open.map(|(mark, length)| char::from(mark).to_string().repeat(length))
    }

    /// True when a code block is open after the lines so far.
    pub(super) fn is_open(&self) -> bool {
        self.open.is_some()
    }
}

impl<'t> Iterator for TextLines<'t> {
    type Item = Line<'t>;

    fn next(&mut self) -> Option<Line<'t>> {
        if self.only_signed {
            self.leap();
        }
        if self.rest.is_empty() {
            return None;
        }
        let end = find_byte(self.rest.as_bytes(), 0, b'\n').map_or(self.rest.len(), |it| it + 1);
        let (line, rest) = self.rest.split_at_checked(end)?;
        let text = line.trim_end_matches(['\n', '\r']);
        let start = self.at;
        self.rest = rest;
        self.at += end;
        let fence = fence(text);
        let is_fence_like = fence.is_some();
        let is_code = self.open.is_some();
        let mut is_fence = false;
        match (self.open, fence) {
            (None, Some(FenceMark { mark, length, .. })) => {
                self.open = Some((mark, length));
                is_fence = true;
            }
            (Some((mark, length)), Some(fence)) => {
                if mark == fence.mark && fence.length >= length && fence.info.is_empty() {
                    self.open = None;
                    is_fence = true;
                }
            }
            (_, None) => (),
        }
        Some(Line { text, start, is_fence, is_fence_like, is_code: is_code && !is_fence })
    }
}

/// The start of a line that is a fence.
struct FenceMark<'t> {
    /// Its character.
    mark: u8,
    /// How often the character is repeated.
    length: usize,
    /// What follows.
    info: &'t str,
}

/// The fence that a line is. A fence is on its own line.
fn fence(line: &str) -> Option<FenceMark<'_>> {
    // Most lines begin with another character.
    if matches!(line.as_bytes().first(), None | Some(b'!'..=b'_' | b'a'..=b'}')) {
        return None;
    }
    let line = line.trim();
    let mark = *line.as_bytes().first().filter(|it| matches!(it, b'`' | b'~'))?;
    let info = line.trim_start_matches(char::from(mark));
    let length = line.len() - info.len();
    (length >= 3 && !(mark == b'`' && info.contains('`'))).then_some(FenceMark { mark, length, info })
}

#[cfg(test)]
mod tests {
    use super::{TextLines, fence};

    fn is_open(text: &str) -> bool {
        let mut lines = TextLines::new(text);
        lines.by_ref().for_each(drop);
        lines.is_open()
    }

    #[test]
    fn fences_are_on_lines_of_their_own() {
        assert!(fence("```python").is_some());
        assert!(fence("  ~~~").is_some());
        assert!(fence("```code```").is_none());
        assert!(fence("see ```").is_none());
    }

    #[test]
    fn blocks_are_closed_by_their_own_fence() {
        assert!(!is_open("```\na\n```"));
        assert!(is_open("```\na"));
        assert!(!is_open("````\n```\na\n````\nb"));
        assert!(is_open("````\n```\na\n```"));
    }
}
