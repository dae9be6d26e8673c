//! The texts that the client has open, kept in sync with it.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    rc::Rc,
};

use gen_lsp_types::{Range, Uri};
use serde::Deserialize;

use super::{
    address,
    lines::{Encoding, LineStarts, PositionCounter},
};

use agent_response::{ide::Opened, report::Report};

/// A text that is open.
pub(super) struct OpenDocument {
    pub(super) uri: Uri,
    /// Its file, if it has one.
    pub(super) path: Option<PathBuf>,
    pub(super) version: Option<i32>,
    pub(super) text: String,
    pub(super) lines: LineStarts,
    /// How it is treated; determined on demand.
    pub(super) role: Option<Role>,
    /// The findings in this text, as long as nothing that they depend on has changed; none in a text that is not checked.
    pub(super) checked: Option<Option<Rc<CheckedText>>>,
    /// The results of the last change have not been sent to the client yet.
    pub(super) is_due: bool,
    /// The client was sent findings, which it shows until it gets others.
    pub(super) is_marked: bool,
}

/// What was found in a text.
pub(super) enum CheckedText {
    /// In a project file.
    Project(Report),
    /// In a checked file: its parsed form is kept for the questions that follow.
    Text(Box<Opened>),
}

impl CheckedText {
    pub(super) fn report(&self) -> &Report {
        match self {
            Self::Project(report) => report,
            Self::Text(opened) => opened.report(),
        }
    }

    pub(super) fn opened(&self) -> Option<&Opened> {
        match self {
            Self::Project(_) => None,
            Self::Text(opened) => Some(opened),
        }
    }
}

/// How a file is treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// It is checked.
    Checked,
    /// It is checked if its content shows that models call tools in it.
    Candidate,
    /// It configures how files are checked.
    Project,
    /// It is not an agent file.
    Foreign,
}

impl OpenDocument {
    /// A file that is not open.
    pub(super) fn of_file(path: &Path, text: String) -> Self {
        Self {
            uri: address::uri(path),
            path: Some(path.to_owned()),
            version: None,
            lines: LineStarts::of(&text),
            text,
            role: None,
            checked: None,
            is_due: false,
            is_marked: false,
        }
    }

    pub(super) fn places(&self, encoding: Encoding) -> PositionCounter<'_> {
        PositionCounter::new(&self.text, &self.lines, encoding)
    }
}

/// The parameters of the notifications, as far as they are used. Members that clients omit or set to null are
/// tolerated: if a change is not applied, everything after it is wrong.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DidOpen {
    text_document: OpenedDocument,
}

#[derive(Deserialize)]
struct OpenedDocument {
    uri: Uri,
    version: Option<i32>,
    text: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DidChange {
    text_document: ChangedDocument,
    content_changes: Vec<ContentChange>,
}

#[derive(Deserialize)]
struct ChangedDocument {
    uri: Uri,
    version: Option<i32>,
}

#[derive(Deserialize)]
struct ContentChange {
    /// Everything, if absent.
    range: Option<Range>,
    text: String,
}

/// All open texts, by URI.
#[derive(Default)]
pub(super) struct OpenDocuments {
    by_uri: BTreeMap<String, OpenDocument>,
}

impl OpenDocuments {
    pub(super) fn open(&mut self, DidOpen { text_document: it }: DidOpen) -> &mut OpenDocument {
        let key = it.uri.0.clone();
        let is_marked = self.by_uri.get(&key).is_some_and(|it| it.is_marked);
        let document = OpenDocument {
            path: address::path(&it.uri.0),
            uri: it.uri,
            version: it.version,
            lines: LineStarts::of(&it.text),
            text: it.text,
            role: None,
            checked: None,
            is_due: true,
            is_marked,
        };
        self.by_uri.remove(&key);
        self.by_uri.entry(key).or_insert(document)
    }

    /// Applies the changes one after the other; `None` if the text is not open.
    pub(super) fn change(&mut self, changed: DidChange, encoding: Encoding) -> Option<&mut OpenDocument> {
        let document = self.by_uri.get_mut(&changed.text_document.uri.0)?;
        for ContentChange { range, text } in changed.content_changes {
            let Some(range) = range else {
                document.lines = LineStarts::of(&text);
                document.text = text;
                continue;
            };
            let span = document.lines.span(&document.text, range, encoding);
            let (from, to) = (span.start as usize, span.end as usize);
            document.text.replace_range(from..to, &text);
            document.lines.edited(&document.text, (from, to), text.len());
        }
        document.version = changed.text_document.version.or(document.version);
        document.checked = None;
        document.is_due = true;
        Some(document)
    }

    pub(super) fn close(&mut self, uri: &str) -> Option<OpenDocument> {
        self.by_uri.remove(uri)
    }

    pub(super) fn get(&self, uri: &str) -> Option<&OpenDocument> {
        self.by_uri.get(uri)
    }

    pub(super) fn get_mut(&mut self, uri: &str) -> Option<&mut OpenDocument> {
        self.by_uri.get_mut(uri)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &OpenDocument> {
        self.by_uri.values()
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut OpenDocument> {
        self.by_uri.values_mut()
    }

    /// The text of a file that is open.
    pub(super) fn text_of(&self, path: &Path) -> Option<&str> {
        self.by_uri.values().find(|it| it.path.as_deref() == Some(path)).map(|it| it.text.as_str())
    }
}
