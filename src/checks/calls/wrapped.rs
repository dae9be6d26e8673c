//! Arguments with something around them: the call that they belong to, an object of their own, or a list.

use crate::diagnostic::{Fix, Safety};
use crate::document::{DocId, Document};
use crate::findings::Findings;
use crate::json::{Kind, NodeId};
use crate::query::{At, Judged, open_bracket};
use crate::rules;
use crate::schema::Schema;
use crate::text::Span;

/// What the arguments of a call are called.
const INNER: [&str; 5] = ["arguments", "parameters", "input", "args", "kwargs"];

/// Whether a tool has arguments, and none of them is called like a part of a call.
fn takes_neither(schema: &Schema) -> bool {
    let members = schema.known("").members;
    !members.is_empty() && !members.iter().any(|it| it.name == "name" || INNER.contains(&it.name.as_str()))
}

/// Reports arguments that are the call with its name, as it is written elsewhere, or an object around them; only what is
/// inside matches the schema.
pub(super) fn in_object(
    at: At,
    judged: Judged,
    (name, schema): (&str, &Schema),
    is_wrong: bool,
    out: &mut Findings,
) -> bool {
    let document = at.ctx.doc(judged.doc);
    let (tree, text) = (&document.tree, &*document.text);
    let n_members = tree.members(judged.node).take(3).count();
    let has_name = tree.get(text, judged.node, "name").is_some_and(|it| tree.is_text(text, it, name));
    let is_call = n_members < 3 && has_name && (is_wrong || takes_neither(schema));
    if !(is_call || n_members == 1 && is_wrong) {
        return false;
    }
    let inner = INNER.iter().find_map(|it| tree.get(text, judged.node, it));
    let Some(inner) = inner.map(|it| tree.span(it).of(text)).filter(|it| schema.violations(it).is_empty()) else {
        return false;
    };
    out.report(&rules::ARGUMENTS_SCHEMA, judged.doc, open_bracket(document, judged.node), |finding| {
        let (what, safety) = match is_call {
            true => ("the whole call instead of its arguments", Safety::Safe),
            false => ("an object around the arguments", Safety::Suggestion),
        };
        finding.say(format_args!("`{}` contains {what}", at.name()));
        finding.fix(Fix::new(safety, "Keep only the arguments").redundant().replace(tree.span(judged.node), inner));
    });
    true
}

/// Offers the only item of a list that matches the schema.
pub(super) fn in_list(document: &Document, (doc, root): (DocId, NodeId), schema: Option<&Schema>, out: &mut Findings) {
    let (tree, text) = (&document.tree, &*document.text);
    let mut items = tree.children(root).filter(|_| tree.kind(root) == Kind::Array);
    let item = items.next().filter(|_| items.next().is_none()).map(|it| tree.span(it).of(text));
    let schema = schema.filter(|_| document.errors.is_empty() && document.is_sure);
    let Some(item) = item.filter(|item| schema.is_some_and(|it| it.violations(item).is_empty())) else { return };
    let Span { start, .. } = tree.span(root);
    out.within(&rules::PAYLOAD_NOT_OBJECT, (doc, Span { start, end: start + 1 }), &mut |finding| {
        let fix = Fix::guess("Keep only the item").redundant();
        finding.fix(fix.replace(tree.span(root), item));
    });
}
