//! What the client can do, and what it requests at the start. Parsed leniently: a client that describes itself wrongly
//! is still served.

use std::path::PathBuf;

use serde_json::Value;

use super::{address, lines::Encoding};
use crate::args::{Checking, ProfileArg, SwitchArg};
use agent_response::{Severity, rules};

/// What the client can do.
#[derive(Default)]
pub(super) struct Client {
    pub(super) encoding: Encoding,
    /// Whether the client requests diagnostics itself, so that none are sent to it.
    pub(super) pulls: bool,
    /// Whether the client can be asked to request diagnostics again.
    pub(super) refreshes: bool,
    /// Whether the client shows related places of a finding.
    pub(super) has_related: bool,
    /// Whether the client can show parts faded.
    pub(super) has_tags: bool,
    /// Whether the client requests an action's edits when the action is chosen.
    pub(super) resolves_edits: bool,
    /// Whether the client's edits specify the version of the text that they change.
    pub(super) has_versioned_edits: bool,
    pub(super) renames_files: bool,
    pub(super) creates_files: bool,
    /// Whether the client reports file changes.
    pub(super) watches_files: bool,
    pub(super) shows_markdown: bool,
    /// Whether inserted texts can have placeholders.
    pub(super) has_snippets: bool,
    /// Whether the client shows outlines as trees.
    pub(super) has_outlines: bool,
    /// Whether the client shows the origin of a link.
    pub(super) has_links: bool,
    pub(super) folds_by_line: bool,
    pub(super) shows_documents: bool,
    /// The folders that are open.
    pub(super) folders: Vec<PathBuf>,
}

impl Client {
    /// Reads the parameters of `initialize`.
    pub(super) fn of(params: &Value) -> Self {
        let at = |path: &str| params.pointer(&format!("/capabilities/{path}"));
        let is = |path: &str| at(path).and_then(Value::as_bool) == Some(true);
        let lists = |path: &str, word: &str| {
            at(path).and_then(Value::as_array).is_some_and(|it| it.iter().any(|it| it.as_str() == Some(word)))
        };
        let is_offered = |name: &str| lists("general/positionEncodings", name);
        let encoding = Encoding::ALL.iter().find(|it| is_offered(it.0)).map_or(Encoding::Utf16, |it| it.1);
        let document_changes = is("workspace/workspaceEdit/documentChanges");
        let changes_files = |kind| document_changes && lists("workspace/workspaceEdit/resourceOperations", kind);
        Self {
            encoding,
            pulls: at("textDocument/diagnostic").is_some_and(Value::is_object),
            refreshes: is("workspace/diagnostics/refreshSupport"),
            has_related: is("textDocument/publishDiagnostics/relatedInformation"),
            has_tags: at("textDocument/publishDiagnostics/tagSupport").is_some_and(|it| *it != Value::Bool(false)),
            resolves_edits: is("textDocument/codeAction/dataSupport")
                && lists("textDocument/codeAction/resolveSupport/properties", "edit"),
            has_versioned_edits: document_changes,
            renames_files: changes_files("rename"),
            creates_files: changes_files("create"),
            watches_files: is("workspace/didChangeWatchedFiles/dynamicRegistration"),
            shows_markdown: lists("textDocument/hover/contentFormat", "markdown"),
            has_snippets: is("textDocument/completion/completionItem/snippetSupport"),
            has_outlines: is("textDocument/documentSymbol/hierarchicalDocumentSymbolSupport"),
            has_links: is("textDocument/definition/linkSupport"),
            folds_by_line: is("textDocument/foldingRange/lineFoldingOnly"),
            shows_documents: is("window/showDocument/support"),
            folders: folders(params),
        }
    }
}

/// The folders that are open, in any of the ways in which clients have named them.
fn folders(params: &Value) -> Vec<PathBuf> {
    let listed = params.get("workspaceFolders").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let mut folders: Vec<PathBuf> = listed.iter().filter_map(folder).collect();
    if folders.is_empty() {
        let root = params.get("rootUri").and_then(Value::as_str).and_then(address::path);
        folders.extend(root.or_else(|| params.get("rootPath").and_then(Value::as_str).map(PathBuf::from)));
    }
    folders
}

fn folder(value: &Value) -> Option<PathBuf> {
    address::path(value.get("uri")?.as_str()?)
}

