//! Answers for editors: the documents in a text, what is at an offset, and the edits of the file for an edit of a
//! document inside it. Offsets in, plain data out. One reading answers everything.
//!
//! Knows nothing of files, editors or protocols.

#[cfg(feature = "tool-calls")]
mod calls;
mod complete;
mod cursor;
mod data;
mod definition;
mod edit;
mod folding;
mod format;
mod found;
mod hover;
mod inner;
mod insert;
mod loose;
mod markdown;
mod offer;
mod places;
mod schema;
mod style;
mod symbols;
mod tokens;
mod view;
mod walk;

pub use data::{
    Completion, CompletionKind, Definition, DefinitionTarget, DocumentKind, DocumentSymbol, EditError, Fold, FoldKind,
    Hover, HoverRule, InnerDocument, InnerEdit, InnerOffset, Language, Place, SymbolKind, TOKEN_TYPES, TokenType,
    Tokens,
};
pub use edit::apply_edits;
pub use view::View;

use crate::bind::Bindings;
use crate::deadline::Running;
use crate::detect::Detection;
use crate::document::{Document, Documents};
use crate::names::FileName;
use crate::options::Options;
use crate::pipeline::{self, Checked};
use crate::query;
use crate::report::{Report, TextEdit};
use crate::resolve;
use crate::text::Span;
use inner::NestedDocument;

/// A text that was read once, with everything found in it.
#[derive(Debug)]
pub struct Opened {
    options: Options,
    report: Report,
    read: Read,
}

/// The result of reading, without checks.
#[derive(Debug)]
struct Read {
    docs: Documents<'static>,
    detection: Detection,
    bindings: Bindings,
    inners: Vec<NestedDocument>,
    /// The strings that hold a document, sorted, each with the index of its document.
    strings: Vec<(u64, u32)>,
}

/// The findings of `validate` in a text, with everything read for them, so that questions can be answered later.
#[derive(Debug)]
pub struct Validated {
    report: Report,
    docs: Documents<'static>,
    detection: Detection,
    bindings: Bindings,
}

impl Validated {
    /// Reads and checks a text.
    pub fn new(text: impl Into<String>, options: &Options) -> Self {
        let _running = Running::begin(options.timeout);
        let file = Documents::new(Document::file(text.into()));
        let Checked { docs, detection, bindings, findings } = pipeline::check_to_report(file, options);
        let of_records = pipeline::of_records(docs.get(0).found(), options, options.max_findings, &Default::default());
        let report = of_records.unwrap_or_else(|| resolve::report(&docs, &detection, findings));
        Self { report, docs, detection, bindings }
    }

    /// The text.
    pub fn text(&self) -> &str {
        self.docs.get(0).found()
    }

    /// What `validate` reports on it.
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// The file, unless its text was searched for other JSON than the first.
    pub fn file(&self) -> Option<&Document<'static>> {
        self.docs.file()
    }

    /// The text, open for questions, with the options that it was checked with.
    pub fn open(self, options: Options) -> Opened {
        let Self { report, docs, detection, bindings } = self;
        Opened { options, report, read: Read::new(docs, detection, bindings) }
    }
}

impl Opened {
    /// Reads and checks a text.
    pub fn new(text: impl Into<String>, options: Options) -> Self {
        Validated::new(text, &options).open(options)
    }

    /// The text.
    pub fn text(&self) -> &str {
        self.read.docs.get(0).found()
    }

    /// The options it was opened with.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// What `validate` reports on it.
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// Adds the string at a pointer to the documents, whatever its content: one that was JSON stays a document when an
    /// edit breaks it. False if there is no string.
    pub fn include(&mut self, pointer: &str) -> bool {
        pointer.is_empty() || self.read.include(pointer)
    }

    /// Removes what was included.
    pub fn exclude(&mut self) {
        self.read.exclude();
    }

    /// The documents in the text, in text order, outer before inner; without the file itself.
    pub fn documents(&self) -> Vec<InnerDocument> {
        self.read.documents()
    }

    /// The document at a pointer.
    pub fn document(&self, pointer: &str) -> Option<InnerDocument> {
        self.read.document(pointer)
    }

    /// The file, open for questions.
    pub fn file(&self) -> View<'_> {
        View { opened: self, window: places::Window { doc: 0, base: 0, text: self.text() } }
    }

    /// A document in it, open for questions: all offsets, in and out, are those of its text. The pointer `""` is the
    /// file.
    pub fn inside(&self, pointer: &str) -> Option<View<'_>> {
        Some(View { opened: self, window: self.read.window(pointer)? })
    }

    /// Turns edits of a document into the smallest edits of the file, in ascending order. The edits are in any order and do
    /// not overlap; the pointer `""` is the file. Decoding the edited file gives the edited document to the byte, and
    /// nothing else changes.
    pub fn edit(&self, pointer: &str, edits: &[InnerEdit]) -> Result<Vec<TextEdit>, EditError> {
        edit::edit(&self.read, &self.options, pointer, edits)
    }

    /// The decoded text of a document; of the file for the pointer `""`.
    pub fn text_of(&self, pointer: &str) -> Option<&str> {
        Some(self.read.window(pointer)?.text)
    }

    /// The place in the file of a byte range of a document; `None` if there is no such document or range.
    pub fn to_file(&self, pointer: &str, from: u32, to: u32) -> Option<Place> {
        let view = self.read.window(pointer)?;
        view.text.get(from as usize..to as usize)?;
        let span = self.read.to_file(view.doc, Span { start: from, end: to }.moved(view.base));
        Some(places::place(&mut places::index(self.text()), span))
    }

    /// The documents that contain a byte of the file, outermost first, with the offset in each. Both ends count.
    pub fn to_inner(&self, offset: u32) -> Vec<InnerOffset> {
        self.read.to_inner(offset)
    }
}

impl Read {
    fn new(mut docs: Documents<'static>, detection: Detection, bindings: Bindings) -> Self {
        let inners = inner::list(&mut docs, &detection, &bindings);
        let strings = inner::strings(&docs, &inners);
        Self { docs, detection, bindings, inners, strings }
    }

    fn include(&mut self, pointer: &str) -> bool {
        if self.shown_documents().any(|it| it.pointer == pointer) {
            return true;
        }
        let is_there = inner::include(&mut self.docs, &mut self.inners, pointer);
        self.strings = inner::strings(&self.docs, &self.inners);
        is_there
    }

    fn exclude(&mut self) {
        if self.inners.iter().any(|it| it.is_included && !it.is_hidden) {
            self.inners.iter_mut().for_each(|it| it.is_hidden = it.is_included);
            self.strings = inner::strings(&self.docs, &self.inners);
        }
    }

    /// Reads a text without checking it.
    fn of(text: String, options: &Options) -> Self {
        let name = options.file_name.as_deref().map(FileName::new).unwrap_or_default();
        let request = query::request(options, &name);
        let (docs, detection, bindings) =
            pipeline::read(Documents::new(Document::file(text)), options, (&name, request.as_ref()));
        Self::new(docs, detection, bindings)
    }
}
