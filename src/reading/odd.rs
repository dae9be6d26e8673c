//! What a place in a text says about a quote there: how odd it would be if it were part of a text.

use super::path::Quote;
use super::surroundings::{ReadSign, Surroundings};
use crate::json;

/// How far before a quote its beginning is looked for.
const NEAR: usize = 96;
/// How odd a quote of `","` is in a text whose separators have blanks after them.
const SIGN_IN_QUOTES: i32 = 30;

impl<'t> Surroundings<'t> {
    /// A colon and a value after it.
    pub(super) fn is_colon(&self, at: usize) -> bool {
        let at = self.blanks(at);
        let sign = self.sign(at);
        sign.ascii == b':' && self.begins_value(self.blanks(at + sign.len))
    }

    /// A place where a value may end.
    pub(super) fn is_bound(&self, at: usize) -> bool {
        let next = self.blanks(at);
        self.is_end(next)
            || self.has_line(at, next)
            || self.begins_comment(next)
            || matches!(self.sign(next).ascii, b',' | b';' | b':' | b'=' | b'}' | b']' | b')')
    }

    /// Whether a backslash is before it.
    pub(super) fn is_escaped(&self, at: usize) -> bool {
        self.at(at.wrapping_sub(1)) == b'\\'
    }

    /// Whether a number or word may end there: a quote or the bracket of the next record may follow it at once.
    pub(super) fn is_end_of_literal(&self, at: usize) -> bool {
        self.is_bound(at)
            || self.at(self.spaces(at)) == b'"'
            || matches!(self.sign(at).ascii, b'{' | b'[' | b'"' | b'\'' | b'`')
            || self.end_of_remark(self.spaces(at)).is_some()
    }

    /// A comma or closing bracket.
    pub(super) fn is_after_value(&self, at: usize) -> bool {
        matches!(self.at(at), b',' | b'}' | b']')
    }

    /// Where JSON goes on so clearly that the text before it has ended.
    pub(super) fn is_gone(&self, at: usize) -> bool {
        let sign = self.at(at);
        if matches!(sign, b'}' | b']') {
            let next = self.blanks(at + 1);
            return self.is_end(next) || self.has_line(at, next) || matches!(self.at(next), b',' | b'}' | b']');
        }
        let mut next = self.spaces(at);
        if self.at(next) == b',' {
            next = self.spaces(next + 1);
        }
        if self.at(next) == b'\n' {
            return true;
        }
        sign == b',' && (self.at(self.blanks(at + 1)) == b'"' || self.is_literal_item(at))
    }

    /// Whether only a literal is between a comma and the next comma or bracket.
    pub(super) fn is_literal_item(&self, comma: usize) -> bool {
        let at = self.blanks(comma + 1);
        let is_of_literal = |it: &u8| it.is_ascii_alphanumeric() || matches!(it, b'.' | b'-' | b'+');
        let rest = self.bytes.get(at..).unwrap_or_default();
        let len = rest.iter().take(NEAR).take_while(|it| is_of_literal(it)).count();
        self.is_after_value(at + len) && json::is_sound(self.slice(at, at + len))
    }

    /// Whether a bracket was opened shortly before on the same line of a string that begins at `from`.
    pub(super) fn is_within(&self, from: usize, at: usize) -> bool {
        let start = from.max(at.saturating_sub(100));
        let near = self.bytes.get(start..at).unwrap_or_default();
        let escaped = near.windows(2).rposition(|it| it == b"\\n").map_or(0, |it| it + 2);
        let raw = near.iter().rposition(|it| *it == b'\n').map_or(0, |it| it + 1);
        self.depth(at) > self.depth(start + escaped.max(raw))
    }

    /// How odd the quote at this place would be if it were part of a text.
    pub(super) fn odd(&self, at: usize) -> i32 {
        let is_in_quotes = self.is_spaced && self.is_sign_in_quotes(at);
        if is_in_quotes { SIGN_IN_QUOTES } else { self.odd_there(at) }
    }

