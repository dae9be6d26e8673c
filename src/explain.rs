//! Why strict reading of a text stops: the least edits after which it goes on, found by trying them.
//!
//! Around the stop every edit of one token is tried, first for some bytes, then for the rest of the text. What parses
//! then is ranked by the price of the edit and by how plausible the reading is (`judge`). Where no single edit is enough,
//! the search goes on from the few that get furthest.

mod judge;
mod moves;
mod scan;

use std::cell::RefCell;
use std::collections::HashMap;

use judge::{Reading, Root, judge};
use moves::{Move, Scene, moves};
use scan::{Kind, Stop, Token, Tokens, Why, Window, scan};

use crate::formats::{self, FORMATS};
use crate::json;
use crate::spec::Format;
use crate::text::{Edit, Span, apply, begins, hash, trim_start};

/// What a text is: the file, or JSON in a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Level {
    File,
    Payload,
}

/// One slip; all places are those of the text as it stands.
#[derive(Clone, Debug)]
pub(crate) struct Slip {
    /// The edits that undo it.
    pub(crate) edits: Vec<Edit>,
    /// Other edits that may be meant, the more likely first.
    pub(crate) others: Vec<Vec<Edit>>,
}

/// So many bytes behind the stop have to be read before an edit is tried on more.
const NEAR: usize = 256;
/// An edit that is good for so many bytes is good.
const FAR: usize = 1 << 15;
/// So many edits are tried on more.
const MOST_FAR: usize = 160;
/// The most edits for one text, and how many readings are continued at each.
const MOST_SLIPS: usize = 4;
const BEAM: usize = 6;
/// What the payload costs that is broken itself.
const BROKEN_PAYLOAD: i32 = 300;
const NO_JSON: i32 = 300;
/// A reading that is less plausible than what was read before by more than this is not the last word.
const GOOD: i32 = 150;

/// A text with some edits made.
#[derive(Clone)]
struct Node {
    text: String,
    tokens: Vec<Token>,
    stop: Stop,
    steps: Vec<Move>,
    price: i32,
    /// The price with that of the reading, as far as it goes.
    total: i32,
}

/// The slips of a text whose JSON stands at `body`; none where nothing explains why strict reading stops.
pub(crate) fn explain(body: Span, text: &str, level: Level) -> Option<Vec<Slip>> {
    let mut slips = slips_of(body.of(text), level)?;
    for edit in slips.iter_mut().flat_map(|it| it.edits.iter_mut().chain(it.others.iter_mut().flatten())) {
        edit.span = Span { start: edit.span.start + body.start, end: edit.span.end + body.start };
    }
    Some(slips)
}

fn slips_of(text: &str, level: Level) -> Option<Vec<Slip>> {
    let search = Search::new(text, level);
    let start = search.start(text);
    if start.stop.why == Why::Whole {
        return None;
    }
    let mut frontier = vec![start];
    let mut solutions: Vec<Node> = Vec::new();
    for _ in 0..MOST_SLIPS {
        let mut partial = Vec::new();
        for node in &frontier {
            search.expand(node, &mut solutions, &mut partial);
        }
        solutions.sort_by_key(Node::order);
        let best = solutions.first().map(|it| it.total);
        let plausible = frontier.iter().map(|it| it.total).min().unwrap_or_default();
        if best.is_some_and(|it| it <= plausible + GOOD) {
            break;
        }
        partial.sort_by_key(Node::rank);
        partial.dedup_by(|a, b| a.text == b.text);
        partial.truncate(BEAM);
        if let Some(best) = best {
            partial.retain(|it| it.total + 20 < best);
        }
        frontier = partial;
    }
    let best = solutions.first()?;
    let slips = slips(text, &best.steps);
    let is_explained = best.is_json() && !(is_cut(text, &slips) || search.is_short(text, best, &slips));
    is_explained.then_some(slips)
}

