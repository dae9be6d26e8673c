//! Which format a file has, and why: what was asked for, then the file's name, then its content.

use std::borrow::Cow;

use crate::bind::has_listing;
use crate::document::{DocId, Document, Documents};
use crate::formats::{self, AGENT_REQUEST, AGENT_RESPONSE, DELEGATOR, FACTORY};
use crate::json::{Kind, NodeId};
use crate::names::{FileKind, FileName};
use crate::options::Options;
use crate::spec::Format;

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
    let root = (0, docs.get(0).tree.root().unwrap_or_default());
    let keys = Keys::of(docs.get(0), root.1);
    let found = by_content(docs.get(0), &keys);
    let mut out = Detection {
        format: None,
        reason: String::new(),
        by: By::Nothing,
        root,
        envelope: Envelope::Whole,
        promised: None,
        ambiguous: None,
        in_mcp_result: false,
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
        unwrap_mcp(docs, &mut out);
    }
    if out.format.is_some_and(|it| std::ptr::eq(it, &AGENT_RESPONSE)) {
        out.envelope = envelope(docs.get(out.root.0), out.root.1);
    }
    if out.format.is_none() {
        out.reason = "the content fits no format".to_owned();
    }
    out
}

impl Detection {
    fn take(&mut self, found: &Found) {
        self.format = Some(found.format);
        self.by = By::Content;
        self.reason = format!("the object has {}", found.because);
        self.ambiguous = found.ambiguous;
    }
}

/// A format and the keys that speak for it.
struct Found {
    format: &'static Format,
    because: String,
    ambiguous: Option<(&'static Format, &'static str)>,
}

