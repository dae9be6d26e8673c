//! The findings for a language model, with the edits that repair the file.

use std::time::Duration;

use super::{File, OutputFormat, OutputWriter, Readers};
use crate::clock;
use agent_response::{
    Options,
    agent::{self, AgentOptions},
};

pub(crate) const FORMAT: OutputFormat = OutputFormat {
    name: "agent",
    help: "For language models: the findings, causes first, and the edits that repair the file",
    readers: Readers::Models,
    writer: OutputWriter::Files(file),
    ..OutputFormat::OF_SERVICE
};

pub(crate) const PROMPT: OutputFormat = OutputFormat {
    name: "prompt",
    help: "For language models: a complete request to repair the file",
    readers: Readers::Models,
    writer: OutputWriter::Files(prompt),
    ..OutputFormat::OF_SERVICE
};

/// How long one file is checked and its edits are looked for: an assistant waits for the answer.
pub(crate) const LONGEST: Duration = Duration::from_secs(5);

/// The findings and edits of a file.
fn file(file: &File) -> String {
    agent::findings(file.path, file.text, file.report, timed(file).as_ref(), &options(file))
}

/// A complete request to repair the file.
fn prompt(file: &File) -> String {
    agent::request(file.path, file.text, file.report, timed(file).as_ref(), &options(file))
}

fn timed(file: &File) -> Option<Options> {
    Some(Options { timeout: Some(clock::timeout(LONGEST)), ..file.options?.clone() })
}

fn options(file: &File) -> AgentOptions {
    AgentOptions { max_findings: file.most, min_severity: file.least }
}
