//! Comments.

use super::fault::ReadingFault;
use super::path::Path;
use super::surroundings::Surroundings;
use super::walk::ReadingWalk;
use crate::text::find_bytes;

/// No comment is longer, in bytes.
const LONGEST_COMMENT: usize = 600;

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
        let mut next = self.with(path, ReadingFault::Comment, (at, end), "");
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
        self.end_of_block(at).is_some() || self.at(at) == b'#' || self.at(at) == b'/' && self.at(at + 1) == b'/'
    }

    /// What ends a comment that may have several lines.
    pub(super) fn end_of_block(&self, at: usize) -> Option<&'static str> {
        const BLOCKS: [(&str, &str); 2] = [("/*", "*/"), ("<!--", "-->")];
        if !matches!(self.at(at), b'/' | b'<') {
            return None;
        }
        let rest = self.bytes.get(at..)?;
        BLOCKS.iter().find(|it| rest.starts_with(it.0.as_bytes())).map(|it| it.1)
    }

    pub(super) fn line_end(&self, at: usize) -> usize {
        crate::text::find_byte(self.bytes, at, b'\n').unwrap_or(self.bytes.len())
    }
}
