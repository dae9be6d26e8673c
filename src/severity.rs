//! How serious a finding is, what it is about, and how safe a fix is: words that the tables, the rules and the report share.

/// How serious a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[cfg_attr(all(feature = "wasm", target_family = "wasm"), derive(tsify::Tsify))]
pub enum Severity {
    /// Readers reject, misread or cannot use the file.
    Error,
    /// It is read, but something is lost, contradictory or left unfilled.
    Warning,
    /// Worth knowing, and often intended.
    Info,
    /// Style.
    Hint,
}

impl Severity {
    /// `error`, `warning`, `info` or `hint`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Info => "info",
            Self::Hint => "hint",
        }
    }

    /// The severity of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Error, Self::Warning, Self::Info, Self::Hint].into_iter().find(|it| it.name() == name)
    }
}

/// What a rule judges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[cfg_attr(all(feature = "wasm", target_family = "wasm"), derive(tsify::Tsify))]
pub enum RuleGroup {
    /// How JSON is written, whatever is in it.
    Syntax,
    /// The text as a whole: its outermost value, size and characters.
    Text,
    /// The name of the file, and its format.
    File,
    /// Fields, each by itself.
    Fields,
    /// Fields that contradict each other.
    Contradictions,
    /// The style of the file.
    Style,
    /// What is encoded in the payload.
    Payload,
    /// The boundaries of an enhancement.
    Boundaries,
    /// Request and response together.
    Pair,
    /// Calls of tools, and files that have them.
    Calls,
    /// The tool itself.
    Tool,
}

/// Whether a fix may be applied without review.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[cfg_attr(all(feature = "wasm", target_family = "wasm"), derive(tsify::Tsify))]
pub enum Safety {
    /// It does what was meant, and nothing is lost.
    Safe,
    /// It may be what was meant.
    Suggestion,
}
