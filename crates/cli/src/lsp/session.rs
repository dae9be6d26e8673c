//! What is known about the open texts. Knows nothing of the connection.

use std::{collections::HashMap, path::PathBuf, rc::Rc, time::SystemTime};

use gen_lsp_types::Diagnostic;
use serde_json::Value;

use super::{
    checker::Checker,
    client::Client,
    documents::{CheckedText, OpenDocument, OpenDocuments},
    findings,
};
use agent_response::report::Report;

/// The findings in files that are not open, each with the time and size that the file had.
pub(super) type ClosedFindings = HashMap<PathBuf, (Option<(SystemTime, u64)>, Value)>;

/// The client, its texts, and the findings in them.
#[derive(Default)]
pub(super) struct Session {
    pub(super) client: Client,
    pub(super) documents: OpenDocuments,
    pub(super) checker: Checker,
    /// Requests to send to the client, with their parameters.
    pub(super) asked: Vec<(&'static str, Value)>,
    /// Messages to show to the user.
    pub(super) said: Vec<String>,
    /// The findings in files that are not open.
    pub(super) known: ClosedFindings,
    /// The rule pages that were shown.
    pub(super) pages: Option<tempfile::TempDir>,
}

impl Session {
    /// The findings in an open text; `None` if it is not an agent file.
    pub(super) fn checked(&mut self, uri: &str) -> Option<Rc<CheckedText>> {
        let document = self.documents.get(uri)?;
        if let Some(checked) = &document.checked {
            return checked.clone();
        }
        let role = document.role.unwrap_or_else(|| self.checker.role(document.path.as_deref()));
        let checked = self.checker.check(document, role, &self.documents).map(Rc::new);
        let document = self.documents.get_mut(uri)?;
        (document.role, document.checked) = (Some(role), Some(checked.clone()));
        checked
    }

    pub(super) fn diagnostics(&self, document: &OpenDocument, report: &Report) -> Vec<Diagnostic> {
        findings::diagnostics(report, &document.uri, &mut document.places(self.client.encoding), &self.client)
    }
}
