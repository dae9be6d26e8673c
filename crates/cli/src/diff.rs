//! The changes of a fix, in the format that `patch` reads.

use clap::builder::styling::{AnsiColor, Style};
use similar::TextDiff;

use super::{
    output::{BOLD, Look},
    visible::visible,
};

/// The difference in unified format; empty if there is none.
pub(super) fn unified(path: &str, before: &str, after: &str) -> String {
    let path = visible(path);
    TextDiff::from_lines(before, after).unified_diff().header(&path, &path).to_string()
}

/// The difference for people: in color, with control characters escaped. For programs it is left unchanged.
pub(super) fn shown(diff: &str, look: Look) -> String {
    if !look.colours {
        return diff.to_owned();
    }
    let line = |it: &str| format!("{}\n", look.paint(style(it), visible(it)));
    diff.lines().map(line).collect()
}

fn style(line: &str) -> Style {
    let colour = match line.as_bytes() {
        [b'-', b'-', ..] | [b'+', b'+', ..] => return BOLD,
        [b'-', ..] => AnsiColor::Red,
        [b'+', ..] => AnsiColor::Green,
        [b'@', ..] => AnsiColor::Cyan,
        _ => return Style::new(),
    };
    colour.on_default()
}
