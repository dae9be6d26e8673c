//! Values that contradict each other, as the table of the object says.

use super::{Context, fields, measure, number, outcome, values};
use crate::bind::{Found, Member, Object, is_incomplete};
use crate::detect::Envelope;
use crate::diagnostic::{Fix, shown};
use crate::document::Document;
use crate::findings::Findings;
use crate::json::{Flags, Kind, NodeId};
use crate::rules;
use crate::spec::{Condition, Form, Measure, Relation, Remedy, Shape, Should, Test, Text, Words, is_like_any};
use crate::text::{Edit, Span, apply};

pub(super) fn check(ctx: &Context, object: &Object, out: &mut Findings) {
    for condition in object.record.conditions {
        let found = ctx.bindings.find(object, condition.field);
        let is_violated = is_met(ctx, object, found, condition.should) == Some(false)
            && holds(ctx, object, condition)
            && is_trusted(ctx, found);
        // Parts of the payload next to the envelope are reported instead of the empty payload.
        let is_elsewhere = ctx.detection.envelope == Envelope::Mixed
            && fields::is_root(ctx, object)
            && object.format.fields.iter().any(|it| it.name == condition.field && it.is_payload())
            && !out.is_off(&rules::HALF_ENVELOPE);
        if is_violated && !is_elsewhere {
            report(ctx, object, (condition, found), out);
        }
    }
}

fn report(ctx: &Context, from: &Object, (condition, found): (&Condition, Found), out: &mut Findings) {
    let Some(rule) = rules::by_id(condition.rule) else { return };
    let (object, member) = match found {
        Found::Value(object, member) => (object, Some(member)),
        Found::Absent(object) => (object, None),
        Found::Unknown => return,
    };
    let document = ctx.doc(object.doc);
    let tree = &document.tree;
    let span = member.map(|it| tree.span(it.value)).unwrap_or_default();
    let marked = match member {
        None => fields::open_bracket(document, object.node),
        // What has no place there at all is seen by its key.
        Some(it) if condition.should == Should::BeAbsent => tree.span(it.key),
        // Of an object or array as a whole the bracket is enough.
        Some(it) if is_container(tree.kind(it.value)) => fields::open_bracket(document, it.value),
        Some(_) => span,
    };
    out.report(rule, object.doc, marked, |it| {
        it.severity = condition.severity;
        it.message = worded(ctx, from, (condition, member.map(|it| (object, it))));
        // Where values begin and end is in doubt, the value may be something else.
        let Some(member) = member.filter(|_| document.is_sure) else { return };
        match condition.remedy {
            Remedy::None => (),
            Remedy::Suggest("null") if outcome::is_all_that_is_said(document, object, condition.field) => (),
            Remedy::Suggest(json) => it.fix(Fix::guess(format_args!("Replace with `{json}`")).replace(span, json)),
            Remedy::Remove => {
                if let Some(span) = fields::member_with_comma(document, object, member) {
                    it.fix(Fix::safe("Remove it").delete(span).redundant());
                }
            }
        }
    });
}

/// The message, with the found and the expected value.
fn worded(ctx: &Context, from: &Object, (condition, found): (&Condition, Option<(&Object, &Member)>)) -> String {
    let mut message = condition.message.to_owned();
    let mut put = |mark: &str, text: &str| {
        if let Some(at) = message.find(mark) {
            let edit = Edit { span: Span::new(at, at + mark.len()), text: text.to_owned() };
            message = apply(&message, &[edit]);
        }
    };
    if let Should::Compare(how, _, plus, terms) = condition.should {
        let left = found.and_then(|it| measure::of(ctx, it, how));
        put("{found}", &left.map_or_else(String::new, measure::shown));
        let right = measure::sum(ctx, from, plus, terms);
        put("{other}", &right.map_or_else(String::new, measure::shown));
    } else if let Some((object, member)) = found {
        let document = ctx.doc(object.doc);
        put("{found}", &shown(&document.tree.text(&document.text, member.value)));
    }
    message
}

/// Whether all that the condition rests on holds.
pub(super) fn holds(ctx: &Context, object: &Object, condition: &Condition) -> bool {
    all_hold(ctx, object, condition.when)
}

/// Whether all tests hold for certain.
pub(super) fn all_hold(ctx: &Context, object: &Object, tests: &[Test]) -> bool {
    tests.iter().all(|it| is_certain(ctx, object, it, true))
}

