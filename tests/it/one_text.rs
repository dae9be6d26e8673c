//! Laws that hold for any one text: the tests call them over generated texts, the fuzzer over its own.

use std::cell::OnceCell;

use agent_response::ide::{EditError, InnerEdit, Opened, apply_edits};
use agent_response::report::{AppliedFix, Diagnostic, Offsets, Position, Range, TextEdit};
use agent_response::text::{Edit, Span, apply};
use agent_response::{FixResult, Options, Report, Severity, WrapOptions, fix, validate, wrap};

/// A text, and what the library makes of it.
pub(crate) struct Seen<'t> {
    pub(crate) text: &'t str,
    pub(crate) options: &'t Options,
    pub(crate) report: Report,
    /// The result of all safe fixes.
    pub(crate) fixed: FixResult,
    repaired: OnceCell<FixResult>,
    wrapped: OnceCell<Option<String>>,
}

/// Expensive laws are checked for only one text in this many.
pub(crate) const SOME: usize = 8;

impl<'t> Seen<'t> {
    pub(crate) fn new(text: &'t str, options: &'t Options) -> Self {
        let fixed = fix(text, options, false);
        // If nothing was fixed, the report of the result is that of the text.
        let is_same = fixed.applied.is_empty() && !text.len().is_multiple_of(SOME);
        let report = if is_same { fixed.report.clone() } else { validate(text, options) };
        Self { text, options, report, fixed, repaired: OnceCell::new(), wrapped: OnceCell::new() }
    }

    /// The result of all fixes, including suggestions; only for some texts, since each suggestion takes a round.
    pub(crate) fn repaired(&self) -> Option<&FixResult> {
        let is_due = self.text.len().is_multiple_of(SOME);
        is_due.then(|| self.repaired.get_or_init(|| fix(self.text, self.options, true)))
    }

    /// The envelope around it; `None` if wrapping is refused.
    pub(crate) fn wrapped(&self) -> Option<&str> {
        self.wrapped.get_or_init(|| wrap(self.text, &wrap_options()).ok()).as_deref()
    }
}

/// The options for envelopes.
pub(crate) fn wrap_options() -> WrapOptions {
    WrapOptions { created_at: "2025-11-24T14:22:45+00:00".to_owned(), ..WrapOptions::default() }
}

/// Something that always holds, and a check that reports a violation.
#[derive(Clone, Copy)]
pub(crate) struct Law {
    pub(crate) name: &'static str,
    pub(crate) check: fn(&Seen) -> Result<(), String>,
}

/// Names of laws that do not hold yet. Tests skip them: delete a name here as soon as its law holds.
pub(crate) const NOT_YET: &[&str] = &[];

/// The laws that need no other reader.
pub(crate) const LAWS: &[Law] = &[
    Law { name: "coordinates agree", check: coordinates_agree },
    Law { name: "coordinates of related places agree", check: coordinates_of_related_places_agree },
    Law { name: "edits are in order", check: edits_are_in_order },
    Law { name: "fixes to choose from differ", check: fixes_differ },
    Law { name: "ledger replays", check: ledger_replays },
    Law { name: "ledger names places of the text", check: ledger_names_places },
    Law { name: "fixes settle", check: fixes_settle },
    Law { name: "documents inside are edited as they are read", check: documents_are_edited },
];

pub(crate) fn assert_laws(text: &str, options: &Options) {
    let seen = Seen::new(text, options);
    for law in LAWS.iter().filter(|it| !NOT_YET.contains(&it.name)) {
        if let Err(reason) = (law.check)(&seen) {
            panic!("{}: {reason}\n{text}", law.name);
        }
    }
}

pub(crate) fn n_errors(report: &Report) -> usize {
    report.diagnostics.iter().filter(|it| it.severity == Severity::Error).count()
}

/// Every finding and every edit lies in the text, on character boundaries, and all its coordinates are the same place.
fn coordinates_agree(seen: &Seen) -> Result<(), String> {
    each_place(seen, |found| {
        let edits = found.fixes.iter().flat_map(|it| &it.edits).map(|it| (it.range, it.from, it.to, it.bytes));
        std::iter::once((found.range, found.from, found.to, found.bytes)).chain(edits).collect()
    })
}

fn coordinates_of_related_places_agree(seen: &Seen) -> Result<(), String> {
    each_place(seen, |found| found.related.iter().map(|it| (it.range, it.from, it.to, it.bytes)).collect())
}

