//! What was done to a text: each fix with its place in the text that was given, in lines and columns as people count them.

use clap::builder::styling::AnsiColor;

use super::{format::ColumnCounter, output::Look, visible::visible};
use agent_response::report::AppliedFix;

/// The line and the column of each fix, both from one; the column in characters.
pub(super) fn places(text: &str, applied: &[AppliedFix]) -> impl Iterator<Item = (u32, usize)> {
    let mut counter = ColumnCounter::default();
    applied.iter().map(move |it| (it.range.start.line + 1, counter.at(text, it.bytes.from as usize).column + 1))
}

/// One line for each fix.
pub(super) fn lines(text: &str, applied: &[AppliedFix], look: Look) -> String {
    let mut out = String::new();
    for (fix, (line, column)) in applied.iter().zip(places(text, applied)) {
        let code = look.paint(AnsiColor::BrightBlack.on_default(), format!("[{}]", fix.code));
        out += &format!("  line {line}, column {column}: {} {code}\n", visible(&fix.title));
    }
    out
}
