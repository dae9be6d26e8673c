//! The changes of a fix for people: the file, and each document in it that changed, decoded and laid out, with the words
//! marked that changed.

use std::ops::Range;

use super::{lines, words};
use crate::{
    output::{BOLD, Look},
    visible::visible,
};
use agent_response::{
    Options,
    ide::{DocumentKind, InnerDocument, Language, Opened},
    json::begins_as_json,
};

/// In a file with more documents than this, those in the payloads stay encoded.
const MOST: usize = 64;

/// What is written for a document in the text around it.
const LEFT_OUT: &str = "…";

/// The changes between two texts of a file.
pub(crate) fn decoded(path: &str, (before, after): (&str, &str), options: &Options, look: Look) -> String {
    let new = documents(after, options, &[]);
    let old = documents(before, options, &new);
    let mut changed = pairs(&old, &new);
    changed.retain(|(old, new)| old.is_none_or(|it| (&it.text, it.depth) != (&new.text, new.depth)));
    let gone: Vec<&str> = changed.iter().filter_map(|it| Some(it.0?.pointer.as_str())).collect();
    let come: Vec<&str> = changed.iter().map(|it| it.1.pointer.as_str()).collect();
    let mut out = String::new();
    for (was, is) in changed {
        let was = was.map(|it| it.without(&old, &gone)).unwrap_or_default();
        let shown = lines::shown(&words::changes(&was, &is.without(&new, &come), is.is_json), look);
        let pointer = is.pointer.as_str();
        let place = if pointer.is_empty() { String::new() } else { format!(", {} decoded", visible(pointer)) };
        if !shown.is_empty() {
            out += &format!("{}\n{shown}", look.paint(BOLD, format!("{}{place}:", visible(path))));
        }
    }
    if out.is_empty() {
        let what = if before == after { "only the encoding changes" } else { "only the blanks between values change" };
        out = format!("{}\n  {what}\n", look.paint(BOLD, format!("{}:", visible(path))));
    }
    out
}

/// The file or a document in it.
struct ShownDocument {
    /// Empty for the file.
    pointer: String,
    parent: String,
    /// Nothing for the file.
    kind: Option<DocumentKind>,
    is_json: bool,
    text: String,
    /// How many times it is encoded in its parent.
    depth: u32,
    /// Where it is in the text of its parent, if that is known.
    place: Option<Range<usize>>,
}

impl ShownDocument {
    /// Its text without those documents in it that are shown by themselves.
    fn without(&self, all: &[Self], apart: &[&str]) -> String {
        let (mut out, mut done) = (String::new(), 0);
        let is_child = |it: &&Self| it.parent == self.pointer && !it.pointer.is_empty();
        for child in all.iter().filter(is_child).filter(|it| apart.contains(&it.pointer.as_str())) {
            let Some(Range { start, end }) = child.place.clone() else { continue };
            let Some(between) = self.text.get(done..start) else { continue };
            out += between;
            out += LEFT_OUT;
            done = end;
        }
        out + self.text.get(done..).unwrap_or_default()
    }
}

/// The file and the documents in it, outer before inner; also those strings that are documents in another text of the file.
fn documents(text: &str, options: &Options, others: &[ShownDocument]) -> Vec<ShownDocument> {
    let mut opened = Opened::new(text, options.clone());
    others.iter().take(MOST).for_each(|it| _ = opened.include(&it.pointer));
    let mut inner = opened.documents();
    if inner.len() > MOST {
        inner.retain(|it| it.parent.is_empty());
    }
    let is_json = begins_as_json(text);
    let text = text.to_owned();
    let file = ShownDocument {
        pointer: String::new(),
        parent: String::new(),
        kind: None,
        is_json,
        text,
        depth: 0,
        place: None,
    };
    let depths: Vec<_> = inner.iter().map(|it| (it.pointer.clone(), it.depth)).collect();
    let depth_of = |pointer: &str| depths.iter().find(|it| it.0 == pointer).map_or(0, |it| it.1);
    let shown = |it: InnerDocument| ShownDocument {
        place: place_in_parent(&opened, &it),
        is_json: it.language == Language::Json && begins_as_json(&it.text),
        depth: it.depth.saturating_sub(depth_of(&it.parent)),
        pointer: it.pointer,
        parent: it.parent,
        kind: Some(it.kind),
        text: it.text,
    };
    std::iter::once(file).chain(inner.into_iter().map(shown)).collect()
}

fn place_in_parent(opened: &Opened, document: &InnerDocument) -> Option<Range<usize>> {
    let offset = |it: u32| match document.parent.as_str() {
        "" => Some(it),
        parent => opened.to_inner(it).iter().find(|it| it.pointer == parent).map(|it| it.byte),
    };
    let (from, to) = (offset(document.place.bytes.from)?, offset(document.place.bytes.to)?);
    Some(from as usize..to as usize)
}

type DocumentPair<'d> = (Option<&'d ShownDocument>, &'d ShownDocument);

/// The documents of two texts that are the same one, in the order of the text after the change. What is a document in only one
/// of them stays encoded.
fn pairs<'d>(old: &'d [ShownDocument], new: &'d [ShownDocument]) -> Vec<DocumentPair<'d>> {
    let mut left: Vec<_> = old.iter().collect();
    let mut out: Vec<DocumentPair> = Vec::new();
    for document in new {
        let parent = out.iter().find(|it| it.1.pointer == document.parent).and_then(|it| it.0);
        // The key of the parent may be another one.
        let key = document.pointer.strip_prefix(&document.parent).unwrap_or_default();
        let pointer = format!("{}{key}", parent.map_or("", |it| &it.pointer));
        let same = left.iter().position(|it| it.pointer == pointer);
        // A document whose own key changed is the next one of its kind in the same place.
        let is_new = |it: &ShownDocument| it.kind == document.kind && !new.iter().any(|new| new.pointer == it.pointer);
        let renamed = || left.iter().position(|it| parent.is_some_and(|p| p.pointer == it.parent) && is_new(it));
        let mut before = same.or_else(renamed).map(|it| left.remove(it));
        // What was put into an envelope was the file.
        if let (None, Some(DocumentKind::Payload), [(file, _)]) = (before, document.kind, out.as_mut_slice()) {
            before = file.take();
        }
        out.push((before, document));
    }
    out.retain(|it| it.0.is_some() || it.1.pointer.is_empty());
    out
}
