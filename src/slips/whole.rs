//! The slips of a text that is read as a whole.

use super::edits;
use super::root::{likely, names};
use super::{Slip, TextLevel};
use crate::json::{self, Expected, Kind, SyntaxErrorKind, Tree};
use crate::reading::{ReadFault, ReadingFault, read};
use crate::spec::Format;
use crate::text::{Edit, Span, apply, hash, sorted};

/// What the reading of a whole text says.
pub(super) struct Whole {
    /// The slips that the JSON reader cannot undo itself.
    pub(super) slips: Vec<Slip>,
    pub(super) cost: i32,
    pub(super) is_certain: bool,
    /// All of them are the same fault.
    pub(super) is_habit: bool,
}

/// Reads a text as a whole; `None` if that leads to no JSON.
pub(super) fn whole(text: &str, level: TextLevel) -> Option<Whole> {
    // Another character may be there in place of the first bracket.
    let body = text.trim_ascii_start();
    let inside = body.strip_prefix(|it: char| it.is_ascii_punctuation() || it == '“').unwrap_or_default();
    if !body.starts_with(['{', '[', '(']) && !inside.trim_ascii_start().starts_with('"') {
        return None;
    }
    // Without any closing bracket, more is missing.
    if !text.contains(['}', ']']) {
        return None;
    }
    // Words in brackets are no JSON, unless each is on a line of its own.
    let has_lines = text.trim_ascii().lines().count() > 3;
    if !has_lines && !text.contains(['"', '\'', '`', '“', '‘', ':', '=', ',', ';']) {
        return None;
    }
    let format = likely(&names(text, "\""), level);
    let fields: Vec<&str> = format.iter().flat_map(|it| it.record.fields).map(|it| it.name).collect();
    let reading = read(text, &fields)?;
    if is_cut(text, &reading.faults) || is_prose(text, &reading.faults) {
        return None;
    }
    let is_certain = reading.is_certain();
    let repaired = apply(text, &edits_of(&reading.faults));
    let (tree, errors) = json::parse(&repaired, Span::new(0, repaired.len()));
    let is_short = level == TextLevel::File && format.is_some_and(|it| has_only_first(it, &tree, &repaired));
    if !errors.is_empty() || is_short {
        return None;
    }
    let cost = reading.cost;
    let own = own_faults(text, reading.faults, (&tree, &repaired));
    let is_same =
        |it: &[ReadFault]| matches!(it, [one, other] if one.fault == other.fault || is_raw(one) && is_raw(other));
    Some(Whole { is_habit: own.windows(2).all(is_same), slips: slips(&own), cost, is_certain })
}

/// Whether the end of a text is missing, and not only its last bracket.
fn is_cut(text: &str, faults: &[ReadFault]) -> bool {
    let is_at_end = |it: &ReadFault| matches!(it.fault, ReadingFault::End | ReadingFault::Cut);
    match faults {
        [only] if only.fault == ReadingFault::End => edits::ends_open(text),
        _ => faults.iter().any(is_at_end),
    }
}

/// Whether all between the brackets is one text without quotes, as in a link of Markdown.
fn is_prose(text: &str, faults: &[ReadFault]) -> bool {
    let length = text.trim_ascii().len();
    faults.iter().any(|it| it.fault == ReadingFault::BareText && it.edit.span.len() + 2 >= length)
}

/// The faults that the JSON reader cannot repair itself: without the others, it comes to the same value.
fn own_faults(text: &str, faults: Vec<ReadFault>, value: (&Tree, &str)) -> Vec<ReadFault> {
    if !faults.iter().any(|it| it.fault.is_known()) {
        return faults;
    }
    // What is raw in a text with raw quotes is escaped with them.
    let quoted: Vec<_> =
        faults.iter().filter(|it| it.fault == ReadingFault::RawQuote).filter_map(|it| it.string).collect();
    let goes_with = |it: &ReadFault| is_raw(it) && it.string.is_some_and(|it| quoted.binary_search(&it).is_ok());
    let without = |faults: &[ReadFault], is_left: &dyn Fn(ReadingFault) -> bool| {
        let own: Vec<ReadFault> = faults.iter().filter(|it| !is_left(it.fault) || goes_with(it)).cloned().collect();
        let partly = apply(text, &edits_of(&own));
        let (rest, errors) = json::parse(&partly, Span::new(0, partly.len()));
        // That a comment is one is certain now.
        let doubted: Vec<_> = errors.into_iter().filter(|it| it.kind != SyntaxErrorKind::Comment).collect();
        let is_read = !json::needs_explaining(&partly, &doubted) && has_same_value((&rest, &partly), value);
        is_read.then_some(own)
    };
    if let Some(own) = without(&faults, &ReadingFault::is_known) {
        return own;
    }
    let mut kinds: Vec<ReadingFault> = Vec::new();
    for ReadFault { fault, .. } in &faults {
        if fault.is_known() && !kinds.contains(fault) {
            kinds.push(*fault);
        }
    }
    let leave = |own: Vec<ReadFault>, kind: ReadingFault| without(&own, &|it| it == kind).unwrap_or(own);
    kinds.into_iter().fold(faults, leave)
}

