//! What the tools of the MCP Delegator return when JSON is asked for: one envelope, and in it the data of a tool or
//! an error.

mod envelope;
mod error;
mod execution_ack;
mod metadata;
mod output;
mod registry_info;
mod result_set;
mod status_snapshot;
mod wait_result;

use crate::diagnostic::Severity::Error;
use crate::spec::{Format, format};

/// The envelope of version 3.6.
pub static FORMAT: Format = Format {
    markdown: Some((
        Error,
        "This is the Markdown form, which programs cannot read; call the tool with the format `json` (some replies have none)",
    )),
    ..format("delegator", "3.6", envelope::RECORD)
};
