//! The formats, each a table.

mod agent_request;
mod agent_response;
mod agents;
mod analysis;
#[cfg(feature = "tool-calls")]
mod chat_completion;
mod delegator;
mod enhancement;
mod factory;
#[cfg(feature = "tool-calls")]
mod generate_content;
#[cfg(feature = "tool-calls")]
mod mcp;
#[cfg(feature = "tool-calls")]
mod messages_api;
#[cfg(feature = "tool-calls")]
mod ollama_chat;
#[cfg(feature = "tool-calls")]
mod responses_api;

#[cfg(feature = "tool-calls")]
use crate::spec::CallFile;
use crate::spec::{Builder, Format};

/// The formats of agents, their requests and their responses.
pub static FORMATS: &[&Format] =
    &[&AGENT_RESPONSE, &AGENT_REQUEST, &ENHANCEMENT, &ANALYSIS, &AGENTS, &DELEGATOR, &FACTORY];

/// These, and those in which models call tools, if this build knows them.
pub static KNOWN: &[&Format] = &[
    &AGENT_RESPONSE,
    &AGENT_REQUEST,
    &ENHANCEMENT,
    &ANALYSIS,
    &AGENTS,
    &DELEGATOR,
    &FACTORY,
    #[cfg(feature = "tool-calls")]
    &chat_completion::FORMAT,
    #[cfg(feature = "tool-calls")]
    &responses_api::FORMAT,
    #[cfg(feature = "tool-calls")]
    &messages_api::FORMAT,
    #[cfg(feature = "tool-calls")]
    &mcp::FORMAT,
    #[cfg(feature = "tool-calls")]
    &generate_content::FORMAT,
    #[cfg(feature = "tool-calls")]
    &ollama_chat::FORMAT,
];

#[cfg(feature = "tool-calls")]
pub(crate) use chat_completion::FRAGMENTS;

pub use agent_request::FORMAT as AGENT_REQUEST;
pub use agent_response::FORMAT as AGENT_RESPONSE;
pub use agents::FORMAT as AGENTS;
pub use analysis::FORMAT as ANALYSIS;
pub use delegator::FORMAT as DELEGATOR;
pub use enhancement::FORMAT as ENHANCEMENT;
pub use factory::FORMAT as FACTORY;

/// The formats that the content alone can show, in the order of the specifications: the more telling signs come first.
pub(crate) static BY_CONTENT: &[&Format] = &[&DELEGATOR, &AGENT_REQUEST, &AGENT_RESPONSE, &FACTORY];

/// The kinds of files in which models call tools: the content alone shows them, and each kind has the id of its format.
#[cfg(feature = "tool-calls")]
pub(crate) fn with_tools() -> impl Iterator<Item = &'static Format> {
    // What the calls of the first lack, those of the others have; a batch line with the `url` of a chat completion may have
    // the body of a response.
    const ALL: [(&Format, &[&Format]); 6] = [
        (&ollama_chat::FORMAT, ollama_chat::KINDS),
        (&generate_content::FORMAT, generate_content::KINDS),
        (&responses_api::FORMAT, responses_api::KINDS),
        (&chat_completion::FORMAT, chat_completion::KINDS),
        (&messages_api::FORMAT, messages_api::KINDS),
        (&mcp::FORMAT, mcp::KINDS),
    ];
    let all = ALL.iter().flat_map(|(first, others)| others.iter().copied().chain([*first]));
    std::iter::once(&messages_api::MIXED).chain(all)
}

/// Members that an object has, or members with a text, and the file that it is judged in.
#[cfg(feature = "tool-calls")]
pub(crate) type SignsOfFile = (&'static [(&'static str, &'static str)], &'static CallFile);

/// By what a tool shows in which API it is declared: the more telling signs come first.
#[cfg(feature = "tool-calls")]
pub(crate) const LONE_TOOLS: &[SignsOfFile] = &[
    (&[("functionDeclarations", "")], &generate_content::LONE_CALL),
    (&[("input_schema", "")], &messages_api::LONE_CALL),
    (&[("function", "")], &chat_completion::LONE_CALL),
    (&[("parameters", "")], &responses_api::LONE_CALL),
    (&[("type", "")], &responses_api::LONE_CALL),
    (&[], &mcp::LONE_CALL),
];

/// The same for a call.
#[cfg(feature = "tool-calls")]
pub(crate) const LONE_CALLS: &[SignsOfFile] = &[
    (&[("type", "tool_use")], &messages_api::LONE_CALL),
    (&[("type", "function_call")], &responses_api::LONE_CALL),
    (&[("type", "custom_tool_call")], &responses_api::LONE_CALL),
    (&[("call_id", "")], &responses_api::LONE_CALL),
    (&[("type", "function")], &chat_completion::LONE_CALL),
    (&[("type", "custom")], &chat_completion::LONE_CALL),
    (&[("function", ""), ("id", "")], &chat_completion::LONE_CALL),
    (&[("function", "")], &ollama_chat::LONE_CALL),
    (&[("args", "")], &generate_content::LONE_CALL),
    (&[("name", ""), ("input", "")], &messages_api::LONE_CALL),
    (&[("name", "")], &mcp::LONE_CALL),
];

/// A quoted word that is in each of these files, and in few others: before anything is read, it says whether that is
/// worthwhile. `*` is any part of a word.
#[cfg(feature = "tool-calls")]
pub static TELLING: &[&str] = &[
    "*tool*",
    "*Tool*",
    "*/responses*",
    "function*",
    "jsonrpc",
    "role",
    "candidates",
    "choices",
    "custom_id",
    "stop_reason",
    "payload",
];

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
    ("chat-completion", include_str!("formats/chat-completion.md")),
    ("responses-api", include_str!("formats/responses-api.md")),
    ("messages-api", include_str!("formats/messages-api.md")),
    ("mcp", include_str!("formats/mcp.md")),
    ("generate-content", include_str!("formats/generate-content.md")),
    ("ollama-chat", include_str!("formats/ollama-chat.md")),
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
    KNOWN.iter().copied().find(|it| it.id == id)
}
