//! JSON in quotes other than those of JSON: which backslashes in it are its own.

use super::{Parser, SyntaxErrorKind};
use crate::json::lexer::scan_string;
use crate::json::string::decode;
use crate::json::tree::{Flags, Kind};
use crate::text::{Span, begins, ends, find_byte, trim_start};

/// Whether a text is JSON without any fault.
pub(crate) fn is_sound(text: &str) -> bool {
    let mut parser = Parser::new(text.as_bytes(), Span::new(0, text.len()));
    // It ends at the first great fault then, and asks this of no string in it.
    parser.is_trial = true;
    parser.run();
    parser.finish();
    parser.errors.is_empty()
}

/// Whether the content of a string in other quotes is JSON only if it was never escaped for them.
pub(crate) fn is_verbatim(content: &str) -> bool {
    may_be_escaped(content) && !is_sound(&decode(content).text) && is_sound(content)
}

/// Whether the content of a string begins like JSON and has a backslash, which that JSON or the string may mean.
pub(crate) fn may_be_escaped(content: &str) -> bool {
    begins(trim_start(content), b"{[") && find_byte(content.as_bytes(), 0, b'\\').is_some()
}

impl Parser<'_> {
    /// JSON in quotes, as programs print a string of it: `'{"a": 1}'`, `"""{"a": 1}"""`. True when it was taken out of
    /// them, or when all of it was read as the inside of a string.
    pub(super) fn quoted_root(&mut self) -> bool {
        let (start, end) = (self.at, self.trimmed_end());
        let text = self.bytes.get(start..end).unwrap_or_default();
        let is_triple = matches!(text, [first, second, third, ..] if first == second && second == third);
        let (mark, rest) = text.split_at_checked(if is_triple { 3 } else { 1 }).unwrap_or_default();
        let inside = str::from_utf8(rest.strip_suffix(mark).unwrap_or_default()).unwrap_or_default();
        let is_json = begins(trim_start(inside), b"{[") && ends(inside.trim_end(), b"}]");
        // A string of JSON may hold some, escaped.
        let is_string = mark == b"\"";
        let is_whole = || scan_string(self.bytes, start, end).end == end;
        if self.is_trial || !is_json || is_string && (is_whole() || self.unescaped_json(start) != Some(end - 1)) {
            return false;
        }
        self.at = start + mark.len();
        if !is_string && may_be_escaped(inside) && is_sound(&decode(inside).text) {
            let mut flags = Flags::UNOPENED;
            flags.add(Flags::UNCLOSED);
            flags.add(Flags::ESCAPES);
            self.push(Kind::String, self.at, end - mark.len(), flags);
            self.error(SyntaxErrorKind::EscapedText(Span::new(start, end)), start, self.at);
            self.at = self.end;
        } else {
            self.error(SyntaxErrorKind::LeadingText, start, self.at);
        }
        true
    }

    /// `{\"a\": 1}` as the whole text: a string that has lost both quotes; or `{&quot;a&quot;: 1}`, or `{{"a": {{}}}}`, or
    /// one with colours of a terminal. True when it was read anew.
    pub(super) fn escaped_text(&mut self) -> bool {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let is_string = rest.starts_with(b"\\\"");
        let root = self.open.first().map(|it| self.node(*it).span.start as usize);
        let (start, end) = (root.unwrap_or(self.at), self.trimmed_end());
        let is_marked = match rest {
            [b'\\', b'"', ..] => root.is_some(),
            // Once for a text.
            [b'{', behind @ ..] => {
                self.at == start + 1
                    && behind.contains(&b'{')
                    && has_doubled(self.bytes.get(start..end).unwrap_or_default())
            }
            [0x1B, b'[', code @ ..] => {
                root.is_some() || {
                    let n_signs = code.iter().take_while(|it| !it.is_ascii_alphabetic()).count();
                    matches!(code.get(n_signs + 1), Some(b'{' | b'[' | 0x1B))
                }
            }
            _ => rest.starts_with(b"&quot;") || rest.starts_with(b"&#34;"),
        };
        let is_first = self.open.len() == self.nodes.len() || rest.starts_with(b"\x1B");
        if self.is_trial || !is_first || !is_marked {
            return false;
        }
        // Read as a string that opens at the first bracket.
        let mut flags = scan_string(self.bytes, start, end).flags;
        if is_string && !flags.has(Flags::UNCLOSED) {
            return false;
        }
        let is_faulty = flags.has(Flags::FAULTY) || flags.has(Flags::LONE_SURROGATE);
        flags.add(Flags::UNOPENED);
        self.forget_errors(start);
        self.nodes.clear();
        self.open.clear();
        self.open_objects = 0;
        self.push(if is_string { Kind::String } else { Kind::Broken }, start, end, flags);
        self.error(SyntaxErrorKind::EscapedText(Span::new(start, end)), self.at, self.at + 2);
        if is_faulty && is_string {
            self.escape_errors(start, end, true);
        }
        self.at = self.end;
        true
    }
}

/// Whether all braces stand twice.
fn has_doubled(text: &[u8]) -> bool {
    let is_even = |it: &[u8]| it.len() % 2 == 0 || !matches!(it, [b'{' | b'}', ..]);
    text.chunk_by(|one, next| one == next).all(is_even)
}
