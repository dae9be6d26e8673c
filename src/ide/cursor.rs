//! What belongs at an offset of JSON that is still being written. Only the text before the offset counts, so that nothing
//! after it changes what is offered.

use crate::json::{Token, TokenKind, tokens};
use crate::text::Span;

/// What belongs at an offset.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct CursorContext {
    /// The bracket of the object or array that the offset is in, if any.
    pub(super) open: Option<u32>,
    pub(super) expects: Slot,
    /// The key of the value.
    pub(super) key: Option<Span>,
    /// The part already written, which is replaced.
    pub(super) begun: Span,
    /// Where a comma is missing before the offset.
    pub(super) comma_before: Option<u32>,
    /// The first byte after it that is not blank.
    pub(super) next: Option<u8>,
}

/// What belongs there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Slot {
    /// The key of a member.
    Key,
    /// A value.
    #[default]
    Value,
    /// A colon, or nothing.
    Other,
}

/// An open bracket.
struct OpenBracket {
    open: Option<u32>,
    is_object: bool,
    state: BracketState,
    key: Option<Span>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum BracketState {
    Item,
    Colon,
    Value,
    Comma,
}

impl CursorContext {
    /// Examines an offset of a text.
    pub(super) fn at(text: &str, offset: u32) -> Self {
        let mut stack = vec![OpenBracket { open: None, is_object: false, state: BracketState::Value, key: None }];
        let (mut begun, mut end) = (Span::empty(offset), 0);
        for token in tokens(text) {
            if token.span.start >= offset || offset_in(text, &token, offset) {
                if token.span.start < offset {
                    begun = until_end(text, &token, offset);
                }
                break;
            }
            if !matches!(token.kind, TokenKind::Blank | TokenKind::Comment) {
                step(&mut stack, text, &token);
                end = token.span.end;
            }
        }
        let next = tokens_after(text, begun.end);
        let Some(frame) = stack.last() else { return Self::default() };
        let is_comma_missing = frame.state == BracketState::Comma && frame.open.is_some();
        let expects = match frame.state {
            BracketState::Item | BracketState::Comma if frame.is_object => Slot::Key,
            BracketState::Item | BracketState::Value => Slot::Value,
            BracketState::Comma if is_comma_missing => Slot::Value,
            BracketState::Comma | BracketState::Colon => Slot::Other,
        };
        let key = frame.key.filter(|_| expects == Slot::Value && frame.is_object);
        Self { open: frame.open, expects, key, begun, comma_before: is_comma_missing.then_some(end), next }
    }
}

impl CursorContext {
    /// The same cursor in a text that begins this many bytes earlier.
    pub(super) fn moved(self, by: u32) -> Self {
        Self {
            open: self.open.map(|it| it + by),
            key: self.key.map(|it| it.moved(by)),
            begun: self.begun.moved(by),
            comma_before: self.comma_before.map(|it| it + by),
            ..self
        }
    }
}

/// Whether an offset is within a token that may continue; a closed string does not.
fn offset_in(text: &str, token: &Token, offset: u32) -> bool {
    let is_open = match token.kind {
        TokenKind::String => offset < token.span.end || !is_closed(token.span.of(text)),
        TokenKind::Word | TokenKind::Number => offset <= token.span.end,
        TokenKind::Blank | TokenKind::Comment | TokenKind::Mark | TokenKind::Other => false,
    };
    is_open && offset <= token.span.end
}

fn is_closed(string: &str) -> bool {
    string.len() > 1 && string.ends_with('"')
}

/// The part of the token to replace: up to its end if it is one word; otherwise, something else follows and the quote
/// is missing.
fn until_end(text: &str, token: &Token, offset: u32) -> Span {
    let rest = Span { start: offset, end: token.span.end }.of(text);
    let is_word = |it: &str| it.chars().all(|it| it.is_alphanumeric() || matches!(it, '_' | '-' | '.'));
    let end = match token.kind {
        TokenKind::String if rest.strip_suffix('"').is_some_and(is_word) => token.span.end,
        TokenKind::String => offset,
        _ => token.span.end,
    };
    Span { start: token.span.start, end }
}

fn step(stack: &mut Vec<OpenBracket>, text: &str, token: &Token) {
    let Some(frame) = stack.last_mut() else { return };
    match token.span.of(text) {
        mark @ ("{" | "[") => {
            frame.state = BracketState::Comma;
            let is_object = mark == "{";
            stack.push(OpenBracket { open: Some(token.span.start), is_object, state: BracketState::Item, key: None });
        }
        "}" | "]" => {
            if stack.len() > 1 {
                stack.pop();
            }
        }
        "," => frame.state = BracketState::Item,
        ":" => frame.state = BracketState::Value,
        _ if frame.is_object && matches!(frame.state, BracketState::Item | BracketState::Comma) => {
            frame.key = Some(token.span);
            frame.state = BracketState::Colon;
        }
        _ => frame.state = BracketState::Comma,
    }
}

/// The first byte after an offset that is not blank.
fn tokens_after(text: &str, offset: u32) -> Option<u8> {
    text.get(offset as usize..)?.trim_start().bytes().next()
}

#[cfg(test)]
mod tests {
    use super::{CursorContext, Slot};

    fn check(marked: &str, expects: Slot, key: &str, begun: &str) {
        let offset = marked.find("$0").unwrap();
        let text = marked.replace("$0", "");
        let cursor = CursorContext::at(&text, u32::try_from(offset).unwrap());
        let shown = (cursor.expects, cursor.key.map_or("", |it| it.of(&text)), cursor.begun.of(&text));
        assert_eq!(shown, (expects, key, begun), "{marked}");
    }

    #[test]
    fn only_what_is_before_the_cursor_counts() {
        check("{$0", Slot::Key, "", "");
        check("{\"a$0", Slot::Key, "", "\"a");
        check("{\"a$0b\": 1}", Slot::Key, "", "\"ab\"");
        check("{\"a$0\n  \"b\": 1}", Slot::Key, "", "\"a");
        check("{\"a\": 1, sta$0}", Slot::Key, "", "sta");
        check("{\"a\": $0", Slot::Value, "\"a\"", "");
        check("{\"a\": \"su$0\"}", Slot::Value, "\"a\"", "\"su\"");
        check("{\"a\": tr$0}", Slot::Value, "\"a\"", "tr");
        check("{\"a\" $0", Slot::Other, "", "");
        check("{\"a\": [1, $0]", Slot::Value, "", "");
        check("{\"a\": {\"b\": []}, $0", Slot::Key, "", "");
        check("{\"a\": 1 $0", Slot::Key, "", "");
        check("$0", Slot::Value, "", "");
        check("{} $0", Slot::Other, "", "");
    }

    #[test]
    fn a_missing_comma_is_seen() {
        assert_eq!(CursorContext::at("{\"a\": 1 ", 8).comma_before, Some(7));
        assert_eq!(CursorContext::at("[1 ", 3).comma_before, Some(2));
        assert_eq!(CursorContext::at("{\"a\": 1, ", 9).comma_before, None);
        assert_eq!(CursorContext::at("{\"\": 1}", 2).next, Some(b':'));
    }
}
