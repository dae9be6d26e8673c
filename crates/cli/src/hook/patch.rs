//! The files that a patch or a command names.

use std::path::PathBuf;

use agent_response::names::{FileKind, FileName};

/// The text before a file's name in a patch.
const HEADERS: &[&str] = &["*** Add File: ", "*** Update File: ", "*** Move to: "];

/// The files in a Codex patch; in any other text, such as a command, the names of agent files.
pub(super) fn files(text: &str) -> Vec<PathBuf> {
    if text.contains("*** Begin Patch") {
        let name = |line: &str| {
            HEADERS.iter().find_map(|it| line.trim_start().strip_prefix(it)).map(str::trim).map(PathBuf::from)
        };
        return text.lines().filter_map(name).collect();
    }
    let is_between =
        |it: char| it.is_whitespace() || matches!(it, '"' | '\'' | '`' | '<' | '>' | '|' | ';' | '&' | '(' | ')' | '=');
    let is_ours = |word: &&str| {
        let name = FileName::new(word);
        name.kind != FileKind::Other || name.meant.is_some()
    };
    text.split(is_between).filter(is_ours).map(PathBuf::from).collect()
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    #[test]
    fn a_command_names_our_files() {
        let found = super::files("cat > 'out/.agent-response-phase8.json' <<EOF\n{\"path\": \"x.json\"}\nEOF");
        assert_eq!(found, [PathBuf::from("out/.agent-response-phase8.json")]);
    }
}
