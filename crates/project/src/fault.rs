//! A mistake in a project file, before its place is counted in lines.

use std::ops::Range;

/// What is wrong, and where, in bytes.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ProjectFault {
    pub(super) message: String,
    pub(super) span: Range<usize>,
    /// What was probably meant in its place.
    pub(super) meant: Option<String>,
}
