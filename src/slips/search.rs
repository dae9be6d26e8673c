//! Tries edits on a text, and keeps the readings that are worth it.

use std::cell::OnceCell;
use std::rc::Rc;

use super::dialect::is_dialect;
use super::edits::closes;
use super::judge::Reading;
use super::judgment::{Expectation, Judgment};
use super::moves::{Move, moves};
use super::node::{Candidate, Expansion};
use super::places::Scene;
use super::quotes::quotes;
use super::scan::{LexemeKind, Lexemes, Stop, Stretch, Why, scan};
use super::spot::{EditSite, n_kept};
use super::trial::{Scratch, Trial};
use super::words::words;
use super::{Slip, TextLevel};
use crate::deadline;
use crate::text::{in_order, key_of, sorted, unsigned};

/// This many edits are tried on more bytes, and fewer where the text is long: in total, they read `MOST_READ` bytes.
const MOST_FAR: usize = 160;
const FEW_FAR: usize = 8;
const MOST_READ: usize = 1 << 22;
/// How many readings of each kind are kept.
const MOST_KEPT: usize = 16;
/// In a string, only this many bytes before an edit are read again.
const NEAR_INSIDE: usize = 32;
/// Nearly all edits affect only the last tokens, this many.
const LAST_TOKENS: usize = 64;

pub(super) struct Search<'t> {
    text: &'t str,
    level: TextLevel,
    judge: Expectation<'t>,
}

impl<'t> Search<'t> {
    pub(super) fn new(text: &'t str, level: TextLevel) -> Self {
        Self { text, level, judge: Expectation::new(text, level) }
    }

