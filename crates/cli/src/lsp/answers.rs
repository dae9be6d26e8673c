//! The answers to requests about open texts.

use gen_lsp_types::{CodeAction, CodeActionKind, CodeActionParams, ExecuteCommandParams};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::{
    actions, commands,
    documents::OpenDocument,
    findings, questions,
    repair::{self, SafelyFixed},
    rpc::{Refusal, value},
    rules,
    session::Session,
    workspace,
};
use agent_response::ide::Opened;

/// Answers a request.
pub(super) fn answer(session: &mut Session, method: &str, params: Value) -> Result<Value, Refusal> {
    match method {
        "textDocument/diagnostic" => diagnostic(session, &params),
        "workspace/diagnostic" => Ok(workspace::answer(session, &params)),
        "textDocument/codeAction" => code_action(session, read(params)?),
        "codeAction/resolve" => resolve(session, read(params)?),
        "workspace/executeCommand" => execute(session, read(params)?),
        _ if questions::METHODS.contains(&method) => questions::answer(session, method, &params),
        _ => Err(Refusal::unknown_method(method)),
    }
}

/// The findings, for clients that request them.
fn diagnostic(session: &mut Session, params: &Value) -> Result<Value, Refusal> {
    let uri = params.pointer("/textDocument/uri").and_then(Value::as_str);
    let uri = uri.ok_or_else(|| Refusal::invalid_params("`textDocument` must have a `uri`"))?;
    let checked = session.checked(uri);
    let Some((document, checked)) = session.documents.get(uri).zip(checked) else {
        return Ok(json!({ "kind": "full", "items": [] }));
    };
    let items = value(session.diagnostics(document, checked.report()));
    let name = findings::name_of(&items);
    if params.get("previousResultId").and_then(Value::as_str) == Some(&name) {
        return Ok(json!({ "kind": "unchanged", "resultId": name }));
    }
    Ok(json!({ "kind": "full", "resultId": name, "items": items }))
}

fn code_action(session: &mut Session, params: CodeActionParams) -> Result<Value, Refusal> {
    let uri = params.text_document.uri;
    let checked = session.checked(&uri.0);
    let Some((document, checked)) = session.documents.get(&uri.0).zip(checked) else { return Ok(json!([])) };
    let only = params.context.only.as_deref();
    let mut out = Vec::new();
    if actions::is_wanted(actions::QUICK_FIX, only) || actions::is_wanted(actions::SUGGESTION, only) {
        let at = document.lines.span(&document.text, params.range, session.client.encoding);
        let mut found = actions::quick_fixes(document, checked.report(), at, &session.client);
        found.extend(repair::completions(session, document, checked.report(), at));
        found.retain(|it| it.kind.as_ref().is_some_and(|it| actions::is_wanted(&it.to_string(), only)));
        out.append(&mut found);
    }
    if actions::is_wanted(rules::KIND, only) {
        let at = document.lines.span(&document.text, params.range, session.client.encoding);
        out.extend(rules::actions(session, document, checked.report(), at));
    }
    if actions::is_wanted(actions::FIX_ALL, only) {
        out.extend(checked.opened().and_then(|it| fix_all(session, document, it)));
    }
    if actions::is_wanted(actions::REWRITE, only) {
        out.extend(checked.opened().into_iter().flat_map(|it| commands::rewrites(document, it)));
    }
    Ok(value(out))
}

/// The action that applies all safe fixes.
fn fix_all(session: &Session, document: &OpenDocument, opened: &Opened) -> Option<CodeAction> {
    let title = repair::title(document, opened.report(), opened.options())?;
    let kind = Some(CodeActionKind::from(actions::FIX_ALL.to_owned()));
    let mut action = CodeAction { title, kind, ..CodeAction::default() };
    if session.client.resolves_edits {
        action.data = Some(json!({ "uri": document.uri.0, "version": document.version }));
    } else {
        action.edit = Some(SafelyFixed::of(document, opened.options()).edit(document, &session.client)?);
    }
    Some(action)
}

/// The edit of the action that applies all safe fixes.
fn resolve(session: &mut Session, mut action: CodeAction) -> Result<Value, Refusal> {
    let Some(data) = action.data.clone() else { return Ok(value(action)) };
    let uri = data.get("uri").and_then(Value::as_str).ok_or_else(|| Refusal::invalid_params("`data` has no `uri`"))?;
    let checked = session.checked(uri);
    let Some((document, checked)) = session.documents.get(uri).zip(checked) else { return Err(Refusal::modified()) };
    if data.get("version").and_then(Value::as_i64) != document.version.map(i64::from) {
        return Err(Refusal::modified());
    }
    action.edit =
        checked.opened().and_then(|it| SafelyFixed::of(document, it.options()).edit(document, &session.client));
    Ok(value(action))
}

fn execute(session: &mut Session, params: ExecuteCommandParams) -> Result<Value, Refusal> {
    let arguments = params.arguments.unwrap_or_default();
    if params.command == rules::SHOW {
        return rules::show(session, &arguments);
    }
    if let Some(uri) = arguments.first().and_then(|it| it.as_str().or(it.get("uri")?.as_str())) {
        session.checked(uri);
    }
    let outcome = commands::run(&params.command, &arguments, &session.documents, &session.checker, &session.client)?;
    session.said.extend(outcome.said);
    if let Some(edit) = outcome.edit {
        session.asked.push(("workspace/applyEdit", json!({ "label": outcome.label, "edit": edit })));
    }
    Ok(Value::Null)
}

fn read<T: DeserializeOwned>(params: Value) -> Result<T, Refusal> {
    serde_json::from_value(params).map_err(|it| Refusal::invalid_params(it.to_string()))
}