/// The edits that close what is open at the end of a text.
fn closes<'s>(text: &str, slips: &'s [Slip]) -> impl Iterator<Item = &'s Edit> {
    let end = Span::new(0, text.trim_end().len()).end;
    slips.iter().flat_map(|it| &it.edits).filter(move |it| it.span.end >= end && !it.text.is_empty())
}

/// Whether a text ends in a word or before a value.
fn is_cut(text: &str, slips: &[Slip]) -> bool {
    let is_open = text.trim_end().ends_with([',', ':']);
    closes(text, slips).any(|it| is_open || it.text.starts_with('"'))
}

impl Node {
    /// Much more of it is JSON than was edited.
    fn is_json(&self) -> bool {
        let n_strings = self.tokens.iter().filter(|it| matches!(it.kind, Kind::Key | Kind::Text)).count();
        n_strings > 0 && self.tokens.len() >= 3 * self.steps.len()
    }

    /// The lower the better. Of edits that do the same, what is missing was on a line that is blank now, or else right
    /// behind what is there; of signs that stand twice the second is too much.
    fn order(&self) -> (i32, usize) {
        let at = |step: &Move| match () {
            () if step.len > 0 && !self.text.get(step.at..).is_some_and(|it| it.starts_with('\\')) => {
                usize::MAX / 8 - step.at
            }
            () if self.is_on_blank_line(step) => 0,
            () => step.at,
        };
        (self.total, self.steps.iter().map(at).sum())
    }

    /// Nothing but what was inserted stands on its line.
    fn is_on_blank_line(&self, step: &Move) -> bool {
        let before = self.text.get(..step.at).unwrap_or_default();
        let behind = self.text.get(step.at + step.text.len()..).unwrap_or_default();
        let is_first = before.trim_end_matches([' ', '\t']).ends_with('\n');
        is_first && behind.starts_with('\n')
    }

    /// The lower the more promising.
    fn rank(&self) -> i32 {
        let reached = self.stop.at.min(1 << 24);
        let gained = i32::try_from(reached).unwrap_or(i32::MAX >> 2);
        self.total - (gained / 2)
    }
}

struct Search {
    level: Level,
    root: Root,
    /// The payload of the format, and what it is expected to be.
    payload: Option<(&'static str, Root)>,
    /// Payloads that were judged, by their hash: most edits leave the payload as it is.
    judged: RefCell<HashMap<u64, i32>>,
}

impl Search {
    fn new(text: &str, level: Level) -> Self {
        let format = likely(text, level, "\"");
        let root = root_of(format, text, "\"");
        let field = format.and_then(|it| it.record.fields.iter().find(|it| it.is_payload()));
        let payload = field.filter(|_| level == Level::File).map(|it| {
            let quote = "\\\"";
            (it.name, root_of(likely(text, Level::Payload, quote), text, quote))
        });
        Self { level, root, payload, judged: RefCell::default() }
    }

    /// Whether an envelope was closed of which only the first fields are there: the rest of the text is missing.
    fn is_short(&self, text: &str, best: &Node, slips: &[Slip]) -> bool {
        let is_closed = self.level == Level::File && closes(text, slips).next().is_some();
        let Some(record) = self.root.record.filter(|_| is_closed) else { return false };
        let keys = best.tokens.iter().filter(|it| it.kind == Kind::Key && it.holder == 0);
        let names: Vec<&str> = keys.filter_map(|it| best.text.get(it.start + 1..it.end - 1)).collect();
        let due: Vec<&str> = record.fields.iter().filter(|it| it.is_always_due()).map(|it| it.name).collect();
        names.len() < due.len() && due.iter().take(names.len()).all(|it| names.contains(it))
    }

    fn start(&self, text: &str) -> Node {
        let mut tokens = Tokens { base: &[], more: Vec::new() };
        let stop = scan(Window { bytes: text.as_bytes(), start: 0, goes_on: false }, &mut tokens);
        let slice = |from: usize, to: usize| text.get(from..to).unwrap_or_default();
        let total = judge(&Reading { tokens: &tokens, text: &slice}, self.root);
        Node { text: text.to_owned(), tokens: tokens.more, stop, steps: Vec::new(), price: 0, total }
    }

