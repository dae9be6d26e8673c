//! Text to tree. One pass, a stack of its own, and after every fault a way to go on:
//! what follows a fault is read as if the fault were mended, so that it is reported once.

mod recovery;

use super::lexer::{is_word, scan_comment, scan_number, scan_string, scan_word, skip_blanks};
use super::tree::{Flags, Kind, Node, NodeId, Tree};
use crate::text::Span;

/// Nesting beyond this is reported; readers such as Python's give up at about the same depth.
pub const MAX_DEPTH: usize = 1000;

/// A fault of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// What is wrong.
    pub kind: SyntaxErrorKind,
    /// The least that would have to change.
    pub span: Span,
}

/// What can be wrong with a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SyntaxErrorKind {
    /// Nothing but blanks.
    Empty,
    /// Words before the value.
    LeadingText,
    /// Something behind the value.
    TrailingContent,
    /// The text ends too early: inside this kind of node, which begins here.
    Truncated(Kind, Span),
    /// A comment.
    Comment,
    /// A comma before a closing bracket.
    TrailingComma,
    /// No comma between two items; the place is the second.
    MissingComma,
    /// A string in single quotes.
    SingleQuotes,
    /// A key without quotes.
    UnquotedKey,
    /// `None`, `True`, `False`.
    PythonLiteral,
    /// `NaN`, `Infinity`, `-Infinity`.
    NotFinite,
    /// `...` where something should stand.
    Ellipsis,
    /// `<…>` where a value should stand.
    AnglePlaceholder,
    /// Raw control characters in the string with this content; the place is the first.
    ControlCharacter(Span),
    /// A quote inside a string without a backslash. The content of the string as it was meant, and how it can be mended.
    UnescapedQuote(Span, Reading),
    /// A backslash before a character that no escape has.
    BadEscape,
    /// Half of a surrogate pair.
    LoneSurrogate,
    /// A string that goes on past the end of its line, where it seems to have ended.
    UnclosedString,
    /// A number that JSON does not allow.
    BadNumber,
    /// Nested deeper than [`MAX_DEPTH`].
    TooDeep,
    /// Anything else: what was expected here.
    Unexpected(Expected),
}

/// How a string with unescaped quotes can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// Its content is one JSON value, written without any escaping.
    Json,
    /// Plain text, and only one closing quote is possible.
    Text,
    /// Several closing quotes are possible.
    Unclear,
}

/// What could have stood at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// Any value.
    Value,
    /// A key in double quotes.
    Key,
    /// `:`
    Colon,
    /// `,` or the closing bracket of an object.
    CommaOrBrace,
    /// `,` or the closing bracket of an array.
    CommaOrBracket,
    /// The closing bracket of an object that is still open.
    Brace,
    /// The closing bracket of an array that is still open.
    Bracket,
}

/// Reads the JSON value in `body`. Always gives a tree, at least of what could be understood.
pub fn parse(text: &str, body: Span) -> (Tree, Vec<SyntaxError>) {
    let mut parser = Parser::new(text.as_bytes(), body);
    parser.run();
    parser.finish();
    (Tree { nodes: parser.nodes }, parser.errors)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Value,
    Key,
    Colon,
    After,
    Done,
}

struct Parser<'t> {
    bytes: &'t [u8],
    at: usize,
    end: usize,
    nodes: Vec<Node>,
    errors: Vec<SyntaxError>,
    /// The open containers, and how many of them are objects.
    open: Vec<NodeId>,
    open_objects: usize,
    /// The comma just read, while nothing has followed it.
    comma: Option<usize>,
    /// Text was just passed over: the next item may come without a comma.
    is_lenient: bool,
    is_too_deep: bool,
    /// Reading on trial ends at the first fault.
    is_trial: bool,
    /// How much may still be read on trial; keeps the whole linear.
    trial_budget: usize,
}

impl<'t> Parser<'t> {
    fn new(bytes: &'t [u8], body: Span) -> Self {
        let end = (body.end as usize).min(bytes.len());
        Self {
            bytes,
            at: body.start as usize,
            end,
            nodes: Vec::with_capacity(body.len() / 32 + 8),
            errors: Vec::new(),
            open: Vec::with_capacity(16),
            open_objects: 0,
            comma: None,
            is_lenient: false,
            is_too_deep: false,
            is_trial: false,
            trial_budget: body.len().saturating_mul(4).saturating_add(1024),
        }
    }

    /// Reads one value with all it holds.
    fn run(&mut self) {
        let mut state = State::Value;
        while state != State::Done && !(self.is_trial && !self.errors.is_empty()) {
            self.blanks();
            state = match self.peek() {
                None => self.end_of_text(state),
                Some(byte) => match state {
                    State::Value => self.value(byte),
                    State::Key => self.key(byte),
                    State::Colon => self.colon(byte),
                    State::After => self.after(byte),
                    State::Done => State::Done,
                },
            };
        }
    }

