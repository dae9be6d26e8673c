//! What the tools around tasks return, each something else.

use super::envelope::SCALARS;
use crate::spec::{Record, Unknown, record};

/// What `meta` holds.
pub(super) static META: Record = record("meta object of the registry", &[]).others(SCALARS);

/// What `data` holds when a task was cancelled.
pub(super) static CANCELLED: Record = record("cancellation", &[]).others(Unknown::Allowed);

/// What `data` holds after old tasks were removed.
pub(super) static CLEANUP: Record = record("cleanup", &[]).others(Unknown::Allowed);

/// What `data` holds when environments are listed.
pub(super) static ENVIRONMENTS: Record = record("list of environments", &[]).others(Unknown::Allowed);

/// What `data` holds when a repository is set up.
pub(super) static SETUP: Record = record("setup guide", &[]).others(Unknown::Allowed);
