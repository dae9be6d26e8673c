//! Turns: how many calls one may have, and who speaks in one with results.

use crate::diagnostic::{Fix, Severity, shown};
use crate::findings::Findings;
use crate::json::{Kind, quote};
use crate::query::{At, Context, On, answers};
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

/// The role of who speaks in the turn of a result, if it is not who must.
fn other_role<'a>(on: On<'a>, rules: &Conversation) -> Option<At<'a>> {
    let turn = on.holder()?.holder().filter(|_| !rules.results_by.is_empty())?;
    let role = turn.member("role").filter(|it| it.kind() == Kind::String)?;
    // Another role has its own finding.
    (role.is_text("assistant") || role.is_text("system")).then_some(role)
}

/// Whether somebody says a result who must not.
pub(super) fn is_misspoken(on: On, rules: &Conversation) -> bool {
    other_role(on, rules).is_some()
}

/// Reports results that somebody says who must not.
pub(super) fn results(ctx: &Context, rules: &Conversation, out: &mut Findings) {
    let mut last = None;
    for role in answers(ctx).filter_map(|it| other_role(it.0, rules)) {
        let place = (role.object.doc, role.member.value);
        if last.replace(place) == Some(place) {
            continue;
        }
        out.report(&rules::UNKNOWN_VALUE, role.object.doc, role.span(), |finding| {
            let by = rules.results_by;
            finding.say(format_args!(
                "`role` is `{}`; expected `{by}`, whose role tool results have",
                shown(&role.text())
            ));
            let blocks = role.on().member("content").and_then(At::inside);
            let is_result = |it: On| matches!(it.object.record.role, Some(CallRole::Answer(_)));
            if blocks.is_some_and(|it| it.members().all(|it| it.inside().is_some_and(is_result))) {
                finding.fix(Fix::guess(format_args!("Replace with `{by}`")).replace(role.span(), quote(by)));
            }
        });
    }
}