    /// The same by what is before and after the quote.
    fn odd_there(&self, at: usize) -> i32 {
        let end = at + self.sign(at).len;
        let next = self.blanks(end);
        let back = self.back(at);
        let before = back.map_or(ReadSign { ascii: 0, len: 0 }, |it| self.sign(it));
        let follows = self.sign(next).ascii;
        let mut odd = if self.is_member(end) || self.is_closer(end) {
            300
        } else if self.is_colon(end) {
            let name = self.name_before(at, true);
            match self.is_known_name(name) {
                // The name began with a quote of JSON in a string.
                _ if !name.is_empty() && self.is_escaped(at - name.len() - 1) => 0,
                true => 350,
                false => 150,
            }
        } else if follows == b':' && before.ascii != b',' {
            if self.is_known_name(self.name_before(at, false)) { 300 } else { 50 }
        } else if self.is_line_end(end) {
            200
        } else if self.is_item(end) || self.is_broken_end(next) {
            150
        } else {
            0
        };
        // A literal between two strings.
        if self.is_literal_between(end) {
            odd = odd.max(150);
        }
        // Nobody quotes nothing.
        if follows == b'"' && next > end {
            odd = odd.max(80);
        }
        back.map_or(odd, |it| odd.max(self.odd_after(at, it, before.ascii)).max(self.odd_on_line(at, it)))
    }

    /// How odd it is as the first of a line.
    fn odd_on_line(&self, at: usize, back: usize) -> i32 {
        match self.has_line(back, at) {
            false => 0,
            true if self.is_named(at) => 350,
            true if self.is_laid_out => 200,
            true => 50,
        }
    }

    /// Whether the quote at this place is one of a sign in quotes, without blanks, that is after no known name.
    fn is_sign_in_quotes(&self, at: usize) -> bool {
        let is_sign = |it: usize| matches!(self.at(it), b',' | b':' | b';' | b'{' | b'}' | b'[' | b']');
        let first = match () {
            () if is_sign(at + 1) && self.at(at + 2) == b'"' => at,
            () if is_sign(at.wrapping_sub(1)) && self.at(at.wrapping_sub(2)) == b'"' => at - 2,
            () => return false,
        };
        self.at(at) == b'"' && !self.is_known_name(self.name_before(first, false))
    }

    /// Whether a text in quotes that is no key follows the comma next to the quote at this place, so that no member begins.
    pub(super) fn lacks_key(&self, at: usize) -> bool {
        let next = self.blanks(at + self.sign(at).len);
        let is_before = self.back(at).is_some_and(|it| self.at(it) == b',');
        let text = if self.at(next) == b',' { self.blanks(next + 1) } else { at };
        // Before a value, its colon may be missing.
        let is_key =
            self.is_named(text) || self.end_of_text(text).is_some_and(|it| self.begins_value(self.spaces(it.0)));
        (is_before || text > at) && self.quote_at(text).is_some() && !is_key
    }

    /// Whether only a literal is between the quote that ends here and the next one, with a blank on both sides.
    fn is_literal_between(&self, end: usize) -> bool {
        let at = self.spaces(end);
        let word = self.word(at);
        let last = at + word.len();
        let next = self.spaces(last);
        let is_literal = matches!(word, "true" | "false" | "null") || word.bytes().all(|it| it.is_ascii_digit());
        is_literal && !word.is_empty() && end < at && last < next && self.at(next) == b'"'
    }

    /// How odd it is because of what is before it.
    fn odd_after(&self, at: usize, back: usize, before: u8) -> i32 {
        match before {
            b':' => {
                let key = self.back(back);
                let is_quote = key.is_some_and(|it| {
                    self.quote_at(it).is_some_and(|it| it != Quote::Backtick) && !self.is_escaped(it)
                });
                if is_quote || self.has_bare_keys && self.is_bare_before(back) { 300 } else { 0 }
            }
            b'{' if self.is_named(at) => 300,
            b'{' | b'[' => 120,
            b',' => {
                let Some(value) = self.back(back) else { return 0 };
                let is_value = matches!(self.sign(value).ascii, b'"' | b'\'' | b'}' | b']' | b')')
                    || self.at(value).is_ascii_digit()
                    || ["true", "false", "null", "None", "True", "False"]
                        .iter()
                        .any(|it| self.bytes.get(..=value).is_some_and(|text| text.ends_with(it.as_bytes())));
                match is_value {
                    true if self.is_named(at) => 300,
                    true => 150,
                    false => 0,
                }
            }
            _ => 0,
        }
    }

