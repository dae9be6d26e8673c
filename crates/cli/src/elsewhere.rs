//! What the command in Node lacks because it needs an operating system, and where to find it.

use clap::error::{ContextKind, ContextValue};

use super::Trouble;

/// Subcommands and options of the native command.
const NATIVE: &[&str] = &["lsp", "mcp", "completions", "man", "--watch"];

/// Why an argument that the native command knows is unknown here.
pub(super) fn trouble(error: &clap::Error) -> Option<Trouble> {
    if !cfg!(target_family = "wasm") {
        return None;
    }
    let given = [ContextKind::InvalidSubcommand, ContextKind::InvalidArg].into_iter().find_map(|it| error.get(it))?;
    let ContextValue::String(name) = given else { return None };
    let name = NATIVE.iter().find(|it| *it == name)?;
    Some(Trouble::input(format!(
        "`{name}` needs the native command, which npm does not install: `cargo install agent-response-cli` and \
         `cargo binstall agent-response-cli` do"
    )))
}
