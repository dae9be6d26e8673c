//! Delegator envelopes: a tool's data or error, unchanged, inside the members that the format's table gives.

use super::WrapError;
use crate::detect::detect_alone;
use crate::diagnostic::Severity;
use crate::document::{Document, Documents};
use crate::envelope::object_text;
use crate::json::{self, Flags, Kind, Tree, quote};
use crate::options::{Options, WrapOptions};
use crate::spec::{Builder, Format};
use crate::text::Span;

/// Puts a JSON object into an envelope.
pub(super) fn wrap(
    format: &'static Format,
    content: &str,
    request_id: Option<&str>,
    options: &WrapOptions,
) -> Result<String, WrapError> {
    refuse_strays(options)?;
    let tool = Tool::of(format, options)?;
    let Some(request_id) = request_id else {
        return Err(WrapError::new("request_id", format_args!("is missing; a Delegator envelope requires it")));
    };
    let content = content.trim_matches([' ', '\t', '\n', '\r']);
    let (tree, errors) = json::parse(content, Span::new(0, content.len()));
    if !errors.is_empty() || tree.kind(0) != Kind::Object {
        return Err(WrapError::new("content", format_args!("is not a JSON object; expected the data of the tool")));
    }
    let status = match options.status.as_deref() {
        Some(status) => status,
        None if is_error(&tree, content) => "error",
        None => "ok",
    };
    let envelope = object_text(&[
        ("version", quote(format.version)),
        ("schema_id", quote(tool.schema_id)),
        ("tool", quote(tool.name)),
        ("tool_category", quote(tool.category)),
        ("request_id", quote(request_id)),
        ("ts", quote(&options.created_at)),
        ("status", quote(status)),
        ("meta", options.metadata.as_deref().unwrap_or("{}").to_owned()),
        (if status == "error" { "error" } else { "data" }, content.to_owned()),
    ]);
    if options.force {
        return Ok(envelope);
    }
    refused(&envelope).map_or(Ok(envelope), Err)
}

/// Refuses options for which the envelope has no field.
fn refuse_strays(options: &WrapOptions) -> Result<(), WrapError> {
    let strays = [
        ("error_message", &options.error_message),
        ("error_type", &options.error_type),
        ("duration_seconds", &options.duration_seconds),
    ];
    strays.iter().find(|it| it.1.is_some()).map_or(Ok(()), |(argument, _)| {
        Err(WrapError::new(argument, format_args!("is not allowed in a Delegator envelope")))
    })
}

/// A tool of the Delegator, and what the format's table says about it.
struct Tool<'o> {
    name: &'o str,
    schema_id: &'static str,
    category: &'static str,
}

impl<'o> Tool<'o> {
    /// The tool that the options name.
    fn of(format: &'static Format, options: &'o WrapOptions) -> Result<Self, WrapError> {
        let Some(name) = options.tool.as_deref() else {
            return Err(WrapError::new("tool", format_args!("is missing; a Delegator envelope requires it")));
        };
        let following = |field| following(format, field, name);
        let (Some(schema_id), Some(category)) = (following("schema_id"), following("tool_category")) else {
            let name = crate::diagnostic::shown(name);
            return Err(WrapError::new("tool", format_args!("is `{name}`, which is not a Delegator tool")));
        };
        Ok(Self { name, schema_id, category })
    }
}

/// What makes an envelope invalid, attributed to the argument that it comes from.
fn refused(envelope: &str) -> Option<WrapError> {
    let report = crate::pipeline::validate(envelope, &Options::default());
    let fault = report.diagnostics.iter().find(|it| it.severity == Severity::Error)?;
    let argument = match &*fault.pointer {
        "/ts" => "created_at",
        "/status" => "status",
        it if it.starts_with("/meta") => "metadata",
        _ => "content",
    };
    Some(WrapError::new(argument, format_args!("makes the envelope invalid: {}", fault.message)))
}

/// The value of a field for a tool, according to the format's table.
fn following(format: &'static Format, name: &str, tool: &str) -> Option<&'static str> {
    let field = format.record.fields.iter().find(|it| it.name == name)?;
    let rows = field.lookup?.rows;
    rows.iter().find(|it| it.0.contains(&tool)).map(|it| it.1)
}

/// An error has a code and a message; the data of no tool has both.
fn is_error(tree: &Tree, text: &str) -> bool {
    let is_text = |key: &str| tree.get(text, 0, key).is_some_and(|it| tree.kind(it) == Kind::String);
    is_text("code") && is_text("message")
}

/// The text of the data in an envelope, or of the error if the tool failed; and whether it is truncated.
pub(super) fn content(file: Document) -> Option<(String, bool)> {
    let mut docs = Documents::new(file);
    let detection = detect_alone(&mut docs);
    detection.format.filter(|it| it.builder == Some(Builder::ToolResult))?;
    let (doc, root) = detection.root;
    let document = docs.get(doc);
    let (tree, text) = (&document.tree, &*document.text);
    let failed = tree.get(text, root, "status").is_some_and(|it| tree.is_text(text, it, "error"));
    let keys = if failed { ["error", "data"] } else { ["data", "error"] };
    let object = |key: &&str| tree.get(text, root, key).filter(|it| tree.kind(*it) == Kind::Object);
    let value = keys.iter().find_map(object)?;
    Some((tree.span(value).of(text).to_owned(), tree.node(value).flags.has(Flags::UNCLOSED)))
}
