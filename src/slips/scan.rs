//! Strict parsing of JSON into flat tokens, from any token on, up to the stop.
//! Errors that leave no doubt about where tokens begin and end do not stop it, but have a price.

use super::dialect::{is_dialect, odd_string};
use super::literals::{is_number, is_odd_literal};
use crate::json::{find_special, is_comment, is_plain_escape, skip_blanks};
use crate::text::{Lanes, find_byte, find_where};

/// What belongs after a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    Value,
    FirstItem,
    Key,
    FirstKey,
    Colon,
    After,
    Nothing,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LexemeKind {
    OpenBrace,
    OpenBracket,
    CloseBrace,
    CloseBracket,
    Colon,
    Comma,
    Key,
    Text,
    Literal,
}

/// A token, and how strict reading continues after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lexeme {
    pub(super) kind: LexemeKind,
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) next: Next,
    /// The index of the bracket that is open after it; `NONE` if there is none.
    pub(super) holder: usize,
    /// The price of the faults in it and before it that did not stop reading.
    pub(super) price: i32,
    /// The bytes of the quotes of a string: none, one, or three for curly ones.
    pub(super) quotes: (u8, u8),
}

impl Lexeme {
    /// The content of a string, without its quotes.
    pub(super) fn content(&self) -> (usize, usize) {
        (self.start + usize::from(self.quotes.0), self.end - usize::from(self.quotes.1))
    }
}

pub(super) const NONE: usize = usize::MAX;

/// Prices of faults that do not stop reading; an edit costs 10 to 40.
const COMMENT: i32 = 150;
const TRAILING_COMMA: i32 = 15;
const ODD_LITERAL: i32 = 10;
const CONTROL: i32 = 30;
const MORE_CONTROLS: i32 = 8;
const BAD_ESCAPE: i32 = 20;
const ODD_STRING: i32 = 12;
const USUAL_ODD_STRING: i32 = 2;

/// The tokens of a text; only the last of them have been read again.
pub(super) struct Lexemes<'b> {
    pub(super) base: &'b [Lexeme],
    pub(super) more: Vec<Lexeme>,
}

impl Lexemes<'_> {
    pub(super) fn get(&self, idx: usize) -> Option<&Lexeme> {
        self.base.get(idx).or_else(|| self.more.get(idx.checked_sub(self.base.len())?))
    }

    pub(super) fn len(&self) -> usize {
        self.base.len() + self.more.len()
    }

    pub(super) fn last(&self) -> Option<&Lexeme> {
        self.more.last().or(self.base.last())
    }
}

/// Where reading ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stop {
    pub(super) at: usize,
    pub(super) why: Why,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Why {
    /// The text was read as a whole.
    Whole,
    /// The window ended.
    Window,
    /// Nothing fits here.
    Broken,
}

/// A stretch of a text: its bytes, where they begin, and whether the text continues after them.
#[derive(Clone, Copy)]
pub(super) struct Stretch<'t> {
    pub(super) bytes: &'t [u8],
    pub(super) start: usize,
    pub(super) goes_on: bool,
    /// Strings have nonstandard quotes here, and keys may have none.
    pub(super) is_dialect: bool,
    /// The string that it begins in.
    pub(super) string: Option<Begun>,
}

/// A string that was read up to some place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Begun {
    /// Its opening quote.
    pub(super) quote: usize,
    /// The price of the faults in it that did not stop reading, and the number of its control characters.
    pub(super) price: i32,
    pub(super) n_controls: usize,
}

impl<'t> Stretch<'t> {
    pub(super) fn whole(text: &'t str) -> Self {
        Self { bytes: text.as_bytes(), start: 0, goes_on: false, is_dialect: is_dialect(text), string: None }
    }

    fn get(&self, at: usize) -> Option<u8> {
        self.bytes.get(at.checked_sub(self.start)?).copied()
    }

    pub(super) fn end(&self) -> usize {
        self.start + self.bytes.len()
    }
}

