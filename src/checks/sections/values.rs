//! The values of sections: text, and something in it.

use super::Sections;
use crate::bind::is_ellipsis;
use crate::checks::type_name;
use crate::diagnostic::{Fix, shown};
use crate::findings::Findings;
use crate::json::{Flags, Kind, NodeId, quote};
use crate::rules;

pub(super) fn check(sections: &Sections, out: &mut Findings) {
    let tree = &sections.document.tree;
    let text = &*sections.document.text;
    let mut judged: Vec<NodeId> = Vec::new();
    for item in sections.items().filter(|it| tree.kind(*it) == Kind::String).take(MAX_ITEMS) {
        let name = tree.text(text, item);
        if sections.listing.not_sections.contains(&&*name) {
            continue;
        }
        if let Some(member) = sections.member(&name).filter(|it| !judged.contains(&it.key)) {
            judged.push(member.key);
            value(sections, &name, member.value, out);
        }
    }
    if sections.list.is_none() {
        for known in sections.listing.sections {
            if let Some(member) = sections.member(known.name) {
                value(sections, known.name, member.value, out);
            }
        }
    }
}

/// A list of names is short; more are not looked up.
pub(super) const MAX_ITEMS: usize = 256;

fn value(sections: &Sections, name: &str, value: NodeId, out: &mut Findings) {
    let tree = &sections.document.tree;
    let node = tree.node(value);
    let doc = sections.object.doc;
    if node.kind == Kind::Broken || node.flags.has(Flags::UNCLOSED) {
        return;
    }
    let name = shown(name);
    if node.kind != Kind::String {
        return out.report(&rules::WRONG_TYPE, doc, node.span, |it| {
            it.message = format!("`{name}` should be Markdown text; found {}", type_name(node.kind));
            if let Some(joined) = joined(sections, value) {
                it.fix(Fix::guess("join its lines").replace(node.span, joined));
            }
        });
    }
    let text = &*sections.document.text;
    // A placeholder is short; nothing longer has to be decoded.
    let short = || tree.raw(text, value).len() < 64;
    if tree.is_blank(text, value) {
        out.report(&rules::EMPTY_SECTION, doc, node.span, |it| {
            it.message = format!("`{name}` is empty and will be skipped");
        });
    } else if short() && is_ellipsis(&tree.text(text, value)) {
        out.report(&rules::PAYLOAD_PLACEHOLDER, doc, node.span, |it| {
            it.message = format!(
                "`{}` is a placeholder; the text of `{name}` belongs here",
                shown(tree.text(text, value).trim())
            );
        });
    }
}

/// An array of strings as one string, its items on lines of their own; their escapes stay as they are.
fn joined(sections: &Sections, array: NodeId) -> Option<String> {
    let (tree, text) = (&sections.document.tree, &*sections.document.text);
    let is_whole = tree.kind(array) == Kind::Array && !tree.node(array).flags.has(Flags::INCOMPLETE);
    let mut lines = Vec::new();
    for item in tree.children(array).filter(|_| is_whole) {
        let node = tree.node(item);
        if node.kind != Kind::String || node.flags.has(Flags::FAULTY) {
            return None;
        }
        lines.push(tree.text(text, item));
    }
    (!lines.is_empty()).then(|| quote(&lines.join("\n")))
}
