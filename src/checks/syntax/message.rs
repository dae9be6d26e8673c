//! The messages of syntax errors.

use super::habit;
use crate::checks::say::{Filled, Shown, first_line};
use crate::diagnostic::{Finding, shown};
use crate::document::{DocId, Document};
use crate::json::{BracketFault, Expected, Kind, MAX_DEPTH, SyntaxError, SyntaxErrorKind, has_key, quote};
use crate::query::Context;
use crate::text::{Edit, Span};

/// `is_habit` where the whole text is written like that.
pub(super) fn describe(ctx: &Context, doc: DocId, (error, is_habit): (SyntaxError, bool), finding: &mut Finding) {
    let document = ctx.doc(doc);
    let found = error.span.of(&document.text);
    if is_habit {
        return fill(throughout(document, found), found, finding);
    }
    let whole = if document.parent.is_none() { "The file" } else { "The payload" };
    match error.kind {
        SyntaxErrorKind::Empty => finding.say(format_args!("{whole} is empty; the agent may not have finished")),
        SyntaxErrorKind::Truncated(kind, opened_at) => {
            let inside = opened(kind);
            finding
                .say(format_args!("{whole} ends inside {inside}; it was probably cut off and must be generated again"));
            finding.note(opened_at, format!("{inside} begins here"));
        }
        SyntaxErrorKind::WrongQuotes => quotes_message(found, finding),
        SyntaxErrorKind::PythonLiteral => {
            finding.say(format_args!("`{found}` is Python; JSON uses `{}`", python_as_json(found)));
        }
        SyntaxErrorKind::ControlCharacter(content) => control_message(ctx, (doc, error.span), content, finding),
        SyntaxErrorKind::EscapedText(_) => {
            finding.say(format_args!("{whole} {}; expected plain JSON", otherwise(found)));
        }
        SyntaxErrorKind::TooDeep => {
            finding.say(format_args!("Nested deeper than {MAX_DEPTH} levels; nothing after this point is checked"));
        }
        SyntaxErrorKind::OddBlank => blank_message(found, finding),
        SyntaxErrorKind::Unexpected(Expected::Value) if is_yaml(&document.text, error.span) => {
            fill("Expected JSON, found what looks like YAML", found, finding);
        }
        SyntaxErrorKind::Unexpected(Expected::Value) if is_plain_text(document, error.span) => {
            fill("The file contains plain text; expected JSON", found, finding);
        }
        SyntaxErrorKind::Bracket(BracketFault::Wrong(expected)) | SyntaxErrorKind::Unexpected(expected) => {
            finding.say(format_args!("Expected {}, found `{}`", due(expected), Shown(found)));
        }
        SyntaxErrorKind::Bracket(BracketFault::Missing(expected)) if expected != Expected::OpenBrace => {
            finding.say(format_args!("Missing {} before `{}`", due(expected), Shown(found)));
        }
        _ => fill(sentence(error.kind), found, finding),
    }
}

fn fill(sentence: &'static str, found: &str, finding: &mut Finding) {
    finding.say(format_args!("{}", Filled(sentence, &shown(found))));
}

/// The message for a text that is written like this throughout.
fn throughout(document: &Document, found: &str) -> &'static str {
    match found.is_char_boundary(1) {
        true if habit::has_bare_keys(document) => {
            "This is JavaScript, not JSON, as `$` shows; use `JSON.stringify` to write it"
        }
        true => "This is Python, not JSON, as `$` shows; use `json.dumps` to write it",
        false => "The text uses non-ASCII punctuation, as in `$`; JSON requires the ASCII characters",
    }
}

/// How a whole text is written that begins like this.
fn otherwise(found: &str) -> &'static str {
    match found.as_bytes().first() {
        Some(b'\\') => "is escaped like the content of a string",
        Some(b'&') => "is escaped with HTML entities",
        Some(b'{') => "has doubled braces",
        Some(0x1B) => "contains terminal color codes",
        _ => "is wrapped in quotes",
    }
}

