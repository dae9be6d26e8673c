//! The values of sections: they must be texts that are not empty.

use super::{ListedName, Sections};
use crate::checks::say::Shown;
use crate::checks::say::type_name;
use crate::diagnostic::{Fix, Severity};
use crate::findings::Findings;
use crate::json::{self, Flags, Kind, NodeId, quote};
use crate::rules;

pub(super) fn check(sections: &Sections, names: &[ListedName], out: &mut Findings) {
    let mut judged: Vec<NodeId> = Vec::with_capacity(names.len());
    for (_, name) in names {
        if sections.listing.not_sections.contains(&&**name) {
            continue;
        }
        if let Some(member) = sections.member(name).filter(|it| !judged.contains(&it.key)) {
            judged.push(member.key);
            value(sections, name, member.value, out);
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

fn value(sections: &Sections, name: &str, value: NodeId, out: &mut Findings) {
    let tree = &sections.document.tree;
    let node = tree.node(value);
    let doc = sections.object.doc;
    if node.kind == Kind::Broken || node.flags.has(Flags::UNCLOSED) {
        return;
    }
    let known = sections.listing.sections.iter().find(|it| it.name == name);
    let name = Shown(name);
    if node.kind != Kind::String {
        return out.report(&rules::WRONG_TYPE, doc, node.span, |finding| {
            finding.say(format_args!("`{name}` must be Markdown text, but is {}", type_name(node.kind)));
            if let Some(joined) = joined(sections, value) {
                finding.fix(Fix::guess("Join the lines").replace(node.span, &joined).redundant());
            }
        });
    }
    let text = &*sections.document.text;
    if tree.is_blank(text, value) {
        return out.report(&rules::EMPTY_SECTION, doc, node.span, |finding| {
            if sections.is_upstream && known.is_some_and(|it| !it.parts.is_empty()) {
                finding.severity = Severity::Error;
                return finding.say(format_args!("`{name}` is empty, so readers reject the whole output"));
            }
            finding.say(format_args!("`{name}` is empty and will be skipped"));
        });
    }
    // A placeholder is short, so nothing longer needs to be decoded.
    if tree.raw(text, value).len() < 64 {
        let found = tree.text(text, value);
        if json::is_ellipsis(&found) {
            out.report(&rules::PAYLOAD_PLACEHOLDER, doc, node.span, |finding| {
                let found = Shown(found.trim());
                finding.say(format_args!("`{found}` is a placeholder; the text of `{name}` belongs here"));
            });
        }
    }
}

/// An array of strings as one string, with each item on its own line; escapes are kept.
fn joined(sections: &Sections, array: NodeId) -> Option<String> {
    let (tree, text) = (&sections.document.tree, &*sections.document.text);
    if tree.kind(array) != Kind::Array || tree.node(array).flags.has(Flags::INCOMPLETE) {
        return None;
    }
    let mut lines = String::new();
    let mut has_lines = false;
    for item in tree.children(array) {
        let node = tree.node(item);
        if node.kind != Kind::String || node.flags.has(Flags::FAULTY) {
            return None;
        }
        if has_lines {
            lines.push('\n');
        }
        lines.push_str(&tree.text(text, item));
        has_lines = true;
    }
    has_lines.then(|| quote(&lines))
}
