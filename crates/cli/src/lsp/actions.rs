//! Code actions: the fixes of the findings at the cursor, and the edits of all actions.

use gen_lsp_types::{
    CodeAction, CodeActionKind, CreateFile, Diagnostic, DocumentChange, Edit, OptionalVersionedTextDocumentIdentifier,
    RenameFile, TextDocumentEdit, TextDocumentIdentifier, TextEdit, Uri, WorkspaceEdit,
};

use super::{
    address,
    client::Client,
    documents::OpenDocument,
    findings::{diagnostic, span},
    lines::PositionCounter,
};
use agent_response::{
    diagnostic::Safety,
    report::{DiagnosticFix, FileChange, Report},
    text::{Span, common_end, common_start},
};

/// The names of the kinds of actions, from the general to the specific.
pub(super) const QUICK_FIX: &str = "quickfix";
pub(super) const SUGGESTION: &str = "quickfix.agentResponse.suggestion";
pub(super) const FIX_ALL: &str = "source.fixAll.agentResponse";
pub(super) const REWRITE: &str = "refactor.rewrite.agentResponse";

/// Whether the client wants actions of a kind: the kinds that it names, the kinds below them, or all kinds if it names
/// none.
pub(super) fn is_wanted(kind: &str, only: Option<&[CodeActionKind]>) -> bool {
    let names = |wanted: &CodeActionKind| {
        let wanted = wanted.to_string();
        kind.strip_prefix(wanted.as_str())
            .is_some_and(|rest| wanted.is_empty() || rest.is_empty() || rest.starts_with('.'))
    };
    only.is_none_or(|it| it.iter().any(names))
}

/// The fixes of the findings that touch a part of the text.
pub(super) fn quick_fixes(document: &OpenDocument, report: &Report, at: Span, client: &Client) -> Vec<CodeAction> {
    let mut places = document.places(client.encoding);
    let mut out = Vec::new();
    for finding in &report.diagnostics {
        let marked_span = span(finding.bytes);
        if marked_span.start > at.end || at.start > marked_span.end || finding.fixes.is_empty() {
            continue;
        }
        let marked = diagnostic(finding, &document.uri, &mut places, client);
        let preferred = finding.fixes.iter().position(|it| it.safety == Safety::Safe);
        for (idx, fix) in finding.fixes.iter().enumerate() {
            if let Some(edit) = fix_edit(document, fix, &mut places, client) {
                out.push(action(fix, edit, &marked, preferred == Some(idx)));
            }
        }
    }
    // Preferred ones first: some editors apply the first one of a kind.
    out.sort_by_key(|it| it.is_preferred != Some(true));
    out
}

fn action(fix: &DiagnosticFix, edit: WorkspaceEdit, marked: &Diagnostic, is_preferred: bool) -> CodeAction {
    let (title, kind) = match fix.safety {
        Safety::Safe => (fix.title.clone(), QUICK_FIX),
        Safety::Suggestion => (format!("{} (suggestion)", fix.title), SUGGESTION),
    };
    CodeAction {
        title,
        kind: Some(CodeActionKind::from(kind.to_owned())),
        diagnostics: Some(vec![marked.clone()]),
        is_preferred: is_preferred.then_some(true),
        edit: Some(edit),
        ..CodeAction::default()
    }
}

/// The edits of a fix, and its changes to files; `None` if the client cannot do all of it.
pub(super) fn fix_edit(
    document: &OpenDocument,
    fix: &DiagnosticFix,
    places: &mut PositionCounter,
    client: &Client,
) -> Option<WorkspaceEdit> {
    let edit = |it: &agent_response::report::TextEdit| TextEdit {
        range: places.range(span(it.bytes)),
        new_text: it.text.clone(),
    };
    let edits: Vec<TextEdit> = fix.edits.iter().map(edit).collect();
    let Some(change) = &fix.file else { return Some(text_edit(document, edits, client)) };
    let mut changes = Vec::new();
    if !edits.is_empty() {
        changes.push(versioned(&document.uri, document.version, edits));
    }
    match change {
        FileChange::Rename { name } if client.renames_files => {
            let new_uri = address::beside(&document.uri.0, name)?;
            changes.push(DocumentChange::RenameFile(RenameFile {
                old_uri: document.uri.clone(),
                new_uri,
                options: None,
                annotation_id: None,
            }));
        }
        FileChange::Create { name, text } if client.creates_files => {
            let uri = address::beside(&document.uri.0, name)?;
            changes.extend(created(&uri, text.clone()));
        }
        FileChange::Rename { .. } | FileChange::Create { .. } => return None,
    }
    Some(WorkspaceEdit { changes: None, document_changes: Some(changes), change_annotations: None })
}

