//! Calls and results: each call has one result, where the API looks for it.

mod unnamed;

use std::collections::{HashMap, HashSet};

use super::turns::is_misspoken;
use crate::bind::closest;
use crate::diagnostic::{Fix, shown};
use crate::findings::Findings;
use crate::json::{Kind, NodeId, quote};
use crate::query::{At, Context, On, answers, calls, needs};
use crate::rules;
use crate::spec::{CallRole, Conversation, Order};
use crate::text::Span;

pub(super) fn check(ctx: &Context, rules: &Conversation, out: &mut Findings) {
    if rules.order == Order::Together {
        counted(ctx, rules, out);
    }
    for (list, talk) in Talk::all(ctx, rules) {
        twice(&talk, out);
        let list = list.and_then(|it| ctx.bindings.objects.get(it)).map(|it| ctx.on(it));
        if let Some(list) = list.filter(|it| it.is_whole()) {
            talk.check(list, rules, out);
        }
    }
}

/// Calls without ids are paired by their number: the next turn has as many results.
fn counted(ctx: &Context, rules: &Conversation, out: &mut Findings) {
    let mut turns: HashMap<(usize, usize), (Option<At>, usize, usize)> = HashMap::new();
    for called in calls(ctx).filter(|it| it.id().is_none() && !it.needs_id()) {
        let Some(place) = place(called.on, rules) else { continue };
        let turn = turns.entry((place.list, place.turn)).or_default();
        (turn.0, turn.1) = (called.name().or(turn.0), turn.1 + 1);
    }
    for (on, _) in answers(ctx).filter(|(on, role)| on.value(role.call).is_none_or(|it| it.kind() == Kind::Null)) {
        let before = place(on, rules).and_then(|it| Some((it.list, it.turn.checked_sub(1)?)));
        if let Some(turn) = before.and_then(|it| turns.get_mut(&it)) {
            turn.2 += 1;
        }
    }
    for ((list, turn), (name, n_calls, n_results)) in turns {
        let list = ctx.bindings.objects.get(list).map(|it| ctx.on(it));
        let is_last = list.is_none_or(|it| turn + 1 >= it.object.members.len() || !it.is_whole());
        let Some(name) = name.filter(|_| n_results < n_calls && !is_last) else { continue };
        out.report(&rules::UNANSWERED_CALL, name.object.doc, name.span(), |finding| {
            let calls = if n_calls == 1 { "call" } else { "calls" };
            let results = if n_results == 1 { "result" } else { "results" };
            finding.say(format_args!("{n_calls} {calls}, but {n_results} {results}"));
        });
    }
}

/// A call or result without an id, and the turn it is in.
#[derive(Clone, Copy)]
struct Unnamed<'a> {
    on: On<'a>,
    turn: usize,
}

/// A call or result by its id, and the turn it is in.
#[derive(Clone, Copy)]
struct SeenId<'a> {
    id: At<'a>,
    turn: usize,
}

/// The calls and results of one conversation, in the order of the text.
#[derive(Default)]
struct Talk<'a> {
    calls: Vec<SeenId<'a>>,
    results: Vec<SeenId<'a>>,
    /// Those that need an id and lack one, which has its own finding.
    unnamed_calls: Vec<Unnamed<'a>>,
    unnamed_results: Vec<Unnamed<'a>>,
}

/// The list of turns that an object is in, as an index into the list of objects, and the number of the turn.
#[derive(Clone, Copy)]
struct TurnPlace {
    list: usize,
    turn: usize,
}

fn place(on: On, rules: &Conversation) -> Option<TurnPlace> {
    let objects = &on.ctx.bindings.objects;
    let mut at = on;
    loop {
        let list = at.object.holder?;
        let holder = on.ctx.on(objects.get(list)?);
        if holder.object.list.is_some() && holder.list_name() == rules.turns {
            let turn = holder.object.members.binary_search_by_key(&at.object.node, |it| it.value).ok()?;
            return Some(TurnPlace { list, turn });
        }
        at = holder;
    }
}

