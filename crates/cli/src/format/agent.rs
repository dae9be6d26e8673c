//! The findings for a language model, with the edits that repair the file.

use super::File;
use agent_response::agent::{self, AgentOptions};

/// The findings and edits of a file.
pub(crate) fn file(file: &File) -> String {
    agent::findings(file.path, file.text, file.report, file.options, &options(file))
}

/// A complete request to repair the file.
pub(crate) fn prompt(file: &File) -> String {
    agent::request(file.path, file.text, file.report, file.options, &options(file))
}

fn options(file: &File) -> AgentOptions {
    AgentOptions { max_findings: file.most, min_severity: file.least }
}