    /// Two separators, or one before the next quote or bracket.
    fn is_broken_end(&self, at: usize) -> bool {
        let sign = self.sign(at).ascii;
        let then = self.blanks(at + 1);
        let next = self.at(then);
        sign == b',' && next == b','
            || matches!(sign, b',' | b':' | b'}' | b']')
                && (matches!(next, b'"' | b'\'' | b'}' | b']' | b'{' | b'[') || next.is_ascii_digit())
    }

    /// The text between the last quote and this one.
    fn name_before(&self, at: usize, any: bool) -> &'t str {
        let from = at.saturating_sub(NEAR);
        let near = self.bytes.get(from..at).unwrap_or_default();
        let quote = near.iter().rposition(|it| *it == b'"' || any && *it == b'\'');
        quote.map_or("", |it| self.slice(from + it + 1, at))
    }

    fn is_bare_before(&self, colon: usize) -> bool {
        let from = colon.saturating_sub(40);
        let near = self.bytes.get(from..colon).unwrap_or_default();
        let is_of_name = |it: &u8| it.is_ascii_alphanumeric() || matches!(it, b'_' | b' ') || !it.is_ascii();
        let start = near.iter().rposition(|it| !is_of_name(it));
        start.is_some_and(|it| matches!(near.get(it), Some(b'{' | b',' | b'\n')) && it + 1 < near.len())
    }

    /// A separator and a name after it.
    fn is_member(&self, at: usize) -> bool {
        let at = self.blanks(at);
        let sign = self.sign(at);
        if !matches!(sign.ascii, b',' | b';') {
            return false;
        }
        let from = self.blanks(at + sign.len);
        let word = self.word(from);
        self.is_named(from)
            || !word.is_empty() && matches!(self.sign(self.blanks(from + word.len())).ascii, b':' | b'=')
    }

    /// A closing bracket and what may follow it.
    fn is_closer(&self, at: usize) -> bool {
        let at = self.blanks(at);
        let sign = self.sign(at);
        if !matches!(sign.ascii, b'}' | b']' | b')') {
            return false;
        }
        let next = self.blanks(at + sign.len);
        self.is_end(next)
            || self.has_line(at, next)
            || matches!(self.sign(next).ascii, b',' | b';' | b':' | b'}' | b']' | b')')
    }

    /// A quote before a separator, after which another quote has a backslash, too.
    pub(super) fn ends_escaped_text(&self, at: usize) -> bool {
        let next = self.blanks(at + 1);
        let then = self.blanks(next + 1);
        matches!(self.at(next), b',' | b':') && self.at(then) == b'\\' && self.at(then + 1) == b'"'
    }

    /// The end of a line, after which JSON goes on.
    fn is_line_end(&self, at: usize) -> bool {
        let mut at = self.spaces(at);
        if matches!(self.sign(at).ascii, b',' | b';') {
            at = self.spaces(at + self.sign(at).len);
        }
        if self.begins_comment(at) && self.end_of_block(at).is_none() {
            at = self.line_end(at);
        }
        if self.at(at) != b'\n' || !self.is_laid_out {
            return false;
        }
        let next = self.blanks(at);
        matches!(self.sign(next).ascii, b'"' | b'\'' | b'}' | b']' | b'{' | b'[')
            || self.at(next).is_ascii_alphanumeric()
            || self.at(next) == b'_'
    }

    /// A separator and a value after it.
    fn is_item(&self, at: usize) -> bool {
        let at = self.blanks(at);
        let sign = self.sign(at);
        matches!(sign.ascii, b',' | b';') && self.begins_value(self.blanks(at + sign.len))
    }
}
