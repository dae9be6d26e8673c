//! What can be inserted at an offset, encoded for its depth.

use super::cursor::{CursorContext, Slot};
use super::data::{Completion, CompletionKind};
use super::hover::{description, required};
use super::insert::{Here, Offer, plain};
use super::offer::{self, Facts, SnippetPart};
use super::view::View;
use crate::bind::{Member, Object};
use crate::describe;
use crate::formats::built_by;
use crate::json::{Kind, NodeId, quote};
use crate::names::FileName;
use crate::query;
use crate::spec::{Builder, Field, Format, Listing, Record, Shape};

impl View<'_> {
    /// What can be inserted at an offset of JSON: missing members, the required ones first, values, section names, the
    /// request's id.
    pub fn complete(&self, offset: u32) -> Vec<Completion> {
        let spot = self.spot(offset);
        let is_json = !spot.document.tree.is_empty() || spot.document.found().trim().is_empty();
        if !is_json {
            return Vec::new();
        }
        let base = if spot.doc == self.window.doc { self.window.base } else { 0 };
        let text = spot.document.found().get(base as usize..).unwrap_or_default();
        let cursor = CursorContext::at(text, spot.found.saturating_sub(base)).moved(base);
        let options = &self.opened.options;
        let name = options.file_name.as_deref().map(FileName::new).unwrap_or_default();
        let request = query::request(options, &name);
        let id = request.as_ref().and_then(|it| it.text("request_id"));
        let known = Facts { id: id.as_deref(), now: options.now.as_deref() };
        let place = Here { view: self, spot, cursor, known };
        let offers = match (place.cursor.expects, place.cursor.open) {
            (Slot::Key, Some(open)) => place.keys(open),
            (Slot::Value, Some(open)) => place.values(open),
            (Slot::Value, None) => place.wholes(),
            (Slot::Other, _) | (_, None) => Vec::new(),
        };
        offers.into_iter().filter_map(|it| place.completion(it)).collect()
    }
}

