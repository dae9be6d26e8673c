//! Syntax errors and their places.

use super::listed;
use super::tree::Kind;
use crate::text::Span;

/// A syntax error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// What is wrong.
    pub kind: SyntaxErrorKind,
    /// The smallest span that would have to change.
    pub span: Span,
}

/// The kind of a syntax error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SyntaxErrorKind {
    /// Nothing but blanks.
    Empty,
    /// Prose before the value.
    LeadingText,
    /// Something follows the value.
    TrailingContent,
    /// The text ends too early: inside this kind of node, which begins here.
    Truncated(Kind, Span),
    /// A comment.
    Comment,
    /// A merge conflict marker of Git. The first version is read, the others are skipped.
    Conflict,
    /// A comma before a closing bracket.
    TrailingComma,
    /// No comma between two items; the span is that of the second.
    MissingComma,
    /// A string in nonstandard quotes: `'…'`, `“…”`, `` `…` ``, `"""…"""`.
    WrongQuotes,
    /// A key without quotes.
    UnquotedKey,
    /// `None`, `True`, `False`.
    PythonLiteral,
    /// `NaN`, `Infinity`, `-Infinity`.
    NotFinite,
    /// `...` in place of content.
    Ellipsis,
    /// `<…>` in place of a value.
    AnglePlaceholder,
    /// Raw control characters in the string with this content; the span is that of the first.
    ControlCharacter(Span),
    /// A string, with this content, that contains unescaped JSON; the span is that of the first quote without a
    /// backslash.
    UnescapedQuote(Span),
    /// A backslash before a character that cannot be escaped.
    BadEscape,
    /// Half of a surrogate pair.
    LoneSurrogate,
    /// The whole text, or this part of it, is the content of a string: all its quotes have a backslash.
    EscapedText(Span),
    /// A string expression, such as `"a" + "b"`; the span is that of the first joint.
    JoinedStrings(Span),
    /// Values to choose from, such as `"a" | "b"`.
    Choice,
    /// A number that JSON does not allow.
    BadNumber,
    /// Nested deeper than [`MAX_DEPTH`](super::MAX_DEPTH); nothing after this place was read.
    TooDeep,
    /// The errors are [`MAX_ERRORS`](super::MAX_ERRORS) or more; nothing after this place was read.
    TooMany,
    /// A character that looks blank but is not whitespace in JSON, or `\n` as two characters.
    OddBlank,
    /// A bracket that is wrong or missing.
    Bracket(BracketFault),
    /// Anything else: what was expected here.
    Unexpected(Expected),
}

impl SyntaxErrorKind {
    /// True for text around the value.
    pub(crate) fn is_around(self) -> bool {
        matches!(self, Self::LeadingText | Self::TrailingContent)
    }

    /// True if the extent of the value is certain in spite of it.
    pub(crate) fn is_minor(self) -> bool {
        match self {
            Self::Comment
            | Self::TrailingComma
            | Self::MissingComma
            | Self::PythonLiteral
            | Self::NotFinite
            | Self::Ellipsis
            | Self::ControlCharacter(_)
            | Self::BadEscape
            | Self::LoneSurrogate
            | Self::BadNumber
            | Self::OddBlank => true,
            Self::Empty
            | Self::LeadingText
            | Self::TrailingContent
            | Self::Conflict
            | Self::Truncated(..)
            | Self::WrongQuotes
            | Self::UnquotedKey
            | Self::AnglePlaceholder
            | Self::UnescapedQuote(..)
            | Self::EscapedText(_)
            | Self::JoinedStrings(_)
            | Self::Choice
            | Self::TooDeep
            | Self::TooMany
            | Self::Bracket(_)
            | Self::Unexpected(_) => false,
        }
    }
}

