//! What leaves the questions: plain data, every place in every coordinate.

#[cfg(feature = "serde")]
use serde::Serialize;
#[cfg(all(feature = "wasm", target_family = "wasm"))]
use tsify::Tsify;

use crate::report::{Offsets, Position, Range};

/// A stretch of the text that offsets belong to.
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
    /// The same stretch in UTF-8 bytes.
    pub bytes: Offsets,
}

/// A document in a text: the payload, a section of it, a payload in a payload.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize))]
#[cfg_attr(all(feature = "wasm", target_family = "wasm"), derive(Tsify))]
pub struct InnerDocument {
    /// The RFC 6901 pointer of its value; it goes on through encoded strings and identifies the document.
    pub pointer: String,
    /// The pointer of the document that contains it; empty for the file.
    pub parent: String,
    /// What it is there for.
    pub kind: DocumentKind,
    /// What it is written in.
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
    /// True when it should be JSON and a strict parser refuses it.
    pub broken: bool,
    /// Where it is in the file, without quotes.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub place: Place,
}

/// What a document is there for.
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

/// What a document is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize), serde(rename_all = "lowercase"))]
#[cfg_attr(all(feature = "wasm", target_family = "wasm"), derive(Tsify))]
pub enum Language {
    /// JSON, perhaps with faults.
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

/// Replace a stretch of a text. Offsets are bytes here, and UTF-16 code units in JavaScript.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(all(feature = "wasm", target_family = "wasm"), derive(Tsify))]
pub struct InnerEdit {
    /// The first offset.
    pub from: u32,
    /// Behind the last offset.
    pub to: u32,
    /// What is put in its place.
    pub text: String,
}

/// Why edits cannot be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EditError {
    /// No document has this pointer.
    UnknownPointer(String),
    /// The edit of this number does not lie in the text, ends before it starts, or splits a character.
    Outside(usize),
    /// The edit of this number overlaps the one before it.
    Overlap(usize),
    /// The text around the document is broken, and with the edit it would be read otherwise.
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
