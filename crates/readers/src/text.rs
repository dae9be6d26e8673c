//! Texts, as far as the readers take them apart. A page loads this crate: these few functions are smaller than those of the
//! standard library for the same, each of which is compiled once for each use.

/// What is before and after the first place of a text that is not empty.
pub(crate) fn split_once<'t>(text: &'t str, at: &str) -> Option<(&'t str, &'t str)> {
    let (first, others) = at.as_bytes().split_first()?;
    let bytes = text.as_bytes();
    let mut start = 0;
    loop {
        start += bytes.get(start..)?.iter().position(|it| it == first)?;
        if bytes.get(start + 1..)?.starts_with(others) {
            return Some((text.get(..start)?, text.get(start + at.len()..)?));
        }
        start += 1;
    }
}

/// Whether a text is in another one.
pub(crate) fn contains(text: &str, part: &str) -> bool {
    split_once(text, part).is_some()
}

/// The words with something between them.
pub(crate) fn joined<'t>(words: impl Iterator<Item = &'t str>, between: &str) -> String {
    let mut out = String::new();
    for word in words {
        if !out.is_empty() {
            out.push_str(between);
        }
        out.push_str(word);
    }
    out
}

/// `1 section`, `2 sections`
pub(crate) fn counted(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

/// The content of the first fence that says that it is JSON, else of the first one that begins like it.
pub(crate) fn in_fence(text: &str) -> Option<&str> {
    let labeled = fences(text, "```json").next();
    labeled.or_else(|| fences(text, "```").find(|it| it.starts_with(['{', '['])))
}

/// What is between lines with a fence.
fn fences<'t>(text: &'t str, begin: &'static str) -> impl Iterator<Item = &'t str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        loop {
            let (_, after) = split_once(rest, begin)?;
            rest = after;
            let blanks = after.get(..after.len() - after.trim_start().len())?;
            if blanks.contains('\n') {
                // Without an end of this one, there is none for a later one.
                let (content, more) = split_once(after, "\n```")?;
                rest = more;
                return Some(content.trim());
            }
        }
    })
}
