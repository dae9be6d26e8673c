//! An object and its members, as checks use them.

use std::borrow::Cow;

use super::{Context, is_placeholder, says_something};
use crate::bind::{Decided, How, Member, Object, chosen, same_word};
use crate::detect::MOST_FIELDS;
use crate::diagnostic::{Fix, Severity, shown};
use crate::document::Document;
use crate::json::{Flags, Kind, Node, NodeId, Tree, quote};
use crate::spec::{Field, Lookup, Record, Shape, Should};
use crate::text::{Span, char_len};

/// An object or list that was bound.
#[derive(Clone, Copy)]
pub(crate) struct On<'a> {
    pub(crate) ctx: &'a Context<'a>,
    pub(crate) object: &'a Object,
}

/// A member of an object, or an item of a list.
#[derive(Clone, Copy)]
pub(crate) struct At<'a> {
    pub(crate) ctx: &'a Context<'a>,
    pub(crate) object: &'a Object,
    pub(crate) member: &'a Member,
}

impl<'a> Context<'a> {
    /// An object, open for questions.
    pub(crate) fn on(&'a self, object: &'a Object) -> On<'a> {
        On { ctx: self, object }
    }

    /// All objects and lists, the outermost first.
    pub(crate) fn all(&'a self) -> impl Iterator<Item = On<'a>> {
        self.bindings.objects.iter().map(|it| self.on(it))
    }
}

impl<'a> On<'a> {
    pub(crate) fn document(self) -> &'a Document<'a> {
        self.ctx.doc(self.object.doc)
    }

    pub(crate) fn tree(self) -> &'a Tree {
        &self.document().tree
    }

    /// The text of the document.
    pub(crate) fn source(self) -> &'a str {
        &self.document().text
    }

    pub(crate) fn node(self) -> &'a Node {
        self.tree().node(self.object.node)
    }

    /// Its opening bracket.
    pub(crate) fn open(self) -> Span {
        open_bracket(self.document(), self.object.node)
    }

    pub(crate) fn at(self, member: &'a Member) -> At<'a> {
        At { ctx: self.ctx, object: self.object, member }
    }

    pub(crate) fn members(self) -> impl Iterator<Item = At<'a>> + Clone {
        self.object.members.iter().map(move |it| self.at(it))
    }

    /// The member that is bound to a field.
    pub(crate) fn member(self, name: &str) -> Option<At<'a>> {
        self.object.member(name).map(|it| self.at(it))
    }

    /// The object in a field.
    pub(crate) fn inside(self, field: &Field) -> Option<Self> {
        self.member(field.name)?.inside()
    }

    /// The object or list around it; not the envelope around a payload.
    pub(crate) fn holder(self) -> Option<Self> {
        self.ctx.bindings.holder(self.object).map(|it| self.ctx.on(it))
    }

    /// The same, or the envelope around a payload.
    pub(crate) fn around(self) -> Option<Self> {
        self.object.holder.and_then(|it| self.ctx.bindings.objects.get(it)).map(|it| self.ctx.on(it))
    }

    /// The field it is in.
    pub(crate) fn field(self) -> Option<&'static Field> {
        self.holder()?.object.members.iter().find(|it| it.value == self.object.node)?.field
    }

    /// The name of a list: its field, or its kind if it is in none.
    pub(crate) fn list_name(self) -> &'static str {
        self.field().map_or(self.object.format.id, |it| it.name)
    }

    /// Whether it is the root of the checked value, not another object inside it.
    pub(crate) fn is_root(self) -> bool {
        self.ctx.root_object().is_some_and(|it| std::ptr::eq(it, self.object))
    }

    /// Whether it is closed, and none of its text was skipped.
    pub(crate) fn is_whole(self) -> bool {
        let flags = self.node().flags;
        !flags.has(Flags::UNCLOSED) && !flags.has(Flags::INCOMPLETE)
    }

    /// Whether its other fields show that its payload is not read, which has its own finding.
    pub(crate) fn is_unread(self) -> bool {
        let format = self.object.format;
        let is_payload = |name: &str| format.field(name).is_some_and(Field::is_payload);
        // This is queried for each section of the payload.
        *self.object.is_unread.get_or_init(|| {
            let mut conditions = format.conditions.iter();
            conditions.any(|it| it.should == Should::BeNull && is_payload(it.field) && self.holds(it.when))
        })
    }

    /// Whether a field is required under the conditions of its table.
    pub(crate) fn is_required(self, field: &Field) -> bool {
        field.required.is_some() && self.holds(field.when)
    }

    /// The table of the object in a field.
    pub(crate) fn record_of(self, field: &Field) -> Option<&'static Record> {
        match field.shape.inner() {
            Shape::Record(record) => Some(record),
            Shape::Choice(choice) => Some(chosen(self.ctx.docs, self.ctx.bindings, self.object, choice)),
            _ => None,
        }
    }

    /// How serious it is if the object in a field has no members; `None` if it needs none.
    pub(crate) fn needs_inside(self, field: &Field) -> Option<Severity> {
        let record = self.record_of(field)?;
        record.fields.iter().filter(|it| self.is_required(it)).filter_map(|it| it.required).min()
    }

    /// The row of a table of words that another field of the object selects.
    pub(crate) fn row(self, lookup: &'static Lookup) -> Decided<'a, &'static str> {
        self.ctx.bindings.row(self.ctx.docs, self.object, lookup.by, lookup.rows)
    }

    /// The envelope whose payload this envelope of the same format is.
    pub(crate) fn outer_envelope(self) -> Option<Self> {
        let outer = self.around()?;
        let n_fields = self.object.members.iter().filter(|it| it.how == How::Name).count();
        (std::ptr::eq(self.object.record, outer.object.record) && n_fields >= MOST_FIELDS).then_some(outer)
    }
}

