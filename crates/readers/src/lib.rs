//! What the programs that read agent responses do with a file, in their own words: the exception that they raise, or what
//! they take from it. Their behavior was observed by running them, and read in their sources; it is neither the
//! specifications nor advice.
//!
//! The bridge's loaders and the parsers of its phases are the only public programs that read such files. Knows nothing of
//! rules or findings.

mod content;
mod enhancement;
mod loader;
mod python;
mod text;

use std::cell::OnceCell;

#[cfg(feature = "serde")]
use serde::Serialize;
#[cfg(all(feature = "wasm", target_family = "wasm"))]
use tsify::Tsify;

use self::text::split_once;
pub use self::{
    loader::Loader,
    python::{PythonError, PythonValue, loads},
};

/// What a program that reads agent responses does with a file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize))]
#[cfg_attr(all(feature = "wasm", target_family = "wasm"), derive(Tsify))]
pub struct Reading {
    /// The program, for programs: `bridge` is today's agent bridge, `bridge-specified` the loader of its specification.
    #[cfg_attr(all(feature = "wasm", target_family = "wasm"), tsify(type = "\"bridge\" | \"bridge-specified\""))]
    pub reader: &'static str,
    /// The program, for people.
    pub title: &'static str,
    /// What becomes of the file: its content is used; it is read as something else than was meant, or not used; or an
    /// exception ends the run.
    #[cfg_attr(all(feature = "wasm", target_family = "wasm"), tsify(type = "\"reads\" | \"differs\" | \"refuses\""))]
    pub outcome: Outcome,
    /// The exception, or what is read: one sentence without a full stop. It may repeat the file's text, as it is.
    pub words: String,
}

impl Reading {
    /// The program and what it does, as a sentence without a full stop. It may repeat the file's text, as it is.
    pub fn sentence(&self) -> String {
        let verb = if self.outcome == Outcome::Refuses { "refuses it: " } else { "" };
        format!("{} {verb}{}", self.title, self.words)
    }
}

/// What becomes of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize), serde(rename_all = "lowercase"))]
pub enum Outcome {
    /// Its content is used.
    Reads,
    /// It is read, but as something else than what was meant, or its content is not used.
    Differs,
    /// An exception ends the run.
    Refuses,
}

impl Outcome {
    /// The word for programs.
    pub fn name(self) -> &'static str {
        match self {
            Self::Reads => "reads",
            Self::Differs => "differs",
            Self::Refuses => "refuses",
        }
    }
}

/// What a reader says that ends with an exception.
pub(crate) fn refuses(words: &str) -> (Outcome, String) {
    (Outcome::Refuses, words.to_owned())
}

/// What the known readers of an agent response do with the bytes of one. `file_name` may have the phase.
pub fn readings(bytes: &[u8], file_name: Option<&str>) -> Vec<Reading> {
    let phase = file_name.and_then(phase_of);
    let read = loader::read(bytes);
    // Both find the same text in a file and do the same with it.
    let known = OnceCell::new();
    let content = |text: &str| known.get_or_init(|| content::used(text, phase)).clone();
    let reading = |loader: Loader| {
        let (mut outcome, mut words) = match (loader.taken(&read), &read) {
            (Err(words), _) => (Outcome::Refuses, words),
            (Ok(false), Ok(fields)) => loader.used(fields, &content),
            _ => (Outcome::Differs, "takes it for content without an envelope, and puts it into one".to_owned()),
        };
        if let (Outcome::Reads, Some(why)) = (outcome, file_name.and_then(unsought)) {
            (outcome, words) = (Outcome::Differs, why);
        }
        Reading { reader: loader.id(), title: loader.title(), outcome, words }
    };
    [Loader::Today, Loader::Specified].into_iter().map(reading).collect()
}

/// That no program looks for a file with this name, as the end of a sentence that begins with the program. It repeats the
/// name as it is.
pub fn unsought(file_name: &str) -> Option<String> {
    let (name, phase) = (last_part(file_name), phase_of(file_name));
    let is_sought = name.is_empty()
        || name == ".agent-response.json"
        || phase.is_some() && name.starts_with(".agent-response-phase");
    let phase = phase.unwrap_or(8);
    (!is_sought)
        .then(|| format!("does not look for `{name}`, only for names such as `.agent-response-phase{phase}.json`"))
}

/// The phase in a name such as `.agent-response-phase8.json`.
fn phase_of(name: &str) -> Option<u32> {
    let rest = split_once(last_part(name), "-phase")?.1;
    split_once(rest, ".")?.0.parse().ok()
}

fn last_part(name: &str) -> &str {
    let folder = name.bytes().rposition(|it| matches!(it, b'/' | b'\\')).map_or(0, |it| it + 1);
    name.get(folder..).unwrap_or_default()
}
