//! Actions about the rule of a finding: turn it off in the project file, or read its page.

use std::{fs, path::PathBuf};

use gen_lsp_types::{CodeAction, CodeActionKind, Command, TextEdit, Uri, WorkspaceEdit};
use serde_json::{Value, json};

use super::{
    actions, address,
    documents::OpenDocument,
    findings::{diagnostic, span},
    lines::{LineStarts, PositionCounter},
    rpc::Refusal,
    session::Session,
};
use crate::{config, host};
use agent_response::{report::Report, text::Span};
use agent_response_project as project;

pub(super) const KIND: &str = "quickfix.agentResponse.rule";

/// The command that shows the page of a rule.
pub(super) const SHOW: &str = "agent-response.showDocumentation";

/// The actions for the rules of the findings that touch a part of the text.
pub(super) fn actions(session: &Session, document: &OpenDocument, report: &Report, at: Span) -> Vec<CodeAction> {
    let mut places = document.places(session.client.encoding);
    let mut seen: Vec<&str> = Vec::new();
    let mut out = Vec::new();
    for finding in &report.diagnostics {
        let marked_span = span(finding.bytes);
        if marked_span.start > at.end || at.start > marked_span.end || seen.contains(&finding.code) {
            continue;
        }
        seen.push(finding.code);
        let marked = diagnostic(finding, &document.uri, &mut places, &session.client);
        let action = |title: String| CodeAction {
            title,
            kind: Some(CodeActionKind::from(KIND.to_owned())),
            diagnostics: Some(vec![marked.clone()]),
            ..CodeAction::default()
        };
        if finding.code != config::CODE {
            let title = format!("Turn off `{}` in {}", finding.code, config::NAME);
            let edit = turn_off(session, document, finding.code);
            out.extend(edit.map(|edit| CodeAction { edit: Some(edit), ..action(title) }));
        }
        let title = format!("Show documentation of `{}`", finding.code);
        let arguments = Some(vec![Value::from(finding.code)]);
        let command = Command { title: title.clone(), command: SHOW.to_owned(), arguments, tooltip: None };
        out.push(CodeAction { command: Some(command), ..action(title) });
    }
    out
}

/// The edit of the project file that applies to a text, or a new project file in the open folder.
fn turn_off(session: &Session, document: &OpenDocument, code: &str) -> Option<WorkspaceEdit> {
    let path = document.path.as_deref()?;
    let client = &session.client;
    let Some(project) = session.checker.project(path) else {
        let folder = client.folders.iter().find(|it| path.starts_with(it)).map(PathBuf::as_path).or(path.parent())?;
        let (_, text) = project::turned_off("", code)?;
        return actions::new_file(&address::uri(&folder.join(config::NAME)), text, client);
    };
    let open = session.documents.iter().find(|it| it.path.as_ref() == Some(&project));
    let (text, version, uri) = match open {
        Some(open) => (open.text.clone(), open.version, open.uri.clone()),
        None => (String::from_utf8(host::read(&project).ok()?).ok()?, None, address::uri(&project)),
    };
    let (bytes, new_text) = project::turned_off(&text, code)?;
    let lines = LineStarts::of(&text);
    let range = PositionCounter::new(&text, &lines, client.encoding).range(Span::new(bytes.start, bytes.end));
    Some(actions::edit_of(&uri, version, vec![TextEdit { range, new_text }], client))
}

/// Shows the page of a rule: as a document if the editor can, else as a message.
pub(super) fn show(session: &mut Session, arguments: &[Value]) -> Result<Value, Refusal> {
    let code = arguments.first().and_then(Value::as_str).unwrap_or_default();
    let page = match agent_response::explain(code) {
        Some(rule) => rule.page,
        None if code == config::CODE => config::PAGE,
        None => return Err(Refusal::invalid_params(format!("`{SHOW}` expects the name of a rule"))),
    };
    let file = if session.client.shows_documents { page_file(session, code, page) } else { None };
    let request = match file {
        Some(uri) => ("window/showDocument", json!({ "uri": uri, "takeFocus": true })),
        None => ("window/showMessageRequest", json!({ "type": 3, "message": page })),
    };
    session.asked.push(request);
    Ok(Value::Null)
}

/// The page in a file that exists as long as the server runs.
fn page_file(session: &mut Session, code: &str, page: &str) -> Option<Uri> {
    if session.pages.is_none() {
        session.pages = tempfile::Builder::new().prefix("agent-response-").tempdir().ok();
    }
    let path = session.pages.as_ref()?.path().join(format!("{code}.md"));
    fs::write(&path, page).ok()?;
    Some(address::uri(&path))
}
