//! What only the native command has, and tables of hundreds of runs, each of which Node starts slowly. The tests of the
//! command in Node leave out this module; `run::command` says which tests belong here.

mod helpers;
#[cfg(target_os = "linux")]
mod hostile;
mod lsp;
mod mcp;
mod ordered_lines;
mod payload_schema;
mod schema_limits;
mod tool_calls;
