//! Paths, and how those that meet in one state are merged.

use super::fault::ReadingFault;
use crate::text::Span;

/// What is expected next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    Value,
    Key,
    Colon,
    /// A comma or a closing bracket.
    Separator,
    /// Nothing: the value is complete.
    End,
    /// The path is inside a string.
    Text(Quote),
}

/// What a string begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quote {
    Double,
    Single,
    Curly,
    CurlySingle,
    Backtick,
    /// Nothing: the string has no quotes.
    None,
    /// Three backticks, and perhaps the name of a language.
    Fence,
    /// Three double quotes.
    Triple,
}

/// How many kinds of quotes there are.
pub(super) const N_QUOTES: usize = 8;

/// A container that is open. Those outside it are linked.
#[derive(Clone, Copy, Debug)]
pub(super) struct ReadContainer {
    pub(super) up: Option<u32>,
    pub(super) is_object: bool,
    /// Which containers are open, as a hash.
    pub(super) shape: u64,
    /// Its last key in the list of all keys.
    pub(super) keys: Option<u32>,
    /// Of an array: the last key of its first object.
    pub(super) plan: Option<u32>,
    /// Its braces are doubled.
    pub(super) is_doubled: bool,
    /// It began with a round bracket.
    pub(super) is_round: bool,
    /// It is a list that began with a brace, a set of Python.
    pub(super) is_set: bool,
}

/// A reading of the text before a place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Path {
    pub(super) pos: usize,
    pub(super) mode: Mode,
    pub(super) top: Option<u32>,
    pub(super) cost: i32,
    /// By how much the best reading with another value was dearer when they met.
    pub(super) margin: i32,
    /// The faults that it contains, as bits, and the last of them in the log.
    pub(super) made: u64,
    pub(super) log: Option<u32>,
    /// A hash of the value so far.
    pub(super) sum: u64,
    /// Nothing is in the container yet.
    pub(super) is_first: bool,
    /// A line has ended since the last token.
    pub(super) has_line: bool,
    /// The separator of the string before was inside its quote.
    pub(super) is_swapped: bool,
    /// Where the last comma is.
    pub(super) comma: usize,
    /// Where the last token ends.
    pub(super) last: usize,
    /// Where the content of the string begins, and where its quote is.
    pub(super) from: usize,
    pub(super) quote: usize,
    pub(super) is_key: bool,
    /// An odd number of raw quotes is in the string.
    pub(super) is_odd: bool,
    /// In JSON in a string: a string of that is open.
    pub(super) is_inner: bool,
    pub(super) n_raw: u32,
    /// It has gone on from its place.
    pub(super) is_done: bool,
}

/// Paths at one place that differ by more than this are not continued.
const REACH: i32 = 500;
/// Paths in one state that differ by no more than this go on beside each other if that may decide between them.
const UNDECIDED: i32 = 60;
/// So many paths are continued at one place.
const MOST: usize = 12;

/// A fault of a path, what replaces its span, and the fault before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct LoggedFault {
    pub(super) fault: ReadingFault,
    pub(super) span: Span,
    pub(super) new: NewText,
    /// Where the string begins that it is in.
    pub(super) string: Option<usize>,
    pub(super) before: Option<u32>,
}

