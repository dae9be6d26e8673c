//! An edit tried on a text; only what it may change is read again.

use std::cell::OnceCell;

use super::judgment::Judgment;
use super::moves::Move;
use super::node::{Candidate, Expansion};
use super::scan::{Begun, Lexeme, LexemeKind, Lexemes, Stop, Stretch, Why, content_end, scan};
use super::spot::{EditSite, FAR_INSIDE, NEAR, is_apart, n_kept};
use crate::text::{Edit, Span, apply, hash};

/// An edit that is good for this many bytes is good.
const FAR: usize = 1 << 15;

/// Buffers of earlier trials, for reuse: there are thousands of trials.
#[derive(Default)]
pub(super) struct Scratch {
    bytes: String,
    more: Vec<Lexeme>,
    /// Up to where a string was read, and what was found in it.
    read: Option<(usize, Begun)>,
}

/// An edit applied to a stretch of a text, and the tokens read from it.
pub(super) struct Trial {
    /// How many tokens before it stay unchanged.
    n_kept: usize,
    start: usize,
    bytes: String,
    more: Vec<Lexeme>,
    goes_on: bool,
    /// The string that the stretch begins in, and its content once it has been requested.
    string: Option<Begun>,
    content: OnceCell<String>,
}

impl Trial {
    /// Where reading stops with an edit, reading no farther than a little beyond the previous stop. Most edits far
    /// before that stop it at once.
    pub(super) fn stop_near(node: &Candidate, spot: &EditSite, step: &Move, scratch: &mut Scratch) -> Stop {
        if let Some(stop) = spot.stop_at_once(node, step) {
            return stop;
        }
        let behind = step.at + step.len;
        if behind + NEAR < node.stop.at && !node.is_dialect {
            let mut trial = Self::within(node, spot, step, behind + NEAR, scratch);
            let stop = trial.run(node);
            let known = if stop.why == Why::Broken { Some(stop) } else { trial.stop_again(node, step) };
            trial.end(scratch);
            if let Some(stop) = known {
                return stop;
            }
        }
        let end = node.stop.at.max(behind) + NEAR;
        let stop = middle(node, behind).and_then(|it| Self::stop_without(node, spot, step, (end, it), scratch));
        stop.unwrap_or_else(|| Self::within(node, spot, step, end, scratch).stop(node, scratch))
    }

    /// Where reading stops once it meets the tokens of the unedited text again: between there and the stop, only
    /// brackets that are closed can make a difference. `None` if they may.
    fn stop_again(&self, node: &Candidate, step: &Move) -> Option<Stop> {
        let base = node.tokens.get(..self.n_kept).unwrap_or_default();
        let own = |idx: usize| base.get(idx).or_else(|| self.more.get(idx.checked_sub(base.len())?));
        let last = self.more.last()?;
        let as_before = |at: usize| (at + step.len).checked_sub(step.text.len());
        let idx = node.tokens.binary_search_by_key(&as_before(last.start)?, |it| it.start).ok()?;
        let same = node.tokens.get(idx)?;
        if (same.kind, same.next, same.end) != (last.kind, last.next, as_before(last.end)?) {
            return None;
        }
        let (mut holder, mut before) = (last.holder, same.holder);
        while own(holder)?.kind == node.tokens.get(before)?.kind {
            let Some(closer) = node.closer(before) else {
                let at = node.stop.at + step.text.len() - step.len;
                return node.is_settled().then_some(Stop { at, ..node.stop });
            };
            before = node.tokens.get(closer)?.holder;
            holder = own(holder.checked_sub(1)?)?.holder;
        }
        None
    }

