//! Findings for people, causes first: what is wrong, the source line, the place in the decoded text, and the fixes. A
//! library draws them; from a long line, it only gets the part near the mark.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet, Title};
use unicode_width::UnicodeWidthChar;

use super::{
    File, OutputFormat, OutputWriter, Readers,
    inside::{Inside, InsidePlace},
    place::ColumnCounter,
};
use crate::{
    needs::{Needs, is_lacking},
    output::{Look, style_of},
    readers,
    visible::{visible, visible_marked},
};
use agent_response::{
    StepwiseFix,
    agent::causes_first,
    diagnostic::{Safety, Severity},
    report::{Diagnostic, DiagnosticFix, Offsets, Range as Lines},
};

pub(crate) const FORMAT: OutputFormat = OutputFormat {
    name: "human",
    help: "For people: with source lines, notes and fixes",
    readers: Readers::People,
    has_summary: true,
    has_readings: true,
    writer: OutputWriter::Files(file),
    ..OutputFormat::OF_SERVICE
};

/// The current file.
struct Page<'a> {
    path: &'a str,
    text: &'a str,
    places: ColumnCounter,
    look: Look,
    inside: Inside<'a>,
    needs: Option<Needs>,
}

/// The findings of a file.
fn file(file: &File) -> String {
    let File { path, text, look, .. } = *file;
    let (places, inside, needs) = (ColumnCounter::default(), Inside::new(text), file.asides.needs);
    let mut page = Page { path, text, places, look, inside, needs };
    let mut out = String::new();
    let mut findings: Vec<_> = file.findings().collect();
    causes_first(&mut findings);
    findings.into_iter().for_each(|it| finding(&mut page, it, &mut out));
    let readers: String = readers::lines(path, file.asides.readings, look)
        .lines()
        .map(|it| format!("{}\n", look.fold(it, 2, 0)))
        .collect();
    // A blank line follows, as after a finding.
    if readers.is_empty() { out } else { out + &readers + "\n" }
}

/// Adds one finding.
fn finding(page: &mut Page, diagnostic: &Diagnostic, out: &mut String) {
    let level = level(diagnostic.severity);
    let title = level.clone().primary_title(visible(&diagnostic.message)).id(diagnostic.code);
    let mut groups = marked(page, title, (&level, AnnotationKind::Primary), (diagnostic.bytes, diagnostic.range));
    if let Some(last) = groups.pop() {
        let (look, beside) = (page.look, digits(diagnostic) + BESIDE_NOTES);
        let notes = notes(page, diagnostic).into_iter();
        groups.push(last.elements(notes.map(|(level, text)| level.message(look.fold(&text, 0, beside)))));
    }
    for related in &diagnostic.related {
        let title = Level::NOTE.secondary_title(visible(&related.message));
        let place = (related.bytes, related.range);
        groups.extend(marked(page, title, (&Level::NOTE, AnnotationKind::Context), place));
    }
    let renderer = if page.look.colors { Renderer::styled() } else { Renderer::plain() };
    let drawn = renderer.term_width(page.look.width).render(&groups);
    // Between two groups, here the place and the line, the library draws one bar too many.
    let mut before = "";
    let is_unnumbered = diagnostic.bytes.to == 0 && diagnostic.related.iter().all(|it| it.bytes.to == 0);
    for (idx, line) in drawn.lines().enumerate() {
        if line != before {
            // Without a line, the library leaves no column for its number; arrows are below each other all the same.
            out.push_str(if is_unnumbered && idx > 0 { " " } else { "" });
            out.push_str(line);
            out.push('\n');
        }
        before = line;
    }
    out.push('\n');
}

