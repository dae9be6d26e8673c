//! How plausible a reading is: what a format expects at each place, and how people and programs usually write.
//! Lower is better; edits and readings are measured in the same unit.

use super::prose::{ODD_COLUMN, ODD_QUOTE, quotes};
use super::scan::{Lexeme, LexemeKind};
use crate::spec::{Field, Form, Listing, Record, Shape};
use crate::text::hash;

const MISSING_FIELD: i32 = 200;
const FOREIGN_KEY: i32 = 150;
/// An object with more unknown keys than this has them on purpose: one more does not count against a reading.
const MOST_FOREIGN: usize = 2;
const WRONG_SHAPE: i32 = 80;
const WRONG_WORD: i32 = 50;
const ODD_KEY: i32 = 120;
const REPEATED_KEY: i32 = 150;
const MIXED_ITEMS: i32 = 20;
const ONLY_MARKS: i32 = 120;
const NO_NAME: i32 = 150;
const LISTED_AND_ABSENT: i32 = 120;
const NOT_LISTED: i32 = 100;

/// What the root of a text is expected to be.
#[derive(Clone, Copy, Default)]
pub(super) struct ExpectedRoot {
    pub(super) record: Option<&'static Record>,
    pub(super) listing: Option<&'static Listing>,
    /// Whether the root is an object or an array.
    pub(super) is_container: bool,
    /// The fields of the record that the text names, as bits: the others do not count against a reading.
    pub(super) named: u64,
}

/// The tokens and the text of a reading.
pub(super) struct Reading<'r> {
    pub(super) tokens: &'r [Lexeme],
    pub(super) text: &'r dyn Fn(usize, usize) -> &'r str,
}

/// An open container and its contents so far.
#[derive(Clone, Default)]
pub(super) struct OpenContainer {
    is_object: bool,
    is_root: bool,
    record: Option<&'static Record>,
    n_foreign: usize,
    item: Option<&'static Field>,
    listing: Option<&'static Listing>,
    /// The fields met so far, as bits by their index in the record.
    met: u64,
    keys: Vec<u64>,
    /// The kinds of values met, as bits.
    kinds: u8,
    field: Option<&'static Field>,
    pub(super) is_list_of_names: bool,
    column: Option<usize>,
    line_column: usize,
    /// The names in the list, and hashes of keys whose value is a string.
    pub(super) names: Vec<u64>,
    texts: Vec<u64>,
    others: Vec<u64>,
}

impl OpenContainer {
    /// A frame without contents.
    pub(super) fn new(is_object: bool, line_column: usize) -> Self {
        Self { is_object, line_column, ..Self::default() }
    }
}

/// The penalty for how a text begins.
pub(super) fn begin(first: &Lexeme, root: ExpectedRoot) -> i32 {
    match first.kind {
        LexemeKind::OpenBracket if root.record.is_some() => MISSING_FIELD,
        LexemeKind::OpenBrace | LexemeKind::OpenBracket => 0,
        _ if root.is_container => 5 * MISSING_FIELD,
        _ => 0,
    }
}

/// What is known about a container from its parent.
pub(super) fn enter(frame: &mut OpenContainer, holder: Option<&OpenContainer>, root: ExpectedRoot) {
    frame.is_root = holder.is_none();
    // An array around the expected object does not make a reading more plausible.
    if frame.is_object && holder.is_none_or(|it| it.is_root && !it.is_object) {
        (frame.record, frame.listing) = (root.record, root.listing);
    }
    let Some(holder) = holder else { return };
    let field = holder.field.or(holder.item);
    match field.map(|it| it.shape.inner()) {
        Some(Shape::Record(record)) if frame.is_object => frame.record = Some(record),
        Some(Shape::List(list)) if !frame.is_object => frame.item = Some(&list.item),
        _ => (),
    }
    frame.is_list_of_names =
        !frame.is_object && holder.listing.is_some_and(|it| field.is_some_and(|field| field.name == it.list));
}

