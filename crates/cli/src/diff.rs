//! The changes of a fix, in the format that `patch` reads, or decoded for people.

mod decoded;
mod lines;
mod words;

use clap::builder::styling::{AnsiColor, Style};
use similar::TextDiff;

use super::{
    output::{BOLD, Look},
    visible::visible,
};
use agent_response::text::common_end;

pub(super) use self::decoded::decoded;

/// So many bytes of what both texts end with are compared, because each line takes memory.
const MOST_ALIKE: usize = 1 << 17;

/// The difference in unified format; empty if there is none.
pub(super) fn unified<'a>(path: &str, before: &'a str, after: &'a str) -> String {
    let path = visible(path);
    let n_alike = common_end(before, after);
    let alike = before.get(before.len() - n_alike..).unwrap_or_default();
    let end = alike.bytes().enumerate().skip(MOST_ALIKE).find(|it| it.1 == b'\n');
    let n_left_out = end.map_or(0, |it| n_alike - it.0 - 1);
    let compared = |text: &'a str| text.get(..text.len() - n_left_out).unwrap_or(text);
    TextDiff::from_lines(compared(before), compared(after)).unified_diff().header(&path, &path).to_string()
}

/// The difference for people: in color, with control characters escaped. For programs it is left unchanged.
pub(super) fn shown(diff: &str, look: Look) -> String {
    if !look.colors {
        return diff.to_owned();
    }
    let line = |it: &str| format!("{}\n", look.paint(style(it), visible(it)));
    diff.lines().map(line).collect()
}

fn style(line: &str) -> Style {
    let color = match line.as_bytes() {
        [b'-', b'-', ..] | [b'+', b'+', ..] => return BOLD,
        [b'-', ..] => AnsiColor::Red,
        [b'+', ..] => AnsiColor::Green,
        [b'@', ..] => AnsiColor::Cyan,
        _ => return Style::new(),
    };
    color.on_default()
}

#[cfg(test)]
mod tests {
    use super::{MOST_ALIKE, unified};

    #[test]
    fn what_both_texts_end_with_is_not_all_compared() {
        let rest = "same\n".repeat(MOST_ALIKE);
        let short = "same\n".repeat(4);
        let diff = |rest: &str| unified("a", &format!("one\n{rest}"), &format!("two\n{rest}"));
        assert_eq!(diff(&rest), diff(&short));
        assert_eq!(unified("a", &rest, &rest), "");
    }
}
