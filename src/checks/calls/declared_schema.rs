//! The schemas that tools declare: whether they are schemas at all, and whether the API accepts them.

mod keywords;
mod references;
mod root;
mod values;
mod walk;

pub(in crate::checks) use self::root::instead;

use self::walk::SchemaCheck;
use super::strict;
use crate::diagnostic::Severity;
use crate::findings::Findings;
use crate::json::{Kind, NodeId};
use crate::query::{At, Context, Declared, SoundSchemas, open_bracket};
use crate::rules;
use crate::spec::{CallRole, Conversation};

/// The types of JSON Schema.
const TYPES: &[&str] = &["string", "number", "integer", "object", "array", "boolean", "null"];

/// Checks the schemas of a tool. How serious a schema of results is whose root is no object depends on the revision of a
/// protocol; `None` if any is accepted.
pub(super) fn check(
    tool: Declared,
    rules: &'static Conversation,
    other_output: Option<Severity>,
    out: &mut Findings,
) -> SoundSchemas {
    let arguments = tool.schema().is_some_and(|at| of_arguments(tool, at, rules, out));
    let output = tool.part(tool.role.output).filter(|it| it.kind() == Kind::Object);
    let output = output.is_some_and(|at| {
        if let Some(severity) = other_output {
            // Judged by the schema as it is: whether its root is accepted is another question.
            root::check(&tool.shown(), at, (rules, [severity; 2]), out);
        }
        SchemaCheck::new(at, rules, false).walk(out)
    });
    SoundSchemas { arguments, output }
}

/// Checks the strict schemas of what the model says.
pub(super) fn of_answers(ctx: &Context, rules: &'static Conversation, out: &mut Findings) {
    for on in ctx.all() {
        let Some(CallRole::Answers(form)) = on.object.record.role else { continue };
        let is_strict = on.member(form.strict).is_some_and(|it| it.kind() == Kind::True);
        let schema = on.member(form.schema).filter(|it| is_strict && it.kind() == Kind::Object);
        let Some(at) = schema else { continue };
        let is_of_objects = root::check("the answer", at, (rules, [rules.schemas.untyped, Severity::Error]), out);
        if SchemaCheck::new(at, rules, rules.schemas.needs_items).walk(out) && is_of_objects {
            strict::check(at, rules, out);
        }
    }
}

/// Reports that texts are compared with no pattern of a schema.
pub(super) fn without_patterns(tool: Declared, first: NodeId, out: &mut Findings) {
    let Some(at) = tool.schema() else { return };
    out.report(&rules::UNSUPPORTED_SCHEMA, at.object.doc, at.tree().span(first), |finding| {
        finding.severity = Severity::Info;
        finding.say(format_args!("No `pattern` of this tool is checked: one of them cannot be compiled"));
    });
}

fn of_arguments(tool: Declared, at: At, rules: &'static Conversation, out: &mut Findings) -> bool {
    let document = at.document();
    let (tree, text) = (&document.tree, &*document.text);
    if root::unwrapped(&tool.shown(), at, rules.schemas.untyped, out) {
        return false;
    }
    let is_of_objects = root::check(&tool.shown(), at, (rules, [rules.schemas.untyped, Severity::Error]), out);
    for word in rules.schemas.refused {
        if let Some(value) = tree.get(text, at.member.value, word) {
            out.report(&rules::UNSUPPORTED_SCHEMA, at.object.doc, open_bracket(document, value), |finding| {
                finding.severity = Severity::Error;
                finding.say(format_args!("`{word}` is not accepted at the root of `{}`", at.name()));
            });
        }
    }
    let is_sound = SchemaCheck::new(at, rules, rules.schemas.needs_items).walk(out) && is_of_objects;
    strict::inside(tool, at, out);
    if tool.is_strict() && is_sound {
        strict::check(at, rules, out);
    }
    is_sound
}