impl Found {
    fn new(format: &'static Format, because: impl Into<String>) -> Option<Self> {
        Some(Self { format, because: because.into(), ambiguous: None })
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
const FACTORY_PARTS: &[&str] = &["deliverables", "questions", "partial_work", "verdict", "blocking_issues"];
const FACTORY_WORDS: &[&str] = &["summary", "next_action", "confidence", "recommendation"];

/// The members of an object, read once; what is asked of it is asked many times.
struct Keys<'t> {
    list: Vec<(Cow<'t, str>, NodeId)>,
}

impl<'t> Keys<'t> {
    /// None for what is no object.
    fn of(document: &'t Document, node: NodeId) -> Self {
        let members = document.tree.members(node);
        Self { list: members.map(|(key, value)| (document.tree.text(&document.text, key), value)).collect() }
    }

    /// The value of a key; the last one when it stands twice, as readers take it.
    fn get(&self, key: &str) -> Option<NodeId> {
        self.list.iter().rev().find(|it| it.0 == key).map(|it| it.1)
    }
}

/// The order is that of the specifications: the more telling evidence first.
fn by_content(document: &Document, keys: &Keys) -> Option<Found> {
    let (tree, text) = (&document.tree, &*document.text);
    let has = |key: &str| keys.get(key);
    let says = |key: &str, begin: &str| {
        has(key).is_some_and(|it| tree.kind(it) == Kind::String && tree.text(text, it).starts_with(begin))
    };
    if says("schema_id", "codex/") {
        return Found::new(&DELEGATOR, "a `schema_id` of the Delegator");
    }
    if says("tool", "_codex") || says("tool", "mcp__") && has("tool_category").is_some() {
        return Found::new(&DELEGATOR, "a `tool` of the Delegator");
    }
    if has("tool_category").is_some() {
        return Found::new(&DELEGATOR, "`tool_category`");
    }
    let present = |keys: &'static [&'static str]| keys.iter().copied().filter(|it| has(it).is_some());
    if present(REQUEST).count() >= 2 {
        return Found::new(&AGENT_REQUEST, crate::diagnostic::listed(present(REQUEST), " and "));
    }
    let n_envelope = present(ENVELOPE).count() + usize::from(has("result").is_some());
    let has_core = ["response", "result", "request_id"].iter().any(|it| has(it).is_some());
    if n_envelope >= 3 && has_core {
        return Found::new(&AGENT_RESPONSE, crate::diagnostic::listed(present(ENVELOPE).take(3), " and "));
    }
    if has("sections").is_some_and(|it| tree.kind(it) == Kind::Array) {
        return Found::new(&AGENT_RESPONSE, "a list of `sections`");
    }
    // Two names are enough when the payload is encoded as ours is.
    if n_envelope >= 2 && (says("response", "{") || says("response", "[")) {
        return Found::new(&AGENT_RESPONSE, "a `response` with JSON in a string");
    }
    let status = has("status").filter(|it| tree.kind(*it) == Kind::String);
    let status = status.map(|it| tree.text(text, it).into_owned()).unwrap_or_default();
    if matches!(status.as_str(), "success" | "questions" | "failure") {
        if let Some(key) = present(FACTORY_PARTS).next() {
            return Found::new(&FACTORY, format!("`status` and `{key}`"));
        }
        let error = has("error").filter(|it| tree.kind(*it) == Kind::Object);
        let kinds = ["missing_input", "invalid_config", "ambiguous_requirements", "technical_error"];
        let is_factory_error = error.is_some_and(|it| {
            let kind = tree.get(text, it, "type").map(|it| tree.text(text, it));
            tree.get(text, it, "recoverable").is_some() || kind.is_some_and(|it| kinds.contains(&&*it))
        });
        if is_factory_error {
            return Found::new(&FACTORY, "`status` and an `error` with its type");
        }
        if let Some(key) = present(FACTORY_WORDS).next() {
            let ambiguous = (status == "success").then_some((&AGENT_RESPONSE, key));
            return Some(Found { format: &FACTORY, because: format!("`status` and `{key}`"), ambiguous });
        }
    }
    None
}

/// An MCP tool result holds its answer as text; the answer is looked at instead.
fn unwrap_mcp(docs: &mut Documents, out: &mut Detection) {
    let Some(string) = mcp_text(docs.get(0)) else { return };
    let inner = docs.nest(0, string);
    let Some(root) = docs.get(inner).tree.root() else { return };
    let keys = Keys::of(docs.get(inner), root);
    if let Some(found) = by_content(docs.get(inner), &keys) {
        out.take(&found);
        out.root = (inner, root);
        out.in_mcp_result = true;
    }
}

fn mcp_text(document: &Document) -> Option<NodeId> {
    let (tree, text) = (&document.tree, &*document.text);
    let content = tree.get(text, tree.root()?, "content")?;
    if tree.kind(content) != Kind::Array {
        return None;
    }
    tree.children(content).take(16).find_map(|item| {
        let is_text = tree.get(text, item, "type").is_some_and(|it| tree.is_text(text, it, "text"));
        tree.get(text, item, "text").filter(|it| is_text && tree.kind(*it) == Kind::String)
    })
}

fn envelope(document: &Document, root: NodeId) -> Envelope {
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
    let keys = Keys::of(document, root);
    let has = |key: &str| keys.get(key).is_some();
    let n_envelope = ENVELOPE.iter().filter(|it| has(it)).count();
    let has_payload = has("response") || has("result");
    let Some(listing) = formats::ENHANCEMENT.listing.as_ref() else { return Envelope::Whole };
    if has(listing.list) || has_listing(document, root, listing) {
        if has("request_id") || n_envelope >= 2 || has_payload {
            return Envelope::Mixed;
        }
        return Envelope::Raw(if has(listing.list) { "the agent's output" } else { "sections of an enhancement" });
    }
    let n_analysis = formats::ANALYSIS.telling.iter().filter(|it| has(it)).count();
    if n_analysis >= 2 && n_envelope == 0 && !has_payload {
        return Envelope::Raw("an analysis");
    }
    Envelope::Whole
}
