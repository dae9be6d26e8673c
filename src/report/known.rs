//! What is known: rules and formats, as programs list them.

#[cfg(feature = "serde")]
use serde::Serialize;
#[cfg(all(feature = "wasm", target_family = "wasm"))]
use tsify::Tsify;

use crate::diagnostic::{RuleGroup, Severity};

/// A rule, without its page.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize))]
#[cfg_attr(all(feature = "wasm", target_family = "wasm"), derive(Tsify))]
pub struct RuleInfo {
    /// The id, such as `missing-field`.
    #[cfg_attr(all(feature = "wasm", target_family = "wasm"), tsify(type = "RuleId"))]
    pub code: &'static str,
    /// What it judges.
    pub group: RuleGroup,
    /// How serious a finding is by default.
    pub severity: Severity,
    /// The mistake in a few words.
    pub summary: &'static str,
    /// The relative URL of the page, `rules/<code>`.
    pub docs: String,
}

/// A format.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize))]
#[cfg_attr(all(feature = "wasm", target_family = "wasm"), derive(Tsify))]
pub struct FormatInfo {
    /// The id.
    #[cfg_attr(all(feature = "wasm", target_family = "wasm"), tsify(type = "FormatId"))]
    pub id: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// The version of the specification.
    pub version: &'static str,
    /// Names of its files; `*` matches anything.
    pub files: &'static [&'static str],
}
