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
    preference(root, out);
    let Some(list) = root.member(turns).and_then(At::inside).filter(|it| it.is_whole()) else { return };
    list.members().filter_map(At::inside).for_each(|it| message(it, out));
    let Some(last) = list.members().last() else { return };
    if let Some(found) = role(last).filter(|it| OTHERS.contains(&&**it) && has_answer(list, out)) {
        out.report(&rules::NO_ASSISTANT_MESSAGE, list.object.doc, last.span(), |finding| {
            finding.severity = Severity::Warning;
            finding.span = open_bracket(last.document(), last.member.value);
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

fn role(at: At) -> Option<String> {
    at.inside().and_then(|it| it.member("role")).map(|it| it.text().into_owned())
}

/// Who speaks besides the model; another word may mean it.
const OTHERS: &[&str] = &["developer", "system", "user", "tool", "function"];

/// Whether a list has a message to learn from, which is reported otherwise.
fn has_answer(list: On, out: &mut Findings) -> bool {
    let has_one = list.members().any(|it| role(it).is_none_or(|it| !OTHERS.contains(&&*it)));
    if !has_one {
        out.report(&rules::NO_ASSISTANT_MESSAGE, list.object.doc, list.open(), |finding| {
            finding.say(format_args!("No assistant message; there is nothing to learn"));
        });
    }
    has_one
}

/// Two answers to choose from.
fn preference(root: On, out: &mut Findings) {
    let lists = ["preferred_output", "non_preferred_output"].into_iter().filter_map(|it| root.member(it)?.inside());
    let is_filled = |it: &On| it.object.list.is_some() && it.is_whole() && it.members().next().is_some();
    lists.filter(is_filled).for_each(|it| _ = has_answer(it, out));
}

/// Members that no table names, and that the services or programs which train models know.
const KNOWN_MEMBERS: &[&str] = &[
    "name",
    "tool_calls",
    "tool_call_id",
    "function_call",
    "refusal",
    "audio",
    "annotations",
    "loss",
    "reasoning",
    "reasoning_content",
    "thinking",
];

/// What a message of an example may not have.
fn message(on: On, out: &mut Findings) {
    // Of a message by nobody knows whom, its role is the mistake.
    let has_table = on.object.record.field("content").is_some();
    for at in on.members().filter(|it| has_table && it.member.how == How::Foreign) {
        let key = at.key();
        if KNOWN_MEMBERS.contains(&&*key) {
            continue;
        }
        let is_weight = key == "weight";
        let rule = if is_weight { &rules::UNKNOWN_VALUE } else { &rules::UNKNOWN_FIELD };
        out.report(rule, on.object.doc, at.key_span(), |finding| {
            finding.severity = Severity::Error;
            match is_weight {
                true => finding.say(format_args!("`weight` is only for assistant messages")),
                false => finding.say(format_args!(
                    "`{}` is not a field of {}",
                    shown(&key),
                    on.object.record.title_with_article()
                )),
            }
        });
    }
    let is_result = matches!(on.object.record.role, Some(CallRole::Answer(_)));
    if let Some(content) = on.member("content").filter(|it| is_result && it.kind() == Kind::Array) {
        out.report(
            &rules::WRONG_TYPE,
            on.object.doc,
            open_bracket(content.document(), content.member.value),
            |finding| {
                finding.severity = Severity::Warning;
                finding.say(format_args!("`content` should be a string in training data"));
                finding.fixes.extend(only_text(content));
            },
        );
    }
}

/// The text of a list with one part that is a text.
fn only_text(content: At) -> Option<Fix> {
    let (tree, source) = (content.tree(), content.on().source());
    let mut parts = tree.children(content.member.value);
    let part = parts.next().filter(|_| parts.next().is_none())?;
    let text = tree.get(source, part, "text").filter(|it| tree.kind(*it) == Kind::String)?;
    let fix = Fix::guess("Replace the list with its text");
    Some(fix.replace(content.span(), tree.span(text).of(source)))
}

/// Ids of requests in a batch, which differ from line to line, and what all of them have in common.
pub(super) fn batch(ctx: &Context, out: &mut Findings) {
    let root: Option<On> = ctx.root_object().map(|it| ctx.on(it));
    let id = root.and_then(|it| it.member("custom_id")).filter(|it| it.kind() == Kind::String && !it.is_blank());
    in_common(ctx, root, out);
    let Some((id, session)) = id.zip(ctx.session) else { return };
    if !session.borrow_mut().batch_ids.insert(hash(&id.text())) {
        out.report(&rules::DUPLICATE_ITEM, id.object.doc, id.span(), |finding| {
            finding.say(format_args!("Duplicate `custom_id` `{}`", shown(&id.text())));
        });
    }
}

/// The `url` and the `model`, of which a batch has one each.
fn in_common(ctx: &Context, root: Option<On>, out: &mut Findings) {
    let Some((root, session)) = root.zip(ctx.session).filter(|it| it.0.object.record.field("url").is_some()) else {
        return;
    };
    // Another `url` may be a mistake of its own.
    let is_sound = !root.object.record.conditions.iter().any(|it| root.violates(it));
    for (idx, (path, severity)) in [("url", Severity::Error), ("body/model", Severity::Warning)].iter().enumerate() {
        let value = root.value(path).filter(|it| is_sound && it.kind() == Kind::String && !it.is_blank());
        let mut session = session.borrow_mut();
        let Some((value, first)) = value.zip(session.batch.get_mut(idx)) else { continue };
        let (text, first) = (value.text(), first.get_or_insert_with(|| value.text().into_owned()));
        if text != first.as_str() {
            out.report(&rules::VALUE_MISMATCH, value.object.doc, value.span(), |finding| {
                finding.severity = *severity;
                let (name, found, first) = (value.name(), shown(&text), shown(first));
                finding.say(format_args!(
                    "`{name}` is `{found}`, but `{first}` in an earlier line; all lines of a batch have the same"
                ));
            });
        }
    }
}
