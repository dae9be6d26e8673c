//! What only examples for training and the lines of a batch need: an answer to learn, tools to call, ids of their own.

use crate::bind::How;
use crate::diagnostic::{Fix, Severity, shown};
use crate::findings::Findings;
use crate::json::Kind;
use crate::query::{At, Context, On, open_bracket};
use crate::rules;
use crate::spec::CallRole;
use crate::text::hash;

/// Checks an example: a model learns the messages of the assistant.
pub(super) fn example(ctx: &Context, turns: &str, out: &mut Findings) {
    let Some(root) = ctx.root_object().map(|it| ctx.on(it)) else { return };
    let Some(list) = root.member(turns).and_then(At::inside).filter(|it| it.is_whole()) else { return };
    let role = |at: At<'_>| at.inside().and_then(|it| it.member("role")).map(|it| it.text().into_owned());
    let is_answer = |at: At<'_>| role(at).is_some_and(|it| it == "assistant");
    let Some(last) = list.members().last() else { return };
    if !list.members().any(is_answer) {
        out.report(&rules::NO_ASSISTANT_MESSAGE, list.object.doc, list.open(), |finding| {
            finding.say(format_args!("No assistant message; there is nothing to learn"));
        });
    } else if let Some(found) = role(last).filter(|it| it != "assistant") {
        out.report(&rules::NO_ASSISTANT_MESSAGE, list.object.doc, last.span(), |finding| {
            finding.severity = Severity::Warning;
            finding.span = crate::query::open_bracket(last.document(), last.member.value);
            finding.say(format_args!("The example ends with a `{}` message", shown(&found)));
        });
    }
    list.members().filter_map(At::inside).for_each(|it| message(it, out));
    let has_calls = ctx.all().any(|it| matches!(it.object.record.role, Some(CallRole::Call(_))));
    let has_tools = ["tools", "functions"].iter().any(|it| root.member(it).is_some());
    if has_calls && !has_tools {
        out.report(&rules::MISSING_FIELD, root.object.doc, root.open(), |finding| {
            finding.severity = Severity::Warning;
            finding.say(format_args!("Missing `tools`; the model learns calls that it is not offered"));
        });
    }
}

/// Members that a message may have whoever speaks, as far as the service that trains looks at them.
const OF_MESSAGES: &[&str] = &["name", "tool_calls", "tool_call_id", "function_call", "refusal", "audio"];

/// What a message may have only where nobody learns from it.
fn message(on: On, out: &mut Findings) {
    for at in on.members().filter(|it| it.member.field.is_none() && it.member.how == How::Foreign) {
        let key = at.key();
        if OF_MESSAGES.contains(&&*key) {
            continue;
        }
        let is_weight = key == "weight";
        let rule = if is_weight { &rules::UNKNOWN_VALUE } else { &rules::UNKNOWN_FIELD };
        out.report(rule, on.object.doc, at.key_span(), |finding| match is_weight {
            true => finding.say(format_args!("`weight` is only for assistant messages")),
            false => finding.say(format_args!("`{}` is not a field of a message to learn from", shown(&key))),
        });
    }
    let is_result = matches!(on.object.record.role, Some(CallRole::Answer(_)));
    if let Some(parts) = on.member("content").filter(|it| is_result && it.kind() == Kind::Array) {
        in_parts(parts, out);
    }
}

/// What a tool returned, in parts.
fn in_parts(parts: At, out: &mut Findings) {
    out.report(&rules::WRONG_TYPE, parts.object.doc, open_bracket(parts.document(), parts.member.value), |finding| {
        finding.severity = Severity::Warning;
        finding.say(format_args!("`content` should be a string in training data, but is an array"));
        let (tree, source) = (parts.tree(), parts.on().source());
        let mut items = tree.children(parts.member.value);
        let only = items.next().filter(|_| items.next().is_none());
        let text = only.and_then(|it| tree.get(source, it, "text")).filter(|it| tree.kind(*it) == Kind::String);
        if let Some(text) = text {
            let json = tree.span(text).of(source);
            finding.fix(Fix::guess("Replace with its only text").replace(parts.span(), json));
        }
    });
}

/// Ids of requests in a batch, which differ from line to line.
pub(super) fn batch(ctx: &Context, out: &mut Findings) {
    let root: Option<On> = ctx.root_object().map(|it| ctx.on(it));
    let id = root.and_then(|it| it.member("custom_id")).filter(|it| it.kind() == Kind::String && !it.is_blank());
    let Some((id, session)) = id.zip(ctx.session) else { return };
    if !session.borrow_mut().batch_ids.insert(hash(&id.text())) {
        out.report(&rules::DUPLICATE_ITEM, id.object.doc, id.span(), |finding| {
            finding.say(format_args!("Duplicate `custom_id` `{}`", shown(&id.text())));
        });
    }
}