impl Client {
    /// Updates the folders after some were opened or closed.
    pub(super) fn change_folders(&mut self, event: &Value) {
        let list = |key: &str| event.get(key).and_then(Value::as_array).cloned().unwrap_or_default();
        let removed: Vec<PathBuf> = list("removed").iter().filter_map(folder).collect();
        self.folders.retain(|it| !removed.contains(it));
        self.folders.extend(list("added").iter().filter_map(folder));
    }
}

/// The editor's settings, which override those of the project file, and what is wrong with them.
pub(super) fn settings(value: &Value) -> (Checking, Vec<String>) {
    let value = section(value);
    let mut faults = Vec::new();
    let mut checking = Checking::default();
    for (key, value) in value.as_object().into_iter().flatten() {
        let word = value.as_str().unwrap_or_default();
        match key.as_str() {
            "profile" => match word {
                "default" => checking.profile = Some(ProfileArg::Default),
                "strict" => checking.profile = Some(ProfileArg::Strict),
                "upstream" => checking.profile = Some(ProfileArg::Upstream),
                _ => faults.push("`profile` must be \"default\", \"strict\" or \"upstream\"".to_owned()),
            },
            "payloads" => match (word, value.as_bool()) {
                ("on", _) | (_, Some(true)) => checking.payloads = Some(SwitchArg::On),
                ("off", _) | (_, Some(false)) => checking.payloads = Some(SwitchArg::Off),
                _ => faults.push("`payloads` must be \"on\" or \"off\"".to_owned()),
            },
            "rules" => rules_of(value, &mut checking, &mut faults),
            // Editors send all settings of a section, those of their own extensions included.
            _ => (),
        }
    }
    (checking, faults)
}

/// Whether files in which models call tools are checked without being named.
pub(super) fn finds_calls(value: &Value) -> bool {
    section(value).get("toolCalls").and_then(Value::as_bool).unwrap_or(true)
}

/// Clients send their settings with or without the name of the section.
fn section(value: &Value) -> &Value {
    value.get("agentResponse").or(value.get("agent-response")).unwrap_or(value)
}

fn rules_of(value: &Value, checking: &mut Checking, faults: &mut Vec<String>) {
    let Some(entries) = value.as_object() else {
        return faults.push("`rules` must be an object of severities by rule".to_owned());
    };
    for (code, severity) in entries {
        let shown = agent_response::diagnostic::shown(code);
        let word = severity.as_str().unwrap_or_default();
        let severity = Severity::from_name(word);
        if rules::by_id(code).is_none() {
            faults.push(format!("`{shown}` is not a rule"));
        } else if severity.is_none() && word != "off" {
            faults.push(format!(
                "the severity of `{shown}` must be \"off\", \"error\", \"warning\", \"info\" or \"hint\""
            ));
        } else {
            checking.rules.push((code.clone(), severity));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Client, settings};
    use serde_json::json;

    #[test]
    fn the_encoding_is_the_first_of_ours_that_the_client_offers() {
        let of =
            |offered| Client::of(&json!({"capabilities": {"general": {"positionEncodings": offered}}})).encoding.name();
        assert_eq!(of(json!(["utf-16", "utf-8"])), "utf-8");
        assert_eq!(of(json!(["utf-16", "utf-32"])), "utf-32");
        assert_eq!(of(json!(["utf-16"])), "utf-16");
        assert_eq!(of(json!(null)), "utf-16");
        assert_eq!(of(json!(["utf-7"])), "utf-16");
        assert_eq!(Client::of(&json!(null)).encoding.name(), "utf-16");
    }

    #[test]
    fn settings_are_read_and_judged() {
        let (checking, faults) =
            settings(&json!({"agentResponse": {"profile": "strict", "rules": {"not-pretty": "off"}, "other": 1}}));
        assert!(checking.profile.is_some() && faults.is_empty());
        assert_eq!(checking.rules, [("not-pretty".to_owned(), None)]);
        let (checking, faults) = settings(&json!({"payloads": 3, "rules": {"nothing": "off", "not-pretty": "loud"}}));
        assert!(checking.payloads.is_none() && checking.rules.is_empty());
        assert_eq!(faults.len(), 3, "{faults:?}");
        assert!(settings(&json!(null)).1.is_empty());
    }
}
