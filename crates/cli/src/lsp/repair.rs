//! What safe fixes do with a text and what they leave, and what completes a text as far as the server knows.

use gen_lsp_types::{CodeAction, CodeActionKind, WorkspaceEdit};

use super::{
    actions::{self, QUICK_FIX},
    client::Client,
    documents::{OpenDocument, OpenDocuments},
    findings::{diagnostic, span},
    session::Session,
};
use crate::{clock, counts::Counts, host};
use agent_response::{
    Options,
    diagnostic::{Safety, Severity},
    report::{Diagnostic, DiagnosticFix, FixResult, Report},
    rules,
    text::Span,
    validate,
};

/// What longer texts become is known only after their fixes are chosen: editors request titles at each move of the cursor.
const LONGEST_TRIED: usize = 64 * 1024;

/// What the safe fixes make of a text.
pub(super) struct SafelyFixed {
    text: String,
    whole: usize,
    part: usize,
    left: Option<Left>,
}

/// The errors and warnings that are left.
struct Left {
    words: String,
    is_one: bool,
}

impl SafelyFixed {
    pub(super) fn of(document: &OpenDocument, options: &Options) -> Self {
        let FixResult { text, applied, report, .. } = agent_response::fix(&document.text, options, false);
        let part = applied.iter().filter(|it| it.partial).count();
        Self { text, whole: applied.len() - part, part, left: left(&report) }
    }

    /// The edit; `None` if nothing changes.
    pub(super) fn edit(&self, document: &OpenDocument, client: &Client) -> Option<WorkspaceEdit> {
        actions::rewrite(document, &self.text, client)
    }

    /// What is said after it.
    pub(super) fn said(&self) -> String {
        let left = self.left.as_ref().map_or("none", |it| &it.words);
        let findings = |n: usize| if n == 1 { "1 finding".to_owned() } else { format!("{n} findings") };
        match (self.whole, self.part) {
            (0, 0) => format!("nothing can be fixed safely; {left} left"),
            (0, part) => format!("{} fixed in part; {left} left", findings(part)),
            (whole, 0) => format!("{} fixed; {left} left", findings(whole)),
            (whole, part) => format!("{} fixed, {part} in part; {left} left", findings(whole)),
        }
    }
}

fn left(report: &Report) -> Option<Left> {
    let mut counts = Counts::of(report, Severity::Info);
    counts.infos = 0;
    Some(Left { words: counts.listed()?, is_one: counts.errors + counts.warnings == 1 })
}

/// The title of the action that applies all safe fixes; `None` if there are none.
pub(super) fn title(document: &OpenDocument, report: &Report, options: &Options) -> Option<String> {
    let safe = || report.diagnostics.iter().filter_map(|it| it.fixes.first()).filter(|it| it.safety == Safety::Safe);
    let n_safe = safe().count();
    if n_safe == 0 {
        return None;
    }
    let part = safe().filter(|it| it.partial).count();
    let counted = || SafelyFixed { text: String::new(), whole: n_safe - part, part, left: None };
    let tried = (document.text.len() <= LONGEST_TRIED).then(|| SafelyFixed::of(document, options));
    // Fixes that the server cannot apply as edits are left alone.
    let repaired = tried.filter(|it| it.whole + it.part > 0).unwrap_or_else(counted);
    let fixed = match (repaired.whole, repaired.part) {
        (0, part) => format!("Agent Response: Fix {part} safely in part"),
        (whole, 0) => format!("Agent Response: Fix {whole} safely"),
        (whole, part) => format!("Agent Response: Fix {whole} safely, {part} in part"),
    };
    Some(match repaired.left {
        None => fixed,
        Some(Left { words, is_one }) => format!("{fixed}; {words} {} left", if is_one { "is" } else { "are" }),
    })
}

/// The action that inserts more of what is missing than the safe fixes of the finding do: the id of the request, and when the
/// file was written.
pub(super) fn completions(session: &Session, document: &OpenDocument, report: &Report, at: Span) -> Vec<CodeAction> {
    let is_left = |it: &&Diagnostic| {
        let marked = span(it.bytes);
        it.code == rules::MISSING_FIELD.id && marked.start <= at.end && at.start <= marked.end && !is_whole(it)
    };
    let missing = report.diagnostics.iter().filter(is_left);
    missing.filter_map(|it| completion(session, document, it)).collect()
}

fn is_whole(finding: &Diagnostic) -> bool {
    finding.fixes.iter().any(|it| it.safety == Safety::Safe && !it.partial)
}

fn safe_fix(finding: &Diagnostic) -> Option<&DiagnosticFix> {
    finding.fixes.iter().find(|it| it.safety == Safety::Safe)
}

fn completion(session: &Session, document: &OpenDocument, missing: &Diagnostic) -> Option<CodeAction> {
    let (known, is_written) = known(session, document, &session.documents)?;
    let report = validate(document.text.as_str(), &known);
    let same = |it: &&Diagnostic| it.code == missing.code && it.bytes == missing.bytes;
    let fix = report.diagnostics.iter().find(same).and_then(safe_fix)?;
    if safe_fix(missing).is_some_and(|it| it.title == fix.title) {
        return None;
    }
    let edit = actions::fix_edit(document, fix, &mut document.places(session.client.encoding), &session.client)?;
    let part = if fix.partial { " in part" } else { "" };
    let time = if is_written { "the time of the file" } else { "the current time" };
    let sources = [("`request_id`", "the request"), ("`created_at`", time)];
    let used = sources.iter().filter(|it| fix.title.contains(it.0)).map(|it| it.1).collect::<Vec<_>>().join(" and ");
    let marked = diagnostic(missing, &document.uri, &mut document.places(session.client.encoding), &session.client);
    Some(CodeAction {
        title: format!("Complete{part} from {used}"),
        kind: Some(CodeActionKind::from(QUICK_FIX.to_owned())),
        diagnostics: Some(vec![marked]),
        edit: Some(edit),
        ..CodeAction::default()
    })
}

/// How the text is checked, with its request and its time, and whether that is when the file was written: the time of a text
/// that is not saved is now.
fn known(session: &Session, document: &OpenDocument, documents: &OpenDocuments) -> Option<(Options, bool)> {
    let options = document.checked.iter().flatten().find_map(|it| it.opened())?.options();
    let path = document.path.as_deref()?;
    let is_saved = host::read(path).is_ok_and(|it| it == document.text.as_bytes());
    let written = host::modified(path).ok().filter(|_| is_saved);
    let created_at = Some(written.map_or_else(clock::now, clock::iso));
    let request = options.request.clone().or_else(|| session.checker.request(path, documents));
    Some((Options { created_at, request, ..options.clone() }, written.is_some()))
}
