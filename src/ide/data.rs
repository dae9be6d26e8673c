//! What leaves the questions: plain data, every place in every coordinate.

#[cfg(feature = "serde")]
use serde::Serialize;
#[cfg(all(feature = "wasm", target_family = "wasm"))]
use tsify::Tsify;

use crate::report::{Offsets, Position, Range, TextEdit};
use crate::severity::Severity;

/// A range of the text that offsets belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize))]
#[cfg_attr(all(feature = "wasm", target_family = "wasm"), derive(Tsify))]
pub struct Place {
    /// Lines and UTF-16 characters.
    pub range: Range,
    /// UTF-16 offset.
    pub from: u32,
    /// UTF-16 offset.
    pub to: u32,
    /// The same range in UTF-8 bytes.
    pub bytes: Offsets,
}

/// A document in a text: the payload, a section of it, a payload in a payload.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize))]
#[cfg_attr(all(feature = "wasm", target_family = "wasm"), derive(Tsify))]
pub struct InnerDocument {
    /// The RFC 6901 pointer of its value; it continues through encoded strings and identifies the document.
    pub pointer: String,
    /// The pointer of the document that contains it; empty for the file.
    pub parent: String,
    /// What it is for.
    pub kind: DocumentKind,
    /// Its language.
    pub language: Language,
    /// Its key, for people: shortened and escaped.
    pub title: String,
    /// The format of its content, or null.
    #[cfg_attr(all(feature = "wasm", target_family = "wasm"), tsify(type = "FormatId | null"))]
    pub format: Option<&'static str>,
    /// The decoded text.
    pub text: String,
    /// How many times it is encoded; 0 for an object that is not encoded at all.
    pub depth: u32,
    /// True when it should be JSON but a strict parser rejects it.
    pub broken: bool,
    /// Where it is in the file, without quotes.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub place: Place,
}

/// What a document is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize), serde(rename_all = "lowercase"))]
#[cfg_attr(all(feature = "wasm", target_family = "wasm"), derive(Tsify))]
pub enum DocumentKind {
    /// The value of a field that holds a document.
    Payload,
    /// A text of a payload, in Markdown.
    Section,
    /// Any other document.
    Text,
}

/// The language of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize), serde(rename_all = "lowercase"))]
#[cfg_attr(all(feature = "wasm", target_family = "wasm"), derive(Tsify))]
pub enum Language {
    /// JSON, perhaps with errors.
    Json,
    /// Markdown.
    Markdown,
    /// Plain text.
    Text,
}

/// An offset of the file, in a document that contains it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize))]
#[cfg_attr(all(feature = "wasm", target_family = "wasm"), derive(Tsify))]
pub struct InnerOffset {
    /// The pointer of the document.
    pub pointer: String,
    /// The UTF-16 offset in its text.
    pub offset: u32,
    /// The same as line and character.
    pub position: Position,
    /// The same in UTF-8 bytes.
    pub byte: u32,
}

/// Replaces a range of a text. Offsets are bytes here, and UTF-16 code units in JavaScript.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(all(feature = "wasm", target_family = "wasm"), derive(Tsify))]
pub struct InnerEdit {
    /// The first offset.
    pub from: u32,
    /// After the last offset.
    pub to: u32,
    /// The text that replaces it.
    pub text: String,
}

/// Why edits cannot be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EditError {
    /// No document has this pointer.
    UnknownPointer(String),
    /// The edit with this index does not lie in the text, ends before it starts, or splits a character.
    Outside(usize),
    /// The edit with this index overlaps the one before it.
    Overlap(usize),
    /// The text around the document is broken, and with the edit it would be read differently.
    Uncertain(String),
}

impl std::fmt::Display for EditError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::UnknownPointer(_) => f.write_str("pointer must be that of a document in the text"),
            Self::Outside(idx) => write!(f, "edits[{idx}] must lie within the document, between whole characters"),
            Self::Overlap(idx) => write!(f, "edits[{idx}] must not overlap another edit"),
            Self::Uncertain(_) => {
                f.write_str("pointer must be that of a document whose place is certain; fix the text around it first")
            }
        }
    }
}

impl std::error::Error for EditError {}

/// What is known about the text at an offset.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize))]
#[cfg_attr(all(feature = "wasm", target_family = "wasm"), derive(Tsify))]
pub struct Hover {
    /// In Markdown; the user's text in it is escaped.
    pub markdown: String,
    /// The same as plain text.
    pub text: String,
    /// The rules of the findings at this offset, which the text does not repeat.
    pub rules: Vec<HoverRule>,
    /// What it is about.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub place: Place,
}

