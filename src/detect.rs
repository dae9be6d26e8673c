//! Which format a file has, and why: decided by the options, then by its name, then by its content.

mod mcp;
mod signs;
mod under;

pub(crate) use mcp::recognize;
pub(crate) use under::{MOST_FIELDS, says_nothing};

use signs::{Evidence, ReadObject, by_content, by_sign};

use crate::diagnostic::listed;
use crate::document::{DocId, Document, Documents};
use crate::formats::{self, FORMATS};
use crate::json::{self, Kind, NodeId, Tree};
use crate::names::{FileKind, FileName};
use crate::options::Options;
use crate::spec::{Format, Sign};
use crate::text::begins_json;

/// The result of the detection.
#[derive(Debug)]
pub(crate) struct Detection {
    /// The format; `None` if the file matches none.
    pub(crate) format: Option<&'static Format>,
    /// Why, in half a sentence.
    pub(crate) reason: String,
    /// What decided.
    pub(crate) by: By,
    /// The value to check: the root of the file, or the content of a wrapper.
    pub(crate) root: (DocId, NodeId),
    /// How much of the envelope exists.
    pub(crate) envelope: EnvelopeKind,
    /// The format that the name suggests, if the content has another one.
    pub(crate) promised: Option<&'static Format>,
    /// Another format that matches equally well, and the key that decided.
    pub(crate) ambiguous: Option<(&'static Format, &'static str)>,
    /// The JSON was found inside an MCP tool result.
    pub(crate) in_mcp_result: bool,
    /// The key of the envelope, if it is not the whole file.
    pub(crate) under: Option<(DocId, NodeId)>,
    /// Values of the format in the MCP result's other texts.
    pub(crate) more: Vec<(DocId, NodeId)>,
    /// The file is prose instead of JSON, and the format has a message for that.
    pub(crate) is_markdown: bool,
}

/// What decided on the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum By {
    /// The options.
    Option,
    /// The file name.
    Name,
    /// The content.
    Content,
    /// Nothing did.
    Nothing,
}

/// How much of an envelope an object is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EnvelopeKind {
    /// An envelope, perhaps with errors.
    Whole,
    /// The payload alone; what it is, as part of a sentence, if it is a known one.
    Raw(Option<&'static str>),
    /// Payload and envelope mixed in one object.
    Mixed,
}

/// Detects the format of the file.
pub(crate) fn detect(docs: &mut Documents, name: &FileName, options: &Options) -> Detection {
    let root = whole(docs);
    let asked = options.format.and_then(formats::by_id);
    // The first JSON of a known format is meant, not the first JSON.
    let sought = asked.filter(|it| it.text_around.is_some());
    docs.read_on(root.0, &|document| {
        sought.is_some_and(|format| has_field(&document.tree, &document.text, 0, format))
            || by_content(&ReadObject::new(document, 0)).is_some()
    });
    let seen = ReadObject::new(docs.get(root.0), root.1);
    // If a format is given, try it first, then any known format: usually it is the given one.
    let found = asked.and_then(|it| by_sign(&seen, it)).or_else(|| by_content(&seen));
    let mut out = Detection::of(root);
    out.decide(asked, name, found.as_ref());
    if found.is_some() {
        out.look_inside(docs, &seen);
    } else {
        if out.by != By::Name {
            mcp::unwrap(docs, &mut out);
        }
        #[cfg(feature = "tool-calls")]
        if out.root == root && out.by != By::Name {
            out.take_kind(&ReadObject::new(docs.get(root.0), root.1), &name.name);
        }
        if out.root == root && out.by != By::Content {
            under::unwrap(docs, &mut out);
        }
        out.look_inside(docs, &ReadObject::new(docs.get(out.root.0), out.root.1));
    }
    if out.format.is_none() {
        out.reason = "the content matches no format".to_owned();
    }
    out
}

/// Detects the format of a text by its content alone.
pub(crate) fn detect_alone(docs: &mut Documents) -> Detection {
    detect(docs, &FileName::default(), &Options::default())
}

/// Whether a file is a response of an agent, by its name or by the format that it was checked as.
pub fn is_response(file_name: Option<&str>, format: Option<&str>) -> bool {
    let kind = FileKind::Response;
    let is_named = file_name.is_some_and(|it| FileName::new(it).kind == kind);
    is_named || format.is_some() && promised(kind).map(|it| it.id) == format
}

/// The root of the file, or of its decoded content if it is the inside of a string.
fn whole(docs: &mut Documents) -> (DocId, NodeId) {
    let doc = if docs.get(0).tree.is_inside() { docs.nest(0, 0) } else { 0 };
    (doc, docs.get(doc).tree.root().unwrap_or_default())
}

/// The format that a file's name suggests.
fn promised(kind: FileKind) -> Option<&'static Format> {
    FORMATS.iter().copied().find(|it| it.named == kind && kind != FileKind::Other)
}