/// Continues reading after the last token.
pub(super) fn scan(window: Stretch, tokens: &mut Lexemes) -> Stop {
    let (mut at, mut next) = tokens.last().map_or((window.start, Next::Value), |it| (it.end, it.next));
    let mut string = window.string;
    loop {
        let begun = string.take();
        let mut price = begun.map_or(0, |it| it.price);
        at = begun.map_or_else(|| skip(window, at, &mut price), |it| it.quote);
        let Some(byte) = begun.map(|_| b'"').or_else(|| window.get(at)) else {
            return at_end(window, next);
        };
        let broken = Stop { at, why: Why::Broken };
        let holder = tokens.last().map_or(NONE, |it| it.holder);
        let holds = tokens.get(holder).map(|it| it.kind);
        let Some((kind, after)) = token_for(byte, next, holds) else { return broken };
        let (end, quotes) = match begun {
            Some(it) => (string_end(window, window.start, (&mut price, it.n_controls)), PLAIN),
            None => token_end(window, at, kind, &mut price),
        };
        let Some(end) = end else {
            let is_at_end = window.goes_on && (byte == b'"' || at + 40 > window.end());
            return if is_at_end { Stop { at: window.end(), why: Why::Window } } else { broken };
        };
        let closes = matches!(kind, LexemeKind::CloseBrace | LexemeKind::CloseBracket);
        if closes && matches!(next, Next::Key | Next::Value) {
            price += TRAILING_COMMA;
        }
        let holder = match kind {
            LexemeKind::OpenBrace | LexemeKind::OpenBracket => tokens.len(),
            _ if closes => holder.checked_sub(1).and_then(|it| tokens.get(it)).map_or(NONE, |it| it.holder),
            _ => holder,
        };
        next = if after == Next::After && holder == NONE { Next::Nothing } else { after };
        tokens.more.push(Lexeme { kind, start: at, end, next, holder, price, quotes });
        at = end;
    }
}

/// The window ended.
fn at_end(window: Stretch, next: Next) -> Stop {
    let why = match next {
        _ if window.goes_on => Why::Window,
        Next::Nothing => Why::Whole,
        _ => Why::Broken,
    };
    Stop { at: window.end(), why }
}

/// The byte lengths of plain quotes.
const PLAIN: (u8, u8) = (1, 1);

/// The offset after the token that begins here, and the byte lengths of its quotes.
fn token_end(window: Stretch, at: usize, kind: LexemeKind, price: &mut i32) -> (Option<usize>, (u8, u8)) {
    match kind {
        LexemeKind::Key | LexemeKind::Text if window.get(at).is_some_and(|it| it != b'"') => {
            let rest = window.bytes.get(at - window.start..).unwrap_or_default();
            // In other texts, such quotes may be in code that a slip laid bare; curly quotes are not code.
            let is_possible = window.is_dialect || rest.first() == Some(&0xE2);
            let string = is_possible.then(|| odd_string(rest, kind == LexemeKind::Key)).flatten();
            let Some((len, quotes)) = string else { return (None, PLAIN) };
            *price += if window.is_dialect { USUAL_ODD_STRING } else { ODD_STRING };
            (Some(at + len), quotes)
        }
        LexemeKind::Key | LexemeKind::Text => (string_end(window, at + 1, (price, 0)), PLAIN),
        LexemeKind::Literal => (literal_end(window, at, price), PLAIN),
        _ => (Some(at + 1), PLAIN),
    }
}

/// The kind of the token that begins with a byte, and what belongs after it; `None` if nothing fits. `holds` is the
/// open bracket.
fn token_for(byte: u8, next: Next, holds: Option<LexemeKind>) -> Option<(LexemeKind, Next)> {
    let token = match (byte, next) {
        (b'{', Next::Value | Next::FirstItem) => (LexemeKind::OpenBrace, Next::FirstKey),
        (b'[', Next::Value | Next::FirstItem) => (LexemeKind::OpenBracket, Next::FirstItem),
        (b'}', Next::Key | Next::FirstKey | Next::After) if holds == Some(LexemeKind::OpenBrace) => {
            (LexemeKind::CloseBrace, Next::After)
        }
        (b']', Next::Value | Next::FirstItem | Next::After) if holds == Some(LexemeKind::OpenBracket) => {
            (LexemeKind::CloseBracket, Next::After)
        }
        (b':', Next::Colon) => (LexemeKind::Colon, Next::Value),
        (b',', Next::After) if holds == Some(LexemeKind::OpenBrace) => (LexemeKind::Comma, Next::Key),
        (b',', Next::After) if holds == Some(LexemeKind::OpenBracket) => (LexemeKind::Comma, Next::Value),
        (_, Next::Key | Next::FirstKey) => (LexemeKind::Key, Next::Colon),
        (b'"' | b'\'' | b'`' | 0xE2, Next::Value | Next::FirstItem) => (LexemeKind::Text, Next::After),
        (_, Next::Value | Next::FirstItem) => (LexemeKind::Literal, Next::After),
        _ => return None,
    };
    Some(token)
}

