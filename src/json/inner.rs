//! JSON in a string, seen from outside: the content of the string as if there were no JSON around it.

use super::lexer::{find_special, skip_blanks};

/// A raw character in a string, such as a quote, that should be written as an escape there.
#[derive(Clone, Copy)]
pub(crate) struct Raw {
    /// Its place in the text.
    pub(crate) at: usize,
    /// It is part of a string of the inner JSON, so it should be escaped for both.
    pub(crate) is_inside: bool,
    /// How many backslashes before it already begin its escape.
    pub(crate) n_backslashes: usize,
}

/// Walks over the escaped JSON in a string, and ends after the bracket that closes it.
pub(crate) struct EscapedJson<'t> {
    bytes: &'t [u8],
    /// Where the walk is.
    pub(crate) at: usize,
    depth: usize,
    in_string: bool,
}

impl<'t> EscapedJson<'t> {
    /// Begins at the first character of the string.
    pub(crate) fn new(bytes: &'t [u8], start: usize) -> Self {
        let at = skip_escaped_blanks(bytes, start);
        let begins = matches!(bytes.get(at), Some(b'{' | b'['));
        let bytes = if begins { bytes } else { &[] };
        Self { bytes, at, depth: 0, in_string: false }
    }

    /// Where the JSON ends, blanks included, once its last bracket was met.
    pub(crate) fn end(&self) -> Option<usize> {
        let is_whole = self.depth == 0 && !self.bytes.is_empty() && self.at <= self.bytes.len();
        is_whole.then(|| skip_escaped_blanks(self.bytes, self.at))
    }

    /// The next raw character that is no bracket.
    pub(crate) fn next(&mut self) -> Option<Raw> {
        loop {
            // In its strings, brackets are ordinary characters.
            if self.in_string {
                self.at = find_special(self.bytes, self.at, self.bytes.len());
            }
            let at = self.at;
            let byte = *self.bytes.get(at)?;
            self.at += 1;
            match byte {
                b'\\' => {
                    if let Some(raw) = self.escape(at) {
                        return Some(raw);
                    }
                }
                b'"' => return Some(self.quote(at, 0)),
                ..0x20 => return Some(Raw { at, is_inside: self.in_string, n_backslashes: 0 }),
                b'{' | b'[' if !self.in_string => self.depth += 1,
                b'}' | b']' if !self.in_string => {
                    self.depth = self.depth.saturating_sub(1);
                    if self.depth == 0 {
                        return None;
                    }
                }
                _ => (),
            }
        }
    }

    /// A backslash of the outer string, and the raw character after it that it should have escaped.
    fn escape(&mut self, at: usize) -> Option<Raw> {
        let next = *self.bytes.get(at + 1)?;
        match next {
            b'"' => {
                self.in_string = !self.in_string;
            }
            // Outside its strings, JSON has no backslashes.
            b'\\' if !self.in_string => self.bytes = &[],
            // A backslash of the JSON, and what it escapes.
            b'\\' => {
                self.at += 1;
                match *self.bytes.get(at + 2)? {
                    b'\\' => self.at += 1,
                    b'"' | ..0x20 => {
                        self.at += 1;
                        return Some(Raw { at: at + 2, is_inside: true, n_backslashes: 2 });
                    }
                    _ => return None,
                }
            }
            ..0x20 => {
                self.at += 1;
                return Some(Raw { at: at + 1, is_inside: self.in_string, n_backslashes: 1 });
            }
            _ => (),
        }
        self.at += 1;
        None
    }

    /// A raw quote opens or closes a string of the JSON, or it is one of its characters.
    fn quote(&mut self, at: usize, n_backslashes: usize) -> Raw {
        let behind = skip_escaped_blanks(self.bytes, at + 1);
        let ends = matches!(self.bytes.get(behind), Some(b',' | b':' | b'}' | b']'));
        let is_inside = self.in_string && !ends;
        self.in_string = is_inside || !self.in_string;
        Raw { at, is_inside, n_backslashes }
    }
}

/// The offset after blanks, including blanks that are written as escapes.
fn skip_escaped_blanks(bytes: &[u8], mut at: usize) -> usize {
    loop {
        at = skip_blanks(bytes, at);
        match bytes.get(at..at + 2) {
            Some([b'\\', b'n' | b'r' | b't']) => at += 2,
            _ => return at,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::EscapedJson;

    /// The raw characters of a string's content, `!` before those that are inside a string of its JSON.
    fn raws(content: &str) -> String {
        let mut inner = EscapedJson::new(content.as_bytes(), 0);
        let mut out = String::new();
        while let Some(raw) = inner.next() {
            out.push_str(if raw.is_inside { "!" } else { "" });
            out.push(char::from(content.as_bytes()[raw.at]));
        }
        assert_eq!(inner.end(), Some(content.len()), "{content}");
        out
    }

    #[test]
    fn raw_quotes_are_around_strings_or_inside_them() {
        assert_eq!(raws(r#"{"a": "b", "c": ["d"]}"#), "\"".repeat(8));
        assert_eq!(raws(r#"{"a": "say "b" to me"}"#), "\"\"\"!\"!\"\"");
        assert_eq!(raws("{\\\"a\\\": \\\"b\nc\\\"}\n"), "!\n");
        assert_eq!(raws("{\n\\\"a\\\": 1}"), "\n");
    }
}
