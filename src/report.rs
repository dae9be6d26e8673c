//! What leaves the library: plain data, every position in every coordinate.
//! Knows nothing of rules or formats; the names and shapes here are the public ones, in Rust and in JavaScript.

mod known;
#[cfg(feature = "tool-calls")]
mod received;
#[cfg(feature = "tool-calls")]
mod shift;
mod whole;

#[cfg(feature = "serde")]
use serde::Serialize;
#[cfg(all(feature = "wasm", target_family = "wasm"))]
use tsify::Tsify;

pub use self::known::{FormatInfo, RuleInfo};
#[cfg(feature = "tool-calls")]
pub use self::received::ReceivedCall;
#[cfg(feature = "tool-calls")]
pub(crate) use self::shift::Shift;
use crate::diagnostic::{Safety, Severity};

/// The outcome of `validate`.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize))]
#[cfg_attr(all(feature = "wasm", target_family = "wasm"), derive(Tsify))]
pub struct Report {
    /// True when no diagnostic is an error.
    pub valid: bool,
    /// The format the text was checked as.
    pub format: DetectedFormat,
    /// The findings, in the order of their place in the text.
    pub diagnostics: Vec<Diagnostic>,
    /// The files that the text names, once for each time: a host that can look them up does so and checks again with
    /// those that exist as the option `files`. Empty if `file-not-found` is off.
    pub paths: Vec<String>,
    /// Whether arguments of calls were only read, because neither the text nor the options say which tools there are: a
    /// host that can find them checks again with the option `tools`. Not part of the report in JSON.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub lacks_tools: bool,
}

/// The format that a text was checked as, and why.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize))]
#[cfg_attr(all(feature = "wasm", target_family = "wasm"), derive(Tsify))]
pub struct DetectedFormat {
    /// The id of the format, or null if the text matches none.
    #[cfg_attr(all(feature = "wasm", target_family = "wasm"), tsify(type = "FormatId | null"))]
    pub id: Option<&'static str>,
    /// One sentence for people, such as "the file name is `.agent-response.json`".
    pub reason: String,
}

/// One finding.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize))]
#[cfg_attr(all(feature = "wasm", target_family = "wasm"), derive(Tsify))]
pub struct Diagnostic {
    /// The id of the rule, such as `missing-field`.
    #[cfg_attr(all(feature = "wasm", target_family = "wasm"), tsify(type = "RuleId"))]
    pub code: &'static str,
    /// How serious it is under the options given.
    pub severity: Severity,
    /// What is wrong and what is expected.
    pub message: String,
    /// The relative URL of the rule's page, `rules/<code>`.
    pub docs: String,
    /// The marked place, as editors count: zero-based lines, UTF-16 characters.
    pub range: Range,
    /// Start of the marked place in UTF-16 code units from the start of the text.
    pub from: u32,
    /// End of the marked place in UTF-16 code units.
    pub to: u32,
    /// The marked place in UTF-8 bytes.
    pub bytes: Offsets,
    /// RFC 6901 pointer of the value in the file, such as `/response`. It ends before a key that takes more
    /// than 1,000 bytes as it is written.
    pub pointer: String,
    /// The same place in each decoded document, outermost first; empty when the place is in the file itself.
    pub inner: Vec<InnerPlace>,
    /// Other places that belong to the finding.
    pub related: Vec<Related>,
    /// Fixes, the best one first.
    #[cfg_attr(all(feature = "wasm", target_family = "wasm"), tsify(type = "Fix[]"))]
    pub fixes: Vec<DiagnosticFix>,
}

/// A place inside a document that is encoded as a string.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize))]
#[cfg_attr(all(feature = "wasm", target_family = "wasm"), derive(Tsify))]
pub struct InnerPlace {
    /// RFC 6901 pointer inside the decoded document. It ends before a key that takes more than 1,000 bytes as it is written.
    pub pointer: String,
    /// Lines and UTF-16 characters of the decoded text.
    pub range: Range,
    /// UTF-16 offset in the decoded text.
    pub from: u32,
    /// UTF-16 offset in the decoded text.
    pub to: u32,
}

/// A second place of a finding, with its own message.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize))]
#[cfg_attr(all(feature = "wasm", target_family = "wasm"), derive(Tsify))]
pub struct Related {
    /// What the place has to do with the finding.
    pub message: String,
    /// Lines and UTF-16 characters in the file.
    pub range: Range,
    /// UTF-16 offset in the file.
    pub from: u32,
    /// UTF-16 offset in the file.
    pub to: u32,
    /// The same place in UTF-8 bytes.
    pub bytes: Offsets,
}

/// One fix: edits that belong together.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize))]
#[cfg_attr(all(feature = "wasm", target_family = "wasm"), derive(Tsify), tsify(rename = "Fix"))]
pub struct DiagnosticFix {
    /// What will be done.
    pub title: String,
    /// `safe`: what was meant, nothing is lost. `suggestion`: a guess that is never applied by itself.
    pub safety: Safety,
    /// Whether a part of the finding remains after it, because more than this is not certain.
    pub partial: bool,
    /// Replacements in the text as it was checked; they do not overlap and are in ascending order.
    pub edits: Vec<TextEdit>,
    /// A change to the file itself that belongs to it, or null.
    #[cfg_attr(all(feature = "wasm", target_family = "wasm"), tsify(type = "FileChange | null"))]
    pub file: Option<FileChange>,
    /// The reading of the text that needs it: fixes of one reading are applied together.
    #[doc(hidden)]
    #[cfg_attr(feature = "serde", serde(skip))]
    pub reading: Option<u32>,
}

