//! A task was taken on: its id, and whether it runs at once.

use super::envelope::SCALARS;
use crate::spec::{Record, Unknown, record};

/// What `meta` holds.
pub(super) static META: Record = record("meta object of the execution ack", &[]).others(SCALARS);

/// What `data` holds.
pub(super) static DATA: Record = record("execution ack", &[]).others(Unknown::Allowed);
