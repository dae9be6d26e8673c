//! Messages of syntax errors that need more than a fixed sentence.

use super::change::Change;
use super::fault::{Fault, due, python_as_json};
use super::{escapes, lines};
use crate::checks::say::{Filled, Shown};
use crate::diagnostic::{Finding, shown};
use crate::document::Document;
use crate::json::{self, Kind, MAX_DEPTH, MAX_ERRORS, SyntaxErrorKind, has_key, quote};
use crate::query::Context;
use crate::text::{Edit, Span};
use crate::unpack::error_line;

/// A sentence with the user's text in place of `$`.
pub(super) fn fill(sentence: &'static str, found: &str, finding: &mut Finding) {
    finding.say(format_args!("{}", Filled(sentence, &shown(found))));
}

/// The text that the fault is in.
fn whole(fault: Fault) -> &'static str {
    whole_of(fault.ctx, fault.document())
}

fn whole_of(ctx: &Context, document: &Document) -> &'static str {
    match document.parent {
        Some(_) => "The payload",
        None if ctx.is_of_record() => "The line",
        None => "The file",
    }
}

pub(super) fn empty(fault: Fault, finding: &mut Finding) {
    let what = if fault.document().found().contains('\0') { "has only NUL bytes" } else { "is empty" };
    finding.say(format_args!("{} {what}; the agent may not have finished", whole(fault)));
}

pub(super) fn truncated(fault: Fault, finding: &mut Finding) {
    let SyntaxErrorKind::Truncated(kind, opened_at) = fault.error.kind else { return };
    let (whole, inside) = (whole(fault), opened(kind));
    finding.say(format_args!("{whole} ends inside {inside}; it was probably cut off and must be generated again"));
    finding.note(opened_at, format!("{inside} begins here"));
}

fn opened(kind: Kind) -> &'static str {
    match kind {
        Kind::String => "a string",
        Kind::Array => "an array",
        Kind::Object | Kind::Null | Kind::True | Kind::False | Kind::Number | Kind::Broken => "an object",
    }
}

pub(super) fn wrong_quotes(found: &str, finding: &mut Finding) {
    let rest = found.trim_start_matches('"');
    let odd = if rest.len() < found.len() { rest.chars().next_back() } else { rest.chars().next() };
    let sentence = match odd.unwrap_or('"') {
        '\'' => "Strings need double quotes",
        '"' => "Strings need one double quote at each end",
        '`' => "Strings need double quotes instead of backticks",
        _ => "Strings need straight double quotes instead of `$`",
    };
    fill(sentence, odd.unwrap_or('"').encode_utf8(&mut [0; 4]), finding);
}

pub(super) fn comment(found: &str, finding: &mut Finding) {
    let sentence = match json::is_omission(found) {
        true => "This comment seems to replace content that was left out; JSON does not allow comments",
        false => "JSON does not allow comments; readers stop here",
    };
    fill(sentence, found, finding);
}

pub(super) fn python_literal(found: &str, finding: &mut Finding) {
    finding.say(format_args!("`{found}` is Python; JSON uses `{}`", python_as_json(found)));
}

pub(super) fn no_escape(found: &str, finding: &mut Finding) {
    fill("`$` is not a JSON escape", found, finding);
}

pub(super) fn bad_escape(fault: Fault, finding: &mut Finding) {
    no_escape(fault.found(), finding);
    match escapes::bad_escapes(fault).skip(1).count() {
        0 => (),
        1 => finding.message.push_str("; one more follows in this string"),
        n_more => finding.message.push_str(&format!("; {n_more} more follow in this string")),
    }
}

pub(super) fn control_character(fault: Fault, finding: &mut Finding) {
    let (ctx, doc, span) = (fault.ctx, fault.doc, fault.span());
    let due = |text: String| ctx.docs.edit_to_file(doc, Edit { span, text });
    raw((fault.found(), ctx.docs.to_file(doc, span).of(ctx.doc(0).found())), &due, finding);
    match fault.content().of(fault.text()).bytes().filter(|it| *it < 0x20).count().saturating_sub(1) {
        0 => (),
        1 => finding.message.push_str("; one more control character follows"),
        more => finding.message.push_str(&format!("; {more} more control characters follow")),
    }
}

pub(super) fn changed_control_character(change: &Change, finding: &mut Finding) {
    let (ctx, doc, span) = (change.ctx, change.doc, change.at);
    let due = |text: String| ctx.docs.found_edit_to_file(doc, Edit { span, text });
    raw((change.old, ctx.docs.found_to_file(doc, span).of(ctx.doc(0).found())), &due, finding);
}

/// What is said of a raw control character, which is spelled otherwise in the file if its text is encoded there.
fn raw((found, spelled): (&str, &str), due: &dyn Fn(String) -> Option<Edit>, finding: &mut Finding) {
    let name = match found {
        "\n" => "line break",
        "\r" => "carriage return",
        "\t" => "tab",
        _ => "control character",
    };
    let quoted = quote(found);
    let escape = match found {
        "\u{8}" => "\\u0008",
        "\u{c}" => "\\u000c",
        _ => quoted.trim_matches('"'),
    };
    if spelled == found {
        return finding.say(format_args!("Strings must not contain a raw {name}; write it as `{escape}`"));
    }
    let due = due(escape.to_owned()).map_or_else(|| escape.to_owned(), |it| it.text);
    let spelled = Shown(spelled);
    finding.say(format_args!("`{spelled}` decodes to a raw {name} in a string of the payload; write it as `{due}`"));
}