/// Whether a byte may begin a token, or a blank or comment before a token.
pub(super) fn begins(byte: u8, next: Next, holds: Option<LexemeKind>, is_dialect: bool) -> bool {
    if matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b'/' | b'#') {
        return true;
    }
    match token_for(byte, next, holds) {
        Some((LexemeKind::Literal, _)) => is_of_literal(byte),
        Some((LexemeKind::Key | LexemeKind::Text, _)) => is_dialect || matches!(byte, b'"' | 0xE2),
        it => it.is_some(),
    }
}

/// The offset after blanks and comments.
fn skip(window: Stretch, mut at: usize, price: &mut i32) -> usize {
    loop {
        match window.get(at) {
            Some(b' ' | b'\t' | b'\n' | b'\r') => at = window.start + skip_blanks(window.bytes, at - window.start),
            Some(b'/' | b'#') => {
                let Some(len) = comment_len(window.bytes.get(at - window.start..).unwrap_or_default()) else {
                    return at;
                };
                *price += COMMENT + i32::try_from(len).unwrap_or(i32::MAX >> 4).min(1 << 20);
                at += len;
            }
            _ => return at,
        }
    }
}

/// The length of the comment that a text begins with. A comment with quotes may be content that a slip laid bare.
fn comment_len(rest: &[u8]) -> Option<usize> {
    if let [b'#', ..] | [b'/', b'/', ..] = rest {
        // A line may be as long as the text, but its first quote may be near.
        let marks = |it: Lanes| it.equal(b'"').or(it.equal(b'\n')).or(it.equal(b'\r'));
        let end = find_where(rest, 0, marks, |it| matches!(it, b'"' | b'\n' | b'\r')).unwrap_or(rest.len());
        return (rest.get(end) != Some(&b'"')).then_some(end);
    }
    let len = is_comment(rest)?;
    find_byte(rest.get(..len)?, 0, b'"').is_none().then_some(len)
}

/// The offset after the closing quote of a string whose content continues here and has had `n_controls` control
/// characters.
pub(super) fn string_end(window: Stretch, from: usize, (price, mut n_controls): (&mut i32, usize)) -> Option<usize> {
    let mut idx = from - window.start;
    let end = content_end(window.bytes, &mut idx, (price, &mut n_controls));
    end.map(|it| window.start + it + 1)
}

/// Reads the content of a string up to its closing quote, or to the end.
pub(super) fn content_end(bytes: &[u8], idx: &mut usize, (price, n_controls): (&mut i32, &mut usize)) -> Option<usize> {
    loop {
        *idx = find_special(bytes, *idx, bytes.len());
        match bytes.get(*idx)? {
            b'"' => return Some(*idx),
            b'\\' if matches!(bytes.get(*idx + 1), Some(b'"' | b'\\' | b'n' | b't' | b'/')) => *idx += 2,
            b'\\' if is_plain_escape(bytes, *idx) => *idx += 2,
            b'\\' => {
                *price += BAD_ESCAPE;
                *idx += 1;
            }
            _ => {
                *price += if *n_controls == 0 { CONTROL } else { MORE_CONTROLS };
                *n_controls += 1;
                *idx += 1;
            }
        }
    }
}

pub(super) fn is_of_literal(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.' | b'_')
}

/// The offset after a number, or after a word that is a value.
fn literal_end(window: Stretch, at: usize, price: &mut i32) -> Option<usize> {
    let rest = window.bytes.get(at - window.start..).unwrap_or_default();
    let mut len = rest.iter().take_while(|it| is_of_literal(**it)).count();
    // `12:30`, `1/2`
    while len > 0
        && let [b':' | b'/', digits @ ..] = rest.get(len..).unwrap_or_default()
        && rest.get(..len).is_some_and(|it| it.last().is_some_and(u8::is_ascii_digit))
        && let n_digits @ 1.. = digits.iter().take_while(|it| it.is_ascii_digit()).count()
    {
        len += 1 + n_digits;
    }
    let word = rest.get(..len).and_then(|it| str::from_utf8(it).ok())?;
    if len == rest.len() && window.goes_on {
        return None;
    }
    if !matches!(word, "null" | "true" | "false") && !is_number(word) {
        if !is_odd_literal(word) {
            return None;
        }
        *price += ODD_LITERAL;
    }
    Some(at + len)
}
