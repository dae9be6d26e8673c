//! What a place in a text looks like, and what was learned from the whole text before it is read.

use super::classes::{BEFORE_KEY, COUNTED, is_sign, may_be, step};
use super::path::Quote;
use crate::text::{ascending, char_len, hash};

/// No name is longer, in bytes.
const LONGEST_NAME: usize = 90;
/// How far before a quote its beginning is looked for.
const NEAR: usize = 96;
/// The depth of brackets is noted every so many bytes.
const STRIDE: usize = 64;

/// A text and what was learned from it before it is read.
pub(super) struct Surroundings<'t> {
    pub(super) text: &'t str,
    pub(super) bytes: &'t [u8],
    /// The hash of each key, as often as it is there, in order; those that a format knows are there twice.
    known: Vec<u64>,
    /// The quote of most keys.
    pub(super) usual: Quote,
    /// Most keys have no quotes.
    pub(super) has_bare_keys: bool,
    /// Most keys that begin a line are indented.
    pub(super) is_indented: bool,
    /// Lines end after brackets or commas, so that what begins the next one may be a member or an item.
    pub(super) is_laid_out: bool,
    /// After most colons is a blank.
    pub(super) is_spaced: bool,
    /// More lists are closed than opened.
    pub(super) lacks_bracket: bool,
    /// How deep the brackets are nested, at every so many bytes, whatever they belong to.
    depths: Vec<i32>,
    /// How many signs of JSON are before every so many bytes, and in all.
    signs: Vec<i32>,
    n_signs: i32,
    /// The end of the text without the closing brackets at its end.
    content_end: usize,
}

/// A sign of the grammar, in ASCII or not.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct ReadSign {
    /// Its counterpart in ASCII; 0 for what is no sign.
    pub(super) ascii: u8,
    pub(super) len: usize,
}

impl<'t> Surroundings<'t> {
    pub(super) fn new(text: &'t str, names: &[&str]) -> Self {
        let mut around = Self {
            text,
            bytes: text.as_bytes(),
            known: names.iter().flat_map(|it| [hash(it); 2]).collect(),
            usual: Quote::Double,
            has_bare_keys: false,
            is_indented: false,
            is_laid_out: false,
            is_spaced: false,
            lacks_bracket: false,
            depths: Vec::with_capacity(text.len() / STRIDE + 1),
            signs: Vec::with_capacity(text.len() / STRIDE + 1),
            n_signs: 0,
            content_end: text.trim_end_matches(|it: char| it.is_ascii_whitespace() || matches!(it, '}' | ']')).len(),
        };
        around.measure();
        around.learn();
        around
    }

    /// Counts brackets and signs.
    fn measure(&mut self) {
        let (mut depth, mut n_lists) = (0, 0);
        for part in self.bytes.chunks(STRIDE) {
            self.depths.push(depth);
            self.signs.push(self.n_signs);
            for byte in part.iter().filter(|it| may_be(**it, COUNTED)) {
                self.n_signs += i32::from(is_sign(*byte));
                n_lists += i32::from(*byte == b'[') - i32::from(*byte == b']');
                depth += step(*byte);
            }
        }
        self.lacks_bracket = n_lists < 0;
    }