    fn finish(&mut self) {
        self.blanks();
        if self.at < self.end {
            let end = self.trimmed_end();
            self.error(SyntaxErrorKind::TrailingContent, self.at, end);
        }
        let all = self.count();
        // What is still open reaches to the end of the text.
        while let Some(id) = self.open.pop() {
            let end = Span::new(0, self.end).end;
            if let Some(node) = self.nodes.get_mut(id as usize) {
                node.next = all;
                node.span.end = end;
                node.flags.add(Flags::UNCLOSED);
                node.flags.add(Flags::INCOMPLETE);
            }
        }
    }

    fn end_of_text(&mut self, state: State) -> State {
        let Some(&innermost) = self.open.last() else {
            if self.nodes.is_empty() {
                self.error(SyntaxErrorKind::Empty, self.at, self.at);
            }
            return State::Done;
        };
        if matches!(state, State::Colon | State::Value) && self.top() == Kind::Object {
            self.push_broken();
        }
        let end = self.trimmed_end();
        let container = self.node(innermost);
        let unclosed = self.nodes.last().filter(|it| it.kind == Kind::String && it.flags.has(Flags::UNCLOSED));
        // A broken value may stand behind a key that was cut.
        let unclosed = unclosed.or_else(|| {
            let before = self.nodes.iter().rev().nth(1)?;
            (before.kind == Kind::String && before.flags.has(Flags::UNCLOSED)).then_some(before)
        });
        match unclosed.copied() {
            Some(string) => {
                let opened = Span { start: string.span.start, end: string.span.start + 1 };
                let kind = SyntaxErrorKind::Truncated(Kind::String, opened);
                self.error(kind, string.span.start as usize, end);
            }
            None => {
                let opened = Span { start: container.span.start, end: container.span.start + 1 };
                self.error(SyntaxErrorKind::Truncated(container.kind, opened), end, end);
            }
        }
        State::Done
    }

    fn value(&mut self, byte: u8) -> State {
        match byte {
            b'"' => {
                self.string();
                self.item_done()
            }
            b'{' => self.open(Kind::Object),
            b'[' => self.open(Kind::Array),
            b'-' | b'0'..=b'9' => self.number(),
            b']' if self.top() == Kind::Array => self.close_after_comma(),
            b'a'..=b'z' | b'A'..=b'Z' => self.literal(),
            _ => self.odd_value(byte),
        }
    }

    fn key(&mut self, byte: u8) -> State {
        match byte {
            b'"' => {
                self.string();
                State::Colon
            }
            b'}' => self.close_after_comma(),
            _ => self.odd_key(byte),
        }
    }

    fn colon(&mut self, byte: u8) -> State {
        if byte == b':' {
            self.at += 1;
            return State::Value;
        }
        self.odd_colon(byte)
    }

    fn after(&mut self, byte: u8) -> State {
        let kind = self.top();
        match byte {
            _ if self.open.is_empty() => State::Done,
            b',' => {
                self.comma = Some(self.at);
                self.at += 1;
                self.is_lenient = false;
                self.next_item()
            }
            b'}' if kind == Kind::Object => self.close(),
            b']' if kind == Kind::Array => self.close(),
            b'}' | b']' => self.mismatched_close(byte),
            _ => self.odd_separator(byte),
        }
    }

    fn item_done(&mut self) -> State {
        self.comma = None;
        self.is_lenient = false;
        State::After
    }

    /// The state in which the next item of the innermost container begins.
    fn next_item(&self) -> State {
        if self.top() == Kind::Object { State::Key } else { State::Value }
    }

    fn open(&mut self, kind: Kind) -> State {
        if self.open.len() >= MAX_DEPTH && !self.is_too_deep {
            self.is_too_deep = true;
            self.error(SyntaxErrorKind::TooDeep, self.at, self.at + 1);
        }
        let id = self.count();
        self.push(kind, self.at, self.at + 1, Flags::default());
        self.open.push(id);
        self.open_objects += usize::from(kind == Kind::Object);
        self.at += 1;
        self.comma = None;
        self.is_lenient = false;
        if kind == Kind::Object { State::Key } else { State::Value }
    }

    fn close(&mut self) -> State {
        self.at += 1;
        let next = self.count();
        let Some(id) = self.open.pop() else { return State::After };
        let end = Span::new(0, self.at).end;
        if let Some(node) = self.nodes.get_mut(id as usize) {
            node.next = next;
            node.span.end = end;
            self.open_objects -= usize::from(node.kind == Kind::Object);
        }
        self.item_done()
    }

    fn close_after_comma(&mut self) -> State {
        self.trailing_comma();
        self.close()
    }

    fn trailing_comma(&mut self) {
        if let Some(comma) = self.comma.take() {
            self.error(SyntaxErrorKind::TrailingComma, comma, comma + 1);
        }
    }

