//! Sections made of parts, each a heading with a list of rules under it: what readers count, and what they ignore.

mod parts;
mod read;
mod wording;

use self::read::{Boundaries, read};
use super::say::beginning;
use crate::bind::SectionText;
use crate::document::DocId;
use crate::findings::Findings;
use crate::rules;
use crate::spec::{Section, TextPart};
use crate::text::{Span, find};

/// Judges the parts of a section; true when it is short because something is missing in them.
pub(super) fn check(section: &SectionText, text: &str, out: &mut Findings) -> bool {
    let Some(known) = section.section.filter(|it| !it.parts.is_empty()) else { return false };
    let found = read(text, known.parts);
    let judged = JudgedSection { doc: section.doc, text, parts: known.parts, found: &found };
    missing(&judged, known, out);
    let is_short = parts::check(&judged, out);
    wording::check(&judged, out);
    generic(&judged, known, out);
    is_short || found.headings.len() < known.parts.len()
}

/// A section, taken apart.
struct JudgedSection<'a> {
    doc: DocId,
    text: &'a str,
    parts: &'static [TextPart],
    found: &'a Boundaries,
}

fn missing(judged: &JudgedSection, section: &Section, out: &mut Findings) {
    let mut absent: Vec<&str> = Vec::new();
    for (idx, part) in judged.parts.iter().enumerate() {
        if !judged.found.headings.iter().any(|it| it.part == idx) {
            absent.push(part.heading);
        }
    }
    if absent.is_empty() {
        return;
    }
    out.report(&rules::BOUNDARIES_PART_MISSING, judged.doc, beginning(judged.text), |finding| {
        let mut headings = String::new();
        for (idx, heading) in absent.iter().enumerate() {
            headings.push_str(match absent.len() - idx {
                _ if idx == 0 => "`### ",
                1 => "` or `### ",
                _ => "`, `### ",
            });
            headings.push_str(heading);
        }
        finding.say(format_args!("`{}` has no {headings}`", section.name));
    });
}

/// Reports phrases from the default text that readers insert if there is none.
fn generic(judged: &JudgedSection, section: &Section, out: &mut Findings) {
    let mut found: Vec<Span> = Vec::new();
    let mut first = Span::empty(u32::MAX);
    for phrase in section.generic {
        if let Some(at) = find(judged.text, phrase) {
            let span = Span::new(at, at + phrase.len());
            first = first.min(span);
            found.push(span);
        }
    }
    if found.is_empty() {
        return;
    }
    out.report(&rules::BOUNDARIES_GENERIC, judged.doc, first, |finding| {
        finding.say(format_args!(
            "This phrase comes from the generic template and says nothing specific about this agent"
        ));
        for other in found {
            if other != first {
                finding.note(other, "another phrase from the template");
            }
        }
    });
}
