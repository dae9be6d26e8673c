//! One walk over the tree with the format at hand: each member meets its field, each payload its document.
//! Checks, and later hover and completion, read what is found here.

use crate::document::{DocId, Documents};
use crate::json::{Flags, Kind, NodeId, SyntaxErrorKind};
use crate::spec::{Field, Format, Listing, Shape};
use crate::text::Span;

/// An object and its format.
#[derive(Debug)]
pub(crate) struct Object {
    /// The document it is in.
    pub(crate) doc: DocId,
    /// The object.
    pub(crate) node: NodeId,
    /// Its format.
    pub(crate) format: &'static Format,
    /// Its members, in the order of the text.
    pub(crate) members: Vec<Member>,
}

/// A member and the field it stands for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Member {
    /// The key.
    pub(crate) key: NodeId,
    /// The value.
    pub(crate) value: NodeId,
    /// Its field; none for keys the format does not know, and for keys that stand again further down.
    pub(crate) field: Option<&'static Field>,
    /// How the key came to its field.
    pub(crate) how: How,
}

/// How a key came to its field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum How {
    /// It is the field's name.
    Name,
    /// It is another name for it; whether the value means the same.
    Alias(bool),
    /// It is the field's name with a slip.
    Slip,
    /// It has no field.
    Foreign,
    /// The same key stands again further down, and readers take that one.
    Repeated,
}

impl Object {
    /// The member that stands for a field.
    pub(crate) fn member(&self, name: &str) -> Option<&Member> {
        self.members.iter().find(|it| it.field.is_some_and(|field| field.name == name))
    }
}

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
    /// `...` or `{...}`.
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

/// What was bound.
#[derive(Debug, Default)]
pub(crate) struct Bindings {
    /// The objects, the outermost first.
    pub(crate) objects: Vec<Object>,
    /// The payloads.
    pub(crate) payloads: Vec<Payload>,
}

/// Binds the object at `root` and all payloads in it.
pub(crate) fn bind(docs: &mut Documents, doc: DocId, root: NodeId, format: &'static Format) -> Bindings {
    let mut out = Bindings::default();
    let mut todo = vec![(doc, root, format)];
    while let Some((doc, node, format)) = todo.pop() {
        let object = Object { doc, node, format, members: members(docs, doc, node, format) };
        for member in &object.members {
            let Some(field) = member.field else { continue };
            let Shape::Encoded(formats) = field.shape.inner() else { continue };
            let inside = if docs.get(doc).tree.kind(member.value) == Kind::String {
                let payload = payload(docs, doc, member.value, field);
                let inside = payload.inner.last().copied().filter(|_| payload.kind.is_json());
                out.payloads.push(payload);
                inside.and_then(|it| docs.get(it).tree.root().map(|root| (it, root)))
            } else {
                // Not encoded at all: its content is judged where it stands.
                Some((doc, member.value))
            };
            if let Some((doc, node)) = inside
                && let Some(format) = formats.iter().find(|it| fits(docs, doc, node, it))
            {
                todo.push((doc, node, format));
            }
        }
        out.objects.push(object);
    }
    out
}

impl PayloadKind {
    /// True when there is JSON in it that can be judged.
    pub(crate) fn is_json(self) -> bool {
        matches!(self, Self::Json | Self::Fenced | Self::Prose)
    }
}

fn members(docs: &Documents, doc: DocId, object: NodeId, format: &'static Format) -> Vec<Member> {
    let document = docs.get(doc);
    let (tree, text) = (&document.tree, &document.text);
    let mut out: Vec<Member> = tree
        .members(object)
        // A key that was cut off says nothing.
        .filter(|&(key, _)| !tree.node(key).flags.has(Flags::UNCLOSED))
        .map(|(key, value)| Member { key, value, field: None, how: How::Foreign })
        .collect();
    // From the end: of a key that stands twice readers take the last.
    let mut taken = 0_u64;
    for member in out.iter_mut().rev() {
        let found = format.fields.iter().enumerate().find(|(_, it)| tree.is_text(text, member.key, it.name));
        let Some((idx, field)) = found else { continue };
        if taken >> idx & 1 == 1 {
            member.how = How::Repeated;
            continue;
        }
        taken |= 1 << idx;
        member.field = Some(field);
        member.how = How::Name;
    }
    if taken.count_ones() as usize == format.fields.len() {
        return out;
    }
    // A stand-in is taken once: two keys renamed to one field would clash.
    for member in &mut out {
        if member.how != How::Foreign {
            continue;
        }
        let key = tree.text(text, member.key);
        let free = |idx: usize| taken >> idx & 1 == 0;
        let mut fields = format.fields.iter().enumerate().filter(|(idx, _)| free(*idx));
        let found = fields.find_map(|(idx, field)| stands_for(&key, field).map(|how| (idx, field, how)));
        let Some((idx, field, how)) = found else { continue };
        taken |= 1 << idx;
        member.field = Some(field);
        member.how = how;
    }
    out
}

/// Whether a key is another name for a field, or its name with a slip.
fn stands_for(key: &str, field: &Field) -> Option<How> {
    if key.len() > 64 {
        return None;
    }
    if let Some(alias) = field.aliases.iter().find(|it| same_word(key, it.key)) {
        return Some(How::Alias(alias.same_value));
    }
    if same_word(key, field.name) {
        return Some(How::Alias(true));
    }
    is_slip(key, field.name).then_some(How::Slip)
}

