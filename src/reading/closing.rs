//! Closing brackets and the end of the text.

use super::fault::ReadingFault;
use super::path::{Mode, NewText, Path, ReadContainer};
use super::surroundings::ReadSign;
use super::walk::{ReadingWalk, step};

/// That round brackets around one number or text, without a comma, are a list costs so much.
const GROUP: i32 = 200;

impl ReadingWalk<'_> {
    /// A closing bracket, after a comma at `comma`.
    pub(super) fn closing(&mut self, path: Path, sign: ReadSign, comma: Option<usize>) {
        let at = path.pos;
        let end = at + sign.len;
        let mut path = path;
        if let Some(comma) = comma {
            path = self.with(path, ReadingFault::TrailingComma, (comma, comma + self.around.sign(comma).len), "");
        }
        let place = comma.unwrap_or_else(|| self.around.blank_line(path.last, at));
        let Some(top) = self.top(&path) else {
            let mut next = self.with(path, ReadingFault::Closer, (at, end), "");
            next.cost += 30;
            return self.add(Path { pos: end, ..next });
        };
        let closer = if top.is_object { "}" } else { "]" };
        let is_other = (top.is_round || !top.is_object) && sign.ascii == b')' || top.is_set && sign.ascii == b'}';
        if closer.as_bytes() == [sign.ascii] || is_other {
            let is_own = sign.len == 1 && !is_other;
            let is_left = self.is_twice(at) && self.around.has_line(end, self.around.blanks(end));
            let is_last = top.up.is_none() && !self.around.is_end(self.around.blanks(end));
            if is_last && (is_left || self.around.goes_on(end)) {
                self.extra_closer(path, (at, end));
            }
            let next = if is_own {
                path
            } else {
                let fault = if sign.len > 1 { ReadingFault::OtherSign } else { ReadingFault::RoundBracket };
                self.noted(path, fault, (at, end), NewText::Is(closer))
            };
            let is_doubled = top.is_doubled && self.around.at(end) == b'}';
            let next = if is_doubled { self.with(next, ReadingFault::DoubledBrace, (end, end + 1), "") } else { next };
            let end = end + usize::from(is_doubled);
            let next = self.popped(next, top);
            return self.add(Path { pos: end, last: end, ..next });
        }
        let early = self.with(path, ReadingFault::Closer, (place, place), closer);
        let early = self.popped(early, top);
        self.add(Path { pos: at, ..early });
        self.other_closer(path, (at, end), closer, top);
    }

    /// A closing bracket that is another one than the expected one: it is wrong, or there is one too many.
    fn other_closer(&mut self, path: Path, (at, end): (usize, usize), closer: &'static str, top: ReadContainer) {
        let mut wrong = self.with(path, ReadingFault::Closer, (at, end), closer);
        wrong.cost += 20;
        let wrong = self.popped(wrong, top);
        self.add(Path { pos: end, last: end, ..wrong });
        self.extra_closer(path, (at, end));
    }

    /// Removes a closing bracket.
    fn extra_closer(&mut self, path: Path, (at, end): (usize, usize)) {
        let mut extra = self.with(path, ReadingFault::Closer, (at, end), "");
        extra.cost += if self.is_twice(at) { -60 } else { 30 };
        self.add(Path { pos: end, ..extra });
    }

    /// Removes the closing brackets at the end of the text.
    pub(super) fn closers_behind(&mut self, path: Path) {
        let end = self.around.text.trim_ascii_end().len();
        let next = self.with(path, ReadingFault::Closer, (path.pos, end), "");
        self.finish(next, 0);
    }

    fn is_twice(&self, at: usize) -> bool {
        at > 0 && self.around.at(at - 1) == self.around.at(at)
    }

    /// The path after its container is closed.
    pub(super) fn popped(&mut self, path: Path, top: ReadContainer) -> Path {
        let mut next = Path { sum: step(path.sum, u64::from(b'}')), top: top.up, ..path };
        // In Python, it is no tuple.
        let is_group = top.is_round && !top.is_object && !top.has_comma && !path.is_first;
        let is_tuple = self.is_tuple_of_one(&next, path.last.wrapping_sub(1), b"}])");
        next.cost += if is_group && !is_tuple { GROUP } else { 0 };
        if let (true, Some(up)) = (top.is_object, self.paths.frame(top.up).copied().filter(|it| !it.is_object)) {
            let own: Vec<u64> = self.paths.keys(top.keys).collect();
            let n_plan = self.paths.keys(up.plan).count();
            let n_missing = self.paths.keys(up.plan).filter(|it| !own.contains(it)).count();
            next.cost += (40 * i32::try_from(n_missing).unwrap_or_default()).min(120);
            // The first object may lack what all others have.
            if up.plan.is_none() || n_missing == 0 && n_plan < own.len() {
                next.top = self.paths.push_frame(ReadContainer { plan: top.keys, ..up });
            }
        }
        next.mode = self.after(&next);
        next.is_first = false;
        next.has_line = false;
        next
    }

    /// Closes the container before the last comma.
    pub(super) fn close_early(&mut self, path: Path) {
        let Some(top) = self.top(&path) else { return };
        let place = if path.is_first { path.last } else { path.comma };
        // Before a comma that is missing, it was closed already.
        if !path.is_first && !matches!(self.around.sign(place).ascii, b',' | b';') {
            return;
        }
        let closer = if top.is_object { "}" } else { "]" };
        let next = self.with(path, ReadingFault::Closer, (place, place), closer);
        let mut next = self.popped(next, top);
        if !path.is_first && next.top.is_some() {
            next.mode = self.item(&next);
        }
        self.add(next);
    }

    /// Whether round brackets inside a value are meant as those of a list even around one value without a comma, whose bracket is
    /// at a place: nobody groups an object or a list.
    pub(super) fn is_tuple_of_one(&self, path: &Path, bracket: usize, brackets: &[u8]) -> bool {
        brackets.contains(&self.around.at(bracket)) && path.top.is_some()
    }

    pub(super) fn no_value(&mut self, path: Path) {
        let next = self.with(path, ReadingFault::NoValue, (path.last, path.last), " null");
        self.add(Path { mode: Mode::Separator, sum: next.sum.wrapping_mul(37), ..next });
    }

    /// The end of the text.
    pub(super) fn finish(&mut self, path: Path, extra: i32) {
        let top = self.top(&path);
        let is_open = path.mode == Mode::Colon || path.mode == Mode::Value && top.is_none_or(|it| it.is_object);
        if is_open {
            return;
        }
        let mut path = Path { cost: path.cost.saturating_add(extra), ..path };
        if matches!(path.mode, Mode::Key | Mode::Value) && !path.is_first {
            path = self.with(
                path,
                ReadingFault::TrailingComma,
                (path.comma, path.comma + self.around.sign(path.comma).len),
                "",
            );
        }
        while let Some(top) = self.top(&path) {
            let closer = if top.is_object { "}" } else { "]" };
            path = self.with(path, ReadingFault::End, (path.last, path.last), closer);
            path.top = top.up;
        }
        let Some(best) = &mut self.best else { return self.best = Some(path) };
        let apart = (best.cost - path.cost).abs();
        let differs = best.sum != path.sum;
        if path.cost < best.cost {
            *best = path;
        }
        if differs {
            best.margin = best.margin.min(apart);
        }
    }
}
