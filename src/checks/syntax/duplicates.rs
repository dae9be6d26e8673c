//! Keys that stand twice in one object.

use crate::diagnostic::{Fix, shown};
use crate::document::{DocId, Document};
use crate::findings::Findings;
use crate::json::{Flags, Kind, NodeId, Tree};
use crate::rules;
use crate::text::{Span, sort_pairs};

/// Keys are sorted by what they say, so that a million of them are no matter.
pub(super) fn check(document: &Document, doc: DocId, out: &mut Findings) {
    if out.is_off(&rules::DUPLICATE_KEY) {
        return;
    }
    let (tree, text) = (&document.tree, &*document.text);
    let mut keys: Vec<(u64, NodeId)> = Vec::new();
    for id in 0..NodeId::try_from(tree.len()).unwrap_or(NodeId::MAX) {
        if tree.kind(id) != Kind::Object {
            continue;
        }
        keys.clear();
        let named = tree.members(id).filter(|it| tree.kind(it.0) == Kind::String);
        keys.extend(named.map(|(key, _)| (hash(tree, text, key), key)));
        sort_pairs(&mut keys);
        for group in keys.chunk_by(|left, right| left.0 == right.0) {
            if let [(_, first), (_, second), ..] = *group
                && tree.text(text, first) == tree.text(text, second)
            {
                report(document, doc, (first, second), group.len(), out);
            }
        }
    }
}

fn report(document: &Document, doc: DocId, (first, second): (NodeId, NodeId), n_times: usize, out: &mut Findings) {
    let (tree, text) = (&document.tree, &*document.text);
    out.report(&rules::DUPLICATE_KEY, doc, tree.span(second), |it| {
        let key = shown(&tree.text(text, second));
        let times = if n_times == 2 { "twice".to_owned() } else { format!("{n_times} times") };
        it.message = format!("`{key}` stands {times} in this object; readers keep the last");
        it.note(tree.span(first), "it stands here first");
        let (kept, gone) = (tree.span(tree.value(first)), tree.span(tree.value(second)));
        if n_times == 2 && kept.of(text) == gone.of(text) {
            // With the comma before it; the first member has none, but it is never the second of its name.
            let before = text.get(..tree.span(second).start as usize).unwrap_or_default();
            let start = before.rfind(',').unwrap_or(before.len());
            it.fix(Fix::guess(format!("remove the second `{key}`")).delete(Span::new(start, gone.end as usize)));
        }
    });
}

/// FNV-1a over what a string says.
pub(in crate::checks) fn hash(tree: &Tree, text: &str, key: NodeId) -> u64 {
    let fold = |acc: u64, byte: &u8| (acc ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    let start = 0xcbf2_9ce4_8422_2325;
    if tree.node(key).flags.has(Flags::ESCAPES) {
        tree.text(text, key).as_bytes().iter().fold(start, fold)
    } else {
        tree.raw(text, key).as_bytes().iter().fold(start, fold)
    }
}
