//! What is said about a fault of the text.

use super::habit;
use crate::checks::Context;
use crate::checks::say::{Filled, Shown, first_line};
use crate::diagnostic::{Finding, shown};
use crate::document::{DocId, Document};
use crate::json::{BracketFault, Expected, Kind, MAX_DEPTH, SyntaxError, SyntaxErrorKind, quote};
use crate::text::{Edit, Span, find, has_any, trim_back, trim_front};

/// `is_habit` where the whole text is written like that.
pub(super) fn describe(ctx: &Context, doc: DocId, (error, is_habit): (SyntaxError, bool), it: &mut Finding) {
    let document = ctx.doc(doc);
    let found = error.span.of(&document.text);
    if is_habit {
        return fill(throughout(document, found), found, it);
    }
    let whole = if document.parent.is_none() { "The file" } else { "The payload" };
    match error.kind {
        SyntaxErrorKind::Empty => it.say(format_args!("{whole} is empty; the agent may not have finished")),
        SyntaxErrorKind::Truncated(kind, opened_at) => {
            let inside = opened(kind);
            it.say(format_args!(
                "{whole} ends inside {inside}; the answer was probably cut off and has to be written again"
            ));
            it.note(opened_at, format!("{inside} begins here"));
        }
        SyntaxErrorKind::WrongQuotes => quotes_message(found, it),
        SyntaxErrorKind::PythonLiteral => {
            it.say(format_args!("`{found}` is Python; JSON writes `{}`", python_as_json(found)));
        }
        SyntaxErrorKind::ControlCharacter(content) => control_message(ctx, (doc, error.span), content, it),
        SyntaxErrorKind::EscapedText(_) => {
            it.say(format_args!("{whole} is written {}; it should be plain JSON", otherwise(found)));
        }
        SyntaxErrorKind::TooDeep => {
            it.say(format_args!("Nested deeper than {MAX_DEPTH} levels; nothing behind this is checked"));
        }
        SyntaxErrorKind::OddBlank => blank_message(found, it),
        SyntaxErrorKind::Bracket(BracketFault::Stray) => it.say(format_args!("This `{found}` is one too many")),
        SyntaxErrorKind::Unexpected(Expected::Value) if is_yaml(&document.text, error.span) => {
            fill("Expected JSON, found what looks like YAML", found, it);
        }
        SyntaxErrorKind::Bracket(BracketFault::Wrong(expected)) | SyntaxErrorKind::Unexpected(expected) => {
            it.say(format_args!("Expected {}, found `{}`", due(expected), Shown(found)));
        }
        SyntaxErrorKind::Bracket(BracketFault::Missing(expected)) if expected != Expected::OpenBrace => {
            it.say(format_args!("{} is missing before `{}`", due(expected), Shown(found)));
        }
        _ => fill(sentence(error.kind, found), found, it),
    }
}

#[inline(never)]
fn fill(sentence: &'static str, found: &str, it: &mut Finding) {
    it.say(format_args!("{}", Filled(sentence, &shown(found))));
}

/// What is said of a text that is written like this throughout.
fn throughout(document: &Document, found: &str) -> &'static str {
    match found.is_char_boundary(1) {
        true if habit::has_bare_keys(document) => {
            "This is written as JavaScript, as in `$`; `JSON.stringify` writes JSON"
        }
        true => "This is written as Python prints it, as in `$`; `json.dumps` writes JSON",
        false => "This is written throughout with signs as in `$`; JSON has the plain ones",
    }
}

/// How a whole text is written that begins like this.
fn otherwise(found: &str) -> &'static str {
    match found.as_bytes().first() {
        Some(b'\\') => "like the inside of a string, with a backslash before each quote",
        Some(b'&') => "with HTML entities",
        Some(b'{') => "with doubled braces",
        Some(0x1B) => "with terminal colours",
        _ => "in quotes",
    }
}