/// The rule of a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize))]
#[cfg_attr(all(feature = "wasm", target_family = "wasm"), derive(Tsify))]
pub struct HoverRule {
    /// The id of the rule.
    #[cfg_attr(all(feature = "wasm", target_family = "wasm"), tsify(type = "RuleId"))]
    pub code: &'static str,
    /// How serious the finding is.
    pub severity: Severity,
    /// The mistake in a few words.
    pub summary: &'static str,
    /// The relative URL of the rule's page.
    pub docs: String,
}

/// Something that can be inserted at an offset.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize))]
#[cfg_attr(all(feature = "wasm", target_family = "wasm"), derive(Tsify))]
pub struct Completion {
    /// What is shown.
    pub label: String,
    /// What it is.
    pub kind: CompletionKind,
    /// A few words: the type, whether it is required.
    pub detail: Option<String>,
    /// The description.
    pub documentation: Option<String>,
    /// True for a missing field that is required.
    pub required: bool,
    /// What typed characters are matched against: it begins like the text that is replaced.
    pub filter: String,
    /// What is inserted, encoded for its depth.
    pub edit: TextEdit,
    /// The same with placeholders in the syntax of LSP; null if there are none.
    pub snippet: Option<String>,
    /// Other edits that belong to it, such as a comma before it.
    pub more: Vec<TextEdit>,
}

/// What a completion is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize), serde(rename_all = "lowercase"))]
#[cfg_attr(all(feature = "wasm", target_family = "wasm"), derive(Tsify))]
pub enum CompletionKind {
    /// A member that is missing.
    Field,
    /// A value of a field.
    Value,
    /// A section, or its name.
    Section,
    /// An id from the request.
    Id,
    /// Several members at once.
    Snippet,
}

/// One entry of the outline.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize))]
#[cfg_attr(all(feature = "wasm", target_family = "wasm"), derive(Tsify))]
pub struct DocumentSymbol {
    /// The key, the number of the item, or the heading.
    pub name: String,
    /// The beginning of the value, or how many items it has.
    pub detail: String,
    /// What it is.
    pub kind: SymbolKind,
    /// The pointer of the value.
    pub pointer: String,
    /// All of it, with the key.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub place: Place,
    /// What to select: the key.
    pub selection: Place,
    /// What is in it.
    pub children: Vec<DocumentSymbol>,
}

/// What an entry of the outline is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize), serde(rename_all = "lowercase"))]
#[cfg_attr(all(feature = "wasm", target_family = "wasm"), derive(Tsify))]
pub enum SymbolKind {
    /// An object.
    Object,
    /// An array.
    Array,
    /// A string.
    String,
    /// A number.
    Number,
    /// True or false.
    Boolean,
    /// Null, or nothing that can be read.
    Null,
    /// A text in Markdown.
    Section,
    /// A heading in it.
    Heading,
}

/// Where something is defined or referred to.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize))]
#[cfg_attr(all(feature = "wasm", target_family = "wasm"), derive(Tsify))]
pub struct Definition {
    /// What was at the offset.
    pub origin: Place,
    /// The text that the place is in.
    pub target: DefinitionTarget,
    /// The name of the other file if it is one of the siblings.
    pub name: Option<String>,
    /// The place in that text.
    pub place: Place,
}

/// The text that a definition is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize), serde(rename_all = "lowercase"))]
#[cfg_attr(all(feature = "wasm", target_family = "wasm"), derive(Tsify))]
pub enum DefinitionTarget {
    /// The same text.
    File,
    /// The paired request.
    Request,
    /// The response to the request at hand.
    Response,
}

/// Something that can be folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize))]
#[cfg_attr(all(feature = "wasm", target_family = "wasm"), derive(Tsify))]
pub struct Fold {
    /// What it is.
    pub kind: FoldKind,
    /// All of it, brackets included.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub place: Place,
}

/// What can be folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize), serde(rename_all = "lowercase"))]
#[cfg_attr(all(feature = "wasm", target_family = "wasm"), derive(Tsify))]
pub enum FoldKind {
    /// An object.
    Object,
    /// An array.
    Array,
    /// A heading with what is under it.
    Section,
}

/// Semantic tokens, in the order of the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize))]
pub struct Tokens {
    /// Five numbers for each, as in LSP: lines and characters since the previous token, length, type, no modifiers.
    pub data: Vec<u32>,
    /// Three numbers for each: its UTF-16 offsets, and its type.
    pub offsets: Vec<u32>,
}

/// The types of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenType {
    /// A key.
    Property,
    /// A text.
    String,
    /// A number.
    Number,
    /// `true`, `false` or `null`.
    Keyword,
    /// An escape in a text.
    Escape,
    /// A heading in Markdown.
    Heading,
}

/// The names of the types, in the order of their numbers.
pub const TOKEN_TYPES: [&str; 6] = ["property", "string", "number", "keyword", "escape", "heading"];
