//! What is no subcommand, and where to find it: formats of the output, and what the command in Node lacks because it needs
//! an operating system.

use clap::error::{ContextKind, ContextValue};

use super::{Trouble, format::FORMATS};

/// Subcommands and options of the native command.
const NATIVE: [&str; 5] = ["lsp", "mcp", "completions", "man", "--watch"];

/// Why an argument that the native command knows is unknown here.
pub(super) fn trouble(error: &clap::Error) -> Option<Trouble> {
    if !cfg!(target_family = "wasm") {
        return None;
    }
    let given = [ContextKind::InvalidSubcommand, ContextKind::InvalidArg].into_iter().find_map(|it| error.get(it))?;
    let ContextValue::String(name) = given else { return None };
    let name = NATIVE.iter().find(|it| *it == name)?;
    Some(Trouble::input(why(name)))
}

/// The error with the option that prints what was taken for a subcommand.
pub(super) fn with_format(mut error: clap::Error) -> clap::Error {
    let name = match error.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(name)) => FORMATS.iter().find(|it| it.name == name).map(|it| it.name),
        _ => None,
    };
    if let Some(name) = name {
        let tip = format!("`agent-response check --format {name}` prints this format");
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    error
}

/// Names no command that installs: the names of registries are free for anyone until the first version is published.
fn why(name: &str) -> String {
    format!("`{name}` needs the native command, which npm does not install; `make package` in a checkout builds it")
}

#[cfg(test)]
mod tests {
    #[test]
    fn nothing_is_installed_that_is_not_published() {
        let guide = include_str!("../../../docs/install.md");
        assert!(guide.contains("will work once the first version is published"), "name the commands of {guide}");
        let reasons = super::NATIVE.map(super::why).join("\n");
        assert!(["install ", "npx", "cargo"].iter().all(|it| !reasons.contains(it)), "{reasons}");
    }
}
