//! What a caller can set. Everything that is not in the text is passed in here: the library reads nothing else.

#[cfg(feature = "tool-calls")]
use std::sync::Arc;

use crate::deadline::Timeout;
use crate::diagnostic::Severity;
#[cfg(feature = "tool-calls")]
use crate::schema::Compiler;
use crate::schema::Schema;
#[cfg(feature = "tool-calls")]
use crate::tools::KnownTools;

/// Which rules count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Profile {
    /// The specifications.
    #[default]
    Default,
    /// The specifications, and what the programs that read the files reject although the specifications allow it.
    Strict,
    /// What the programs that read the files accept and reject.
    Upstream,
}

impl Profile {
    /// The profiles by name.
    pub const ALL: &'static [(&'static str, Self)] =
        &[("default", Self::Default), ("strict", Self::Strict), ("upstream", Self::Upstream)];

    /// The profile of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|it| it.0 == name).map(|it| it.1)
    }
}

/// How to check a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Name or path of the file; only the last part of a path counts.
    pub file_name: Option<String>,
    /// The id of the format; `None` to detect it.
    pub format: Option<&'static str>,
    /// Which rules count.
    pub profile: Profile,
    /// Whether to report hints and info about payload fields that no specification defines.
    pub payloads: bool,
    /// Severities of rules by id; `None` turns a rule off.
    pub rules: Vec<(String, Option<Severity>)>,
    /// The text of the paired request.
    pub request: Option<String>,
    /// The current time in ISO 8601; without it, no time is compared with it or inserted.
    pub now: Option<String>,
    /// When the agent finished, in ISO 8601: inserted by a safe fix where it is missing.
    pub created_at: Option<String>,
    /// How many seconds the agent ran, as a number of JSON: inserted like `created_at`.
    pub duration_seconds: Option<String>,
    /// The request and response files of the same folder, name and text; the checked file may be among them.
    pub siblings: Option<Vec<(String, String)>>,
    /// Paths of the files in the workspace, for formats that name files; their folders exist, too.
    pub files: Option<Vec<String>>,
    /// The caller's schema of payloads, such as a JSON Schema of its project.
    pub schema: Option<Schema>,
    /// What makes schemas of the texts of schemas that a file contains; without it, arguments of tools are only read.
    #[cfg(feature = "tool-calls")]
    pub compiler: Option<Compiler>,
    /// The tools that may be called where neither the text nor an earlier line of it declares any.
    #[cfg(feature = "tool-calls")]
    pub tools: Option<Arc<KnownTools>>,
    /// In texts above this many bytes, only the syntax is checked.
    pub max_bytes: usize,
    /// A report ends after this many findings.
    pub max_findings: usize,
    /// How long the checks may take before they end early; the report then says that it is incomplete.
    pub timeout: Option<Timeout>,
    /// The base URL of the rule pages: `docs` of findings begins with it. Without it, they are relative.
    pub docs: Option<String>,
}

impl Options {
    /// The default options.
    pub const DEFAULT: Self = Self {
        file_name: None,
        format: None,
        profile: Profile::Default,
        payloads: true,
        rules: Vec::new(),
        request: None,
        now: None,
        created_at: None,
        duration_seconds: None,
        siblings: None,
        files: None,
        schema: None,
        #[cfg(feature = "tool-calls")]
        compiler: None,
        #[cfg(feature = "tool-calls")]
        tools: None,
        max_bytes: 128 << 20,
        max_findings: 1000,
        timeout: None,
        docs: None,
    };
}

impl Default for Options {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// How far `wrap` and `recover` repair the content.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Repair {
    /// Not at all: it is kept byte for byte.
    #[default]
    None,
    /// JSON is extracted from fences, prose and reasoning, and safe fixes are applied. Nothing is guessed.
    Safe,
    /// Suggestions are also applied, if the content is not JSON otherwise.
    All,
}

/// What goes into a new envelope.
#[derive(Clone, Debug, Default)]
pub struct WrapOptions {
    /// The id of the envelope's format: `agent-response`, the default, or `delegator`.
    pub format: Option<&'static str>,
    /// The tool that responds, for a Delegator envelope; it determines the category and the schema.
    pub tool: Option<String>,
    /// The text of the request, from which the id is copied.
    pub request: Option<String>,
    /// The id of the request, instead.
    pub request_id: Option<String>,
    /// `success` by default. In a Delegator envelope `ok` or `error`; by default derived from the content.
    pub status: Option<String>,
    /// What went wrong.
    pub error_message: Option<String>,
    /// The kind of error.
    pub error_type: Option<String>,
    /// When the agent finished, in ISO 8601; `ts` of a Delegator envelope.
    pub created_at: String,
    /// The text of a JSON number; `0.0` by default.
    pub duration_seconds: Option<String>,
    /// The text of a JSON object; `meta` of a Delegator envelope.
    pub metadata: Option<String>,
    /// Whether to repair the content, too. An envelope is always fixed without guessing.
    pub repair: Repair,
    /// Wraps the content even if it is already an envelope or makes a Delegator envelope invalid.
    pub force: bool,
    /// After how long the checks and the search for repairs end; without it, they are complete.
    pub timeout: Option<Timeout>,
}