    /// Where reading stops, found without reading the middle of a string; `None` if that may make a difference.
    fn stop_without(
        node: &Candidate,
        spot: &EditSite,
        step: &Move,
        (end, (from, to)): (usize, (usize, usize)),
        scratch: &mut Scratch,
    ) -> Option<Stop> {
        let mut trial = Self::within(node, spot, step, from, scratch);
        let cut = trial.start + trial.bytes.len();
        let end = ceil_char(&node.text, end);
        trial.bytes.push_str(node.text.get(to..end).unwrap_or_default());
        trial.goes_on = end < node.text.len();
        let stop = trial.run(node);
        // A string that is open at the cut ends where it ended before.
        let is_open = |it: &Lexeme| it.start < cut && cut < it.end && it.quotes == (1, 1);
        let first = stop.at.checked_sub(trial.start).and_then(|it| trial.bytes.as_bytes().get(it));
        let stop = if trial.more.iter().any(is_open) {
            Some(Stop { at: stop.at + to - from, ..stop })
        } else {
            // What is broken long before the cut is broken whatever follows, except for a string in curly quotes.
            let is_before = stop.why == Why::Broken && stop.at + NEAR / 2 < cut && first != Some(&0xE2);
            is_before.then_some(stop)
        };
        trial.end(scratch);
        stop
    }

    fn stop(mut self, node: &Candidate, scratch: &mut Scratch) -> Stop {
        let stop = self.run(node);
        self.end(scratch);
        stop
    }

    /// Returns its buffers to `scratch`.
    pub(super) fn end(self, scratch: &mut Scratch) {
        (scratch.bytes, scratch.more) = (self.bytes, self.more);
    }

    /// A trial of an edit, with the text up to a place far after both the edit and the previous stop.
    pub(super) fn new(node: &Candidate, step: &Move, scratch: &mut Scratch) -> Self {
        let mut spot = EditSite::new(node, step.at, FAR_INSIDE);
        if let Some(string) = &mut spot.string {
            *string = scratch.read(&node.text, string.quote, spot.start);
        }
        Self::within(node, &spot, step, node.stop.at.max(step.at + step.len) + FAR, scratch)
    }

    /// A trial of the edited text from the spot of the edit up to `end`.
    fn within(node: &Candidate, spot: &EditSite, step: &Move, end: usize, scratch: &mut Scratch) -> Self {
        let text = &node.text;
        let end = ceil_char(text, end);
        let (mut bytes, mut more) = (std::mem::take(&mut scratch.bytes), std::mem::take(&mut scratch.more));
        bytes.clear();
        more.clear();
        bytes.push_str(text.get(spot.start..step.at).unwrap_or_default());
        bytes.push_str(&step.text);
        bytes.push_str(text.get(step.at + step.len..end).unwrap_or_default());
        Self {
            n_kept: spot.n_kept,
            start: spot.start,
            bytes,
            more,
            goes_on: end < text.len(),
            string: spot.string,
            content: OnceCell::new(),
        }
    }

    pub(super) fn run(&mut self, node: &Candidate) -> Stop {
        let base = node.tokens.get(..self.n_kept).unwrap_or_default();
        let mut tokens = Lexemes { base, more: std::mem::take(&mut self.more) };
        tokens.more.clear();
        let window = Stretch {
            bytes: self.bytes.as_bytes(),
            start: self.start,
            goes_on: self.goes_on,
            is_dialect: node.is_dialect,
            string: self.string,
        };
        let stop = scan(window, &mut tokens);
        self.more = tokens.more;
        stop
    }

    /// All tokens: the unchanged ones, and those that were read again.
    pub(super) fn tokens<'t>(&'t self, node: &'t Candidate) -> impl Iterator<Item = &'t Lexeme> {
        node.tokens.get(..self.n_kept).unwrap_or_default().iter().chain(&self.more)
    }

    /// The tokens that were read again.
    pub(super) fn more(&self) -> &[Lexeme] {
        &self.more
    }

    pub(super) fn slice<'t>(&'t self, node: &'t Candidate, from: usize, to: usize) -> &'t str {
        match from.checked_sub(self.start) {
            Some(at) => self.bytes.get(at..to.saturating_sub(self.start)).unwrap_or_default(),
            // Blanks between what stays and what is new.
            None if to <= self.start => node.text.get(from..to).unwrap_or_default(),
            // The content of the string that the stretch begins in.
            None => self.content.get_or_init(|| {
                let before = node.text.get(from..self.start).unwrap_or_default();
                [before, self.bytes.get(..to - self.start).unwrap_or_default()].concat()
            }),
        }
    }

