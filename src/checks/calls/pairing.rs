//! Calls and results: each call has one result, where the API looks for it.

use std::collections::HashMap;

use super::calls;
use crate::bind::closest;
use crate::diagnostic::{Fix, shown};
use crate::findings::Findings;
use crate::json::{Kind, quote};
use crate::query::{At, Context, On};
use crate::rules;
use crate::spec::{CallResult, CallRole, Conversation, Order};

pub(super) fn check(ctx: &Context, rules: &Conversation, out: &mut Findings) {
    if rules.order == Order::Together {
        counted(ctx, rules, out);
    }
    let mut talks: Vec<Talk> = Vec::new();
    let mut by_list: HashMap<Option<usize>, usize> = HashMap::new();
    let mut talk_of = |list: Option<usize>, talks: &mut Vec<Talk>| {
        *by_list.entry(list).or_insert_with(|| {
            talks.push(Talk::default());
            talks.len() - 1
        })
    };
    for called in calls(ctx) {
        let place = place(called.on, rules);
        let idx = talk_of(place.map(|it| it.list), &mut talks);
        if let (Some(talk), Some(id)) = (talks.get_mut(idx), called.id()) {
            talk.calls.push(SeenId { id, turn: place.map_or(0, |it| it.turn) });
        }
    }
    for (on, role) in answers(ctx) {
        let Some(place) = place(on, rules) else { continue };
        let id = on.value(role.call).filter(|it| it.kind() == Kind::String && !it.is_blank());
        let idx = talk_of(Some(place.list), &mut talks);
        if let (Some(talk), Some(id)) = (talks.get_mut(idx), id) {
            talk.results.push(SeenId { id, turn: place.turn });
        }
    }
    for (list, idx) in by_list {
        let Some(talk) = talks.get(idx) else { continue };
        twice(talk, out);
        let list = list.and_then(|it| ctx.bindings.objects.get(it)).map(|it| ctx.on(it));
        if let Some(list) = list.filter(|it| it.is_whole()) {
            talk.check(list, rules, out);
        }
    }
}

/// Calls without ids are paired by their number: the next turn has as many results.
fn counted(ctx: &Context, rules: &Conversation, out: &mut Findings) {
    let mut turns: HashMap<(usize, usize), (Option<At>, usize, usize)> = HashMap::new();
    for called in calls(ctx).filter(|it| it.id().is_none()) {
        let Some(place) = place(called.on, rules) else { continue };
        let turn = turns.entry((place.list, place.turn)).or_default();
        (turn.0, turn.1) = (called.name().or(turn.0), turn.1 + 1);
    }
    for (on, role) in answers(ctx).filter(|(on, role)| on.value(role.call).is_none()) {
        let _ = role;
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

fn answers<'a>(ctx: &'a Context<'a>) -> impl Iterator<Item = (On<'a>, &'static CallResult)> {
    ctx.all().filter_map(|on| match on.object.record.role? {
        CallRole::Answer(role) => Some((on, role)),
        CallRole::Tool(_) | CallRole::Call(_) => None,
    })
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
    fn check(&self, list: On<'a>, rules: &Conversation, out: &mut Findings) {
        let is_open = list.holder().is_some_and(|it| {
            rules.earlier.iter().any(|name| it.member(name).is_some_and(|it| it.kind() != Kind::Null))
        });
        let mut calls: HashMap<String, &SeenId> = HashMap::new();
        for call in &self.calls {
            calls.entry(call.id.text().into_owned()).or_insert(call);
        }
        let mut answered: HashMap<String, At> = HashMap::new();
        let mut orphans: Vec<SeenId> = Vec::new();
        for result in &self.results {
            let text = result.id.text().into_owned();
            let call = calls.get(&text).filter(|it| it.turn <= result.turn);
            let Some(call) = call else {
                orphans.push(*result);
                continue;
            };
            match answered.insert(text.clone(), result.id) {
                Some(first) => again(result.id, first, out),
                None if !follows(list, call.turn, result.turn, rules.order) => misplaced(result.id, out),
                None => (),
            }
        }
        for orphan in orphans.iter().filter(|_| !is_open) {
            let open = self.calls.iter().filter(|it| it.turn < orphan.turn && !answered.contains_key(&*it.id.text()));
            without_call(orphan.id, &open.map(|it| it.id.text().into_owned()).collect::<Vec<_>>(), out);
        }
        let mut n_misspelled = orphans.len();
        for call in self.calls.iter().filter(|it| !answered.contains_key(&*it.id.text())) {
            // A misspelled id is one mistake.
            if n_misspelled > 0 {
                n_misspelled -= 1;
            } else if has_passed(list, call.turn, self, rules.order) {
                unanswered(call.id, out);
            }
        }
        if rules.order == Order::Together {
            first_of_turn(&self.results, out);
        }
    }
}

/// The role of who speaks in a turn.
fn is_result(list: On, turn: usize) -> bool {
    let item = list.object.members.get(turn).and_then(|it| list.at(it).inside());
    item.and_then(|it| it.object.record.role).is_some_and(|it| matches!(it, CallRole::Answer(_)))
}

/// Whether a result in one turn may answer a call in another.
fn follows(list: On, call: usize, result: usize, order: Order) -> bool {
    match order {
        Order::After => true,
        Order::Together => result == call + 1,
        Order::Next => (call + 1..result).all(|it| is_result(list, it)),
    }
}

/// Whether the place for the result of a call is over.
fn has_passed(list: On, call: usize, talk: &Talk, order: Order) -> bool {
    let n_turns = list.object.members.len();
    match order {
        Order::Next | Order::Together => call + 1 < n_turns,
        // Calls stand in a row; what follows the last of them is what came of them.
        Order::After => (call + 1..n_turns).any(|turn| !talk.calls.iter().any(|it| it.turn == turn)),
    }
}

fn again(id: At, first: At, out: &mut Findings) {
    out.report(&rules::DUPLICATE_ITEM, id.object.doc, id.span(), |finding| {
        finding.say(format_args!("`{}` is answered twice", shown(&id.text())));
        finding.note(first.span(), "first answered here");
    });
}

fn misplaced(id: At, out: &mut Findings) {
    out.report(&rules::RESULT_ORDER, id.object.doc, id.span(), |finding| {
        finding.say(format_args!("The result of `{}` must directly follow its call", shown(&id.text())));
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
fn first_of_turn(results: &[SeenId], out: &mut Findings) {
    let mut seen = None;
    for result in results {
        let block = result.id.on();
        let Some(blocks) = block.holder().filter(|it| it.object.list.is_some()) else { continue };
        let at = |on: On| blocks.object.members.iter().position(|it| it.value == on.object.node);
        let is_answer = |idx: usize| is_result(blocks, idx);
        let Some(idx) = at(block).filter(|idx| (0..*idx).any(|it| !is_answer(it))) else { continue };
        if seen.replace(blocks.object.node) == Some(blocks.object.node) {
            continue;
        }
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
