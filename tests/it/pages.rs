//! Every rule page and every page of cases is a test, and can rewrite itself: `UPDATE_EXPECT=1 cargo test-core pages`.

use std::{fs, path::Path};

use agent_response::report::Diagnostic;
use agent_response::{Options, Safety, Severity, fix_bytes, rules, text, validate, validate_bytes};
use expect_test::expect_file;

use crate::blocks::{Block, Page, Piece, annotated, options};
use crate::examples::files;

/// What a page shows.
#[derive(Default)]
pub(crate) struct Shown {
    pub(crate) n_reported: usize,
    pub(crate) n_clean: usize,
    /// Titles of fixes that are offered, and of those that a `fixed` or `suggested` block shows.
    pub(crate) offered: Vec<(String, Safety)>,
    pub(crate) shown: Vec<Safety>,
    /// Errors of other rules in blocks without a finding.
    pub(crate) unsound: Vec<String>,
    /// Headings of blocks with findings, with the codes found.
    pub(crate) cases: Vec<(String, Vec<&'static str>)>,
}

/// Runs a page; with a rule, only that rule is on.
pub(crate) fn run(path: &Path, only: Option<&str>) -> Shown {
    let mut page = Page::read(&fs::read_to_string(path).unwrap());
    let mut shown = Shown::default();
    let mut above: Vec<Block> = Vec::new();
    let mut last: Option<(Block, Options)> = None;
    for piece in &mut page.pieces {
        let Piece::Block(block) = piece else { continue };
        if block.has("other") {
            continue;
        }
        if block.is_checked() {
            let mut options = options(block, &above);
            above.clear();
            if let Some(only) = only {
                let others = rules().iter().filter(|it| it.id != only);
                options.rules = others.map(|it| (it.id.to_owned(), None)).collect();
            }
            let report = validate_bytes(&block.bytes(), &options);
            block.content = annotated(&block.source(), &report);
            if report.diagnostics.is_empty() {
                shown.unsound.extend(unsound(block, &options));
                shown.n_clean += 1;
            } else {
                shown.n_reported += 1;
            }
            shown.cases.push((block.heading.clone(), report.diagnostics.iter().map(|it| it.code).collect()));
            let fixes = report.diagnostics.iter().flat_map(|it| &it.fixes).filter(|it| !it.edits.is_empty());
            shown.offered.extend(fixes.map(|it| (it.title.clone(), it.safety)));
            last = Some((block.clone(), options));
        } else if block.has("fixed") || block.has("suggested") {
            let (source, options) = last.as_ref().expect("a checked block above");
            let fixed = repaired(source, options, block.has("suggested"), path);
            shown.shown.push(if block.has("suggested") { Safety::Suggestion } else { Safety::Safe });
            block.content = fixed.trim_start_matches('\u{feff}').replace("\r\n", "\n");
            if !block.content.ends_with('\n') {
                block.content.push('\n');
            }
        } else if !block.has("plain") {
            above.push(block.clone());
        }
    }
    expect_file![path].assert_eq(&page.text());
    shown
}

/// What any rule finds in a good example. Agent files are long, so an example may be a part of one, with fields left
/// out.
fn unsound(block: &Block, options: &Options) -> Vec<String> {
    let is_named = block.value("file").is_some_and(|it| it.starts_with(".agent-"));
    let is_part = is_named || block.has("agent-response") || block.has("agent-request");
    let all = Options { rules: Options::default().rules, ..options.clone() };
    let found = validate_bytes(&block.bytes(), &all).diagnostics;
    let errors = found.iter().filter(|it| it.severity == Severity::Error);
    let is_left_out =
        |it: &&Diagnostic| is_part && it.code == "missing-field" && it.pointer.is_empty() && it.inner.is_empty();
    errors.filter(|it| !is_left_out(it)).map(|it| format!("{}: {}", it.code, it.message)).collect()
}

/// The text after repair; the repaired findings must be gone, and no worse ones may appear.
fn repaired(block: &Block, options: &Options, suggested: bool, path: &Path) -> String {
    let bytes = block.bytes();
    let before = validate_bytes(&bytes, options);
    let source = match text::decode(&bytes) {
        text::DecodedFile::Utf8(text) => text.to_owned(),
        text::DecodedFile::Utf16(text, _) | text::DecodedFile::Broken(text, ..) => text,
    };
    let (fixed, after) = if suggested {
        let found =
            before.diagnostics.iter().find(|it| it.fixes.first().is_some_and(|it| it.safety == Safety::Suggestion));
        let found = found.unwrap_or_else(|| panic!("{path:?}: no suggestion in\n{source}"));
        let edits = found.fixes[0].edits.iter().map(|it| text::Edit {
            span: text::Span { start: it.bytes.from, end: it.bytes.to },
            text: it.text.clone(),
        });
        let fixed = text::apply(&source, &edits.collect::<Vec<_>>());
        let after = validate(&fixed, options);
        let again = |it: &&Diagnostic| it.code == found.code && it.message == found.message;
        let n_before = before.diagnostics.iter().filter(again).count();
        assert!(after.diagnostics.iter().filter(again).count() < n_before, "{path:?}: not repaired:\n{fixed}");
        (fixed, after)
    } else {
        let result = fix_bytes(&bytes, options, false).unwrap_or_else(|it| panic!("{path:?}: not read: {it:?}"));
        assert!(!result.applied.is_empty(), "{path:?}: no safe fix in\n{source}");
        let left = result.report.diagnostics.iter().flat_map(|it| it.fixes.first());
        assert!(
            !left.clone().any(|it| it.safety == Safety::Safe && !it.edits.is_empty()),
            "{path:?}: not settled\n{}",
            result.text
        );
        (result.text, result.report)
    };
    let n_errors =
        |report: &agent_response::Report| report.diagnostics.iter().filter(|it| it.severity == Severity::Error).count();
    assert!(n_errors(&after) <= n_errors(&before), "{path:?}: a fix added errors:\n{fixed}\n{:#?}", after.diagnostics);
    fixed
}

/// The questions that each rule page answers before its examples.
const QUESTIONS: [&str; 3] = ["## What it checks", "## Why it matters", "## How to fix it"];

/// What is wrong with the beginning of a rule page.
fn unanswered(id: &str, page: &str) -> Option<String> {
    let (text, has_examples) = page.split_once("```").map_or((page, false), |it| (it.0, true));
    let headings: Vec<_> = text.lines().filter(|it| it.starts_with('#')).collect();
    let title = format!("# {id}");
    let examples = has_examples.then_some("## Examples");
    let expected: Vec<_> = std::iter::once(&*title).chain(QUESTIONS).chain(examples).collect();
    if headings != expected {
        return Some(format!("{id}: expected the headings {expected:?}, found {headings:?}"));
    }
    let is_answered = |it: &str| text.split_once(it).is_some_and(|it| !it.1.trim_start().starts_with('#'));
    let open = QUESTIONS.into_iter().find(|it| !is_answered(it) || text.trim_end().ends_with(it));
    open.map(|it| format!("{id}: no text under `{it}`"))
}

#[test]
fn pages_of_rules() {
    let mut faults = Vec::new();
    for path in files("src/rules") {
        let id = path.file_stem().unwrap().to_str().unwrap();
        assert!(rules().iter().any(|it| it.id == id), "no rule for the page {id}");
        let text = fs::read_to_string(&path).unwrap();
        faults.extend(unanswered(id, &text));
        let shown = run(&path, Some(id));
        // These are about the tool itself, or need a schema that a page does not have, or a compiler for schemas.
        let needs_schema = matches!(id, "payload-schema" | "arguments-schema" | "encoded-argument" | "result-schema");
        if needs_schema || matches!(id, "internal-error" | "too-many-findings" | "too-large") {
            continue;
        }
        if shown.n_reported == 0 {
            faults.push(format!("{id}: no reported case"));
        }
        faults.extend(shown.unsound.iter().map(|it| format!("{id}: a good example has an error: {it}")));
        if shown.n_clean == 0 {
            faults.push(format!("{id}: no clean case"));
        }
        for (title, safety) in shown.offered {
            if !shown.shown.contains(&safety) {
                faults.push(format!("{id}: no block shows the fix `{title}`"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn pages_of_cases() {
    for path in files("tests/cases") {
        run(&path, None);
    }
}

#[test]
fn pages_of_formats() {
    for path in files("src/formats") {
        let id = path.file_stem().unwrap().to_str().unwrap();
        assert!(agent_response::known_formats().iter().any(|it| it.id == id), "no format for the page {id}");
        let shown = run(&path, None);
        assert!(shown.n_reported + shown.n_clean > 0, "{id}: no example");
    }
}
