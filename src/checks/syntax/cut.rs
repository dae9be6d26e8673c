//! The complete part of a truncated text, closed and marked as incomplete.

use crate::checks::fences::TextLines;
use crate::detect::EnvelopeKind;
use crate::diagnostic::{Finding, Fix};
use crate::document::{DocId, Document, trimmed};
use crate::json::{self, Flags, Kind, NodeId, escape_into, quote};
use crate::query::Context;
use crate::text::{Span, apply};

/// Longer texts come from programs, which can write them again.
const MOST_TEXT: usize = 1 << 20;
/// A text without line breaks and of at least this many bytes is kept up to the end of a sentence.
const LONG: usize = 200;
/// The length of an empty object or array.
const EMPTY: usize = 2;

/// Offers to keep the complete values of a text that was cut off inside a string or a word, and the complete lines of that
/// string. `kind` is what it ends in.
pub(super) fn keep(ctx: &Context, doc: DocId, kind: Kind, finding: &mut Finding) {
    let document = ctx.doc(doc);
    #[cfg(feature = "tool-calls")]
    if ctx.is_of_call(doc) {
        return;
    }
    let end = trimmed(&document.text, document.layout.body).end;
    let whole = Span { start: 0, end }.of(&document.text);
    // A text that ends between two values may lack only a bracket or a comma, and one that ends properly only a quote.
    let is_inside = kind == Kind::String || whole.ends_with(char::is_alphanumeric);
    let closer = if document.tree.kind(0) == Kind::Object { '}' } else { ']' };
    // With other errors it is unknown what is complete, and the removed text may contain values of its own.
    let is_cut = is_inside && !whole.ends_with(closer) && document.errors.len() == 1;
    if !is_cut || document.text.len() > MOST_TEXT || document.layout.fence.is_some() {
        return;
    }
    let mark = Incomplete::of(ctx, doc);
    let Some(cut) = Cut::of(document, mark.as_ref().filter(|_| doc == 0)) else { return };
    let is_marked = mark.as_ref().is_some_and(|it| doc == 0 || it.closed.is_some());
    let mut fix = Fix::guess(if is_marked {
        "Keep what is complete, and mark it as incomplete"
    } else {
        "Keep what is complete, and close it"
    });
    if let Some((place, text)) = mark.and_then(|it| it.closed) {
        fix = if doc == 0 { fix.replace(place, text) } else { fix.in_file(place, text) };
    }
    fix = fix.replace(Span { start: cut.at, end }, cut.tail);
    let body = document.layout.body.start as usize;
    let kept = apply(&document.text, &fix.edits);
    let kept = kept.get(body..).unwrap_or_default().trim();
    // An empty value says something else than one that was cut off.
    if kept.len() > EMPTY && json::is_sound(kept) {
        finding.fix(fix);
    }
}

/// How an object is marked as incomplete.
struct Incomplete {
    /// The field and its member.
    field: &'static str,
    member: &'static str,
    /// The text to insert in the field, if it was closed before the text ends.
    closed: Option<(Span, String)>,
    /// The text between the members of the object.
    gap: String,
}

impl Incomplete {
    fn of(ctx: &Context, doc: DocId) -> Option<Self> {
        let (field, member) = ctx.detection.format?.cut_mark?;
        let (document, root) = (ctx.doc(0), ctx.detection.root);
        let (tree, text) = (&document.tree, &*document.text);
        if root != (0, 0) || ctx.detection.envelope != EnvelopeKind::Whole || tree.kind(0) != Kind::Object {
            return None;
        }
        let gap = tree.indent(text, 0)?;
        let gap = if gap.contains('\n') { gap } else { " " }.to_owned();
        let mut mark = Self { field, member, closed: None, gap };
        let Some(value) = tree.get(text, 0, field) else { return (doc == 0).then_some(mark) };
        let is_open = tree.node(value).flags.has(Flags::UNCLOSED);
        if is_open && doc == 0 {
            return Some(mark);
        }
        // A value that says something else is not changed.
        if is_open || tree.kind(value) != Kind::Object || tree.get(text, value, member).is_some() {
            return None;
        }
        let comma = if tree.children(value).next().is_some() { ", " } else { "" };
        let end = tree.children(value).last().map_or(tree.span(value).start + 1, |it| tree.span(it).end);
        mark.closed = Some((Span::empty(end), format!("{comma}{}: true", quote(member))));
        Some(mark)
    }

    /// Closes the object itself, and adds the field if it is missing.
    fn root_end(&self, has_field: bool, is_empty: bool) -> String {
        let Self { field, member, gap, .. } = self;
        let end = if gap.contains('\n') { "\n}" } else { "}" };
        if has_field || self.closed.is_some() {
            return end.to_owned();
        }
        let comma = if is_empty { "" } else { "," };
        format!("{comma}{gap}{}: {{{}: true}}{end}", quote(field), quote(member))
    }
}

/// The end of the complete part of a text, and what closes it.
struct Cut {
    at: u32,
    tail: String,
}

/// A container that is open at the end of a text.
struct Open {
    node: NodeId,
    /// The end of the text before it in its container.
    before: u32,
    /// It is the field that marks the object as incomplete.
    is_field: bool,
}

