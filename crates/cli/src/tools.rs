//! The tools that a file with calls does not declare itself: those of the file that the project file names, or else of the
//! request in the same folder. The command in Node knows no formats with calls.

#[cfg(not(target_family = "wasm"))]
mod native;

use std::collections::HashMap;
#[cfg(target_family = "wasm")]
use std::path::Path;

use agent_response::report::Report;

#[cfg(not(target_family = "wasm"))]
pub(super) use self::native::{has_ending, has_signs, may_have_calls, read_all, set_for};

/// Tools by the path in the project file.
pub(super) type NamedTools = HashMap<String, GivenTools>;

/// The tools that were read from a file.
#[cfg(not(target_family = "wasm"))]
pub(super) type GivenTools = std::sync::Arc<agent_response::KnownTools>;
/// None.
#[cfg(target_family = "wasm")]
pub(super) type GivenTools = std::convert::Infallible;

/// Reads nothing.
#[cfg(target_family = "wasm")]
pub(super) fn read_all(_: &Path, _: &str, _: &mut agent_response_project::Project) -> NamedTools {
    NamedTools::new()
}

/// Sets nothing.
#[cfg(target_family = "wasm")]
pub(super) fn set_for(_: &mut agent_response::Options, _: Option<&GivenTools>, _: Option<&Path>) {}

/// No file has calls that this command knows.
#[cfg(target_family = "wasm")]
pub(super) fn may_have_calls(_: &Path) -> bool {
    false
}

/// No text has signs of them.
#[cfg(target_family = "wasm")]
pub(super) fn has_signs(_: &str) -> bool {
    false
}

/// Whether a text was recognized as one with calls of tools.
pub(super) fn has_calls(report: &Report) -> bool {
    report.format.id.is_some_and(|id| agent_response::formats().iter().all(|it| it.id != id))
}
