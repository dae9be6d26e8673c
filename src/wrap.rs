//! Content to envelope and back, to the byte.

use crate::detect::{Envelope as Found, detect};
use crate::document::{Document, Documents};
use crate::formats::AGENT_RESPONSE;
use crate::json::{self, Kind, NodeId, quote};
use crate::names::FileName;
use crate::options::{Options, WrapOptions};
use crate::surface::report::Unwrapped;
use crate::text::Span;

/// The id that is written when no request is at hand.
const NO_REQUEST: &str = "auto-wrapped";

/// The values of a new envelope; numbers and objects as JSON text.
pub(crate) struct Envelope<'a> {
    request_id: &'a str,
    status: &'a str,
    response: Option<&'a str>,
    error_message: Option<&'a str>,
    error_type: Option<&'a str>,
    created_at: &'a str,
    duration_seconds: &'a str,
    metadata: &'a str,
}

impl<'a> Envelope<'a> {
    /// A successful one around some content.
    pub(crate) fn of_content(content: &'a str, request_id: Option<&'a str>, created_at: &'a str) -> Self {
        Self {
            request_id: request_id.unwrap_or(NO_REQUEST),
            status: "success",
            response: Some(content),
            error_message: None,
            error_type: None,
            created_at,
            duration_seconds: "0.0",
            metadata: if request_id.is_some() { "{}" } else { "{\"auto_wrapped\": true}" },
        }
    }
}

/// The text of an envelope, one member a line, as the specification writes it.
pub(crate) fn envelope_text(envelope: &Envelope) -> String {
    let null_or = |it: Option<&str>| it.map_or_else(|| "null".to_owned(), quote);
    let members = [
        ("request_id", quote(envelope.request_id)),
        ("version", quote(AGENT_RESPONSE.version)),
        ("status", quote(envelope.status)),
        ("response", null_or(envelope.response)),
        ("error_message", null_or(envelope.error_message)),
        ("error_type", null_or(envelope.error_type)),
        ("created_at", quote(envelope.created_at)),
        ("duration_seconds", envelope.duration_seconds.to_owned()),
        ("metadata", envelope.metadata.to_owned()),
    ];
    let mut out = "{".to_owned();
    for (idx, (key, value)) in members.iter().enumerate() {
        out.push_str(if idx == 0 { "\n  \"" } else { ",\n  \"" });
        out.push_str(key);
        out.push_str("\": ");
        out.push_str(value);
    }
    out.push_str("\n}\n");
    out
}

/// Puts content, JSON or any other text, into an envelope. An envelope comes back as it is, unless forced.
///
/// Without a request at hand the id says that a tool made the envelope, and so does `metadata`.
pub fn wrap(content: &str, options: &WrapOptions) -> String {
    if !options.force && is_envelope(content) {
        return content.to_owned();
    }
    let from_request = options.request.as_deref().and_then(request_id);
    let request_id = options.request_id.as_deref().or(from_request.as_deref());
    let mut envelope = Envelope::of_content(content, request_id, &options.created_at);
    if let Some(status) = &options.status {
        envelope.status = status;
    }
    // A failure without output has none; blank output of a success is still the output.
    if envelope.status != "success" && content.is_empty() {
        envelope.response = None;
    }
    envelope.error_message = options.error_message.as_deref();
    envelope.error_type = options.error_type.as_deref();
    if let Some(duration) = &options.duration_seconds {
        envelope.duration_seconds = duration;
    }
    if let Some(metadata) = &options.metadata {
        envelope.metadata = metadata;
    }
    envelope_text(&envelope)
}

/// The decoded payload of an envelope; none when the text is no envelope with a string in `response`.
pub fn unwrap(text: &str) -> Option<Unwrapped> {
    let file = Document::file(text);
    let node = payload(&file)?;
    let content = file.tree.text(&file.text, node).into_owned();
    let (_, errors) = json::parse(&content, Span::new(0, content.len()));
    Some(Unwrapped { kind: if errors.is_empty() { "json" } else { "text" }, content })
}

fn payload(file: &Document) -> Option<NodeId> {
    let value = file.tree.get(&file.text, file.tree.root()?, "response")?;
    (file.tree.kind(value) == Kind::String).then_some(value)
}

fn is_envelope(content: &str) -> bool {
    let mut docs = Documents::new(Document::file(content));
    let detection = detect(&mut docs, &FileName::default(), &Options::default());
    let is_response = detection.format.is_some_and(|it| it.id == AGENT_RESPONSE.id);
    is_response && detection.envelope == Found::Whole
}

fn request_id(request: &str) -> Option<String> {
    let file = Document::file(request);
    let id = file.tree.get(&file.text, file.tree.root()?, "request_id")?;
    (file.tree.kind(id) == Kind::String).then(|| file.tree.text(&file.text, id).into_owned())
}
