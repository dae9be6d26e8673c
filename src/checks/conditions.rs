//! Fields that contradict each other, as the table of the format says.

use super::{Context, fields, values};
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
    let Some(member) = object.member(condition.field) else { return };
    let Some(field) = member.field else { return };
    if !is_violated(ctx, object, member.value, condition.should) || !holds(ctx, object, condition) {
        return;
    }
    // Of a value of another type, or one that was never filled in, only that is said.
    let kind = tree.kind(member.value);
    let is_stand_in = || kind == Kind::String && values::is_placeholder(&tree.text(text, member.value), field);
    if !fields::accepts(&field.shape, kind) || is_stand_in() {
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

/// Whether the field that decides has one of the values.
pub(super) fn holds(ctx: &Context, object: &Object, condition: &Condition) -> bool {
    let document = ctx.doc(object.doc);
    let (decides, values) = condition.when;
    let says = |value: NodeId, word: &str| document.tree.is_text(&document.text, value, word);
    object.member(decides).is_some_and(|it| values.iter().any(|word| says(it.value, word)))
}

/// Whether the field is to be null as things are, so that its value does not matter.
pub(super) fn should_be_null(ctx: &Context, object: &Object, field: &str) -> bool {
    let asks = |it: &&Condition| it.field == field && it.should == Should::BeNull;
    object.format.conditions.iter().filter(asks).any(|it| holds(ctx, object, it))
}

fn is_violated(ctx: &Context, object: &Object, value: NodeId, should: Should) -> bool {
    let document = ctx.doc(object.doc);
    let (tree, text) = (&document.tree, &*document.text);
    let node = tree.node(value);
    let is_null = node.kind == Kind::Null;
    let is_blank = node.kind == Kind::String && tree.is_blank(text, value);
    let is_broken = node.kind == Kind::Broken || node.flags.has(Flags::UNCLOSED);
    !is_broken
        && match should {
            Should::BeNull => !is_null,
            Should::NotBeNull => is_null,
            Should::NotBeBlank => is_blank,
            Should::BeFilled => is_null || is_blank,
            Should::NotBe(word) => tree.is_text(text, value, word),
        }
}
