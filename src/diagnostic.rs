//! A finding before it is reported: byte spans in its document, and fixes.
//! Knows nothing of how findings leave the library.

use std::fmt::{Display, Write};

use crate::document::DocId;
use crate::rules::Rule;
use crate::text::{Edit, Span, is_hidden, seen};

pub use crate::severity::{RuleGroup, Safety, Severity};

/// A finding in a document.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The rule.
    pub rule: &'static Rule,
    /// How serious this one is.
    pub severity: Severity,
    /// What is wrong and what is expected.
    pub message: String,
    /// The document of the span.
    pub doc: DocId,
    /// The smallest span that would have to change.
    pub span: Span,
    /// The span and the edits of the fixes refer to the text as found, not as read.
    pub is_as_found: bool,
    /// Other places, each with its message.
    pub notes: Vec<Note>,
    /// Fixes, the best one first.
    pub fixes: Vec<Fix>,
    /// It is not based on a specification.
    pub is_beyond: bool,
}

/// Another place of a finding.
#[derive(Clone, Debug)]
pub struct Note {
    /// How it relates to the finding.
    pub message: String,
    /// The document of the span.
    pub doc: DocId,
    /// The place.
    pub span: Span,
}

/// A fix has at most this many edits; what more it changes is part of the last one.
pub(crate) const MOST_EDITS: usize = 1000;

/// A fix in the document of the finding. Boxed, because it is moved at every step of its construction.
#[derive(Clone, Debug)]
pub struct Fix(Box<FixParts>);

/// What a fix does.
#[derive(Clone, Debug)]
pub struct FixParts {
    /// What will be done.
    pub title: String,
    /// Whether it may be applied without review.
    pub safety: Safety,
    /// The replacements in the document of the finding.
    pub edits: Vec<Edit>,
    /// The replacements in the file, when the finding is in another document.
    pub in_file: Vec<Edit>,
    /// What happens to files.
    pub file: Option<FileEdit>,
    /// What it removes is present elsewhere, too, or has no meaning.
    pub is_redundant: bool,
    /// A part of the finding remains after it.
    pub is_partial: bool,
    /// The document whose reading needs it: guesses of one reading are right or wrong together.
    pub reading: Option<u32>,
}

/// A change to files in the folder of the checked file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileEdit {
    /// The checked file gets this name.
    Rename(String),
    /// A file of this name is written with this text.
    Create(String, String),
}

impl Finding {
    /// Sets the message: what is wrong and what is expected.
    pub fn say(&mut self, message: std::fmt::Arguments) {
        // Most messages are not longer than this.
        self.message = String::with_capacity(128);
        // Writing to a string never fails.
        let _ = self.message.write_fmt(message);
    }

    /// Adds a fix.
    pub fn fix(&mut self, fix: Fix) {
        self.fixes.push(fix);
    }

    /// Adds another place in the same document.
    pub fn note(&mut self, span: Span, message: impl Into<String>) {
        self.notes.push(Note { message: message.into(), doc: self.doc, span });
    }
}

impl Fix {
    /// The title of a fix that removes what the finding is about.
    pub const REMOVE: &'static str = "Remove it";

    /// A fix that does what was meant and loses nothing.
    pub fn safe(title: impl Display) -> Self {
        Self::new(Safety::Safe, title)
    }

    /// A fix that is only a guess.
    pub fn guess(title: impl Display) -> Self {
        Self::new(Safety::Suggestion, title)
    }

    /// A fix with this safety.
    pub fn new(safety: Safety, title: impl Display) -> Self {
        let title = title.to_string();
        Self(Box::new(FixParts {
            title,
            safety,
            edits: Vec::new(),
            in_file: Vec::new(),
            file: None,
            is_redundant: false,
            is_partial: false,
            reading: None,
        }))
    }

    /// Replaces the text of the span with `text`.
    pub fn replace(self, span: Span, text: impl Into<String>) -> Self {
        self.edit(Edit { span, text: text.into() })
    }

    /// Replaces the text of the span, which is behind all earlier replacements in this text. Beyond [`MOST_EDITS`], it becomes
    /// part of the last one: a string of a megabyte may have a raw line break after every character.
    pub(crate) fn then(mut self, text: &str, span: Span, new: &str) -> Self {
        let is_full = self.0.edits.len() >= MOST_EDITS;
        match self.0.edits.last_mut() {
            Some(last) if is_full => last.extend(text, Edit { span, text: new.to_owned() }),
            _ => return self.replace(span, new),
        }
        self
    }

    /// The fix, of which a part of the finding remains unless it is whole.
    pub(crate) fn whole_if(mut self, is_whole: bool) -> Self {
        self.0.is_partial = !is_whole;
        self
    }

    /// The fix as part of a document's reading.
    pub(crate) fn of_reading(mut self, doc: crate::document::DocId) -> Self {
        self.0.reading = u32::try_from(doc).ok();
        self
    }