/// The title with the place, and the line with the mark. The library would count the column only in the part of the
/// line that it gets.
fn marked<'a>(
    page: &mut Page,
    title: Title<'a>,
    (level, kind): (&Level<'a>, AnnotationKind),
    (bytes, range): (Offsets, Lines),
) -> Vec<Group<'a>> {
    let text = page.text;
    let [from, to] = [bytes.from, bytes.to].map(|it| text.floor_char_boundary(it as usize));
    let place = page.places.at(text, from);
    let line = range.start.line as usize + 1;
    let origin = Origin::path(visible(page.path).into_owned());
    if bytes.to == 0 {
        // It is about the file as a whole: there is nothing to point at.
        return vec![title.element(origin)];
    }
    let is_long = range.end.line > range.start.line;
    let label = is_long.then(|| format!("to line {}", range.end.line + 1));
    // Beside the line are its number, ` | ` and the label after a blank.
    let beside = line.to_string().len() + 3 + label.as_ref().map_or(0, |it| it.len() + 1);
    let (shown, mark) = around(text, place.line_start, from..to, page.look.width.saturating_sub(beside));
    let annotation = kind.span(mark).label(label);
    let snippet = Snippet::source(shown).line_start(line).annotation(annotation);
    vec![
        title.element(origin.line(line).char_column(place.column + 1)),
        Group::with_level(level.clone()).element(snippet),
    ]
}

/// What a finding is about in a few lines: the message, and the place in the file and, until the text is changed, in
/// the decoded texts.
pub(crate) fn headline(path: &str, steps: &StepwiseFix, finding: &Diagnostic, look: Look) -> String {
    let (text, (bytes, range)) = (steps.given(), steps.given_place(finding));
    let severity = look.paint(style_of(finding.severity), format!("{}[{}]", finding.severity.name(), finding.code));
    let column = ColumnCounter::default().at(text, bytes.from as usize).column + 1;
    let place = format!("{}:{}:{column}", visible(path), range.start.line + 1);
    let places = if steps.text() == text { Inside::new(text).places(finding) } else { Vec::new() };
    let places: String = places.iter().map(|it| format!("; {}", inside(it))).collect();
    format!("{severity}: {}\n --> {place}{places}\n", visible(&finding.message))
}

/// The text around a mark in its line that fits into this many columns, and the range of the mark in it.
fn around(text: &str, line_start: usize, mark: Range<usize>, columns: usize) -> (String, Range<usize>) {
    let before = text.get(line_start..mark.start).unwrap_or_default();
    let start = before.char_indices().rev().nth(columns).map_or(line_start, |it| line_start + it.0);
    let rest = text.get(mark.start..).unwrap_or_default();
    // A line may be as long as the text: no more of it is looked at than may be shown.
    let end = rest.char_indices().enumerate().find(|(n, (_, it))| *n > 2 * columns || matches!(it, '\n' | '\r'));
    let end = mark.start + end.map_or(rest.len(), |it| it.1.0);
    let shown = text.get(start..end).unwrap_or_default();
    let (shown, mark) = visible_marked(shown, mark.start - start..mark.end.min(end) - start);
    fitted(&shown, mark, columns)
}

/// What shows that a line goes on.
const CUT: &str = "...";

/// The part of a line that fits into this many columns, with as much of the mark as possible and then of both sides.
fn fitted(line: &str, mark: Range<usize>, columns: usize) -> (String, Range<usize>) {
    let (left, rest) = line.split_at(mark.start);
    let (marked, right) = rest.split_at(mark.len());
    if width(left) + width(marked) + width(right) <= columns {
        return (line.to_owned(), mark);
    }
    let spare = columns.saturating_sub(2 * CUT.len());
    let marked = &marked[..prefix(marked.chars(), spare)];
    let spare = spare.saturating_sub(width(marked));
    // What one side does not need is the other one's.
    let kept = (spare * 2 / 5).max(spare.saturating_sub(width(right)));
    let from = left.len() - prefix(left.chars().rev(), kept);
    let right_kept = &right[..prefix(right.chars(), spare - width(&left[from..]))];
    let start = if from > 0 { CUT } else { "" };
    let is_whole = mark.start + marked.len() + right_kept.len() == line.len();
    let end = if is_whole { "" } else { CUT };
    let at = start.len() + left.len() - from;
    (format!("{start}{}{marked}{right_kept}{end}", &left[from..]), at..at + marked.len())
}