impl Detection {
    /// Nothing is known yet.
    fn of(root: (DocId, NodeId)) -> Self {
        Self {
            format: None,
            reason: String::new(),
            by: By::Nothing,
            root,
            envelope: EnvelopeKind::Whole,
            promised: None,
            ambiguous: None,
            in_mcp_result: false,
            under: None,
            more: Vec::new(),
            is_markdown: false,
        }
    }

    /// The options come first, then the name; if the content contradicts the name, the name's format is kept as
    /// `promised`.
    fn decide(&mut self, asked: Option<&'static Format>, name: &FileName, found: Option<&Evidence>) {
        if let Some(format) = asked {
            self.format = Some(format);
            self.by = By::Option;
            self.reason = "the options say so".to_owned();
        } else if let Some(named) = promised(name.kind) {
            self.format = Some(named);
            self.by = By::Name;
            self.reason = format!("the file is named `{}`", name.name);
            if let Some(other) = found.filter(|it| it.format.id != named.id && it.sign.or.is_none()) {
                self.promised = Some(named);
                self.take(other);
            }
        } else if let Some(found) = found {
            self.take(found);
        }
    }

    /// The kind of a file with tool calls.
    #[cfg(feature = "tool-calls")]
    fn take_kind(&mut self, seen: &ReadObject, name: &str) {
        let Some(found) = signs::with_tools(seen, name, self.format) else { return };
        if self.format.is_none() {
            self.take(&found);
        }
        self.format = Some(found.format);
    }

    /// The kind of a record after one of this kind in a file, which fewer signs show then.
    #[cfg(feature = "tool-calls")]
    pub(crate) fn go_on(&mut self, docs: &Documents, kind: &'static Format) {
        let is_vague =
            self.format.is_none_or(|it| formats::by_id(kind.id).is_some_and(|first| std::ptr::eq(it, first)));
        let seen = ReadObject::new(docs.get(self.root.0), self.root.1);
        if let Some(sign) = kind.again.iter().find(|it| is_vague && seen.members(kind, it).is_some()) {
            self.take(&Evidence { format: kind, sign, members: Vec::new() });
        }
    }

    fn take(&mut self, found: &Evidence) {
        self.format = Some(found.format);
        self.by = By::Content;
        let what = if found.format.is_list() { "array" } else { "object" };
        self.reason = match found.sign.says {
            "" => format!("the {what} has {}", listed(&found.members, " and ")),
            says => format!("the {what} has {says}"),
        };
        self.ambiguous = found.sign.or.and_then(|it| Some((it, *found.members.last()?)));
    }

    /// Whether the envelope is complete, and whether there is prose instead of JSON.
    fn look_inside(&mut self, docs: &Documents, seen: &ReadObject) {
        let Some(format) = self.format else { return };
        let (document, root) = (docs.get(self.root.0), self.root.1);
        if !format.payload_keys.is_empty() {
            self.envelope = envelope(document, root, seen, format);
        }
        self.is_markdown = format.markdown.is_some() && is_markdown(document, root, format);
    }
}

/// Whether a file is prose without an object that has a field of the format.
fn is_markdown(document: &Document, root: NodeId, format: &Format) -> bool {
    let (tree, text) = (&document.tree, &*document.text);
    let begins = |it: &str| begins_json(it) && !json::is_marked(it.trim_start());
    // A number by itself, or `null`, is JSON; so is a text that begins as JSON either before or after its slips are
    // undone.
    let is_json =
        begins(text) || begins(document.found()) || document.errors.is_empty() && document.layout.fence.is_none();
    !text.trim_start().is_empty() && !is_json && !has_field(tree, text, root, format)
}

fn has_field(tree: &Tree, text: &str, root: NodeId, format: &Format) -> bool {
    tree.members(root).any(|(key, _)| format.fields.iter().any(|it| tree.is_text(text, key, it.name)))
}

/// How much of an envelope a value is: whether it is a payload recognized by itself, with or without fields of an
/// envelope next to it.
fn envelope(document: &Document, root: NodeId, seen: &ReadObject, format: &Format) -> EnvelopeKind {
    let has_payload = format.payload_keys.iter().any(|it| seen.has(it));
    let has_id = format.fields.iter().any(|it| it.from_request && seen.has(it.name));
    let n_fields = seen.n_fields(format);
    for payload in format.payloads() {
        // Without a list of names, it is a payload only if it is alone.
        if payload.listing.is_none() && (n_fields > 0 || has_payload) {
            continue;
        }
        let item = document.tree.children(root).next().filter(|_| document.tree.kind(root) == Kind::Array);
        let bare = match item {
            Some(item) if payload.is_list() => payload.bare_sign(&ReadObject::new(document, item)),
            None if !payload.is_list() => payload.bare_sign(seen),
            _ => None,
        };
        let Some(sign) = bare else { continue };
        if payload.listing.is_some() && (has_id || n_fields >= 2 || has_payload) {
            return EnvelopeKind::Mixed;
        }
        return EnvelopeKind::Raw(Some(sign.says));
    }
    EnvelopeKind::Whole
}

impl Format {
    fn bare_sign(&'static self, seen: &ReadObject) -> Option<&'static Sign> {
        self.bare.iter().find(|it| seen.members(self, it).is_some())
    }
}
