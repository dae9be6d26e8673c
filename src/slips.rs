//! Why strict parsing of a text stops: the slips in it, as the reading of the whole text finds them.

mod edits;
mod readings;
mod root;
mod whole;

pub(crate) use edits::sign;
pub(crate) use readings::Readings;

pub(crate) use crate::reading::ReadingFault;
use crate::text::{Edit, Span};

/// The level of a text: the file, or JSON in a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TextLevel {
    File,
    Payload,
}

/// One slip; all spans are in the original text.
#[derive(Clone, Debug)]
pub(crate) struct Slip {
    /// What it is; of several in one string, that of the quotes.
    pub(crate) fault: ReadingFault,
    /// The edits that undo it.
    pub(crate) edits: Vec<Edit>,
}

#[cfg(feature = "tool-calls")]
impl Slip {
    /// Whether it is certain what the text says.
    pub(crate) fn leaves_no_doubt(&self) -> bool {
        use ReadingFault as Is;
        matches!(
            self.fault,
            Is::Comment
                | Is::TrailingComma
                | Is::OtherLiteral
                | Is::OtherQuotes
                | Is::BareKey
                | Is::RawLine
                | Is::RawControl
        )
    }
}

/// The slips of a text whose JSON is at `body`; `None` if no reading of it is certain.
pub(crate) fn find_slips(body: Span, text: &str, level: TextLevel, readings: Option<&Readings>) -> Option<Vec<Slip>> {
    let json = body.of(text);
    let mut found = readings.map_or_else(|| whole::slips(json, level), |it| it.slips(json, level))?;
    for edit in found.iter_mut().flat_map(|it| &mut it.edits) {
        edit.span = Span { start: edit.span.start + body.start, end: edit.span.end + body.start };
        // A missing opening bracket goes on a line of its own if the content begins on a later line.
        let before = text.get(body.start as usize..edit.span.start as usize).unwrap_or_default();
        let opens = edit.span.is_empty() && matches!(edit.text.as_str(), "{" | "[");
        if opens && before.trim().is_empty() && before.contains('\n') {
            edit.span = Span::empty(body.start);
        }
    }
    Some(found)
}
