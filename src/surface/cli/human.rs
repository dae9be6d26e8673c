//! Findings for people: what is wrong, the line it is in, where it lies inside, and what can be done.

use clap::builder::styling::{AnsiColor, Effects, Style};

use super::{
    excerpt::excerpt,
    inside::{Inside, InsidePlace},
    output::Look,
    place::{Places, floor},
    visible::visible,
};
use crate::{
    diagnostic::{Safety, Severity},
    surface::report::{Diagnostic, Fix, Offsets, Range},
};

pub(super) const BOLD: Style = Style::new().effects(Effects::BOLD);
const GUTTER: Style = AnsiColor::BrightBlue.on_default().effects(Effects::BOLD);
const HELP: Style = AnsiColor::BrightCyan.on_default().effects(Effects::BOLD);

/// The file at hand.
pub(super) struct Page<'a> {
    pub(super) path: &'a str,
    pub(super) text: &'a str,
    pub(super) places: Places,
    pub(super) look: Look,
    inside: Inside<'a>,
}

impl<'a> Page<'a> {
    pub(super) fn new(path: &'a str, text: &'a str, look: Look) -> Self {
        Self { path, text, places: Places::default(), look, inside: Inside::new(text) }
    }
}

/// Adds one finding.
pub(super) fn finding(page: &mut Page, it: &Diagnostic, out: &mut String) {
    let look = page.look;
    let style = style_of(it.severity);
    let head = look.paint(style, format!("{}[{}]", word_for(it.severity), it.code));
    let message = look.paint(BOLD, format!(": {}", visible(&it.message)));
    out.push_str(&format!("{head}{message}\n"));

    let gutter =
        std::iter::once(it.range).chain(it.related.iter().map(|it| it.range)).map(|it| digits(it.start.line)).max();
    let gutter = gutter.unwrap_or(1);
    marked(page, gutter, it.bytes, it.range, ('^', style), out);
    let notes = notes(page, it);
    if !notes.is_empty() {
        push_line(look, gutter, "", "|", out);
    }
    for (word, text) in notes {
        let word = look.paint(if word == "help" { HELP } else { BOLD }, word);
        push_line(look, gutter, "", &format!("= {word}: {text}"), out);
    }
    for related in &it.related {
        out.push_str(&format!("{}: {}\n", look.paint(BOLD, "note"), visible(&related.message)));
        marked(page, gutter, related.bytes, related.range, ('-', GUTTER), out);
    }
    out.push('\n');
}

/// The place, the line, and the mark below it.
fn marked(
    page: &mut Page,
    gutter: usize,
    bytes: Offsets,
    range: Range,
    (mark, style): (char, Style),
    out: &mut String,
) {
    let (look, text) = (page.look, page.text);
    let (from, to) = (floor(text, bytes.from as usize), floor(text, bytes.to as usize));
    let place = page.places.at(text, from);
    let (line, column) = (range.start.line + 1, place.column + 1);
    let arrow = look.paint(GUTTER, format!("{:gutter$}-->", ""));
    if bytes.to == 0 {
        // It is about the file as a whole: there is nothing to point at.
        return out.push_str(&format!("{arrow} {}\n", visible(page.path)));
    }
    out.push_str(&format!("{arrow} {}:{line}:{column}\n", visible(page.path)));

    let excerpt = excerpt(text, place.line_start, from, to, look.width.saturating_sub(gutter + 3));
    push_line(look, gutter, "", "|", out);
    push_line(look, gutter, &line.to_string(), &format!("| {}", excerpt.shown), out);
    let carets = look.paint(style, mark.to_string().repeat(excerpt.marked));
    let goes_on = if range.end.line > range.start.line {
        look.paint(style, format!(" to line {}", range.end.line + 1))
    } else {
        String::new()
    };
    push_line(look, gutter, "", &format!("| {}{carets}{goes_on}", " ".repeat(excerpt.indent)), out);
}

/// A line with the gutter before it; the first character of the rest belongs to the gutter.
fn push_line(look: Look, gutter: usize, number: &str, rest: &str, out: &mut String) {
    let (bar, rest) = rest.split_at_checked(1).unwrap_or_default();
    let line = format!("{}{rest}", look.paint(GUTTER, format!("{number:gutter$} {bar}")));
    out.push_str(line.trim_end());
    out.push('\n');
}

/// Where the place lies in the decoded texts, and what can be done.
fn notes(page: &mut Page, it: &Diagnostic) -> Vec<(&'static str, String)> {
    let mut notes: Vec<_> = page.inside.places(it).iter().map(|it| ("note", inside(it))).collect();
    notes.extend(it.fixes.iter().map(|it| ("help", help(it))));
    notes
}

fn inside(place: &InsidePlace) -> String {
    format!("inside `{}`: line {}, column {}", visible(&place.holder), place.line, place.column)
}

fn help(fix: &Fix) -> String {
    let how = match (fix.safety, &fix.file) {
        (_, Some(_)) => "",
        (Safety::Safe, None) => " (safe: run `agent-response fix`)",
        (Safety::Suggestion, None) => " (suggestion: `agent-response fix --suggestions`)",
    };
    format!("{}{how}", visible(&fix.title))
}

/// The name of a severity.
pub(super) fn word_for(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "info",
        Severity::Hint => "hint",
    }
}

/// The colour of a severity.
pub(super) fn style_of(severity: Severity) -> Style {
    let colour = match severity {
        Severity::Error => AnsiColor::BrightRed,
        Severity::Warning => AnsiColor::Yellow,
        Severity::Info => AnsiColor::BrightBlue,
        Severity::Hint => AnsiColor::BrightGreen,
    };
    colour.on_default().effects(Effects::BOLD)
}

fn digits(line: u32) -> usize {
    (line + 1).to_string().len()
}