    /// Counts keys and their quotes.
    fn learn(&mut self) {
        let (mut n_double, mut n_single, mut n_curly, mut n_bare) = (0, 0, 0, 0);
        let (mut last, mut n_spaced, mut n_indented) = (0, 0, 0);
        for (at, byte) in self.bytes.iter().enumerate() {
            if !may_be(*byte, BEFORE_KEY) {
                continue;
            }
            let from = self.blanks(at + 1);
            self.is_laid_out |= *byte != b'\n' && self.has_line(at, from);
            if from == std::mem::replace(&mut last, from) {
                continue;
            }
            if let Some((quote, name, end)) = self.name_at(from) {
                self.known.push(hash(name));
                if self.has_line(at, from) {
                    n_indented += if self.at(from - 1) == b'\n' { -1 } else { 1 };
                }
                n_spaced += if self.at(self.blanks(end) + 1).is_ascii_whitespace() { 1 } else { -1 };
                match quote {
                    b'"' => n_double += 1,
                    b'\'' => n_single += 1,
                    _ => n_curly += 1,
                }
            } else if self.bare_name(from).is_some_and(|it| self.sign(it).ascii == b':') {
                n_bare += 1;
            }
        }
        self.known = ascending(std::mem::take(&mut self.known));
        if n_single > n_double && n_single >= n_curly {
            self.usual = Quote::Single;
        } else if n_curly > n_double {
            self.usual = Quote::Curly;
        }
        self.is_spaced = n_spaced > 0;
        self.is_indented = n_indented > 0;
        self.has_bare_keys = n_bare > n_double + n_single + n_curly;
    }

    pub(super) fn at(&self, at: usize) -> u8 {
        self.bytes.get(at).copied().unwrap_or_default()
    }

    pub(super) fn is_end(&self, at: usize) -> bool {
        at >= self.bytes.len()
    }