impl Cut {
    /// `None` if something else is wrong.
    fn of(document: &Document, mark: Option<&Incomplete>) -> Option<Self> {
        let tree = &document.tree;
        let mut open = open(document, mark)?;
        let start = |it: &Open| tree.span(it.node).start + 1;
        let (mut at, mut tail) = last_part(document, open.last()?.node)?;
        // A container without anything left is not a complete value.
        while open.len() > 1 && open.last().is_some_and(|it| start(it) == at) {
            at = open.pop()?.before;
        }
        let has_field = open.iter().any(|it| it.is_field);
        for (idx, it) in open.iter().enumerate().rev() {
            match mark {
                Some(mark) if it.is_field => tail.push_str(&format!(", {}: true}}", quote(mark.member))),
                Some(mark) if idx == 0 => tail.push_str(&mark.root_end(has_field, start(it) == at)),
                _ => tail.push(if tree.kind(it.node) == Kind::Object { '}' } else { ']' }),
            }
        }
        Some(Self { at, tail })
    }
}

/// The containers that are open at the end of a text, the outermost first; `None` if the root is not open.
fn open(document: &Document, mark: Option<&Incomplete>) -> Option<Vec<Open>> {
    let (tree, text) = (&document.tree, &*document.text);
    let is_open = |it: NodeId| {
        let node = tree.node(it);
        matches!(node.kind, Kind::Object | Kind::Array) && node.flags.has(Flags::UNCLOSED)
    };
    let mut open = vec![Open { node: tree.root().filter(|it| is_open(*it))?, before: 0, is_field: false }];
    while let Some((Some((key, value)), before)) = open.last().map(|it| last_of(document, it.node))
        && is_open(value)
    {
        let is_it = |it: &Incomplete| key.is_some_and(|key| tree.is_text(text, key, it.field));
        open.push(Open { node: value, before, is_field: open.len() == 1 && mark.is_some_and(is_it) });
    }
    Some(open)
}

/// Where the complete part of an open container ends, and what closes the string there; `None` if something else is
/// wrong.
fn last_part(document: &Document, container: NodeId) -> Option<(u32, String)> {
    let tree = &document.tree;
    let (last, before) = last_of(document, container);
    let Some((key, value)) = last else { return Some((before, String::new())) };
    let node = tree.node(value);
    let is_key = key.is_some_and(|it| tree.node(it).flags.has(Flags::UNCLOSED));
    // More digits may have followed a number.
    let may_go_on = node.kind == Kind::Number && node.span.end == trimmed(&document.text, document.layout.body).end;
    if is_key || may_go_on || node.kind == Kind::Broken {
        return Some((before, String::new()));
    }
    match node.flags.has(Flags::UNCLOSED) {
        true => Some(part_of(document, value)?.unwrap_or((before, String::new()))),
        false => Some((node.span.end, String::new())),
    }
}

/// The last key and value of a container, or its last item, and the end of the text before it.
fn last_of(document: &Document, node: NodeId) -> (Option<(Option<NodeId>, NodeId)>, u32) {
    let tree = &document.tree;
    let (mut last, mut before) = (None, tree.span(node).start + 1);
    let mut step = |key, value| {
        if let Some((_, value)) = last.replace((key, value)) {
            before = tree.span(value).end;
        }
    };
    if tree.kind(node) == Kind::Object {
        tree.members(node).for_each(|(key, value)| step(Some(key), value));
    } else {
        tree.children(node).for_each(|value| step(None, value));
    }
    (last, before)
}

/// The end of the complete part, if any, of the string that a text ends in, and what closes it; `None` if something
/// else is wrong with it.
fn part_of(document: &Document, value: NodeId) -> Option<Option<(u32, String)>> {
    let (tree, text) = (&document.tree, &*document.text);
    let content = tree.content_span(value);
    if content.start != tree.span(value).start + 1 || text.as_bytes().get(content.start as usize - 1) != Some(&b'"') {
        return None;
    }
    // The line end after a truncated text does not belong to it.
    let raw = content.of(text).trim_end_matches(['\n', '\r']);
    let decoded = json::decode(raw);
    let (at, tail) = if json::begins_as_json(&decoded.text) {
        let inner = Document::unexplained(&decoded.text);
        if inner.layout.fence.is_some() {
            return None;
        }
        let cut = match inner.errors.is_empty() {
            true => Cut { at: inner.tree.span(0).end, tail: String::new() },
            false if inner.errors.len() > 1 => return None,
            false => Cut::of(&inner, None)?,
        };
        if cut.at == inner.tree.span(0).start + 1 {
            return Some(None);
        }
        (cut.at, cut.tail)
    } else {
        match complete(&decoded.text) {
            Some(part) => part,
            None => return Some(None),
        }
    };
    let mut closed = String::new();
    escape_into(&tail, &mut closed);
    closed.push('"');
    Some(Some((content.start + decoded.pieces.outward(raw, at), closed)))
}

/// The end of the complete lines of a text, or of its complete sentences if it is one long line; and what closes the
/// code block that is open after them.
fn complete(text: &str) -> Option<(u32, String)> {
    let lines = text.rfind('\n').filter(|it| text.get(..*it).is_some_and(|it| !it.trim().is_empty()));
    let sentences =
        || [". ", "! ", "? ", "。"].iter().filter_map(|it| Some(text.rfind(it)? + it.trim_end().len())).max();
    let end = lines.or_else(|| sentences().filter(|_| text.len() >= LONG))?;
    let mut kept = TextLines::new(text.get(..end).unwrap_or_default());
    kept.by_ref().for_each(drop);
    let fence = kept.closing().map(|it| format!("\n{it}")).unwrap_or_default();
    Some((Span::new(0, end).end, fence))
}
