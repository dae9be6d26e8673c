//! Words for what a value is.

use super::Format;
use crate::diagnostic::Severity;

/// What a value is.
#[derive(Debug)]
pub enum Shape {
    /// A string.
    Text(Text),
    /// A number.
    Number(Number),
    /// An object with any members.
    Object,
    /// An array of strings.
    Names,
    /// A string that holds JSON, in one of these formats if in any.
    Encoded(&'static [&'static Format]),
    /// Null, or a value of the shape.
    Nullable(&'static Shape),
}

/// Facts about a string.
#[derive(Debug)]
pub struct Text {
    /// What it has to look like.
    pub form: Form,
    /// How serious a blank string is.
    pub blank: Option<Severity>,
    /// How serious a placeholder is that was never filled in.
    pub placeholder: Severity,
}

/// The form of a string.
#[derive(Clone, Copy, Debug)]
pub enum Form {
    /// Any text.
    Free,
    /// One of a few words.
    Word(&'static Words),
    /// A UUID.
    Uuid,
    /// An ISO 8601 time; how serious another text is.
    Time(Severity),
}

/// The words a string may be.
#[derive(Debug)]
pub struct Words {
    /// The words.
    pub known: &'static [&'static str],
    /// Words that writers use, and what they mean.
    pub meant: &'static [(&'static str, &'static str)],
    /// How serious any other word is.
    pub other: Severity,
    /// Other words are allowed too; these are the usual ones.
    pub is_open: bool,
    /// Said behind the message about another word.
    pub consequence: &'static str,
}

/// Facts about a number.
#[derive(Debug)]
pub struct Number {
    /// Fractions are not allowed.
    pub is_whole: bool,
    /// The least value, and how serious less is.
    pub min: Option<(i64, Severity)>,
    /// Zero itself is too little.
    pub above_min: bool,
    /// The greatest value, and how serious more is.
    pub max: Option<(i64, Severity)>,
    /// Values above the greatest may be in thousandths of the unit.
    pub may_be_thousandths: bool,
    /// The unit, in a sentence.
    pub unit: &'static str,
}

impl Shape {
    /// The shape without the null that is allowed beside it.
    pub fn inner(&self) -> &Self {
        match self {
            Self::Nullable(shape) => shape,
            _ => self,
        }
    }
}

/// A string with these facts.
pub const fn text(form: Form, blank: Option<Severity>) -> Shape {
    Shape::Text(Text { form, blank, placeholder: Severity::Warning })
}
