//! Words for what one value asks of another.
//!
//! Values are named by paths: `code` is a member of the object itself, `details/line` one of an object in it,
//! `../status` one of the object or list around it, `/status` one of the outermost object.

use crate::severity::Severity;

/// Something that holds or not: the path of a value, and what it should be.
pub type Test = (&'static str, Should);

/// What the value of one field asks of another.
#[derive(Debug)]
pub struct Condition {
    /// The condition is judged where all of these hold.
    pub when: &'static [Test],
    /// The path of the value that is judged.
    pub field: &'static str,
    /// What it should be.
    pub should: Should,
    /// The rule that reports it.
    pub rule: &'static str,
    /// How serious it is otherwise.
    pub severity: Severity,
    /// The message; `{found}` is what is there, `{other}` what a comparison expects.
    pub message: &'static str,
    /// This JSON text may be meant instead.
    pub suggest: Option<&'static str>,
}

/// What a value should be. Of what is not there only `BeThere` and `BeAbsent` speak; of a value of another type, a
/// placeholder or an unknown word nothing is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Should {
    /// Null.
    BeNull,
    /// Anything but null.
    NotBeNull,
    /// A string with something in it; null is judged elsewhere.
    NotBeBlank,
    /// Neither null nor blank.
    BeFilled,
    /// There, and not null.
    BeThere,
    /// Not there, or null.
    BeAbsent,
    /// Like one of these patterns; numbers and `true` by their JSON text.
    Be(&'static [&'static str]),
    /// None of these.
    NotBe(&'static [&'static str]),
    /// One of the items of the array at that path.
    BeAmong(&'static str),
    /// What is measured, how it compares, and with what: a number plus all of the terms.
    Compare(Measure, Relation, i32, &'static [Term]),
}

/// A value at a path, measured, times a factor.
pub type Term = (&'static str, Measure, i32);

/// The number that is taken of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The number it is.
    Number,
    /// How many items an array has.
    Items,
    /// How many bytes the text of a string has, in UTF-8.
    Bytes,
    /// How many characters it has.
    Chars,
    /// The seconds since 1970 of an ISO 8601 time.
    Seconds,
    /// The number before words that begin like this in a text, in digits; upper and lower case are the same.
    Before(&'static [&'static str]),
}

/// How two numbers compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// As much, but for so much.
    Near(i32),
    /// As much or more.
    AtLeast,
    /// As much or less.
    AtMost,
    /// Less.
    Below,
}

/// A value that follows from another.
#[derive(Debug)]
pub struct Lookup {
    /// The paths of what decides; the first that is there counts. Only from the first of all it follows for certain: the
    /// others may be as wrong as the value itself.
    pub by: &'static [&'static str],
    /// Words of it, and what follows: a text, or `true`, `false` and numbers as JSON writes them.
    pub rows: &'static [(&'static [&'static str], &'static str)],
    /// How serious another value is.
    pub severity: Severity,
    /// What follows is only usual: other values are not repaired.
    pub is_usual: bool,
    /// Other values that are less serious; in a pattern `*` is any text.
    pub softer: &'static [Softer],
}

/// A value that is less serious than others.
#[derive(Clone, Copy, Debug)]
pub struct Softer {
    /// The value.
    pub pattern: &'static str,
    /// How serious it is.
    pub severity: Severity,
    /// Said of it.
    pub message: &'static str,
    /// The value that follows is written instead, unseen.
    pub is_repaired: bool,
    /// It differs from the expected value in only one part, from after this text to the next `/`, and this
    /// field has another text than that part. Where the two are equal, only the field is reported.
    pub apart_from: Option<(&'static str, &'static str)>,
}

/// A number from `min`.
pub const fn at_least(min: i32) -> Should {
    Should::Compare(Measure::Number, Relation::AtLeast, min, &[])
}

/// A number up to `max`.
pub const fn at_most(max: i32) -> Should {
    Should::Compare(Measure::Number, Relation::AtMost, max, &[])
}

/// A number less than `limit`.
pub const fn below(limit: i32) -> Should {
    Should::Compare(Measure::Number, Relation::Below, limit, &[])
}

/// A condition that is judged everywhere, and not yet said how.
pub const fn check(field: &'static str, should: Should) -> Condition {
    let severity = Severity::Error;
    Condition { when: &[], field, should, rule: "", severity, message: "", suggest: None }
}

impl Condition {
    /// Judged only where all of these hold.
    pub const fn when(mut self, tests: &'static [Test]) -> Self {
        self.when = tests;
        self
    }

    /// What is reported otherwise.
    pub const fn or(mut self, severity: Severity, rule: &'static str, message: &'static str) -> Self {
        self.severity = severity;
        self.rule = rule;
        self.message = message;
        self
    }

    /// This JSON text may be meant.
    pub const fn suggest(mut self, json: &'static str) -> Self {
        self.suggest = Some(json);
        self
    }
}