impl<'a> At<'a> {
    /// The object it is in.
    pub(crate) fn on(self) -> On<'a> {
        self.ctx.on(self.object)
    }

    pub(crate) fn document(self) -> &'a Document<'a> {
        self.on().document()
    }

    pub(crate) fn tree(self) -> &'a Tree {
        self.on().tree()
    }

    pub(crate) fn node(self) -> &'a Node {
        self.tree().node(self.member.value)
    }

    pub(crate) fn kind(self) -> Kind {
        self.node().kind
    }

    /// Where its value is.
    pub(crate) fn span(self) -> Span {
        self.node().span
    }

    pub(crate) fn key_span(self) -> Span {
        self.tree().span(self.member.key)
    }

    /// The decoded text of its value.
    pub(crate) fn text(self) -> Cow<'a, str> {
        self.tree().text(self.on().source(), self.member.value)
    }

    /// The value as it is written.
    pub(crate) fn raw(self) -> &'a str {
        self.tree().raw(self.on().source(), self.member.value)
    }

    pub(crate) fn key(self) -> Cow<'a, str> {
        self.tree().name(self.on().source(), self.member.key)
    }

    /// The decoded text of its value, if that is a string.
    pub(crate) fn string(self) -> Option<Cow<'a, str>> {
        (self.kind() == Kind::String).then(|| self.text())
    }

    /// True if the decoded text of its value is this.
    pub(crate) fn is_text(self, expected: &str) -> bool {
        self.tree().is_text(self.on().source(), self.member.value, expected)
    }

    /// The object or list that its value is, if that has a table.
    pub(crate) fn inside(self) -> Option<On<'a>> {
        self.ctx.bindings.objects.get(self.member.inside? as usize).map(|it| self.ctx.on(it))
    }

    /// What it is called in a message: its field or key, or for an item, its list and index.
    pub(crate) fn name(self) -> Cow<'static, str> {
        if let Some(field) = self.member.field.filter(|it| !it.name.is_empty()) {
            return Cow::Borrowed(field.name);
        }
        if self.object.list.is_none() {
            return Cow::Owned(shown(&self.key()));
        }
        let at = self.object.members.binary_search_by_key(&self.member.value, |it| it.value).unwrap_or_default();
        Cow::Owned(format!("{}[{at}]", self.on().list_name()))
    }

    /// Whether the value is a placeholder of a template.
    pub(crate) fn is_placeholder(self) -> bool {
        self.member.field.is_some_and(|it| is_placeholder(&self.text(), it))
    }

    pub(crate) fn is_blank(self) -> bool {
        self.kind() == Kind::String && self.tree().is_blank(self.on().source(), self.member.value)
    }

    /// Whether the value is something other than null, false or empty.
    pub(crate) fn says_something(self) -> bool {
        says_something(self.document(), self.member.value)
    }

    /// Key and value.
    pub(crate) fn whole(self) -> Span {
        Span { start: self.key_span().start, end: self.span().end }
    }

    /// Key and value with the comma to remove with them, and the blanks in between. `None` if that might include other
    /// text.
    pub(crate) fn removed(self) -> Option<Span> {
        self.removed_with(0)
    }

    /// The same if the first `n_first` members of the object are removed, too: the spans of removed members never
    /// overlap.
    pub(crate) fn removed_with(self, n_first: usize) -> Option<Span> {
        let (tree, members) = (self.tree(), &self.object.members);
        let idx =
            members.binary_search_by_key(&self.member.key, |it| it.key).ok().filter(|_| self.document().is_sure)?;
        let span = self.whole();
        let previous = idx.checked_sub(1).filter(|_| idx >= n_first);
        if let Some(previous) = previous.and_then(|it| members.get(it)) {
            return Some(Span { start: tree.span(previous.value).end, end: span.end });
        }
        let next = members.get(idx + 1);
        Some(Span { start: span.start, end: next.map_or(span.end, |it| tree.span(it.key).start) })
    }

    /// Adds an edit that turns the value into a string with its text.
    pub(crate) fn encoded(self, fix: Fix) -> Fix {
        let span = self.span();
        fix.replace(span, quote(span.of(self.on().source())))
    }

    /// The members of an object under another name that are fields of their own: each value and its field's name.
    pub(crate) fn parts(self) -> Vec<(NodeId, &'static str)> {
        let Some(field) = self.member.field.filter(|_| self.member.how == How::Alias(true)) else { return Vec::new() };
        if field.aliases.iter().all(|it| it.parts.is_empty()) || self.kind() != Kind::Object {
            return Vec::new();
        }
        let key = self.key();
        let alias = field.aliases.iter().find(|it| same_word(&key, it.key));
        let part = |key: &str| self.tree().get(self.on().source(), self.member.value, key);
        alias.map_or(&[][..], |it| it.parts).iter().filter_map(|(key, name)| Some((part(key)?, *name))).collect()
    }
}

/// The opening bracket of a value.
pub(crate) fn open_bracket(document: &Document, node: NodeId) -> Span {
    open_bracket_in(&document.text, document.tree.span(node))
}

/// The first character of a span.
pub(crate) fn open_bracket_in(text: &str, span: Span) -> Span {
    let start = span.start as usize;
    let first = text.as_bytes().get(start);
    Span::new(start, start + first.map_or(1, |it| char_len(*it)))
}
