//! Files that are not JSON because of one change to all of their text, such as line numbers, or because a part of another text is
//! in them: one finding instead of all the errors that a parser meets in them.

use super::check as check_file;
use crate::detect::detect_alone;
use crate::diagnostic::{Fix, Safety, Severity};
use crate::document::{Documents, trimmed};
use crate::findings::{Findings, MAX_FINDINGS};
use crate::json::Kind;
use crate::options::Options;
use crate::query::Context;
use crate::rules;
use crate::slips::Readings;
use crate::text::{Span, first_line};
use crate::unpack::{CODE, complete, is_json, undo};

/// Reports what was done to the file; true if that explains everything that is wrong with it.
pub(super) fn check(ctx: &Context, out: &mut Findings) -> bool {
    let document = ctx.doc(0);
    let text = document.found();
    let is_broken = !document.errors.is_empty() || !document.slips.is_empty() || document.tree.kind(0) == Kind::String;
    if !is_broken || text.len() > ctx.options.max_bytes || ctx.detection.is_markdown {
        return false;
    }
    // JSON has findings of its own, unless all of it is encoded, or has codes for terminals around it.
    if text.trim_start().starts_with(['{', '[']) {
        if has_remains(text, ctx.options, out) {
            return true;
        }
        let is_encoded = document.tree.kind(0) == Kind::Broken || text.contains(CODE);
        return is_encoded && is_written_otherwise(ctx, text, out);
    }
    is_written_otherwise(ctx, text, out) || is_yaml(ctx, text, out)
}

/// Reports what two programs left that wrote one file at the same time, or one that did not empty it first.
fn has_remains(text: &str, options: &Options, out: &mut Findings) -> bool {
    let Some(kept) = complete(text) else { return false };
    let (before, after) = (Span { start: 0, end: kept.start }, Span::new(kept.end as usize, text.len()));
    let (rule, part, follows, rest) = match before.is_empty() {
        true => (&rules::TRAILING_CONTENT, "end", "follows", after),
        false => (&rules::LEADING_TEXT, "beginning", "precedes", before),
    };
    let readings = Readings::default();
    let detection = detect_alone(&mut Documents::again(kept.of(text), &readings));
    if detection.format.is_none() || detection.is_markdown || out.is_off(rule) {
        return false;
    }
    // After a bracket too many, the rest belongs to the document.
    let (findings, _) = check_file(Documents::again(kept.of(text), &readings), options, MAX_FINDINGS).findings.finish();
    if findings.iter().any(|it| it.rule.id == rules::MISSING_FIELD.id) {
        return false;
    }
    out.report(rule, 0, first_line(text, trimmed(text, rest)), |finding| {
        finding.is_as_found = true;
        finding.say(format_args!(
            "The {part} of another text {follows} the complete JSON; two programs may have written the file"
        ));
        let fix = Fix::guess("Keep only the complete JSON");
        finding.fix(if before.is_empty() { fix.replace(after, "\n") } else { fix.delete(before) });
    });
    true
}

/// Reports a file that has a known format once the change is undone, or is JSON only then.
fn is_written_otherwise(ctx: &Context, text: &str, out: &mut Findings) -> bool {
    // Text before the JSON has its own finding, and the JSON is checked.
    let found = undo(text).filter(|it| it.0.rule.id != rules::LEADING_TEXT.id && !out.is_off(it.0.rule));
    // The text inside must begin as JSON and have a known format, so that it is not unpacked again and this ends.
    let Some((habit, inside)) = found.filter(|it| it.1.trim_start().starts_with(['{', '['])) else { return false };
    let readings = Readings::default();
    let detection = detect_alone(&mut Documents::again(&inside, &readings));
    let is_new_json = ctx.detection.format.is_none() && habit.rule.id == rules::SYNTAX.id && is_json(&inside);
    if detection.is_markdown || detection.format.is_none() && !is_new_json {
        return false;
    }
    let (findings, _) = check_file(Documents::again(&inside, &readings), ctx.options, MAX_FINDINGS).findings.finish();
    let is_right = detection.format.is_some() && findings.iter().all(|it| it.severity != Severity::Error);
    let span = Span::new(ctx.doc(0).layout.mark.map_or(0, |it| it.end as usize), text.len());
    out.report(habit.rule, 0, first_line(text, span), |finding| {
        finding.is_as_found = true;
        finding.say(format_args!("{}", habit.message));
        let safety = if is_right { Safety::Safe } else { Safety::Suggestion };
        let fix = Fix::new(safety, habit.title).replace(span, inside);
        finding.fix(if habit.is_lossless { fix.redundant() } else { fix });
    });
    true
}

/// Reports a file of lines such as `status: success`.
fn is_yaml(ctx: &Context, text: &str, out: &mut Findings) -> bool {
    const FEWEST_FIELDS: usize = 3;
    let Some(format) = ctx.detection.format.filter(|it| it.text_around.is_none() && !out.is_off(&rules::SYNTAX)) else {
        return false;
    };
    let is_field = |line: &str| line.split_once(':').is_some_and(|it| format.field(it.0).is_some());
    if text.lines().filter(|it| is_field(it)).take(FEWEST_FIELDS).count() < FEWEST_FIELDS {
        return false;
    }
    out.report(&rules::SYNTAX, 0, first_line(text, Span::new(0, text.len())), |finding| {
        finding.is_as_found = true;
        finding.say(format_args!("Expected JSON, found what looks like YAML"));
    });
    true
}
