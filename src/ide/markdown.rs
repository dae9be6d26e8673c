//! Markdown headings, as far as an outline needs them.

use crate::text::Span;

/// A heading with the text under it.
pub(super) struct Heading {
    /// 1 for `#`.
    pub(super) level: usize,
    /// Its line, without the line end.
    pub(super) line: Span,
    /// Its words.
    pub(super) title: Span,
    /// To the next heading that is not below it.
    pub(super) all: Span,
}

/// The headings of a text, in order; lines in code blocks are not headings.
pub(super) fn headings(text: &str) -> Vec<Heading> {
    let mut out: Vec<Heading> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut fence: Option<&str> = None;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let at = start;
        start += line.len();
        let plain = line.trim_end();
        let words = plain.trim_start();
        let mark = ["```", "~~~"].into_iter().find(|it| words.starts_with(it));
        if let Some(mark) = mark {
            fence = if fence.is_none() { Some(mark) } else { fence.filter(|it| *it != mark) };
            continue;
        }
        let level = plain.bytes().take_while(|it| *it == b'#').count();
        let rest = plain.get(level..).unwrap_or_default();
        if fence.is_some() || !(1..=6).contains(&level) || !rest.is_empty() && !rest.starts_with([' ', '\t']) {
            continue;
        }
        while let Some(idx) = open.pop_if(|it| out.get(*it).is_some_and(|it| it.level >= level)) {
            close(&mut out, idx, text, at);
        }
        open.push(out.len());
        let title = at + level + (rest.len() - rest.trim_start().len());
        let line = Span::new(at, at + plain.len());
        out.push(Heading { level, line, title: Span::new(title, at + plain.len()), all: Span::new(at, text.len()) });
    }
    for idx in open {
        close(&mut out, idx, text, text.len());
    }
    out
}

/// Ends the text under a heading before blank lines.
fn close(out: &mut [Heading], idx: usize, text: &str, end: usize) {
    if let Some(heading) = out.get_mut(idx) {
        let start = heading.all.start as usize;
        let inside = text.get(start..end).unwrap_or_default();
        heading.all = Span::new(start, start + inside.trim_end().len());
    }
}

#[cfg(test)]
mod tests {
    use super::headings;

    #[test]
    fn headings_have_what_is_under_them() {
        let text = "intro\n# A\nx\n\n## B\n```\n# no\n```\n\n#no\n## C\r\ny\n# D";
        let shown: Vec<_> = headings(text).iter().map(|it| (it.level, it.title.of(text), it.all.of(text))).collect();
        let expected = [
            (1, "A", "# A\nx\n\n## B\n```\n# no\n```\n\n#no\n## C\r\ny"),
            (2, "B", "## B\n```\n# no\n```\n\n#no"),
            (2, "C", "## C\r\ny"),
            (1, "D", "# D"),
        ];
        assert_eq!(shown, expected);
    }
}
