//! The formats, each a table.

mod agent_request;
mod agent_response;
mod agents;
mod analysis;
mod delegator;
mod enhancement;
mod factory;

use crate::spec::Format;

/// Every format that can be named in the options.
pub static FORMATS: &[&Format] =
    &[&AGENT_RESPONSE, &AGENT_REQUEST, &ENHANCEMENT, &ANALYSIS, &AGENTS, &DELEGATOR, &FACTORY];

pub use agent_request::FORMAT as AGENT_REQUEST;
pub use agent_response::FORMAT as AGENT_RESPONSE;
pub use agents::FORMAT as AGENTS;
pub use analysis::FORMAT as ANALYSIS;
pub use delegator::FORMAT as DELEGATOR;
pub use enhancement::FORMAT as ENHANCEMENT;
pub use factory::FORMAT as FACTORY;

/// Those that content shows by itself, in the order of the specifications: the more telling signs first.
pub(crate) static BY_CONTENT: &[&Format] = &[&DELEGATOR, &AGENT_REQUEST, &AGENT_RESPONSE, &FACTORY];

/// The format with that id.
pub fn by_id(id: &str) -> Option<&'static Format> {
    FORMATS.iter().copied().find(|it| it.id == id)
}
