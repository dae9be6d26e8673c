//! Where results are: right after their call, and before other content.

use crate::checks::calls::turns::is_misspoken;
use crate::diagnostic::{Fix, Severity, shown};
use crate::findings::Findings;
use crate::json::NodeId;
use crate::query::{At, On};
use crate::rules;
use crate::spec::{CallRole, Conversation, Order};

use super::SeenId;

/// Whether an item of a list is a result.
pub(super) fn is_result(list: On, idx: usize) -> bool {
    let item = list.object.members.get(idx).and_then(|it| list.at(it).inside());
    item.and_then(|it| it.object.record.role).is_some_and(|it| matches!(it, CallRole::Answer(_)))
}

/// For each turn, the first one of those that the API reads as one with it: the same side says them, and those before the last
/// have only results.
pub(super) fn first_of_one(list: On, rules: &Conversation) -> Vec<usize> {
    let is_same_side = |turn: On| turn.member("role").is_some_and(|it| it.is_text(rules.results_by));
    let has_only_results = |turn: On| {
        let blocks = turn.member("content").and_then(At::inside);
        blocks.is_some_and(|it| (0..it.object.members.len()).all(|idx| is_result(it, idx)))
    };
    let (mut out, mut first) = (Vec::new(), None);
    for (idx, turn) in list.members().enumerate().map(|it| (it.0, it.1.inside().filter(|it| is_same_side(*it)))) {
        let begun = turn.and(first).unwrap_or(idx);
        out.push(begun);
        first = turn.filter(|it| has_only_results(*it)).map(|_| begun);
    }
    out
}

/// Models that read results in several messages learn to make one call at a time.
pub(super) fn apart(id: At, out: &mut Findings) {
    out.report(&rules::RESULT_ORDER, id.object.doc, id.span(), |finding| {
        finding.severity = Severity::Warning;
        finding
            .say(format_args!("The result of `{}` belongs in the message with the other results", shown(&id.text())));
    });
}

pub(super) fn misplaced(id: At, moved: impl FnOnce() -> Option<Fix>, rules: &Conversation, out: &mut Findings) {
    // Who says it has a finding of its own.
    if is_misspoken(id.on(), rules) {
        return;
    }
    out.report(&rules::RESULT_ORDER, id.object.doc, id.span(), |finding| {
        finding.say(format_args!("The result of `{}` must directly follow its call", shown(&id.text())));
        finding.fixes.extend(if rules.order == Order::Next { moved() } else { None });
    });
}

/// In a turn with results, they come first.
pub(super) fn first_of_turn(results: &[SeenId], rules: &Conversation, out: &mut Findings) {
    // The turn that was looked at last, and its first block that is no result, until that is reported.
    let mut last: Option<(NodeId, Option<usize>)> = None;
    for result in results {
        let block = result.id.on();
        let Some(blocks) = block.holder().filter(|it| it.object.list.is_some()) else { continue };
        let members = &blocks.object.members;
        let (_, first_other) = match last.as_mut().filter(|it| it.0 == blocks.object.node) {
            Some(known) => known,
            None => last.insert((blocks.object.node, (0..members.len()).find(|it| !is_result(blocks, *it)))),
        };
        let Ok(idx) = members.binary_search_by_key(&block.object.node, |it| it.value) else { continue };
        if first_other.is_none_or(|it| it > idx) || is_misspoken(block, rules) {
            continue;
        }
        *first_other = None;
        out.report(&rules::RESULT_ORDER, block.object.doc, result.id.span(), |finding| {
            finding.say(format_args!("Results must come before other content"));
            finding.fixes.extend(moved(blocks, idx));
        });
    }
}

/// Moves the results of a turn before everything else in it.
fn moved(blocks: On, first: usize) -> Option<Fix> {
    let members = &blocks.object.members;
    let (tree, source) = (blocks.tree(), blocks.source());
    let text = |idx: usize| members.get(idx).map(|it| tree.span(it.value).of(source));
    if !blocks.is_whole() || first >= members.len() {
        return None;
    }
    let (results, others): (Vec<usize>, Vec<usize>) = (0..members.len()).partition(|it| is_result(blocks, *it));
    let mut fix = Fix::guess("Move the results before the other content");
    for (idx, from) in results.into_iter().chain(others).enumerate() {
        if idx != from {
            fix = fix.replace(tree.span(members.get(idx)?.value), text(from)?);
        }
    }
    Some(fix)
}
