//! Calls and results: each call has one result, where the API looks for it.

mod order;
mod place;
mod unnamed;

use std::collections::{HashMap, HashSet};

use self::order::{apart, first_of_one, first_of_turn, is_result, misplaced};
use self::place::{TalkKey, answered_otherwise, place};
use crate::bind::closest;
use crate::diagnostic::{Finding, Fix, shown};
use crate::findings::Findings;
use crate::json::{Kind, quote};
use crate::query::{At, Context, On, answers, calls, needs};
use crate::rules;
use crate::spec::{Conversation, Order, Shape};
use crate::text::Span;

pub(super) fn check(ctx: &Context, rules: &Conversation, out: &mut Findings) {
    if rules.order == Order::Together {
        counted(ctx, rules, out);
    }
    for (key, talk) in Talk::all(ctx, rules) {
        twice(&talk, out);
        let list = key.list.and_then(|it| ctx.bindings.objects.get(it)).map(|it| ctx.on(it));
        if let Some(list) = list.filter(|it| it.is_whole()) {
            talk.check(list, rules, out);
        }
    }
}

/// Calls without ids are paired by their number: the next turn has as many results.
fn counted(ctx: &Context, rules: &Conversation, out: &mut Findings) {
    let mut turns: HashMap<(usize, usize), (Option<At>, usize, usize)> = HashMap::new();
    for called in calls(ctx).filter(|it| it.id().is_none() && !it.needs_id()) {
        let Some(place) = place(called.on, rules.turns) else { continue };
        let turn = turns.entry((place.list, place.turn)).or_default();
        (turn.0, turn.1) = (called.name().or(turn.0), turn.1 + 1);
    }
    // Each type of map or set takes a kilobyte of code.
    let key = |(list, turn): (usize, usize)| (list as u64) << 32 | turn as u64;
    let named: HashSet<u64> = calls(ctx)
        .filter(|it| it.id().is_some())
        .filter_map(|it| place(it.on, rules.turns))
        .map(|it| key((it.list, it.turn)))
        .collect();
    for (on, _) in answers(ctx).filter(|(on, role)| on.value(role.call).is_none_or(|it| it.kind() == Kind::Null)) {
        let before = place(on, rules.turns).and_then(|it| Some((it.list, it.turn.checked_sub(1)?)));
        let Some(before) = before.filter(|it| !named.contains(&key(*it))) else { continue };
        let turn = turns.entry(before).or_default();
        turn.2 += 1;
        if turn.2 == turn.1 + 1 {
            unnamed::beyond(on, turn.1, out);
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

/// What the results of a conversation belong to.
#[derive(Default)]
struct PairedResults<'a> {
    /// The ids of calls with results: the first result of each, and their number.
    answered: HashMap<String, (At<'a>, usize)>,
    /// Results without a call.
    orphans: Vec<SeenId<'a>>,
    /// Results of calls that have one.
    second: Vec<SecondResult<'a>>,
}

impl<'a> Talk<'a> {
    /// Each conversation of a file, by its list of turns.
    fn all(ctx: &'a Context<'a>, rules: &Conversation) -> HashMap<TalkKey, Self> {
        let mut talks: HashMap<TalkKey, Self> = HashMap::new();
        for called in calls(ctx) {
            let place = place(called.on, rules.turns);
            let (list, turn) = (place.map(|it| it.list), place.map_or(0, |it| it.turn));
            let answer = if list.is_none() { self::place(called.on, rules.answers).map(|it| it.turn) } else { None };
            let talk = talks.entry(TalkKey { list, answer }).or_default();
            match called.id() {
                Some(id) => talk.calls.push(SeenId { id, turn }),
                None if called.needs_id() => talk.unnamed_calls.push(Unnamed { on: called.on, turn }),
                None => (),
            }
        }
        for (on, role) in answers(ctx) {
            let Some(place) = place(on, rules.turns) else { continue };
            let id = on.value(role.call).filter(|it| it.kind() == Kind::String && !it.is_blank());
            let (talk, turn) = (talks.entry(TalkKey { list: Some(place.list), answer: None }).or_default(), place.turn);
            match id {
                Some(id) => talk.results.push(SeenId { id, turn }),
                None if needs(on, role.call) => talk.unnamed_results.push(Unnamed { on, turn }),
                None => (),
            }
        }
        talks
    }

    /// Pairs each result with its call, and reports results in the wrong place.
    fn pair(&self, list: On<'a>, turns: &Turns, rules: &Conversation, out: &mut Findings) -> PairedResults<'a> {
        let mut calls: HashMap<String, Vec<&SeenId>> = HashMap::new();
        for call in &self.calls {
            calls.entry(call.id.text().into_owned()).or_default().push(call);
        }
        let mut pairs = PairedResults::default();
        for result in &self.results {
            let text = result.id.text().into_owned();
            let same = calls.get(&text).map_or(&[][..], |it| it);
            let Some(call) = same.first().filter(|it| it.turn <= result.turn) else {
                pairs.orphans.push(*result);
                continue;
            };
            let (first, n_answers) = pairs.answered.entry(text).or_insert((result.id, 0));
            *n_answers += 1;
            // An id of several calls is one mistake, and each of them may have its result.
            if *n_answers > same.len() {
                pairs.second.push(SecondResult { id: result.id, first: *first, call_turn: call.turn });
            } else if same.len() == 1 && !turns.follows(call.turn, result.turn, rules.order) {
                match turns.are_one(call.turn, result.turn) {
                    true => apart(result.id, out),
                    false => misplaced(result.id, || turns.moved(list, call.turn, result.turn), rules, out),
                }
            }
        }
        pairs
    }

    fn check(&self, list: On<'a>, rules: &Conversation, out: &mut Findings) {
        let turns = Turns::new(list, self, rules);
        let PairedResults { answered, mut orphans, second } = self.pair(list, &turns, rules, out);
        let earlier = |on: On| rules.earlier.iter().any(|it| on.member(it).is_some_and(|it| it.kind() != Kind::Null));
        let is_reference = |item: At| {
            let (tree, text) = (item.tree(), item.on().source());
            tree.get(text, item.member.value, "type").is_some_and(|it| tree.is_text(text, it, rules.reference))
        };
        // The earlier part of the conversation may have the call, or what is of the wrong type in place of a list.
        let lacks_calls = || list.members().filter_map(At::inside).any(lacks_list);
        if list.holder().is_some_and(earlier) || list.members().any(is_reference) || lacks_calls() {
            orphans.clear();
        }
        let mut open: Vec<&SeenId> = self.calls.iter().filter(|it| !answered.contains_key(&*it.id.text())).collect();
        unnamed::calls(&self.unnamed_calls, &mut orphans, out);
        unnamed::results(&self.unnamed_results, &mut open, out);
        second.iter().for_each(|it| again(it, &mut open, out));
        for orphan in &orphans {
            turns.orphan(orphan, &mut open, rules.order, out);
        }
        let elsewhere = answered_otherwise(list);
        for call in open.iter().filter(|it| turns.have_passed(it.turn, rules.order)) {
            if !elsewhere.contains(&*call.id.text()) {
                unanswered(call.id, out);
            }
        }
        if rules.order == Order::Together {
            first_of_turn(&self.results, rules, out);
        }
    }
}

/// Whether an object or a string is in place of a list.
fn lacks_list(turn: On) -> bool {
    let is_list = |it: At| it.member.field.is_some_and(|it| matches!(it.shape.inner(), Shape::List(_)));
    turn.members().any(|it| is_list(it) && matches!(it.kind(), Kind::Object | Kind::String))
}

/// Where the turns of a conversation are not results, or not calls.
struct Turns {
    /// For each turn, the next one that is not a result, or itself.
    next_other: Vec<usize>,
    /// The last turn without a call.
    last_without: Option<usize>,
    /// For each turn, the first one of those that the API reads as one with it.
    first: Vec<usize>,
}

impl Turns {
    fn new(list: On, talk: &Talk, rules: &Conversation) -> Self {
        let n_turns = list.object.members.len();
        let mut next_other = vec![n_turns; n_turns + 1];
        for turn in (0..n_turns).rev() {
            let next = if is_result(list, turn) { next_other.get(turn + 1).copied().unwrap_or(n_turns) } else { turn };
            if let Some(it) = next_other.get_mut(turn) {
                *it = next;
            }
        }
        let with_calls: HashSet<u64> = talk.calls.iter().map(|it| it.turn as u64).collect();
        let last_without = (0..n_turns).rev().find(|it| !with_calls.contains(&(*it as u64)));
        Self { next_other, last_without, first: first_of_one(list, rules) }
    }

    /// Whether a result is in one turn with the one right after its call.
    fn are_one(&self, call: usize, result: usize) -> bool {
        result > call && self.first.get(result).is_some_and(|it| *it <= call + 1)
    }

    /// Whether a result in one turn may answer a call in another.
    fn follows(&self, call: usize, result: usize, order: Order) -> bool {
        match order {
            Order::After => true,
            Order::Together => result == call + 1,
            Order::Next => self.next_other.get(call + 1).is_some_and(|it| *it > result),
        }
    }

    /// Reports a result without a call. A misspelled id is one mistake: the call that the result is for counts as answered.
    fn orphan(&self, orphan: &SeenId, open: &mut Vec<&SeenId>, order: Order, out: &mut Findings) {
        let end = open.partition_point(|it| it.turn < orphan.turn);
        let start = end.saturating_sub(MOST_COMPARED);
        let nearest = open.get(start..end).unwrap_or_default();
        let ids: Vec<String> = nearest.iter().map(|it| it.id.text().into_owned()).collect();
        let meant = without_call(orphan.id, &ids, out);
        let call = meant.or_else(|| nearest.iter().position(|it| self.follows(it.turn, orphan.turn, order)));
        if let Some(idx) = call {
            open.remove(start + idx);
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

/// A second result of a call.
struct SecondResult<'a> {
    id: At<'a>,
    first: At<'a>,
    call_turn: usize,
}

/// Reports a second result; it is that of another call of the same turn, if only that one lacks its own.
fn again(result: &SecondResult, open: &mut Vec<&SeenId>, out: &mut Findings) {
    let idx = open.partition_point(|it| it.turn < result.call_turn);
    let n_same = open.iter().skip(idx).take(2).filter(|it| it.turn == result.call_turn).count();
    let meant = (n_same == 1).then(|| open.remove(idx).id.text());
    out.report(&rules::DUPLICATE_ITEM, result.id.object.doc, result.id.span(), |finding| {
        finding.say(format_args!("`{}` is answered twice", shown(&result.id.text())));
        finding.note(result.first.span(), "first answered here");
        if let Some(meant) = meant {
            instead(result.id, &meant, finding);
        }
    });
}

/// Offers another id.
fn instead(id: At, meant: &str, finding: &mut Finding) {
    finding.message.push_str(&format!("; did you mean `{}`?", shown(meant)));
    let fix = Fix::guess(format_args!("Replace with `{}`", shown(meant)));
    finding.fix(fix.replace(id.span(), quote(meant)));
}

/// Reports a result, and returns the index of the id that is meant.
fn without_call(id: At, open: &[String], out: &mut Findings) -> Option<usize> {
    let text = id.text();
    let only = if let [only] = open { Some(only.as_str()) } else { None };
    let meant = closest(&text, open.iter().map(String::as_str)).or(only);
    out.report(&rules::ORPHAN_RESULT, id.object.doc, id.span(), |finding| {
        finding.say(format_args!("No call has the id `{}`", shown(&text)));
        if let Some(meant) = meant {
            instead(id, meant, finding);
        }
    });
    open.iter().position(|it| Some(it.as_str()) == meant)
}

fn unanswered(id: At, out: &mut Findings) {
    out.report(&rules::UNANSWERED_CALL, id.object.doc, id.span(), |finding| {
        finding.say(format_args!("The call `{}` has no result", shown(&id.text())));
    });
}
