//! What a fix removes: its title says so, and such a fix is never applied without asking. A fix that removes several
//! JSON values is not offered: only the author knows which one is meant.

use std::borrow::Cow;

use crate::diagnostic::{Finding, Fix, Safety, shown};
use crate::document::{Document, Documents};
use crate::json;
use crate::text::{Edit, Span, common_end, common_start, find_byte};
use crate::unpack::values;

/// This many characters may be removed silently.
const FEW_CHARS: usize = 40;
/// At most this many removed texts are searched for among the inserted ones: a fix may have thousands of edits.
const MOST_MOVED: usize = 64;

/// Examines the fixes of all findings: those that remove something notable become suggestions and say so, those that
/// remove several values are dropped, and a fix that removes the least comes first.
pub(crate) fn tell(docs: &Documents, findings: &mut [Finding]) {
    for finding in findings.iter_mut().filter(|it| !it.fixes.is_empty()) {
        let document = docs.get(finding.doc);
        let mut sizes = Vec::with_capacity(finding.fixes.len());
        finding.fixes.retain_mut(|fix| {
            let size = tell_of((document, finding.is_as_found), fix);
            sizes.extend(size);
            size.is_some()
        });
        // Among the edits that undo a slip, the first is the most likely.
        if let (Some(first), Some(least)) = (sizes.first(), sizes.iter().min())
            && first > least
            && !finding.is_as_found
        {
            let at = sizes.iter().position(|it| it == least).unwrap_or_default();
            let best = finding.fixes.remove(at);
            finding.fixes.insert(0, best);
        }
    }
}

/// How many notable characters a fix removes; `None` if it removes several values.
fn tell_of((document, is_as_found): (&Document, bool), fix: &mut Fix) -> Option<usize> {
    // After a fault that leaves extents in doubt, the removed text may not be what it seems, except in the text as found.
    if fix.is_redundant && (document.is_sure || is_as_found) {
        return Some(0);
    }
    let text = if is_as_found { document.found() } else { &*document.text };
    if is_little(text, &fix.edits) {
        return Some(0);
    }
    let removed = removed(text, &fix.edits);
    // A part of a reading is not left out.
    if removed.n_values > 1 && fix.reading.is_none() {
        return None;
    }
    if !removed.is_notable() {
        return Some(0);
    }
    let title = removed.said_in(&fix.title);
    let repair = fix.repair();
    repair.safety = Safety::Suggestion;
    if let Some(title) = title {
        repair.title = title;
    }
    Some(removed.n_chars)
}

/// Whether so little is removed that it need not be compared with what is inserted, as in most fixes.
fn is_little(text: &str, edits: &[Edit]) -> bool {
    let mut n_bytes = 0;
    edits.iter().all(|edit| {
        let old = edit.span.of(text);
        let within = |it| str::strip_prefix(it, '"').and_then(|it| it.strip_suffix('"'));
        let old = within(old).filter(|_| within(&edit.text).is_some()).unwrap_or(old);
        n_bytes += old.len();
        n_bytes <= FEW_CHARS && marks(old) == 0 && !old.contains(['\\', '#'])
    })
}

/// What the edits of a fix remove, all together.
#[derive(Default)]
struct Removed<'t> {
    /// The first removed text, as it is written.
    first: &'t str,
    n_places: usize,
    n_chars: usize,
    /// Removed quotes and brackets, minus the inserted ones.
    n_marks: usize,
    /// JSON values with words or numbers.
    n_values: usize,
    has_heading: bool,
}

fn removed<'t>(text: &'t str, edits: &[Edit]) -> Removed<'t> {
    let mut out = Removed::default();
    let mut added = None;
    for edit in edits.iter().filter(|it| !it.span.is_empty()) {
        let old = edit.span.of(text);
        let (whole, all_new) = (plain(old), plain(&edit.text));
        let (gone, new) = differing(&whole, &all_new);
        if gone.is_empty() || behind(gone, new).is_some() {
            continue;
        }
        // What is removed here may be inserted elsewhere, in the same order: each text is searched for after the one before.
        let (added, at) = added.get_or_insert_with(|| (all_added(edits), 0));
        let moved = added.get(*at..).filter(|_| out.n_places < MOST_MOVED).and_then(|it| behind(gone, it));
        if let Some(end) = moved {
            *at += end;
            continue;
        }
        out.n_places += 1;
        if out.first.is_empty() {
            out.first = without(old, &edit.text);
        }
        out.n_chars += gone.chars().count().saturating_sub(new.chars().count());
        out.n_marks += marks(gone).saturating_sub(marks(new));
        out.n_values = out.n_values.saturating_add(n_values(old, &all_new));
        out.has_heading |= gone.contains('#') && has_heading(text, edit.span);
    }
    out
}

/// How many JSON values with words or numbers are in a text but not in its replacement; several if there are too many
/// brackets to know.
fn n_values(old: &str, new: &str) -> usize {
    let is_lost = |it: &&Span| {
        let value = it.of(old);
        value.contains(char::is_alphanumeric) && behind(&plain(value), new).is_none()
    };
    values(old).map_or(usize::MAX, |all| all.iter().filter(is_lost).count())
}

