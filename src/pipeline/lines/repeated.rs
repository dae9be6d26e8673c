//! Events of a stream that repeat what others said: each call is judged once.

use std::collections::HashMap;

use super::finding::LineFinding;
use super::joined::JoinedCall;
use super::place::{PlaceCounter, Start};
use super::sessions::LineId;
use crate::json::Kind;
use crate::query::{At, Called, Context, calls};
use crate::rules;
use crate::text::hash;

/// What was judged of the streams that are open.
#[derive(Default)]
pub(super) struct Repeated {
    /// The hashes of the arguments by the items' ids as JSON.
    calls: HashMap<String, usize>,
    /// The hash of the tools that a response declared last.
    tools: Option<u64>,
}

impl Repeated {
    /// Remembers a call whose fragments were judged.
    pub(super) fn judged(&mut self, call: &JoinedCall) {
        if call.whole.is_some() {
            self.calls.insert(call.key.trim_end().to_owned(), short(&call.judged()));
        }
    }

    /// Forgets everything if it takes more bytes, about.
    pub(super) fn forget(&mut self, most: usize) {
        if self.calls.len() * 100 > most {
            self.calls.clear();
        }
    }

    /// The pointers of what an event repeats, and where it says something else.
    pub(super) fn read(&mut self, ctx: &Context, start: Start) -> (Vec<String>, Vec<LineFinding>) {
        let (mut again, mut found) = (Vec::new(), Vec::new());
        let Some(root) = ctx.all().next().filter(|it| it.object.doc == 0) else { return (again, found) };
        let tools = root.value("response/tools").map(|it| hash(it.span().of(root.source())));
        if tools.is_some() && std::mem::replace(&mut self.tools, tools) == tools {
            again.push("/response/tools".to_owned());
        }
        let is_whole = root.member("response").is_some();
        let places = PlaceCounter::new(root.source(), start);
        for called in calls(ctx).filter(|it| it.on.object.doc == 0) {
            let Some(arguments) = called.on.value(called.role.arguments) else { continue };
            // The input of a block that begins is in the fragments that follow.
            if is_empty(arguments) {
                again.extend([Some(arguments), called.name()].into_iter().flatten().map(pointer));
                continue;
            }
            let Some(id) = item_id(called) else { continue };
            let text = short(&arguments.text());
            let before = if is_whole { self.calls.remove(&id) } else { self.calls.insert(id, text) };
            if before == Some(text) {
                again.push(called.on.tree().pointer(called.on.source(), called.on.object.node));
            } else if before.is_some() {
                let message = "`arguments` differs from an earlier event";
                found.push(LineId::new(arguments, &places).finding(&rules::VALUE_MISMATCH, message.to_owned()));
            }
        }
        (again, found)
    }
}

fn is_empty(arguments: At) -> bool {
    arguments.kind() == Kind::Object && arguments.tree().children(arguments.member.value).next().is_none()
}

fn pointer(at: At) -> String {
    at.tree().pointer(at.on().source(), at.member.value)
}

/// A hash in the size of an index, as other tables have it.
fn short(text: &str) -> usize {
    usize::try_from(hash(text) >> 32).unwrap_or_default()
}

/// The id of an item, as JSON.
fn item_id(called: Called) -> Option<String> {
    let (tree, source) = (called.on.tree(), called.on.source());
    let id = tree.get(source, called.on.object.node, "id").filter(|it| tree.kind(*it) == Kind::String)?;
    Some(tree.span(id).of(source).to_owned())
}
