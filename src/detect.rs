//! Which format a file has, and why: what was asked for, then the file's name, then its content.

mod factory;
mod mcp;
mod under;

use std::borrow::Cow;

pub(crate) use mcp::recognise;
pub(crate) use under::{MOST_FIELDS, says_nothing};

use crate::bind::has_listing;
use crate::diagnostic::listed;
use crate::document::{DocId, Document, Documents};
use crate::formats::{self, AGENT_REQUEST, AGENT_RESPONSE, DELEGATOR};
use crate::json::{Kind, NodeId, Tree};
use crate::names::{FileKind, FileName};
use crate::options::Options;
use crate::spec::Format;
use crate::text::{begins_json, trim_start};

/// What a file was taken for.
#[derive(Debug)]
pub(crate) struct Detection {
    /// The format; none when it fits none.
    pub(crate) format: Option<&'static Format>,
    /// Why, in half a sentence.
    pub(crate) reason: String,
    /// What decided.
    pub(crate) by: By,
    /// The value that is judged: the root of the file, or what stands in a wrapper.
    pub(crate) root: (DocId, NodeId),
    /// How much of the envelope is there.
    pub(crate) envelope: Envelope,
    /// The format the name promises, when the content is of another one.
    pub(crate) promised: Option<&'static Format>,
    /// Another format that would fit as well, and the key that decided.
    pub(crate) ambiguous: Option<(&'static Format, &'static str)>,
    /// The JSON was found inside an MCP tool result.
    pub(crate) in_mcp_result: bool,
    /// The key that the envelope stands under, when it is not the whole file.
    pub(crate) under: Option<NodeId>,
    /// Values of the format in the other texts of that result.
    pub(crate) more: Vec<(DocId, NodeId)>,
    /// Words in place of the JSON, where the format has something to say of that.
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
pub(crate) enum Envelope {
    /// An envelope, perhaps with faults.
    Whole,
    /// The payload alone: what it is, in a sentence.
    Raw(&'static str),
    /// Payload and envelope mixed in one object.
    Mixed,
}

/// Finds out the format of the file.
pub(crate) fn detect(docs: &mut Documents, name: &FileName, options: &Options) -> Detection {
    let root = whole(docs);
    // Not the first JSON of a text is meant, but the first that is of a format.
    let asked = options.format.and_then(formats::by_id).filter(|it| it.text_around.is_some());
    docs.read_on(root.0, &|it| {
        let is_asked = asked.is_some_and(|format| has_field(&it.tree, &it.text, 0, format));
        is_asked || by_content(it, &Keys::of(it, 0)).is_some()
    });
    let keys = Keys::of(docs.get(root.0), root.1);
    let found = by_content(docs.get(root.0), &keys);
    let envelope_of_root = envelope(docs.get(root.0), root.1, &keys);
    let mut out = Detection {
        format: None,
        reason: String::new(),
        by: By::Nothing,
        root,
        envelope: Envelope::Whole,
        promised: None,
        ambiguous: None,
        in_mcp_result: false,
        under: None,
        more: Vec::new(),
        is_markdown: false,
    };
    let named = match name.kind {
        FileKind::Request => Some(&AGENT_REQUEST),
        FileKind::Response => Some(&AGENT_RESPONSE),
        FileKind::Other => None,
    };
    if let Some(format) = options.format.and_then(formats::by_id) {
        out.format = Some(format);
        out.by = By::Option;
        out.reason = "the options say so".to_owned();
        if found.is_none() {
            mcp::unwrap(docs, &mut out);
        }
    } else if let Some(named) = named {
        out.format = Some(named);
        out.by = By::Name;
        out.reason = format!("the file is named `{}`", name.name);
        let other = found.as_ref().filter(|it| it.format.id != named.id && it.ambiguous.is_none());
        if let Some(other) = other {
            out.promised = Some(named);
            out.take(other);
        }
    } else if let Some(found) = &found {
        out.take(found);
    } else {
        mcp::unwrap(docs, &mut out);
    }
    if found.is_none() && out.root == root {
        under::unwrap(docs.get(root.0), &mut out);
    }
    if out.format.is_some_and(|it| std::ptr::eq(it, &AGENT_RESPONSE)) {
        let (document, inner) = (docs.get(out.root.0), out.root.1);
        out.envelope = match out.root == root {
            true => envelope_of_root,
            false => envelope(document, inner, &Keys::of(document, inner)),
        };
    }
    if let Some(format) = out.format.filter(|it| it.markdown.is_some()) {
        out.is_markdown = is_markdown(docs.get(out.root.0), out.root.1, format);
    }
    if out.format.is_none() {
        out.reason = "the content matches no format".to_owned();
    }
    out
}

/// The root of the file, or of what it says as the inside of a string.
fn whole(docs: &mut Documents) -> (DocId, NodeId) {
    let doc = if docs.get(0).tree.is_inside() { docs.nest(0, 0) } else { 0 };
    (doc, docs.get(doc).tree.root().unwrap_or_default())
}

impl Detection {
    fn take(&mut self, found: &Found) {
        self.format = Some(found.format);
        self.by = By::Content;
        self.reason = "the object has ".to_owned();
        match &found.because {
            Because::Says(words) => self.reason.push_str(words),
            Because::Has(keys) => self.reason.push_str(&listed(keys.iter().copied(), " and ")),
        }
        self.ambiguous = found.ambiguous;
    }
}

/// A format and what speaks for it.
struct Found {
    format: &'static Format,
    because: Because,
    ambiguous: Option<(&'static Format, &'static str)>,
}

enum Because {
    /// What one of its members is.
    Says(&'static str),
    /// These members.
    Has(Vec<&'static str>),
}

impl Found {
    fn says(format: &'static Format, words: &'static str) -> Option<Self> {
        Some(Self { format, because: Because::Says(words), ambiguous: None })
    }

    fn has(format: &'static Format, keys: Vec<&'static str>) -> Option<Self> {
        Some(Self { format, because: Because::Has(keys), ambiguous: None })
    }
}

const ENVELOPE: &[&str] = &[
    "request_id",
    "version",
    "status",
    "response",
    "error_message",
    "error_type",
    "created_at",
    "duration_seconds",
    "metadata",
];
const REQUEST: &[&str] = &["agent_name", "prompt", "phase_name", "timeout_seconds"];

/// The members of an object, read once; what is asked of it is asked many times.
struct Keys<'t> {
    list: Vec<(Cow<'t, str>, NodeId)>,
}

impl<'t> Keys<'t> {
    /// None for what is no object.
    fn of(document: &'t Document, node: NodeId) -> Self {
        // Envelopes have about ten.
        let mut list = Vec::with_capacity(16);
        for (key, value) in document.tree.members(node) {
            list.push((document.tree.text(&document.text, key), value));
        }
        Self { list }
    }

    /// The value of a key; the last one when it stands twice, as readers take it.
    fn get(&self, key: &str) -> Option<NodeId> {
        self.list.iter().rev().find(|it| it.0 == key).map(|it| it.1)
    }

    fn has(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// Those of some keys that are there.
    fn present(&self, keys: &[&'static str]) -> Vec<&'static str> {
        let mut out = Vec::with_capacity(keys.len());
        for key in keys {
            if self.has(key) {
                out.push(*key);
            }
        }
        out
    }
}

/// The order is that of the specifications: the more telling evidence first.
fn by_content(document: &Document, keys: &Keys) -> Option<Found> {
    let (tree, text) = (&document.tree, &*document.text);
    let says = |key: &str, begin: &str| {
        let value = keys.get(key).filter(|it| tree.kind(*it) == Kind::String);
        value.is_some_and(|it| tree.text(text, it).starts_with(begin))
    };
    if says("schema_id", "codex/") {
        return Found::says(&DELEGATOR, "a `schema_id` of the Delegator");
    }
    let has_category = keys.has("tool_category");
    if says("tool", "_codex") || (says("tool", "mcp__") && has_category) {
        return Found::says(&DELEGATOR, "a `tool` of the Delegator");
    }
    if has_category {
        return Found::says(&DELEGATOR, "`tool_category`");
    }
    let request = keys.present(REQUEST);
    if request.len() >= 2 {
        return Found::has(&AGENT_REQUEST, request);
    }
    let mut envelope = keys.present(ENVELOPE);
    let n_envelope = envelope.len() + usize::from(keys.has("result"));
    let has_core = keys.has("response") || keys.has("result") || keys.has("request_id");
    if n_envelope >= 3 && has_core {
        envelope.truncate(3);
        return Found::has(&AGENT_RESPONSE, envelope);
    }
    if keys.get("sections").is_some_and(|it| tree.kind(it) == Kind::Array) {
        return Found::says(&AGENT_RESPONSE, "a list of `sections`");
    }
    // Two names are enough when the payload is encoded as ours is.
    if n_envelope >= 2 && (says("response", "{") || says("response", "[")) {
        return Found::says(&AGENT_RESPONSE, "a `response` with JSON in a string");
    }
    factory::by_members(document, keys)
}

/// Words, and in them no object with a field of the format.
fn is_markdown(document: &Document, root: NodeId, format: &Format) -> bool {
    let (tree, text) = (&document.tree, &*document.text);
    let begin = trim_start(text);
    // A number by itself, or `null`, is JSON.
    let is_json = begins_json(begin) || document.errors.is_empty() && document.layout.fence.is_none();
    !begin.is_empty() && !is_json && !has_field(tree, text, root, format)
}

fn has_field(tree: &Tree, text: &str, root: NodeId, format: &Format) -> bool {
    tree.members(root).any(|(key, _)| format.fields.iter().any(|it| tree.is_text(text, key, it.name)))
}

fn envelope(document: &Document, root: NodeId, keys: &Keys) -> Envelope {
    let (tree, text) = (&document.tree, &*document.text);
    if tree.kind(root) == Kind::Array {
        let is_agent = |it: NodeId| {
            let says = |key: &str| tree.get(text, it, key).is_some();
            says("name") && (says("description") || says("reason") || says("technologies"))
        };
        let is_list = tree.children(root).next().is_some_and(is_agent);
        return if is_list { Envelope::Raw("a list of agents") } else { Envelope::Whole };
    }
    if tree.kind(root) != Kind::Object {
        return Envelope::Whole;
    }
    let n_envelope = keys.present(ENVELOPE).len();
    let has_payload = keys.has("response") || keys.has("result");
    let Some(listing) = formats::ENHANCEMENT.listing.as_ref() else { return Envelope::Whole };
    if keys.has(listing.list) || has_listing(document, root, listing) {
        if keys.has("request_id") || n_envelope >= 2 || has_payload {
            return Envelope::Mixed;
        }
        return Envelope::Raw(if keys.has(listing.list) { "the agent's output" } else { "an enhancement" });
    }
    let analysis = formats::ANALYSIS.telling.iter().filter(|it| keys.has(it)).count();
    if analysis >= 2 && n_envelope == 0 && !has_payload {
        return Envelope::Raw("an analysis");
    }
    Envelope::Whole
}
