//! Text to tree, in one pass with a stack of its own. Parsing continues after every error as if the error were fixed, so
//! that it is reported once.

mod blanks;
mod brackets;
mod ends;
mod expressions;
mod extents;
mod numbers;
mod quotes;
mod recovery;
mod sound;
mod unescaped;

pub(crate) use ends::has_key;
pub(crate) use sound::{escapes_each_quote, is_sound, is_verbatim};

use super::begin;
use super::fault::{SyntaxError, SyntaxErrorKind};
use super::flags::Flags;
use super::lexer::{scan_number, scan_string, scan_word, skip_blanks, wide};
use super::tree::{Kind, Node, NodeId, Tree};
use crate::text::Span;

/// Nesting beyond this is not read; readers such as Python's give up at about the same depth.
pub const MAX_DEPTH: usize = 1000;
/// Reading ends after so many errors, more than somebody repairs: who writes a text does not decide how much memory it takes.
pub const MAX_ERRORS: usize = 1 << 17;

/// Reads the JSON value in `body`. Always returns a tree, at least of what could be understood.
pub fn parse(text: &str, body: Span) -> (Tree, Vec<SyntaxError>) {
    let mut parser = Parser::new(text.as_bytes(), body);
    parser.blanks();
    // What is left of a file whose content never reached the disk is nothing.
    let rest = text.as_bytes().get(parser.at..parser.end).unwrap_or_default();
    if rest.first() == Some(&0) && rest.iter().all(|it| *it == 0 || it.is_ascii_whitespace()) {
        parser.at = parser.end;
    }
    let begin = match text.get(parser.at..parser.end).and_then(begin::mark) {
        Some(len) => parser.words(parser.at + len),
        None => State::Value,
    };
    parser.run(begin);
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
    /// The comma just read, until something follows it.
    comma: Option<usize>,
    /// Text was just skipped: the next item may come without a comma.
    is_lenient: bool,
    /// The first version in a merge conflict of Git is being read.
    in_conflict: bool,
    /// Trial parsing ends at the first error that leaves the extent of the value uncertain.
    is_trial: bool,
    has_failed: bool,
    /// The end of the line on which a comment was met, and for each kind of comment whether it is never closed from
    /// here on: neither is searched for twice.
    comment_line: usize,
    is_never_closed: [bool; 2],
    /// How many more bytes may be read on trial; keeps parsing linear.
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
            in_conflict: false,
            is_trial: false,
            has_failed: false,
            comment_line: 0,
            is_never_closed: [false; 2],
            trial_budget: body.len().saturating_mul(4).saturating_add(1024),
        }
    }

    /// Reads one value with all its contents.
    fn run(&mut self, mut state: State) {
        while state != State::Done && !self.has_failed {
            self.blanks();
            state = match self.peek() {
                _ if self.errors.len() >= MAX_ERRORS => self.too_many(state),
                None => self.end_of_text(state),
                Some(byte) => {
                    let byte = if byte == 0xEF { self.wide_sign(state) } else { byte };
                    match state {
                        State::Value => self.value(byte),
                        State::Key => self.key(byte),
                        State::Colon => self.colon(byte),
                        State::After => self.after(byte),
                        State::Done => State::Done,
                    }
                }
            };
        }
    }

    fn value(&mut self, byte: u8) -> State {
        match byte {
            b'"' | b'\'' if self.nodes.is_empty() && self.quoted_root() => State::Value,
            b'"' if self.nodes.is_empty() && self.begins_members() => self.open_without_brace(),
            b'"' => {
                self.string();
                self.item_done()
            }
            b'{' => self.open(Kind::Object),
            b'[' => self.open(Kind::Array),
            b'-' | b'0'..=b'9' if self.nodes.is_empty() && self.begins_list() => self.odd_root(byte),
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
            self.at = self.sign_end(self.at);
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
                self.at = self.sign_end(self.at);
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
        if self.open.len() >= MAX_DEPTH {
            return self.too_deep();
        }
        let id = self.count();
        let end = self.sign_end(self.at);
        self.push(kind, self.at, end, Flags::default());
        self.open.push(id);
        self.open_objects += usize::from(kind == Kind::Object);
        self.at = end;
        self.comma = None;
        self.is_lenient = false;
        if kind == Kind::Object { State::Key } else { State::Value }
    }

    fn close(&mut self) -> State {
        self.at = self.sign_end(self.at);
        self.end_container(self.at, Flags::default());
        self.item_done()
    }

    fn end_container(&mut self, end: usize, flags: Flags) {
        let next = self.count();
        let Some(id) = self.open.pop() else { return };
        let end = Span::new(0, end).end;
        if let Some(node) = self.nodes.get_mut(id as usize) {
            node.next = next;
            node.span.end = end;
            node.flags.add(flags);
            self.open_objects -= usize::from(node.kind == Kind::Object);
        }
    }

    fn close_after_comma(&mut self) -> State {
        self.trailing_comma();
        self.close()
    }

    fn trailing_comma(&mut self) {
        if let Some(comma) = self.comma.take() {
            self.error(SyntaxErrorKind::TrailingComma, comma, self.sign_end(comma));
        }
    }

    fn string(&mut self) {
        let start = self.at;
        let scanned = scan_string(self.bytes, start, self.end);
        if scanned.end == start + 2 && self.triple_quoted() {
            return;
        }
        if self.string_of_json(start, scanned.end) {
            return;
        }
        self.push(Kind::String, start, scanned.end, scanned.flags);
        self.at = scanned.end;
        let is_unclosed = scanned.flags.has(Flags::UNCLOSED);
        // The line end after a truncated string was not meant to be in it.
        if let Some(control) = scanned.control.filter(|it| !is_unclosed || *it < self.trimmed_end()) {
            let content = Span::new(start + 1, scanned.end - usize::from(!is_unclosed));
            self.error(SyntaxErrorKind::ControlCharacter(content), control, control + 1);
        }
        if scanned.flags.has(Flags::FAULTY) || scanned.flags.has(Flags::LONE_SURROGATE) {
            self.escape_errors(start + 1, scanned.end, is_unclosed);
        }
    }

    fn number(&mut self) -> State {
        let start = self.at;
        let scanned = scan_number(self.bytes, start);
        let end = scanned.end.min(self.end);
        let is_apart = matches!(
            self.bytes.get(end..self.end).and_then(<[u8]>::first),
            None | Some(b',' | b'}' | b']' | b' ' | b'\n' | b'\r' | b'\t')
        );
        if !scanned.is_valid || !is_apart {
            return self.odd_number(end);
        }
        if let Some(end) = self.spaced_end(end) {
            return self.bad_number(end);
        }
        self.at = end;
        self.push(Kind::Number, start, end, Flags::default());
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

    fn peek(&self) -> Option<u8> {
        if self.at < self.end { self.bytes.get(self.at).copied() } else { None }
    }

    /// The offset after the mark at an offset, which may be full-width.
    fn sign_end(&self, at: usize) -> usize {
        at + if self.bytes.get(at) == Some(&0xEF) { 3 } else { 1 }
    }

    /// The byte after the blanks at an offset.
    fn byte_behind_blanks(&self, at: usize) -> Option<u8> {
        let behind = skip_blanks(self.bytes, at);
        if behind >= self.end {
            return None;
        }
        wide(self.bytes, behind).or(self.bytes.get(behind).copied())
    }

    /// The kind of the innermost open container; broken when none is open.
    fn top(&self) -> Kind {
        self.open.last().and_then(|&id| self.nodes.get(id as usize)).map_or(Kind::Broken, |it| it.kind)
    }

    fn node(&self, id: NodeId) -> Node {
        const NONE: Node = Node { kind: Kind::Broken, flags: Flags::ESCAPES, span: Span { start: 0, end: 0 }, next: 0 };
        self.nodes.get(id as usize).copied().unwrap_or(NONE)
    }

    fn count(&self) -> NodeId {
        NodeId::try_from(self.nodes.len()).unwrap_or(NodeId::MAX)
    }

    fn push(&mut self, kind: Kind, start: usize, end: usize, flags: Flags) {
        let next = self.count() + 1;
        self.nodes.push(Node { kind, flags, span: Span::new(start, end), next });
    }

    fn error(&mut self, kind: SyntaxErrorKind, start: usize, end: usize) {
        let span = Span::new(start, end);
        // What was reported here already is not also unexpected.
        let is_known = matches!(kind, SyntaxErrorKind::Unexpected(_))
            && self
                .errors
                .last()
                .is_some_and(|it| it.span.start == span.start && !matches!(it.kind, SyntaxErrorKind::Comment));
        if !is_known {
            self.has_failed |= self.is_trial && !kind.is_minor();
            self.errors.push(SyntaxError { kind, span });
        }
    }
}
