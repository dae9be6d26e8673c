//! JSON in the texts of a payload, at any depth, that its readers could not parse.

use super::payload::Payload;
use crate::document::{DocId, Document, Documents};
use crate::json::{Kind, NodeId, SyntaxErrorKind};
use crate::text::Span;

/// At most so many texts that begin and end as JSON are read in a file.
const MOST: usize = 100;

/// The broken JSON in the texts of payloads. JSON with comments is the content of a configuration file.
pub(super) fn read(docs: &mut Documents, payloads: &[Payload]) -> Vec<DocId> {
    let mut out = Vec::new();
    let mut todo: Vec<DocId> =
        payloads.iter().filter(|it| it.kind.is_json()).filter_map(|it| it.inner.last().copied()).collect();
    let mut n_read = 0;
    while let Some(doc) = todo.pop() {
        for node in texts(docs.get(doc)) {
            if n_read == MOST {
                return out;
            }
            if payloads.iter().any(|it| (it.doc, it.node) == (doc, node)) {
                continue;
            }
            n_read += 1;
            let inside = docs.nest(doc, node);
            let Document { errors, slips, .. } = docs.get(inside);
            if errors.is_empty() && slips.is_empty() {
                todo.push(inside);
            } else if errors.iter().all(|it| it.kind != SyntaxErrorKind::Comment) {
                out.push(inside);
            }
        }
    }
    out
}

/// The texts that begin and end as an object or array, if it is certain where they end.
fn texts(document: &Document) -> Vec<NodeId> {
    let Document { tree, text, .. } = document;
    if document.doubt().is_some() {
        return Vec::new();
    }
    let is_it = |id: &NodeId| {
        let node = tree.node(*id);
        node.kind == Kind::String && is_like_json(tree.content_span(*id).of(text)) && !is_key(text, node.span)
    };
    (0..NodeId::try_from(tree.len()).unwrap_or(NodeId::MAX)).filter(is_it).collect()
}

fn is_key(text: &str, span: Span) -> bool {
    text.get(span.end as usize..).is_some_and(|it| it.trim_start().starts_with(':'))
}

/// Whether the raw content of a string begins and ends as an object or array with quotes in it.
fn is_like_json(raw: &str) -> bool {
    const BLANKS: &[&str] = &["\\n", "\\r", "\\t", " "];
    let mut begin = raw;
    let next = |begin: &mut &str| {
        while let Some(rest) = BLANKS.iter().find_map(|it| begin.strip_prefix(it)) {
            *begin = rest;
        }
        let first = begin.chars().next();
        *begin = begin.get(first.map_or(0, char::len_utf8)..).unwrap_or_default();
        first
    };
    let is_closed = |mark: char| {
        let end = raw.trim_end_matches(['n', 'r', 't', ' ', '\\']);
        end.ends_with(mark)
    };
    let is_quote = |it: Option<char>, begin: &str| match it {
        Some('\\') => begin.starts_with(['"', '\'']),
        it => it == Some('\''),
    };
    match next(&mut begin) {
        Some('{') => {
            let first = next(&mut begin);
            let is_name = first.is_some_and(|it| it.is_ascii_alphabetic() || it == '_')
                && begin.trim_start_matches(|it: char| it.is_ascii_alphanumeric() || it == '_').starts_with(':');
            is_closed('}') && raw.contains(['"', '\'']) && (is_quote(first, begin) || is_name)
        }
        Some('[') => {
            let first = next(&mut begin);
            is_closed(']') && (first == Some('{') || is_quote(first, begin))
        }
        _ => false,
    }
}