/// Replaces a range of the text.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize))]
#[cfg_attr(all(feature = "wasm", target_family = "wasm"), derive(Tsify))]
pub struct TextEdit {
    /// UTF-16 offset.
    pub from: u32,
    /// UTF-16 offset.
    pub to: u32,
    /// Lines and UTF-16 characters.
    pub range: Range,
    /// The same range in UTF-8 bytes.
    pub bytes: Offsets,
    /// The text that replaces it.
    pub text: String,
}

/// What a fix does to files, by name within the same folder.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize), serde(rename_all = "lowercase", tag = "kind"))]
#[cfg_attr(all(feature = "wasm", target_family = "wasm"), derive(Tsify))]
pub enum FileChange {
    /// Renames the checked file.
    Rename {
        /// The new name.
        name: String,
    },
    /// Creates a file next to it.
    Create {
        /// The name of the new file.
        name: String,
        /// Its content.
        text: String,
    },
}

/// Two positions, the second exclusive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize))]
#[cfg_attr(all(feature = "wasm", target_family = "wasm"), derive(Tsify))]
pub struct Range {
    /// First character.
    pub start: Position,
    /// After the last character.
    pub end: Position,
}

/// A position as the Language Server Protocol counts it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize))]
#[cfg_attr(all(feature = "wasm", target_family = "wasm"), derive(Tsify))]
pub struct Position {
    /// Zero-based line; lines end with LF, CR LF or CR.
    pub line: u32,
    /// Zero-based UTF-16 code unit within the line.
    pub character: u32,
}

/// UTF-8 byte offsets from the start of the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize))]
#[cfg_attr(all(feature = "wasm", target_family = "wasm"), derive(Tsify))]
pub struct Offsets {
    /// First byte.
    pub from: u32,
    /// After the last byte.
    pub to: u32,
}

/// The outcome of `fix`.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize))]
#[cfg_attr(all(feature = "wasm", target_family = "wasm"), derive(Tsify))]
pub struct FixResult {
    /// The fixed text.
    pub text: String,
    /// What was done, in order: the edits of each entry apply to the result of the entries before it, and its place is
    /// in the text that was given.
    pub applied: Vec<AppliedFix>,
    /// The report on the fixed text.
    pub report: Report,
    /// False when there was too much to fix in one call; call `fix` again with this text.
    pub settled: bool,
}

/// One change that `fix` made.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize))]
#[cfg_attr(all(feature = "wasm", target_family = "wasm"), derive(Tsify))]
pub struct AppliedFix {
    /// The rule whose finding was fixed.
    #[cfg_attr(all(feature = "wasm", target_family = "wasm"), tsify(type = "RuleId"))]
    pub code: &'static str,
    /// The finding's message.
    pub message: String,
    /// What was done.
    pub title: String,
    /// Whether it was safe or a suggestion.
    pub safety: Safety,
    /// Whether a part of the finding remained.
    pub partial: bool,
    /// What it changed in the text that was given, however many entries precede it: lines and UTF-16 characters. What is
    /// in a text that another entry inserted is where that was inserted.
    pub range: Range,
    /// Start of the same place in UTF-16 code units from the start of the given text.
    pub from: u32,
    /// End of the same place in UTF-16 code units.
    pub to: u32,
    /// The same place in UTF-8 bytes.
    pub bytes: Offsets,
    /// The replacements, in ascending order, in the text that the entries before it left.
    pub edits: Vec<TextEdit>,
}

impl AppliedFix {
    /// An entry without edits, whose place is not yet known.
    pub(crate) fn new(code: &'static str, message: String, title: String, safety: Safety) -> Self {
        let (range, bytes) = (Range::default(), Offsets::default());
        Self { code, message, title, safety, partial: false, range, from: 0, to: 0, bytes, edits: Vec::new() }
    }
}

/// The outcome of `recover`.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize))]
#[cfg_attr(all(feature = "wasm", target_family = "wasm"), derive(Tsify))]
pub struct Recovered {
    /// The envelope.
    pub text: String,
    /// `json` when the payload is one JSON value, `cut` when its end is missing, otherwise `text`.
    #[cfg_attr(all(feature = "wasm", target_family = "wasm"), tsify(type = "\"json\" | \"text\" | \"cut\""))]
    pub payload: &'static str,
    /// Why the payload is not JSON although it was to be repaired, as the end of a sentence that begins with "the content";
    /// null if it is JSON, or was not to be repaired.
    #[cfg_attr(all(feature = "wasm", target_family = "wasm"), tsify(type = "string | null"))]
    pub reason: Option<&'static str>,
    /// What was done, as in the outcome of `fix`.
    pub applied: Vec<AppliedFix>,
    /// The report on the envelope.
    pub report: Report,
}

/// The outcome of `unwrap`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize))]
pub struct Unwrapped {
    /// The decoded payload.
    pub content: String,
    /// `json` when the content is one JSON value, `cut` when its end is missing, otherwise `text`.
    pub kind: &'static str,
}

/// The outcome of `repair`.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize))]
pub struct RepairResult {
    /// The JSON.
    pub text: String,
    /// What was done, as in the outcome of `fix`.
    pub applied: Vec<AppliedFix>,
}

/// Where a pointer leads.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize))]
#[cfg_attr(all(feature = "wasm", target_family = "wasm"), derive(Tsify))]
pub struct Location {
    /// Lines and UTF-16 characters in the file.
    pub range: Range,
    /// UTF-16 offset in the file.
    pub from: u32,
    /// UTF-16 offset in the file.
    pub to: u32,
    /// The same place in UTF-8 bytes.
    pub bytes: Offsets,
    /// The same place in each decoded document, outermost first.
    pub inner: Vec<InnerPlace>,
}
