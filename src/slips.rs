//! Why strict parsing of a text stops: the smallest edits that let it continue, found by trying them.
//!
//! Every edit of one token around the stop is tried, first on some bytes, then on the rest of the text. The results
//! that parse are ranked by the price of the edit and by how plausible the reading is (`judge`). If no single edit is
//! enough, the search continues from the few that get furthest. The idea is minimum-cost repair: Diekmann and Tratt,
//! "Don't Panic! Better, Fewer, Syntax Errors for LR Parsers" (ECOOP 2020).

mod dialect;
mod edits;
mod judge;
mod judgment;
mod literals;
mod memory;
mod moves;
mod node;
mod places;
mod prose;
mod quotes;
mod root;
mod scan;
mod search;
mod spot;
mod trial;
mod whole;
mod words;

use std::rc::Rc;

pub use memory::Remembering;

use node::{Candidate, Expansion};
use search::Search;

use crate::deadline;
use crate::reading;
use crate::text::{Edit, Span, apply, sorted, unsigned};

/// The level of a text: the file, or JSON in a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TextLevel {
    File,
    Payload,
}

/// One slip; all spans are in the original text.
#[derive(Clone, Debug)]
pub(crate) struct Slip {
    /// The edits that undo it.
    pub(crate) edits: Vec<Edit>,
    /// Other edits that may be meant, the most likely first.
    pub(crate) others: Vec<Vec<Edit>>,
}

/// Texts up to this size are explained, so that it never takes long: responses of agents are far smaller.
const MOST_TEXT: usize = 1 << 20;
/// How many readings are continued at each step.
const BEAM: usize = 6;
/// After `FEW_SLIPS` edits, only `FEW` readings continue, and only those with `APART` bytes between two slips. There are at
/// most `MOST_SLIPS` edits, and fewer in long texts, so that at most `MOST_COPIED` bytes are copied.
const FEW_SLIPS: usize = 4;
const FEW: usize = 2;
const APART: usize = 16;
const MOST_SLIPS: usize = 48;
const MOST_COPIED: usize = 1 << 22;
/// A reading whose plausibility drops by more than this is not final: the search continues.
const GOOD: i32 = 200;
/// Readings that differ by no more than this are equally likely.
const ALIKE: i32 = 12;
/// How many other edits are offered.
const MOST_OTHERS: usize = 3;

/// What explains why strict parsing of a text stops.
#[derive(Clone, Debug)]
pub(crate) struct Explanation {
    pub(crate) slips: Vec<Slip>,
    /// It is the one certain reading of the whole text.
    pub(crate) is_whole: bool,
}

/// Which explanations are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReadingScope {
    Any,
    /// Only certain readings of the whole text.
    Whole,
}

/// The slips of a text whose JSON is at `body`; `None` if nothing explains why strict parsing stops.
pub(crate) fn find_slips(body: Span, text: &str, level: TextLevel, wanted: ReadingScope) -> Option<Explanation> {
    let mut found = memory::recalled(body.of(text), (level, wanted), slips_of)?;
    for edit in found.slips.iter_mut().flat_map(|it| it.edits.iter_mut().chain(it.others.iter_mut().flatten())) {
        edit.span = Span { start: edit.span.start + body.start, end: edit.span.end + body.start };
        // A missing opening bracket goes on a line of its own if the content begins on a later line.
        let before = text.get(body.start as usize..edit.span.start as usize).unwrap_or_default();
        let opens = edit.span.is_empty() && matches!(edit.text.as_str(), "{" | "[");
        if opens && before.trim().is_empty() && before.contains('\n') {
            edit.span = Span::empty(body.start);
        }
    }
    Some(found)
}

