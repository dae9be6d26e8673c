//! Texts that were encoded as a whole, and which of their backslashes are original.

use super::{Parser, State, SyntaxErrorKind};
use crate::json::lexer::scan_string;
use crate::json::string::decode;
use crate::json::{Flags, Kind};
use crate::text::Span;

/// Whether a text is valid JSON. Half of a surrogate pair is valid as an escape.
pub(crate) fn is_sound(text: &str) -> bool {
    let mut parser = Parser::new(text.as_bytes(), Span::new(0, text.len()));
    // On trial, parsing ends at the first serious error and does not test strings in the text.
    parser.is_trial = true;
    parser.run(State::Value);
    parser.finish();
    parser.errors.iter().all(|it| it.kind == SyntaxErrorKind::LoneSurrogate)
}

/// Whether the content of a string in nonstandard quotes is JSON that was never escaped for them, so that its
/// backslashes are original; `None` if neither reading is valid JSON.
pub(crate) fn is_verbatim(content: &str) -> Option<bool> {
    // Nothing is escaped, or the text contains no JSON.
    let is_plain = !content.trim_start().starts_with(['{', '[']) || !content.contains('\\');
    if is_plain || is_sound(&decode(content).text) {
        return Some(false);
    }
    if is_sound(content) { Some(true) } else { None }
}

/// Whether a backslash precedes each quote.
pub(crate) fn escapes_each_quote(text: &str) -> bool {
    text.bytes().zip(text.bytes().skip(1)).all(|it| it.1 != b'"' || it.0 == b'\\')
}

impl Parser<'_> {
    /// JSON in quotes, as programs print a string that holds JSON: `'{"a": 1}'`, `"""{"a": 1}"""`. True when the quotes
    /// were stripped, or when everything was read as the inside of a string.
    pub(super) fn quoted_root(&mut self) -> bool {
        let (start, end) = (self.at, self.trimmed_end());
        let text = self.bytes.get(start..end).unwrap_or_default();
        let is_triple = matches!(text, [first, second, third, ..] if first == second && second == third);
        let (mark, rest) = text.split_at_checked(if is_triple { 3 } else { 1 }).unwrap_or_default();
        let inside = str::from_utf8(rest.strip_suffix(mark).unwrap_or_default()).unwrap_or_default().trim();
        // A JSON string may hold escaped JSON.
        if self.is_trial || mark == b"\"" || !inside.starts_with(['{', '[']) || !inside.ends_with(['}', ']']) {
            return false;
        }
        let (json, end) = (start + mark.len(), end - mark.len());
        if inside.contains('\\') && is_verbatim(inside) == Some(false) {
            self.push(Kind::String, json, end, Flags::INSIDE);
            self.at = self.end;
        } else {
            (self.at, self.end) = (json, end);
        }
        self.error(SyntaxErrorKind::EscapedText(Span::new(json, end)), start, json);
        true
    }

    /// `{&quot;a&quot;: 1}` or `{{"a": {{}}}}` as the whole text, or a text with terminal colors. True when it was read
    /// as a whole.
    pub(super) fn encoded_text(&mut self) -> bool {
        if self.is_trial || self.open.is_empty() {
            return false;
        }
        let start = self.node(0).span.start as usize;
        let is_encoded = match (self.peek(), self.bytes.get(self.at + 1)) {
            (Some(b'&'), Some(b'q' | b'#')) | (Some(0x1B), Some(b'[')) => true,
            // This is tested only once.
            (Some(b'{'), _) => start + 1 == self.at && has_doubled(self.bytes.get(start..).unwrap_or_default()),
            _ => false,
        };
        if !is_encoded {
            return false;
        }
        // Goes back to the first of the braces.
        self.at -= usize::from(self.peek() == Some(b'{'));
        self.read_whole(Kind::Broken, (start, self.end), Flags::default());
        true
    }

    /// `{\"a\": 1}` as the whole text: a string that lost both of its quotes. True if it was read again as one.
    pub(super) fn escaped_text(&mut self) -> bool {
        let begins = self.bytes.get(self.at..).is_some_and(|it| it.starts_with(b"\\\""));
        let Some(&root) = self.open.first().filter(|_| begins && !self.is_trial && self.open.len() == self.nodes.len())
        else {
            return false;
        };
        let (start, end) = (self.node(root).span.start as usize, self.trimmed_end());
        // Read as a string that opens at the first bracket.
        let mut flags = scan_string(self.bytes, start, end).flags;
        if !flags.has(Flags::UNCLOSED) {
            let is_escaped =
                str::from_utf8(self.bytes.get(start..end).unwrap_or_default()).is_ok_and(escapes_each_quote);
            if is_escaped {
                self.read_whole(Kind::Broken, (start, end), Flags::default());
            }
            return is_escaped;
        }
        let is_faulty = flags.has(Flags::FAULTY) || flags.has(Flags::LONE_SURROGATE);
        flags.add(Flags::UNOPENED);
        self.read_whole(Kind::String, (start, end), flags);
        if is_faulty {
            self.escape_errors(start, end, true);
        }
        true
    }

    /// Treats all of a text as one value, whatever was read of it.
    pub(super) fn read_whole(&mut self, kind: Kind, (start, end): (usize, usize), flags: Flags) {
        // Colors may also precede it.
        self.errors.clear();
        self.nodes.clear();
        self.open.clear();
        self.open_objects = 0;
        self.push(kind, start, end, flags);
        self.error(SyntaxErrorKind::EscapedText(Span::new(start, end)), self.at, self.at + 2);
        self.at = self.end;
    }
}

/// Whether all opening braces are doubled, and there is more than one object.
fn has_doubled(text: &[u8]) -> bool {
    let (mut n_braces, mut is_even) = (0, true);
    for byte in text {
        match byte {
            b'{' => (n_braces, is_even) = (n_braces + 1, !is_even),
            _ if is_even => (),
            _ => return false,
        }
    }
    n_braces > 2
}
