//! Findings for people: what is wrong, the source line, the place in the decoded text, and the fixes. A library draws
//! them; from a long line, it only gets the part near the mark.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Message, Origin, Renderer, Snippet, Title};

use super::{
    File, OutputFormat, OutputWriter, Readers,
    inside::{Inside, InsidePlace},
    place::ColumnCounter,
};
use crate::{
    output::Look,
    visible::{visible, visible_marked},
};
use agent_response::{
    diagnostic::{Safety, Severity},
    report::{Diagnostic, DiagnosticFix, Offsets, Range as Lines},
};

pub(crate) const FORMAT: OutputFormat = OutputFormat {
    name: "human",
    help: "For people: with source lines, notes and fixes",
    readers: Readers::People,
    has_summary: true,
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
}

/// The findings of a file.
fn file(file: &File) -> String {
    let File { path, text, look, .. } = *file;
    let mut page = Page { path, text, places: ColumnCounter::default(), look, inside: Inside::new(text) };
    let mut out = String::new();
    file.findings().for_each(|it| finding(&mut page, it, &mut out));
    out
}

/// Adds one finding.
fn finding(page: &mut Page, diagnostic: &Diagnostic, out: &mut String) {
    let level = level(diagnostic.severity);
    let title = level.clone().primary_title(visible(&diagnostic.message)).id(diagnostic.code);
    let mut groups = marked(page, title, (&level, AnnotationKind::Primary), (diagnostic.bytes, diagnostic.range));
    if let Some(last) = groups.pop() {
        groups.push(last.elements(notes(page, diagnostic)));
    }
    for related in &diagnostic.related {
        let title = Level::NOTE.secondary_title(visible(&related.message));
        let place = (related.bytes, related.range);
        groups.extend(marked(page, title, (&Level::NOTE, AnnotationKind::Context), place));
    }
    let renderer = if page.look.colours { Renderer::styled() } else { Renderer::plain() };
    let drawn = renderer.term_width(page.look.width).render(&groups);
    // Between two groups, here the place and the line, the library draws one bar too many.
    let mut before = "";
    for line in drawn.lines() {
        if line != before {
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
    let (shown, mark) = around(text, place.line_start, from..to, page.look.width * 2);
    let mut annotation = kind.span(mark);
    if range.end.line > range.start.line {
        annotation = annotation.label(format!("to line {}", range.end.line + 1));
    }
    let snippet = Snippet::source(shown).line_start(line).annotation(annotation);
    vec![
        title.element(origin.line(line).char_column(place.column + 1)),
        Group::with_level(level.clone()).element(snippet),
    ]
}

/// The text around a mark in its line, with up to this many characters on both sides, and the range of the mark in it.
fn around(text: &str, line_start: usize, mark: Range<usize>, reach: usize) -> (String, Range<usize>) {
    let before = text.get(line_start..mark.start).unwrap_or_default();
    let start = before.char_indices().rev().nth(reach.saturating_sub(1)).map_or(0, |it| it.0);
    let rest = text.get(mark.start..).unwrap_or_default();
    // A line may be as long as the text: no more of it is looked at than is shown.
    let line = || rest.char_indices().chain([(rest.len(), '\n')]);
    let length = |n_chars: usize| {
        let end = line().enumerate().find(|(n, (_, it))| *n == n_chars || matches!(it, '\n' | '\r'));
        end.map_or(0, |it| it.1.0)
    };
    let n_marked = text.get(mark.clone()).unwrap_or_default().chars().take(reach).count();
    // After a mark that is cut off, other text would seem to touch it.
    let n_shown = if n_marked < reach { n_marked + reach } else { n_marked };
    let from = mark.start - start - line_start;
    let shown = text.get(line_start + start..mark.start + length(n_shown)).unwrap_or_default();
    visible_marked(shown, from..from + length(n_marked))
}

/// The place in the decoded texts, and the fixes.
fn notes(page: &mut Page, finding: &Diagnostic) -> Vec<Message<'static>> {
    let mut notes: Vec<_> = page.inside.places(finding).iter().map(|it| Level::NOTE.message(inside(it))).collect();
    notes.extend(finding.fixes.iter().map(|it| Level::HELP.message(help(it))));
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
        check("0123456789«ab»0123456789", 4, "6789«ab»0123");
        check("✅✅✅«日本語日本語»é", 2, "✅✅«日本»");
    }

    #[test]
    fn nothing_hidden_is_left() {
        check("\t\u{1b}[31m«x\u{7}»\u{202e}", 20, "\t␛[31m«x␇»<U+202E>");
    }
}
