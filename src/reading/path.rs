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
    /// Three single quotes.
    TripleSingle,
    /// One of two marks that belong together, such as `«` and `»`.
    Paired,
}

/// The quotes of texts with several lines in Python.
pub(super) const TRIPLE: &str = "\"\"\"";
pub(super) const TRIPLE_SINGLE: &str = "'''";

/// How many kinds of quotes there are.
pub(super) const N_QUOTES: usize = 10;

/// A container that is open. Those outside it are linked.
#[derive(Clone, Copy, Debug, Default)]
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
    /// It began with a round bracket and has a comma.
    pub(super) has_comma: bool,
    /// It is a list that began with a brace, a set of Python.
    pub(super) is_set: bool,
    /// It is a list without brackets, with a dash before each item.
    pub(super) is_dashed: bool,
    /// It is no container, but a call around one.
    pub(super) is_call: bool,
    /// How far the line of its bracket is indented; only in a text whose lines are.
    pub(super) indent: Option<u32>,
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
    /// Where its first raw quote is; 0 if it has none.
    pub(super) raw: usize,
    /// It has gone on from its place.
    pub(super) is_done: bool,
}

/// Paths at one place that differ by more than this are not continued.
const REACH: i32 = 500;
/// Paths in one state that differ by no more than this go on beside each other if that may decide between them.
const UNDECIDED: i32 = 60;
/// So many paths are continued at one place.
const MOST: usize = 12;
/// So many keys of an object are looked at.
pub(super) const MOST_KEYS: usize = 60;

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
    /// The same characters, the first one last.
    Exchanged,
    /// The number without its commas, apostrophes and blanks.
    Digits,
    /// The content of a string with these quotes, as a string.
    Content(Quote, Span),
}

/// The paths that are alive, and what they share.
#[derive(Default)]
pub(super) struct Paths {
    pub(super) waiting: Vec<Path>,
    pub(super) frames: Vec<ReadContainer>,
    /// Keys: the hash, and the key before it in the same object.
    pub(super) keys: Vec<(u64, Option<u32>)>,
    pub(super) log: Vec<LoggedFault>,
    pub(super) due: DueLengths,
    /// How many paths were added.
    pub(super) n_added: usize,
}

/// The lengths of the lists at which they are looked through for what no path needs.
#[derive(Default)]
pub(super) struct DueLengths {
    pub(super) log: usize,
    pub(super) keys: usize,
    pub(super) frames: usize,
}

impl Paths {
    pub(super) fn add(&mut self, path: Path) {
        let path = Path { is_done: false, ..path };
        self.n_added += 1;
        let mut n_here = 0;
        // The first one that it is merged with, or else the dearest of two in its state.
        let (mut decided, mut dearest, mut n_alike) = (None, None, 0);
        for (idx, other) in self.waiting.iter().enumerate().filter(|it| it.1.pos == path.pos) {
            n_here += 1;
            if !self.is_same_state(other, &path) {
                continue;
            }
            n_alike += 1;
            if is_decided(other, &path) {
                decided = Some(idx);
                break;
            }
            if dearest.is_none_or(|(cost, _)| other.cost >= cost) {
                dearest = Some((other.cost, idx));
            }
        }
        let found = decided.or(dearest.map(|it| it.1).filter(|_| n_alike > 1));
        let Some(other) = found.and_then(|it| self.waiting.get_mut(it)) else {
            return self.push(path, n_here);
        };
        let apart = (other.cost - path.cost).abs();
        let differs = other.sum != path.sum;
        let mut best = if other.cost <= path.cost { *other } else { path };
        if differs {
            best.margin = best.margin.min(apart);
        }
        *other = best;
    }

    /// Whether two paths at one place are in the same state.
    fn is_same_state(&self, one: &Path, other: &Path) -> bool {
        let shape = |it: &Path| self.frame(it.top).map_or(0, |it| it.shape);
        one.mode == other.mode
            && one.is_key == other.is_key
            && one.is_first == other.is_first
            && one.is_swapped == other.is_swapped
            && (!matches!(one.mode, Mode::Text(_)) || one.is_odd == other.is_odd)
            && (one.top == other.top || shape(one) == shape(other))
    }

    /// Adds a path in a state of its own, beside the others at its place. Of too many, the dearest is dropped.
    fn push(&mut self, path: Path, n_here: usize) {
        if n_here < 2 * MOST {
            return self.waiting.push(path);
        }
        let here = self.waiting.iter_mut().filter(|it| it.pos == path.pos);
        if let Some(last) = here.max_by_key(|it| it.cost).filter(|it| it.cost > path.cost) {
            *last = path;
        }
    }

    /// The cheapest paths at the next place, one after the other.
    pub(super) fn next(&mut self, n_done: &mut (usize, usize)) -> Option<Path> {
        loop {
            let (mut place, mut least) = (usize::MAX, 0);
            let mut next: Option<(i32, usize)> = None;
            for (idx, it) in self.waiting.iter().enumerate() {
                if it.pos > place {
                    continue;
                }
                if it.pos < place {
                    (place, least, next) = (it.pos, it.cost, None);
                }
                least = least.min(it.cost);
                if !it.is_done && next.is_none_or(|(cost, _)| it.cost < cost) {
                    next = Some((it.cost, idx));
                }
            }
            if n_done.0 != place {
                *n_done = (place, 0);
            }
            let next = next.filter(|it| n_done.1 < MOST && it.0 <= least + REACH);
            if let Some(path) = next.and_then(|it| self.waiting.get_mut(it.1)) {
                path.is_done = true;
                n_done.1 += 1;
                return Some(*path);
            }
            if self.waiting.is_empty() {
                return None;
            }
            self.waiting.retain(|it| it.pos != place);
        }
    }

    /// Whether no other path is cheaper.
    pub(super) fn is_cheapest(&self, path: &Path) -> bool {
        self.waiting.iter().all(|it| it.cost >= path.cost)
    }

    /// Whether a path that has come further outside of strings is so much cheaper that this one is not continued.
    pub(super) fn is_out_of_reach(&self, path: &Path) -> bool {
        let is_outside = |it: &&Path| !matches!(it.mode, Mode::Text(_));
        self.waiting.iter().filter(is_outside).any(|it| it.cost + REACH < path.cost)
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
        std::iter::from_fn(next).take(MOST_KEYS)
    }
}

/// Whether one of two paths in the same state is enough: a fault that only the dearer one has may be a habit.
fn is_decided(one: &Path, other: &Path) -> bool {
    let (best, rest) = if one.cost <= other.cost { (one, other) } else { (other, one) };
    rest.cost - best.cost > UNDECIDED || rest.made & !best.made == 0 || one.sum == other.sum
}
