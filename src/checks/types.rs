//! Types: values that are not of the kind their field has.

use super::fields::{accepts, encode, name_of, open_bracket, parts};
use super::say::{When, repair, safe};
use super::{Context, envelope, lists, number, type_name};
use crate::bind::{How, Member, Object};
use crate::diagnostic::{Safety, Severity};
use crate::document::Document;
use crate::findings::Findings;
use crate::json::{self, Kind, NodeId, quote};
use crate::rules;
use crate::spec::{Absent, Field, Form, Record, Shape, Source};
use crate::text::{Span, begins};
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
            it.say(format_args!("`{}` holds its content as a JSON string; found {what}", field.name));
            if kind == Kind::Object && ctx.is_upstream() {
                it.severity = Severity::Warning;
            }
            if document.is_sure {
                it.fix(encode(document, member.value, safe(format_args!("encode it as a string"))));
            }
        });
    }
    out.report(&rules::WRONG_TYPE, object.doc, span, |it| {
        let expected = expected_type(&field.shape);
        let name = name_of(ctx, object, member, field);
        it.say(format_args!("`{name}` should be {expected}; found {}", type_name(kind)));
        let instead = field.instead.filter(|it| accepts(it.0, kind));
        it.severity = instead.map_or(field.mistyped, |it| it.1);
        if it.severity == Severity::Error && field.is_unchecked && ctx.is_upstream() {
            it.severity = Severity::Warning;
        }
        // What is no value at all, but what stands between two quotes, has no other type.
        if !document.is_sure {
            return;
        }
        if let Some((safety, json)) = converted(document, field, member.value) {
            let fix = if json.starts_with('[') {
                repair(safety, format_args!("make it an array of one"))
            } else {
                let is_number = matches!(field.shape.inner(), Shape::Number(_));
                repair(safety, format_args!("write {}`{json}`", When(is_number, format_args!("the number "))))
            };
            it.fix(fix.with(span, &json));
        } else if let Some((safety, json)) = made(ctx, object, field, member.value) {
            it.fix(repair(safety, format_args!("make it an object")).with(span, &json));
        }
    });
}

pub(super) fn expected_type(shape: &Shape) -> String {
    match shape {
        Shape::Nullable(inner) => format!("{} or null", expected_type(inner)),
        Shape::Text(_) => "a string".to_owned(),
        Shape::Encoded(_) => "a string that holds JSON".to_owned(),
        Shape::Number(it) if it.whole.is_some() => "a whole number".to_owned(),
        Shape::Number(_) => "a number".to_owned(),
        Shape::Object | Shape::Record(_) | Shape::Choice(_) => "an object".to_owned(),
        Shape::Names => "an array of names".to_owned(),
        Shape::List(_) => "an array".to_owned(),
        Shape::Flag => "true or false".to_owned(),
        Shape::Scalar | Shape::Any => "a plain value".to_owned(),
    }
}

/// The value as it was meant, where another type can only mean one thing.
fn converted(document: &Document, field: &Field, value: NodeId) -> Option<(Safety, String)> {
    let (tree, text) = (&document.tree, &*document.text);
    let raw = tree.span(value).of(text);
    let says = tree.text(text, value);
    match (field.shape.inner(), tree.kind(value)) {
        (Shape::Number(_), Kind::String) => {
            let plain = says.trim();
            let (parsed, errors) = json::parse(plain, Span::new(0, plain.len()));
            // What sticks to a string would stick to the number.
            let behind = text.get(tree.span(value).end as usize..).unwrap_or_default().trim_start();
            let is_apart = behind.is_empty() || begins(behind, b",}]");
            let is_number = is_apart && errors.is_empty() && parsed.kind(0) == Kind::Number;
            is_number.then(|| (Safety::Safe, plain.to_owned()))
        }
        (Shape::Text(it), Kind::Number) => match it.form {
            Form::Word(words) => {
                if let Some(word) = words.known.iter().find(|it| **it == raw || it.strip_suffix(".0") == Some(raw)) {
                    return Some((Safety::Safe, quote(word)));
                }
                let share = number(raw) * 100.0;
                let word = words.shares.iter().find(|it| share <= 100.0 && share >= f64::from(it.0))?.1;
                Some((Safety::Suggestion, quote(word)))
            }
            Form::Time(_) => Some((Safety::Suggestion, quote(&timestamp::from_unix(unix_seconds(raw)?)))),
            Form::Free | Form::Uuid | Form::Path | Form::Hyphened(_) => None,
        },
        (Shape::Flag, Kind::String) => {
            let word = says.trim().to_ascii_lowercase();
            matches!(&*word, "true" | "false").then_some((Safety::Safe, word))
        }
        // Where nothing is written as `{}`, what says nothing is meant for it; anywhere else content would be made up.
        (_, kind) if field.absent == Absent::Json("{}") => {
            let is_nothing = kind == Kind::Null
                || (kind == Kind::String && says.is_empty())
                || (kind == Kind::Array && tree.children(value).next().is_none());
            is_nothing.then(|| (Safety::Safe, "{}".to_owned()))
        }
        (Shape::Names, Kind::String) => Some((Safety::Safe, format!("[{raw}]"))),
        (Shape::List(list), Kind::String)
            if matches!(list.item.shape.inner(), Shape::Text(_)) && !says.trim().is_empty() =>
        {
            Some((Safety::Safe, format!("[{raw}]")))
        }
        _ => None,
    }
}

/// The object that is made of a value of another kind.
fn made(ctx: &Context, object: &Object, field: &Field, value: NodeId) -> Option<(Safety, String)> {
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
            '#' => json.push_str(&lists::free_number(ctx, object, value)?.to_string()),
            _ => json.push(ch),
        }
    }
    Some((if from.is_safe { Safety::Safe } else { Safety::Suggestion }, json))
}

/// Seconds since 1970 of a time between 2001 and 2286: a whole number of ten digits.
fn unix_seconds(raw: &str) -> Option<i64> {
    let seconds = raw.split_once('.').filter(|it| it.1.bytes().all(|it| it == b'0')).map_or(raw, |it| it.0);
    (seconds.len() == 10 && seconds.bytes().all(|it| it.is_ascii_digit())).then(|| seconds.parse().ok())?
}
