//! A new envelope: its values, and its text as the specification writes it.

use crate::formats::built_by;
use crate::json::quote;
use crate::spec::Builder;

/// The id that is written when no request is at hand.
pub(crate) const NO_REQUEST: &str = "auto-wrapped";

/// The values of a new envelope; numbers and objects as JSON text.
pub(crate) struct Envelope<'a> {
    pub(crate) request_id: &'a str,
    pub(crate) status: &'a str,
    pub(crate) response: Option<&'a str>,
    pub(crate) error_message: Option<&'a str>,
    pub(crate) error_type: Option<&'a str>,
    pub(crate) created_at: &'a str,
    pub(crate) duration_seconds: &'a str,
    pub(crate) metadata: &'a str,
}

impl<'a> Envelope<'a> {
    /// An envelope of a successful run around some content.
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

/// The text of an envelope, one member per line, as the specification writes it.
pub(crate) fn envelope_text(envelope: &Envelope) -> String {
    let format = built_by(Builder::Answer);
    let null_or = |it: Option<&str>| it.map_or_else(|| "null".to_owned(), quote);
    // In the order of the table.
    let values = [
        quote(envelope.request_id),
        quote(format.version),
        quote(envelope.status),
        null_or(envelope.response),
        null_or(envelope.error_message),
        null_or(envelope.error_type),
        quote(envelope.created_at),
        envelope.duration_seconds.to_owned(),
        envelope.metadata.to_owned(),
    ];
    let names = format.fields.iter().map(|it| it.name);
    object_text(&names.zip(values).collect::<Vec<_>>())
}

/// An object with these members, given as keys and JSON, one per line.
pub(crate) fn object_text(members: &[(&str, String)]) -> String {
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
