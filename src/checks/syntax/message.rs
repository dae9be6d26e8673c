//! What is said about a fault of the text.

use crate::diagnostic::{Finding, shown};
use crate::document::Document;
use crate::json::{BracketFault, Expected, Kind, MAX_DEPTH, SyntaxError, SyntaxErrorKind, quote};
use crate::text::Span;

pub(super) fn describe(document: &Document, error: SyntaxError, it: &mut Finding) {
    it.message = message(document, error);
    if let SyntaxErrorKind::Truncated(kind, opened_at) = error.kind {
        it.note(opened_at, format!("{} begins here", opened(kind)));
    }
}

fn message(document: &Document, error: SyntaxError) -> String {
    let text = &*document.text;
    let found = error.span.of(text);
    let whole = if document.parent.is_none() { "The file" } else { "The payload" };
    match error.kind {
        SyntaxErrorKind::Empty => format!("{whole} is empty; the agent may not have finished"),
        SyntaxErrorKind::LeadingText => format!("`{}` stands before the JSON", shown(found)),
        SyntaxErrorKind::TrailingContent => format!("`{}` follows the end of the JSON", shown(found)),
        SyntaxErrorKind::Truncated(kind, _) => {
            format!("{whole} ends inside {}; the answer was probably cut off and has to be written again", opened(kind))
        }
        SyntaxErrorKind::Comment => "JSON has no comments; readers stop here".to_owned(),
        SyntaxErrorKind::TrailingComma => "No item follows this comma".to_owned(),
        SyntaxErrorKind::MissingComma => format!("A comma is missing before `{}`", shown(found)),
        SyntaxErrorKind::WrongQuotes => quotes_message(found),
        SyntaxErrorKind::UnquotedKey => format!("The key `{}` needs double quotes", shown(found)),
        SyntaxErrorKind::PythonLiteral => format!("`{found}` is Python; JSON writes `{}`", python_as_json(found)),
        SyntaxErrorKind::NotFinite => format!("`{}` is no JSON number; expected a finite one", shown(found)),
        SyntaxErrorKind::Ellipsis => format!("`{}` stands where the real content belongs", shown(found)),
        SyntaxErrorKind::AnglePlaceholder => format!("`{}` was never filled in", shown(found)),
        SyntaxErrorKind::ControlCharacter(content) => control_message(content, text, found),
        SyntaxErrorKind::UnescapedQuote(..) => {
            "The string seems to end here too early: this quote belongs to its content and needs a backslash".to_owned()
        }
        SyntaxErrorKind::BadEscape => format!("`{}` is not an escape of JSON", shown(found)),
        SyntaxErrorKind::LoneSurrogate => {
            format!("`{}` is half of a character; it is lost when the text is written as UTF-8", shown(found))
        }
        SyntaxErrorKind::UnclosedString if found.ends_with("\\\"") => {
            "The string goes on here, since its closing quote has a backslash".to_owned()
        }
        SyntaxErrorKind::UnclosedString => "The string has no closing quote".to_owned(),
        SyntaxErrorKind::UnopenedString => "The string has no opening quote".to_owned(),
        SyntaxErrorKind::BadNumber => format!("`{}` is not a number as JSON writes it", shown(found)),
        SyntaxErrorKind::TooDeep => format!("Nested deeper than {MAX_DEPTH} levels; nothing behind this is checked"),
        SyntaxErrorKind::OddBlank => blank_message(found),
        SyntaxErrorKind::Bracket(fault) => bracket_message(fault, found),
        SyntaxErrorKind::Unexpected(expected) => format!("Expected {}, found `{}`", due(expected), shown(found)),
    }
}

fn quotes_message(found: &str) -> String {
    let ends = [found.chars().next(), found.chars().next_back()];
    let odd = ends.into_iter().flatten().find(|it| *it != '"').unwrap_or('"');
    match odd {
        '\'' => "Strings need double quotes".to_owned(),
        '"' => "A string has one double quote at each end".to_owned(),
        '`' => "Strings need double quotes instead of backticks".to_owned(),
        _ => format!("Strings need plain double quotes instead of `{odd}`"),
    }
}

fn blank_message(found: &str) -> String {
    match found.chars().next() {
        Some('\\') => {
            let escape = found.get(..2).unwrap_or_default();
            format!("`{escape}` stands here in two characters; outside of strings it should be a real one")
        }
        first => {
            let code = first.map_or(0, u32::from);
            format!("U+{code:04X} looks like a blank; JSON allows only spaces, tabs and line breaks here")
        }
    }
}

fn bracket_message(fault: BracketFault, found: &str) -> String {
    match fault {
        BracketFault::Stray => format!("This `{found}` is one too many"),
        BracketFault::Wrong(expected) => format!("Expected {}, found `{found}`", due(expected)),
        BracketFault::Missing(Expected::OpenBrace) => "`{` is missing before the first key".to_owned(),
        BracketFault::Missing(expected) => format!("{} is missing before `{}`", due(expected), shown(found)),
    }
}

fn opened(kind: Kind) -> &'static str {
    match kind {
        Kind::String => "a string",
        Kind::Array => "an array",
        Kind::Object | Kind::Null | Kind::True | Kind::False | Kind::Number | Kind::Broken => "an object",
    }
}

/// What belongs at a place, in a sentence.
pub(super) fn due(expected: Expected) -> &'static str {
    match expected {
        Expected::Value => "a value",
        Expected::Key => "a key in double quotes",
        Expected::Colon => "`:`",
        Expected::CommaOrBrace => "`,` or `}`",
        Expected::CommaOrBracket => "`,` or `]`",
        Expected::Brace => "`}`",
        Expected::Bracket => "`]`",
        Expected::OpenBrace => "`{`",
    }
}

pub(super) fn python_as_json(word: &str) -> &'static str {
    match word {
        "True" => "true",
        "False" => "false",
        _ => "null",
    }
}

fn control_message(content: Span, text: &str, first: &str) -> String {
    let (name, escape) = match first {
        "\n" => ("line break", "\\n".to_owned()),
        "\r" => ("carriage return", "\\r".to_owned()),
        "\t" => ("tab", "\\t".to_owned()),
        _ => ("control character", quote(first).trim_matches('"').to_owned()),
    };
    let more = content.of(text).bytes().filter(|it| *it < 0x20).count().saturating_sub(1);
    let more = match more {
        0 => String::new(),
        1 => ", and one more control character".to_owned(),
        _ => format!(", and {more} more control characters"),
    };
    format!("The string holds a raw {name}, which has to be written as `{escape}`{more}")
}
