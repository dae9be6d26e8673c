//! Types: values that are not of the kind their field has.

use super::fields::{accepts, encode, name_of, open_bracket};
use super::misnamed::parts;
use super::say::Filled;
use super::{Context, envelope, lists, number, type_name};
use crate::bind::{How, Member, Object};
use crate::diagnostic::{Fix, Safety, Severity};
use crate::document::Document;
use crate::findings::Findings;
use crate::json::{self, Kind, NodeId, quote};
use crate::rules;
use crate::spec::{Absent, Field, Form, Record, Shape, Source};
use crate::text::Span;
use crate::timestamp;

/// Not of the type the field has; a payload that is not encoded has a rule of its own.
pub(super) fn wrong_type(ctx: &Context, object: &Object, member: &Member, field: &'static Field, out: &mut Findings) {
    let document = ctx.doc(object.doc);
    let tree = &document.tree;
    let span = tree.span(member.value);
    let kind = tree.kind(member.value);
    let is_payload = field.is_payload();
    // What its name is wrong for is said there.
    if !parts(document, member).is_empty() || member.how == How::Slip {
        return;
    }
    if is_payload && matches!(kind, Kind::Object | Kind::Array) {
        // An envelope is taken out, and not encoded.
        let is_inside = |it: &&Object| (it.doc, it.node) == (object.doc, member.value);
        let inside = ctx.bindings.objects.iter().find(is_inside);
        if member.how != How::Name || inside.is_some_and(|it| envelope::around_envelope(ctx, it).is_some()) {
            return;
        }
        let what = if kind == Kind::Object { "an object" } else { "an array" };
        return out.report(&rules::PAYLOAD_NOT_STRING, object.doc, open_bracket(document, member.value), |it| {
            it.say(format_args!("`{}` must be a JSON-encoded string, but is {what}", field.name));
            if kind == Kind::Object && ctx.is_upstream() {
                it.severity = Severity::Warning;
            }
            if document.is_sure {
                it.fix(encode(document, member.value, Fix::safe("Encode it as a JSON string")));
            }
        });
    }
    // Under another name, a value that cannot mean the field is one mistake, and the name is reported with it.
    if matches!(member.how, How::Alias(_)) && meant(ctx, object, field, member.value).is_none() {
        return;
    }
    out.report(&rules::WRONG_TYPE, object.doc, span, |it| {
        let expected = expected_type(&field.shape);
        let name = name_of(ctx, object, member, field);
        let instead = field.instead.filter(|it| accepts(it.0, kind));
        it.severity = instead.map_or(field.mistyped, |it| it.1);
        let is_number = matches!(field.shape.inner(), Shape::Number(_)) && !matches!(kind, Kind::True | Kind::False);
        if it.severity == Severity::Error && field.is_unchecked && !is_number && ctx.is_upstream() {
            it.severity = Severity::Warning;
        }
        let must = if it.severity == Severity::Error { "must" } else { "should" };
        it.say(format_args!("`{name}` {must} be {expected}, but is {}", type_name(kind)));
        // Text between two quotes that is not really a value has no other type.
        if !document.is_sure {
            return;
        }
        if let Some((safety, title, json)) = meant(ctx, object, field, member.value) {
            it.message.push_str(if title == DECODE { " that contains JSON" } else { "" });
            it.fix(Fix::new(safety, format_args!("{}", Filled(title, &json))).replace(span, &json));
        }
    });
}

pub(super) fn expected_type(shape: &Shape) -> String {
    match shape {
        Shape::Nullable(inner) => format!("{} or null", expected_type(inner)),
        Shape::Text(_) => "a string".to_owned(),
        Shape::Encoded(_) => "a JSON-encoded string".to_owned(),
        Shape::Number(it) if it.whole.is_some() => "a whole number".to_owned(),
        Shape::Number(_) => "a number".to_owned(),
        Shape::Object | Shape::Record(_) | Shape::Choice(_) => "an object".to_owned(),
        Shape::Names => "an array of strings".to_owned(),
        Shape::List(_) => "an array".to_owned(),
        Shape::Flag => "true or false".to_owned(),
        Shape::Scalar | Shape::Any => "a value other than an object or array".to_owned(),
    }
}

