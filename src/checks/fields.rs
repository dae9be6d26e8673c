//! Keys: those that are missing, those under another name, those the format does not know.

use std::borrow::Cow;

use super::misnamed::parts;
use super::outcome::says_something;
use super::{Context, commented, conditions, envelope, foreign, lists, lookup, misnamed};
pub(super) use crate::bind::accepts;
use crate::bind::{Member, Object, chosen, is_incomplete};
use crate::detect::Envelope;
use crate::diagnostic::{Finding, Fix, Safety, Severity, listed, shown};
use crate::document::Document;
use crate::findings::Findings;
use crate::json::{Flags, NodeId, Tree, quote};
use crate::rules;
use crate::spec::{Absent, Field, Record, Shape};
use crate::text::{Span, char_len};

pub(super) fn check(ctx: &Context, out: &mut Findings) {
    envelope::missing(ctx, out);
    for object in &ctx.bindings.objects {
        if !ctx.enter(object, out) {
            continue;
        }
        let is_mixed = ctx.detection.envelope == Envelope::Mixed && is_root(ctx, object);
        misnamed::check(ctx, object, out);
        if is_mixed {
            envelope::mixed(ctx, object, out);
        } else {
            foreign::unknown(ctx, object, out);
        }
        // What a mixed object lacks is said with the rest.
        if !is_mixed || out.is_off(&rules::HALF_ENVELOPE) {
            missing(ctx, object, is_mixed, out);
        }
        foreign::unexpected(ctx, object, out);
    }
    out.beyond(false);
}

/// What a member is called in a message: its field, or for items and free keys where it is.
pub(super) fn name_of(ctx: &Context, object: &Object, member: &Member, field: &Field) -> Cow<'static, str> {
    if !field.name.is_empty() {
        return Cow::Borrowed(field.name);
    }
    let document = ctx.doc(object.doc);
    if object.list.is_none() {
        return Cow::Owned(shown(&document.tree.text(&document.text, member.key)));
    }
    let at = object.members.binary_search_by_key(&member.value, |it| it.value).unwrap_or_default();
    Cow::Owned(format!("{}[{at}]", list_name(ctx, object)))
}

/// What a list is called: the field it is in, or what it is when it is in none.
pub(super) fn list_name(ctx: &Context, list: &Object) -> &'static str {
    let holder = ctx.bindings.holder(list);
    let member = holder.and_then(|it| it.members.iter().find(|it| it.value == list.node));
    member.and_then(|it| it.field).map_or(list.format.id, |it| it.name)
}

/// Whether it is the object that the file is about, and no other inside it.
pub(super) fn is_root(ctx: &Context, object: &Object) -> bool {
    ctx.root_object().is_some_and(|it| std::ptr::eq(it, object))
}

pub(super) fn open_bracket(document: &Document, node: NodeId) -> Span {
    let start = document.tree.span(node).start as usize;
    let first = document.text.as_bytes().get(start);
    Span::new(start, start + first.map_or(1, |it| char_len(*it)))
}

/// A member, key and value.
pub(super) fn member_span(tree: &Tree, member: &Member) -> Span {
    Span { start: tree.span(member.key).start, end: tree.span(member.value).end }
}

/// Turns a value into a string that holds its text.
pub(super) fn encode(document: &Document, value: NodeId, fix: Fix) -> Fix {
    let span = document.tree.span(value);
    fix.replace(span, quote(span.of(&document.text)))
}

/// A member with the comma that goes with it, and the blanks in between. None where it may hold more than is its own.
pub(super) fn member_with_comma(document: &Document, object: &Object, member: &Member) -> Option<Span> {
    let tree = &document.tree;
    let idx = object.members.binary_search_by_key(&member.key, |it| it.key).ok().filter(|_| document.is_sure)?;
    let span = member_span(tree, member);
    let previous = idx.checked_sub(1).and_then(|it| object.members.get(it));
    if let Some(previous) = previous {
        return Some(Span { start: tree.span(previous.value).end, end: span.end });
    }
    let next = object.members.get(idx + 1);
    Some(Span { start: span.start, end: next.map_or(span.end, |it| tree.span(it.key).start) })
}

