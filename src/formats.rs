//! The formats, each a table.

mod agent_request;
mod agent_response;
mod agents;
mod analysis;
mod delegator;
mod enhancement;
mod factory;

use crate::spec::{Builder, Format};

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

/// The formats that the content alone can show, in the order of the specifications: the more telling signs come first.
pub(crate) static BY_CONTENT: &[&Format] = &[&DELEGATOR, &AGENT_REQUEST, &AGENT_RESPONSE, &FACTORY];

/// The page of each format, in Markdown.
#[cfg(feature = "pages")]
#[rustfmt::skip] // One row per format.
const PAGES: &[(&str, &str)] = &[
    ("agent-response", include_str!("formats/agent-response.md")),
    ("agent-request", include_str!("formats/agent-request.md")),
    ("enhancement", include_str!("formats/enhancement.md")),
    ("analysis", include_str!("formats/analysis.md")),
    ("agents", include_str!("formats/agents.md")),
    ("delegator", include_str!("formats/delegator.md")),
    ("factory", include_str!("formats/factory.md")),
];

/// The page of the format with this id.
#[cfg(feature = "pages")]
pub fn page(id: &str) -> Option<&'static str> {
    PAGES.iter().find(|it| it.0 == id).map(|it| it.1)
}

/// The envelope that a builder makes.
pub fn built_by(builder: Builder) -> &'static Format {
    match builder {
        Builder::Answer => &AGENT_RESPONSE,
        Builder::ToolResult => &DELEGATOR,
    }
}

/// The format with this id.
pub fn by_id(id: &str) -> Option<&'static Format> {
    FORMATS.iter().copied().find(|it| it.id == id)
}
