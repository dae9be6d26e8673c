//! Whether a payload is what its phase expects.

use super::{expected, roots};
use crate::checks::envelope;
use crate::checks::say::{Shown, When, type_name};
use crate::detect::EnvelopeKind;
use crate::diagnostic::{Finding, Fix, listed};
use crate::document::Document;
use crate::findings::Findings;
use crate::json::{Flags, Kind, NodeId};
use crate::query::{Context, On, is_container, open_bracket};
use crate::rules;
use crate::spec::{Expects, Format};

pub(super) fn check(ctx: &Context, out: &mut Findings) {
    let expected = expected(ctx);
    for (doc, root) in roots(ctx) {
        let document = ctx.doc(doc);
        let node = document.tree.node(root);
        if node.kind == Kind::Broken || document.tree.is_inside() {
            continue;
        }
        let object = ctx.all().find(|it| (it.object.doc, it.object.node) == (doc, root) && it.object.holder.is_some());
        if let Some((inner, outer)) = object.and_then(|it| Some((it, it.outer_envelope()?))) {
            // The innermost of several is reported first; the next one follows once it is removed.
            let is_inside = |it: On| it.outer_envelope().is_some_and(|it| std::ptr::eq(it.object, inner.object));
            if !ctx.all().any(is_inside) {
                envelope::nested(outer, inner, expected.is_some(), out);
            }
            continue;
        }
        let is_listed = object.is_some_and(|it| it.object.format.listing.is_some());
        let is_container = is_container(node.kind);
        let span = if is_container { open_bracket(document, root) } else { node.span };
        if let Some((phase, expects)) = expected.filter(|it| !fits(ctx, (document, root), is_listed, it.1)) {
            out.report(&rules::PAYLOAD_KIND, doc, span, |it| mismatch(ctx, (phase, expects), (document, root), it));
        } else if !is_container {
            out.report(&rules::SCALAR_PAYLOAD, doc, span, |finding| {
                let found = Shown(node.span.of(&document.text));
                finding.say(format_args!("The payload is the bare value `{found}`; expected an object or an array"));
            });
        }
    }
}

/// Whether the root of a payload is what the phase expects; the missing part of one that was cut off may have been.
fn fits(ctx: &Context, (document, root): (&Document, NodeId), is_listed: bool, expects: Expects) -> bool {
    let Document { tree, text, .. } = document;
    let kind = tree.kind(root);
    let is_raw = || matches!(ctx.detection.envelope, EnvelopeKind::Raw(_)) && ctx.root_object().is_some();
    kind == if expects == Expects::Array { Kind::Array } else { Kind::Object }
        && match expects {
            // Without a specification, only today's program refuses an object for what it lacks.
            Expects::Object(names) => {
                let says = |name: &&str, it: NodeId| names.last() != Some(name) || !is_nothing(document, it);
                let has = |name: &&str| tree.get(text, root, name).is_some_and(|it| says(name, it));
                let is_upstream = ctx.is_upstream();
                is_cut(document, root)
                    || if is_upstream { names.iter().all(has) } else { !is_listed || names.iter().any(has) }
            }
            Expects::Array => true,
            Expects::Listing => is_cut(document, root) || is_listed || is_raw(),
        }
        || expects == Expects::Array && document.listed().is_some()
}

fn is_cut(document: &Document, root: NodeId) -> bool {
    let flags = document.tree.node(root).flags;
    flags.has(Flags::INCOMPLETE) || flags.has(Flags::UNCLOSED)
}

/// Whether a value names nothing: Python takes it for false.
fn is_nothing(document: &Document, value: NodeId) -> bool {
    let raw = document.tree.raw(&document.text, value);
    matches!(raw, "null" | "false" | "\"\"" | "0")
        || is_container(document.tree.kind(value)) && document.tree.children(value).next().is_none()
}

/// The only member of an object whose value is an object with a list under this key.
fn only_with(document: &Document, object: NodeId, list: &str) -> Option<(NodeId, NodeId)> {
    let Document { tree, text, .. } = document;
    let has_list = |it: NodeId| tree.get(text, it, list).is_some_and(|it| tree.kind(it) == Kind::Array);
    let mut found = tree.members(object).filter(|it| tree.kind(it.1) == Kind::Object && has_list(it.1));
    found.next().filter(|_| tree.kind(object) == Kind::Object && found.next().is_none())
}

fn mismatch(
    ctx: &Context,
    (phase, expects): (u32, Expects),
    (document, root): (&Document, NodeId),
    finding: &mut Finding,
) {
    let list = ctx.detection.format.and_then(Format::payload_listing).map_or("", |it| it.list);
    let Document { tree, text, .. } = document;
    if let Some((key, value)) = only_with(document, root, list).filter(|_| expects == Expects::Listing) {
        let key = tree.text(text, key);
        let key = Shown(&key);
        finding.say(format_args!(
            "Phase {phase} expects an object with `{list}`, but here it is one level deeper, in `{key}`"
        ));
        if document.is_sure {
            let fix = Fix::guess(format_args!("Keep only the object in `{key}`"));
            finding.fix(fix.replace(tree.span(root), tree.span(value).of(text)));
        }
        return;
    }
    let kind = tree.kind(root);
    let is_object = kind == Kind::Object;
    let names = match &expects {
        Expects::Listing => std::slice::from_ref(&list),
        Expects::Object(names) if is_object => names,
        Expects::Object(_) | Expects::Array => &[],
    };
    let expected = if expects == Expects::Array { "an array" } else { "an object" };
    let listed = listed(names, " and ");
    let with = When(!names.is_empty(), format_args!(" with {listed}"));
    let them = if names.len() == 1 { "it" } else { "all of them" };
    let lacks = When(!names.is_empty() && is_object, format_args!(" without {them}"));
    let found = type_name(kind);
    finding.say(format_args!(
        "Phase {phase} expects {expected}{with}, but the payload is {found}{lacks}; it may belong to another phase"
    ));
}