/// How many more findings another reading may have before a fault is better reported by its own form; `None` if only
/// another reading shows what the fault is.
pub(crate) fn known_form(text: &str, error: &SyntaxError) -> Option<usize> {
    match error.kind {
        // A single quote may replace another character.
        SyntaxErrorKind::WrongQuotes => {
            let mut chars = error.span.of(text).chars();
            let (first, last) = (chars.next(), chars.next_back());
            let is_odd = |it: Option<char>| matches!(it, Some('\'' | '`'));
            (first == last || !is_odd(first) && !is_odd(last)).then_some(0)
        }
        SyntaxErrorKind::UnquotedKey
        | SyntaxErrorKind::JoinedStrings(_)
        | SyntaxErrorKind::Choice
        | SyntaxErrorKind::EscapedText(_)
        | SyntaxErrorKind::UnescapedQuote(_)
        | SyntaxErrorKind::TooMany => Some(0),
        SyntaxErrorKind::Bracket(BracketFault::Wrong(_)) if error.span.len() == 3 || error.span.of(text) == "(" => {
            Some(0)
        }
        SyntaxErrorKind::Bracket(BracketFault::Wrong(Expected::OpenBrace | Expected::OpenBracket))
        | SyntaxErrorKind::Bracket(BracketFault::Missing(Expected::OpenBrace))
        | SyntaxErrorKind::Truncated(..) => Some(1),
        // What follows a string that ended too early may look like a comment.
        SyntaxErrorKind::Comment if error.span.of(text).contains('"') => Some(1),
        kind => (kind.is_minor() && !matches!(kind, SyntaxErrorKind::MissingComma)).then_some(0),
    }
}

/// Whether errors leave the extents of values uncertain, so that a text must be read in another way.
pub(crate) fn needs_explaining(text: &str, errors: &[SyntaxError]) -> bool {
    errors.iter().any(|it| match it.kind {
        SyntaxErrorKind::Empty
        | SyntaxErrorKind::LeadingText
        | SyntaxErrorKind::Conflict
        | SyntaxErrorKind::AnglePlaceholder
        | SyntaxErrorKind::EscapedText(_)
        | SyntaxErrorKind::TooDeep => false,
        // Prose does not belong to the value, and neither do more objects; punctuation may, and so may prose before its
        // closing bracket.
        SyntaxErrorKind::TrailingContent => {
            let behind = text.get(it.span.start as usize..).unwrap_or_default();
            let is_listed =
                || errors.len() == 1 && text.get(..it.span.end as usize).is_some_and(|it| listed(it).is_some());
            (behind.starts_with([',', ':', ']', '}', '"']) || closes_more(behind)) && !is_listed()
        }
        _ => known_form(text, it) != Some(0),
    })
}

/// Whether a text with errors of known forms may mean something else: a string without its own quotes may be longer than it
/// seems, and so may what looks like a comment.
pub(crate) fn may_be_misread(errors: &[SyntaxError]) -> bool {
    let is_of_whole = |it: &SyntaxError| {
        matches!(
            it.kind,
            SyntaxErrorKind::UnescapedQuote(_)
                | SyntaxErrorKind::EscapedText(_)
                | SyntaxErrorKind::JoinedStrings(_)
                | SyntaxErrorKind::Choice
                | SyntaxErrorKind::Conflict
                | SyntaxErrorKind::TooDeep
                | SyntaxErrorKind::TooMany
                | SyntaxErrorKind::Empty
                | SyntaxErrorKind::LeadingText
                | SyntaxErrorKind::TrailingContent
                | SyntaxErrorKind::AnglePlaceholder
        )
    };
    let is_odd = |it: &SyntaxError| !it.kind.is_minor() || it.kind == SyntaxErrorKind::Comment;
    !errors.iter().any(is_of_whole) && errors.iter().any(is_odd)
}

/// Whether a text closes brackets that it does not open.
fn closes_more(text: &str) -> bool {
    let mut depth = 0_i32;
    text.bytes().any(|byte| {
        depth += i32::from(matches!(byte, b'{' | b'[')) - i32::from(matches!(byte, b'}' | b']'));
        depth < 0
    })
}

/// The kind of error of a bracket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BracketFault {
    /// This one was expected instead.
    Wrong(Expected),
    /// This one is missing before the span.
    Missing(Expected),
}

/// What could have been at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// Any value.
    Value,
    /// A key in double quotes.
    Key,
    /// `:`
    Colon,
    /// `,`
    Comma,
    /// `,` or the closing bracket of an object.
    CommaOrBrace,
    /// `,` or the closing bracket of an array.
    CommaOrBracket,
    /// The closing bracket of an object that is still open.
    Brace,
    /// The closing bracket of an array that is still open.
    Bracket,
    /// The opening bracket of an object.
    OpenBrace,
    /// The opening bracket of an array.
    OpenBracket,
}
