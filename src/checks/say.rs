//! Messages and fixes that many checks share, so that the wasm stays small.

use std::fmt::{Arguments, Display, Formatter, Result};

use crate::diagnostic::shown;
use crate::json::Kind;
use crate::spec::Format;
use crate::text::Span;

/// The user's words in a message, shortened and escaped as they are written.
pub(super) struct Shown<'t>(pub(super) &'t str);

impl Display for Shown<'_> {
    fn fmt(&self, out: &mut Formatter) -> Result {
        out.write_str(&shown(self.0))
    }
}

/// A sentence with a word in place of `$`.
pub(super) struct Filled<'t>(pub(super) &'static str, pub(super) &'t str);

impl Display for Filled<'_> {
    fn fmt(&self, out: &mut Formatter) -> Result {
        let Some(at) = self.0.find('$') else { return out.write_str(self.0) };
        out.write_str(self.0.get(..at).unwrap_or_default())?;
        out.write_str(self.1)?;
        out.write_str(self.0.get(at + 1..).unwrap_or_default())
    }
}

/// The title of a format with its article: `an agent response`.
pub(super) struct An(pub(super) &'static Format);

impl Display for An {
    fn fmt(&self, out: &mut Formatter) -> Result {
        out.write_str(&self.0.title_with_article())
    }
}

/// An optional part of a text.
pub(super) struct When<'t>(pub(super) bool, pub(super) Arguments<'t>);

impl Display for When<'_> {
    fn fmt(&self, out: &mut Formatter) -> Result {
        if self.0 { out.write_fmt(self.1) } else { Ok(()) }
    }
}

/// True when a text begins with a word, whatever its case, and no letter follows.
pub(super) fn begins_with(text: &str, word: &str) -> bool {
    let begins = text.get(..word.len()).is_some_and(|it| it.eq_ignore_ascii_case(word));
    begins && !text.get(word.len()..).is_some_and(|it| it.starts_with(char::is_alphanumeric))
}

/// The type of a value, in a sentence.
pub(crate) fn type_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Null => "null",
        Kind::True => "`true`",
        Kind::False => "`false`",
        Kind::Number => "a number",
        Kind::String => "a string",
        Kind::Array => "an array",
        Kind::Object => "an object",
        Kind::Broken => "no value",
    }
}

/// Whether text around the JSON is only prose: it cannot belong to the JSON or be JSON of its own.
pub(super) fn is_prose(text: &str) -> bool {
    !text.contains("```") && !text.as_bytes().iter().any(|it| matches!(it, b'{' | b'}' | b'[' | b']' | b'"'))
}

/// The first line of a text if it is a heading, else its first word.
pub(super) fn beginning(text: &str) -> Span {
    let rest = text.trim_start();
    let start = text.len() - rest.len();
    let end = if rest.starts_with('#') { rest.find('\n') } else { rest.find(char::is_whitespace) };
    let marked = rest.get(..end.unwrap_or(rest.len())).unwrap_or_default().trim_end();
    Span::new(start, start + marked.len())
}
