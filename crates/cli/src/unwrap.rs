//! `unwrap`: the content of an envelope, or why there is none.

use std::path::{Path, PathBuf};

use super::{
    Status, Trouble,
    guard::guarded,
    load,
    output::{self, tell},
};
use agent_response::{
    Options, Recovered,
    formats::built_by,
    report::{DiagnosticFix, Report},
    rules,
    spec::Builder,
    text::{Edit, Span, apply},
};

/// Prints the content of an envelope; the input is standard input if it is absent or `-`.
pub(super) fn run(input: Option<&PathBuf>) -> Result<Status, Trouble> {
    let text = load::read_text(input.map_or(Path::new("-"), PathBuf::as_path))?;
    let Some(payload) = guarded(|| agent_response::unwrap(&text)).map_err(Trouble::bug)? else {
        let why = guarded(|| why_no_content(&text)).map_err(Trouble::bug)?;
        tell("error", format!("{why}; run `agent-response check` for details"));
        return Ok(Status::Findings);
    };
    output::print(&payload.content)?;
    if payload.kind == "cut" {
        tell("warning", "the content is truncated; run `agent-response check` for details");
        return Ok(Status::Findings);
    }
    let report = report_on(&text);
    if report.diagnostics.iter().any(|it| it.code == rules::TRAILING_CONTENT.id && it.inner.is_empty()) {
        tell("warning", "text after the envelope is not printed; run `agent-response check` for details");
    }
    if has_half_character(&report) {
        tell(
            "warning",
            "the content contains half of a surrogate pair, which UTF-8 cannot represent; it is replaced by U+FFFD",
        );
        return Ok(Status::Findings);
    }
    Ok(Status::Clean)
}

/// Each fix that is tried is another copy of the text.
const MOST_TRIED: usize = 16;

/// Says that a text is no envelope with content and, if the fix for one of its mistakes makes it one, which mistake it is.
pub(super) fn why_no_content(text: &str) -> String {
    let why = only_mistake(text, |_| true).map_or_else(String::new, |it| format!(": {it}"));
    format!("found no envelope with content{why}")
}

/// Says that what was put into an envelope may have been meant as one.
pub(super) fn taken(made: &Recovered) -> Option<String> {
    made.applied.iter().find(|it| it.code == rules::MISSING_ENVELOPE.id)?;
    let content = agent_response::unwrap(&made.text).filter(|it| it.kind == "json")?.content;
    let mistake = match agent_response::unwrap(&content) {
        Some(_) => "its other fields are missing".to_owned(),
        None => only_mistake(&content, |it| it != rules::MISSING_ENVELOPE.id)?,
    };
    Some(format!("all of the content is in `response`; if it was meant as an envelope: {mistake}"))
}

/// The mistake whose fix makes a text an envelope with content.
fn only_mistake(text: &str, is_wanted: impl Fn(&str) -> bool) -> Option<String> {
    let makes_envelope = |fix: &DiagnosticFix| {
        let span = |from, to| Span { start: from, end: to };
        let edits = fix.edits.iter().map(|it| Edit { span: span(it.bytes.from, it.bytes.to), text: it.text.clone() });
        agent_response::unwrap(&apply(text, &edits.collect::<Vec<_>>())).is_some()
    };
    // The fixes of one mistake have the same effect.
    let report = report_on(text);
    let mut wanted = report.diagnostics.iter().take(MOST_TRIED).filter(|it| is_wanted(it.code));
    wanted.find(|it| it.fixes.first().is_some_and(makes_envelope)).map(|it| it.message.clone())
}

fn report_on(text: &str) -> Report {
    agent_response::validate(text, &Options { format: Some(built_by(Builder::Answer).id), ..Options::default() })
}

/// Whether the string of the content, and not only the JSON in it, has an escape for half a surrogate pair.
fn has_half_character(report: &Report) -> bool {
    report
        .diagnostics
        .iter()
        .any(|it| it.code == rules::LONE_SURROGATE.id && it.pointer == "/response" && it.inner.is_empty())
}