fn slips_of(text: &str, (level, wanted): (TextLevel, ReadingScope)) -> Option<Explanation> {
    let whole = whole::whole(text, level);
    let certain = |whole: whole::Whole| {
        let slips = Some(whole.slips).filter(|it| whole.is_certain && !it.is_empty());
        slips.map(|slips| Explanation { slips, is_whole: true })
    };
    let whole = match whole {
        Some(whole) if wanted == ReadingScope::Whole => return certain(whole),
        Some(whole) if whole.is_certain && whole.is_habit && (whole.slips.is_empty() || whole.slips.len() >= MANY) => {
            return certain(whole);
        }
        whole => whole,
    };
    if wanted == ReadingScope::Whole {
        return None;
    }
    let found = search(text, level).map(|slips| Explanation { slips, is_whole: false });
    let edits = |slips: &[Slip]| -> Vec<Edit> { slips.iter().flat_map(|it| it.edits.iter().cloned()).collect() };
    match (whole, found) {
        (None, found) => found,
        (Some(whole), None) => certain(whole),
        (Some(whole), Some(found)) => {
            let own = edits(&found.slips);
            let price = reading::price(text, &own) + whole::cost_of_errors(&apply(text, &own));
            // The search knows what a format expects.
            let is_single = found.slips.len() == 1;
            if price < whole.cost || is_single && price == whole.cost || own == edits(&whole.slips) {
                Some(found)
            } else if whole.is_certain {
                certain(whole)
            } else {
                // The search merges what the reading keeps apart.
                Some(found).filter(|_| price <= whole.cost + DEARER)
            }
        }
    }
}

/// So many slips are not explained by a single edit.
const MANY: usize = 3;
/// A single explanation that is dearer than a reading of the whole text by more than this is wrong.
const DEARER: i32 = 300;

/// The slips that the search finds.
fn search(text: &str, level: TextLevel) -> Option<Vec<Slip>> {
    if text.len() > MOST_TEXT {
        return None;
    }
    let search = Search::new(text, level);
    let start = search.start();
    if start.is_whole() {
        return None;
    }
    let solutions = solutions(&search, start);
    if deadline::is_over() {
        return None;
    }
    let best = solutions.first()?;
    let steps: Vec<_> = best.steps().cloned().collect();
    let mut slips = edits::slips(text, &steps);
    let read = best.read();
    if !best.is_json(&read) || edits::is_cut(text, &slips) || search.is_short(best, &read, &slips) {
        return None;
    }
    if let ([slip], [_]) = (slips.as_mut_slice(), steps.as_slice()) {
        slip.others = others(&search, &solutions);
    }
    edits::join_brackets(text, &mut slips);
    edits::move_to_end(text, &mut slips);
    Some(slips)
}

/// The readings of the whole text, the best first.
fn solutions(search: &Search, start: Candidate) -> Vec<Expansion> {
    let mut frontier = vec![Rc::new(start)];
    let mut solutions: Vec<Expansion> = Vec::new();
    let n_most = (MOST_COPIED / search.text().len().max(1)).clamp(FEW_SLIPS, MOST_SLIPS);
    for n_slips in 1..=n_most {
        let mut partial = Vec::new();
        for node in &frontier {
            search.expand(node, &mut solutions, &mut partial);
        }
        solutions = sorted(solutions, Expansion::order);
        let best = solutions.first().map(|it| it.total);
        // Before anything was read, the plausibility of the text is unknown.
        let is_known = frontier.iter().all(|it| !it.tokens.is_empty());
        let plausible = frontier.iter().map(|it| it.total).min().unwrap_or_default();
        if best.is_some_and(|it| !is_known || it <= plausible + GOOD) || n_slips == n_most {
            break;
        }
        let mut partial = sorted(partial, |it| u64::from(unsigned(it.rank())));
        partial.dedup_by(|a, b| a.is_same(b));
        if n_slips >= FEW_SLIPS {
            partial.retain(|it| it.has_read() >= APART);
        }
        partial.truncate(if n_slips < FEW_SLIPS { BEAM } else { FEW });
        if let Some(best) = best {
            partial.retain(|it| it.total + 20 < best);
        }
        frontier = partial.iter().map(|it| Rc::new(search.continued(it))).collect();
    }
    solutions
}

/// Single edits with other results that are as likely as the best one.
fn others(search: &Search, solutions: &[Expansion]) -> Vec<Vec<Edit>> {
    let Some((best, rest)) = solutions.split_first() else { return Vec::new() };
    let alike = rest.iter().filter(|it| it.node.steps.is_empty() && it.total <= best.total + ALIKE);
    // All of them edit the same text, so what is before the first edit need not be compared.
    let n_before = alike.clone().chain([best]).map(Expansion::n_kept).min().unwrap_or_default();
    let mut values = Vec::new();
    let mut out = Vec::new();
    for other in alike {
        if out.len() >= MOST_OTHERS {
            break;
        }
        if values.is_empty() {
            values.push(best.value(n_before));
        }
        let value = other.value(n_before);
        if !values.contains(&value) {
            values.push(value);
            let steps: Vec<_> = other.steps().cloned().collect();
            out.extend(edits::slips(search.text(), &steps).into_iter().map(|it| it.edits));
        }
    }
    out
}