/// Equal but for case, hyphens and underscores: `requestId` is `request_id`.
pub(crate) fn same_word(left: &str, right: &str) -> bool {
    fn plain(word: &str) -> impl Iterator<Item = u8> + '_ {
        word.bytes().filter(|it| !matches!(it, b'_' | b'-' | b' ')).map(|it| it.to_ascii_lowercase())
    }
    plain(left).eq(plain(right))
}

/// One letter wrong, missing, too many, or two swapped, in a word of at least five.
pub(crate) fn is_slip(word: &str, meant: &str) -> bool {
    let (word, meant) = (word.as_bytes(), meant.as_bytes());
    if meant.len() < 5 || word.len().abs_diff(meant.len()) > 1 || word == meant {
        return false;
    }
    let front = word.iter().zip(meant).take_while(|(left, right)| left == right).count();
    let back = |left: &[u8], right: &[u8]| {
        left.iter().rev().zip(right.iter().rev()).take_while(|(left, right)| left == right).count()
    };
    let (left, right) = (word.get(front..).unwrap_or_default(), meant.get(front..).unwrap_or_default());
    let same = back(left, right);
    let (left, right) = (left.len() - same.min(left.len()), right.len() - same.min(right.len()));
    let swapped = left == 2
        && right == 2
        && word.get(front) == meant.get(front + 1)
        && word.get(front + 1) == meant.get(front);
    (left <= 1 && right <= 1) || swapped
}

/// The closest of some words: equal but for case and hyphens, or with one slip.
pub(crate) fn closest<'w>(word: &str, words: impl Iterator<Item = &'w str> + Clone) -> Option<&'w str> {
    words.clone().find(|it| same_word(word, it)).or_else(|| words.clone().find(|it| is_slip(word, it)))
}

fn payload(docs: &mut Documents, doc: DocId, node: NodeId, field: &'static Field) -> Payload {
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
    if is_ellipsis(text) {
        return PayloadKind::Placeholder;
    }
    if let Some(fence) = &document.layout.fence {
        let whole = Span::new(0, document.text.len());
        let alone = document.layout.before(&document.text).is_empty()
            && document.layout.after(&document.text).is_empty()
            && whole.contains(fence.open);
        return if alone { PayloadKind::Fenced } else { PayloadKind::Prose };
    }
    let around = |kind: &SyntaxErrorKind| matches!(kind, SyntaxErrorKind::LeadingText | SyntaxErrorKind::TrailingContent);
    let n_around = document.errors.iter().filter(|it| around(&it.kind)).count();
    let root = document.tree.root().unwrap_or_default();
    let holds_something = document.tree.children(root).next().is_some();
    let only_around = n_around > 0 && n_around == document.errors.len() && holds_something;
    if text.starts_with(['{', '[']) {
        return if only_around { PayloadKind::Prose } else { PayloadKind::Json };
    }
    if only_around {
        return PayloadKind::Prose;
    }
    if document.errors.is_empty() { PayloadKind::Json } else { PayloadKind::Text }
}

/// `...`, `{...}`, `[ … ]` and the like.
pub(crate) fn is_ellipsis(text: &str) -> bool {
    let inside = text.trim().trim_start_matches(['{', '[']).trim_end_matches(['}', ']']).trim();
    matches!(inside, "..." | "…" | "....")
}

/// Whether an object looks like one of the format.
fn fits(docs: &Documents, doc: DocId, node: NodeId, format: &Format) -> bool {
    let document = docs.get(doc);
    if document.tree.kind(node) != Kind::Object {
        return false;
    }
    format.listing.as_ref().is_some_and(|it| has_listing(document, node, it))
}

/// Whether an object has the list of names, or telling sections without it.
pub(crate) fn has_listing(document: &crate::document::Document, node: NodeId, listing: &Listing) -> bool {
    let (tree, text) = (&document.tree, &document.text);
    let mut n_known = 0;
    for (key, _) in tree.members(node) {
        if tree.is_text(text, key, listing.list) {
            return true;
        }
        let known = listing.sections.iter().find(|it| tree.is_text(text, key, it.name));
        // `title` and `examples` stand in objects of any kind; `quick_start` does not.
        let is_telling = known.is_some_and(|it| it.name.contains('_') || !it.parts.is_empty());
        n_known += usize::from(known.is_some()) + usize::from(is_telling);
    }
    n_known >= 2
}

/// True when text was left out of an object, so that nothing follows from what is absent.
pub(crate) fn is_incomplete(docs: &Documents, object: &Object) -> bool {
    docs.get(object.doc).tree.node(object.node).flags.has(Flags::INCOMPLETE)
}

#[cfg(test)]
mod tests {
    use super::{is_slip, same_word};

    #[test]
    fn slips_are_one_letter() {
        for word in ["respons", "responsee", "responze", "repsonse", "esponse"] {
            assert!(is_slip(word, "response"), "{word}");
        }
        for word in ["response", "result", "respond", "request", "rsepones"] {
            assert!(!is_slip(word, "response"), "{word}");
        }
        assert!(!is_slip("tes", "test"));
    }

    #[test]
    fn words_are_equal_but_for_their_joints() {
        assert!(same_word("requestId", "request_id"));
        assert!(same_word("Request-ID", "request_id"));
        assert!(!same_word("request", "request_id"));
    }
}
