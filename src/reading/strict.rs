//! Where JSON is as it should be: a path that is alone goes on to shortly before the next error.

use std::collections::VecDeque;

use super::path::{Mode, Path, ReadContainer};
use super::walk::{ReadingWalk, step};
use crate::json::{find_special, unicode_escape};
use crate::text::hash;

/// A fault is at most this many bytes before the place where strict reading stops.
pub(super) const BEFORE_ERROR: usize = 1 << 12;
/// A place to go on from is noted every so many bytes.
const STRIDE: usize = 1 << 10;

impl ReadingWalk<'_> {
    /// The path at the end of the text or well before the next error.
    pub(super) fn forward(&mut self, path: Path) -> Path {
        let mut marks = VecDeque::from([path]);
        let mut here = path;
        while self.paths.keep_living(marks.iter_mut().chain(&mut self.best).chain([&mut here]))
            && let Some(next) = self.strictly(here)
        {
            here = next;
            if here.pos >= marks.back().map_or(0, |it| it.pos) + STRIDE {
                marks.push_back(here);
            }
            if marks.get(1).is_some_and(|it| it.pos + BEFORE_ERROR <= here.pos) {
                marks.pop_front();
            }
        }
        (self.scanned, self.strict_end) = (here.pos + 1, 0);
        let is_end = here.mode == Mode::End && self.around.is_end(self.around.blanks(here.pos));
        if is_end { here } else { marks.pop_front().unwrap_or(path) }
    }

    /// The path after the next token; `None` where JSON does not go on.
    pub(super) fn strictly(&mut self, path: Path) -> Option<Path> {
        let at = self.around.blanks(path.pos);
        let byte = self.around.at(at);
        let here = Path { pos: at, has_line: false, ..path };
        let moved = |it: Path| Path { pos: at + 1, last: at + 1, ..it };
        let top = self.top(&path);
        let is_closer = top.is_some_and(|it| byte == if it.is_object { b'}' } else { b']' });
        match path.mode {
            Mode::Separator | Mode::Key | Mode::Value
                if is_closer && (path.is_first || path.mode == Mode::Separator) =>
            {
                let top = top?;
                Some(moved(self.popped(here, top)))
            }
            Mode::Separator if byte == b',' => Some(moved(Path { mode: self.item(&here), comma: at, ..here })),
            Mode::Colon if byte == b':' => Some(moved(Path { mode: Mode::Value, ..here })),
            Mode::Key if byte == b'"' => {
                let end = self.string_end(at + 1)?;
                Some(self.keyed(in_string(here), end, end + 1))
            }
            Mode::Value => match byte {
                b'{' | b'[' => Some(moved(self.pushed(here, byte == b'{'))),
                b'"' => {
                    let end = self.string_end(at + 1)?;
                    Some(self.valued(in_string(here), end + 1, (at as u64 + 1) << 32 | end as u64))
                }
                b't' | b'f' | b'n' => {
                    let word = self.around.word(at);
                    matches!(word, "true" | "false" | "null")
                        .then(|| self.valued(here, at + word.len(), u64::from(byte)))
                }
                _ => {
                    let end = self.number(at).filter(|it| self.around.is_bound(*it))?;
                    Some(self.valued(here, end, end as u64))
                }
            },
            Mode::Text(_) | Mode::Key | Mode::Colon | Mode::Separator | Mode::End => None,
        }
    }

    /// Where the quote is that ends a string.
    fn string_end(&self, from: usize) -> Option<usize> {
        let bytes = self.around.bytes;
        let mut at = from;
        loop {
            at = find_special(bytes, at, bytes.len());
            match bytes.get(at)? {
                b'"' => return Some(at),
                b'\\' => match bytes.get(at + 1)? {
                    b'u' => at += unicode_escape(bytes, at)?.0,
                    b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => at += 2,
                    _ => return None,
                },
                _ => return None,
            }
        }
    }

    /// The path after a key.
    pub(super) fn keyed(&mut self, path: Path, end: usize, pos: usize) -> Path {
        let key = hash(self.around.slice(path.from, end).trim());
        let top = self.top(&path);
        self.paths.keys.push((key, top.and_then(|it| it.keys)));
        let keys = u32::try_from(self.paths.keys.len() - 1).ok();
        let frame = top.and_then(|top| self.paths.push_frame(ReadContainer { keys, ..top }));
        Path {
            pos,
            last: pos,
            top: frame,
            mode: if path.is_swapped { Mode::Value } else { Mode::Colon },
            sum: step(path.sum, (path.from as u64) << 32 | end as u64),
            is_first: false,
            is_swapped: false,
            has_line: false,
            ..path
        }
    }
}

/// The path in a string that begins at its place.
fn in_string(path: Path) -> Path {
    let is_key = path.mode == Mode::Key;
    Path { from: path.pos + 1, quote: path.pos, is_key, is_odd: false, is_inner: false, raw: 0, ..path }
}
