//! Tries edits on a text, and keeps the readings that are worth it.

use std::cell::RefCell;
use std::collections::HashMap;

use super::edits::closes;
use super::judge::{Reading, Root, judge};
use super::moves::{Move, moves};
use super::node::Node;
use super::places::Scene;
use super::root::{likely, names, root_of};
use super::scan::{Kind, Stop, Tokens, Why, Window, is_dialect, scan, string_end};
use super::trial::{Scratch, Trial};
use super::{Level, Slip};
use crate::json;
use crate::text::hash;

/// An edit that is good for so many bytes is good.
const FAR: usize = 1 << 15;
/// So many edits are tried on more, and fewer where the text is long: all of them read so many bytes.
const MOST_FAR: usize = 160;
const FEW_FAR: usize = 8;
const MOST_READ: usize = 1 << 22;
/// So many readings are kept of each kind.
const MOST_KEPT: usize = 16;
/// What the payload costs that is broken itself.
const BROKEN_PAYLOAD: i32 = 300;
const NO_JSON: i32 = 300;

pub(super) struct Search {
    len: usize,
    level: Level,
    root: Root,
    /// The payload of the format, and what it is expected to be.
    payload: Option<(&'static str, Root)>,
    /// How implausible the payload is that the text seems to have: no reading is to blame for that.
    usual: i32,
    /// Payloads that were judged, by their hash: most edits leave the payload as it is.
    judged: RefCell<HashMap<u64, i32>>,
}

impl Search {
    pub(super) fn new(text: &str, level: Level) -> Self {
        let names = names(text, "\"");
        let format = likely(&names, level);
        let root = root_of(format, &names);
        let field = format.and_then(|it| it.record.fields.iter().find(|it| it.is_payload()));
        let payload = field.filter(|_| level == Level::File).map(|it| {
            let names = self::names(text, "\\\"");
            (it.name, root_of(likely(&names, Level::Payload), &names))
        });
        let usual = payload.and_then(|(name, root)| judge_payload(payload_in(text, name)?, root).ok());
        Self { len: text.len(), level, root, payload, usual: usual.unwrap_or_default(), judged: RefCell::default() }
    }

    /// The length of the text.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Whether an envelope was closed of which only the first fields are there: the rest of the text is missing.
    pub(super) fn is_short(&self, text: &str, best: &Node, slips: &[Slip]) -> bool {
        let is_closed = self.level == Level::File && closes(text, slips).next().is_some();
        let Some(record) = self.root.record.filter(|_| is_closed) else { return false };
        let keys = best.tokens.iter().filter(|it| it.kind == Kind::Key && it.holder == 0);
        let names: Vec<&str> = keys.filter_map(|it| best.text.get(it.content().0..it.content().1)).collect();
        let due: Vec<&str> = record.fields.iter().filter(|it| it.is_always_due()).map(|it| it.name).collect();
        names.len() < due.len() && due.iter().take(names.len()).all(|it| names.contains(it))
    }

    pub(super) fn start(&self, text: &str) -> Node {
        let mut tokens = Tokens { base: &[], more: Vec::new() };
        let stop = scan(Window::whole(text), &mut tokens);
        let slice = |from: usize, to: usize| text.get(from..to).unwrap_or_default();
        let total = judge(&Reading { tokens: &tokens, text: &slice }, self.root);
        Node {
            text: text.to_owned(),
            tokens: tokens.more,
            stop,
            steps: Vec::new(),
            price: 0,
            is_dialect: is_dialect(text),
            total,
        }
    }

    /// Tries all edits on a text.
    pub(super) fn expand(&self, node: &Node, solutions: &mut Vec<Node>, partial: &mut Vec<Node>) {
        let mut found = Vec::new();
        let mut scratch = Scratch::default();
        for step in self.promising(node, &mut scratch) {
            let mut trial = Trial::new(node, &step, FAR, &mut scratch);
            let stop = trial.run(node);
            let total = node.price + step.price + self.judged(node, &mut trial, stop);
            trial.end(&mut scratch);
            found.push((total, stop, step));
        }
        found.sort_by_key(|it| it.0);
        let (mut n_solutions, mut n_partial) = (0, 0);
        for (total, stop, step) in found {
            let is_broken = stop.why == Why::Broken;
            let (n_kept, out) =
                if is_broken { (&mut n_partial, &mut *partial) } else { (&mut n_solutions, &mut *solutions) };
            if *n_kept < MOST_KEPT {
                *n_kept += 1;
                out.push(Trial::new(node, &step, FAR, &mut scratch).into_node(node, step, total));
            }
        }
    }