    fn string(&mut self) {
        let start = self.at;
        let scanned = scan_string(self.bytes, start, self.end);
        if let Some(control) = scanned.control
            && self.string_over_lines(start, control)
        {
            return;
        }
        self.push(Kind::String, start, scanned.end, scanned.flags);
        self.at = scanned.end;
        if let Some(control) = scanned.control {
            let closed = usize::from(!scanned.flags.has(Flags::UNCLOSED));
            let content = Span::new(start + 1, scanned.end - closed);
            self.error(SyntaxErrorKind::ControlCharacter(content), control, control + 1);
        }
        if scanned.flags.has(Flags::FAULTY) || scanned.flags.has(Flags::LONE_SURROGATE) {
            self.escape_errors(start + 1, scanned.end);
        }
    }

    fn number(&mut self) -> State {
        let start = self.at;
        if self.bytes.get(start..).is_some_and(|it| it.starts_with(b"-Infinity")) {
            self.at = scan_word(self.bytes, start + 1).min(self.end);
            self.push(Kind::Number, start, self.at, Flags::default());
            self.error(SyntaxErrorKind::NotFinite, start, self.at);
            return self.item_done();
        }
        let scanned = scan_number(self.bytes, start);
        self.at = scanned.end.min(self.end);
        self.push(Kind::Number, start, self.at, Flags::default());
        if !scanned.is_valid {
            self.error(SyntaxErrorKind::BadNumber, start, self.at);
        }
        self.item_done()
    }

    fn literal(&mut self) -> State {
        let start = self.at;
        let end = scan_word(self.bytes, start).min(self.end);
        let (kind, error) = match self.bytes.get(start..end).unwrap_or_default() {
            b"null" => (Kind::Null, None),
            b"true" => (Kind::True, None),
            b"false" => (Kind::False, None),
            b"None" => (Kind::Null, Some(SyntaxErrorKind::PythonLiteral)),
            b"True" => (Kind::True, Some(SyntaxErrorKind::PythonLiteral)),
            b"False" => (Kind::False, Some(SyntaxErrorKind::PythonLiteral)),
            b"NaN" | b"Infinity" => (Kind::Number, Some(SyntaxErrorKind::NotFinite)),
            _ => return self.odd_value(self.peek().unwrap_or_default()),
        };
        self.at = end;
        self.push(kind, start, end, Flags::default());
        if let Some(error) = error {
            self.error(error, start, end);
        }
        self.item_done()
    }

    /// Blanks, and comments, which are reported and otherwise taken for blanks.
    fn blanks(&mut self) {
        loop {
            self.at = skip_blanks(self.bytes, self.at).min(self.end);
            if !matches!(self.peek(), Some(b'/' | b'#')) {
                return;
            }
            let Some(end) = scan_comment(self.bytes, self.at) else { return };
            let end = end.min(self.end);
            self.error(SyntaxErrorKind::Comment, self.at, end);
            self.at = end;
        }
    }

    fn peek(&self) -> Option<u8> {
        if self.at < self.end { self.bytes.get(self.at).copied() } else { None }
    }

    /// The kind of the innermost open container; broken when none is open.
    fn top(&self) -> Kind {
        self.open.last().map_or(Kind::Broken, |&id| self.node(id).kind)
    }

    fn node(&self, id: NodeId) -> Node {
        const NONE: Node =
            Node { kind: Kind::Broken, flags: Flags::ESCAPES, span: Span { start: 0, end: 0 }, next: 0 };
        self.nodes.get(id as usize).copied().unwrap_or(NONE)
    }

    fn count(&self) -> NodeId {
        NodeId::try_from(self.nodes.len()).unwrap_or(NodeId::MAX)
    }

    fn push(&mut self, kind: Kind, start: usize, end: usize, flags: Flags) {
        let next = self.count() + 1;
        self.nodes.push(Node { kind, flags, span: Span::new(start, end), next });
    }

    /// A value that is not there.
    fn push_broken(&mut self) {
        let at = self.nodes.last().map_or(self.at, |it| it.span.end as usize);
        self.push(Kind::Broken, at, at, Flags::default());
    }

    fn mark_incomplete(&mut self) {
        if let Some(&id) = self.open.last()
            && let Some(node) = self.nodes.get_mut(id as usize)
        {
            node.flags.add(Flags::INCOMPLETE);
        }
    }

    fn error(&mut self, kind: SyntaxErrorKind, start: usize, end: usize) {
        self.errors.push(SyntaxError { kind, span: Span::new(start, end) });
    }

    /// Behind the last character that is not blank.
    fn trimmed_end(&self) -> usize {
        let text = self.bytes.get(..self.end).unwrap_or_default();
        text.iter().rposition(|it| !matches!(it, b' ' | b'\t' | b'\n' | b'\r')).map_or(0, |it| it + 1)
    }

    fn starts_word(&self) -> bool {
        self.peek().is_some_and(is_word)
    }
}
