//! What belongs to each kind of fault: its rule (which has the severity), its message, the title of its fix and its repair. One
//! row per kind, whether the JSON reader met it or the reading of the whole text.

use super::change::Change;
use super::fault::{Fault, is_python, python_as_json};
use super::plain_number::plain_number;
use super::repair::{maybe, sure};
use super::{escapes, message, repair, strings};
use crate::checks::say::{Filled, Shown};
use crate::diagnostic::{Finding, Fix, shown};
use crate::json::{self, BracketFault, Expected, SyntaxError, SyntaxErrorKind, quote};
use crate::rules::{self, Rule};
use crate::slips::ReadingFault;

/// What belongs to a kind of fault.
pub(super) struct FaultRow {
    /// The rule that reports it.
    pub(super) rule: &'static Rule,
    message: FaultMessage,
    /// What its fix usually does, with `$` for the new text, or for the removed one.
    pub(super) title: &'static str,
    /// How the JSON reader's fault is fixed, if that is known or can be guessed. It gets the title.
    repair: fn(Fault, &'static str) -> Option<Fix>,
}

enum FaultMessage {
    /// A sentence, with `$` for the found text.
    Says(&'static str),
    /// A sentence that depends on the found text.
    Names(fn(&str, &mut Finding)),
    /// More than a sentence, about an error of the JSON reader.
    Tells(fn(Fault, &mut Finding)),
    /// The same about an edit of a reading.
    Changes(fn(&Change, &mut Finding)),
    /// Either.
    Both(fn(Fault, &mut Finding), fn(&Change, &mut Finding)),
}

impl FaultRow {
    /// Says what is wrong.
    pub(super) fn describe(&self, fault: Fault, finding: &mut Finding) {
        match self.message {
            FaultMessage::Tells(tell) | FaultMessage::Both(tell, _) => tell(fault, finding),
            _ => self.name(fault.found(), finding),
        }
    }

    /// Says what is wrong where a reading has an edit.
    pub(super) fn describe_change(&self, change: &Change, finding: &mut Finding) {
        match self.message {
            FaultMessage::Changes(tell) | FaultMessage::Both(_, tell) => tell(change, finding),
            _ => self.name(change.found(), finding),
        }
    }

    fn name(&self, found: &str, finding: &mut Finding) {
        match self.message {
            FaultMessage::Says(sentence) => finding.say(format_args!("{}", Filled(sentence, &shown(found)))),
            FaultMessage::Names(name) => name(found, finding),
            FaultMessage::Tells(_) | FaultMessage::Changes(_) | FaultMessage::Both(..) => (),
        }
    }

    /// The fix, if one is known or can be guessed.
    pub(super) fn repair(&self, fault: Fault) -> Option<Fix> {
        (self.repair)(fault, self.title)
    }

    const fn titled(self, title: &'static str) -> Self {
        Self { title, ..self }
    }

