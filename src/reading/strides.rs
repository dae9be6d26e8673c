//! Where the cheapest of several readings is strictly JSON for long: each goes on as strictly as it can, and nothing else is
//! tried.

use super::endings::TWICE;
use super::path::{Mode, Path};
use super::strict::BEFORE_ERROR;
use super::strings::Ending;
use super::walk::ReadingWalk;

/// So far is looked ahead at once, in bytes: what is tried on the way is dropped again.
const AHEAD: usize = 1 << 16;

impl ReadingWalk<'_> {
    /// The path where there is more to try than the next token of JSON, alone or among others; `None` if it has gone on.
    pub(super) fn stride(&mut self, path: Path) -> Option<Path> {
        let is_new = path.pos >= self.scanned;
        if self.paths.is_alone() {
            return Some(if is_new || path.pos < self.strict_end { self.forward(path) } else { path });
        }
        if is_new && path.pos + BEFORE_ERROR < self.around.bytes.len() && self.paths.is_cheapest(&path) {
            self.look_ahead(path);
        }
        if path.pos >= self.strict_end {
            return Some(path);
        }
        if self.paths.is_out_of_reach(&path) {
            return None;
        }
        let Some(next) = self.charged_strictly(path) else { return Some(path) };
        self.add(next);
        None
    }

    /// Finds out up to where no path tries anything but JSON: well before the next error of this one, the next key that is
    /// there twice, or the end.
    fn look_ahead(&mut self, path: Path) {
        let lengths = (self.paths.frames.len(), self.paths.keys.len());
        let mut here = path;
        while here.pos < path.pos + AHEAD
            && let Some(next) = self.charged_strictly(here).filter(|it| it.cost < here.cost + TWICE)
        {
            here = next;
        }
        self.paths.frames.truncate(lengths.0);
        self.paths.keys.truncate(lengths.1);
        self.strict_end = here.pos.saturating_sub(BEFORE_ERROR);
        let is_end = here.mode == Mode::End && self.around.is_end(self.around.blanks(here.pos));
        self.scanned = if is_end || here.pos >= path.pos + AHEAD { self.strict_end } else { here.pos + 1 };
    }

    /// The path after the next token, with what the walk charges for it.
    fn charged_strictly(&mut self, path: Path) -> Option<Path> {
        let mut next = self.strictly(path)?;
        if next.from > path.pos {
            // The text is in the container of the path before it.
            let top = std::mem::replace(&mut next.top, path.top);
            let ending = Ending::at(next.pos - 1, next.pos);
            next.cost += self.odd_content(&next, &ending);
            if next.is_key {
                next.cost += self.key_cost(&next, ending.end);
            }
            next.top = top;
        }
        Some(next)
    }
}
