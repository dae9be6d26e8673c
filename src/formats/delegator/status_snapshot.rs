//! Which tasks run, wait, and have ended lately.

use super::envelope::SCALARS;
use crate::spec::{Record, Unknown, record};

/// What `meta` holds.
pub(super) static META: Record = record("meta object of the status snapshot", &[]).others(SCALARS);

/// What `data` holds.
pub(super) static DATA: Record = record("status snapshot", &[]).others(Unknown::Allowed);