fn each_place(seen: &Seen, places: fn(&Diagnostic) -> Vec<Coordinates>) -> Result<(), String> {
    let mut ruler = None;
    for found in &seen.report.diagnostics {
        for place in places(found) {
            let ruler = ruler.get_or_insert_with(|| Ruler::new(seen.text));
            ruler.check(place).map_err(|reason| told(found, &reason))?;
        }
    }
    Ok(())
}

fn told(found: &Diagnostic, reason: &str) -> String {
    format!("{} ({}): {reason}", found.code, found.message)
}

/// A place in every coordinate of the report.
type Coordinates = (Range, u32, u32, Offsets);

/// Counts lines and UTF-16 code units independently.
pub(crate) struct Ruler {
    /// The position and UTF-16 offset of every byte at which a character begins.
    marks: Vec<Option<(Position, u32)>>,
}

impl Ruler {
    pub(crate) fn new(text: &str) -> Self {
        let mut marks = vec![None; text.len() + 1];
        let (mut line, mut character, mut offset) = (0, 0, 0);
        for (at, ch) in text.char_indices() {
            marks[at] = Some((Position { line, character }, offset));
            let n_units = if ch.len_utf8() == 4 { 2 } else { 1 };
            offset += n_units;
            character += n_units;
            // CR LF is one line end.
            if ch == '\n' || ch == '\r' && !text[at + 1..].starts_with('\n') {
                (line, character) = (line + 1, 0);
            }
        }
        marks[text.len()] = Some((Position { line, character }, offset));
        Self { marks }
    }

    /// Whether there is a character that has both coordinates.
    pub(crate) fn has(&self, position: Position, offset: u32) -> bool {
        self.marks.contains(&Some((position, offset)))
    }

    fn check(&self, (range, from, to, bytes): Coordinates) -> Result<(), String> {
        if bytes.from > bytes.to {
            return Err(format!("{bytes:?} ends before it begins"));
        }
        for (byte, position, offset) in [(bytes.from, range.start, from), (bytes.to, range.end, to)] {
            let mark = self.marks.get(byte as usize).copied().flatten();
            if mark != Some((position, offset)) {
                return Err(format!("byte {byte} is {mark:?}, not {position:?} and {offset}"));
            }
        }
        Ok(())
    }
}

/// A finding's fixes have different titles, because a menu shows only these.
fn fixes_differ(seen: &Seen) -> Result<(), String> {
    for found in &seen.report.diagnostics {
        for (idx, fix) in found.fixes.iter().enumerate() {
            if found.fixes.iter().take(idx).any(|it| it.title == fix.title) {
                return Err(told(found, &format!("two fixes are called {:?}", fix.title)));
            }
        }
    }
    Ok(())
}

/// The edits of a fix do not overlap and are in ascending order.
fn edits_are_in_order(seen: &Seen) -> Result<(), String> {
    for found in &seen.report.diagnostics {
        for fix in &found.fixes {
            let is_sorted = fix.edits.is_sorted_by(|one, next| one.bytes.to <= next.bytes.from);
            if !is_sorted {
                return Err(told(found, &format!("{}: {:?}", fix.title, fix.edits)));
            }
        }
    }
    Ok(())
}

/// Replaying the ledger of a repair step by step gives the same bytes, and its coordinates match each step.
fn ledger_replays(seen: &Seen) -> Result<(), String> {
    let mut text = seen.text.to_owned();
    for entry in &seen.fixed.applied {
        let ruler = Ruler::new(&text);
        for it in &entry.edits {
            let checked = ruler.check((it.range, it.from, it.to, it.bytes));
            checked.map_err(|reason| format!("{}: {reason} in {text:?}", entry.title))?;
        }
        text = replayed(&text, entry);
    }
    if text == seen.fixed.text { Ok(()) } else { Err(format!("{text:?} is not {:?}", seen.fixed.text)) }
}

