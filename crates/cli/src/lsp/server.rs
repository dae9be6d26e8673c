//! The server: what each message does. Messages are handled one by one; unrequested output waits until no message is
//! left, so that a burst of changes costs one check.

use std::{collections::BTreeMap, io::Write};

use gen_lsp_types::{PublishDiagnosticsParams, Uri};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::{
    address, answers, capabilities,
    client::{Client, finds_calls, settings},
    documents::{DidChange, DidOpen, Role},
    findings,
    lines::{LineStarts, PositionCounter},
    rpc::{self, Incoming, Refusal},
    session::Session,
    wire,
};
use crate::{config, guard::guarded};

/// The state of the server.
pub(super) struct Server<W> {
    out: W,
    stage: Stage,
    session: Session,
    /// The number of our requests so far.
    n_requests: u32,
    /// Project files that are not open but whose findings the client shows.
    marked_projects: BTreeMap<String, Uri>,
    /// The client has to request findings again.
    is_refresh_due: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    New,
    Running,
    Finished,
}

/// The end of the server, and whether the client requested it.
pub(super) struct End {
    pub(super) is_clean: bool,
}

impl<W: Write> Server<W> {
    pub(super) fn new(out: W) -> Self {
        Self {
            out,
            stage: Stage::New,
            session: Session::default(),
            n_requests: 0,
            marked_projects: BTreeMap::new(),
            is_refresh_due: false,
        }
    }

    /// The input has ended.
    pub(super) fn end(&self) -> End {
        End { is_clean: self.stage == Stage::Finished }
    }

    /// Handles a message. A bug affects one answer, not the server.
    pub(super) fn handle(&mut self, message: Incoming, is_cancelled: bool) -> Option<End> {
        match message {
            Incoming::Request { id, .. } if is_cancelled => self.send(&rpc::answer(&id, Err(Refusal::cancelled()))),
            Incoming::Request { id, method, params } => {
                let outcome = guarded(|| self.request(&method, params));
                self.send(&rpc::answer(&id, outcome.unwrap_or_else(|it| Err(Refusal::internal(it)))));
            }
            Incoming::Notification { method, .. } if method == "exit" => return Some(self.end()),
            Incoming::Notification { method, params } => {
                let outcome = guarded(|| self.notification(&method, params));
                if let Err(why) = outcome.unwrap_or_else(|it| Err(format!("internal error, please report it: {it}"))) {
                    self.log(1, &format!("{method}: {why}"));
                }
            }
            Incoming::Answer { error: Some(why) } => self.log(2, &format!("the editor refused a request: {why}")),
            Incoming::Answer { error: None } => (),
            Incoming::Malformed { id, refusal } => self.send(&rpc::answer(&id, Err(refusal))),
        }
        None
    }

    fn request(&mut self, method: &str, params: Value) -> Result<Value, Refusal> {
        match (self.stage, method) {
            (Stage::New, "initialize") => Ok(self.initialize(&params)),
            (Stage::New, _) => Err(Refusal::not_initialized()),
            (Stage::Finished, _) => Err(Refusal::invalid_request("the server was shut down")),
            (Stage::Running, "initialize") => Err(Refusal::invalid_request("the server is initialized already")),
            (Stage::Running, "shutdown") => {
                self.stage = Stage::Finished;
                Ok(Value::Null)
            }
            (Stage::Running, _) => {
                let outcome = answers::answer(&mut self.session, method, params);
                for (method, params) in std::mem::take(&mut self.session.asked) {
                    self.ask(method, params);
                }
                for message in std::mem::take(&mut self.session.said) {
                    let params = json!({ "type": 3, "message": format!("Agent Response: {message}") });
                    self.send(&rpc::notification("window/showMessage", params));
                }
                outcome
            }
        }
    }

    fn initialize(&mut self, params: &Value) -> Value {
        self.session.client = Client::of(params);
        self.stage = Stage::Running;
        self.configure(params.get("initializationOptions").unwrap_or(&Value::Null));
        capabilities::of(&self.session.client)
    }

    fn configure(&mut self, value: &Value) {
        let (checking, faults) = settings(value);
        self.session.checker.checking = checking;
        self.session.checker.finds_calls = finds_calls(value);
        for fault in faults {
            self.log(2, &format!("settings: {fault}"));
        }
        self.check_again();
    }

    fn notification(&mut self, method: &str, params: Value) -> Result<(), String> {
        if self.stage != Stage::Running {
            return Ok(());
        }
        match method {
            "initialized" => self.watch(),
            "textDocument/didOpen" => self.opened(read(params)?),
            "textDocument/didChange" => self.changed(read(params)?)?,
            "textDocument/didClose" => self.closed(&uri_of(&params)),
            "textDocument/didSave" => self.saved(&uri_of(&params)),
            "workspace/didChangeWatchedFiles" => self.check_again(),
            "workspace/didChangeWorkspaceFolders" => {
                self.session.client.change_folders(params.get("event").unwrap_or(&Value::Null));
                self.check_again();
            }
            "workspace/didChangeConfiguration" => match params.get("settings").filter(|it| !it.is_null()) {
                Some(settings) => self.configure(settings),
                None => self.check_again(),
            },
            _ => (),
        }
        Ok(())
    }

    fn watch(&mut self) {
        if self.session.client.watches_files {
            self.ask("client/registerCapability", capabilities::watchers());
        }
    }

    fn opened(&mut self, opened: DidOpen) {
        if !self.session.client.watches_files {
            self.session.checker.forget();
        }
        let document = self.session.documents.open(opened);
        let role = self.session.checker.role(document.path.as_deref());
        document.role = Some(role);
        let uri = document.uri.clone();
        self.check_beside(&uri, role);
    }