/// What replaces a span of the text.
#[derive(Clone, Copy, Debug)]
pub(super) enum NewText {
    Is(&'static str),
    /// The same characters as escapes.
    Escaped,
    /// The same characters as a string.
    Quoted,
    /// Another part of the text.
    Same(Span),
    /// The same two characters, the second one first.
    Exchanged,
    /// The number without its commas and blanks.
    Digits,
    /// The content of a string with these quotes, as a string.
    Content(Quote, Span),
}

/// The paths that are alive, and what they share.
#[derive(Default)]
pub(super) struct Paths {
    waiting: Vec<Path>,
    pub(super) frames: Vec<ReadContainer>,
    /// Keys: the hash, and the key before it in the same object.
    pub(super) keys: Vec<(u64, Option<u32>)>,
    pub(super) log: Vec<LoggedFault>,
}

impl Paths {
    pub(super) fn add(&mut self, path: Path) {
        let path = Path { is_done: false, ..path };
        let shape = |it: &Path| it.top.and_then(|it| self.frames.get(it as usize)).map_or(0, |it| it.shape);
        let is_same = |it: &Path| {
            let is_text = matches!(it.mode, Mode::Text(_));
            it.pos == path.pos
                && it.mode == path.mode
                && it.is_key == path.is_key
                && it.is_first == path.is_first
                && it.is_swapped == path.is_swapped
                && (!is_text || it.is_odd == path.is_odd)
                && (it.top == path.top || shape(it) == shape(&path))
        };
        // A fault that only the dearer one has may be a habit.
        let is_decided = |it: &Path| {
            let (best, rest) = if it.cost <= path.cost { (it, &path) } else { (&path, it) };
            rest.cost - best.cost > UNDECIDED || rest.made & !best.made == 0 || it.sum == path.sum
        };
        let alike = || self.waiting.iter().enumerate().filter(|it| is_same(it.1));
        let decided = alike().find(|it| is_decided(it.1));
        let found = decided.or_else(|| alike().max_by_key(|it| it.1.cost).filter(|_| alike().count() > 1));
        let Some(other) = found.map(|it| it.0).and_then(|it| self.waiting.get_mut(it)) else {
            return self.push(path);
        };
        let apart = (other.cost - path.cost).abs();
        let differs = other.sum != path.sum;
        let is_worse = other.cost <= path.cost;
        let mut best = if is_worse { *other } else { path };
        if differs {
            best.margin = best.margin.min(apart);
        }
        *other = best;
    }

    /// Adds a path in a state of its own. Of too many at one place, the dearest is dropped.
    fn push(&mut self, path: Path) {
        let here = || self.waiting.iter().enumerate().filter(|it| it.1.pos == path.pos);
        if here().count() < 2 * MOST {
            return self.waiting.push(path);
        }
        let dearest = here().max_by_key(|it| it.1.cost).map(|it| it.0);
        if let Some(last) = dearest.and_then(|it| self.waiting.get_mut(it)).filter(|it| it.cost > path.cost) {
            *last = path;
        }
    }

    /// The cheapest paths at the next place, one after the other.
    pub(super) fn next(&mut self, n_done: &mut (usize, usize)) -> Option<Path> {
        loop {
            let place = self.waiting.iter().map(|it| it.pos).min()?;
            if n_done.0 != place {
                *n_done = (place, 0);
            }
            let here = || self.waiting.iter().filter(|it| it.pos == place);
            let least = here().map(|it| it.cost).min().unwrap_or_default();
            let next = here().filter(|it| !it.is_done).map(|it| it.cost).min();
            let next = next.filter(|it| n_done.1 < MOST && *it <= least + REACH);
            let is_next = |it: &&mut Path| it.pos == place && !it.is_done && Some(it.cost) == next;
            if let Some(path) = self.waiting.iter_mut().find(is_next) {
                path.is_done = true;
                n_done.1 += 1;
                return Some(*path);
            }
            self.waiting.retain(|it| it.pos != place);
        }
    }

    /// Whether no other path waits.
    pub(super) fn is_alone(&self) -> bool {
        self.waiting.len() == 1
    }

    pub(super) fn frame(&self, top: Option<u32>) -> Option<&ReadContainer> {
        self.frames.get(top? as usize)
    }

    pub(super) fn push_frame(&mut self, frame: ReadContainer) -> Option<u32> {
        self.frames.push(frame);
        u32::try_from(self.frames.len() - 1).ok()
    }

    /// The keys from this one back to the first.
    pub(super) fn keys(&self, last: Option<u32>) -> impl Iterator<Item = u64> {
        let mut at = last;
        let next = move || {
            let (key, before) = *self.keys.get(at? as usize)?;
            at = before;
            Some(key)
        };
        std::iter::from_fn(next).take(60)
    }
}