    /// Removes the text of the span.
    pub fn delete(self, span: Span) -> Self {
        self.edit(Edit { span, text: String::new() })
    }

    /// Inserts `text` at an offset.
    pub fn insert(self, at: u32, text: impl Into<String>) -> Self {
        self.edit(Edit { span: Span::empty(at), text: text.into() })
    }

    /// Replaces a span of the file with `text`, whichever document the finding is in.
    pub fn in_file(mut self, span: Span, text: impl Into<String>) -> Self {
        self.0.in_file.push(Edit { span, text: text.into() });
        self
    }

    fn edit(mut self, edit: Edit) -> Self {
        self.0.edits.push(edit);
        self
    }

    /// Adds what another fix does; the result is only as safe as the less safe of the two.
    pub fn and(mut self, mut other: Self) -> Self {
        if other.safety == Safety::Suggestion {
            self.0.safety = other.safety;
        }
        self.0.is_redundant &= other.0.is_redundant;
        self.0.edits.append(&mut other.0.edits);
        self
    }

    /// What it removes is present elsewhere, too, or has no meaning: the fix stays safe and its title need not say so.
    #[must_use]
    pub fn redundant(mut self) -> Self {
        self.0.is_redundant = true;
        self
    }

    /// The same fix as a suggestion.
    #[must_use]
    pub fn unsure(mut self) -> Self {
        self.0.safety = Safety::Suggestion;
        self
    }

    /// Renames the file.
    pub fn rename_file(mut self, name: impl Into<String>) -> Self {
        self.0.file = Some(FileEdit::Rename(name.into()));
        self
    }

    /// Writes another file.
    pub fn create_file(mut self, name: impl Into<String>, text: impl Into<String>) -> Self {
        self.0.file = Some(FileEdit::Create(name.into(), text.into()));
        self
    }

    /// What it does, mutable.
    pub(crate) fn repair(&mut self) -> &mut FixParts {
        &mut self.0
    }

    /// What it does.
    pub fn into_repair(self) -> FixParts {
        *self.0
    }
}

impl std::ops::Deref for Fix {
    type Target = FixParts;

    fn deref(&self) -> &FixParts {
        &self.0
    }
}

/// The user's text for a message: on one line, shortened, without control characters and commands for what shows logs.
pub fn shown(text: &str) -> String {
    const LONGEST: usize = 48;
    written_out(text, LONGEST)
}

/// The same for a text that is shown as a whole.
pub(crate) fn shown_whole(text: &str) -> String {
    written_out(text, usize::MAX)
}

fn written_out(text: &str, longest: usize) -> String {
    // Most words are names.
    let is_plain = |it: u8| matches!(it, b' '..=b'_' | b'a'..=b'~') && it != b'#';
    if text.len() <= longest && text.bytes().all(is_plain) {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len().min(longest.saturating_mul(2)));
    let mut last = None;
    for (n_chars, it) in seen(text).enumerate() {
        if n_chars == longest {
            out.push('…');
            break;
        }
        // One of a run says enough.
        if last.replace(it.ch) == Some(it.ch) && matches!(it.ch, '\0' | '`') {
            if !out.ends_with('…') {
                out.push('…');
            }
            continue;
        }
        match it.ch {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            ch if it.is_unsafe && ch > '\u{ffff}' => out.extend(ch.escape_unicode()),
            // A backtick would end the code that the text is shown as.
            ch if it.is_unsafe || ch == '`' => it.push_escape(&mut out),
            ch => out.push(ch),
        }
    }
    out
}

/// Control characters, and those that reverse or hide the text around them.
pub fn is_unprintable(ch: char) -> bool {
    ch.is_control() || is_hidden(ch)
}

/// Names in a sentence: `a`, `b` and `c`.
pub fn listed<S: AsRef<str>>(names: impl IntoIterator<Item = S>, last: &str) -> String {
    let names: Vec<S> = names.into_iter().collect();
    let mut out = String::with_capacity(names.iter().map(|it| it.as_ref().len() + 8).sum());
    for (idx, name) in names.iter().enumerate() {
        if idx > 0 {
            out.push_str(if idx + 1 == names.len() { last } else { ", " });
        }
        out.push('`');
        out.push_str(name.as_ref());
        out.push('`');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{listed, shown};

    #[test]
    fn words_are_shortened_and_escaped() {
        assert_eq!(shown("a\u{1b}[31m`b'\n\u{202e}"), "a\\u001b[31m\\u0060b'\\n\\u202e");
        assert_eq!(shown("```json"), "\\u0060…json");
        assert_eq!(shown("a\u{3164}\u{e0041}"), "a\\u3164\\u{e0041}");
        assert_eq!(shown(&"é".repeat(60)).chars().count(), 49);
    }

    #[test]
    fn names_are_listed() {
        assert_eq!(listed(["a", "b", "c"], " or "), "`a`, `b` or `c`");
    }
}