/// What is written in place of a value, and the title of that.
pub(super) type Meant = (Safety, &'static str, String);

const WRITE: &str = "Replace with `$`";
const DECODE: &str = "Decode it";

/// The value that another one can only mean, or may mean.
pub(super) fn meant(ctx: &Context, object: &Object, field: &Field, value: NodeId) -> Option<Meant> {
    converted(ctx.doc(object.doc), field, value).or_else(|| made(ctx, object, field, value))
}

/// What a string says, where that is JSON of the type.
fn decoded(shape: &Shape, says: &str) -> Option<Meant> {
    let (parsed, errors) = json::parse(says, Span::new(0, says.len()));
    let kind = parsed.kind(0);
    if !errors.is_empty() || !accepts(shape, kind) {
        return None;
    }
    let (safety, title) = match kind {
        Kind::Number => (Safety::Safe, "Replace with the number `$`"),
        Kind::Object | Kind::Array => (Safety::Suggestion, DECODE),
        _ => (Safety::Safe, WRITE),
    };
    Some((safety, title, says.to_owned()))
}

/// The value as it was meant, where another type can only mean one thing.
fn converted(document: &Document, field: &Field, value: NodeId) -> Option<Meant> {
    let (tree, text) = (&document.tree, &*document.text);
    let raw = tree.span(value).of(text);
    let says = tree.text(text, value);
    if tree.kind(value) == Kind::String {
        let behind = text.get(tree.span(value).end as usize..).unwrap_or_default().trim_start();
        // What sticks to a string would stick to the number.
        let is_apart = behind.is_empty() || behind.starts_with([',', '}', ']']);
        if let Some(meant) = decoded(field.shape.inner(), says.trim()).filter(|_| is_apart) {
            return Some(meant);
        }
    }
    let (safety, json) = match (field.shape.inner(), tree.kind(value)) {
        (Shape::Text(it), Kind::Number) => match it.form {
            Form::Word(words) => {
                if let Some(word) = words.known.iter().find(|it| **it == raw || it.strip_suffix(".0") == Some(raw)) {
                    (Safety::Safe, quote(word))
                } else {
                    let share = number(raw) * 100.0;
                    let word = words.shares.iter().find(|it| share <= 100.0 && share >= f64::from(it.0))?.1;
                    (Safety::Suggestion, quote(word))
                }
            }
            Form::Time(_) => (Safety::Suggestion, from_unix(raw)?),
            Form::Free | Form::Uuid | Form::Path | Form::Hyphened(_) => return None,
        },
        (Shape::Flag, Kind::String) => {
            let word = ["true", "false"].into_iter().find(|it| says.trim().eq_ignore_ascii_case(it));
            (Safety::Safe, word?.to_owned())
        }
        // Where nothing is written as `{}`, what says nothing is meant for it; anywhere else content would be made up.
        (_, kind) if field.absent == Absent::Json("{}") => {
            let is_nothing = kind == Kind::Null
                || (kind == Kind::String && says.is_empty())
                || (kind == Kind::Array && tree.children(value).next().is_none());
            if !is_nothing {
                return None;
            }
            (Safety::Safe, "{}".to_owned())
        }
        (shape, Kind::String) => return listed(shape, raw, &says),
        _ => return None,
    };
    Some((safety, WRITE, json))
}

/// An array of one text, or of several with commas between them.
fn listed(shape: &Shape, raw: &str, says: &str) -> Option<Meant> {
    let least = match shape {
        Shape::Names => 0,
        Shape::List(list) if matches!(list.item.shape.inner(), Shape::Text(_)) => list.min.map_or(0, |it| it.0),
        _ => return None,
    };
    let mut json = String::new();
    // Names and words have no commas in them; sentences do.
    let mut are_words = says.contains(',');
    for part in says.split(',').map(str::trim) {
        are_words &= matches!(shape, Shape::Names) || !part.contains([' ', '\n']);
        if !part.is_empty() {
            json.push_str(if json.is_empty() { "[" } else { ", " });
            json.push_str(&quote(part));
        }
    }
    if are_words && !json.is_empty() {
        json.push(']');
        return Some((Safety::Suggestion, "Split it at the commas", json));
    }
    // One is no better if more are required.
    let is_it = least < 2 && !says.trim().is_empty();
    is_it.then(|| (Safety::Safe, "Wrap it in an array", format!("[{raw}]")))
}

/// The object that is made of a value of another kind.
fn made(ctx: &Context, object: &Object, field: &Field, value: NodeId) -> Option<Meant> {
    let Shape::Record(Record { made_from, .. }) = field.shape.inner() else { return None };
    let document = ctx.doc(object.doc);
    let tree = &document.tree;
    let source = match tree.kind(value) {
        Kind::String if !tree.is_blank(&document.text, value) => Source::Text,
        Kind::Array => Source::Array,
        _ => return None,
    };
    let from = made_from.iter().find(|it| it.source == source)?;
    let raw = tree.span(value).of(&document.text);
    let mut json = String::new();
    for ch in from.json.chars() {
        match ch {
            '$' => json.push_str(raw),
            '#' => json.push_str(&format!("{}", lists::free_number(ctx, object, value)?)),
            _ => json.push(ch),
        }
    }
    Some((if from.is_safe { Safety::Safe } else { Safety::Suggestion }, "Convert it to an object", json))
}

/// The JSON of a time that counts the seconds since 1970, from 2001 to 2033: ten digits that are no date.
pub(super) fn from_unix(raw: &str) -> Option<String> {
    let seconds = raw.split_once('.').filter(|it| it.1.trim_start_matches('0').is_empty()).map_or(raw, |it| it.0);
    let is_it = seconds.len() == 10
        && seconds.starts_with('1')
        && seconds.trim_start_matches(|it: char| it.is_ascii_digit()).is_empty();
    is_it.then(|| quote(&timestamp::from_unix(number(seconds) as i64)))
}
