//! The results of a task.

use super::envelope::SCALARS;
use crate::spec::{Record, Unknown, record};

/// What `meta` holds.
pub(super) static META: Record = record("meta object of the result set", &[]).others(SCALARS);

/// What `data` holds.
pub(super) static DATA: Record = record("result set", &[]).others(Unknown::Allowed);
