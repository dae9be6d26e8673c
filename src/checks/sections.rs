//! Objects with a list that names their sections: the list, the fields it names, and their texts.

mod absent;
mod breaks;
mod list;
mod text;
mod values;

use std::borrow::Cow;

use crate::bind::{Object, SectionText, has_listing};
use crate::document::Document;
use crate::findings::Findings;
use crate::json::{self, Flags, Kind, NodeId};
use crate::query::Context;
use crate::spec::Listing;

pub(super) fn check(ctx: &Context, out: &mut Findings) {
    for object in &ctx.bindings.objects {
        let Some(sections) = Sections::new(ctx, object) else { continue };
        let names = list::names(&sections);
        list::check(&sections, &names, out);
        values::check(&sections, &names, out);
    }
    for section in &ctx.bindings.sections {
        let object = ctx.bindings.objects.get(section.object);
        if object.is_some_and(|it| is_read(ctx, it)) {
            text::check(ctx, section, out);
        }
    }
}

/// An object with sections, and its list.
struct Sections<'a> {
    object: &'a Object,
    document: &'a Document<'a>,
    listing: &'static Listing,
    /// The list, if it exists and is an array.
    list: Option<NodeId>,
    /// The items of the list.
    items: Vec<NodeId>,
    /// The list exists, whatever its type.
    has_list: bool,
    /// Something in the list or the object is unknown, so that a missing name means nothing.
    is_incomplete: bool,
    /// The profile is that of the public programs.
    is_upstream: bool,
}

impl<'a> Sections<'a> {
    fn new(ctx: &'a Context<'a>, object: &'a Object) -> Option<Self> {
        let listing = object.format.listing.as_ref()?;
        let document = ctx.doc(object.doc);
        // Objects in its fields have the same format but no sections.
        if !object.is_outermost() || !is_read(ctx, object) {
            return None;
        }
        let value = object.member(listing.list).map(|it| it.value);
        if value.is_none() && !has_listing(document, object.node, listing) {
            return None;
        }
        let tree = &document.tree;
        let is_cut = |it: NodeId| {
            let flags = tree.node(it).flags;
            flags.has(Flags::INCOMPLETE) || flags.has(Flags::UNCLOSED) || tree.kind(it) == Kind::Broken
        };
        let list = value.filter(|it| tree.kind(*it) == Kind::Array);
        let items: Vec<_> = list.map(|it| tree.children(it).collect()).unwrap_or_default();
        // An array among the names may contain some of them.
        let is_odd = |it: &NodeId| matches!(tree.kind(*it), Kind::Array | Kind::Object);
        let is_incomplete = is_cut(object.node) || value.is_some_and(is_cut) || items.iter().any(is_odd);
        let (has_list, is_upstream) = (value.is_some(), ctx.is_upstream());
        Some(Self { object, document, listing, list, items, has_list, is_incomplete, is_upstream })
    }

    /// The last member with this key, as in readers; the list itself does not count.
    fn member(&self, name: &str) -> Option<&crate::bind::Member> {
        let mut members = self.object.members.iter().rev();
        members.find(|it| it.field.is_none() && self.document.tree.is_text(&self.document.text, it.key, name))
    }
}

/// False if the fields around the payload show that it is not read.
fn is_read(ctx: &Context, object: &Object) -> bool {
    let holder = object.holder.and_then(|it| ctx.bindings.objects.get(it));
    !holder.is_some_and(|it| ctx.on(it).is_unread())
}

/// True if there is a text to check: neither blank nor a placeholder.
pub(super) fn is_filled(text: &str) -> bool {
    let is_long = text.len() > 64 && !text.starts_with(char::is_whitespace);
    is_long || (!text.trim().is_empty() && !json::is_ellipsis(text))
}

/// The name of a section, from its key.
pub(super) fn name_of<'a>(ctx: &Context<'a>, section: &SectionText) -> std::borrow::Cow<'a, str> {
    let Some(object) = ctx.bindings.objects.get(section.object) else { return "".into() };
    let document = ctx.doc(object.doc);
    document.tree.text(&document.text, section.key)
}

/// A string in the list and its decoded text.
type ListedName<'t> = (NodeId, Cow<'t, str>);