impl Removed<'_> {
    fn is_notable(&self) -> bool {
        self.n_marks > 0 || self.has_heading || self.n_chars > FEW_CHARS
    }

    /// The title with the removed text, unless it already has it.
    fn said_in(&self, title: &str) -> Option<String> {
        let words = self.first.trim_matches(|it: char| matches!(it, ',' | ':' | '"') || it.is_whitespace());
        let is_said = |words: &str| !words.is_empty() && title.contains(&format!("`{}`", shown(words)));
        if self.n_places == 1 && (is_said(words) || is_said(self.first)) {
            return None;
        }
        let mut what = format!("`{}`", shown(self.first));
        match (self.n_places, self.n_chars) {
            (1, n_chars) if n_chars > FEW_CHARS => what.push_str(&format!(" ({n_chars} characters)")),
            (1, _) => (),
            (2, n_chars) => what.push_str(&format!(" and one more place ({n_chars} characters)")),
            (n_places, n_chars) => {
                what.push_str(&format!(" and {} more places ({n_chars} characters)", n_places - 1));
            }
        }
        Some(if title == Fix::REMOVE { format!("Remove {what}") } else { format!("{title}; this removes {what}") })
    }
}

/// A text without its escapes, and without blanks, commas and backslashes, whose number does not matter.
fn plain(text: &str) -> String {
    let decoded = match find_byte(text.as_bytes(), 0, b'\\') {
        Some(_) => Cow::Owned(json::decode(text).text),
        None => Cow::Borrowed(text),
    };
    decoded.chars().filter(|it| !it.is_whitespace() && !matches!(it, '\\' | ',')).collect()
}

/// The text that is removed if only a part of it stays.
fn without<'t>(old: &'t str, new: &str) -> &'t str {
    let at = old.find(new).filter(|_| !new.is_empty());
    let around = at.and_then(|it| Some((old.get(..it)?.trim(), old.get(it + new.len()..)?.trim())));
    match around {
        Some((before, after)) if after.len() > before.len() => after,
        Some((before, _)) => before,
        None => old.trim(),
    }
}

/// Both texts without their common beginning and end.
fn differing<'t>(old: &'t str, new: &'t str) -> (&'t str, &'t str) {
    // A quoted text that is replaced by its content loses only its quotes.
    let content = |it: &'t str| it.trim_matches(['"', '\'', '`']);
    if !new.is_empty() && content(old) == content(new) {
        return ("", "");
    }
    let front = common_start(old, new);
    let (old, new) = (old.get(front..).unwrap_or_default(), new.get(front..).unwrap_or_default());
    let back = common_end(old, new);
    let cut = |it: &'t str| it.get(..it.len() - back).unwrap_or_default();
    (cut(old), cut(new))
}

/// Where a text ends in another one that has all its characters in the same order.
fn behind(part: &str, whole: &str) -> Option<usize> {
    let mut rest = whole.chars();
    for ch in part.chars() {
        rest.find(|it| *it == ch)?;
    }
    Some(whole.len() - rest.as_str().len())
}

fn all_added(edits: &[Edit]) -> String {
    let mut out = String::new();
    for edit in edits {
        out.push_str(&plain(&edit.text));
    }
    out
}

fn marks(text: &str) -> usize {
    let is_mark = |sign: &char| {
        matches!(sign, '"' | '\'' | '“' | '”' | '„' | '‘' | '’' | '«' | '»' | '＂')
            || matches!(sign, '{' | '}' | '[' | ']' | '｛' | '｝' | '［' | '］' | '【' | '】' | '(' | ')' | '（' | '）')
    };
    text.chars().filter(is_mark).count()
}

/// Whether a Markdown heading begins in a span of a text.
fn has_heading(text: &str, span: Span) -> bool {
    let before = text.get(..span.start as usize).unwrap_or_default();
    let is_line = before.trim_end_matches([' ', '\t']).ends_with('\n') || before.trim().is_empty();
    span.of(text).split('\n').enumerate().any(|(idx, line)| {
        let line = line.trim_start();
        let words = line.trim_start_matches('#');
        (idx > 0 || is_line) && words.len() < line.len() && words.starts_with(' ')
    })
}

#[cfg(test)]
mod tests {
    use super::has_heading;
    use crate::text::Span;

    #[test]
    fn headings_begin_lines() {
        let in_all = |text: &str| has_heading(text, Span::new(0, text.len()));
        assert!(in_all("## One") && in_all("text\n  # Two\nmore"));
        assert!(!in_all("text # no heading") && !in_all("#hash") && !in_all("text\n- item") && !in_all(""));
        // A span in the middle of a line does not begin with a heading.
        assert!(!has_heading("see # this", Span::new(4, 10)));
        assert!(has_heading("one\n \t# this", Span::new(6, 12)));
    }
}
