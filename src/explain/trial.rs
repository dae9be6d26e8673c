//! An edit tried on a text: only what it may change is read again.

use super::moves::Move;
use super::node::Node;
use super::scan::{Kind, Stop, Token, Tokens, Why, Window, scan};
use crate::text::{Edit, Span, apply, find_byte};

/// So many bytes behind the stop have to be read before an edit is tried on more.
const NEAR: usize = 256;
/// Of a string before an edit, so many bytes are looked at for a place to begin.
const FAR_INSIDE: usize = 1 << 9;

/// Memory of trials before, to be used again: there are thousands.
#[derive(Default)]
pub(super) struct Scratch {
    bytes: String,
    more: Vec<Token>,
}

/// An edit made on a stretch of a text, and what is read then.
pub(super) struct Trial {
    /// So many tokens before it stay as they are.
    n_kept: usize,
    start: usize,
    bytes: String,
    more: Vec<Token>,
    goes_on: bool,
    /// The opening quote of the string that the stretch begins in.
    string: Option<usize>,
}

impl Trial {
    /// Where reading stops then, when it goes no farther than to what is near the stop before. Most edits far before that
    /// stop it at once.
    pub(super) fn stop_near(node: &Node, step: &Move, scratch: &mut Scratch) -> Stop {
        let behind = step.at + step.len;
        if behind + NEAR < node.stop.at && !node.is_dialect {
            let stop = Self::near(node, step, behind + NEAR, scratch).stop(node, scratch);
            if stop.why == Why::Broken {
                return stop;
            }
        }
        Self::near(node, step, node.stop.at.max(behind) + NEAR, scratch).stop(node, scratch)
    }

    fn stop(mut self, node: &Node, scratch: &mut Scratch) -> Stop {
        let stop = self.run(node);
        self.end(scratch);
        stop
    }

    /// Gives back what it was made of.
    pub(super) fn end(self, scratch: &mut Scratch) {
        (scratch.bytes, scratch.more) = (self.bytes, self.more);
    }

    /// Of a long string, what is far before the edit is not read again.
    fn near(node: &Node, step: &Move, end: usize, scratch: &mut Scratch) -> Self {
        let string = node.string_at(step.at).filter(|it| it + FAR_INSIDE < step.at);
        let from = string.and_then(|it| between_escapes(&node.text, it + 1, step.at));
        Self::within(node, step, (end, string.zip(from)), scratch)
    }

    pub(super) fn new(node: &Node, step: &Move, len: usize, scratch: &mut Scratch) -> Self {
        Self::within(node, step, (node.stop.at.max(step.at + step.len) + len, None), scratch)
    }

    /// Begins in a string, at a place in it, or else behind the last token that stays.
    fn within(node: &Node, step: &Move, (end, string): (usize, Option<(usize, usize)>), scratch: &mut Scratch) -> Self {
        let mut n_kept = node.tokens.partition_point(|it| it.end <= step.at);
        // What is put behind a word may belong to it.
        while n_kept
            .checked_sub(1)
            .and_then(|it| node.tokens.get(it))
            .is_some_and(|it| it.end == step.at && it.kind == Kind::Literal)
        {
            n_kept -= 1;
        }
        let behind = n_kept.checked_sub(1).and_then(|it| node.tokens.get(it)).map_or(0, |it| it.end);
        let start = string.map_or(behind, |it| it.1);
        let text = &node.text;
        let mut end = end.min(text.len());
        while !text.is_char_boundary(end) {
            end += 1;
        }
        let (mut bytes, mut more) = (std::mem::take(&mut scratch.bytes), std::mem::take(&mut scratch.more));
        bytes.clear();
        more.clear();
        bytes.push_str(text.get(start..step.at).unwrap_or_default());
        bytes.push_str(&step.text);
        bytes.push_str(text.get(step.at + step.len..end).unwrap_or_default());
        Self { n_kept, start, bytes, more, goes_on: end < text.len(), string: string.map(|it| it.0) }
    }

    pub(super) fn run(&mut self, node: &Node) -> Stop {
        let mut tokens = self.take_tokens(node);
        tokens.more.clear();
        let window = Window {
            bytes: self.bytes.as_bytes(),
            start: self.start,
            goes_on: self.goes_on,
            is_dialect: node.is_dialect,
            string: self.string,
        };
        let stop = scan(window, &mut tokens);
        self.put_back(tokens);
        stop
    }

    /// All tokens that were read; those that are new have to be put back.
    pub(super) fn take_tokens<'n>(&mut self, node: &'n Node) -> Tokens<'n> {
        Tokens { base: node.tokens.get(..self.n_kept).unwrap_or_default(), more: std::mem::take(&mut self.more) }
    }

    pub(super) fn put_back(&mut self, tokens: Tokens) {
        self.more = tokens.more;
    }

    pub(super) fn slice<'t>(&'t self, node: &'t Node, from: usize, to: usize) -> &'t str {
        match from.checked_sub(self.start) {
            Some(at) => self.bytes.get(at..to.saturating_sub(self.start)).unwrap_or_default(),
            // Blanks between what stays and what is new.
            None => node.text.get(from..to).unwrap_or_default(),
        }
    }

    pub(super) fn into_node(mut self, node: &Node, step: Move, total: i32) -> Node {
        let stop = self.run(node);
        let edit = Edit { span: Span::new(step.at, step.at + step.len), text: step.text.to_string() };
        let mut tokens = node.tokens.get(..self.n_kept).unwrap_or_default().to_vec();
        tokens.append(&mut self.more);
        let price = node.price + step.price;
        let mut steps = node.steps.clone();
        steps.push(step);
        Node { text: apply(&node.text, &[edit]), tokens, stop, steps, price, is_dialect: node.is_dialect, total }
    }
}

/// The last place in a string before an offset that is in no escape.
fn between_escapes(text: &str, start: usize, at: usize) -> Option<usize> {
    /// A pair of `\uXXXX`.
    const LONGEST_ESCAPE: usize = 12;
    let bytes = text.as_bytes().get(start..at)?;
    let is_apart = |it: &usize| {
        let before = bytes.get(it.saturating_sub(LONGEST_ESCAPE)..*it).unwrap_or_default();
        find_byte(before, 0, b'\\').is_none() && text.is_char_boundary(start + it)
    };
    (bytes.len().saturating_sub(FAR_INSIDE)..bytes.len()).rev().find(is_apart).map(|it| start + it)
}
