//! What is said about a call of a tool.

#[cfg(feature = "serde")]
use serde::Serialize;
#[cfg(all(feature = "wasm", target_family = "wasm"))]
use tsify::Tsify;

use super::{AppliedFix, Diagnostic};

/// The outcome of `check_call`.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize))]
#[cfg_attr(all(feature = "wasm", target_family = "wasm"), derive(Tsify))]
pub struct ReceivedCall {
    /// True when no diagnostic is an error.
    pub valid: bool,
    /// The name of the tool.
    pub name: Option<String>,
    /// The arguments as JSON, after all repairs; null if the call is not valid, so that nothing runs with less than was said.
    pub arguments: Option<String>,
    /// The call after all repairs.
    pub text: String,
    /// What is wrong with it, at the places in the call; after repairs, what is left.
    pub diagnostics: Vec<Diagnostic>,
    /// What was repaired, as in the outcome of `fix`.
    pub applied: Vec<AppliedFix>,
}
