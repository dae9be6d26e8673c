//! What only examples for training and the lines of a batch need: an answer to learn, tools to call, ids of their own.

use crate::diagnostic::{Severity, shown};
use crate::findings::Findings;
use crate::json::Kind;
use crate::query::{At, Context, On};
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
    let has_calls = ctx.all().any(|it| matches!(it.object.record.role, Some(CallRole::Call(_))));
    let has_tools = ["tools", "functions"].iter().any(|it| root.member(it).is_some());
    if has_calls && !has_tools {
        out.report(&rules::MISSING_FIELD, root.object.doc, root.open(), |finding| {
            finding.severity = Severity::Warning;
            finding.say(format_args!("Missing `tools`; the model learns calls that it is not offered"));
        });
    }
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
