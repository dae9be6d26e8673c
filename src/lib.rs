//! Checks and fixes agent response files, including the JSON that is encoded inside them as a string.
//! Text in, plain data out: no clock, no files, no network.
//!
//! Modules in reading order: text and JSON, formats as tables, what a file is, what it means, what is wrong with it,
//! and how that leaves the library.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

pub mod text;

pub mod json;

mod deadline;

mod reading;
mod slips;

pub mod document;

pub mod severity;

pub mod diagnostic;
pub mod timestamp;

pub mod formats;
pub mod spec;

pub mod describe;

mod bind;
mod detect;
pub mod names;
pub mod options;
pub mod schema;
#[cfg(feature = "tool-calls")]
pub mod tools;

pub mod query;

mod checks;
mod doubt;
pub mod findings;
mod removal;
pub mod rules;

mod pipeline;
pub mod report;
mod resolve;

pub mod ide;

mod envelope;
mod fix;
mod unpack;
mod wrap;

pub mod agent;
#[cfg(feature = "tool-calls")]
pub mod calls;
pub mod encoding;

#[cfg(all(feature = "wasm", target_family = "wasm"))]
pub mod wasm;

pub use agent::{AgentOptions, agent_text, repair_prompt};
#[cfg(feature = "tool-calls")]
pub use calls::{check_call, known_tools};
#[doc(hidden)] // For tests that query one text many times.
pub use deadline::{Running, Timeout};
pub use detect::is_response;
pub use diagnostic::{Safety, Severity};
pub use encoding::{fix_bytes, fix_bytes_only, validate_bytes};
pub use findings::MAX_FINDINGS;
pub use fix::{FixOffer, Only, StepwiseFix, fix, fix_only};
pub use options::{Options, Profile, Repair, WrapOptions};
#[cfg(feature = "tool-calls")]
pub use pipeline::RecordSequence;
pub use pipeline::{payloads, validate};
pub use report::{FixResult, Location, Recovered, RepairResult, Report, Unwrapped};
pub use rules::Rule;
pub use schema::Schema;
pub use spec::Format;
#[cfg(feature = "tool-calls")]
pub use tools::KnownTools;
pub use wrap::{WrapError, recover, repair, unwrap, wrap};

/// The place of a value. The pointer is that of RFC 6901 and continues into the JSON encoded in a string:
/// `/response/sections/0` is the first section of the payload.
pub fn locate(text: &str, pointer: &str) -> Option<Location> {
    resolve::locate_all(text, &[pointer], false).into_iter().next().flatten()
}

/// The places of many pointers in one reading of the text, each as [`locate`] finds it; with `of_keys`, the places of
/// the members' keys.
pub fn locate_all(text: &str, pointers: &[&str], of_keys: bool) -> Vec<Option<Location>> {
    resolve::locate_all(text, pointers, of_keys)
}

/// A rule by its code.
pub fn explain(code: &str) -> Option<&'static Rule> {
    rules::by_id(code)
}

impl From<&Rule> for report::RuleInfo {
    fn from(&Rule { id, group, severity, summary, .. }: &Rule) -> Self {
        Self { code: id, group, severity, summary, docs: format!("rules/{id}") }
    }
}

impl From<&Format> for report::FormatInfo {
    fn from(format: &Format) -> Self {
        Self { id: format.id, title: format.title, version: format.version, files: format.files }
    }
}

/// All rules, in the order of the documentation.
pub fn rules() -> &'static [&'static Rule] {
    rules::RULES
}

/// The formats of agents, their requests and their responses.
pub fn formats() -> &'static [&'static Format] {
    formats::FORMATS
}

/// All formats that can be named in the options: these, and with the feature `tool-calls` those in which models call tools.
pub fn known_formats() -> &'static [&'static Format] {
    formats::KNOWN
}

/// The kinds of files that a format with tool calls has, in the order in which their signs are looked for: requests,
/// responses and so on, each with a table of its own. Other formats have none.
#[cfg(feature = "tool-calls")]
pub fn kinds(format: &Format) -> impl Iterator<Item = &'static Format> {
    let id = format.id;
    formats::with_tools().filter(move |it| it.id == id)
}