/// Ids that two calls have.
fn twice(talk: &Talk, out: &mut Findings) {
    let mut known: HashMap<String, At> = HashMap::new();
    for SeenId { id, .. } in &talk.calls {
        let text = id.text().into_owned();
        let Some(first) = known.insert(text.clone(), *id) else { continue };
        out.report(&rules::DUPLICATE_ITEM, id.object.doc, id.span(), |finding| {
            finding.say(format_args!("Duplicate call id `{}`", shown(&text)));
            finding.note(first.span(), "first used here");
        });
    }
}

impl<'a> Talk<'a> {
    /// Each conversation of a file, by its list of turns.
    fn all(ctx: &'a Context<'a>, rules: &Conversation) -> HashMap<Option<usize>, Self> {
        let mut talks: HashMap<Option<usize>, Self> = HashMap::new();
        for called in calls(ctx) {
            let place = place(called.on, rules);
            let (list, turn) = (place.map(|it| it.list), place.map_or(0, |it| it.turn));
            let talk = talks.entry(list).or_default();
            match called.id() {
                Some(id) => talk.calls.push(SeenId { id, turn }),
                None if called.needs_id() => talk.unnamed_calls.push(Unnamed { on: called.on, turn }),
                None => (),
            }
        }
        for (on, role) in answers(ctx) {
            let Some(place) = place(on, rules) else { continue };
            let id = on.value(role.call).filter(|it| it.kind() == Kind::String && !it.is_blank());
            let (talk, turn) = (talks.entry(Some(place.list)).or_default(), place.turn);
            match id {
                Some(id) => talk.results.push(SeenId { id, turn }),
                None if needs(on, role.call) => talk.unnamed_results.push(Unnamed { on, turn }),
                None => (),
            }
        }
        talks
    }

    fn check(&self, list: On<'a>, rules: &Conversation, out: &mut Findings) {
        let mut calls: HashMap<String, Vec<&SeenId>> = HashMap::new();
        for call in &self.calls {
            calls.entry(call.id.text().into_owned()).or_default().push(call);
        }
        let turns = Turns::new(list, self);
        let mut answered: HashMap<String, (At, usize)> = HashMap::new();
        let mut orphans: Vec<SeenId> = Vec::new();
        for result in &self.results {
            let text = result.id.text().into_owned();
            let same = calls.get(&text).map_or(&[][..], |it| it);
            let Some(call) = same.first().filter(|it| it.turn <= result.turn) else {
                orphans.push(*result);
                continue;
            };
            let (first, n_answers) = answered.entry(text).or_insert((result.id, 0));
            *n_answers += 1;
            // An id of several calls is one mistake, and each of them may have its result.
            if *n_answers > same.len() {
                again(result.id, *first, out);
            } else if same.len() == 1 && !turns.follows(call.turn, result.turn, rules.order) {
                misplaced(result.id, || turns.moved(list, call.turn, result.turn), rules, out);
            }
        }
        let earlier = |on: On| rules.earlier.iter().any(|it| on.member(it).is_some_and(|it| it.kind() != Kind::Null));
        // The earlier part of the conversation may have the call.
        if list.holder().is_some_and(earlier) {
            orphans.clear();
        }
        let mut open: Vec<&SeenId> = self.calls.iter().filter(|it| !answered.contains_key(&*it.id.text())).collect();
        unnamed::calls(&self.unnamed_calls, &mut orphans, out);
        unnamed::results(&self.unnamed_results, &mut open, out);
        unpaired(&orphans, &open, |call| turns.have_passed(call, rules.order), out);
        if rules.order == Order::Together {
            first_of_turn(&self.results, rules, out);
        }
    }
}

/// Results without calls, and calls without results.
fn unpaired(orphans: &[SeenId], open: &[&SeenId], has_passed: impl Fn(usize) -> bool, out: &mut Findings) {
    for orphan in orphans {
        let before = open.partition_point(|it| it.turn < orphan.turn);
        let nearest = open.get(before.saturating_sub(MOST_COMPARED)..before).unwrap_or_default();
        without_call(orphan.id, &nearest.iter().map(|it| it.id.text().into_owned()).collect::<Vec<_>>(), out);
    }
    // A misspelled id is one mistake.
    for call in open.iter().skip(orphans.len()).filter(|it| has_passed(it.turn)) {
        unanswered(call.id, out);
    }
}

/// The role of who speaks in a turn.
fn is_result(list: On, turn: usize) -> bool {
    let item = list.object.members.get(turn).and_then(|it| list.at(it).inside());
    item.and_then(|it| it.object.record.role).is_some_and(|it| matches!(it, CallRole::Answer(_)))
}

