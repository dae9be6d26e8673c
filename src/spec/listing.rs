//! Words for an object in which one field names the others, each a text of its own.

/// A field with the names of other fields, each a text of its own.
#[derive(Debug)]
pub struct Listing {
    /// The field with the names.
    pub list: &'static str,
    /// The texts we know.
    pub sections: &'static [Section],
    /// How unknown texts begin.
    pub begins: &'static str,
    /// Fields next to the texts that are not texts.
    pub not_sections: &'static [&'static str],
}

/// A text that may be listed.
#[derive(Debug)]
pub struct Section {
    /// The key, and the name in the list.
    pub name: &'static str,
    /// How the text begins; empty if it may begin in any way.
    pub begins: &'static str,
    /// The readers expect it.
    pub is_expected: bool,
    /// The least number of characters that the readers expect.
    pub min_chars: usize,
    /// The parts the text is made of.
    pub parts: &'static [TextPart],
    /// Phrases of the text that is inserted if none was written.
    pub generic: &'static [&'static str],
}

/// A part of a text: a heading with a list of rules under it.
#[derive(Debug)]
pub struct TextPart {
    /// The heading, after `### `.
    pub heading: &'static str,
    /// The sign each rule begins with.
    pub sign: &'static str,
    /// The least number of rules.
    pub min: usize,
    /// The greatest number of rules.
    pub max: usize,
    /// How a rule should be worded.
    pub wording: Wording,
}

/// How the rules of a part are worded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wording {
    /// Without this word at the start, because the heading already says it; with a reason in brackets.
    Without(&'static str),
    /// With this word at the start; with a reason in brackets.
    With(&'static str),
    /// `Topic: Ask …`.
    Topic(&'static str),
}
