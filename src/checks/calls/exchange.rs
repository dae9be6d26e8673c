//! Requests and answers of JSON-RPC, across the lines of a file.

mod agreement;
mod results;
mod revision;
mod texts;

pub(super) use self::revision::Structured;

use crate::detect::Detection;
use crate::diagnostic::{Severity, shown};
use crate::findings::Findings;
use crate::json::Kind;
use crate::query::{At, Context, On};
use crate::rules;

pub(super) fn check(ctx: &Context, structured: Structured, out: &mut Findings) {
    let Detection { root, .. } = ctx.detection;
    let Some(root) = ctx.all().find(|it| (it.object.doc, it.object.node) == *root) else { return };
    if root.object.record.field("structuredContent").is_some() {
        return results::check(root, None, structured, out);
    }
    if root.object.record.field("jsonrpc").is_some() {
        message(root, structured, out);
    }
}

fn message(message: On, structured: Structured, out: &mut Findings) {
    let renewing = message.object.format.conversation.map_or(&[][..], |it| it.renewing);
    let is_renewing = |it: At| renewing.iter().any(|method| it.is_text(method));
    if let Some(session) = message.ctx.session.filter(|_| message.member("method").is_some_and(is_renewing)) {
        let mut session = session.borrow_mut();
        session.tools = Default::default();
        session.n_sessions += usize::from(message.member("method").is_some_and(|it| it.is_text("initialize")));
    }
    let result = message.member("result").and_then(At::inside);
    let called = answered(message, out);
    let tools = message.ctx.session.map(|it| it.borrow().tools.clone()).unwrap_or_default();
    let name = called.flatten();
    let call = name.as_deref().map(|name| results::AnsweredCall { name, tool: tools.named(name) });
    if let Some(result) = result {
        results::check(result, call, structured, out);
    }
}

/// Notes a request, or takes the one that a message answers; the tool if it calls one.
fn answered(message: On, out: &mut Findings) -> Option<Option<String>> {
    // The answer to a request that could not be read has the id null.
    let id = message.member("id").filter(|it| matches!(it.kind(), Kind::String | Kind::Number));
    let (session, id) = message.ctx.session.zip(id)?;
    let mut session = session.borrow_mut();
    if message.member("method").is_some() {
        let called = message.value("params/name").filter(|it| it.kind() == Kind::String);
        let is_call = message.member("method").is_some_and(|it| it.is_text("tools/call"));
        if is_call && session.is_open_call(written(id)) {
            out.report(&rules::DUPLICATE_ITEM, id.object.doc, id.span(), |finding| {
                finding.severity = Severity::Warning;
                finding.say(format_args!("Duplicate id `{}`: an earlier call has no answer yet", shown(written(id))));
            });
        }
        session.ask(written(id), called.filter(|_| is_call).map(|it| it.text().into_owned()));
        return None;
    }
    let called = session.answer(written(id));
    // A file may begin in the middle.
    if called.is_none() && session.n_requests > 0 && !session.has_forgotten {
        if session.is_answered(written(id)) {
            out.report(&rules::DUPLICATE_ITEM, id.object.doc, id.span(), |finding| {
                finding.severity = Severity::Warning;
                finding.say(format_args!("`{}` is answered twice", shown(written(id))));
            });
            return None;
        }
        let plain = written(id).trim_matches('"');
        let other = if plain.len() == written(id).len() { format!("\"{plain}\"") } else { plain.to_owned() };
        without_request(id, Some(other).filter(|it| session.open.contains_key(it)), out);
    }
    called
}

/// An id as it is written: `1` and `"1"` differ.
fn written(id: At<'_>) -> &str {
    id.span().of(id.on().source())
}

/// An answer to a request that is not in the file.
fn without_request(id: At, other: Option<String>, out: &mut Findings) {
    out.report(&rules::ORPHAN_RESULT, id.object.doc, id.span(), |finding| {
        finding.severity = Severity::Warning;
        finding.say(format_args!("No request has the id `{}`", shown(written(id))));
        if let Some(other) = other {
            finding.message.push_str(&format!("; `{}` is another id", shown(&other)));
        }
    });
}