    const fn offers(self, repair: fn(Fault, &'static str) -> Option<Fix>) -> Self {
        Self { repair, ..self }
    }
}

const fn new(rule: &'static Rule, message: FaultMessage) -> FaultRow {
    FaultRow { rule, message, title: Fix::REMOVE, repair: |_, _| None }
}

const fn says(rule: &'static Rule, sentence: &'static str) -> FaultRow {
    new(rule, FaultMessage::Says(sentence))
}

const fn tells(rule: &'static Rule, tell: fn(Fault, &mut Finding)) -> FaultRow {
    new(rule, FaultMessage::Tells(tell))
}

const fn changes(rule: &'static Rule, tell: fn(&Change, &mut Finding)) -> FaultRow {
    new(rule, FaultMessage::Changes(tell))
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

/// The row of an edit of a reading. Where a fault of the reading has several forms, the edit says which.
pub(super) fn row_of(change: &Change) -> &'static FaultRow {
    use ReadingFault::*;
    match change.fault {
        RawQuote if !change.is_removal() => &UNESCAPED_QUOTE,
        RawLine | RawControl => &CONTROL_CHARACTER,
        Backslash => &BAD_ESCAPE,
        OtherQuotes | OtherClosingQuote => &WRONG_QUOTES,
        Replaced if change.is_other_quote() => &WRONG_QUOTES,
        BareKey if change.is_quoted() => &UNQUOTED_KEY,
        BareText if change.is_quoted() => &BARE_TEXT,
        TrailingComma => &TRAILING_COMMA,
        NoComma | NoCommaAtEnd => &MISSING_COMMA,
        Comment => &COMMENT,
        NoClosingQuote | Cut => &NO_CLOSING_QUOTE,
        NoOpeningQuote => &NO_OPENING_QUOTE,
        OtherLiteral if is_python(change.found()) => &PYTHON_LITERAL,
        BadNumber => &BAD_NUMBER,
        Ellipsis => &ELLIPSIS,
        RawQuote | Replaced | BareKey | BareText | ExtraComma | OtherSign | Stray | Citation | DoubledBrace
        | OtherLiteral | RoundBracket | Call | Closer | End | Opener | DoubledQuote | NoColon | NoValue
        | EscapedQuote | Swapped | ExtraBackslash => row_of_edit(change),
    }
}

/// The row of an edit that is about a sign or a word, whatever the fault.
fn row_of_edit(change: &Change) -> &'static FaultRow {
    match (change.old, change.new) {
        ("", "\"") if change.is_closing() => &NO_CLOSING_QUOTE,
        ("", "\"") => &NO_OPENING_QUOTE,
        ("", ",") => &MISSING_COMMA,
        ("", "\\") => &BAD_ESCAPE,
        ("", _) if change.is_cut() => &CUT_STRING,
        ("", _) => &MISSING,
        ("\\", "") if change.hides_quote() => &HIDDEN_QUOTE,
        ("\\", "") => &EXTRA_BACKSLASH,
        (_, "") if change.is_behind() => &TRAILING_CONTENT,
        (_, "") => &EXTRA,
        _ if change.takes_in().is_some() => &BEHIND_STRING,
        _ if change.is_quoted() => &BARE_TEXT,
        _ if change.swapped().is_some() => &SWAPPED,
        _ => &OTHER,
    }
}

static EMPTY: FaultRow = tells(&rules::EMPTY_FILE, message::empty);

static LEADING_TEXT: FaultRow = says(&rules::LEADING_TEXT, "`$` precedes the JSON").offers(repair::leading_text);

static TRAILING_CONTENT: FaultRow = new(
    &rules::TRAILING_CONTENT,
    FaultMessage::Both(message::trailing_content, |it, finding| message::follows_json(it.found(), finding)),
)
.titled("Remove `$`")
.offers(repair::trailing_content);

static TRUNCATED: FaultRow = tells(&rules::TRUNCATED, message::truncated);

static CUT_STRING: FaultRow = changes(&rules::TRUNCATED, message::cut_string)
    .titled("Close the open strings and brackets; the missing text is not restored");

static COMMENT: FaultRow =
    new(&rules::COMMENT, FaultMessage::Names(message::comment)).titled("Remove the comment").offers(repair::comment);

static CONFLICT: FaultRow =
    says(&rules::SYNTAX, "Unresolved Git merge conflict; keep one version and remove the conflict markers");

static TRAILING_COMMA: FaultRow = says(&rules::TRAILING_COMMA, "Trailing comma; JSON does not allow it")
    .titled("Remove the comma")
    .offers(|it, title| {
        // In Python, it makes a tuple of one value: first, the brackets change.
        let is_of_tuple = it.after().trim_ascii_start().starts_with(')');
        if is_of_tuple { None } else { sure(title, it.span(), "") }
    });

static MISSING_COMMA: FaultRow =
    says(&rules::MISSING_COMMA, "Missing comma before `$`").titled("Insert a comma").offers(|it, title| {
        let is_comma = |it: &&SyntaxError| matches!(it.kind, SyntaxErrorKind::MissingComma);
        // Two quotes next to each other, and again: they may be one in a text.
        let is_doubled = it.before().ends_with('"')
            && it.found().starts_with('"')
            && it.document().errors.iter().filter(is_comma).nth(1).is_some();
        if is_doubled { None } else { sure(title, it.end_before(), ",") }
    });

static WRONG_QUOTES: FaultRow = new(&rules::SINGLE_QUOTES, FaultMessage::Names(message::wrong_quotes))
    .titled("Use double quotes")
    .offers(repair::wrong_quotes);

static NO_CLOSING_QUOTE: FaultRow =
    says(&rules::UNCLOSED_STRING, "The string has no closing quote").titled("Close the string");

static NO_OPENING_QUOTE: FaultRow =
    says(&rules::UNCLOSED_STRING, "The string has no opening quote").titled("Open the string");

static HIDDEN_QUOTE: FaultRow =
    says(&rules::UNCLOSED_STRING, "The string does not end here, because a backslash escapes its closing quote")
        .titled("Remove the backslash");

static UNQUOTED_KEY: FaultRow = says(&rules::UNQUOTED_KEY, "The key `$` needs double quotes")
    .titled("Put the key in quotes")
    .offers(|it, title| {
        let is_quoted = it.found().starts_with(['«', '‹', '「', '『', '＂']);
        (if is_quoted { maybe } else { sure })(title, it.span(), &quote(it.found()))
    });

static BARE_TEXT: FaultRow = says(&rules::SYNTAX, "`$` needs double quotes").titled("Put it in quotes");

static BEHIND_STRING: FaultRow = changes(&rules::SYNTAX, |it, finding| {
    finding.say(format_args!("`{}` follows the string", Shown(it.takes_in().unwrap_or_default())));
})
.titled("Move it into the string");

static PYTHON_LITERAL: FaultRow = new(&rules::PYTHON_LITERAL, FaultMessage::Names(message::python_literal))
    .titled("Replace with `$`")
    .offers(|it, title| sure(title, it.span(), python_as_json(it.found())));

static NOT_FINITE: FaultRow = says(&rules::NOT_FINITE, "`$` is not a JSON number; expected a finite number")
    .titled("Replace with `$`")
    .offers(|it, title| maybe(title, it.span(), "null"));

static ELLIPSIS: FaultRow = says(&rules::ELLIPSIS, "`$` is a placeholder; the real content belongs here")
    .titled("Remove the placeholder")
    .offers(repair::ellipsis);

static ANGLE_PLACEHOLDER: FaultRow = says(&rules::ANGLE_PLACEHOLDER, "`$` is a placeholder that was never filled in");

static CONTROL_CHARACTER: FaultRow =
    new(&rules::CONTROL_CHARACTER, FaultMessage::Both(message::control_character, message::changed_control_character))
        .titled("Escape the control character")
        .offers(repair::control_characters);

static UNESCAPED_QUOTE: FaultRow = says(
    &rules::UNESCAPED_QUOTE,
    "This quote ends the string too early; escape it with a backslash if it is part of the text",
)
.titled("Escape the quotes inside the string")
.offers(|it, title| Some(strings::escape_all(it.text(), it.content(), title)));

static BAD_ESCAPE: FaultRow = new(
    &rules::BAD_ESCAPE,
    FaultMessage::Both(message::bad_escape, |it, finding| message::no_escape(it.found(), finding)),
)
.titled("Double the backslash")
.offers(escapes::bad_escape);

static EXTRA_BACKSLASH: FaultRow = says(&rules::BAD_ESCAPE, "Unexpected backslash").titled("Remove the backslash");

static LONE_SURROGATE: FaultRow =
    says(&rules::LONE_SURROGATE, "`$` is half of a surrogate pair; it cannot be written as UTF-8");

static ESCAPED_TEXT: FaultRow = tells(&rules::SYNTAX, message::escaped_text).offers(repair::escaped_text);

static JOINED_STRINGS: FaultRow = says(&rules::SYNTAX, "JSON cannot join strings; write a single string")
    .offers(|it, _| Some(strings::join(it.text(), it.content())));

static CHOICE: FaultRow = says(&rules::SYNTAX, "`$` is a choice, as in a template or a type; write a single value");

static BAD_NUMBER: FaultRow =
    says(&rules::BAD_NUMBER, "`$` is not a JSON number").titled("Replace with `$`").offers(|it, title| {
        let padded = || Some(json::padded(it.text(), it.span().start as usize)?.of(it.text()).to_owned());
        match plain_number(it.found()).or_else(padded) {
            Some(number) => maybe(title, it.span(), &number),
            None => maybe("Put it in quotes", it.span(), &quote(it.found())),
        }
    });

static TOO_DEEP: FaultRow = tells(&rules::TOO_DEEP, message::too_deep);

static TOO_MANY: FaultRow = tells(&rules::TOO_LARGE, message::too_many);

static ODD_BLANK: FaultRow = tells(&rules::SYNTAX, message::odd_blank).offers(repair::odd_blank);

static WRONG_BRACKET: FaultRow = tells(&rules::SYNTAX, message::unexpected).offers(repair::wrong_bracket);

static NO_FIRST_BRACE: FaultRow =
    says(&rules::SYNTAX, "Missing `{` before the first key").offers(repair::no_first_brace);

static MISSING_BRACKET: FaultRow =
    tells(&rules::SYNTAX, message::missing_bracket).titled("Insert `$`").offers(repair::missing_bracket);

static MISSING: FaultRow = changes(&rules::SYNTAX, message::missing_sign).titled("Insert `$`");

static EXTRA: FaultRow = says(&rules::SYNTAX, "Unexpected `$`").titled("Remove `$`");

static SWAPPED: FaultRow = changes(&rules::SYNTAX, message::swapped).titled("Swap them");

static OTHER: FaultRow = changes(&rules::SYNTAX, message::other).titled("Replace $");

static NO_VALUE: FaultRow = tells(&rules::SYNTAX, message::no_value).offers(repair::bare_value);

static NO_COLON: FaultRow = tells(&rules::SYNTAX, message::unexpected).offers(repair::colon);

static UNEXPECTED: FaultRow = tells(&rules::SYNTAX, message::unexpected);
