//! Items after dashes, as in YAML and Markdown: in a list, or in place of one.

use super::fault::ReadingFault;
use super::path::{Mode, Path, ReadContainer};
use super::surroundings::{ReadSign, Surroundings};
use super::walk::{ReadingWalk, step};

impl ReadingWalk<'_> {
    /// Removes the dash before an item or, in place of a member's value, begins a list without brackets.
    pub(super) fn dash(&mut self, path: Path) {
        let at = path.pos;
        if !matches!(self.around.at(at), b'-' | b'*') {
            return;
        }
        let is_on_line = path.mode == Mode::Value && self.around.has_line(path.last, at);
        let top = self.top(&path).filter(|_| is_on_line);
        let Some((top, end)) = top.zip(self.around.end_of_dash(at)) else { return };
        let is_number = self.around.at(end).is_ascii_digit();
        let next = self.around.blanks(self.around.line_end(at));
        // A minus sign.
        if is_number && (!top.is_object || self.around.end_of_dash(next).is_none()) {
            return;
        }
        if !top.is_object {
            let item = self.with(path, ReadingFault::Citation, (at, end), "");
            return self.add(Path { pos: end, ..item });
        }
        let list = self.with(path, ReadingFault::Citation, (at, at + 1), "[");
        let list = self.pushed(list, false);
        let frame = self.top(&list).map(|it| ReadContainer { is_dashed: true, shape: step(it.shape, 5), ..it });
        let top = frame.and_then(|it| self.paths.push_frame(it));
        self.add(Path { pos: end, last: at + 1, top, ..list });
    }

    /// After an item of a list without brackets: the next dash, or what follows the list.
    pub(super) fn dashed(&mut self, path: Path, sign: ReadSign, top: ReadContainer) {
        let at = path.pos;
        let next = if sign.ascii == b',' { self.around.blanks(at + sign.len) } else { at };
        let Some(end) = self.around.end_of_dash(next).filter(|_| self.around.has_line(path.last, next)) else {
            let closed = self.with(path, ReadingFault::Citation, (path.last, path.last), "]");
            let closed = self.popped(closed, top);
            return self.add(closed);
        };
        let item = match next > at {
            true => self.with(path, ReadingFault::Citation, (next, end), ""),
            false => self.with(path, ReadingFault::Citation, (at, at + 1), ","),
        };
        self.add(Path { pos: end, last: at + 1, comma: at, mode: Mode::Value, has_line: false, ..item });
    }
}

impl Surroundings<'_> {
    /// The end of a dash or star and its blanks.
    pub(super) fn end_of_dash(&self, at: usize) -> Option<usize> {
        let end = self.spaces(at + 1);
        let is_dash = matches!(self.at(at), b'-' | b'*') && end > at + 1;
        (is_dash && !matches!(self.at(end), 0 | b'\r' | b'\n' | b'-')).then_some(end)
    }
}
