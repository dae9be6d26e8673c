//! The slips of a text that is read as a whole.

use super::edits;
use super::root::{likely, names};
use super::{Slip, TextLevel};
use crate::json::{self, Kind, SyntaxErrorKind, Tree};
use crate::reading::{ReadFault, ReadingFault, read};
use crate::spec::Format;
use crate::text::{Edit, Span, apply};

/// Reads a text as a whole; `None` if that leads to no JSON, or if another reading is nearly as likely.
pub(super) fn slips(text: &str, level: TextLevel) -> Option<Vec<Slip>> {
    // Another character may be there in place of the first bracket.
    let body = text.trim_ascii_start();
    let inside = body.strip_prefix(|it: char| it.is_ascii_punctuation() || it == '“').unwrap_or_default();
    if !body.starts_with(['{', '[', '(']) && !inside.trim_ascii_start().starts_with('"') && !begins_with_key(body) {
        return None;
    }
    // Words in brackets are no JSON, unless each is on a line of its own.
    let has_lines = text.trim_ascii().lines().count() > 3;
    if !has_lines && !text.contains(['"', '\'', '`', '“', '‘', ':', '=', ',', ';']) {
        return None;
    }
    let format = likely(&names(text, "\""), level);
    let held = format.iter().flat_map(|it| it.payloads()).copied();
    let fields: Vec<&str> = held.chain(format).flat_map(|it| it.record.fields).map(|it| it.name).collect();
    let reading = read(text, &fields)?;
    // What only follows the JSON needs no reading.
    let is_behind = |it: &ReadFault| {
        it.fault == ReadingFault::Closer
            && it.edit.span.end as usize >= text.trim_ascii_end().len()
            && it.edit.text.is_empty()
    };
    if matches!(reading.faults.as_slice(), [only] if is_behind(only)) {
        return None;
    }
    if !reading.is_certain(text) || is_cut(text, &reading.faults) || is_prose(text, &reading.faults) {
        return None;
    }
    let repaired = apply(text, &edits_of(&reading.faults));
    let (tree, errors) = json::parse(&repaired, Span::new(0, repaired.len()));
    let is_short = level == TextLevel::File && format.is_some_and(|it| has_only_first(it, &tree, &repaired));
    if !errors.is_empty() || is_short {
        return None;
    }
    let own = own_faults(text, reading.faults, (&tree, &repaired));
    let mut slips = edits::join_pairs(text, joined(&own));
    edits::join_brackets(text, &mut slips);
    edits::move_to_end(text, &mut slips);
    Some(slips).filter(|it| !it.is_empty())
}

/// Whether a text without its first bracket begins with a key, which may lack a quote, too.
fn begins_with_key(body: &str) -> bool {
    const QUOTES: [char; 4] = ['"', '\'', '“', '”'];
    let inside = body.strip_prefix(QUOTES).unwrap_or(body);
    let rest = inside.trim_start_matches(|it: char| it.is_alphanumeric() || matches!(it, '_' | '-'));
    let after = rest.strip_prefix(QUOTES).map(str::trim_ascii_start);
    rest.len() < inside.len() && after.is_some_and(|it| it.starts_with(':'))
}

/// Whether the end of a text is missing, and not only its last bracket.
fn is_cut(text: &str, faults: &[ReadFault]) -> bool {
    let has = |fault| faults.iter().any(|it: &ReadFault| it.fault == fault);
    let end = text.trim_ascii_end().len();
    // What was read so that it needs no more.
    let is_forced = |it: &ReadFault| match it.fault {
        ReadingFault::End => false,
        ReadingFault::Comment => it.edit.span.of(text).ends_with(['}', ']']),
        ReadingFault::RawQuote => is_last_opening(text, it.edit.span.start as usize),
        ReadingFault::Opener => it.edit.span.start as usize > text.len() - text.trim_ascii_start().len(),
        ReadingFault::Replaced if it.edit.text == "[" && it.edit.span.of(text) == "{" => true,
        _ => it.edit.span.start as usize >= end,
    };
    has(ReadingFault::Cut) || has(ReadingFault::End) && (edits::ends_open(text) || faults.iter().any(is_forced))
}

/// Whether a quote looks as if it opened the last string of a text.
fn is_last_opening(text: &str, at: usize) -> bool {
    let (before, rest) = text.split_at_checked(at).unwrap_or_default();
    let content = rest.trim_ascii_end().strip_prefix('"').and_then(|it| it.strip_suffix('"'));
    before.trim_ascii_end().ends_with([',', ':']) && content.is_some_and(|it| !it.contains('"'))
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

/// Whether an envelope has only its first fields: the rest of the text is missing.
fn has_only_first(format: &Format, tree: &Tree, text: &str) -> bool {
    let names: Vec<_> = tree.members(0).map(|it| tree.name(text, it.0)).collect();
    let due: Vec<&str> = format.record.fields.iter().filter(|it| it.is_always_due()).map(|it| it.name).collect();
    !names.is_empty()
        && names.len() < due.len()
        && due.iter().take(names.len()).all(|it| names.iter().any(|name| name == it))
}

fn edits_of(faults: &[ReadFault]) -> Vec<Edit> {
    faults.iter().map(|it| it.edit.clone()).collect()
}

/// Whether it is a character in a text that needs an escape.
fn is_raw(it: &ReadFault) -> bool {
    matches!(it.fault, ReadingFault::RawQuote | ReadingFault::RawLine | ReadingFault::RawControl)
}

/// The faults as slips: what is raw in one string is one.
fn joined(faults: &[ReadFault]) -> Vec<Slip> {
    let is_end = |it: &ReadFault| it.fault == ReadingFault::End;
    let is_one = |one: &ReadFault, other: &ReadFault| {
        is_raw(one) && is_raw(other) && one.string == other.string || is_end(one) && is_end(other)
    };
    let slip = |it: &[ReadFault]| {
        let first = it.first()?;
        let edits = match is_end(first) {
            // What is missing at the end is missing at one place.
            true => {
                let text = it.iter().map(|it| it.edit.text.as_str()).collect();
                vec![Edit { span: first.edit.span, text }]
            }
            false => edits_of(it),
        };
        let quote = it.iter().find(|it| it.fault == ReadingFault::RawQuote);
        Some(Slip { fault: quote.unwrap_or(first).fault, edits })
    };
    faults.chunk_by(is_one).filter_map(slip).collect()
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
