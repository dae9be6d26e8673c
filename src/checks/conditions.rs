//! Fields that contradict each other, as the table of the format says.

use super::Context;
use crate::bind::Object;
use crate::diagnostic::Fix;
use crate::findings::Findings;
use crate::json::{Flags, Kind, NodeId};
use crate::rules;
use crate::spec::{Condition, Should};

pub(super) fn check(ctx: &Context, out: &mut Findings) {
    for object in &ctx.bindings.objects {
        object.format.conditions.iter().for_each(|it| check_condition(ctx, object, it, out));
    }
}

fn check_condition(ctx: &Context, object: &Object, condition: &Condition, out: &mut Findings) {
    let document = ctx.doc(object.doc);
    let (tree, text) = (&document.tree, &*document.text);
    let (decides, values) = condition.when;
    let holds = object.member(decides).is_some_and(|it| values.iter().any(|value| tree.is_text(text, it.value, value)));
    let Some(member) = object.member(condition.field).filter(|_| holds) else { return };
    if !is_violated(ctx, object, member.value, condition.should) {
        return;
    }
    let Some(rule) = rules::by_id(condition.rule) else { return };
    let span = tree.span(member.value);
    out.report(rule, object.doc, span, |it| {
        it.severity = condition.severity;
        it.message = condition.message.to_owned();
        if let Some(json) = condition.suggestion {
            it.fix(Fix::guess(format!("write `{json}`")).replace(span, json));
        }
    });
}

fn is_violated(ctx: &Context, object: &Object, value: NodeId, should: Should) -> bool {
    let document = ctx.doc(object.doc);
    let (tree, text) = (&document.tree, &*document.text);
    let node = tree.node(value);
    let is_null = node.kind == Kind::Null;
    let is_blank = node.kind == Kind::String && tree.text(text, value).trim().is_empty();
    let is_broken = node.kind == Kind::Broken || node.flags.has(Flags::UNCLOSED);
    // Of a value of another type only that is said.
    let is_of_type = matches!(node.kind, Kind::Null | Kind::String | Kind::Object | Kind::Array);
    !is_broken
        && match should {
            Should::BeNull => !is_null && is_of_type,
            Should::NotBeNull => is_null,
            Should::NotBeBlank => is_blank,
            Should::BeFilled => is_null || is_blank,
            Should::NotBe(word) => tree.is_text(text, value, word),
        }
}
