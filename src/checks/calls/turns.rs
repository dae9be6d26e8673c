//! Turns: how many calls one may have, and who speaks in one with results.

use crate::diagnostic::{Fix, Severity, shown};
use crate::findings::Findings;
use crate::json::{Kind, quote};
use crate::query::{At, Context, On, answers, calls};
use crate::rules;
use crate::spec::{CallRole, Conversation};

/// Members that allow a turn only one call, and the value with which they do.
const ONE_ONLY: &[(&str, Kind, &str)] =
    &[("parallel_tool_calls", Kind::False, "false"), ("disable_parallel_tool_use", Kind::True, "true")];

/// Reports more than one call in a turn that allows only one.
pub(super) fn several(ctx: &Context, out: &mut Findings) {
    let asks = |on: On| ONE_ONLY.iter().find(|it| on.member(it.0).is_some_and(|at| at.kind() == it.1));
    let Some((member, _, value)) = ctx.all().find_map(asks) else { return };
    let mut report = |on: On, n_calls: usize| {
        out.report(&rules::VALUE_MISMATCH, on.object.doc, on.open(), |finding| {
            finding.severity = Severity::Warning;
            finding.say(format_args!("{n_calls} calls, but `{member}` is {value}"));
        });
    };
    for list in ctx.all().filter(|it| it.object.list.is_some()) {
        // In lists of items, a turn ends with its results, or when somebody else speaks.
        let (mut first, mut n_calls) = (None, 0);
        for item in list.members() {
            match item.inside().and_then(|it| Some((it, it.object.record.role?))) {
                Some((on, CallRole::Call(_))) => {
                    first = first.or(Some(on));
                    n_calls += 1;
                }
                None if !is_spoken(item) => (),
                _ => {
                    first.take().filter(|_| n_calls > 1).into_iter().for_each(|on| report(on, n_calls));
                    n_calls = 0;
                }
            }
        }
        // A list of calls is marked as a whole.
        let first = if n_calls == list.object.members.len() { first.map(|_| list) } else { first };
        first.filter(|_| n_calls > 1).into_iter().for_each(|on| report(on, n_calls));
    }
}

/// Whether an item is what somebody says, with a role.
fn is_spoken(item: At) -> bool {
    item.tree().get(item.on().source(), item.member.value, "role").is_some()
}

/// The role of who speaks in the turn of a block, if it is not who must.
fn other_role<'a>(on: On<'a>, by: &str) -> Option<At<'a>> {
    let turn = on.holder()?.holder().filter(|_| !by.is_empty())?;
    let role = turn.member("role").filter(|it| it.kind() == Kind::String)?;
    // Another role has its own finding.
    let is_known = ["user", "assistant", "system"].iter().any(|it| role.is_text(it));
    (is_known && !role.is_text(by)).then_some(role)
}

/// Whether somebody says a result who must not.
pub(super) fn is_misspoken(on: On, rules: &Conversation) -> bool {
    other_role(on, rules.results_by).is_some()
}

/// Reports calls and results that somebody says who must not.
pub(super) fn spoken(ctx: &Context, rules: &Conversation, out: &mut Findings) {
    // The table of an answer says whose it is.
    let is_turn = |on: &On| {
        let list = on.holder().and_then(On::holder).and_then(On::holder);
        list.is_some_and(|it| it.object.list.is_some() && it.list_name() == rules.turns)
    };
    misspoken(calls(ctx).map(|it| it.on).filter(is_turn), (rules.calls_by, "calls"), out);
    misspoken(answers(ctx).map(|it| it.0), (rules.results_by, "tool results"), out);
}

/// Reports the roles of turns with blocks that only one side says.
fn misspoken<'a>(blocks: impl Iterator<Item = On<'a>>, (by, what): (&str, &str), out: &mut Findings) {
    let mut last = None;
    for (on, role) in blocks.filter_map(|it| Some((it, other_role(it, by)?))) {
        let place = (role.object.doc, role.member.value);
        if last.replace(place) == Some(place) {
            continue;
        }
        out.report(&rules::UNKNOWN_VALUE, role.object.doc, role.span(), |finding| {
            let found = shown(&role.text());
            finding.say(format_args!("`role` is `{found}`; expected `{by}`, whose role {what} have"));
            let is_same = |it: On| {
                it.object.record.role.map(std::mem::discriminant) == on.object.record.role.map(std::mem::discriminant)
            };
            let blocks = role.on().member("content").and_then(At::inside);
            if blocks.is_some_and(|it| it.members().all(|it| it.inside().is_some_and(is_same))) {
                finding.fix(Fix::guess(format_args!("Replace with `{by}`")).replace(role.span(), quote(by)));
            }
        });
    }
}

/// Reports an answer that says that it ended with calls and has none, or the other way around.
pub(super) fn ended(ctx: &Context, rules: &Conversation, out: &mut Findings) {
    let Some([name, with_calls, without]) = rules.ends_with_calls else { return };
    let is_call = |it: At| it.inside().is_some_and(|it| matches!(it.object.record.role, Some(CallRole::Call(_))));
    let is_known = |it: &On| it.is_whole() && it.members().all(|it| it.inside().is_some());
    for at in ctx.all().filter_map(|it| it.member(name)) {
        let Some(blocks) = at.on().member("content").and_then(At::inside).filter(is_known) else { continue };
        let has_calls = blocks.members().any(is_call);
        let (word, calls) = if has_calls { (without, "calls") } else { (with_calls, "no calls") };
        if at.is_text(word) {
            out.report(&rules::VALUE_MISMATCH, at.object.doc, at.span(), |finding| {
                finding.severity = Severity::Warning;
                finding.say(format_args!("`{name}` is `{word}`, but there are {calls}"));
            });
        }
    }
}
