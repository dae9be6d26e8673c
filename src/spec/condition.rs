//! Words for what one value requires of another.
//!
//! Values are named by paths: `code` is a member of the object itself, `details/line` one of an object in it,
//! `../status` one of the object or list around it, `/status` one of the outermost object.

use crate::rules::Rule;
use crate::severity::Severity;

/// A test that may hold: the path of a value, and what it should be.
pub type Test = (&'static str, Should);

/// What the value of one field requires of another.
#[derive(Debug)]
pub struct Condition {
    /// The condition applies if all of these hold.
    pub when: &'static [Test],
    /// The path of the value that it tests.
    pub field: &'static str,
    /// What it should be.
    pub should: Should,
    /// The rule that reports it.
    pub rule: &'static Rule,
    /// How serious a violation is.
    pub severity: Severity,
    /// The message; `{found}` is the found value, `{other}` what a comparison expects.
    pub message: &'static str,
    /// This JSON text may be meant instead.
    pub suggest: Option<&'static str>,
}

/// What a value should be. Only `BeThere` and `BeAbsent` apply to a missing value; none applies to a value of a wrong
/// type, a placeholder or an unknown word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Should {
    /// Null.
    BeNull,
    /// Anything but null.
    NotBeNull,
    /// A string that is not blank; null is judged elsewhere.
    NotBeBlank,
    /// Neither null nor blank.
    BeFilled,
    /// Present, and not null.
    BeThere,
    /// Absent, or null.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// The path.
    pub path: &'static str,
    /// How the value is measured.
    pub measure: Measure,
    /// The factor.
    pub factor: i32,
}

/// A value at a path, measured, times a factor.
pub const fn term(path: &'static str, measure: Measure, factor: i32) -> Term {
    Term { path, measure, factor }
}

/// How a value is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Its own value.
    Number,
    /// How many items an array has.
    Items,
    /// How many bytes the text of a string has, in UTF-8.
    Bytes,
    /// How many characters it has.
    Chars,
    /// The seconds since 1970 of an ISO 8601 time.
    Seconds,
    /// The number, in digits, before words in a text that begin like this, in any case.
    Before(&'static [&'static str]),
}

/// How two numbers compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// Equal, within this tolerance.
    Near(i32),
    /// Equal or greater.
    AtLeast,
    /// Equal or less.
    AtMost,
    /// Less.
    Below,
}

/// A value that follows from another.
#[derive(Debug)]
pub struct Lookup {
    /// The paths of the deciding values; the first that exists counts. Only what follows from the first path is
    /// certain: the others may be as wrong as the value itself.
    pub by: &'static [&'static str],
    /// Its words, and what follows from them: a text, or `true`, `false` and numbers as JSON writes them.
    pub rows: &'static [(&'static [&'static str], &'static str)],
    /// How serious a different value is.
    pub severity: Severity,
    /// What follows is only the usual value: others are not repaired.
    pub is_usual: bool,
    /// Different values that are less serious; in a pattern, `*` is any text.
    pub softer: &'static [Softer],
}

/// A value that is less serious than others.
#[derive(Clone, Copy, Debug)]
pub struct Softer {
    /// The value.
    pub pattern: &'static str,
    /// How serious it is.
    pub severity: Severity,
    /// The message about it.
    pub message: &'static str,
    /// It is replaced with the value that follows, without review.
    pub is_repaired: bool,
    /// It differs from the expected value only in one part, from after this text to the next `/`, and this field has a
    /// text other than that part. If the two are equal, only the field is reported.
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

/// A condition that says nothing yet.
pub struct Check {
    when: &'static [Test],
    field: &'static str,
    should: Should,
    suggest: Option<&'static str>,
}

/// A condition that always applies.
pub const fn check(field: &'static str, should: Should) -> Check {
    Check { when: &[], field, should, suggest: None }
}

impl Check {
    /// Applies only if all of these hold.
    pub const fn when(mut self, tests: &'static [Test]) -> Self {
        self.when = tests;
        self
    }

    /// This JSON text may be meant.
    pub const fn suggest(mut self, json: &'static str) -> Self {
        self.suggest = Some(json);
        self
    }

    /// What is reported if it does not hold.
    pub const fn or(self, severity: Severity, rule: &'static Rule, message: &'static str) -> Condition {
        let Self { when, field, should, suggest } = self;
        Condition { when, field, should, rule, severity, message, suggest }
    }
}
