//! Comments.

use super::fault::ReadingFault;
use super::path::{Mode, Path};
use super::surroundings::Surroundings;
use super::walk::ReadingWalk;
use crate::text::find_bytes;

/// No comment is longer, in bytes.
const LONGEST_COMMENT: usize = 600;
/// That the first comment of another language follows a value at once costs so much: it may be part of that.
const BEHIND_VALUE: i32 = 150;

impl ReadingWalk<'_> {
    pub(super) fn comment(&mut self, path: Path) {
        let at = path.pos;
        let mark = self.around.end_of_block(at);
        let rest = self.around.bytes.get(at..at + LONGEST_COMMENT).or(self.around.bytes.get(at..)).unwrap_or_default();
        let end = mark.and_then(|it| Some(at + find_bytes(rest, it.as_bytes())? + it.len()));
        let end = end.unwrap_or_else(|| self.around.line_end(at));
        let words = self.around.slice(at, end.min(self.around.text.floor_char_boundary(at + LONGEST_COMMENT)));
        if mark.is_none() && self.around.is_end(self.around.blanks(end)) {
            // Where there is only one line, the next key ends it.
            let mut quotes = words.match_indices(" \"").map(|it| at + it.0 + 1);
            if let Some(key) = quotes.find(|it| self.around.is_named(*it)) {
                self.commented(path, key, words.get(..key - at).unwrap_or_default());
            }
        }
        self.commented(path, end, words);
    }

    /// Removes a comment.
    fn commented(&mut self, path: Path, end: usize, words: &str) {
        let at = path.pos;
        let mut next = self.with(path, ReadingFault::Comment, self.around.whole_comment(at, end), "");
        let is_first = path.made & ReadingFault::Comment.bit() == 0;
        let is_behind = is_first && path.mode == Mode::Separator && self.around.begins_remark(at);
        next.cost += if is_behind { BEHIND_VALUE } else { 0 };
        next.cost += 2 * i32::try_from(end - at).unwrap_or(i32::MAX / 8);
        if next.cost > path.cost + 4 * LONGEST_COMMENT as i32 {
            return;
        }
        // What looks like members is not a comment.
        let is_structure = words.match_indices(['"', '\'', '}', ']']).any(|(it, _)| {
            let sign = self.around.blanks(at + it + 1);
            let value = self.around.blanks(sign + 1);
            matches!(self.around.at(sign), b':' | b',')
                && (matches!(self.around.at(value), b'"' | b'\'' | b'{' | b'[')
                    || self.around.at(value).is_ascii_digit())
                && value < end
        });
        next.cost += if is_structure { 300 } else { 0 };
        self.add(Path { pos: end, ..next });
    }
}

impl Surroundings<'_> {
    pub(super) fn begins_comment(&self, at: usize) -> bool {
        self.end_of_block(at).is_some()
            || self.at(at) == b'#'
            || self.at(at) == b'/' && self.at(at + 1) == b'/'
            || self.begins_remark(at)
    }

    /// A comment with the blanks before it, and with its line if nothing else is on it.
    fn whole_comment(&self, at: usize, end: usize) -> (usize, usize) {
        let start = self.slice(0, at).trim_end_matches([' ', '\t']).len();
        let is_line = self.at(start.wrapping_sub(1)) == b'\n' && matches!(self.at(end), b'\r' | b'\n');
        let line_end = if self.slice(0, start).ends_with("\r\n") { 2 } else { 1 };
        (if is_line { start - line_end } else { start }, end)
    }

    /// Whether what begins like a comment may as well be something else: an object, a comma, a part of a text.
    pub(super) fn may_be_no_comment(&self, at: usize) -> bool {
        self.at(at) == b'{' || self.begins_remark(at)
    }

    /// Whether a comment of another language begins there: `--`, `;` or `%`, and words to the end of the line.
    pub(super) fn begins_remark(&self, at: usize) -> bool {
        let mark = match (self.at(at), self.at(at + 1)) {
            (b'-', b'-') => 2,
            (b';' | b'%', _) => 1,
            _ => return false,
        };
        let words = self.spaces(at + mark);
        let near = self.bytes.get(words..self.bytes.len().min(words + LONGEST_COMMENT)).unwrap_or_default();
        words > at + mark
            && self.at(at.wrapping_sub(1)).is_ascii_whitespace()
            && self.char_at(words).is_alphabetic()
            && near.contains(&b'\n')
    }

    /// What ends a comment that may have several lines.
    pub(super) fn end_of_block(&self, at: usize) -> Option<&'static str> {
        const BLOCKS: [(&str, &str); 3] = [("/*", "*/"), ("<!--", "-->"), ("{/*", "*/}")];
        if !matches!(self.at(at), b'/' | b'<' | b'{') {
            return None;
        }
        let rest = self.bytes.get(at..)?;
        BLOCKS.iter().find(|it| rest.starts_with(it.0.as_bytes())).map(|it| it.1)
    }

    pub(super) fn line_end(&self, at: usize) -> usize {
        crate::text::find_byte(self.bytes, at, b'\n').unwrap_or(self.bytes.len())
    }
}
