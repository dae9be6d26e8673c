//! What the string of a payload holds, through as many levels as it was encoded.

use crate::document::{DocId, Documents};
use crate::json::{Kind, NodeId, SyntaxErrorKind};
use crate::spec::Field;

/// A string that may hold JSON.
#[derive(Debug)]
pub(crate) struct Payload {
    /// The document of the string.
    pub(crate) doc: DocId,
    /// The string.
    pub(crate) node: NodeId,
    /// The field it is the value of.
    pub(crate) field: &'static Field,
    /// What it holds.
    pub(crate) kind: PayloadKind,
    /// The documents in it, from the outermost to the one with the JSON; one more for each time it is encoded.
    pub(crate) inner: Vec<DocId>,
}

/// What a string holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PayloadKind {
    /// Nothing, or blanks.
    Blank,
    /// `...`, `{...}` or `<…>`.
    Placeholder,
    /// JSON, perhaps with faults.
    Json,
    /// JSON in a Markdown fence.
    Fenced,
    /// JSON with words around it.
    Prose,
    /// Other text.
    Text,
}

impl PayloadKind {
    /// True when there is JSON in it that can be judged.
    pub(crate) fn is_json(self) -> bool {
        matches!(self, Self::Json | Self::Fenced | Self::Prose)
    }
}

/// Reads the payload in a string.
pub(super) fn read(docs: &mut Documents, doc: DocId, node: NodeId, field: &'static Field) -> Payload {
    let mut inner = vec![docs.nest(doc, node)];
    loop {
        let at = inner.last().copied().unwrap_or_default();
        let kind = kind_of(docs, at);
        let document = docs.get(at);
        let root = document.tree.root().unwrap_or_default();
        let is_json_again = kind == PayloadKind::Json
            && document.errors.is_empty()
            && document.tree.kind(root) == Kind::String
            && document.tree.text(&document.text, root).trim_start().starts_with(['{', '[', '"']);
        if !is_json_again {
            return Payload { doc, node, field, kind, inner };
        }
        let next = docs.nest(at, root);
        let next_document = docs.get(next);
        let next_root = next_document.tree.kind(next_document.tree.root().unwrap_or_default());
        let is_value = matches!(next_root, Kind::Object | Kind::Array)
            || (next_root == Kind::String && next_document.errors.is_empty());
        if !is_value {
            return Payload { doc, node, field, kind, inner };
        }
        inner.push(next);
    }
}

fn kind_of(docs: &Documents, doc: DocId) -> PayloadKind {
    let document = docs.get(doc);
    let text = document.text.trim();
    if text.is_empty() {
        return PayloadKind::Blank;
    }
    if is_stand_in(text) {
        return PayloadKind::Placeholder;
    }
    let (layout, tree) = (&document.layout, &document.tree);
    if layout.fence.is_some() {
        let is_alone = layout.before(&document.text).is_empty() && layout.after(&document.text).is_empty();
        return if is_alone { PayloadKind::Fenced } else { PayloadKind::Prose };
    }
    let is_around =
        |kind: &SyntaxErrorKind| matches!(kind, SyntaxErrorKind::LeadingText | SyntaxErrorKind::TrailingContent);
    let n_around = document.errors.iter().filter(|it| is_around(&it.kind)).count();
    let root = tree.root().unwrap_or_default();
    let begins_json = text.starts_with(['{', '[']);
    let holds_something = tree.children(root).next().is_some();
    let only_around = n_around > 0 && n_around == document.errors.len() && holds_something;
    if only_around {
        return PayloadKind::Prose;
    }
    if begins_json || document.errors.is_empty() { PayloadKind::Json } else { PayloadKind::Text }
}

/// What templates have where a value is due: `...`, `<copy from request>`, `string (…)`.
pub(crate) fn is_stand_in(text: &str) -> bool {
    let plain = text.trim();
    // One word or more in brackets and nothing else; markup looks different.
    let in_brackets = plain.strip_prefix('<').and_then(|it| it.strip_suffix('>')).is_some_and(|it| {
        let is_markup = it.starts_with(['/', '!', '?']) || it.ends_with('/') || it.contains(['<', '>', '=', '\n']);
        (1..=100).contains(&it.len()) && !is_markup
    });
    let is_described = ["string (", "number (", "object ("].iter().any(|it| plain.starts_with(it));
    is_ellipsis(plain) || in_brackets || is_described || plain == "ISO 8601 timestamp"
}

/// `...`, `{...}`, `[ … ]` and the like.
pub(crate) fn is_ellipsis(text: &str) -> bool {
    let inside = text.trim().trim_start_matches(['{', '[']).trim_end_matches(['}', ']']).trim();
    matches!(inside, "..." | "…" | "....")
}
