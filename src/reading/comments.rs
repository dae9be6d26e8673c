//! Comments.

use super::fault::ReadingFault;
use super::path::Path;
use super::walk::ReadingWalk;

/// No comment is longer, in bytes.
const LONGEST_COMMENT: usize = 600;

impl ReadingWalk<'_> {
    pub(super) fn comment(&mut self, path: Path) {
        let at = path.pos;
        let is_block = self.around.at(at + 1) == b'*' && self.around.at(at) == b'/';
        let rest = self.around.bytes.get(at..at + LONGEST_COMMENT).or(self.around.bytes.get(at..)).unwrap_or_default();
        let block_end = if is_block { crate::text::find_bytes(rest, b"*/") } else { None };
        let end = block_end.map_or_else(|| self.around.line_end(at), |it| at + it + 2);
        let words = self.around.slice(at, end.min(self.around.text.floor_char_boundary(at + LONGEST_COMMENT)));
        if !is_block && self.around.is_end(self.around.blanks(end)) {
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