fn missing(ctx: &Context, object: &Object, has_payload: bool, out: &mut Findings) {
    let document = ctx.doc(object.doc);
    let mut absent = absent(ctx, object, has_payload);
    // A value without its end may have swallowed what follows it.
    let is_cut = |it: &Member| document.tree.node(it.value).flags.has(Flags::UNCLOSED);
    if absent.is_empty()
        || is_incomplete(ctx.docs, object)
        || object.members.iter().any(is_cut)
        || foreign::is_out_of_place(ctx, object)
    {
        return;
    }
    let is_beyond = object.is_beyond || absent.iter().all(|it| it.is_beyond());
    if is_beyond && !is_asked_for(ctx, object) {
        return;
    }
    commented::claim(ctx, object, &mut absent, out);
    if absent.is_empty() {
        return;
    }
    out.beyond(is_beyond);
    out.report(&rules::MISSING_FIELD, object.doc, open_bracket(document, object.node), |it| {
        say_missing(ctx, object, &absent, it);
        if let Some(fix) = insertion(ctx, object, &absent).filter(|_| it.severity != Severity::Hint) {
            it.fix(fix);
        }
    });
}

/// The required fields that the object does not have under any name.
pub(super) fn absent(ctx: &Context, object: &Object, has_payload: bool) -> Vec<&'static Field> {
    let document = ctx.doc(object.doc);
    let is_absent = |field: &&Field| {
        let is_payload = field.is_payload();
        let is_there = object.member(field.name).is_some() || (is_payload && has_payload);
        // Part of an object under another name, which is what is reported.
        is_required(ctx, object, field)
            && !is_there
            && !foreign::is_beside(ctx, object, field)
            && !object.members.iter().any(|it| parts(document, it).iter().any(|it| it.1 == field.name))
    };
    object.record.fields.iter().filter(is_absent).collect()
}

/// How serious it is that these are absent, and which of them are: those that must be there first.
fn say_missing(ctx: &Context, object: &Object, absent: &[&Field], it: &mut Finding) {
    let severity = |field: &Field| field.required.min(lacks(ctx, object, field).or(field.required));
    it.severity = absent.iter().filter_map(|it| severity(it)).min().unwrap_or(Severity::Error);
    let (must, should): (Vec<&Field>, Vec<&Field>) =
        absent.iter().partition(|it| severity(it) == Some(Severity::Error));
    let names = |fields: &[&Field]| listed(fields.iter().map(|it| it.name), " and ");
    if it.severity == Severity::Hint {
        let verb = if absent.len() == 1 { "is" } else { "are" };
        return it.say(format_args!("{} {verb} recommended but missing", names(absent)));
    }
    let title = object.record.title_with_article();
    if must.is_empty() {
        let them = if should.len() == 1 { "it" } else { "them" };
        return it.say(format_args!("Missing {}; {title} should have {them}", names(&should)));
    }
    match &must[..] {
        [field] if !field.when.is_empty() => {
            let when = conditions::described_all(field.when);
            it.say(format_args!("Missing `{}`; it is required when {when}", field.name));
        }
        [field] => it.say(format_args!("Missing `{}`; {title} requires it", field.name)),
        _ => it.say(format_args!("Missing {}; {title} requires them", names(&must))),
    }
    if !should.is_empty() {
        it.message.push_str(&format!("; {} should also be present", names(&should)));
    }
}

/// Whether what no specification asks for is asked for here: in a payload that is read, stands apart from its envelope,
/// and is more than a template.
fn is_asked_for(ctx: &Context, object: &Object) -> bool {
    let document = ctx.doc(object.doc);
    let holder = object.holder.and_then(|it| ctx.bindings.objects.get(it));
    let is_apart = holder.is_none_or(|it| (it.doc, it.node) != (object.doc, object.node));
    let is_template = |it: &Member| document.tree.node(it.value).flags.has(Flags::INCOMPLETE);
    is_apart && !object.members.iter().any(is_template) && ctx.is_read(object)
}

/// Whether a field has to be there as things are.
pub(super) fn is_required(ctx: &Context, object: &Object, field: &Field) -> bool {
    field.required.is_some() && (field.when.is_empty() || conditions::all_hold(ctx, object, field.when))
}

