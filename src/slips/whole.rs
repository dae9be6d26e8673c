//! The slips of a text that is read as a whole.

use super::root::{likely, names};
use super::{Slip, TextLevel};
use crate::json::{self, Kind, Tree};
use crate::reading::{ReadFault, ReadingFault, read};
use crate::spec::Format;
use crate::text::{Edit, Span, apply};

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
    if !text.trim_ascii_start().starts_with(['{', '[']) {
        return None;
    }
    // What is missing at the end is more than its brackets.
    let rest = text.rfind(['}', ']']).and_then(|it| text.get(it + 1..))?;
    if rest.contains(['"', ':', '{', '[']) {
        return None;
    }
    let format = likely(&names(text, "\""), level);
    let fields: Vec<&str> = format.iter().flat_map(|it| it.record.fields).map(|it| it.name).collect();
    let reading = read(text, &fields)?;
    if reading.faults.iter().any(|it| matches!(it.fault, ReadingFault::End | ReadingFault::Cut)) {
        return None;
    }
    let (cost, is_certain) = (reading.cost, reading.is_certain());
    let repaired = apply(text, &edits(&reading.faults));
    let (tree, errors) = json::parse(&repaired, Span::new(0, repaired.len()));
    let is_short = level == TextLevel::File && format.is_some_and(|it| has_only_first(it, &tree, &repaired));
    if !errors.is_empty() || is_short {
        return None;
    }
    let own = own_faults(text, &reading.faults, (&tree, &repaired)).unwrap_or(reading.faults);
    let is_same = |it: &[ReadFault]| matches!(it, [one, other] if one.fault == other.fault);
    Some(Whole { is_habit: own.windows(2).all(is_same), slips: slips(&own), cost, is_certain })
}

/// The faults that the JSON reader cannot repair itself, if it comes to the same value with the others.
fn own_faults(text: &str, faults: &[ReadFault], value: (&Tree, &str)) -> Option<Vec<ReadFault>> {
    let is_number = |it: &ReadFault| it.fault == ReadingFault::BadNumber;
    [false, true].into_iter().find_map(|takes_numbers| {
        let is_own = |it: &&ReadFault| !it.fault.is_known() || takes_numbers && is_number(it);
        let own: Vec<ReadFault> = faults.iter().filter(is_own).cloned().collect();
        let partly = apply(text, &edits(&own));
        let (rest, errors) = json::parse(&partly, Span::new(0, partly.len()));
        let is_read = !json::needs_explaining(&partly, &errors) && has_same_value((&rest, &partly), value);
        is_read.then_some(own)
    })
}

/// Whether an envelope has only its first fields: the rest of the text is missing.
fn has_only_first(format: &Format, tree: &Tree, text: &str) -> bool {
    let names: Vec<_> = tree.members(0).map(|it| tree.name(text, it.0)).collect();
    let due: Vec<&str> = format.record.fields.iter().filter(|it| it.is_always_due()).map(|it| it.name).collect();
    names.len() < due.len() && due.iter().take(names.len()).all(|it| names.iter().any(|name| name == it))
}

fn edits(faults: &[ReadFault]) -> Vec<Edit> {
    faults.iter().map(|it| it.edit.clone()).collect()
}

/// The faults as slips: the raw quotes of one string are one.
fn slips(faults: &[ReadFault]) -> Vec<Slip> {
    let is_one = |one: &ReadFault, other: &ReadFault| {
        one.fault == ReadingFault::RawQuote && other.fault == ReadingFault::RawQuote && one.string == other.string
    };
    faults.chunk_by(is_one).map(|it| Slip { edits: edits(it), others: Vec::new() }).collect()
}

/// Whether two texts have the same value.
fn has_same_value((one, text): (&Tree, &str), (other, repaired): (&Tree, &str)) -> bool {
    let ids = 0..u32::try_from(one.len()).unwrap_or(u32::MAX);
    one.len() == other.len()
        && ids.into_iter().all(|id| match (one.kind(id), other.kind(id)) {
            (Kind::String, Kind::String) => one.text(text, id) == other.text(repaired, id),
            (Kind::Number, Kind::Number) => one.raw(text, id) == other.raw(repaired, id),
            // What is no JSON number stays a number in the one, and becomes a text or null in the other.
            (Kind::Number, Kind::String) => one.raw(text, id) == other.text(repaired, id),
            (Kind::Number, Kind::Null) => !one.raw(text, id).starts_with(|it: char| it.is_ascii_digit()),
            (found, expected) => found == expected && one.node(id).next_id() == other.node(id).next_id(),
        })
}
