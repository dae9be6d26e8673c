//! Members that exist only in a comment.

use crate::diagnostic::{Finding, Fix, listed};
use crate::findings::Findings;
use crate::json;
use crate::query::On;
use crate::rules;
use crate::spec::Field;
use crate::text::Span;

/// Removes fields that are in an object's comments from its absent fields: the comment is reported instead.
pub(super) fn claim(on: On, absent: &mut Vec<&Field>, out: &mut Findings) {
    let span = on.tree().span(on.object.node);
    let mut start = span.start;
    // Between its members, and not in what they hold.
    for value in on.object.members.iter().map(|it| on.tree().span(it.value)).chain([Span::empty(span.end)]) {
        let gap = Span { start, end: value.start };
        out.within(&rules::COMMENT, (on.object.doc, gap), &mut |finding| claim_from(on, finding, absent));
        start = value.end;
    }
}

/// Removes the fields that one comment has.
fn claim_from(on: On, finding: &mut Finding, absent: &mut Vec<&Field>) {
    let members = uncommented(finding.span.of(on.source()));
    // Words before a member are a note.
    if !members.starts_with('"') {
        return;
    }
    let source = format!("{{{members}}}");
    let (tree, errors) = json::parse(&source, Span::new(0, source.len()));
    let mut found = Vec::new();
    absent.retain(|it| {
        let is_found = tree.get(&source, 0, it.name).is_some();
        if is_found {
            found.push(it.name);
        }
        !is_found
    });
    if !found.is_empty() {
        let found = listed(&found, " and ");
        finding.say(format_args!("JSON does not allow comments, and this one contains the missing {found}"));
        finding.fixes.clear();
        if errors.is_empty() {
            uncomment(on, members, finding);
        }
    }
}

/// The text of a comment, without its marks and the comma at its end.
fn uncommented(comment: &str) -> String {
    let mut out = String::new();
    for line in comment.split('\n') {
        let line = line.trim_end_matches('\r');
        let words = line.trim_start();
        let plain = words.trim_start_matches(['/', '*', '#']);
        // Editors insert the mark and a space after the indentation.
        let indent = line.get(..line.len() - words.len()).unwrap_or_default();
        let rest = if plain.len() < words.len() { plain.strip_prefix(' ').unwrap_or(plain) } else { plain };
        out.push_str(if out.is_empty() { "" } else { "\n" });
        out.push_str(indent);
        out.push_str(rest);
    }
    out.trim_end_matches(['*', '/', ' ', '\t', '\r', '\n']).trim_end_matches(',').trim().to_owned()
}

/// Offers to replace the comment with its members and the commas that they need.
fn uncomment(on: On, mut members: String, finding: &mut Finding) {
    let (tree, comment) = (on.tree(), finding.span);
    let mut fix = Fix::guess("Uncomment it");
    let before = on.object.members.iter().rfind(|it| tree.span(it.value).end <= comment.start);
    let end = before.map_or(comment.start, |it| tree.span(it.value).end);
    let gap = Span { start: end, end: comment.start }.of(on.source());
    if before.is_some() && !gap.trim_start().starts_with(',') {
        fix = fix.replace(Span::empty(end), ",");
    } else if on.object.members.iter().any(|it| comment.end <= tree.span(it.key).start) {
        members.push(',');
    }
    finding.fix(fix.replace(comment, &members).redundant());
}
