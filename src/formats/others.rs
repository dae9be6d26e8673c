//! Formats that are recognised and named; their fields are not part of this version.

use crate::spec::{Format, Unknown};

/// The envelope of the MCP Delegator.
pub static DELEGATOR: Format = named("delegator", "Delegator envelope", "3.6");

/// The responses of the Factory agents.
pub static FACTORY: Format = named("factory", "Factory response", "1.0");

const fn named(id: &'static str, title: &'static str, version: &'static str) -> Format {
    Format {
        id,
        title,
        version,
        files: &[],
        fields: &[],
        conditions: &[],
        unknown: Unknown::Allowed,
        listing: None,
        made_by_tool: &[],
        phases: &[],
        is_for_people: false,
        pairing: None,
    }
}