    /// The text to explain.
    pub(super) fn text(&self) -> &'t str {
        self.text
    }

    /// Whether edits close an envelope that has only its first fields: the rest of the text is missing.
    pub(super) fn is_short(&self, best: &Expansion, read: &Trial, slips: &[Slip]) -> bool {
        let is_closed = self.level == TextLevel::File && closes(self.text, slips).next().is_some();
        let Some(record) = self.judge.root.record.filter(|_| is_closed) else { return false };
        let keys = read.tokens(&best.node).filter(|it| it.kind == LexemeKind::Key && it.holder == 0);
        let names: Vec<&str> = keys.map(|it| read.slice(&best.node, it.content().0, it.content().1)).collect();
        let due: Vec<&str> = record.fields.iter().filter(|it| it.is_always_due()).map(|it| it.name).collect();
        names.len() < due.len() && due.iter().take(names.len()).all(|it| names.contains(it))
    }

    /// The text before any edit.
    pub(super) fn start(&self) -> Candidate {
        let text = self.text;
        let mut tokens = Lexemes { base: &[], more: Vec::new() };
        let stop = scan(Stretch::whole(text), &mut tokens);
        let mut node = Candidate {
            text: text.to_owned(),
            tokens: tokens.more,
            stop,
            steps: Vec::new(),
            price: 0,
            is_dialect: is_dialect(text),
            total: 0,
            judgment: Judgment::default(),
            closers: OnceCell::new(),
        };
        self.judge_most(&mut node);
        let mut judgment = node.judgment.clone();
        let tokens = node.tokens.get(judgment.n_tokens..).unwrap_or_default();
        let slice = |from: usize, to: usize| text.get(from..to).unwrap_or_default();
        judgment.without_payloads(&Reading { tokens, text: &slice }, self.judge.root);
        node.total = judgment.sum;
        node
    }

    /// What was found, as a text from which the search can continue.
    pub(super) fn continued(&self, found: &Expansion) -> Candidate {
        let mut node = Trial::new(&found.node, &found.step, &mut Scratch::default()).into_node(found);
        self.judge_most(&mut node);
        node
    }

    /// Judges the tokens that most edits leave unchanged.
    fn judge_most(&self, node: &mut Candidate) {
        let mut judgment = std::mem::take(&mut node.judgment);
        self.go_on(&mut judgment, node, node.tokens.len().saturating_sub(LAST_TOKENS));
        node.judgment = judgment;
    }

    /// Judges the tokens of a text up to one of them.
    fn go_on(&self, judgment: &mut Judgment, node: &Candidate, end: usize) {
        let tokens = node.tokens.get(judgment.n_tokens..end).unwrap_or_default();
        let slice = |from: usize, to: usize| node.text.get(from..to).unwrap_or_default();
        judgment.go_on(&Reading { tokens, text: &slice }, &self.judge);
    }

    /// Tries all edits on a text.
    pub(super) fn expand(&self, node: &Rc<Candidate>, solutions: &mut Vec<Expansion>, partial: &mut Vec<Expansion>) {
        let mut scratch = Scratch::default();
        let steps = self.promising(node, &mut scratch);
        // Ordered by how many tokens stay unchanged, so that those are judged once.
        let place = |it: &Move| (n_kept(node, it.at) as u64) << 32 | it.at as u64;
        let order = in_order(steps.iter().map(place));
        let kept = |key: u64| (key >> 32) as usize;
        let is_before = order.first().is_some_and(|it| kept(it.0) < node.judgment.n_tokens);
        let mut judgment = if is_before { Judgment::default() } else { node.judgment.clone() };
        let mut found: Vec<(i32, u32, Stop)> = Vec::with_capacity(steps.len());
        for (key, idx) in order {
            let Some(step) = steps.get(idx as usize).filter(|_| !deadline::is_over()) else { break };
            self.go_on(&mut judgment, node, kept(key));
            let mut trial = Trial::new(node, step, &mut scratch);
            let stop = trial.run(node);
            let total = self.judged(node, (&trial, stop), judgment.clone());
            trial.end(&mut scratch);
            found.push((node.price + step.price + total, idx, stop));
        }
        // Among equals, the most promising comes first.
        let found = sorted(found, |it| key_of(unsigned(it.0), it.1));
        let (mut n_solutions, mut n_partial) = (0, 0);
        for (total, idx, stop) in found {
            let Some(step) = steps.get(idx as usize) else { continue };
            let is_broken = stop.why == Why::Broken;
            let (n_kept, out) =
                if is_broken { (&mut n_partial, &mut *partial) } else { (&mut n_solutions, &mut *solutions) };
            if *n_kept < MOST_KEPT {
                *n_kept += 1;
                out.push(Expansion { node: Rc::clone(node), step: step.clone(), stop, total });
            }
        }
    }

    /// The edits after which reading continues for some bytes, those that get furthest for the least price first.
    fn promising(&self, node: &Candidate, scratch: &mut Scratch) -> Vec<Move> {
        let scene = Scene { text: &node.text, tokens: &node.tokens, stop: node.stop.at, level: self.level };
        let mut near: Vec<(bool, i32, Move)> = Vec::new();
        let mut spot = EditSite::new(node, 0, NEAR_INSIDE);
        let mut steps = moves(&scene);
        words(&scene, &mut steps);
        quotes(&scene, &mut steps);
        for step in steps.into_iter().take_while(|_| !deadline::is_over()) {
            if step.at != spot.at {
                spot = EditSite::new(node, step.at, NEAR_INSIDE);
            }
            if spot.is_idle(node, &step) {
                continue;
            }
            let stop = Trial::stop_near(node, &spot, &step, scratch);
            let gain = (stop.at + step.len).saturating_sub(step.text.len()).saturating_sub(node.stop.at);
            if stop.why != Why::Broken || gain > 3 {
                near.push((stop.why == Why::Broken, step.price - i32::try_from(gain / 2).unwrap_or(0), step));
            }
        }
        // Each edit once, at its lowest price. Only the few that are left are put in order.
        near.sort_unstable_by(|one, other| one.2.cmp(&other.2));
        near.dedup_by(|one, other| one.2.is_as(&other.2));
        // Among equals, the first in the text comes first.
        let near = sorted(near, |it| key_of(u32::from(it.0), unsigned(it.1)));
        let most = (MOST_READ / node.text.len().max(1)).clamp(FEW_FAR, MOST_FAR);
        near.into_iter().take(most).map(|it| it.2).collect()
    }

    /// How plausible a reading is whose first tokens were judged.
    fn judged(&self, node: &Candidate, (trial, stop): (&Trial, Stop), mut judgment: Judgment) -> i32 {
        let slice = |from: usize, to: usize| trial.slice(node, from, to);
        let reading = Reading { tokens: trial.more(), text: &slice };
        judgment.go_on(&reading, &self.judge);
        judgment.total(&reading, &self.judge, stop.why == Why::Whole)
    }
}
