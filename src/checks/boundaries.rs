//! Sections made of parts: a heading each, with a list of rules under it. What readers count, and what they pass over.

mod parts;
mod read;
mod wording;

use self::read::{Boundaries, read};
use super::sections::beginning;
use crate::bind::SectionText;
use crate::diagnostic::listed;
use crate::document::DocId;
use crate::findings::Findings;
use crate::rules;
use crate::spec::{Part, Section};
use crate::text::{Span, find};

/// Judges the parts of a section; true when it is short because something is missing in them.
pub(super) fn check(section: &SectionText, text: &str, out: &mut Findings) -> bool {
    let Some(known) = section.section.filter(|it| !it.parts.is_empty()) else { return false };
    let found = read(text, known.parts);
    let judged = Judged { doc: section.doc, text, parts: known.parts, found: &found };
    missing(&judged, known, out);
    let is_short = parts::check(&judged, out);
    wording::check(&judged, out);
    generic(&judged, known, out);
    is_short || found.headings.len() < known.parts.len()
}

/// A section, taken apart.
struct Judged<'a> {
    doc: DocId,
    text: &'a str,
    parts: &'static [Part],
    found: &'a Boundaries,
}

fn missing(judged: &Judged, section: &Section, out: &mut Findings) {
    let has = |idx: usize| judged.found.headings.iter().any(|it| it.part == idx);
    let absent = judged.parts.iter().enumerate().filter(|(idx, _)| !has(*idx));
    let absent: Vec<String> = absent.map(|(_, it)| format!("### {}", it.heading)).collect();
    if absent.is_empty() {
        return;
    }
    out.report(&rules::BOUNDARIES_PART_MISSING, judged.doc, beginning(judged.text), |it| {
        let names = listed(absent.iter().map(String::as_str), " or ");
        it.message = format!("`{}` has no {names}", section.name);
    });
}

/// Phrases of the text that is put in when none was written.
fn generic(judged: &Judged, section: &Section, out: &mut Findings) {
    let place = |phrase: &&str| find(judged.text, phrase).map(|it| Span::new(it, it + phrase.len()));
    let found = section.generic.iter().filter_map(place);
    // Few phrases, so the first is looked for rather than sorted out.
    let found: Vec<Span> = found.collect();
    let Some(first) = found.iter().min() else { return };
    let others = found.iter().filter(|it| *it != first);
    out.report(&rules::BOUNDARIES_GENERIC, judged.doc, *first, |it| {
        it.message = "This is a phrase of the generic template and says nothing about this agent".to_owned();
        others.for_each(|other| it.note(*other, "this is one too"));
    });
}
