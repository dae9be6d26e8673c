//! What the first records of a file are may only be seen in one of those after them.

use crate::detect;
use crate::document::{Document, Documents};
use crate::names::FileName;
use crate::options::Options;
use crate::spec::Format;

/// So many records are looked at, and so many bytes.
const MOST_RECORDS: usize = 20;
const MOST_BYTES: usize = 1 << 20;

/// The kind of the first records that few signs show, if one of them shows it.
pub(super) fn kind(text: &str, options: &Options) -> Option<&'static Format> {
    let name = options.file_name.as_deref().map(FileName::new).unwrap_or_default();
    let head = text.get(..text.floor_char_boundary(MOST_BYTES)).unwrap_or(text);
    // Of the last line, only a part may be there.
    let head = if head.len() < text.len() { head.rsplit_once('\n').map_or("", |it| it.0) } else { head };
    let mut records = head.lines().filter(|it| !it.trim().is_empty()).take(MOST_RECORDS);
    // The first record of a file with only one shows by itself what it is.
    records.clone().nth(1)?;
    records.find_map(|it| {
        let mut docs = Documents::new(Document::file(it));
        detect::detect(&mut docs, &name, options).format.filter(|it| !it.again.is_empty())
    })
}
