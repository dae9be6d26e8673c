//! What belongs to each kind of fault: its rule (which has the severity), its message and its repair. One row per kind.

use super::fault::{Fault, python_as_json};
use super::plain_number::plain_number;
use super::repair::{maybe, sure};
use super::{message, repair, strings};
use crate::checks::say::Filled;
use crate::diagnostic::{Finding, Fix, shown};
use crate::json::{BracketFault, Expected, SyntaxErrorKind, quote};
use crate::rules::{self, Rule};

/// What belongs to a kind of fault.
pub(super) struct FaultRow {
    /// The rule that reports it.
    pub(super) rule: &'static Rule,
    message: FaultMessage,
    /// How it is fixed, if that is known or can be guessed.
    repair: fn(Fault) -> Option<Fix>,
}

enum FaultMessage {
    /// A sentence, with `$` for the found text.
    Says(&'static str),
    /// More than a sentence.
    Tells(fn(Fault, &mut Finding)),
}

impl FaultRow {
    /// Says what is wrong.
    pub(super) fn describe(&self, fault: Fault, finding: &mut Finding) {
        match self.message {
            FaultMessage::Says(sentence) => {
                finding.say(format_args!("{}", Filled(sentence, &shown(fault.found()))));
            }
            FaultMessage::Tells(tell) => tell(fault, finding),
        }
    }

    /// The fix, if one is known or can be guessed.
    pub(super) fn repair(&self, fault: Fault) -> Option<Fix> {
        (self.repair)(fault)
    }

    const fn offers(self, repair: fn(Fault) -> Option<Fix>) -> Self {
        Self { repair, ..self }
    }
}

const fn says(rule: &'static Rule, sentence: &'static str) -> FaultRow {
    FaultRow { rule, message: FaultMessage::Says(sentence), repair: |_| None }
}

const fn tells(rule: &'static Rule, tell: fn(Fault, &mut Finding)) -> FaultRow {
    FaultRow { rule, message: FaultMessage::Tells(tell), repair: |_| None }
}

/// The row of a kind.
pub(super) fn row(kind: SyntaxErrorKind) -> &'static FaultRow {
    match kind {
        SyntaxErrorKind::Empty => &EMPTY,
        SyntaxErrorKind::LeadingText => &LEADING_TEXT,
        SyntaxErrorKind::TrailingContent => &TRAILING_CONTENT,
        SyntaxErrorKind::Truncated(..) => &TRUNCATED,
        SyntaxErrorKind::Comment => &COMMENT,
        SyntaxErrorKind::Conflict => &CONFLICT,
        SyntaxErrorKind::TrailingComma => &TRAILING_COMMA,
        SyntaxErrorKind::MissingComma => &MISSING_COMMA,
        SyntaxErrorKind::WrongQuotes => &WRONG_QUOTES,
        SyntaxErrorKind::UnquotedKey => &UNQUOTED_KEY,
        SyntaxErrorKind::PythonLiteral => &PYTHON_LITERAL,
        SyntaxErrorKind::NotFinite => &NOT_FINITE,
        SyntaxErrorKind::Ellipsis => &ELLIPSIS,
        SyntaxErrorKind::AnglePlaceholder => &ANGLE_PLACEHOLDER,
        SyntaxErrorKind::ControlCharacter(_) => &CONTROL_CHARACTER,
        SyntaxErrorKind::UnescapedQuote(_) => &UNESCAPED_QUOTE,
        SyntaxErrorKind::BadEscape => &BAD_ESCAPE,
        SyntaxErrorKind::LoneSurrogate => &LONE_SURROGATE,
        SyntaxErrorKind::EscapedText(_) => &ESCAPED_TEXT,
        SyntaxErrorKind::JoinedStrings(_) => &JOINED_STRINGS,
        SyntaxErrorKind::Choice => &CHOICE,
        SyntaxErrorKind::BadNumber => &BAD_NUMBER,
        SyntaxErrorKind::TooDeep => &TOO_DEEP,
        SyntaxErrorKind::TooMany => &TOO_MANY,
        SyntaxErrorKind::OddBlank => &ODD_BLANK,
        SyntaxErrorKind::Bracket(BracketFault::Wrong(_)) => &WRONG_BRACKET,
        SyntaxErrorKind::Bracket(BracketFault::Missing(Expected::OpenBrace)) => &NO_FIRST_BRACE,
        SyntaxErrorKind::Bracket(BracketFault::Missing(_)) => &MISSING_BRACKET,
        SyntaxErrorKind::Unexpected(Expected::Value) => &NO_VALUE,
        SyntaxErrorKind::Unexpected(Expected::Colon) => &NO_COLON,
        SyntaxErrorKind::Unexpected(_) => &UNEXPECTED,
    }
}