    /// The edits after which reading goes on for some bytes, those that get furthest for the least price first.
    fn promising(&self, node: &Node, scratch: &mut Scratch) -> Vec<Move> {
        let scene = Scene { text: &node.text, tokens: &node.tokens, stop: node.stop.at, level: self.level };
        let mut near: Vec<(bool, i32, Move)> = Vec::new();
        for step in moves(&scene).into_iter().filter(|it| !node.is_idle(it)) {
            let stop = Trial::stop_near(node, &step, scratch);
            let gain = (stop.at + step.len).saturating_sub(step.text.len()).saturating_sub(node.stop.at);
            if stop.why != Why::Broken || gain > 3 {
                near.push((stop.why == Why::Broken, step.price - i32::try_from(gain / 2).unwrap_or(0), step));
            }
        }
        let most = (MOST_READ / node.text.len().max(1)).clamp(FEW_FAR, MOST_FAR);
        // Of those alike the first in the text.
        let mut order: Vec<_> = near.iter().enumerate().map(|(idx, it)| (it.0, it.1, idx)).collect();
        order.sort_unstable();
        order.truncate(most);
        order.into_iter().filter_map(|it| Some(std::mem::take(&mut near.get_mut(it.2)?.2))).collect()
    }

    /// How plausible a reading is, with that of its payload.
    fn judged(&self, node: &Node, trial: &mut Trial, stop: Stop) -> i32 {
        let tokens = trial.take_tokens(node);
        let sum = self.judged_tokens(node, (trial, &tokens), stop.why == Why::Whole);
        trial.put_back(tokens);
        sum
    }

    fn judged_tokens(&self, node: &Node, (trial, tokens): (&Trial, &Tokens), is_whole: bool) -> i32 {
        let slice = |from: usize, to: usize| trial.slice(node, from, to);
        let mut sum = judge(&Reading { tokens, text: &slice }, self.root);
        let Some((name, root)) = self.payload else { return sum };
        let mut is_payload = false;
        for (idx, token) in tokens.iter().enumerate() {
            if token.kind == Kind::Key && tokens.get(token.holder).is_some_and(|it| it.start == 0 || token.holder == 0)
            {
                is_payload = slice(token.content().0, token.content().1) == name;
            } else if token.kind == Kind::Text && is_payload {
                is_payload = false;
                let is_last = idx + 1 == tokens.len() && !is_whole;
                if !is_last {
                    let raw = slice(token.content().0, token.content().1);
                    let judge = || judge_payload(raw, root).unwrap_or_else(|it| it);
                    sum += *self.judged.borrow_mut().entry(hash(raw)).or_insert_with(judge) - self.usual;
                }
            }
        }
        sum
    }
}

/// The content of the string behind the key of the payload.
fn payload_in<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let key = format!("\"{name}\"");
    let behind = text.get(text.find(&key)? + key.len()..)?.trim_start();
    let string = behind.strip_prefix(':')?.trim_start();
    let end = string_end(Window::whole(string), 1, &mut 0)?;
    string.strip_prefix('"')?.get(..end.checked_sub(2)?)
}

/// How implausible the content of a payload is; the error is that of one that is broken.
fn judge_payload(raw: &str, root: Root) -> Result<i32, i32> {
    let text = json::decode(raw).text;
    let plain = text.trim_start();
    if !plain.starts_with(['{', '[', '"']) {
        return Err(NO_JSON);
    }
    let mut tokens = Tokens { base: &[], more: Vec::new() };
    let stop = scan(Window::whole(&text), &mut tokens);
    let slice = |from: usize, to: usize| text.get(from..to).unwrap_or_default();
    let is_whole = stop.why == Why::Whole;
    let judged = judge(&Reading { tokens: &tokens, text: &slice }, root);
    if is_whole {
        return Ok(judged);
    }
    let left = 100 * (text.len() - stop.at.min(text.len())) / text.len().max(1);
    Err(judged + BROKEN_PAYLOAD + i32::try_from(left).unwrap_or_default())
}