    pub(super) fn slice(&self, from: usize, to: usize) -> &'t str {
        self.text.get(from..to).unwrap_or_default()
    }

    /// The character at a place.
    pub(super) fn char_at(&self, at: usize) -> char {
        self.text.get(at..).and_then(|it| it.chars().next()).unwrap_or(' ')
    }

    /// The character before a place.
    pub(super) fn char_before(&self, at: usize) -> char {
        self.text.get(..at).and_then(|it| it.chars().next_back()).unwrap_or(' ')
    }

    pub(super) fn is_quote_before(&self, at: usize) -> bool {
        let start = at.saturating_sub(self.char_before(at).len_utf8());
        self.quote_at(start).is_some()
    }

    /// Whether a number ends before a place in a text, as in `27"`.
    pub(super) fn is_measure(&self, from: usize, at: usize) -> bool {
        let text = self.slice(from, at);
        let before = text.trim_end_matches(|it: char| it.is_ascii_digit() || matches!(it, '.' | '/'));
        before.len() < text.len() && !before.ends_with(|it: char| it.is_ascii_alphanumeric() || matches!(it, '_' | '-'))
    }

    /// Whether it may be one of inches: a text of which nothing else is known is only a number.
    pub(super) fn is_inch(&self, from: usize, at: usize) -> bool {
        self.is_measure(from, at) && self.slice(from, at).contains([' ', '\''])
    }

    /// A key that more than one object has, or a format.
    pub(super) fn is_known(&self, key: u64) -> bool {
        let at = self.known.partition_point(|it| *it < key);
        self.known.get(at..at + 2).is_some_and(|it| it.iter().all(|it| *it == key))
    }

    pub(super) fn is_key(&self, name: &str) -> bool {
        self.known.binary_search(&hash(name)).is_ok()
    }

    pub(super) fn is_known_name(&self, name: &str) -> bool {
        self.is_known(hash(name))
    }

    pub(super) fn sign(&self, at: usize) -> ReadSign {
        let one = |ascii| ReadSign { ascii, len: 1 };
        let wide = |ascii| ReadSign { ascii, len: 3 };
        match self.at(at) {
            it @ (b'{' | b'}' | b'[' | b']' | b'(' | b')' | b':' | b',' | b';' | b'=' | b'"' | b'\'' | b'`') => one(it),
            first @ (0xE2 | 0xE3 | 0xEF) => match (first, self.at(at + 1), self.at(at + 2)) {
                (0xEF, 0xBC, 0x9A) => wide(b':'),
                (0xEF, 0xBC, 0x8C) | (0xE3, 0x80, 0x81) => wide(b','),
                (0xEF, 0xBC, 0x9B) => wide(b';'),
                (0xEF, 0xBD, 0x9B) => wide(b'{'),
                (0xEF, 0xBD, 0x9D) => wide(b'}'),
                (0xEF, 0xBC, 0xBB) | (0xE3, 0x80, 0x90) => wide(b'['),
                (0xEF, 0xBC, 0xBD) | (0xE3, 0x80, 0x91) => wide(b']'),
                (0xE2, 0x80, 0x9C..=0x9F) => wide(b'"'),
                (0xE2, 0x80, 0x98..=0x9B) => wide(b'\''),
                _ => ReadSign { ascii: 0, len: char_len(first) },
            },
            0xD8 if matches!(self.at(at + 1), 0x8C | 0x9B) => ReadSign { ascii: b',', len: 2 }, // Arabic.
            it => ReadSign { ascii: 0, len: char_len(it).max(1) },
        }
    }

    /// The quote at a place.
    pub(super) fn quote_at(&self, at: usize) -> Option<Quote> {
        let sign = self.sign(at);
        Some(match (sign.ascii, sign.len) {
            (b'"', 1) => Quote::Double,
            (b'\'', 1) => Quote::Single,
            (b'`', _) => Quote::Backtick,
            (b'"', _) => Quote::Curly,
            (b'\'', _) => Quote::CurlySingle,
            _ => return None,
        })
    }

    /// After a sign and all of its kind that follow it.
    pub(super) fn after_all(&self, at: usize) -> usize {
        let sign = self.sign(at);
        let mut end = at + sign.len;
        while self.sign(end).ascii == sign.ascii {
            end += self.sign(end).len;
        }
        end
    }

    /// After the blanks at a place.
    pub(super) fn blanks(&self, at: usize) -> usize {
        let rest = self.bytes.get(at..).unwrap_or_default();
        at + rest.iter().position(|it| !it.is_ascii_whitespace()).unwrap_or(rest.len())
    }

    pub(super) fn spaces(&self, at: usize) -> usize {
        let rest = self.bytes.get(at..).unwrap_or_default();
        at + rest.iter().position(|it| !matches!(it, b' ' | b'\t')).unwrap_or(rest.len())
    }

    /// The last character before a place that is not blank; its offset.
    pub(super) fn back(&self, at: usize) -> Option<usize> {
        let before = self.text.get(..at)?.trim_ascii_end();
        before.char_indices().next_back().map(|it| it.0)
    }

    pub(super) fn has_line(&self, from: usize, to: usize) -> bool {
        self.bytes.get(from..to).is_some_and(|it| it.contains(&b'\n'))
    }

    /// The end of the blank line between two places or, without one, the first of them.
    pub(super) fn blank_line(&self, from: usize, to: usize) -> usize {
        let end = self.slice(from, to).match_indices('\n').nth(1);
        end.map_or(from, |it| from + it.0)
    }

    /// Whether a value begins there.
    pub(super) fn begins_value(&self, at: usize) -> bool {
        match self.at(at) {
            b'{' | b'[' | b'(' | b'0'..=b'9' => true,
            b'-' => self.at(at + 1).is_ascii_digit(),
            b't' | b'f' | b'n' | b'N' | b'T' | b'F' => {
                let word = self.word(at);
                matches!(word, "true" | "false" | "null" | "None" | "True" | "False")
            }
            _ => matches!(self.quote_at(at), Some(Quote::Double | Quote::Single | Quote::Curly)),
        }
    }

    /// The ASCII letters and digits at a place.
    pub(super) fn word(&self, at: usize) -> &'t str {
        let rest = self.bytes.get(at..).unwrap_or_default();
        let len = rest.iter().take(NEAR).position(|it| !it.is_ascii_alphanumeric() && *it != b'_');
        self.slice(at, at + len.unwrap_or(rest.len().min(NEAR)))
    }

    /// A short text in quotes, and the end of it: the first byte of the quote, the text, the offset.
    fn quoted(&self, at: usize) -> Option<(u8, &'t str, usize)> {
        let quote = self.quote_at(at).filter(|it| matches!(it, Quote::Double | Quote::Single | Quote::Curly))?;
        let from = at + self.sign(at).len;
        let near = self.bytes.get(from..self.bytes.len().min(from + LONGEST_NAME)).unwrap_or_default();
        let (one, other) = match quote {
            Quote::Single => (b'\'', b'\''),
            Quote::Curly => (b'"', 0xE2),
            _ => (b'"', b'"'),
        };
        let len = near.iter().position(|it| *it == one || *it == other || *it == b'\n')?;
        let end = from + len;
        // The next quote may be one of JSON in a string.
        let sign = self.quote_at(end).filter(|_| len > 0 && !self.is_escaped(end))?;
        (sign != Quote::Backtick).then(|| (self.at(at), self.slice(from, end), end + self.sign(end).len))
    }

    /// A name in quotes before a colon or an equal sign.
    pub(super) fn name_at(&self, at: usize) -> Option<(u8, &'t str, usize)> {
        let (quote, name, end) = self.quoted(at)?;
        matches!(self.sign(self.blanks(end)).ascii, b':' | b'=').then_some((quote, name, end))
    }

    /// Whether escaped JSON is there.
    pub(super) fn is_json_in_string(&self, at: usize) -> bool {
        matches!(self.at(at), b'{' | b'[') && self.at(self.blanks(at + 1)) == b'\\'
    }

    /// Whether a name without its first quote is there.
    pub(super) fn is_rest_of_name(&self, at: usize) -> bool {
        let near = self.bytes.get(at..self.bytes.len().min(at + LONGEST_NAME)).unwrap_or_default();
        let is_end = |it: &u8| matches!(it, b'"' | b'\n' | b',' | b'{' | b'}' | b'[' | b']');
        let end = near.iter().position(is_end).map_or(0, |it| at + it);
        end > at && self.at(end) == b'"' && !self.is_escaped(end) && self.at(self.blanks(end + 1)) == b':'
    }

    /// The end of a text in quotes, and whether it is in the quotes of most keys, which are not those of JSON.
    pub(super) fn end_of_text(&self, at: usize) -> Option<(usize, bool)> {
        self.quoted(at).map(|it| (it.2, it.0 == b'\'' && self.usual == Quote::Single))
    }

    /// Whether more than closing brackets follows.
    pub(super) fn goes_on(&self, at: usize) -> bool {
        self.content_end > at
    }

    pub(super) fn is_named(&self, at: usize) -> bool {
        self.name_at(at).is_some()
    }

    /// A name without quotes; what follows its blanks.
    fn bare_name(&self, at: usize) -> Option<usize> {
        let rest = self.text.get(at..)?;
        let is_of_name = |it: char| it.is_alphanumeric() || it == '_' || it == ' ';
        let len = rest.char_indices().take(NEAR / 2).find(|it| !is_of_name(it.1))?.0;
        (len > 0 && !rest.starts_with(|it: char| it == ' ' || it.is_ascii_digit())).then(|| self.blanks(at + len))
    }

    /// How many brackets are open at a place.
    pub(super) fn depth(&self, at: usize) -> i32 {
        let slot = at / STRIDE;
        let mut depth = self.depths.get(slot).copied().unwrap_or_default();
        for byte in self.bytes.get(slot * STRIDE..at).unwrap_or_default() {
            depth += step(*byte);
        }
        depth
    }

    /// How many signs of JSON follow.
    pub(super) fn n_signs_from(&self, at: usize) -> i32 {
        let slot = at / STRIDE;
        let near = self.bytes.get(slot * STRIDE..at).unwrap_or_default();
        let before = near.iter().filter(|it| is_sign(**it)).count();
        let n_before = self.signs.get(slot).copied().unwrap_or(self.n_signs);
        (self.n_signs - n_before - i32::try_from(before).unwrap_or_default()).min(i32::MAX / 256)
    }
}