/// Where the turns of a conversation are not results, or not calls.
struct Turns {
    /// For each turn, the next one that is not a result, or itself.
    next_other: Vec<usize>,
    /// The last turn without a call.
    last_without: Option<usize>,
}

impl Turns {
    fn new(list: On, talk: &Talk) -> Self {
        let n_turns = list.object.members.len();
        let mut next_other = vec![n_turns; n_turns + 1];
        for turn in (0..n_turns).rev() {
            let next = if is_result(list, turn) { next_other.get(turn + 1).copied().unwrap_or(n_turns) } else { turn };
            if let Some(it) = next_other.get_mut(turn) {
                *it = next;
            }
        }
        let with_calls: HashSet<usize> = talk.calls.iter().map(|it| it.turn).collect();
        Self { next_other, last_without: (0..n_turns).rev().find(|it| !with_calls.contains(it)) }
    }

    /// Whether a result in one turn may answer a call in another.
    fn follows(&self, call: usize, result: usize, order: Order) -> bool {
        match order {
            Order::After => true,
            Order::Together => result == call + 1,
            Order::Next => self.next_other.get(call + 1).is_some_and(|it| *it > result),
        }
    }

    /// Moves a turn with a result after those that directly follow its call.
    fn moved(&self, list: On, call: usize, result: usize) -> Option<Fix> {
        let (tree, source) = (list.tree(), list.source());
        let end = |turn: usize| list.object.members.get(turn).map(|it| tree.span(it.value).end);
        let place = self.next_other.get(call + 1)?.checked_sub(1)?;
        let moved = Span { start: end(result.checked_sub(1)?)?, end: end(result)? };
        if place >= result || !list.is_whole() || !list.document().is_sure {
            return None;
        }
        let fix = Fix::guess("Move it after its call").insert(end(place)?, moved.of(source));
        Some(fix.delete(moved))
    }

    /// Whether the place for the result of a call is over.
    fn have_passed(&self, call: usize, order: Order) -> bool {
        match order {
            Order::Next | Order::Together => call + 2 < self.next_other.len(),
            // Calls are in a row; what follows the last of them is what came of them.
            Order::After => self.last_without.is_some_and(|it| it > call),
        }
    }
}

/// An id is compared with so many of the calls before it.
const MOST_COMPARED: usize = 64;

fn again(id: At, first: At, out: &mut Findings) {
    out.report(&rules::DUPLICATE_ITEM, id.object.doc, id.span(), |finding| {
        finding.say(format_args!("`{}` is answered twice", shown(&id.text())));
        finding.note(first.span(), "first answered here");
    });
}

fn misplaced(id: At, moved: impl FnOnce() -> Option<Fix>, rules: &Conversation, out: &mut Findings) {
    // Who says it has a finding of its own.
    if is_misspoken(id.on(), rules) {
        return;
    }
    out.report(&rules::RESULT_ORDER, id.object.doc, id.span(), |finding| {
        finding.say(format_args!("The result of `{}` must directly follow its call", shown(&id.text())));
        finding.fixes.extend(if rules.order == Order::Next { moved() } else { None });
    });
}

fn without_call(id: At, open: &[String], out: &mut Findings) {
    out.report(&rules::ORPHAN_RESULT, id.object.doc, id.span(), |finding| {
        let text = id.text();
        finding.say(format_args!("No call has the id `{}`", shown(&text)));
        let only = if let [only] = open { Some(only.as_str()) } else { None };
        if let Some(meant) = closest(&text, open.iter().map(String::as_str)).or(only) {
            finding.message.push_str(&format!("; did you mean `{}`?", shown(meant)));
            let fix = Fix::guess(format_args!("Replace with `{}`", shown(meant)));
            finding.fix(fix.replace(id.span(), quote(meant)));
        }
    });
}

fn unanswered(id: At, out: &mut Findings) {
    out.report(&rules::UNANSWERED_CALL, id.object.doc, id.span(), |finding| {
        finding.say(format_args!("The call `{}` has no result", shown(&id.text())));
    });
}

/// In a turn with results, they come first.
fn first_of_turn(results: &[SeenId], rules: &Conversation, out: &mut Findings) {
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
