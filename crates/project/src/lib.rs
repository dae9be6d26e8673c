//! The project file `agent-response.toml`: from its text to what it sets and what is wrong with it.
//! Knows nothing of folders: which file applies to which other one is a question for the caller.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

#[cfg(all(feature = "wasm", target_family = "wasm"))]
pub mod binding;
mod change;
mod fault;
mod glob;
mod hover;
mod keys;
mod line;
mod read;
mod words;

pub use self::change::turned_off;
use self::fault::ProjectFault;
pub use self::glob::Glob;
pub use self::hover::{KeyHover, hover};
pub use self::keys::{KEYS, Key, ValueShape, Word};
pub use self::read::{FilesEntry, NamedPath, Pattern, Wishes};
pub use self::words::nearest;
use agent_response::report::{Offsets, Position, Range};
use agent_response::text::{Utf16Index, Utf16Place};

/// The name of the file.
pub const NAME: &str = "agent-response.toml";

/// What findings about the file are called, as if it were a rule.
pub const CODE: &str = "config";

/// A project file that was read.
#[derive(Debug)]
pub struct Project {
    /// What it sets.
    pub wishes: Wishes,
    /// What is wrong with it, in the order of the text.
    pub findings: Vec<ConfigFinding>,
    /// False for a text that is not TOML, of which nothing counts.
    pub is_toml: bool,
}

/// Something wrong in a project file. It is always an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigFinding {
    /// What is wrong and what is expected.
    pub message: String,
    /// The marked place: zero-based lines, UTF-16 characters.
    pub range: Range,
    /// The marked place in UTF-16 code units from the start of the text: where it begins and ends.
    pub utf16: (u32, u32),
    /// The marked place in UTF-8 bytes.
    pub bytes: Offsets,
    /// What was probably meant in place of the marked text.
    pub meant: Option<String>,
}

/// Reads a text. If it is not TOML, none of it counts; otherwise each wrong entry is reported and left out.
pub fn read(text: &str) -> Project {
    let (reader, is_toml) = read::read(text);
    let mut index = Utf16Index::new(text);
    let findings = reader.faults.into_iter().map(|it| placed(it, &mut index)).collect();
    Project { wishes: reader.wishes, findings, is_toml }
}

/// A finding about bytes of a project file, for what only its surroundings show to be wrong.
pub fn finding(text: &str, span: std::ops::Range<usize>, message: String) -> ConfigFinding {
    placed(ProjectFault { message, span, meant: None }, &mut Utf16Index::new(text))
}

/// Where bytes of a project file are.
pub fn range(text: &str, span: std::ops::Range<usize>) -> Range {
    finding(text, span, String::new()).range
}

fn placed(ProjectFault { message, span, meant }: ProjectFault, index: &mut Utf16Index) -> ConfigFinding {
    let byte = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    let bytes = Offsets { from: byte(span.start), to: byte(span.end) };
    let (start, end) = (index.at(bytes.from), index.at(bytes.to));
    let position = |it: Utf16Place| Position { line: it.line, character: it.character };
    let range = Range { start: position(start), end: position(end) };
    ConfigFinding { message, range, utf16: (start.offset, end.offset), bytes, meant }
}