    /// Tries all edits on a text.
    fn expand(&self, node: &Node, solutions: &mut Vec<Node>, partial: &mut Vec<Node>) {
        let scene = Scene { text: &node.text, tokens: &node.tokens, stop: node.stop.at, level: self.level };
        let mut near = Vec::new();
        for step in moves(&scene) {
            let mut trial = Trial::new(node, &step, NEAR);
            let stop = trial.run(node);
            let gain = (stop.at + step.len).saturating_sub(step.text.len()).saturating_sub(node.stop.at);
            if stop.why != Why::Broken || gain > 3 {
                near.push((stop.why == Why::Broken, step.price - i32::try_from(gain / 2).unwrap_or(0), step));
            }
        }
        near.sort_by_key(|it| (it.0, it.1));
        near.truncate(MOST_FAR);
        for (_, _, step) in near {
            let mut trial = Trial::new(node, &step, FAR);
            let stop = trial.run(node);
            let judged = self.judged(node, &trial, stop);
            let price = node.price + step.price;
            let found = trial.into_node(node, step, stop, (price, price + judged));
            if found.stop.why == Why::Broken { partial.push(found) } else { solutions.push(found) }
        }
        solutions.sort_by_key(Node::order);
        solutions.truncate(16);
        partial.sort_by_key(Node::rank);
        partial.truncate(4 * BEAM);
    }

    /// How plausible a reading is, with that of its payload.
    fn judged(&self, node: &Node, trial: &Trial, stop: Stop) -> i32 {
        let tokens = trial.tokens(node);
        let slice = |from: usize, to: usize| trial.slice(node, from, to);
        let is_whole = stop.why == Why::Whole;
        let mut sum = judge(&Reading { tokens: &tokens, text: &slice}, self.root);
        let Some((name, root)) = self.payload else { return sum };
        let mut is_payload = false;
        for (idx, token) in tokens.iter().enumerate() {
            if token.kind == Kind::Key && tokens.get(token.holder).is_some_and(|it| it.start == 0 || token.holder == 0) {
                is_payload = slice(token.start + 1, token.end - 1) == name;
            } else if token.kind == Kind::Text && is_payload {
                is_payload = false;
                let is_last = idx + 1 == tokens.len() && !is_whole;
                if !is_last {
                    let raw = slice(token.start + 1, token.end - 1);
                    sum += *self.judged.borrow_mut().entry(hash(raw)).or_insert_with(|| judge_payload(raw, root));
                }
            }
        }
        sum
    }
}

/// How plausible the content of a payload is.
fn judge_payload(raw: &str, root: Root) -> i32 {
    let text = json::decode(raw).text;
    let plain = trim_start(&text);
    if !begins(plain, b"{[\"") {
        return NO_JSON;
    }
    let mut tokens = Tokens { base: &[], more: Vec::new() };
    let stop = scan(Window { bytes: text.as_bytes(), start: 0, goes_on: false }, &mut tokens);
    let slice = |from: usize, to: usize| text.get(from..to).unwrap_or_default();
    let is_whole = stop.why == Why::Whole;
    let judged = judge(&Reading { tokens: &tokens, text: &slice}, root);
    if is_whole {
        return judged;
    }
    let left = 100 * (text.len() - stop.at.min(text.len())) / text.len().max(1);
    judged + BROKEN_PAYLOAD + i32::try_from(left).unwrap_or_default()
}

/// An edit made on a stretch of a text, and what is read then.
struct Trial {
    /// So many tokens before it stay as they are.
    n_kept: usize,
    start: usize,
    bytes: String,
    more: Vec<Token>,
    goes_on: bool,
}

impl Trial {
    fn new(node: &Node, step: &Move, len: usize) -> Self {
        let mut n_kept = node.tokens.partition_point(|it| it.end <= step.at);
        // What is put behind a word may belong to it.
        while n_kept.checked_sub(1).and_then(|it| node.tokens.get(it)).is_some_and(|it| it.end == step.at && it.kind == Kind::Literal) {
            n_kept -= 1;
        }
        let start = n_kept.checked_sub(1).and_then(|it| node.tokens.get(it)).map_or(0, |it| it.end);
        let text = &node.text;
        let mut end = (node.stop.at.max(step.at + step.len) + len).min(text.len());
        while !text.is_char_boundary(end) {
            end += 1;
        }
        let mut bytes = String::with_capacity(end - start + step.text.len());
        bytes.push_str(text.get(start..step.at).unwrap_or_default());
        bytes.push_str(&step.text);
        bytes.push_str(text.get(step.at + step.len..end).unwrap_or_default());
        Self { n_kept, start, bytes, more: Vec::new(), goes_on: end < text.len() }
    }

