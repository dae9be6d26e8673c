//! What was done to a text: each fix with its place in the text that was given, in lines and columns as people count them.

use clap::builder::styling::AnsiColor;

use super::{counts::count, format::ColumnCounter, output::Look, visible::visible};
use agent_response::{
    Rule,
    diagnostic::shown,
    report::{AppliedFix, TextEdit},
    rules,
    text::{Edit, Span, apply},
};

/// Rules whose fixes drop what is around the JSON.
const DROPPING: [&Rule; 6] = [
    &rules::FENCED_PAYLOAD,
    &rules::LEADING_TEXT,
    &rules::MARKDOWN_FENCE,
    &rules::PROSE_AROUND_PAYLOAD,
    &rules::TRAILING_CONTENT,
    &rules::UNCLOSED_FENCE,
];

/// With more entries before the last of them, nobody reads what they dropped.
const MOST: usize = 32;

/// Lines with the words that each entry dropped around the JSON; empty for all others.
pub(super) fn dropped(text: &str, applied: &[AppliedFix]) -> Vec<String> {
    let is_around = |it: &AppliedFix| DROPPING.iter().any(|rule| rule.id == it.code);
    let n_entries = applied.iter().rposition(is_around).map_or(0, |it| it + 1);
    let (mut now, mut out) = (text.to_owned(), Vec::new());
    for entry in applied.iter().take(n_entries).filter(|_| n_entries <= MOST) {
        let span = |it: &TextEdit| Span { start: it.bytes.from, end: it.bytes.to };
        let gone = entry.edits.iter().filter(|it| it.text.is_empty() && is_around(entry)).map(|it| span(it).of(&now));
        let lines = gone.map(str::trim).filter(|it| !it.is_empty()).map(|it| {
            let n_characters = count(it.chars().count(), "character");
            // A message has no backticks of the user's text in it; here they are what was dropped.
            let parts: Vec<String> = it.split('`').map(shown).collect();
            let mark = if parts.len() > 1 { '"' } else { '`' };
            format!("    dropped {mark}{}{mark} ({n_characters})\n", parts.join("`"))
        });
        out.push(lines.collect());
        let edits: Vec<_> = entry.edits.iter().map(|it| Edit { span: span(it), text: it.text.clone() }).collect();
        now = apply(&now, &edits);
    }
    out
}

/// The line and the column of each fix, both from one; the column in characters.
pub(super) fn places(text: &str, applied: &[AppliedFix]) -> impl Iterator<Item = (u32, usize)> {
    let mut counter = ColumnCounter::default();
    applied.iter().map(move |it| (it.range.start.line + 1, counter.at(text, it.bytes.from as usize).column + 1))
}

/// More fixes of a rule are only counted.
const MOST_OF_RULE: usize = 20;

/// The line of each fix, which is empty for many of one rule, and the lines that count these.
pub(super) fn lines(text: &str, applied: &[AppliedFix], look: Look) -> (Vec<String>, String) {
    let mut counts: Vec<(&str, usize)> = Vec::new();
    let mut out = Vec::with_capacity(applied.len());
    let in_brackets = |code: &str| look.paint(AnsiColor::BrightBlack.on_default(), format!("[{code}]"));
    for (fix, (line, column)) in applied.iter().zip(places(text, applied)) {
        let n_before = match counts.iter_mut().find(|it| it.0 == fix.code) {
            Some((_, n)) => std::mem::replace(n, *n + 1),
            None => {
                counts.push((fix.code, 1));
                0
            }
        };
        let is_shown = n_before < MOST_OF_RULE;
        let words = || format!("  line {line}, column {column}: {} {}\n", visible(&fix.title), in_brackets(fix.code));
        out.push(if is_shown { words() } else { String::new() });
    }
    let more = counts.iter().filter_map(|(code, n)| Some((code, n.checked_sub(MOST_OF_RULE).filter(|it| *it > 0)?)));
    (out, more.map(|(code, n)| format!("  and {n} more {}\n", in_brackets(code))).collect())
}