/// The table of the object in a field.
pub(super) fn record_of(ctx: &Context, object: &Object, field: &Field) -> Option<&'static Record> {
    match field.shape.inner() {
        Shape::Record(record) => Some(record),
        Shape::Choice(choice) => Some(chosen(ctx.docs, ctx.bindings, object, choice)),
        _ => None,
    }
}

/// How serious it is what the object in an absent field would have to hold.
fn lacks(ctx: &Context, object: &Object, field: &Field) -> Option<Severity> {
    let record = record_of(ctx, object, field)?;
    record.fields.iter().filter(|it| is_required(ctx, object, it)).filter_map(|it| it.required).min()
}

/// Inserts what is known of absent fields, at the end of the object.
fn insertion(ctx: &Context, object: &Object, absent: &[&Field]) -> Option<Fix> {
    let document = ctx.doc(object.doc);
    let tree = &document.tree;
    let mut known: Vec<(&Field, (String, bool))> =
        absent.iter().filter_map(|it| Some((*it, value_for(ctx, object, it)?))).collect();
    // What is only usual is offered when there is nothing certain.
    let is_safe = known.iter().any(|it| it.1.1);
    if is_safe {
        known.retain(|it| it.1.1);
    }
    // Behind a fault that leaves extents in doubt, the end of the object is only a guess; and an object with none of the
    // fields is hardly the one they belong in.
    let is_other = !object.members.is_empty() && object.members.iter().all(|it| it.field.is_none());
    if known.is_empty() || is_other || !document.is_sure || tree.node(object.node).flags.has(Flags::UNCLOSED) {
        return None;
    }
    let names = listed(known.iter().map(|it| it.0.name), " and ");
    let last = object.members.last().map(|it| tree.span(it.value));
    let at = last.map_or(tree.span(object.node).start + 1, |it| it.end);
    // Like the member before it: on a line of its own or not.
    let before = object.members.last().map_or(at, |it| tree.span(it.key).start);
    let line = document.text.get(..before as usize).unwrap_or_default();
    let blanks = line.len() - line.trim_end_matches([' ', '\t', '\n', '\r']).len();
    let gap = line.get(line.len() - blanks..).unwrap_or_default();
    let gap = match gap.bytes().rposition(|it| it == b'\n') {
        Some(at) => {
            let line_end = gap.get(..at).unwrap_or_default();
            gap.get(line_end.strip_suffix('\r').unwrap_or(line_end).len()..).unwrap_or(" ")
        }
        None => " ",
    };
    let mut text = String::new();
    for (idx, (field, (value, _))) in known.iter().enumerate() {
        if last.is_some() || idx > 0 {
            text.push(',');
            text.push_str(gap);
        }
        text.push_str(&format!("{}: {value}", quote(field.name)));
    }
    let fix = Fix::new(if is_safe { Safety::Safe } else { Safety::Suggestion }, format_args!("Insert {names}"));
    Some(fix.insert(at, text))
}

/// The value of an absent field, and whether nothing is guessed by it.
fn value_for(ctx: &Context, object: &Object, field: &Field) -> Option<(String, bool)> {
    if field.from_request {
        // A response inside another one answers another request.
        if !is_root(ctx, object) {
            return None;
        }
        let id = ctx.request.as_ref()?.text(field.name).filter(|it| !it.trim().is_empty())?;
        return Some((quote(&id), true));
    }
    if let Some(followed) = lookup::json(ctx, object, field) {
        return Some(followed);
    }
    let certain = match field.absent {
        Absent::Unknown => lists::free_id(ctx, object, field).map(|it| quote(&it)),
        Absent::JsonBeside(fields) => {
            let document = ctx.doc(object.doc);
            let is_there = |name: &str| object.member(name).is_some_and(|it| says_something(document, it.value));
            let mut there = fields.iter().filter(|it| is_there(it.0));
            return there.next().filter(|_| there.next().is_none()).map(|it| (it.1.to_owned(), false));
        }
        // An object without what it has to hold is no better than none.
        Absent::Json(json) => lacks(ctx, object, field).is_none().then(|| json.to_owned()),
        Absent::JsonWhen([other, value, json]) => {
            let document = ctx.doc(object.doc);
            let member = object.member(other)?;
            document.tree.is_text(&document.text, member.value, value).then(|| (*json).to_owned())
        }
    };
    Some((certain?, true))
}
