//! What a call returned: structured content, the schema that its tool declares, and the text that older clients read.

use super::texts::{only_json, only_text};
use super::{Structured, agreement};
use crate::checks::say::type_name;
use crate::checks::{schema, syntax};
use crate::diagnostic::{Fix, Safety, Severity, shown};
use crate::findings::Findings;
use crate::json::{self, Kind, quote};
use crate::query::{At, Judged, On, is_container, open_bracket};
use crate::rules;
use crate::schema::{Schema, SchemaWords};
use crate::text::Span;
use crate::tools::KnownTool;

/// The call that a result answers.
#[derive(Clone, Copy)]
pub(super) struct AnsweredCall<'t> {
    pub(super) name: &'t str,
    pub(super) tool: Option<&'t KnownTool>,
}

/// Checks the result of a call, or one that may be.
pub(super) fn check(result: On, call: Option<AnsweredCall>, structured: Structured, out: &mut Findings) {
    if is_unfinished(result) {
        return;
    }
    let found = result.member("structuredContent");
    let has_failed = result.member("isError").is_some_and(|it| it.kind() == Kind::True);
    if found.is_none() && result.member("content").is_none() && (call.is_some() || has_failed) {
        without_content(result, out);
    }
    if let Some(content) = result.member("content").filter(|it| call.is_some() && it.kind() == Kind::Object) {
        out.report(&rules::WRONG_TYPE, result.object.doc, content.span(), |finding| {
            finding.say(format_args!("`content` must be an array, but is an object"));
            let json = format!("[{}]", content.raw());
            finding.fix(Fix::guess("Put it in an array").replace(content.span(), json));
        });
    }
    if has_failed {
        return;
    }
    let declared = call.and_then(|it| Some((it.name, it.tool?.output.as_ref()?)));
    let mut is_as_declared = true;
    if let Some((name, output)) = declared {
        is_as_declared = of_call(result, (name, output.as_ref()), out);
        if agreement::wrapped(result).is_none() {
            broken_text(result, name, out);
        }
    }
    let Some(found) = found else { return };
    // A schema says more.
    let is_judged = declared.is_some_and(|it| it.1.is_some());
    if !is_judged && found.kind() != Kind::Object {
        other_value(found, structured, out);
    }
    if call.is_some() && is_as_declared {
        agreement::check(result, out);
    }
    without_text(result, found, out);
}

/// Whether it is not the result itself: the server asks for more, or gives the result later.
fn is_unfinished(result: On) -> bool {
    let (tree, source) = (result.tree(), result.source());
    let part = |name: &str| tree.get(source, result.object.node, name);
    part("task").is_some() || part("resultType").is_some_and(|it| !tree.is_text(source, it, "complete"))
}

fn without_content(result: On, out: &mut Findings) {
    out.report(&rules::MISSING_FIELD, result.object.doc, result.open(), |finding| {
        finding.say(format_args!("Missing `content`; a tool result requires it, and it may be empty"));
        let (tree, source) = (result.tree(), result.source());
        let others =
            tree.members(result.object.node).filter(|it| !["isError", "_meta"].contains(&&*tree.name(source, it.0)));
        let others: Vec<_> = others.collect();
        if let [(key, value)] = others.as_slice()
            && tree.kind(*value) == Kind::Array
        {
            let fix = Fix::guess(format_args!("Rename `{}` to `content`", shown(&tree.name(source, *key))));
            return finding.fix(fix.replace(tree.span(*key), "\"content\""));
        }
        // What it says instead would not be read.
        let safety = if others.is_empty() { Safety::Safe } else { Safety::Suggestion };
        let fix = Fix::new(safety, "Insert `content`");
        finding.fix(match tree.children(result.object.node).last() {
            Some(last) => fix.insert(tree.span(last).end, ", \"content\": []"),
            None => fix.insert(result.open().end, "\"content\": []"),
        });
    });
}

/// A value that is no object, in a revision in which only objects are accepted.
fn other_value(found: At, structured: Structured, out: &mut Findings) {
    let Some(severity) = structured.other() else { return };
    let kind = found.kind();
    let span = if is_container(kind) { open_bracket(found.document(), found.member.value) } else { found.span() };
    out.report(&rules::WRONG_TYPE, found.object.doc, span, |finding| {
        finding.severity = severity;
        let must = if severity == Severity::Error { "must" } else { "should" };
        finding.say(format_args!("`structuredContent` {must} be an object, but is {}", type_name(kind)));
    });
}

/// Structured content that is not repeated as text.
fn without_text(result: On, found: At, out: &mut Findings) {
    let Some(content) = result.member("content").filter(|it| it.kind() == Kind::Array) else { return };
    let Some(blocks) = content.inside() else { return };
    if blocks.members().any(|it| it.inside().is_some_and(|it| it.member("text").is_some())) {
        return;
    }
    out.report(&rules::MISSING_FIELD, blocks.object.doc, blocks.open(), |finding| {
        finding.severity = Severity::Info;
        finding.say(format_args!("Older clients read only `content`"));
        let json = found.span().of(found.on().source());
        let block = format!("{{\"type\": \"text\", \"text\": {}}}", quote(json));
        let fix = Fix::guess("Repeat it as text");
        finding.fix(match blocks.members().last() {
            Some(last) => fix.insert(last.span().end, format!(", {block}")),
            None => fix.insert(blocks.open().end, block),
        });
    });
}

/// Checks the result of a call of a tool with a schema for it, and returns whether nothing violates that.
fn of_call(result: On, (name, schema): (&str, Option<&Schema>), out: &mut Findings) -> bool {
    let Some(structured) = result.member("structuredContent") else {
        out.report(&rules::MISSING_FIELD, result.object.doc, result.open(), |finding| {
            finding.say(format_args!("Missing `structuredContent`; `{}` declares an `outputSchema`", shown(name)));
            let json = only_json(result).filter(|it| schema.is_some_and(|schema| schema.violations(it).is_empty()));
            let last = result.members().last();
            if let Some((json, last)) = json.zip(last) {
                let fix = Fix::guess("Copy it from the text");
                finding.fix(fix.insert(last.span().end, format!(", \"structuredContent\": {json}")));
            }
        });
        return false;
    };
    let judged = Judged { doc: structured.object.doc, node: structured.member.value, is_text: false };
    let Some((schema, json)) = schema.zip(result.ctx.json_of(judged)) else { return true };
    let words = SchemaWords { value: "`structuredContent`", ..SchemaWords::default() };
    let violations = schema.violations_of(&json, &words);
    let has_none = violations.is_empty();
    for violation in violations {
        schema::report(&rules::RESULT_SCHEMA, structured.document(), judged, violation, out);
    }
    has_none
}

/// A text that begins like the JSON which the tool declares, and does not parse.
fn broken_text(result: On, name: &str, out: &mut Findings) {
    let Some(at) = only_text(result) else { return };
    let raw = at.raw();
    let decoded = json::decode(raw);
    if !json::begins_as_json(&decoded.text) {
        return;
    }
    let (_, errors) = json::parse(&decoded.text, Span::new(0, decoded.text.len()));
    let Some(error) = errors.first() else { return };
    let start = at.tree().content_span(at.member.value).start;
    let outward = |offset: u32| start + decoded.pieces.outward(raw, offset);
    let span = Span { start: outward(error.span.start), end: outward(error.span.end) };
    out.report(syntax::rule_of(error.kind), at.object.doc, span, |finding| {
        finding.severity = Severity::Warning;
        finding.say(format_args!(
            "The text is not valid JSON from here on, although `{}` declares an `outputSchema`",
            shown(name)
        ));
    });
}