/// Edits of one text.
pub(super) fn text_edit(document: &OpenDocument, edits: Vec<TextEdit>, client: &Client) -> WorkspaceEdit {
    edit_of(&document.uri, document.version, edits, client)
}

/// Edits of a text that may not be open.
pub(super) fn edit_of(uri: &Uri, version: Option<i32>, edits: Vec<TextEdit>, client: &Client) -> WorkspaceEdit {
    if client.has_versioned_edits {
        let changes = vec![versioned(uri, version, edits)];
        return WorkspaceEdit { changes: None, document_changes: Some(changes), change_annotations: None };
    }
    let changes = [(uri.clone(), edits)].into_iter().collect();
    WorkspaceEdit { changes: Some(changes), document_changes: None, change_annotations: None }
}

/// A new file with some text; `None` if the client cannot create files.
pub(super) fn new_file(uri: &Uri, text: String, client: &Client) -> Option<WorkspaceEdit> {
    let changes = client.creates_files.then(|| created(uri, text))?;
    Some(WorkspaceEdit { changes: None, document_changes: Some(changes.into()), change_annotations: None })
}

fn created(uri: &Uri, text: String) -> [DocumentChange; 2] {
    let content = TextEdit { range: Default::default(), new_text: text };
    let create = CreateFile { uri: uri.clone(), options: None, annotation_id: None };
    [DocumentChange::CreateFile(create), versioned(uri, None, vec![content])]
}

fn versioned(uri: &Uri, version: Option<i32>, edits: Vec<TextEdit>) -> DocumentChange {
    DocumentChange::TextDocumentEdit(TextDocumentEdit {
        text_document: OptionalVersionedTextDocumentIdentifier {
            version,
            text_document_identifier: TextDocumentIdentifier { uri: uri.clone() },
        },
        edits: edits.into_iter().map(Edit::TextEdit).collect(),
    })
}

/// The smallest single edit that turns a text into another one.
pub(super) fn rewrite(document: &OpenDocument, new: &str, client: &Client) -> Option<WorkspaceEdit> {
    let (span, text) = difference(&document.text, new)?;
    let range = document.places(client.encoding).range(span);
    Some(text_edit(document, vec![TextEdit { range, new_text: text.to_owned() }], client))
}

/// Where two texts differ, never inside a character or a line end.
fn difference<'t>(old: &str, new: &'t str) -> Option<(Span, &'t str)> {
    if old == new {
        return None;
    }
    let is_split = |text: &str, at: usize| {
        text.get(..at).is_some_and(|it| it.ends_with('\r')) && text.get(at..).is_some_and(|it| it.starts_with('\n'))
    };
    let start = common_start(old, new);
    let start = start - usize::from(is_split(old, start) || is_split(new, start));
    let end = common_end(old.get(start..).unwrap_or_default(), new.get(start..).unwrap_or_default());
    let end = end - usize::from(is_split(old, old.len() - end) || is_split(new, new.len() - end));
    Some((Span::new(start, old.len() - end), new.get(start..new.len() - end).unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::{difference, is_wanted};
    use gen_lsp_types::CodeActionKind;

    #[test]
    fn a_difference_is_small_and_cuts_nothing() {
        let check = |old: &str, new: &str| {
            let (span, text) = difference(old, new).unwrap();
            let mut out = old.to_owned();
            out.replace_range(span.start as usize..span.end as usize, text);
            assert_eq!(out, new);
            (span.of(old).to_owned(), text.to_owned())
        };
        assert_eq!(check("abc", "axc"), ("b".into(), "x".into()));
        assert_eq!(check("aaa", "aa"), ("a".into(), "".into()));
        assert_eq!(check("é", "è"), ("é".into(), "è".into()));
        assert_eq!(check("a\r\nb", "a\nb"), ("\r\n".into(), "\n".into()));
        assert_eq!(check("", "x"), ("".into(), "x".into()));
        assert_eq!(difference("x", "x"), None);
    }

    #[test]
    fn kinds_contain_the_kinds_below_them() {
        let wants = |kind: &str, only: &str| is_wanted(kind, Some(&[CodeActionKind::from(only.to_owned())]));
        assert!(wants("source.fixAll.agentResponse", "source.fixAll"));
        assert!(wants("source.fixAll.agentResponse", "source"));
        assert!(wants("quickfix", ""));
        assert!(!wants("source.fixAll.agentResponse", "source.fix"));
        assert!(!wants("quickfix", "quickfix.other"));
        assert!(is_wanted("quickfix", None) && !is_wanted("quickfix", Some(&[])));
    }
}