impl<'o> Here<'_, 'o> {
    /// The node whose bracket is at an offset.
    fn container(&self, open: u32) -> Option<NodeId> {
        let document = self.spot.document;
        let read = document.read_offset(open);
        let node = document.tree.begun_before(read)?;
        let is_it = |node: &NodeId| {
            document.tree.span(*node).start == read && matches!(document.tree.kind(*node), Kind::Object | Kind::Array)
        };
        Some(node).filter(is_it)
    }

    fn bound(&self, node: NodeId) -> Option<&'o Object> {
        let objects = &self.view.opened.read.bindings.objects;
        objects.iter().find(|it| (it.doc, it.node) == (self.spot.doc, node))
    }

    /// The formats that the outermost value of the document may have.
    fn formats(&self) -> Vec<&'static Format> {
        let read = &self.view.opened.read;
        if self.spot.doc == 0 {
            return vec![read.detection.format.unwrap_or_else(|| built_by(Builder::Answer))];
        }
        let string = |it: &crate::bind::Payload| it.inner.contains(&self.spot.doc);
        let payload = read.bindings.payloads.iter().find(|it| string(it));
        let object = payload.and_then(|it| read.bindings.objects.get(it.object));
        let formats = object.map(|it| it.format.payloads()).unwrap_or_default();
        formats.iter().copied().filter(|it| it.listing.is_some() || !it.telling.is_empty()).collect()
    }

    /// The existing keys of an object, without the one at the offset.
    fn present(&self, node: NodeId) -> Vec<String> {
        let document = self.spot.document;
        let is_other = |key: &NodeId| {
            let found = document.found_at(document.tree.span(*key));
            found.is_empty() || found.start != self.cursor.begun.start
        };
        let keys = document.tree.members(node).map(|it| it.0).filter(is_other);
        keys.map(|it| document.tree.text(&document.text, it).into_owned()).collect()
    }

    /// Members that are missing, the required ones first.
    fn keys(&self, open: u32) -> Vec<Offer> {
        let Some(node) = self.container(open) else { return Vec::new() };
        let present = self.present(node);
        let is_bound = self.bound(node).is_some();
        let mut out = if is_bound { self.keys_of_tables(node, &present) } else { Vec::new() };
        self.keys_of_schema(node, &present, &mut out);
        // The tables only guess what an object may be, which a schema makes unnecessary.
        if out.is_empty() && !is_bound { self.keys_of_tables(node, &present) } else { out }
    }

    fn keys_of_tables(&self, node: NodeId, present: &[String]) -> Vec<Offer> {
        let bound = self.bound(node);
        let formats: Vec<&'static Format> = match bound {
            Some(_) => Vec::new(),
            None if node == 0 => self.formats(),
            None => return Vec::new(),
        };
        let records: Vec<&'static Record> = match bound {
            Some(object) => vec![object.record],
            None => formats.iter().filter(|it| it.list.is_none()).map(|it| &it.record).collect(),
        };
        let mut fields: Vec<&'static Field> = records.iter().flat_map(|it| it.fields).collect();
        // An alias is bound to its field, so the field exists.
        let is_there = |field: &&&'static Field| {
            let stands_in = bound.and_then(|it| it.member(field.name)).map(|it| self.key_text(it.key));
            present.iter().any(|it| *it == field.name) || stands_in.is_some_and(|it| present.contains(&it))
        };
        fields.retain(|it| !is_there(&it));
        let mut out: Vec<Offer> = Vec::new();
        for rank in 0..=offer::LAST_RANK {
            out.extend(fields.iter().filter(|it| offer::rank(it) == rank).map(|it| self.key(it)));
        }
        let outermost = bound.filter(|it| it.is_outermost()).map(|it| it.format);
        for format in outermost.into_iter().chain(formats) {
            if let Some(listing) = &format.listing {
                self.sections(node, listing, present, &mut out);
            }
        }
        out
    }

    fn key_text(&self, key: NodeId) -> String {
        self.spot.document.tree.text(&self.spot.document.text, key).into_owned()
    }

    fn key(&self, field: &'static Field) -> Offer {
        let demand = required(field);
        let mut detail = describe::shape(&field.shape);
        if let Some(demand) = demand {
            detail = format!("{demand}; {detail}");
        }
        Offer {
            label: field.name.to_owned(),
            kind: CompletionKind::Field,
            pieces: offer::member(field, &self.known),
            begins: quote(field.name),
            detail: Some(detail),
            documentation: description(field),
            is_required: field.is_always_due(),
        }
    }

    /// Missing sections, the listed ones first.
    fn sections(&self, node: NodeId, listing: &'static Listing, present: &[String], out: &mut Vec<Offer>) {
        let document = self.spot.document;
        let (tree, text) = (&document.tree, &*document.text);
        let list = tree.get(text, node, listing.list);
        let listed: Vec<String> = list
            .into_iter()
            .flat_map(|it| tree.children(it))
            .filter(|it| tree.kind(*it) == Kind::String)
            .map(|it| tree.text(text, it).into_owned())
            .collect();
        let known = listing.sections.iter().map(|it| it.name);
        let more = known.filter(|name| listed.iter().all(|it| it != name)).map(str::to_owned);
        let names: Vec<(String, bool)> =
            listed.iter().cloned().map(|it| (it, true)).chain(more.map(|it| (it, false))).collect();
        for (name, is_required) in names {
            if present.contains(&name) || out.iter().any(|it| it.label == name) {
                continue;
            }
            let known = listing.sections.iter().find(|it| it.name == name);
            let detail = if is_required { "section; listed, but missing" } else { "section" };
            out.push(Offer {
                kind: CompletionKind::Section,
                pieces: offer::section(listing, known, &name),
                begins: quote(&name),
                detail: Some(detail.to_owned()),
                documentation: None,
                is_required,
                label: name,
            });
        }
        let (mut first, rest): (Vec<Offer>, Vec<Offer>) =
            std::mem::take(out).into_iter().partition(|it| it.is_required);
        first.extend(rest);
        *out = first;
    }

    /// Values of a member, or items of an array.
    fn values(&self, open: u32) -> Vec<Offer> {
        let Some(node) = self.container(open) else { return Vec::new() };
        let key =
            self.cursor.key.map(|it| crate::json::decode(it.of(self.spot.document.found()).trim_matches('"')).text);
        let mut out = self.values_of_tables(node);
        self.values_of_schema(node, key.as_deref(), &mut out);
        #[cfg(feature = "tool-calls")]
        if let Some(member) = self.member_of_key(node) {
            out.extend(self.view.names_of_tools(self.spot.doc, member.key));
        }
        out
    }

    /// The member whose key is before the offset.
    fn member_of_key(&self, node: NodeId) -> Option<&Member> {
        let document = self.spot.document;
        let read = document.read_offset(self.cursor.key?.start);
        self.bound(node)?.members.iter().find(|it| document.tree.span(it.key).start == read)
    }

    fn values_of_tables(&self, node: NodeId) -> Vec<Offer> {
        let document = self.spot.document;
        let bound = self.bound(node);
        if document.tree.kind(node) == Kind::Array {
            if let Some(list) = bound.and_then(|it| it.list) {
                return self.of_field(&list.item);
            }
            return self.names(node);
        }
        let Some(key) = self.cursor.key else { return Vec::new() };
        let raw = key.of(document.found());
        let name = crate::json::decode(raw.trim_matches('"')).text;
        let member = self.member_of_key(node);
        let field = member.and_then(|it| it.field).or_else(|| bound.and_then(|it| it.record.field(&name)));
        field.map(|it| self.of_field(it)).unwrap_or_default()
    }

    fn of_field(&self, field: &'static Field) -> Vec<Offer> {
        let is_id = |pieces: &[SnippetPart]| {
            field.from_request && self.known.id.is_some_and(|it| *pieces == [SnippetPart::Text(quote(it))])
        };
        let offer = |pieces: Vec<SnippetPart>| {
            let text = plain(&pieces);
            let begins = text.clone();
            let label = text.lines().next().unwrap_or_default().to_owned();
            let kind = if is_id(&pieces) { CompletionKind::Id } else { CompletionKind::Value };
            let detail = (kind == CompletionKind::Id).then(|| "the id in the request".to_owned());
            let documentation = description(field);
            Offer { label, kind, pieces, begins, detail, documentation, is_required: false }
        };
        let mut out: Vec<Offer> = offer::values(field, &self.known).into_iter().map(offer).collect();
        if let Shape::Encoded(formats) = field.shape.inner() {
            let known = formats.iter().filter(|it| it.listing.is_some() || !it.telling.is_empty());
            out.extend(known.map(|it| self.whole(it, 1)));
        }
        out
    }

    /// Section names for the list of sections: first those that exist but are not listed.
    fn names(&self, list: NodeId) -> Vec<Offer> {
        let document = self.spot.document;
        let (tree, text) = (&document.tree, &*document.text);
        let objects = self.view.opened.read.bindings.objects.iter().filter(|it| it.doc == self.spot.doc);
        let found = objects.filter_map(|it| Some((it, it.format.listing.as_ref()?)));
        let mut holder = found.filter(|it| it.0.member(it.1.list).is_some_and(|it| it.value == list));
        let Some((object, listing)) = holder.next() else { return Vec::new() };
        let listed: Vec<String> = tree.children(list).map(|it| tree.text(text, it).into_owned()).collect();
        let is_text = |it: &&crate::bind::Member| it.field.is_none() && tree.kind(it.value) == Kind::String;
        let there = object.members.iter().filter(is_text).map(|it| (self.key_text(it.key), "section"));
        let known = listing.sections.iter().map(|it| (it.name.to_owned(), "section; its text is missing"));
        let mut out: Vec<Offer> = Vec::new();
        for (name, detail) in there.chain(known) {
            let begun = quote(&name);
            let is_at_hand = self.cursor.begun.of(document.found()) == begun;
            if listed.contains(&name) && !is_at_hand || out.iter().any(|it| it.label == name) {
                continue;
            }
            out.push(Offer {
                label: name,
                kind: CompletionKind::Section,
                pieces: vec![SnippetPart::Text(begun.clone())],
                begins: begun,
                detail: Some(detail.to_owned()),
                documentation: None,
                is_required: false,
            });
        }
        out
    }

    /// What the whole document can be, if nothing is written yet.
    fn wholes(&self) -> Vec<Offer> {
        self.formats().into_iter().map(|it| self.whole(it, 0)).collect()
    }

    /// An object of a format with its required members, for a document or encoded this many times.
    fn whole(&self, format: &'static Format, n_levels: usize) -> Offer {
        let record = match format.list.map(|it| it.item.shape.inner()) {
            Some(Shape::Record(record)) => record,
            _ => &format.record,
        };
        let mut pieces = match &format.listing {
            Some(listing) => {
                let open = format!("{{\n  {}: [", quote(listing.list));
                vec![SnippetPart::Text(open), SnippetPart::Stop(String::new()), SnippetPart::Text("]\n}".to_owned())]
            }
            None => offer::object(record, &self.known, ""),
        };
        if format.is_list() {
            pieces.insert(0, SnippetPart::Text("[".to_owned()));
            pieces.push(SnippetPart::Text("]".to_owned()));
        }
        if n_levels > 0 {
            for piece in &mut pieces {
                if let SnippetPart::Text(text) | SnippetPart::Stop(text) = piece {
                    *text = crate::json::escaped(text, n_levels);
                }
            }
            pieces.insert(0, SnippetPart::Text("\"".to_owned()));
            pieces.push(SnippetPart::Text("\"".to_owned()));
        }
        Offer {
            label: record.title.to_owned(),
            kind: CompletionKind::Snippet,
            begins: plain(&pieces),
            pieces,
            detail: Some("all required fields".to_owned()),
            documentation: None,
            is_required: false,
        }
    }
}
