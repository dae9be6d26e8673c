//! Texts, as far as the readers take them apart. A page loads this crate: these few functions are smaller than those of the
//! standard library for the same, each of which is compiled once for each use.

/// What is before and after the first place of a text that is not empty.
pub(crate) fn split_once<'t>(text: &'t str, at: &str) -> Option<(&'t str, &'t str)> {
    let start = text.as_bytes().windows(at.len().max(1)).position(|it| it == at.as_bytes())?;
    Some((text.get(..start)?, text.get(start + at.len()..)?))
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