    fn run(&mut self, node: &Node) -> Stop {
        let mut tokens = self.tokens(node);
        let window = Window { bytes: self.bytes.as_bytes(), start: self.start, goes_on: self.goes_on };
        let stop = scan(window, &mut tokens);
        self.more = tokens.more;
        stop
    }

    fn tokens<'n>(&self, node: &'n Node) -> Tokens<'n> {
        Tokens { base: node.tokens.get(..self.n_kept).unwrap_or_default(), more: self.more.clone() }
    }

    fn slice<'t>(&'t self, node: &'t Node, from: usize, to: usize) -> &'t str {
        match from.checked_sub(self.start) {
            Some(at) => self.bytes.get(at..to.saturating_sub(self.start)).unwrap_or_default(),
            // Blanks between what stays and what is new.
            None => node.text.get(from..to).unwrap_or_default(),
        }
    }

    fn into_node(self, node: &Node, step: Move, stop: Stop, (price, total): (i32, i32)) -> Node {
        let edit = Edit { span: Span::new(step.at, step.at + step.len), text: step.text.clone() };
        let mut tokens = node.tokens.get(..self.n_kept).unwrap_or_default().to_vec();
        tokens.extend_from_slice(&self.more);
        let mut steps = node.steps.clone();
        steps.push(step);
        Node { text: apply(&node.text, &[edit]), tokens, stop, steps, price, total }
    }
}

/// The steps as edits of the text as it stands; those that touch each other are one.
fn slips(text: &str, steps: &[Move]) -> Vec<Slip> {
    let mut edits: Vec<Edit> = Vec::new();
    for step in steps {
        add(text, &mut edits, step);
    }
    edits.into_iter().map(|it| Slip { edits: apart(text, it), others: Vec::new() }).collect()
}

/// Quotes that are escaped one by one, where an edit does only that.
fn apart(text: &str, edit: Edit) -> Vec<Edit> {
    let old = edit.span.of(text);
    for escape in ["\\\"", "\\\\\\\""] {
        let is_raw = |at: usize| !old.get(..at).is_some_and(|it| it.ends_with('\\'));
        let quotes = old.match_indices('"').filter(|it| is_raw(it.0));
        let inside: Vec<Edit> =
            quotes.map(|it| Edit { span: Span::new(it.0, it.0 + 1), text: escape.to_owned() }).collect();
        if inside.len() > 1 && apply(old, &inside) == edit.text {
            let shift = |it: Span| Span { start: it.start + edit.span.start, end: it.end + edit.span.start };
            return inside.into_iter().map(|it| Edit { span: shift(it.span), ..it }).collect();
        }
    }
    vec![edit]
}

