//! Messages about a text that is not TOML. A parser knows the line; the message depends only on its content, so it is
//! the same for every parser.

use std::ops::Range;

use super::fault::ProjectFault;
use agent_response::diagnostic::shown;

/// The error of the line in which a parser stopped.
pub(super) fn fault(text: &str, stopped: usize) -> ProjectFault {
    let (start, line) = line_at(text, stopped);
    let (message, at) = judge(line, text.trim_start().starts_with('{'));
    ProjectFault { message, span: start + at.start..start + at.end, meant: None }
}

/// The error of a key that is already defined.
pub(super) fn twice(text: &str, start: usize) -> ProjectFault {
    let key = key_of(text.get(start..).unwrap_or_default());
    let message = format!("Duplicate key `{}`", shown(unquoted(key)));
    ProjectFault { message, span: start..start + key.len(), meant: None }
}

/// The last line up to an offset that is not blank, without the blanks around it, and where it starts.
fn line_at(text: &str, offset: usize) -> (usize, &str) {
    let rest = text.get(offset..).unwrap_or_default();
    let end = offset.min(text.len()) + rest.find('\n').unwrap_or(rest.len());
    let until = text.get(..end).unwrap_or_default().trim_end();
    let line = until.rsplit('\n').next().unwrap_or_default().trim_start();
    (until.len() - line.len(), line)
}

fn judge(line: &str, is_json: bool) -> (String, Range<usize>) {
    let whole = 0..line.len();
    if is_json {
        return ("This is JSON; expected lines such as `profile = \"strict\"`".to_owned(), whole);
    }
    if line.starts_with("//") {
        return ("Comments begin with `#`".to_owned(), 0..2);
    }
    if line.starts_with('[') {
        return (format!("`{}` is not a table; expected `[rules]` or `[[files]]`", shown(line)), whole);
    }
    let key = key_of(line);
    let rest = line.get(key.len()..).unwrap_or_default().trim_start();
    let at = line.len() - rest.len();
    let name = shown(unquoted(key));
    match rest.chars().next() {
        _ if key.is_empty() => (),
        None => return (format!("`{name}` has no value"), 0..key.len()),
        Some(':') => return (format!("Expected `=` after `{name}`, found `:`"), at..at + 1),
        Some('=') => {
            let value = rest.get(1..).unwrap_or_default();
            return assigned(&name, key.len(), value.trim_start(), line.len());
        }
        Some(it) if !key.starts_with(['"', '\'']) && (it.is_alphanumeric() || it == '"' || it == '\'') => {
            return (format!("Missing `=` after `{name}`"), 0..key.len());
        }
        Some(_) => (),
    }
    (NO_LINE.to_owned(), whole)
}

const NO_LINE: &str = "This line is not TOML; expected `key = value`, `[table]` or `[[table]]`";

/// The error of a value, which ends with the line; `end` is the length of the line.
fn assigned(name: &str, key_len: usize, value: &str, end: usize) -> (String, Range<usize>) {
    let at = end - value.len();
    let word = value.split('#').next().unwrap_or_default().trim_end();
    let quote = value.chars().next().filter(|it| matches!(it, '"' | '\''));
    match quote {
        _ if word.is_empty() => (format!("`{name}` has no value"), 0..key_len),
        None if word.chars().all(is_bare) && word.starts_with(|it: char| it.is_ascii_alphabetic()) => {
            (format!("`{}` needs quotes", shown(word)), at..at + word.len())
        }
        Some(it) if value.matches(it).count() % 2 == 1 => {
            (format!("The string is never closed; expected `{it}` at the end"), at..end)
        }
        _ => (NO_LINE.to_owned(), 0..end),
    }
}

/// The key at the beginning of a text, with its quotes.
fn key_of(text: &str) -> &str {
    let end = match text.chars().next() {
        Some(it @ ('"' | '\'')) => text.get(1..).and_then(|rest| rest.find([it, '\n'])).map_or(text.len(), |at| at + 2),
        _ => text.find(|it| !is_bare(it)).unwrap_or(text.len()),
    };
    text.get(..end).unwrap_or(text)
}

fn unquoted(key: &str) -> &str {
    key.trim_matches(['"', '\''])
}

pub(super) fn is_bare(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '-' || character == '_'
}
