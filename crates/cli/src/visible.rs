//! Untrusted text on its way to a terminal or a log: it must not control what shows it, hide text or change its direction.

use std::{borrow::Cow, ops::Range};

use agent_response::text::seen;

/// The text with every character that controls a terminal or hides something written out, and without commands for programs
/// that show logs: `##vso[` and `##[` anywhere, `::` at the beginning.
pub(super) fn visible(text: &str) -> Cow<'_, str> {
    let begins_command = text.trim_start().starts_with("::");
    if !begins_command && !seen(text).any(|it| it.is_unsafe) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for it in seen(text) {
        if it.is_unsafe {
            push_visible(&mut out, it.ch);
        } else {
            out.push(it.ch);
        }
    }
    if begins_command {
        out = out.replacen("::", ": :", 1);
    }
    Cow::Owned(out)
}

/// Longer runs of one hidden character are shown by their first and their last one.
const LONGEST_RUN: usize = 8;

/// The same for a line in which a place is marked, and the place in the result. The line is looked at as a whole, because a
/// command may begin before the mark and end in it. Tabs stay.
pub(super) fn visible_marked(line: &str, mark: Range<usize>) -> (String, Range<usize>) {
    let mut out = String::with_capacity(line.len());
    let (mut from, mut to) = (None, None);
    let mut run = ('\0', 0);
    for it in seen(line) {
        let begins = from.is_none() && it.at >= mark.start;
        let ends = to.is_none() && it.at >= mark.end;
        let is_hidden = it.is_unsafe && it.ch != '\t';
        if begins || ends || !is_hidden || it.ch != run.0 {
            push_run(&mut out, run);
            run.1 = 0;
        }
        from = from.or(begins.then_some(out.len()));
        to = to.or(ends.then_some(out.len()));
        if is_hidden {
            run = (it.ch, run.1 + 1);
        } else {
            out.push(it.ch);
        }
    }
    push_run(&mut out, run);
    let end = out.len();
    (out, from.unwrap_or(end)..to.unwrap_or(end))
}

/// One character so many times, or so that it can be seen that there are many.
fn push_run(out: &mut String, (ch, n): (char, usize)) {
    let is_long = n > LONGEST_RUN;
    for idx in 0..if is_long { 2 } else { n } {
        if is_long && idx == 1 {
            out.push('…');
        }
        push_visible(out, ch);
    }
}

/// The same for a line in parts, each of which is shown in a style of its own.
pub(super) fn visible_parts(parts: &[&str]) -> Vec<String> {
    let line = parts.concat();
    let mut out: Vec<String> = vec![String::new(); parts.len()];
    let (mut idx, mut end) = (0, parts.first().map_or(0, |it| it.len()));
    for it in seen(&line) {
        while it.at >= end && idx + 1 < parts.len() {
            idx += 1;
            end += parts.get(idx).map_or(0, |it| it.len());
        }
        let Some(part) = out.get_mut(idx) else { continue };
        if it.is_unsafe { push_visible(part, it.ch) } else { part.push(it.ch) }
    }
    if line.trim_start().starts_with("::")
        && let Some(first) = out.iter_mut().find(|it| it.contains(':'))
    {
        *first = first.replacen(':', ": ", 1);
    }
    out
}

fn push_visible(out: &mut String, ch: char) {
    match ch {
        // The Unicode symbols for control characters are one column wide.
        '\0'..='\x1f' => out.extend(char::from_u32(0x2400 + u32::from(ch))),
        '\x7f' => out.push('\u{2421}'),
        // The second sign of a command.
        '#' => out.push_str(" #"),
        _ => out.push_str(&format!("<U+{:04X}>", u32::from(ch))),
    }
}

#[cfg(test)]
mod tests {
    use agent_response::text::find_command;

    use super::{visible, visible_marked};

    #[test]
    fn what_hides_or_acts_is_written_out() {
        for (text, expected) in [
            ("a\u{fe0f}b", "a<U+FE0F>b"),
            ("a\u{200d}b", "a<U+200D>b"),
            ("❤\u{fe0f}\u{fe0f}\u{fe0e}", "❤\u{fe0f}<U+FE0F><U+FE0E>"),
            ("\u{ad}\u{34f}\u{e0100}\u{2800}", "<U+00AD><U+034F><U+E0100><U+2800>"),
            ("a\u{1b}[1m", "a\u{241b}[1m"),
            ("::error::x", ": :error::x"),
            (" ::x", " : :x"),
            ("##vso[task.x]##[y] ❤\u{fe0f}", "# #vso[task.x]# #[y] ❤\u{fe0f}"),
        ] {
            assert_eq!(visible(text), expected);
        }
    }

    #[test]
    fn a_long_run_in_a_line_is_shown_by_its_ends() {
        let shown = |line: &str, mark| {
            let (shown, mark) = visible_marked(line, mark);
            (shown[mark].to_owned(), shown)
        };
        let nuls = "\0".repeat(48);
        assert_eq!(shown(&format!("a{nuls}b"), 1..49), ("␀…␀".into(), "a␀…␀b".into()));
        assert_eq!(shown(&nuls, 0..20), ("␀…␀".into(), "␀…␀␀…␀".into()), "the mark ends in it");
        assert_eq!(shown(&nuls, 48..48), (String::new(), "␀…␀".into()));
        assert_eq!(shown(&"\0".repeat(8), 0..8).0, "␀".repeat(8));
        assert_eq!(shown("\0\u{1b}\0", 0..3).0, "␀␛␀");
    }

    #[test]
    fn no_mark_hides_a_command() {
        let line = "a: ##vso[x]###[y]\t##VSO[z] \u{1b}é";
        let places = || (0..=line.len()).filter(|it| line.is_char_boundary(*it));
        for from in places() {
            for to in places().filter(|it| *it >= from) {
                let (shown, mark) = visible_marked(line, from..to);
                assert_eq!(shown, "a: # #vso[x]## #[y]\t# #VSO[z] ␛é");
                assert_eq!(find_command(&shown), None);
                // The blank belongs to the sign after it.
                let marked = shown[mark].replace("# #", "##").replace('␛', "\u{1b}");
                assert_eq!(marked.trim_start(), line[from..to].trim_start(), "{from}..{to}");
            }
        }
    }
}