/// The first test that fails for certain.
pub(super) fn failing<'t>(ctx: &Context, object: &Object, tests: &'t [Test]) -> Option<&'t Test> {
    tests.iter().find(|it| is_certain(ctx, object, it, false))
}

/// Whether it is certain that a test holds, or that it does not.
fn is_certain(ctx: &Context, object: &Object, (path, should): &Test, holds: bool) -> bool {
    let found = ctx.bindings.find(object, path);
    // A word that is one of the expected ones needs no second look; one that is not may be a mistake.
    let is_plain = holds && matches!(should, Should::Be(_));
    is_met(ctx, object, found, *should) == Some(holds)
        && if is_plain { !is_contradicted(ctx, found) } else { is_trusted(ctx, found) }
}

/// The word that the fields around a contradicted one show to be meant, and its tests.
pub(super) fn contradiction(
    ctx: &Context,
    object: &Object,
    words: &Words,
    text: &str,
) -> Option<&'static (&'static str, &'static [Test])> {
    let are_met = |tests: &[Test], holds: bool| {
        let is_met = |it: &Test| is_met(ctx, object, ctx.bindings.find(object, it.0), it.1) == Some(holds);
        !tests.is_empty() && tests.iter().all(is_met)
    };
    let own = words.sure_when.iter().find(|it| it.0 == text)?;
    let other = words.sure_when.iter().find(|it| are_met(it.1, true)).filter(|_| are_met(own.1, false))?;
    // An object without any of its fields is no evidence.
    let is_empty = |it: &Test| match ctx.bindings.find(object, it.0) {
        Found::Value(_, member) => {
            let inside = member.inside.and_then(|it| ctx.bindings.objects.get(it as usize));
            inside.is_some_and(|it| it.members.iter().all(|it| it.field.is_none()))
        }
        Found::Absent(_) | Found::Unknown => false,
    };
    (!other.1.iter().any(is_empty)).then_some(other)
}

fn is_contradicted(ctx: &Context, found: Found) -> bool {
    let Found::Value(object, member) = found else { return false };
    let Some(Shape::Text(Text { form: Form::Word(words), .. })) = member.field.map(|it| it.shape.inner()) else {
        return false;
    };
    let document = ctx.doc(object.doc);
    !words.sure_when.is_empty()
        && contradiction(ctx, object, words, &document.tree.text(&document.text, member.value)).is_some()
}

/// Whether the field is to be null as things are, so that its value does not matter.
pub(super) fn should_be_null(ctx: &Context, object: &Object, field: &str) -> bool {
    let asks = |it: &&Condition| it.field == field && it.should == Should::BeNull;
    object.record.conditions.iter().filter(asks).any(|it| holds(ctx, object, it))
}

/// Of a value of another type, a blank one, one that was never filled in, or an unknown word only that is said.
fn is_trusted(ctx: &Context, found: Found) -> bool {
    let Found::Value(object, member) = found else { return true };
    let Some(field) = member.field else { return true };
    let document = ctx.doc(object.doc);
    let node = document.tree.node(member.value);
    if !fields::accepts(&field.shape, node.kind) {
        return false;
    }
    if node.kind != Kind::String || !matches!(field.shape.inner(), Shape::Text(_) | Shape::Encoded(_)) {
        return true;
    }
    let text = document.tree.text(&document.text, member.value);
    if values::is_placeholder(&text, field) {
        return false;
    }
    let Shape::Text(facts) = field.shape.inner() else { return true };
    if facts.blank.is_some() && text.trim().is_empty() {
        return false;
    }
    let Form::Word(words) = facts.form else { return true };
    words.is_open || words.known.contains(&&*text) && !is_contradicted(ctx, found)
}