pub(super) fn key(reading: &Reading, token: &Lexeme, column: Option<usize>, frames: &mut [OpenContainer]) -> i32 {
    let Some(frame) = frames.last_mut() else { return 0 };
    let (start, end) = token.content();
    let name = (reading.text)(start, end);
    let mut sum = aligned(frame, column) + if is_plain(name) { 0 } else { odd_key(name) };
    let hashed = hash(name);
    if frame.keys.len() < 64 {
        if frame.keys.contains(&hashed) {
            sum += REPEATED_KEY;
        }
        frame.keys.push(hashed);
    }
    frame.field = None;
    if let Some(record) = frame.record {
        let found = record.fields.iter().position(|it| it.name == name);
        frame.field = found.and_then(|it| record.fields.get(it));
        match found {
            Some(idx) => frame.met |= 1 << idx.min(63),
            None if frame.listing.is_some() && !is_name(name) => sum += ODD_KEY,
            None if matches!(record.unknown, crate::spec::Unknown::Reported(..)) => {
                frame.n_foreign += 1;
                sum += if frame.n_foreign <= MOST_FOREIGN { FOREIGN_KEY } else { 0 };
            }
            None => (),
        }
    }
    sum
}

/// A key with only the characters that most keys have, so nothing about it is odd.
fn is_plain(name: &str) -> bool {
    (1..=60).contains(&name.len()) && name.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_')
}

/// The penalty for odd characters in a key.
fn odd_key(name: &str) -> i32 {
    let sum = marks(name) + swallowed(name);
    let n_quotes = name.bytes().filter(|it| *it == b'"').count();
    let is_sane = !name.is_empty() && name.len() <= 60 && n_quotes <= 2 && name.chars().all(is_of_key);
    if !is_sane {
        sum + ODD_KEY
    } else if name.ends_with([':', ',', ' ']) || name.starts_with([':', ',', ' ']) {
        sum + ODD_COLUMN
    } else if name.starts_with("\\\"") || name.ends_with("\\\"") {
        // The quote is doubled.
        sum + ODD_QUOTE
    } else {
        sum
    }
}

/// Letters and digits, characters of any script, and the punctuation that keys have; a quote in a key is escaped.
fn is_of_key(ch: char) -> bool {
    match ch {
        ' ' | '.' | '_' | ':' | '$' | '@' | '/' | '-' | '\\' | '"' => true,
        // Other scripts' quotes, brackets, commas and colons.
        '“' | '”' | '‘' | '’' | '｛' | '｝' | '［' | '］' | '：' | '，' => false,
        _ => ch.is_alphanumeric() || !ch.is_ascii() && !ch.is_control(),
    }
}

/// When a quote is lost, what was between two strings becomes a string of only punctuation.
fn marks(content: &str) -> i32 {
    let is_marks = !content.is_empty()
        && content.bytes().all(|it| b"{}[]:,\\n \n\t\"".contains(&it))
        && content.bytes().any(|it| b"{}[]:,".contains(&it));
    if is_marks { ONLY_MARKS } else { 0 }
}

/// A key that continues after its quote contains other members.
fn swallowed(name: &str) -> i32 {
    if ["\\\":", "\\\","].iter().any(|it| name.contains(it)) { MISSING_FIELD } else { 0 }
}

fn is_name(name: &str) -> bool {
    let mut bytes = name.bytes();
    bytes.next().is_some_and(|it| it.is_ascii_alphabetic() || it == b'_')
        && bytes.all(|it| it.is_ascii_alphanumeric() || it == b'_' || it == b'-')
}

/// Members and items that begin a line should begin in the same column.
fn aligned(frame: &mut OpenContainer, column: Option<usize>) -> i32 {
    let Some(column) = column else { return 0 };
    let first = *frame.column.get_or_insert(column);
    if first == column { 0 } else { ODD_COLUMN }
}

