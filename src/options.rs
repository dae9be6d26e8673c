//! What a caller may ask for. Everything that is not in the text comes in here: the library looks at nothing else.

use crate::deadline::Timeout;
use crate::diagnostic::Severity;
use crate::schema::Schema;

/// Whose word counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Profile {
    /// The specifications.
    #[default]
    Default,
    /// The specifications, and what the public programs refuse although the specifications allow it.
    Strict,
    /// The public programs, as soft and as hard as they are.
    Upstream,
}

impl Profile {
    /// The profiles by name.
    pub const ALL: &'static [(&'static str, Self)] =
        &[("default", Self::Default), ("strict", Self::Strict), ("upstream", Self::Upstream)];

    /// The profile of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|it| it.0 == name).map(|it| it.1)
    }
}

/// How a text is to be checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Name or path of the file; only the last part of a path counts.
    pub file_name: Option<String>,
    /// The id of the format; none to find it out.
    pub format: Option<&'static str>,
    /// Whose word counts.
    pub profile: Profile,
    /// Whether hints and infos are given about payload contents that the specifications do not define.
    pub payloads: bool,
    /// Severities of single rules by id; none switches a rule off.
    pub rules: Vec<(String, Option<Severity>)>,
    /// The text of the paired request.
    pub request: Option<String>,
    /// The host's clock as an ISO 8601 time; without it no time is judged or inserted.
    pub now: Option<String>,
    /// The request and response files of the same folder, name and text; the checked file may be among them.
    pub siblings: Option<Vec<(String, String)>>,
    /// Paths of the files in the workspace, for formats that name files; their folders exist, too.
    pub files: Option<Vec<String>>,
    /// What the caller knows of payloads, such as a JSON Schema of its project.
    pub schema: Option<Schema>,
    /// Texts above this many bytes are only read, not judged.
    pub max_bytes: usize,
    /// A report ends after this many findings.
    pub max_findings: usize,
    /// After how long the checks end early; the report then says that it is incomplete.
    pub timeout: Option<Timeout>,
    /// Where the pages of the rules are: what `docs` of findings begins with. They are relative without it.
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
        siblings: None,
        files: None,
        schema: None,
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
    /// Not at all: it is kept to the byte.
    #[default]
    None,
    /// JSON is taken out of fences, prose and thoughts, and safe fixes are applied. Nothing is guessed.
    Safe,
    /// Suggestions are applied too, where the content is no JSON without them.
    All,
}

/// What goes into a new envelope.
#[derive(Clone, Debug, Default)]
pub struct WrapOptions {
    /// The id of the envelope's format: `agent-response` when not given, or `delegator`.
    pub format: Option<&'static str>,
    /// The tool that answers, for a Delegator envelope: its category and its schema follow from it.
    pub tool: Option<String>,
    /// The text of the request that is answered; its id is taken.
    pub request: Option<String>,
    /// The id of the request, instead.
    pub request_id: Option<String>,
    /// `success` when not given. In a Delegator envelope `ok` or `error`; when not given, what the content is.
    pub status: Option<String>,
    /// What went wrong.
    pub error_message: Option<String>,
    /// The kind of error.
    pub error_type: Option<String>,
    /// When the content was made, as an ISO 8601 time; `ts` of a Delegator envelope.
    pub created_at: String,
    /// The text of a JSON number; `0.0` when not given.
    pub duration_seconds: Option<String>,
    /// The text of a JSON object; `meta` of a Delegator envelope.
    pub metadata: Option<String>,
    /// Whether the content is repaired as well. An envelope is repaired without guessing in any case.
    pub repair: Repair,
    /// Wraps an envelope once more instead of giving it back, and whatever makes a Delegator envelope wrong.
    pub force: bool,
}