/// How many bytes of these characters fit into so many columns.
fn prefix(chars: impl Iterator<Item = char>, columns: usize) -> usize {
    let mut left = columns;
    chars.map_while(|it| left.checked_sub(width_of(it)).map(|now| (left = now, it.len_utf8()).1)).sum()
}

fn width(text: &str) -> usize {
    text.chars().map(width_of).sum()
}

/// The columns of a character; the library shows a tab as four blanks.
fn width_of(character: char) -> usize {
    if character == '\t' { 4 } else { character.width().unwrap_or_default() }
}

/// Beside the text of a note is ` = help: ` after the column of the line numbers.
const BESIDE_NOTES: usize = 9;

/// The columns of the line numbers.
fn digits(finding: &Diagnostic) -> usize {
    let all = [(finding.bytes, finding.range)].into_iter().chain(finding.related.iter().map(|it| (it.bytes, it.range)));
    let digits = |(_, range): (Offsets, Lines)| (range.start.line + 1).to_string().len();
    all.filter(|it| it.0.to > 0).map(digits).max().unwrap_or(1)
}

/// The place in the decoded texts, and the fixes.
fn notes(page: &mut Page, finding: &Diagnostic) -> Vec<(Level<'static>, String)> {
    let mut notes: Vec<_> = page.inside.places(finding).iter().map(|it| (Level::NOTE, inside(it))).collect();
    notes.extend(finding.fixes.iter().map(|it| (Level::HELP, help(it))));
    if let Some(needs) = page.needs.filter(|_| finding.inner.is_empty() && is_lacking(finding)) {
        let arguments = needs.arguments();
        notes.push((Level::HELP, format!("Insert what is missing (run `agent-response fix {arguments}`)")));
    }
    notes
}

fn inside(place: &InsidePlace) -> String {
    format!("inside `{}`: line {}, column {}", visible(&place.holder), place.line, place.column)
}

fn help(fix: &DiagnosticFix) -> String {
    let how = match (fix.safety, &fix.file) {
        (_, Some(_)) => "",
        (Safety::Safe, None) => " (safe: run `agent-response fix`)",
        (Safety::Suggestion, None) => " (suggestion: `agent-response fix --suggestions`)",
    };
    format!("{}{how}", visible(&fix.title))
}

fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Info => Level::INFO,
        Severity::Hint => Level::NOTE.with_name(severity.name()),
    }
}

#[cfg(test)]
mod tests {
    use super::around;

    /// Shows the line with `«»` around the mark.
    fn check(marked: &str, reach: usize, expected: &str) {
        let (before, rest) = marked.split_once('«').unwrap_or_default();
        let (inside, after) = rest.split_once('»').unwrap_or_default();
        let line_start = before.rfind('\n').map_or(0, |it| it + 1);
        let text = format!("{before}{inside}{after}");
        let (shown, mark) = around(&text, line_start, before.len()..before.len() + inside.len(), reach);
        let (before, after) = (&shown[..mark.start], &shown[mark.end..]);
        assert_eq!(format!("{before}«{}»{after}", &shown[mark.clone()]), expected);
    }

    #[test]
    fn only_the_line_is_shown() {
        check("one\n  «\"a\"»: 1,\nthree", 20, "  «\"a\"»: 1,");
        check("one\n«two\r\nthree» four", 20, "«two»");
        check("«»", 20, "«»");
        check("ab«»", 20, "ab«»");
    }

    #[test]
    fn a_long_line_is_cut_on_both_sides() {
        check("0123456789«ab»0123456789", 14, "...89«ab»0123...");
        check("0123456789«ab»", 11, "...789«ab»");
        check("0«ab»0123456789", 11, "0«ab»01...");
        check("✅✅✅«日本語日本語»é", 12, "...«日本語»...");
        check("\t\t«a»é\té\té", 12, "...«a»é\t...");
    }

    #[test]
    fn nothing_hidden_is_left() {
        check("\t\u{1b}[31m«x\u{7}»\u{202e}", 20, "\t␛[31m«x␇»<U+202E>");
    }
}