static EMPTY: FaultRow = tells(&rules::EMPTY_FILE, message::empty);

static LEADING_TEXT: FaultRow = says(&rules::LEADING_TEXT, "`$` precedes the JSON").offers(repair::leading_text);

static TRAILING_CONTENT: FaultRow =
    tells(&rules::TRAILING_CONTENT, message::trailing_content).offers(repair::trailing_content);

static TRUNCATED: FaultRow = tells(&rules::TRUNCATED, message::truncated);

static COMMENT: FaultRow =
    says(&rules::COMMENT, "JSON does not allow comments; readers stop here").offers(repair::comment);

static CONFLICT: FaultRow =
    says(&rules::SYNTAX, "Unresolved Git merge conflict; keep one version and remove the conflict markers");

static TRAILING_COMMA: FaultRow = says(&rules::TRAILING_COMMA, "Trailing comma; JSON does not allow it")
    .offers(|it| sure("Remove the comma", it.span(), ""));

static MISSING_COMMA: FaultRow =
    says(&rules::MISSING_COMMA, "Missing comma before `$`").offers(|it| sure("Insert a comma", it.end_before(), ","));

static WRONG_QUOTES: FaultRow = tells(&rules::SINGLE_QUOTES, message::wrong_quotes).offers(repair::wrong_quotes);

static UNQUOTED_KEY: FaultRow = says(&rules::UNQUOTED_KEY, "The key `$` needs double quotes")
    .offers(|it| sure("Put the key in quotes", it.span(), &quote(it.found())));

static PYTHON_LITERAL: FaultRow = tells(&rules::PYTHON_LITERAL, message::python_literal)
    .offers(|it| sure("Replace with `$`", it.span(), python_as_json(it.found())));

static NOT_FINITE: FaultRow = says(&rules::NOT_FINITE, "`$` is not a JSON number; expected a finite number")
    .offers(|it| maybe("Replace with `$`", it.span(), "null"));

static ELLIPSIS: FaultRow =
    says(&rules::ELLIPSIS, "`$` is a placeholder; the real content belongs here").offers(repair::ellipsis);

static ANGLE_PLACEHOLDER: FaultRow = says(&rules::ANGLE_PLACEHOLDER, "`$` is a placeholder that was never filled in");

static CONTROL_CHARACTER: FaultRow =
    tells(&rules::CONTROL_CHARACTER, message::control_character).offers(repair::control_characters);

static UNESCAPED_QUOTE: FaultRow = says(
    &rules::UNESCAPED_QUOTE,
    "This quote ends the string too early; escape it with a backslash if it is part of the text",
)
.offers(|it| Some(strings::escape_all(it.text(), it.content())));

static BAD_ESCAPE: FaultRow = tells(&rules::BAD_ESCAPE, message::bad_escape).offers(repair::bad_escape);

static LONE_SURROGATE: FaultRow =
    says(&rules::LONE_SURROGATE, "`$` is half of a surrogate pair; it cannot be written as UTF-8");

static ESCAPED_TEXT: FaultRow = tells(&rules::SYNTAX, message::escaped_text).offers(repair::escaped_text);

static JOINED_STRINGS: FaultRow = says(&rules::SYNTAX, "JSON cannot join strings; write a single string")
    .offers(|it| Some(strings::join(it.text(), it.content())));

static CHOICE: FaultRow = says(&rules::SYNTAX, "`$` is a choice, as in a template or a type; write a single value");

static BAD_NUMBER: FaultRow =
    says(&rules::BAD_NUMBER, "`$` is not a JSON number").offers(|it| match plain_number(it.found()) {
        Some(number) => maybe("Replace with `$`", it.span(), &number),
        None => maybe("Put it in quotes", it.span(), &quote(it.found())),
    });

static TOO_DEEP: FaultRow = tells(&rules::TOO_DEEP, message::too_deep);

static TOO_MANY: FaultRow = tells(&rules::TOO_LARGE, message::too_many);

static ODD_BLANK: FaultRow = tells(&rules::SYNTAX, message::odd_blank).offers(repair::odd_blank);

static WRONG_BRACKET: FaultRow = tells(&rules::SYNTAX, message::unexpected).offers(repair::wrong_bracket);

static NO_FIRST_BRACE: FaultRow =
    says(&rules::SYNTAX, "Missing `{` before the first key").offers(repair::no_first_brace);

static MISSING_BRACKET: FaultRow = tells(&rules::SYNTAX, message::missing_bracket).offers(repair::missing_bracket);

static NO_VALUE: FaultRow = tells(&rules::SYNTAX, message::no_value).offers(repair::bare_value);

static NO_COLON: FaultRow = tells(&rules::SYNTAX, message::unexpected).offers(repair::colon);

static UNEXPECTED: FaultRow = tells(&rules::SYNTAX, message::unexpected);