    fn changed(&mut self, changed: DidChange) -> Result<(), String> {
        let document =
            self.session.documents.change(changed, self.session.client.encoding).ok_or("the file is not open")?;
        let (uri, role) = (document.uri.clone(), document.role.unwrap_or(Role::Checked));
        self.check_beside(&uri, role);
        Ok(())
    }

    fn closed(&mut self, uri: &str) {
        let Some(document) = self.session.documents.close(uri) else { return };
        if document.is_marked {
            self.publish(&document.uri, None, &[]);
        }
        self.check_beside(&document.uri, document.role.unwrap_or(Role::Checked));
    }

    /// Handles a saved file: the files that texts are compared with are read from disk, as are project files.
    fn saved(&mut self, uri: &str) {
        let document = self.session.documents.get(uri);
        let is_project = document.is_some_and(|it| it.role == Some(Role::Project));
        let path = document.and_then(|it| it.path.as_deref());
        let is_named = path.is_some_and(|it| self.session.checker.is_named_by_project(it));
        if is_project || is_named || !self.session.client.watches_files {
            self.check_again();
        }
    }

    /// Checks all agent files again.
    fn check_again(&mut self) {
        self.session.checker.forget();
        self.session.known.clear();
        for document in self.session.documents.iter_mut() {
            (document.role, document.checked, document.is_due) = (None, None, true);
        }
        self.is_refresh_due = self.session.client.refreshes;
    }

    /// Checks the files in the same folder again: they are compared with each other.
    fn check_beside(&mut self, changed: &Uri, role: Role) {
        if role != Role::Checked {
            return;
        }
        let folder = |uri: &Uri| uri.0.rfind('/').and_then(|at| uri.0.get(..at).map(str::to_owned));
        let changed_in = folder(changed);
        for document in
            self.session.documents.iter_mut().filter(|it| it.role == Some(Role::Checked) && it.uri != *changed)
        {
            if folder(&document.uri) == changed_in {
                (document.checked, document.is_due) = (None, true);
                self.is_refresh_due = self.session.client.refreshes;
            }
        }
    }

    /// Sends one pending message; false if there is none.
    pub(super) fn send_due(&mut self) -> bool {
        if std::mem::take(&mut self.is_refresh_due) && self.session.client.pulls {
            self.ask("workspace/diagnostic/refresh", Value::Null);
            return true;
        }
        let Some(uri) = self.session.documents.iter().find(|it| it.is_due).map(|it| it.uri.clone()) else {
            return false;
        };
        if let Some(document) = self.session.documents.get_mut(&uri.0) {
            document.is_due = false;
        }
        if !self.session.client.pulls
            && let Err(why) = guarded(|| self.publish_findings(&uri))
        {
            self.log(1, &format!("internal error, please report it: {why}"));
        }
        true
    }

    fn publish_findings(&mut self, uri: &Uri) {
        let checked = self.session.checked(&uri.0);
        self.publish_projects();
        let Some(document) = self.session.documents.get(&uri.0) else { return };
        let (version, was_marked) = (document.version, document.is_marked);
        let diagnostics = checked.as_ref().map(|it| self.session.diagnostics(document, it.report()));
        // Nothing is reported about files that are not agent files.
        if diagnostics.is_some() || was_marked {
            self.publish(uri, version, diagnostics.as_deref().unwrap_or_default());
        }
        if let Some(document) = self.session.documents.get_mut(&uri.0) {
            document.is_marked = checked.is_some();
        }
    }

    /// Sends the findings in project files that are not open.
    fn publish_projects(&mut self) {
        let mut before = std::mem::take(&mut self.marked_projects);
        for config in self.session.checker.faulty() {
            let uri = address::uri(&config.folder().join(config::NAME));
            if self.session.documents.get(&uri.0).is_some() {
                continue;
            }
            let lines = LineStarts::of(&config.text);
            let mut places = PositionCounter::new(&config.text, &lines, self.session.client.encoding);
            let found = findings::diagnostics(&config.report, &uri, &mut places, &self.session.client);
            if before.remove(&uri.0).is_none() {
                self.publish(&uri, None, &found);
            }
            self.marked_projects.insert(uri.0.clone(), uri);
        }
        for uri in before.into_values().filter(|it| self.session.documents.get(&it.0).is_none()).collect::<Vec<_>>() {
            self.publish(&uri, None, &[]);
        }
    }

    fn publish(&mut self, uri: &Uri, version: Option<i32>, found: &[gen_lsp_types::Diagnostic]) {
        let params = PublishDiagnosticsParams { uri: uri.clone(), version, diagnostics: found.to_vec() };
        self.send(&rpc::notification("textDocument/publishDiagnostics", params));
    }

    fn ask(&mut self, method: &str, params: Value) {
        self.n_requests += 1;
        self.send(&rpc::request(self.n_requests, method, params));
    }

    /// Shows a message in the editor's log; kind 1 is an error, 2 a warning.
    fn log(&mut self, kind: u8, message: &str) {
        self.send(&rpc::notification("window/logMessage", json!({ "type": kind, "message": message })));
    }

    fn send(&mut self, text: &str) {
        // If nobody reads the answers, the input ends soon.
        let _ = wire::write(&mut self.out, text);
    }
}

fn uri_of(params: &Value) -> String {
    params.pointer("/textDocument/uri").and_then(Value::as_str).unwrap_or_default().to_owned()
}

fn read<T: DeserializeOwned>(params: Value) -> Result<T, String> {
    serde_json::from_value(params).map_err(|it| it.to_string())
}