    pub(super) fn into_node(mut self, found: &Expansion) -> Candidate {
        let Expansion { node, step, total, .. } = found;
        let stop = self.run(node);
        let edit = Edit { span: Span::new(step.at, step.at + step.len), text: step.text.to_string() };
        let mut tokens = Vec::with_capacity(self.n_kept + self.more.len());
        tokens.extend_from_slice(node.tokens.get(..self.n_kept).unwrap_or_default());
        tokens.append(&mut self.more);
        let mut steps = node.steps.clone();
        steps.push(step.clone());
        let judgment = if node.judgment.n_tokens <= self.n_kept { node.judgment.clone() } else { Judgment::default() };
        Candidate {
            text: apply(&node.text, &[edit]),
            tokens,
            stop,
            steps,
            price: found.price(),
            is_dialect: node.is_dialect,
            total: *total,
            judgment,
            closers: OnceCell::new(),
        }
    }
}

impl Expansion {
    /// Reads the edited text.
    pub(super) fn read(&self) -> Trial {
        let mut trial = Trial::new(&self.node, &self.step, &mut Scratch::default());
        trial.run(&self.node);
        trial
    }

    /// Whether it has much more JSON than edits.
    pub(super) fn is_json(&self, read: &Trial) -> bool {
        let has_string = read.tokens(&self.node).any(|it| matches!(it.kind, LexemeKind::Key | LexemeKind::Text));
        has_string && read.tokens(&self.node).count() >= 3 * self.steps().count()
    }

    /// A hash of what the edited text means after so many tokens, as far as known without reading all of it again: equal for
    /// equal values.
    pub(super) fn value(&self, n_before: usize) -> u64 {
        let read = self.read();
        let mut all = String::new();
        for token in read.tokens(&self.node).skip(n_before) {
            all.push_str(read.slice(&self.node, token.start, token.end));
            all.push('\0');
        }
        hash(&all)
    }

    /// How many tokens before the edit stay unchanged.
    pub(super) fn n_kept(&self) -> usize {
        n_kept(&self.node, self.step.at)
    }
}

impl Scratch {
    /// Reads a string up to a place in it. Most edits are near each other.
    fn read(&mut self, text: &str, quote: usize, from: usize) -> Begun {
        let known = self.read.filter(|(at, begun)| begun.quote == quote && *at <= from);
        let (mut at, mut begun) = known.unwrap_or((quote + 1, Begun { quote, price: 0, n_controls: 0 }));
        let bytes = text.as_bytes().get(..from).unwrap_or_default();
        content_end(bytes, &mut at, (&mut begun.price, &mut begun.n_controls));
        self.read = Some((from, begun));
        begun
    }
}

/// The middle of a long string after an edit, from a place that is not inside an escape to its closing quote.
fn middle(node: &Candidate, behind: usize) -> Option<(usize, usize)> {
    /// How many tokens after the edit are examined.
    const TOKENS: usize = 16;
    let next = node.tokens.get(node.tokens.partition_point(|it| it.end <= behind)..)?;
    let strings = next.iter().take(TOKENS).filter(|it| matches!(it.kind, LexemeKind::Key | LexemeKind::Text));
    let longest = strings.max_by_key(|it| it.end - it.start).filter(|it| it.quotes == (1, 1) && !node.is_dialect)?;
    let (least, to) = (behind.max(longest.start + 1) + NEAR, longest.end - 1);
    let near = least..least + FAR_INSIDE;
    if near.end > to {
        return None;
    }
    near.into_iter().find(|it| is_apart(&node.text, 0, *it)).map(|from| (from, to))
}

/// The next place between two characters.
fn ceil_char(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at += 1;
    }
    at
}