/// The message, with `$` for the found text.
fn sentence(kind: SyntaxErrorKind) -> &'static str {
    match kind {
        SyntaxErrorKind::LeadingText => "`$` precedes the JSON",
        SyntaxErrorKind::TrailingContent => "`$` follows the JSON",
        SyntaxErrorKind::Comment => "JSON does not allow comments; readers stop here",
        SyntaxErrorKind::Conflict => "Unresolved Git merge conflict; keep one version and remove the conflict markers",
        SyntaxErrorKind::TrailingComma => "Trailing comma; JSON does not allow it",
        SyntaxErrorKind::MissingComma => "Missing comma before `$`",
        SyntaxErrorKind::UnquotedKey => "The key `$` needs double quotes",
        SyntaxErrorKind::NotFinite => "`$` is not a JSON number; expected a finite number",
        SyntaxErrorKind::Ellipsis => "`$` is a placeholder; the real content belongs here",
        SyntaxErrorKind::AnglePlaceholder => "`$` is a placeholder that was never filled in",
        SyntaxErrorKind::UnescapedQuote(..) => {
            "This quote ends the string too early; escape it with a backslash if it is part of the text"
        }
        SyntaxErrorKind::BadEscape => "`$` is not a JSON escape",
        SyntaxErrorKind::LoneSurrogate => {
            "`$` is half of a surrogate pair; it is lost when the text is written as UTF-8"
        }
        SyntaxErrorKind::JoinedStrings(_) => "JSON cannot join strings; write a single string",
        SyntaxErrorKind::BadNumber => "`$` is not a JSON number",
        SyntaxErrorKind::Bracket(_) => "Missing `{` before the first key",
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

fn quotes_message(found: &str, finding: &mut Finding) {
    let rest = found.trim_start_matches('"');
    let odd = if rest.len() < found.len() { rest.chars().next_back() } else { rest.chars().next() };
    let sentence = match odd.unwrap_or('"') {
        '\'' => "Strings need double quotes",
        '"' => "Strings have one double quote at each end",
        '`' => "Strings need double quotes instead of backticks",
        _ => "Strings need straight double quotes instead of `$`",
    };
    fill(sentence, odd.unwrap_or('"').encode_utf8(&mut [0; 4]), finding);
}

/// A text that begins with two keys, each on a line of its own.
fn is_yaml(text: &str, first: Span) -> bool {
    let next = first_line(text, Span::new(first.end as usize, text.len()));
    [first, next].iter().all(|line| {
        let line = line.of(text);
        let key = line.get(..line.find(':').unwrap_or_default()).unwrap_or_default();
        !key.is_empty() && !key.contains([' ', '"', '\'', '`', '{', '[', '('])
    })
}

/// A file that begins with a word and has no keys.
fn is_plain_text(document: &Document, first: Span) -> bool {
    let is_all = document.parent.is_none() && document.tree.kind(0) == Kind::Broken;
    is_all && first.of(&document.text).contains(char::is_alphabetic) && !has_key(document.text.as_bytes())
}

fn blank_message(found: &str, finding: &mut Finding) {
    let first = found.chars().next().unwrap_or_default();
    if first == '\\' {
        let escape = found.get(..2).unwrap_or_default();
        return finding.say(format_args!("`{escape}` is allowed only inside strings; expected the character itself"));
    }
    let code = u32::from(first);
    let digits = [12, 8, 4, 0].map(|it| char::from_digit(code >> it & 15, 16).unwrap_or('0').to_ascii_uppercase());
    let digits = String::from_iter(digits);
    finding.say(format_args!("U+{digits} looks like a space; JSON allows only spaces, tabs and line breaks here"));
}

fn opened(kind: Kind) -> &'static str {
    match kind {
        Kind::String => "a string",
        Kind::Array => "an array",
        Kind::Object | Kind::Null | Kind::True | Kind::False | Kind::Number | Kind::Broken => "an object",
    }
}

/// The expected token, as part of a sentence.
pub(super) fn due(expected: Expected) -> &'static str {
    match expected {
        Expected::Value => "a value",
        Expected::Key => "a key in double quotes",
        Expected::Colon => "`:`",
        Expected::Comma => "`,`",
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

fn control_message(ctx: &Context, (doc, span): (DocId, Span), content: Span, finding: &mut Finding) {
    let text = &ctx.doc(doc).text;
    let found = span.of(text);
    let name = match found {
        "\n" => "line break",
        "\r" => "carriage return",
        "\t" => "tab",
        _ => "control character",
    };
    let quoted = quote(found);
    let escape = quoted.trim_matches('"');
    // As they are written in the file.
    let spelled = ctx.docs.to_file(doc, span).of(ctx.doc(0).found());
    if spelled == found {
        finding.say(format_args!("Strings must not contain a raw {name}; write it as `{escape}`"));
    } else {
        let due = ctx.docs.edit_to_file(doc, Edit { span, text: escape.to_owned() });
        let due = due.map_or_else(|| escape.to_owned(), |it| it.text);
        finding.say(format_args!(
            "`{}` decodes to a raw {name} in a string of the payload; write it as `{due}`",
            Shown(spelled)
        ));
    }
    match content.of(text).bytes().filter(|it| *it < 0x20).count().saturating_sub(1) {
        0 => (),
        1 => finding.message.push_str("; one more control character follows"),
        more => finding.message.push_str(&format!("; {more} more control characters follow")),
    }
}
