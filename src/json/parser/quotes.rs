//! Strings in other quotes than JSON's, and strings that lack one of their two.

use super::{Parser, SyntaxErrorKind, is_verbatim};
use crate::json::fault::{BracketFault, Expected};
use crate::json::lexer::{scan_string, scan_word, skip_blanks};
use crate::json::string::{EscapeFault, read_escape};
use crate::json::tree::{Flags, Kind};
use crate::text::{Span, find_byte, find_bytes};

/// A string in other quotes may be looked through this far even when nothing more may be read on trial.
const SURE_LOOK: usize = 256;

impl Parser<'_> {
    /// The length of the quote here, if it opens a string in another way than JSON's.
    pub(super) fn odd_quote(&self) -> Option<usize> {
        match self.bytes.get(self.at..self.end)? {
            [b'\'', b'\'', b'\'', ..] | [0xE2, 0x80, 0x98..=0x9F, ..] => Some(3),
            [b'\'' | b'`', ..] => Some(1),
            _ => None,
        }
    }

    /// Reads a string in other quotes. False when none begins here.
    pub(super) fn odd_quoted(&mut self) -> bool {
        let Some(len) = self.odd_quote() else { return false };
        self.quoted_otherwise(len);
        true
    }

    /// Reads `"""…"""`. False when the third quote begins something else.
    pub(super) fn triple_quoted(&mut self) -> bool {
        let rest = self.bytes.get(self.at..self.end).unwrap_or_default();
        let look = rest.get(3..rest.len().min(3 + self.trial_budget)).unwrap_or_default();
        if self.is_trial || !rest.starts_with(b"\"\"\"") || find_bytes(look, b"\"\"\"").is_none() {
            return false;
        }
        self.quoted_otherwise(3);
        true
    }

    fn quoted_otherwise(&mut self, open: usize) {
        let start = self.at;
        let quote = self.bytes.get(start..start + open).unwrap_or_default();
        let is_triple = open == 3 && quote.is_ascii();
        let limit = self.end.min(start + open + self.trial_budget.max(SURE_LOOK));
        let mut at = start + open;
        let (mut close, mut is_sure) = (None, false);
        while at < limit && !is_sure {
            match self.bytes.get(at) {
                Some(b'\n' | b'\r') if !is_triple && quote != b"`" => break,
                Some(b'\\') => at += 1,
                _ => {
                    if let Some(len) = closing_len(quote, self.bytes.get(at..self.end).unwrap_or_default()) {
                        let behind = self.byte_behind_blanks(at + len);
                        is_sure = is_triple || matches!(behind, None | Some(b',' | b':' | b'}' | b']'));
                        close = if is_sure { Some((at, len)) } else { close.or(Some((at, len))) };
                    }
                }
            }
            at += 1;
        }
        self.trial_budget = self.trial_budget.saturating_sub(at - start);
        let mut flags = if open == 3 { Flags::WIDE_OPEN } else { Flags::default() };
        let end = match close {
            Some((at, len)) => {
                flags.add(if len == 3 { Flags::WIDE_CLOSE } else { Flags::default() });
                at + len
            }
            None => {
                flags.add(Flags::UNCLOSED);
                self.line_end(start + open, at.min(self.end))
            }
        };
        let content = self.bytes.get(start + open..close.map_or(end, |it| it.0)).unwrap_or_default();
        if find_byte(content, 0, b'\\').is_some() {
            let content = str::from_utf8(content).unwrap_or_default();
            let is_verbatim = !self.is_trial && is_verbatim(content) == Some(true);
            flags.add(if is_verbatim { Flags::VERBATIM } else { Flags::ESCAPES });
        }
        self.push(Kind::String, start, end, flags);
        self.error(SyntaxErrorKind::WrongQuotes, start, end);
        self.at = end;
    }

    /// Where the text of a line ends, its comma and blanks left out; on a character boundary.
    fn line_end(&self, from: usize, mut to: usize) -> usize {
        while self.bytes.get(to).is_some_and(|it| it & 0xC0 == 0x80) {
            to += 1;
        }
        self.item_end(from, to)
    }

    /// A string without its closing quote: `end` is where it seems to end.
    pub(super) fn unclosed(&mut self, start: usize, end: usize) {
        let content = self.bytes.get(start + 1..end).unwrap_or_default();
        let mut flags = scan_string(self.bytes, start, end).flags;
        let is_faulty = flags.has(Flags::FAULTY);
        // It may have one, in another form: ”, or with a backslash.
        let is_smart = matches!(content, [.., 0xE2, 0x80, 0x9C..=0x9F]);
        let n_backslashes = content.strip_suffix(b"\"").unwrap_or_default().iter().rev().take_while(|it| **it == b'\\');
        let is_escaped = n_backslashes.count() % 2 == 1;
        let content_end = if is_escaped { end - 2 } else { end };
        let (node_end, kind) = if is_smart {
            flags = if flags.has(Flags::ESCAPES) { Flags::ESCAPES } else { Flags::default() };
            flags.add(Flags::WIDE_CLOSE);
            (end, SyntaxErrorKind::WrongQuotes)
        } else {
            flags.add(Flags::UNCLOSED);
            (content_end, SyntaxErrorKind::UnclosedString)
        };
        self.push(Kind::String, start, node_end, flags);
        self.error(kind, start, end);
        if is_faulty {
            self.escape_errors(start + 1, content_end, false);
        }
        self.at = end;
    }

    /// The quote that ends a value whose opening quote is missing: `success",`, or `{\"a\": 1}",`.
    pub(super) fn unopened_end(&mut self) -> Option<usize> {
        let word = scan_word(self.bytes, self.at);
        let quote = if word > self.at && self.bytes.get(word) == Some(&b'"') { word } else { self.escaped_end()? };
        let is_end = matches!(self.byte_behind_blanks(quote + 1), None | Some(b',' | b'}' | b']'));
        is_end.then_some(quote)
    }

    /// `{\"a\": 1}",` where a value is due: the bracket just opened belongs to a string. True when it was read anew.
    pub(super) fn unopened_container(&mut self) -> bool {
        let here = self.at;
        let escaped = self.bytes.get(here..).is_some_and(|it| it.starts_with(b"\\\""));
        let Some(&id) = self.open.last().filter(|&&it| escaped && it > 0 && it + 1 == self.count()) else {
            return false;
        };
        let container = self.node(id);
        self.at = container.span.start as usize;
        let Some(quote) = self.unopened_end() else {
            self.at = here;
            return false;
        };
        self.open.pop();
        self.open_objects -= usize::from(container.kind == Kind::Object);
        self.nodes.pop();
        self.unopened(quote);
        true
    }

    /// `{\"a\": 1}` as the whole text: a string that has lost both quotes. True when it was read anew.
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
            return false;
        }
        let is_faulty = flags.has(Flags::FAULTY) || flags.has(Flags::LONE_SURROGATE);
        flags.add(Flags::UNOPENED);
        self.read_whole(Kind::String, (start, end), flags);
        if is_faulty {
            self.escape_errors(start, end, true);
        }
        true
    }

    /// The first quote on the line that has no backslash, behind at least one that has.
    fn escaped_end(&mut self) -> Option<usize> {
        let limit = self.end.min(self.at + self.trial_budget);
        let rest = self.bytes.get(self.at..limit)?;
        let line = rest.iter().position(|it| matches!(it, b'"' | b'\n' | b'\r')).unwrap_or(rest.len());
        self.trial_budget = self.trial_budget.saturating_sub(line + 16);
        let begins_escaped = line > 0 && rest.get(line) == Some(&b'"') && rest.get(line - 1) == Some(&b'\\');
        if !begins_escaped {
            return None;
        }
        // Read as a string that opens before its first character.
        let string = scan_string(self.bytes, self.at.checked_sub(1)?, limit);
        self.trial_budget = self.trial_budget.saturating_sub(string.end - self.at);
        (string.control.is_none() && !string.flags.has(Flags::UNCLOSED)).then(|| string.end - 1)
    }

    /// `"success""` or `null'`: one more quote right behind something that is complete.
    pub(super) fn is_spare_quote(&self) -> bool {
        let is_behind = self.nodes.last().is_some_and(|it| it.span.end as usize == self.at);
        !self.is_trial && is_behind && matches!(self.peek(), Some(b'"' | b'\'' | b'`'))
    }

    /// `""status":` or `"sta"tus":`: a key with one quote too many. True when it was read anew.
    pub(super) fn spare_quote_in_key(&mut self) -> bool {
        let Some(key) = self.nodes.last().copied().filter(|it| it.kind == Kind::String) else { return false };
        let (start, end) = (key.span.start as usize, key.span.end as usize);
        let word = scan_word(self.bytes, self.at);
        let is_spare = !self.is_trial
            && end == self.at
            && word > self.at
            && self.bytes.get(start) == Some(&b'"')
            && self.bytes.get(word) == Some(&b'"')
            && self.byte_behind_blanks(word + 1) == Some(b':');
        if is_spare {
            let is_first = end == start + 2;
            let spare = if is_first { start } else { end - 1 };
            self.nodes.pop();
            self.push(Kind::String, start + usize::from(is_first), word + 1, key.flags);
            self.error(SyntaxErrorKind::Bracket(BracketFault::Stray), spare, spare + 1);
            self.at = word + 1;
        }
        is_spare
    }

    /// True when an item seems to end at an offset: with a comma before the next, a bracket, or a key in another line.
    pub(super) fn ends_item(&self, at: usize) -> bool {
        let behind = skip_blanks(self.bytes, at);
        let over_line = self.bytes.get(at..behind).is_some_and(|it| find_byte(it, 0, b'\n').is_some());
        (over_line && self.is_key_at(behind)) || self.could_close(at - 1)
    }

    /// A string without its opening quote.
    pub(super) fn unopened(&mut self, quote: usize) {
        let mut flags = Flags::UNOPENED;
        if self.bytes.get(self.at..quote).is_some_and(|it| find_byte(it, 0, b'\\').is_some()) {
            flags.add(Flags::ESCAPES);
        }
        self.push(Kind::String, self.at, quote + 1, flags);
        self.error(SyntaxErrorKind::UnopenedString, self.at, quote + 1);
        self.at = quote + 1;
    }

    /// `"status: null,` at the end of a line: the key ends before the colon.
    pub(super) fn split_unclosed_key(&mut self) {
        let Some(node) = self.nodes.last_mut() else { return };
        let (start, end) = (node.span.start as usize, node.span.end as usize);
        let word = scan_word(self.bytes, start + 1);
        let colon = skip_blanks(self.bytes, word);
        if colon >= end || word == start + 1 || self.bytes.get(colon) != Some(&b':') {
            return;
        }
        if let Some(error) = self.errors.last_mut().filter(|it| matches!(it.kind, SyntaxErrorKind::UnclosedString)) {
            error.span = Span::new(start, word);
            node.span = error.span;
            node.flags = Flags::UNCLOSED;
            self.at = colon;
        }
    }

    /// `"status: "success"`: the key seems to end at the quote that opens the value.
    pub(super) fn lost_key_close(&mut self) -> bool {
        let Some(key) = self.nodes.last().copied().filter(|it| it.kind == Kind::String) else { return false };
        let (start, end) = (key.span.start as usize, key.span.end as usize);
        let word = scan_word(self.bytes, start + 1);
        let colon = skip_blanks(self.bytes, word);
        let is_lost = end == self.at
            && word > start + 1
            && self.bytes.get(colon) == Some(&b':')
            && skip_blanks(self.bytes, colon + 1) + 1 == end
            && self.bytes.get(start) == Some(&b'"');
        if is_lost {
            self.nodes.pop();
            self.push(Kind::String, start, word, Flags::UNCLOSED);
            self.error(SyntaxErrorKind::UnclosedString, start, word);
            self.at = end - 1;
        }
        is_lost
    }

    /// `"status:" "success"`: the key has its colon inside its quotes.
    pub(super) fn colon_in_key(&mut self) -> bool {
        let Some(key) = self.nodes.last_mut() else { return false };
        let end = key.span.end as usize;
        let is_inside = key.span.len() > 3 && self.bytes.get(..end).is_some_and(|it| it.ends_with(b":\""));
        if is_inside {
            key.span.end -= 2;
            key.flags.add(Flags::UNCLOSED);
            let colon = SyntaxErrorKind::Bracket(BracketFault::Wrong(Expected::KeyEnd));
            self.error(colon, end - 2, end);
        }
        is_inside
    }

    /// `"success, "response": …`: the string seems to end at the quote that opens the next key.
    pub(super) fn lost_close(&mut self, start: usize, quote: usize) -> bool {
        let word = scan_word(self.bytes, self.at);
        let is_key = self.at == quote + 1
            && word > self.at
            && self.bytes.get(word) == Some(&b'"')
            && self.byte_behind_blanks(word + 1) == Some(b':');
        let end = self.item_end(start + 1, quote);
        if !is_key || end == self.text_end(start + 1, quote) {
            return false;
        }
        self.nodes.pop();
        self.forget_errors(start);
        self.unclosed(start, end);
        self.at = quote;
        true
    }

    /// Drops what was reported about a string that turned out to be another one.
    pub(super) fn forget_errors(&mut self, start: usize) {
        while self.errors.last().is_some_and(|it| it.span.start as usize >= start) {
            self.errors.pop();
        }
    }

    /// Reports each escape in a string that JSON does not know, and halves of surrogate pairs.
    pub(super) fn escape_errors(&mut self, from: usize, to: usize, is_cut: bool) {
        let bytes = self.bytes.get(..to).unwrap_or(self.bytes);
        let mut at = from;
        while let Some(found) = find_byte(bytes, at, b'\\') {
            at = found;
            let escape = read_escape(self.bytes, at);
            let len = self.bytes.get(at + 1).map_or(1, |&it| 1 + crate::json::lexer::char_len(it));
            match escape.fault {
                // Where the text was cut off, an escape may have been cut too.
                _ if is_cut && to - at < 12 => (),
                // A line that goes on with a backslash, as in JavaScript, is one fault: the control character.
                _ if self.bytes.get(at + 1).is_some_and(|it| *it < 0x20) => (),
                Some(EscapeFault::Unknown) => self.error(SyntaxErrorKind::BadEscape, at, (at + len).min(to)),
                Some(EscapeFault::LoneSurrogate) => self.error(SyntaxErrorKind::LoneSurrogate, at, at + 6),
                None => (),
            }
            at += escape.escaped as usize;
        }
    }
}

/// The length of the quote here, if it closes what `open` opened.
fn closing_len(open: &[u8], rest: &[u8]) -> Option<usize> {
    match (open, rest) {
        ([0xE2, 0x80, 0x98..=0x9B], [0xE2, 0x80, 0x98..=0x9B, ..])
        | ([0xE2, 0x80, 0x9C..=0x9F], [0xE2, 0x80, 0x9C..=0x9F, ..]) => Some(3),
        ([0xE2, 0x80, 0x98..=0x9B], [b'\'', ..]) | ([0xE2, 0x80, 0x9C..=0x9F], [b'"', ..]) => Some(1),
        _ => rest.starts_with(open).then_some(open.len()),
    }
}
