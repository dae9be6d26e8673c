//! Commands on an open text: all safe fixes, an envelope around it, and the content of an envelope.

use gen_lsp_types::{CodeAction, CodeActionKind, Command, Range, TextEdit, WorkspaceEdit};
use serde::Deserialize;
use serde_json::Value;

use super::{
    actions,
    checker::Checker,
    client::Client,
    documents::{OpenDocument, OpenDocuments},
    findings::span,
    records::is_of_records,
    repair::SafelyFixed,
    rpc::Refusal,
    rules,
};
use crate::{clock, unwrap::why_no_content};
use agent_response::{
    WrapOptions,
    ide::{DocumentKind, InnerDocument, Opened},
    names::{FileKind, FileName},
};

const FIX_ALL: &str = "agent-response.fixAll";
const WRAP: &str = "agent-response.wrap";
const UNWRAP: &str = "agent-response.unwrap";
const FORMAT: &str = "agent-response.formatPayload";

/// All commands; the last one needs no text.
pub(super) const NAMES: [&str; 5] = [FIX_ALL, WRAP, UNWRAP, FORMAT, rules::SHOW];

/// Which text a command is about.
#[derive(Deserialize)]
#[serde(untagged)]
enum Argument {
    Uri(String),
    /// A part of it, for `wrap`.
    Part {
        uri: String,
        range: Option<Range>,
    },
}

/// What a command does.
pub(super) struct CommandResult {
    /// Its description for the client.
    pub(super) label: &'static str,
    /// `None` if there is nothing to change.
    pub(super) edit: Option<WorkspaceEdit>,
    /// What is said to the user.
    pub(super) said: Option<String>,
}

/// Runs a command.
pub(super) fn run(
    name: &str,
    arguments: &[Value],
    documents: &OpenDocuments,
    checker: &Checker,
    client: &Client,
) -> Result<CommandResult, Refusal> {
    if !NAMES.contains(&name) {
        return Err(Refusal::invalid_params(format!("unknown command `{}`", agent_response::diagnostic::shown(name))));
    }
    let argument = arguments.first().cloned().map(serde_json::from_value);
    let (uri, range) = match argument {
        Some(Ok(Argument::Uri(uri))) => (uri, None),
        Some(Ok(Argument::Part { uri, range })) => (uri, range),
        Some(Err(_)) | None => {
            return Err(Refusal::invalid_params(format!("`{name}` expects the address of an open file")));
        }
    };
    let document = documents.get(&uri).ok_or_else(|| Refusal::failed("the file is not open"))?;
    if name == FIX_ALL {
        let repaired = SafelyFixed::of(document, opened(document)?.options());
        let (edit, said) = (repaired.edit(document, client), Some(repaired.said()));
        return Ok(CommandResult { label: "Apply safe fixes", edit, said });
    }
    let (label, edit) = match name {
        WRAP => ("Wrap in envelope", wrap(document, range, documents, checker, client)?),
        UNWRAP => ("Replace envelope with its content", unwrap(document, client)?),
        _ => ("Indent payload", formatted(document, opened(document)?, client)?),
    };
    Ok(CommandResult { label, edit, said: None })
}

fn wrap(
    document: &OpenDocument,
    range: Option<Range>,
    documents: &OpenDocuments,
    checker: &Checker,
    client: &Client,
) -> Result<Option<WorkspaceEdit>, Refusal> {
    let part = range.filter(|it| it.start != it.end);
    let content = match part {
        Some(range) => document.lines.span(&document.text, range, client.encoding).of(&document.text),
        None => &document.text,
    };
    let request = document.path.as_deref().and_then(|it| checker.request(it, documents));
    let options = WrapOptions { request, created_at: clock::now(), ..WrapOptions::default() };
    let wrapped = agent_response::wrap(content, &options).map_err(|it| Refusal::failed(it.to_string()))?;
    if wrapped == content {
        return Err(Refusal::failed("this is already an envelope"));
    }
    Ok(match part {
        Some(range) => Some(actions::text_edit(document, vec![TextEdit { range, new_text: wrapped }], client)),
        None => actions::rewrite(document, &wrapped, client),
    })
}

fn unwrap(document: &OpenDocument, client: &Client) -> Result<Option<WorkspaceEdit>, Refusal> {
    let payload =
        agent_response::unwrap(&document.text).ok_or_else(|| Refusal::failed(why_no_content(&document.text)))?;
    if payload.kind == "cut" {
        return Err(Refusal::failed("the content is truncated"));
    }
    Ok(actions::rewrite(document, &payload.content, client))
}

/// The parsed text, if it is checked.
fn opened(document: &OpenDocument) -> Result<&Opened, Refusal> {
    let opened = document.checked.iter().flatten().find_map(|it| it.opened());
    opened.ok_or_else(|| Refusal::failed("this file is not checked"))
}

/// Indents the payloads that are JSON.
fn formatted(document: &OpenDocument, opened: &Opened, client: &Client) -> Result<Option<WorkspaceEdit>, Refusal> {
    let mut places = document.places(client.encoding);
    let mut edits = Vec::new();
    for payload in payloads(opened) {
        let found = opened.file().format(&payload.pointer, "  ").map_err(|it| Refusal::failed(it.to_string()))?;
        edits.extend(found.into_iter().map(|it| TextEdit { range: places.range(span(it.bytes)), new_text: it.text }));
    }
    Ok((!edits.is_empty()).then(|| actions::text_edit(document, edits, client)))
}

/// The payloads of the file itself: payloads inside payloads would be indented twice.
fn payloads(opened: &Opened) -> impl Iterator<Item = InnerDocument> {
    let is_payload = |it: &InnerDocument| it.kind == DocumentKind::Payload && it.parent.is_empty() && !it.broken;
    opened.documents().into_iter().filter(is_payload).filter(|it| it.depth > 0)
}

/// The same as actions, for editors that do not list commands: an envelope if there is none, or else its content.
pub(super) fn rewrites(document: &OpenDocument, opened: &Opened) -> Vec<CodeAction> {
    let mut out = Vec::new();
    if is_of_records(document) {
        return out;
    }
    let name = opened.options().file_name.as_deref().map(FileName::new);
    let is_request = name.is_some_and(|it| it.kind == FileKind::Request);
    if !is_request && !document.text.trim().is_empty() {
        out.push(match agent_response::unwrap(&document.text) {
            Some(_) => action(document, "Replace envelope with its content", UNWRAP),
            None => action(document, "Wrap in envelope", WRAP),
        });
    }
    if payloads(opened).any(|it| !opened.file().format(&it.pointer, "  ").unwrap_or_default().is_empty()) {
        out.push(action(document, "Indent payload", FORMAT));
    }
    out
}

fn action(document: &OpenDocument, title: &str, name: &str) -> CodeAction {
    let arguments = Some(vec![Value::from(document.uri.0.clone())]);
    let command = Command { title: title.to_owned(), command: name.to_owned(), arguments, tooltip: None };
    CodeAction {
        title: title.to_owned(),
        kind: Some(CodeActionKind::from(actions::REWRITE.to_owned())),
        command: Some(command),
        ..CodeAction::default()
    }
}
