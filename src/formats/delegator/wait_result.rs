//! A task has ended, and this is how.

use super::envelope::SCALARS;
use crate::spec::{Record, Unknown, record};

/// What `meta` holds.
pub(super) static META: Record = record("meta object of the wait result", &[]).others(SCALARS);

/// What `data` holds.
pub(super) static DATA: Record = record("wait result", &[]).others(Unknown::Allowed);
