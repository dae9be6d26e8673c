//! Keys that appear twice in one object.

use crate::diagnostic::{Fix, shown};
use crate::document::{DocId, Document};
use crate::findings::Findings;
use crate::json::{Flags, Kind, NodeId};
use crate::rules;
use crate::text::{Span, hash};

/// Sorting the keys by their text finds duplicates quickly even among a million.
pub(super) fn check(document: &Document, doc: DocId, out: &mut Findings) {
    if out.is_off(&rules::DUPLICATE_KEY) {
        return;
    }
    let (tree, text) = (&document.tree, &*document.text);
    // Envelopes have about ten.
    let mut keys: Vec<(u64, NodeId)> = Vec::with_capacity(16);
    for id in tree.objects() {
        keys.clear();
        for (key, _) in tree.members(id) {
            let node = tree.node(key);
            // A key at the end of the text may have continued.
            if node.kind == Kind::String && node.span.end < document.layout.body.end {
                // Nearly all keys are exactly the text between their quotes.
                let is_plain = node.flags == Flags::default();
                let says = if is_plain { hash(node.span.shrunk(1, 1).of(text)) } else { hash(&tree.text(text, key)) };
                keys.push((says, key));
            }
        }
        keys.sort_unstable();
        let mut rest = &*keys;
        while let Some(&(hash, first)) = rest.first() {
            let n_times = rest.iter().take_while(|it| it.0 == hash).count();
            if let Some(&(_, second)) = rest.get(1).filter(|_| n_times > 1)
                && tree.text(text, first) == tree.text(text, second)
            {
                report(document, doc, (first, second), n_times, out);
            }
            rest = rest.get(n_times..).unwrap_or_default();
        }
    }
}

fn report(document: &Document, doc: DocId, (first, second): (NodeId, NodeId), n_times: usize, out: &mut Findings) {
    let (tree, text) = (&document.tree, &*document.text);
    out.report(&rules::DUPLICATE_KEY, doc, tree.span(second), |finding| {
        let key = shown(&tree.text(text, second));
        match n_times {
            2 => finding.say(format_args!("`{key}` appears twice in this object; readers keep the last one")),
            _ => finding.say(format_args!("`{key}` appears {n_times} times in this object; readers keep the last one")),
        }
        finding.note(tree.span(first), "first used here");
        let (kept, gone) = (tree.span(tree.value(first)), tree.span(tree.value(second)));
        if n_times == 2 && kept.of(text) == gone.of(text) {
            // The comma right before it is removed too, if there is one.
            let before = text.get(..tree.span(second).start as usize).unwrap_or_default();
            let start = before.trim_end().strip_suffix(',').unwrap_or(before).len();
            finding.fix(
                Fix::guess(format_args!("Remove the second `{key}`")).replace(Span::new(start, gone.end as usize), ""),
            );
        }
    });
}