/// What the errors of a text cost that the JSON reader repairs itself.
pub(super) fn cost_of_errors(text: &str) -> i32 {
    let (tree, errors) = json::parse(text, Span::new(0, text.len()));
    let faults = errors.iter().map(|it| match it.kind {
        SyntaxErrorKind::WrongQuotes => ReadingFault::OtherQuotes,
        SyntaxErrorKind::UnquotedKey => ReadingFault::BareKey,
        SyntaxErrorKind::PythonLiteral | SyntaxErrorKind::NotFinite => ReadingFault::OtherLiteral,
        SyntaxErrorKind::Comment => ReadingFault::Comment,
        SyntaxErrorKind::TrailingComma => ReadingFault::TrailingComma,
        SyntaxErrorKind::MissingComma => ReadingFault::NoCommaAtEnd,
        SyntaxErrorKind::ControlCharacter(_) => ReadingFault::RawLine,
        SyntaxErrorKind::BadEscape => ReadingFault::Backslash,
        SyntaxErrorKind::Ellipsis => ReadingFault::Ellipsis,
        SyntaxErrorKind::Bracket(_) => ReadingFault::RoundBracket,
        SyntaxErrorKind::Unexpected(Expected::Colon) => ReadingFault::NoColon,
        SyntaxErrorKind::Unexpected(_) => ReadingFault::Stray,
        _ => ReadingFault::BadNumber,
    });
    cost_of(faults) + n_repeated(&tree, text) * REPEATED
}

/// What it costs that a key is there twice.
const REPEATED: i32 = 400;

/// How many keys are there once more in their objects.
fn n_repeated(tree: &Tree, text: &str) -> i32 {
    let of = |object| {
        let keys = sorted(tree.members(object).map(|it| hash(&tree.name(text, it.0))).collect(), |it| *it);
        keys.windows(2).filter(|it| matches!(it, [one, other] if one == other)).count()
    };
    i32::try_from(tree.objects().map(of).sum::<usize>()).unwrap_or(100).min(100)
}

/// What the faults cost, without the evidence for or against them.
fn cost_of(faults: impl Iterator<Item = ReadingFault>) -> i32 {
    let mut made = 0;
    let cost = |it: ReadingFault| {
        let is_again = made & it.bit() != 0;
        made |= it.bit();
        if is_again { it.cost_again() } else { it.cost() }
    };
    faults.map(cost).sum()
}

/// Whether an envelope has only its first fields: the rest of the text is missing.
fn has_only_first(format: &Format, tree: &Tree, text: &str) -> bool {
    let names: Vec<_> = tree.members(0).map(|it| tree.name(text, it.0)).collect();
    let due: Vec<&str> = format.record.fields.iter().filter(|it| it.is_always_due()).map(|it| it.name).collect();
    names.len() < due.len() && due.iter().take(names.len()).all(|it| names.iter().any(|name| name == it))
}

fn edits_of(faults: &[ReadFault]) -> Vec<Edit> {
    faults.iter().map(|it| it.edit.clone()).collect()
}

/// Whether it is a character in a text that needs an escape.
fn is_raw(it: &ReadFault) -> bool {
    matches!(it.fault, ReadingFault::RawQuote | ReadingFault::RawLine | ReadingFault::RawControl)
}

/// The faults as slips: what is raw in one string is one.
fn slips(faults: &[ReadFault]) -> Vec<Slip> {
    let is_one = |one: &ReadFault, other: &ReadFault| is_raw(one) && is_raw(other) && one.string == other.string;
    faults.chunk_by(is_one).map(|it| Slip { edits: edits_of(it), others: Vec::new() }).collect()
}

/// Whether two texts have the same value. The first may have placeholders, which are nothing in the other.
fn has_same_value((one, text): (&Tree, &str), (other, repaired): (&Tree, &str)) -> bool {
    let is_there = |id: &u32| one.kind(*id) != Kind::Broken;
    let mut ids = (0..u32::try_from(one.len()).unwrap_or(u32::MAX)).filter(is_there);
    let is_same = |id: u32, twin: u32| match (one.kind(id), other.kind(twin)) {
        // The language of a code block is not part of its text.
        (Kind::String, Kind::String) => {
            one.text(text, id) == other.text(repaired, twin) || one.span(id).of(text).starts_with("```")
        }
        (Kind::Number, Kind::Number) => one.raw(text, id) == other.raw(repaired, twin),
        // What is no JSON number stays a number in the one, and becomes a text or null in the other.
        (Kind::Number, Kind::String) => one.raw(text, id) == other.text(repaired, twin),
        (Kind::Number, Kind::Null) => !one.raw(text, id).starts_with(|it: char| it.is_ascii_digit()),
        (found, expected) => {
            found == expected && one.children(id).filter(is_there).count() == other.children(twin).count()
        }
    };
    (0..u32::try_from(other.len()).unwrap_or(u32::MAX)).all(|twin| ids.next().is_some_and(|id| is_same(id, twin)))
        && ids.next().is_none()
}