/// Adds an edit of the text as the edits before leave it.
fn add(text: &str, edits: &mut Vec<Edit>, step: &Move) {
    let (from, to) = (step.at, step.at + step.len);
    // Where each edit is by now.
    let mut shift = 0_isize;
    let mut places = Vec::with_capacity(edits.len());
    for edit in edits.iter() {
        let start = (edit.span.start as isize + shift) as usize;
        places.push((start, start + edit.text.len()));
        shift += edit.text.len() as isize - edit.span.len() as isize;
    }
    let first = places.partition_point(|it| it.1 < from);
    let last = places.partition_point(|it| it.0 <= to);
    let now = apply(text, edits);
    let touched = places.get(first..last).unwrap_or_default();
    let start = touched.first().map_or(from, |it| it.0.min(from));
    let end = touched.last().map_or(to, |it| it.1.max(to));
    let before = now.get(start..from).unwrap_or_default();
    let behind = now.get(to..end).unwrap_or_default();
    let replacement = format!("{before}{}{behind}", step.text);
    let back = |at: usize, n_before: usize| {
        let mut out = at as isize;
        for edit in edits.iter().take(n_before) {
            out += edit.span.len() as isize - edit.text.len() as isize;
        }
        out as usize
    };
    let span = Span::new(back(start, first), back(end, last));
    edits.splice(first..last, [Edit { span, text: replacement }]);
}

/// The format most of whose names stand in a text as keys, between quotes that are written like this.
fn likely(text: &str, level: Level, quote: &str) -> Option<&'static Format> {
    const PAYLOADS: &[&Format] =
        &[&formats::ENHANCEMENT, &formats::ANALYSIS, &formats::AGENTS, &formats::DELEGATOR, &formats::FACTORY];
    let all = if level == Level::File { FORMATS } else { PAYLOADS };
    let mut best = (0, None);
    for format in all {
        let n_met = format.record.fields.iter().filter(|it| has_key(text, it.name, quote)).count();
        let due = format.record.fields.iter().filter(|it| it.is_always_due());
        let (n_due, n_there) = due.fold((0, 0), |acc, it| (acc.0 + 1, acc.1 + usize::from(has_key(text, it.name, quote))));
        // Names such as `status` are in many formats.
        let is_likely = level == Level::File || 2 * n_there >= n_due;
        if is_likely && n_met > best.0 {
            best = (n_met, Some(*format));
        }
    }
    best.1
}

fn has_key(text: &str, name: &str, quote: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        let before = text.get(..at).and_then(|it| it.strip_suffix(quote));
        before.is_some_and(|it| !it.ends_with('\\')) && text.get(at + name.len()..).is_some_and(|it| it.starts_with(quote))
    })
}

fn root_of(format: Option<&'static Format>, text: &str, quote: &str) -> Root {
    let record = format.filter(|it| !it.is_list()).map(|it| &it.record);
    let mut named = 0;
    for (idx, field) in record.iter().flat_map(|it| it.fields.iter().enumerate()) {
        named |= u64::from(has_key(text, field.name, quote)) << idx.min(63);
    }
    Root { record, listing: format.and_then(|it| it.listing.as_ref()), is_container: true, named }
}

pub(crate) fn log(text: &str, level: Level) -> String {
    let search = Search::new(text, level);
    let start = search.start(text);
    let mut out = String::new();
    let around = |at: usize| { let from = (0..=at.saturating_sub(60)).rev().find(|it| text.is_char_boundary(*it)).unwrap_or(0); let to = (at + 60..).find(|it| text.is_char_boundary((*it).min(text.len()))).unwrap_or(0).min(text.len()); format!("{:?} | {:?}", text.get(from..at).unwrap_or("?"), text.get(at..to).unwrap_or("?")) };
    out += &format!("{:?} total {} {}\n", start.stop, start.total, around(start.stop.at));
    out += &format!("format {:?} {:?}\n", likely(text, level, "\"").map(|it| it.id), search.payload.map(|it| it.1.record.map(|it| it.title)));
    let (mut s, mut p) = (Vec::new(), Vec::new());
    search.expand(&start, &mut s, &mut p);
    for (name, list) in [("solution", s), ("partial", p)] {
        for it in list.iter().take(12) { out += &format!("{name} {:?} {} {} stop {:?}\n", it.steps, it.price, it.total, it.stop); }
    }
    out += &format!("{:?}\n", slips_of(text, level));
    out
}