pub(super) fn value(reading: &Reading, token: &Lexeme, column: Option<usize>, frames: &mut [OpenContainer]) -> i32 {
    let Some(frame) = frames.last_mut() else { return 0 };
    let mut sum = 0;
    let content = match token.kind {
        LexemeKind::Text => {
            let (start, end) = token.content();
            (reading.text)(start, end)
        }
        _ => (reading.text)(token.start, token.end),
    };
    if token.kind == LexemeKind::Text {
        // JSON in a string has its own quotes.
        let is_json = content.trim_start().starts_with(['{', '[']);
        sum += marks(content) + if is_json { 0 } else { quotes(content) };
    }
    let kind = kind_of(token.kind, content);
    if frame.is_object {
        if let Some(field) = frame.field {
            sum += fits(field, kind, content);
        }
        // Only lists of names are compared with the keys.
        if frame.listing.is_some() {
            let key = frame.keys.last().copied().unwrap_or_default();
            let keys = if kind == 4 { &mut frame.texts } else { &mut frame.others };
            keys.push(key);
        }
        return sum;
    }
    sum += aligned(frame, column);
    frame.kinds |= kind;
    if frame.is_list_of_names {
        sum += listed_name(kind, content);
        frame.names.push(hash(content));
    }
    if let Some(item) = frame.item {
        sum += fits(item, kind, content);
    }
    sum
}

/// The penalty for a value in a list of names.
fn listed_name(kind: u8, content: &str) -> i32 {
    match kind {
        4 if is_name(content) => 0,
        4 => NO_NAME,
        _ => MISSING_FIELD,
    }
}

/// The kind of a value, as a bit.
fn kind_of(kind: LexemeKind, content: &str) -> u8 {
    match (kind, content.as_bytes().first()) {
        (LexemeKind::OpenBrace, _) => 1,
        (LexemeKind::OpenBracket, _) => 2,
        (LexemeKind::Text, _) => 4,
        (_, Some(b'n' | b'N')) => 8,
        (_, Some(b't' | b'f' | b'T' | b'F')) => 16,
        _ => 32,
    }
}

/// The penalty for a value in place of a field's.
fn fits(field: &Field, kind: u8, content: &str) -> i32 {
    if kind == 8 {
        return if matches!(field.shape, Shape::Nullable(_) | Shape::Any | Shape::Scalar) { 0 } else { WRONG_SHAPE };
    }
    let (expected, form) = match field.shape.inner() {
        Shape::Any | Shape::Choice(_) => (63, None),
        Shape::Scalar => (4 | 16 | 32, None),
        Shape::Text(text) => (4, Some(&text.form)),
        Shape::Number(_) => (32, None),
        Shape::Flag => (16, None),
        Shape::Object | Shape::Record(_) => (1, None),
        Shape::Names | Shape::List(_) => (2, None),
        Shape::Encoded(_) => (4, None),
        Shape::Nullable(_) => (63, None),
    };
    if expected & kind == 0 {
        return WRONG_SHAPE;
    }
    match form {
        Some(Form::Word(words)) if !words.is_open && !words.known.contains(&content) => WRONG_WORD,
        Some(Form::Uuid) if content.len() != 36 || !content.bytes().all(|it| it.is_ascii_hexdigit() || it == b'-') => {
            WRONG_WORD
        }
        Some(Form::Time(_)) if crate::timestamp::parse(content).is_err() => WRONG_WORD,
        _ => 0,
    }
}

/// The penalty for a container as a whole.
pub(super) fn left(frame: &OpenContainer, column: Option<usize>, named: u64) -> i32 {
    let mut sum = 0;
    if column.is_some_and(|it| it != frame.line_column) {
        sum += ODD_COLUMN;
    }
    if !frame.is_object {
        return sum + if frame.kinds.count_ones() > 1 { MIXED_ITEMS } else { 0 };
    }
    if let Some(record) = frame.record {
        for (idx, field) in record.fields.iter().enumerate() {
            if field.is_always_due() && (named & !frame.met) & (1 << idx.min(63)) != 0 {
                sum += MISSING_FIELD;
            }
        }
    }
    let Some(listing) = frame.listing else { return sum };
    let has_list = frame.keys.contains(&hash(listing.list));
    if !has_list {
        return sum;
    }
    for name in &frame.names {
        if !frame.texts.contains(name) {
            sum += LISTED_AND_ABSENT;
        }
    }
    let is_known = |it: &u64| *it == hash(listing.list) || listing.not_sections.iter().any(|name| hash(name) == *it);
    for key in frame.texts.iter().chain(&frame.others) {
        if !is_known(key) && !frame.names.contains(key) {
            sum += NOT_LISTED;
        }
    }
    sum
}