/// What is said, with a `$` for what was found.
fn sentence(kind: SyntaxErrorKind, found: &str) -> &'static str {
    match kind {
        SyntaxErrorKind::LeadingText => "`$` stands before the JSON",
        SyntaxErrorKind::TrailingContent => "`$` follows the end of the JSON",
        SyntaxErrorKind::Comment => "JSON has no comments; readers stop here",
        SyntaxErrorKind::Conflict => {
            "A merge conflict of Git was not resolved here; keep one of the two versions and remove the lines with markers"
        }
        SyntaxErrorKind::TrailingComma => "No item follows this comma",
        SyntaxErrorKind::MissingComma => "A comma is missing before `$`",
        SyntaxErrorKind::UnquotedKey => "The key `$` needs double quotes",
        SyntaxErrorKind::NotFinite => "`$` is no JSON number; expected a finite one",
        SyntaxErrorKind::Ellipsis => "`$` stands where the real content belongs",
        SyntaxErrorKind::AnglePlaceholder => "`$` was never filled in",
        SyntaxErrorKind::UnescapedQuote(..) => {
            "The string seems to end here too early: this quote belongs to its content and needs a backslash"
        }
        SyntaxErrorKind::BadEscape => "`$` is not an escape of JSON",
        SyntaxErrorKind::LoneSurrogate => "`$` is half of a character; it is lost when the text is written as UTF-8",
        SyntaxErrorKind::UnclosedString if found.ends_with("\\\"") => {
            "The string goes on here, since its closing quote has a backslash"
        }
        SyntaxErrorKind::UnclosedString => "The string has no closing quote",
        SyntaxErrorKind::UnopenedString => "The string has no opening quote",
        SyntaxErrorKind::JoinedStrings(_) => "JSON does not join strings; this has to be a single one",
        SyntaxErrorKind::BadNumber => "`$` is not a number as JSON writes it",
        SyntaxErrorKind::Bracket(_) => "`{` is missing before the first key",
        // The others are more than a sentence.
        SyntaxErrorKind::Empty
        | SyntaxErrorKind::Truncated(..)
        | SyntaxErrorKind::WrongQuotes
        | SyntaxErrorKind::PythonLiteral
        | SyntaxErrorKind::ControlCharacter(_)
        | SyntaxErrorKind::EscapedText(_)
        | SyntaxErrorKind::TooDeep
        | SyntaxErrorKind::OddBlank
        | SyntaxErrorKind::Unexpected(_) => "",
    }
}

fn quotes_message(found: &str, it: &mut Finding) {
    let rest = trim_front(found, b"\"");
    let odd = if rest.len() < found.len() { rest.chars().next_back() } else { rest.chars().next() };
    let sentence = match odd.unwrap_or('"') {
        '\'' => "Strings need double quotes",
        '"' => "A string has one double quote at each end",
        '`' => "Strings need double quotes instead of backticks",
        _ => "Strings need plain double quotes instead of `$`",
    };
    fill(sentence, odd.unwrap_or('"').encode_utf8(&mut [0; 4]), it);
}

/// A text that begins with two keys, each on a line of its own.
fn is_yaml(text: &str, first: Span) -> bool {
    let next = first_line(text, Span::new(first.end as usize, text.len()));
    [first, next].iter().all(|line| {
        let line = line.of(text);
        let key = line.get(..find(line, ":").unwrap_or_default()).unwrap_or_default();
        !key.is_empty() && !has_any(key, b" \"'`{[(")
    })
}

fn blank_message(found: &str, it: &mut Finding) {
    let first = found.chars().next().unwrap_or_default();
    if first == '\\' {
        let escape = found.get(..2).unwrap_or_default();
        return it
            .say(format_args!("`{escape}` stands here in two characters; outside of strings it should be a real one"));
    }
    let code = u32::from(first);
    let digits = [12, 8, 4, 0].map(|it| char::from_digit(code >> it & 15, 16).unwrap_or('0').to_ascii_uppercase());
    let digits = String::from_iter(digits);
    it.say(format_args!("U+{digits} looks like a blank; JSON allows only spaces, tabs and line breaks here"));
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
        Expected::Comma => "`,`",
        Expected::KeyEnd => "`\":`",
        Expected::CommaOrBrace => "`,` or `}`",
        Expected::CommaOrBracket => "`,` or `]`",
        Expected::Brace => "`}`",
        Expected::Bracket => "`]`",
        Expected::OpenBrace => "`{`",
        Expected::OpenBracket => "`[`",
    }
}

pub(super) fn python_as_json(word: &str) -> &'static str {
    match word {
        "True" => "true",
        "False" => "false",
        _ => "null",
    }
}

fn control_message(ctx: &Context, (doc, span): (DocId, Span), content: Span, it: &mut Finding) {
    let text = &ctx.doc(doc).text;
    let found = span.of(text);
    let name = match found {
        "\n" => "line break",
        "\r" => "carriage return",
        "\t" => "tab",
        _ => "control character",
    };
    let quoted = quote(found);
    let escape = trim_back(trim_front(&quoted, b"\""), b"\"");
    // As they are written in the file.
    let spelled = ctx.docs.to_file(doc, span).of(ctx.doc(0).found());
    if spelled == found {
        it.say(format_args!("The string holds a raw {name}, which has to be written as `{escape}`"));
    } else {
        let due = ctx.docs.edit_to_file(doc, Edit { span, text: escape.to_owned() });
        let due = due.map_or_else(|| escape.to_owned(), |it| it.text);
        it.say(format_args!(
            "`{}` is a {name} when the string around is decoded; it has to be written as `{due}`",
            Shown(spelled)
        ));
    }
    match content.of(text).bytes().filter(|it| *it < 0x20).count().saturating_sub(1) {
        0 => (),
        1 => it.message.push_str(", and one more control character"),
        more => it.message.push_str(&format!(", and {more} more control characters")),
    }
}
