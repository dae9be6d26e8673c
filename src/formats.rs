//! The formats, each a table.

mod agent_request;
mod agent_response;
mod enhancement;
mod others;

use crate::spec::Format;

/// Every format that can be named in the options; those without fields are recognised, not checked.
pub static FORMATS: &[&Format] = &[&AGENT_RESPONSE, &AGENT_REQUEST, &ENHANCEMENT, &DELEGATOR, &FACTORY];

pub use agent_request::FORMAT as AGENT_REQUEST;
pub use agent_response::FORMAT as AGENT_RESPONSE;
pub use enhancement::FORMAT as ENHANCEMENT;
pub use others::{DELEGATOR, FACTORY};

/// The format with that id.
pub fn by_id(id: &str) -> Option<&'static Format> {
    FORMATS.iter().copied().find(|it| it.id == id)
}