/// Each entry is where its edits are, as followed byte by byte from the text through all entries before it.
fn ledger_names_places(seen: &Seen) -> Result<(), String> {
    let ruler = Ruler::new(seen.text);
    // What each byte was, and the place after the last one.
    let mut origins: Vec<(u32, u32)> = (0..seen.text.len() as u32).map(|it| (it, it + 1)).collect();
    for entry in &seen.fixed.applied {
        let place = (entry.range, entry.from, entry.to, entry.bytes);
        ruler.check(place).map_err(|reason| format!("{}: {reason}", entry.title))?;
        let (first, last) = (entry.edits.first().map(|it| it.bytes.from), entry.edits.last().map(|it| it.bytes.to));
        let (Some(first), Some(last)) = (first, last) else { return Err(format!("{}: no edits", entry.title)) };
        let around = origins.get((first as usize).saturating_sub(1)..origins.len().min(last as usize + 1));
        let around = around.unwrap_or_default();
        // What an earlier entry put there was all that it replaced, of which its neighbors may be the end.
        let from = around.iter().map(|it| it.0).min().unwrap_or_default();
        let to = around.iter().map(|it| it.1).max().unwrap_or_default();
        if entry.bytes.from < from || entry.bytes.to > to {
            return Err(format!("{}: {:?} is not in {from}..{to}", entry.title, entry.bytes));
        }
        for edit in entry.edits.iter().rev() {
            let (start, end) = (edit.bytes.from as usize, edit.bytes.to as usize);
            let before = start.checked_sub(1).and_then(|it| origins.get(it)).map_or(0, |it| it.1);
            let replaced = origins.get(start..end).unwrap_or_default();
            let origin = (replaced.first().map_or(before, |it| it.0), replaced.last().map_or(before, |it| it.1));
            origins.splice(start..end, vec![origin; edit.text.len()]);
        }
    }
    Ok(())
}

/// The text after applying an entry of its ledger.
pub(crate) fn replayed(text: &str, entry: &AppliedFix) -> String {
    let edit = |it: &TextEdit| Edit { span: Span { start: it.bytes.from, end: it.bytes.to }, text: it.text.clone() };
    apply(text, &entry.edits.iter().map(edit).collect::<Vec<_>>())
}

/// All safe fixes together settle at once, and the report is about the result.
fn fixes_settle(seen: &Seen) -> Result<(), String> {
    let fixed = &seen.fixed;
    if !fixed.settled {
        return Err(format!("more can be repaired of {:?}", fixed.text));
    }
    if fixed.applied.is_empty() {
        let is_same = fixed.text == seen.text && fixed.report == seen.report;
        return if is_same { Ok(()) } else { Err("nothing is applied, but something changes".to_owned()) };
    }
    let again = fix(&fixed.text, seen.options, false);
    if let Some(first) = again.applied.first() {
        return Err(format!("{:?} is repaired again: {}", fixed.text, first.title));
    }
    let is_its_own = again.report == fixed.report && validate(&fixed.text, seen.options) == fixed.report;
    if is_its_own { Ok(()) } else { Err(format!("the report is not that of {:?}", fixed.text)) }
}

/// An opened text has the report of `validate`, and an edit in the middle of each document gives the edited document.
fn documents_are_edited(seen: &Seen) -> Result<(), String> {
    if !seen.text.len().is_multiple_of(SOME) {
        return Ok(());
    }
    let opened = Opened::new(seen.text, seen.options.clone());
    if *opened.report() != seen.report {
        return Err("the report of the opened text is another".to_owned());
    }
    // An object that is not encoded is edited in the text itself, so the result is simply what was typed.
    for inside in opened.documents().into_iter().filter(|it| it.depth > 0) {
        let mut at = inside.text.len() / 2;
        while !inside.text.is_char_boundary(at) {
            at -= 1;
        }
        let from = u32::try_from(at).unwrap_or_default();
        let edit = InnerEdit { from, to: from, text: "\"\\é\n".to_owned() };
        let wanted = apply_edits(&inside.text, std::slice::from_ref(&edit)).map_err(|it| it.to_string())?;
        let edits = match opened.edit(&inside.pointer, &[edit]) {
            Ok(edits) => edits,
            Err(EditError::Uncertain(_)) => continue,
            Err(other) => return Err(format!("{}: {other}", inside.pointer)),
        };
        let edits: Vec<Edit> = edits
            .into_iter()
            .map(|it| Edit { span: Span { start: it.bytes.from, end: it.bytes.to }, text: it.text })
            .collect();
        let mut after = Opened::new(apply(seen.text, &edits), seen.options.clone());
        after.include(&inside.pointer);
        let read = after.text_of(&inside.pointer);
        // A document that was encoded twice and is now broken is read as a string that was encoded once.
        let is_string = |it: &str| serde_json::from_str::<String>(it).is_ok_and(|it| it == wanted);
        // A document that is not encoded and is no longer an object is part of the document around it.
        let around = opened.document(&inside.parent).filter(|it| it.depth == inside.depth);
        let is_part = |it: &str| around.is_some() && it.contains(&wanted);
        let is_there = read.is_some_and(|it| it == wanted || is_string(it));
        if !is_there && !after.text_of(&inside.parent).is_some_and(is_part) {
            return Err(format!("{} is not {wanted:?} in {}", inside.pointer, after.text()));
        }
    }
    Ok(())
}