pub(super) fn follows_json(found: &str, finding: &mut Finding) {
    fill("`$` follows the JSON", found, finding);
}

pub(super) fn trailing_content(fault: Fault, finding: &mut Finding) {
    match lines::objects(fault) {
        Some(objects) => finding.say(format_args!("Expected one value, found {} objects in a row", objects.len())),
        None => follows_json(fault.found(), finding),
    }
}

pub(super) fn escaped_text(fault: Fault, finding: &mut Finding) {
    // A fix replaces all of the text, as it was found.
    finding.is_as_found = true;
    finding.say(format_args!("{} {}; expected plain JSON", whole(fault), otherwise(fault.found())));
}

/// How a whole text with this beginning is written.
fn otherwise(found: &str) -> &'static str {
    match found.as_bytes().first() {
        Some(b'\\') => "is escaped like the content of a string",
        Some(b'&') => "is escaped with HTML entities",
        Some(b'{') => "has doubled braces",
        Some(0x1B) => "contains terminal codes",
        _ => "is wrapped in quotes",
    }
}

pub(super) fn too_deep(_: Fault, finding: &mut Finding) {
    finding.say(format_args!("Nested deeper than {MAX_DEPTH} levels; nothing after this point is checked"));
}

pub(super) fn too_many(fault: Fault, finding: &mut Finding) {
    let (text, at) = (fault.text(), fault.error.span.start as usize);
    let line = text.get(..at).unwrap_or_default().bytes().filter(|it| *it == b'\n').count() + 1;
    // A report ends long before that place.
    finding.span = Span::default();
    finding.say(format_args!(
        "{} has more than {MAX_ERRORS} syntax errors; it was read only up to line {line}",
        whole(fault)
    ));
}

pub(super) fn odd_blank(fault: Fault, finding: &mut Finding) {
    let found = fault.found();
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

pub(super) fn no_value(fault: Fault, finding: &mut Finding) {
    let document = fault.document();
    let is_broken_file = document.parent.is_none() && document.tree.kind(0) == Kind::Broken;
    if let Some(line) = is_broken_file.then(|| error_line(&document.text)).flatten() {
        fill("The file contains an error message, `$`; expected JSON", line, finding);
    } else if is_yaml(&document.text, fault.span()) {
        fill("Expected JSON, found what looks like YAML", "", finding);
    } else if is_broken_file && is_plain_text(&document.text, fault.span()) {
        fill("The file contains plain text; expected JSON", "", finding);
    } else {
        unexpected(fault, finding);
    }
}

/// A text that begins with two keys, each on a line of its own.
fn is_yaml(text: &str, first: Span) -> bool {
    let next = text.get(first.end as usize..).unwrap_or_default().trim_start();
    // No more of a line is looked at than its key: it may be as long as the text.
    let begins_with_key = |line: &str| {
        let end = line.find([':', '\n', ' ', '"', '\'', '`', '{', '[', '(']);
        end.is_some_and(|it| it > 0 && line.as_bytes().get(it) == Some(&b':'))
    };
    begins_with_key(first.of(text)) && begins_with_key(next)
}

/// A text that begins with a word and has no keys.
fn is_plain_text(text: &str, first: Span) -> bool {
    first.of(text).contains(char::is_alphabetic) && !has_key(text.as_bytes())
}

pub(super) fn unexpected(fault: Fault, finding: &mut Finding) {
    expected(due(fault.expected()), fault.found(), finding);
}

pub(super) fn missing_bracket(fault: Fault, finding: &mut Finding) {
    missing(due(fault.expected()), fault.found(), finding);
}

/// A sign is missing, or a value.
pub(super) fn missing_sign(change: &Change, finding: &mut Finding) {
    let next = change.next().of(change.document().found());
    let sign = format!("`{}`", Shown(change.new));
    match change.new {
        _ if change.is_at_end() => {
            let whole = whole_of(change.ctx, change.document());
            finding.say(format_args!("{whole} ends without its closing {sign}"));
        }
        " null" => expected("a value", next, finding),
        ": null" => expected("`:` and a value", next, finding),
        _ => missing(&sign, next, finding),
    }
}

pub(super) fn cut_string(change: &Change, finding: &mut Finding) {
    let whole = whole_of(change.ctx, change.document());
    finding.say(format_args!("{whole} ends inside a string; it was probably cut off"));
}

pub(super) fn swapped(change: &Change, finding: &mut Finding) {
    let (first, second) = change.swapped().unwrap_or_default();
    finding.say(format_args!("`{}` and `{}` are swapped", Shown(first), Shown(second)));
}

/// Something else is there than what was meant.
pub(super) fn other(change: &Change, finding: &mut Finding) {
    expected(&format!("`{}`", Shown(change.new)), change.found(), finding);
}

fn expected(due: &str, found: &str, finding: &mut Finding) {
    finding.say(format_args!("Expected {due}, found `{}`", Shown(found)));
}

fn missing(due: &str, next: &str, finding: &mut Finding) {
    finding.say(format_args!("Missing {due} before `{}`", Shown(next)));
}