/// Whether a value is what it should be; none where that cannot be said.
fn is_met(ctx: &Context, from: &Object, found: Found, should: Should) -> Option<bool> {
    let (object, member) = match found {
        Found::Unknown => return None,
        Found::Absent(object) => {
            let is_absence = matches!(should, Should::BeThere | Should::BeAbsent);
            let is_sure = is_absence && !is_incomplete(ctx.docs, object);
            return is_sure.then_some(should == Should::BeAbsent);
        }
        Found::Value(object, member) => (object, member),
    };
    let document = ctx.doc(object.doc);
    let (tree, text) = (&document.tree, &*document.text);
    let node = tree.node(member.value);
    if node.kind == Kind::Broken || node.flags.has(Flags::UNCLOSED) {
        return None;
    }
    let is_null = node.kind == Kind::Null;
    let is_blank = || node.kind == Kind::String && tree.is_blank(text, member.value);
    let says = || Some(tree.text(text, member.value)).filter(|_| !is_null && !is_container(node.kind));
    Some(match should {
        Should::BeNull | Should::BeAbsent => is_null,
        Should::NotBeNull | Should::BeThere => !is_null,
        Should::NotBeBlank => !is_blank(),
        Should::BeFilled => !is_null && !is_blank(),
        Should::Be(words) => is_like_any(&says()?, words),
        Should::NotBe(words) => !is_like_any(&says()?, words),
        Should::BeAmong(path) => {
            says()?;
            is_among(ctx, from, path, (document, member.value))?
        }
        Should::Compare(how, relation, plus, terms) => {
            let left = measure::of(ctx, (object, member), how)?;
            measure::compare(left, relation, measure::sum(ctx, from, plus, terms)?)
        }
    })
}

fn is_container(kind: Kind) -> bool {
    matches!(kind, Kind::Array | Kind::Object)
}

/// Whether a value is among the items of an array.
fn is_among(ctx: &Context, from: &Object, path: &str, (holder, value): (&Document, NodeId)) -> Option<bool> {
    let Found::Value(object, member) = ctx.bindings.find(from, path) else { return None };
    let document = ctx.doc(object.doc);
    let (tree, text) = (&document.tree, &*document.text);
    let node = tree.node(member.value);
    let is_whole = node.kind == Kind::Array && !node.flags.has(Flags::UNCLOSED) && !node.flags.has(Flags::INCOMPLETE);
    let kind = holder.tree.kind(value);
    let says = holder.tree.text(&holder.text, value);
    // What an object or array in place of an item was to say is not known.
    let mut is_sure = is_whole;
    for item in tree.children(member.value) {
        let found = tree.text(text, item);
        if tree.kind(item) == kind && (found == says || kind == Kind::Number && number(&found) == number(&says)) {
            return is_whole.then_some(true);
        }
        is_sure &= !is_container(tree.kind(item));
    }
    is_sure.then_some(false)
}

/// What some tests require.
pub(super) fn described_all(tests: &[Test]) -> String {
    let mut out = String::new();
    for (idx, test) in tests.iter().enumerate() {
        out.push_str(match tests.len() - idx {
            _ if idx == 0 => "",
            1 => " and ",
            _ => ", ",
        });
        out.push_str(&described(test));
    }
    out
}

/// What a test requires of the value it names.
pub(super) fn described(test: &Test) -> String {
    let path = test.0.trim_start_matches(['.', '/']);
    let mut name = path;
    while let Some((_, rest)) = name.split_once('/') {
        name = rest;
    }
    let name = match path.get(..path.len() - name.len()).map(|it| it.trim_end_matches('/')) {
        Some("") | None => format!("`{name}`"),
        Some(object) => format!("`{name}` in `{object}`"),
    };
    match test.1 {
        Should::BeNull => format!("{name} is null"),
        Should::NotBeNull | Should::BeThere | Should::BeFilled => format!("{name} is present"),
        Should::NotBeBlank => format!("{name} is not empty"),
        Should::BeAbsent => format!("{name} is absent"),
        Should::Be(words) => format!("{name} is {}", crate::diagnostic::listed(words, " or ")),
        Should::NotBe(words) => format!("{name} is not {}", crate::diagnostic::listed(words, " or ")),
        Should::BeAmong(other) => format!("{name} is one of `{other}`"),
        Should::Compare(how, relation, plus, _) => {
            let limit = match relation {
                Relation::AtLeast => "at least ",
                Relation::AtMost => "at most ",
                Relation::Below => "less than ",
                Relation::Near(_) => "",
            };
            let number = measure::shown(f64::from(plus));
            match how {
                Measure::Items if plus == 1 => format!("{name} has {limit}{number} item"),
                Measure::Items => format!("{name} has {limit}{number} items"),
                _ => format!("{name} is {limit}{number}"),
            }
        }
    }
}
