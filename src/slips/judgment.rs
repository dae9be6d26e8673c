//! How plausible a reading and its payload are. The common part of several readings is judged once.

use std::cell::{OnceCell, RefCell};

use super::TextLevel;
use super::judge::{ExpectedRoot, OpenContainer, Reading, begin, enter, key, left, value};
use super::root::{likely, names, root_of};
use super::scan::{Lexeme, LexemeKind, Lexemes, Stretch, Why, scan, string_end};
use crate::json;
use crate::text::hash;

/// The price of a payload that is itself broken.
const BROKEN_PAYLOAD: i32 = 300;
const NO_JSON: i32 = 300;

/// What a text is expected to contain.
pub(super) struct Expectation<'t> {
    text: &'t str,
    pub(super) root: ExpectedRoot,
    /// The payload of the format and its expected root.
    payload: Option<(&'static str, ExpectedRoot)>,
    /// How implausible the text's apparent payload is. It may itself be broken, which does not count against a reading.
    usual: OnceCell<i32>,
    /// Judged payloads in the order of their hashes: most edits leave the payload unchanged.
    judged: RefCell<Vec<(u64, i32)>>,
}

impl<'t> Expectation<'t> {
    pub(super) fn new(text: &'t str, level: TextLevel) -> Self {
        let names = names(text, "\"");
        let format = likely(&names, level);
        let root = root_of(format, &names);
        let field = format.and_then(|it| it.record.fields.iter().find(|it| it.is_payload()));
        let payload = field.filter(|_| level == TextLevel::File).map(|field| {
            let names = self::names(text, "\\\"");
            (field.name, root_of(likely(&names, TextLevel::Payload), &names))
        });
        Self { text, root, payload, usual: OnceCell::new(), judged: RefCell::default() }
    }

    /// How implausible a payload is, compared with the apparent one of the text.
    fn payload(&self, raw: &str, (name, root): (&'static str, ExpectedRoot)) -> i32 {
        let judged = |raw: &str| {
            let (mut all, key) = (self.judged.borrow_mut(), hash(raw));
            let at = all.partition_point(|it| it.0 < key);
            if let Some(known) = all.get(at).filter(|it| it.0 == key) {
                return known.1;
            }
            let judgment = judge_payload(raw, root);
            all.insert(at, (key, judgment));
            judgment
        };
        judged(raw) - *self.usual.get_or_init(|| payload_in(self.text, name).map(judged).unwrap_or_default())
    }
}

/// A partly judged reading: the judgment of a common beginning is continued for each reading.
#[derive(Clone, Default)]
pub(super) struct Judgment {
    /// The number of judged tokens.
    pub(super) n_tokens: usize,
    frames: Vec<OpenContainer>,
    /// How implausible it is, and how implausible its payloads are.
    pub(super) sum: i32,
    payloads: i32,
    /// Where the last token ends.
    end: usize,
    line_column: usize,
    /// The key of the payload was the last key, and nothing has followed it yet.
    is_payload: bool,
    /// The content of a payload that may be the last token.
    payload: Option<(usize, usize)>,
}

impl Judgment {
    /// Judges the next tokens.
    pub(super) fn go_on(&mut self, reading: &Reading, judge: &Expectation) {
        for token in reading.tokens {
            self.judge_payload(reading, judge);
            self.token(reading, token, judge.root);
            if let Some((name, _)) = judge.payload {
                self.note_payload(reading, token, name);
            }
            self.n_tokens += 1;
        }
    }

    /// Judges the next tokens of a text without a payload.
    pub(super) fn without_payloads(&mut self, reading: &Reading, root: ExpectedRoot) {
        for token in reading.tokens {
            self.token(reading, token, root);
            self.n_tokens += 1;
        }
    }

    fn token(&mut self, reading: &Reading, token: &Lexeme, root: ExpectedRoot) {
        self.sum += token.price;
        let gap = (reading.text)(self.end, token.start);
        let column = gap.bytes().rev().position(|it| it == b'\n');
        self.line_column = column.unwrap_or(self.line_column);
        self.end = token.end;
        let frames = &mut self.frames;
        if self.n_tokens == 0 {
            self.sum += begin(token, root);
        }
        match token.kind {
            LexemeKind::Key => self.sum += key(reading, token, column, frames),
            LexemeKind::OpenBrace | LexemeKind::OpenBracket => {
                self.sum += value(reading, token, column, frames);
                let mut frame = OpenContainer::new(token.kind == LexemeKind::OpenBrace, self.line_column);
                enter(&mut frame, frames.last(), root);
                frames.push(frame);
            }
            LexemeKind::Text | LexemeKind::Literal => self.sum += value(reading, token, column, frames),
            LexemeKind::CloseBrace | LexemeKind::CloseBracket => {
                if let Some(frame) = frames.pop() {
                    self.sum += left(&frame, column, if frames.is_empty() { root.named } else { u64::MAX });
                    if let Some(holder) = frames.last_mut().filter(|_| frame.is_list_of_names) {
                        holder.names.clone_from(&frame.names);
                    }
                }
            }
            LexemeKind::Colon | LexemeKind::Comma => (),
        }
    }

    /// Remembers the payload: it may continue where reading stopped, unless another token follows.
    fn note_payload(&mut self, reading: &Reading, token: &Lexeme, name: &str) {
        let (start, end) = token.content();
        if token.kind == LexemeKind::Key && token.holder == 0 {
            self.is_payload = (reading.text)(start, end) == name;
        } else if token.kind == LexemeKind::Text && self.is_payload {
            self.is_payload = false;
            self.payload = Some((start, end));
        }
    }

    fn judge_payload(&mut self, reading: &Reading, judge: &Expectation) {
        if let (Some((start, end)), Some(payload)) = (self.payload.take(), judge.payload) {
            self.payloads += judge.payload((reading.text)(start, end), payload);
        }
    }

    /// How implausible a reading that ends here is.
    pub(super) fn total(mut self, reading: &Reading, judge: &Expectation, is_whole: bool) -> i32 {
        if is_whole {
            self.judge_payload(reading, judge);
        }
        self.sum + self.payloads
    }
}

/// The content of the string after the key of the payload.
fn payload_in<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let key = format!("\"{name}\"");
    let behind = text.get(text.find(&key)? + key.len()..)?.trim_start();
    let string = behind.strip_prefix(':')?.trim_start();
    let end = string_end(Stretch::whole(string), 1, (&mut 0, 0))?;
    string.strip_prefix('"')?.get(..end.checked_sub(2)?)
}

/// How implausible the content of a payload is.
fn judge_payload(raw: &str, root: ExpectedRoot) -> i32 {
    let text = json::decode(raw).text;
    let plain = text.trim_start();
    if !plain.starts_with(['{', '[', '"']) {
        return NO_JSON;
    }
    let mut tokens = Lexemes { base: &[], more: Vec::new() };
    let stop = scan(Stretch::whole(&text), &mut tokens);
    let slice = |from: usize, to: usize| text.get(from..to).unwrap_or_default();
    let mut judgment = Judgment::default();
    judgment.without_payloads(&Reading { tokens: &tokens.more, text: &slice }, root);
    if stop.why == Why::Whole {
        return judgment.sum;
    }
    let left = 100 * (text.len() - stop.at.min(text.len())) / text.len().max(1);
    judgment.sum + BROKEN_PAYLOAD + i32::try_from(left).unwrap_or_default()
}
