//! Keys: those that are missing, those under another name, those the format does not know.

use super::{Context, type_name};
use crate::bind::{How, Member, Object, is_incomplete};
use crate::detect::Envelope;
use crate::diagnostic::{Fix, Severity, listed, shown};
use crate::document::Document;
use crate::findings::Findings;
use crate::json::{Flags, Kind, NodeId, quote};
use crate::rules;
use crate::spec::{Absent, Field, Format, Shape, Unknown};
use crate::text::Span;
use crate::wrap::{Envelope as NewEnvelope, envelope_text};

pub(super) fn check(ctx: &Context, out: &mut Findings) {
    envelope(ctx, out);
    for object in &ctx.bindings.objects {
        let is_mixed = ctx.detection.envelope == Envelope::Mixed && is_root(ctx, object);
        misnamed(ctx, object, out);
        if is_mixed {
            mixed(ctx, object, out);
        } else {
            unknown(ctx, object, out);
        }
        missing(ctx, object, is_mixed, out);
    }
}

fn is_root(ctx: &Context, object: &Object) -> bool {
    (object.doc, object.node) == ctx.detection.root
}

/// The payload without its envelope.
fn envelope(ctx: &Context, out: &mut Findings) {
    let Envelope::Raw(what) = ctx.detection.envelope else { return };
    let (doc, root) = ctx.detection.root;
    let document = ctx.doc(doc);
    out.report(&rules::MISSING_ENVELOPE, doc, open_bracket(document, root), |it| {
        it.message = format!("This is {what} without its envelope; it belongs, as a JSON string, into `response`");
        let Some(now) = ctx.options.now.as_deref() else { return };
        let body = document.tree.span(root);
        let request_id = ctx.request.as_ref().and_then(|it| it.text("request_id"));
        let new = NewEnvelope::of_content(body.of(&document.text), request_id.as_deref(), now);
        let text = envelope_text(&new);
        it.fix(Fix::safe("wrap it into an envelope").replace(body, text.trim_end()));
    });
}

pub(super) fn open_bracket(document: &Document, node: NodeId) -> Span {
    let start = document.tree.span(node).start;
    Span { start, end: start + 1 }
}

fn misnamed(ctx: &Context, object: &Object, out: &mut Findings) {
    let document = ctx.doc(object.doc);
    let tree = &document.tree;
    for member in &object.members {
        let Some(field) = member.field else { continue };
        if matches!(member.how, How::Name | How::Foreign | How::Repeated) {
            continue;
        }
        out.report(&rules::MISNAMED_FIELD, object.doc, tree.span(member.key), |it| {
            let key = shown(&tree.text(&document.text, member.key));
            let kind = tree.kind(member.value);
            it.message = format!("`{key}` should be `{}`", field.name);
            let is_payload = matches!(field.shape.inner(), Shape::Encoded(_));
            let needs_encoding = is_payload && matches!(kind, Kind::Object | Kind::Array);
            if needs_encoding {
                it.message = format!("`{key}` should be `{}` and hold its content as a JSON string", field.name);
            }
            let rename = format!("rename to `{}`", field.name);
            let fix = match member.how {
                // The value would mean something else under the right name.
                How::Alias(false) => return,
                How::Slip => Fix::guess(rename),
                How::Name | How::Alias(true) | How::Foreign | How::Repeated if needs_encoding => {
                    Fix::safe(format!("rename to `{}` and encode its content", field.name))
                }
                How::Name | How::Alias(true) | How::Foreign | How::Repeated => Fix::safe(rename),
            };
            if !needs_encoding && !accepts(&field.shape, kind) {
                return;
            }
            let fix = fix.replace(tree.span(member.key), quote(field.name));
            it.fix(if needs_encoding { encode(document, member.value, fix) } else { fix });
        });
    }
}

/// Turns a value into a string that holds its text.
pub(super) fn encode(document: &Document, value: NodeId, fix: Fix) -> Fix {
    let span = document.tree.span(value);
    fix.replace(span, quote(span.of(&document.text)))
}

/// Whether a value of that kind can be one of the shape.
pub(super) fn accepts(shape: &Shape, kind: Kind) -> bool {
    match shape {
        Shape::Nullable(inner) => kind == Kind::Null || accepts(inner, kind),
        Shape::Text(_) | Shape::Encoded(_) => kind == Kind::String,
        Shape::Number(_) => kind == Kind::Number,
        Shape::Object => kind == Kind::Object,
        Shape::Names => kind == Kind::Array,
    }
}

fn unknown(ctx: &Context, object: &Object, out: &mut Findings) {
    let Unknown::Reported(severity, takes) = object.format.unknown else { return };
    let document = ctx.doc(object.doc);
    let tree = &document.tree;
    for member in object.members.iter().filter(|it| it.how == How::Foreign) {
        out.report(&rules::UNKNOWN_FIELD, object.doc, tree.span(member.key), |it| {
            let key = shown(&tree.text(&document.text, member.key));
            it.severity = severity;
            it.message = format!("`{key}` is not a field of the {}", object.format.title);
            if let Some(name) = takes {
                it.message.push_str(&format!("; other data belongs into `{name}`"));
                let taker = object.member(name).map(|it| it.value);
                if let Some(fix) = taker.and_then(|taker| move_into(document, object, member, taker, name)) {
                    it.fix(fix);
                }
            }
        });
    }
}

/// Moves a member into an object beside it.
fn move_into(document: &Document, object: &Object, member: &Member, taker: NodeId, name: &str) -> Option<Fix> {
    let tree = &document.tree;
    let node = tree.node(taker);
    let is_whole = node.kind == Kind::Object && !node.flags.has(Flags::UNCLOSED);
    let key = tree.text(&document.text, member.key);
    if !is_whole || tree.get(&document.text, taker, &key).is_some() {
        return None;
    }
    let text = Span { start: tree.span(member.key).start, end: tree.span(member.value).end };
    let is_empty = tree.children(taker).next().is_none();
    let fix = Fix::guess(format!("move it into `{name}`"));
    let fix = fix.delete(member_with_comma(document, object, member)?);
    let inside = text.of(&document.text);
    let insert = if is_empty { inside.to_owned() } else { format!(", {inside}") };
    let last = tree.children(taker).last().map_or(node.span.start + 1, |it| tree.span(it).end);
    Some(fix.insert(last, insert))
}

/// A member with the comma that goes with it, and the blanks in between.
pub(super) fn member_with_comma(document: &Document, object: &Object, member: &Member) -> Option<Span> {
    let tree = &document.tree;
    let idx = object.members.iter().position(|it| it.key == member.key)?;
    let span = Span { start: tree.span(member.key).start, end: tree.span(member.value).end };
    let previous = idx.checked_sub(1).and_then(|it| object.members.get(it));
    if let Some(previous) = previous {
        return Some(Span { start: tree.span(previous.value).end, end: span.end });
    }
    let next = object.members.get(idx + 1);
    Some(Span { start: span.start, end: next.map_or(span.end, |it| tree.span(it.key).start) })
}

/// Payload and envelope in one object.
fn mixed(ctx: &Context, object: &Object, out: &mut Findings) {
    let document = ctx.doc(object.doc);
    let tree = &document.tree;
    let foreign: Vec<&Member> = object.members.iter().filter(|it| it.how == How::Foreign).collect();
    let Some(first) = foreign.first() else { return };
    out.report(&rules::HALF_ENVELOPE, object.doc, tree.span(first.key), |it| {
        let keys: Vec<String> = foreign.iter().map(|it| shown(&tree.text(&document.text, it.key))).collect();
        let names = listed(keys.iter().map(String::as_str).take(5), " and ");
        let more = if keys.len() > 5 { format!(" and {} more keys", keys.len() - 5) } else { String::new() };
        let stand = if keys.len() == 1 { "stands" } else { "stand" };
        it.message = format!("{names}{more} {stand} beside the envelope and belong, as a JSON string, into `response`");
        for other in foreign.iter().skip(1).take(8) {
            it.note(tree.span(other.key), "this belongs there too");
        }
        let has_payload = object.member("response").is_some();
        let is_whole = !tree.node(object.node).flags.has(Flags::INCOMPLETE);
        if has_payload || !is_whole {
            return;
        }
        let members = foreign.iter().map(|it| {
            Span { start: tree.span(it.key).start, end: tree.span(it.value).end }.of(&document.text)
        });
        let content = format!("{{{}}}", members.collect::<Vec<_>>().join(", "));
        let mut fix = Fix::safe("move them, encoded, into `response`");
        for (idx, member) in foreign.iter().enumerate() {
            let span = Span { start: tree.span(member.key).start, end: tree.span(member.value).end };
            if idx == 0 {
                fix = fix.replace(span, format!("\"response\": {}", quote(&content)));
            } else if let Some(span) = member_with_comma(document, object, member) {
                fix = fix.delete(span);
            }
        }
        it.fix(fix);
    });
}

fn missing(ctx: &Context, object: &Object, has_payload: bool, out: &mut Findings) {
    let is_absent = |it: &&Field| {
        let is_payload = matches!(it.shape.inner(), Shape::Encoded(_));
        it.required.is_some() && object.member(it.name).is_none() && !(is_payload && has_payload)
    };
    if object.format.fields.iter().filter(is_absent).count() == 0 || is_incomplete(ctx.docs, object) {
        return;
    }
    let document = ctx.doc(object.doc);
    let absent: Vec<&Field> = object.format.fields.iter().filter(is_absent).collect();
    out.report(&rules::MISSING_FIELD, object.doc, open_bracket(document, object.node), |it| {
        let severity = absent.iter().filter_map(|it| it.required).min();
        it.severity = severity.unwrap_or(Severity::Error);
        let required = object.format.fields.iter().filter(|it| it.required.is_some()).count();
        let names = listed(absent.iter().map(|it| it.name), " and ");
        it.message = format!("Missing {names}; {} has {required} required fields", object.format.title_with_article());
        if let Some(fix) = insertion(ctx, object, &absent) {
            it.fix(fix);
        }
    });
}

/// Inserts what is known of absent fields, at the end of the object.
fn insertion(ctx: &Context, object: &Object, absent: &[&Field]) -> Option<Fix> {
    let document = ctx.doc(object.doc);
    let tree = &document.tree;
    let known: Vec<(&Field, String)> =
        absent.iter().filter_map(|it| Some((*it, value_for(ctx, object, it)?))).collect();
    if known.is_empty() || tree.node(object.node).flags.has(Flags::UNCLOSED) {
        return None;
    }
    let title = format!("insert {}", listed(known.iter().map(|it| it.0.name), " and "));
    let last = object.members.last().map(|it| tree.span(it.value));
    let at = last.map_or(tree.span(object.node).start + 1, |it| it.end);
    // Like the member before it: on a line of its own or not.
    let before = object.members.last().map_or(at, |it| tree.span(it.key).start);
    let line = document.text.get(..before as usize).unwrap_or_default();
    let blanks = line.len() - line.trim_end_matches([' ', '\t', '\n', '\r']).len();
    let gap = line.get(line.len() - blanks..).unwrap_or_default();
    let gap = if gap.contains('\n') { gap.get(gap.rfind("\r\n").or_else(|| gap.rfind('\n')).unwrap_or(0)..).unwrap_or(" ") } else { " " };
    let mut text = String::new();
    for (idx, (field, value)) in known.iter().enumerate() {
        if last.is_some() || idx > 0 {
            text.push(',');
            text.push_str(gap);
        }
        text.push_str(&format!("{}: {value}", quote(field.name)));
    }
    Some(Fix::safe(title).insert(at, text))
}

/// The value of an absent field, when nothing has to be guessed.
fn value_for(ctx: &Context, object: &Object, field: &Field) -> Option<String> {
    if field.from_request {
        return ctx.request.as_ref()?.text(field.name).filter(|it| !it.trim().is_empty()).map(|it| quote(&it));
    }
    match field.absent {
        Absent::Unknown => None,
        Absent::Json(json) => Some(json.to_owned()),
        Absent::JsonWhen(other, value, json) => {
            let document = ctx.doc(object.doc);
            let member = object.member(other)?;
            document.tree.is_text(&document.text, member.value, value).then(|| json.to_owned())
        }
    }
}

/// Not of the type the field has; a payload that is not encoded has a rule of its own.
pub(super) fn wrong_type(ctx: &Context, object: &Object, member: &Member, field: &'static Field, out: &mut Findings) {
    let document = ctx.doc(object.doc);
    let tree = &document.tree;
    let span = tree.span(member.value);
    let kind = tree.kind(member.value);
    let is_payload = matches!(field.shape.inner(), Shape::Encoded(_));
    if is_payload && matches!(kind, Kind::Object | Kind::Array) {
        if member.how != How::Name {
            return;
        }
        let what = if kind == Kind::Object { "an object" } else { "an array" };
        return out.report(&rules::PAYLOAD_NOT_STRING, object.doc, open_bracket(document, member.value), |it| {
            it.message = format!("`{}` holds its content as a JSON string; found {what}", field.name);
            if kind == Kind::Object && ctx.is_upstream() {
                it.severity = Severity::Warning;
            }
            it.fix(encode(document, member.value, Fix::safe("encode it as a string")));
        });
    }
    out.report(&rules::WRONG_TYPE, object.doc, span, |it| {
        let expected = expected_type(&field.shape);
        it.message = format!("`{}` should be {expected}; found {}", field.name, type_name(kind));
        if field.is_unchecked && ctx.is_upstream() {
            it.severity = Severity::Warning;
        }
        if let Some((title, text)) = converted(field, kind, span.of(&document.text), &tree.text(&document.text, member.value)) {
            it.fix(Fix::safe(title).replace(span, text));
        }
    });
}

fn expected_type(shape: &Shape) -> String {
    match shape {
        Shape::Nullable(inner) => format!("{} or null", expected_type(inner)),
        Shape::Text(_) => "a string".to_owned(),
        Shape::Encoded(_) => "a string that holds JSON".to_owned(),
        Shape::Number(it) if it.is_whole => "a whole number".to_owned(),
        Shape::Number(_) => "a number".to_owned(),
        Shape::Object => "an object".to_owned(),
        Shape::Names => "an array of names".to_owned(),
    }
}

/// The value as it was meant, where another type can only mean one thing.
fn converted(field: &Field, kind: Kind, raw: &str, text: &str) -> Option<(String, String)> {
    match (field.shape.inner(), kind) {
        (Shape::Number(_), Kind::String) => {
            let number = text.trim();
            let (tree, errors) = crate::json::parse(number, Span::new(0, number.len()));
            let is_number = errors.is_empty() && tree.kind(0) == Kind::Number;
            is_number.then(|| (format!("write the number `{number}`"), number.to_owned()))
        }
        (Shape::Text(it), Kind::Number) => match it.form {
            crate::spec::Form::Word(words) => {
                let word = words.known.iter().find(|it| **it == raw || it.strip_suffix(".0") == Some(raw))?;
                Some((format!("write {}", quote(word)), quote(word)))
            }
            crate::spec::Form::Free | crate::spec::Form::Uuid | crate::spec::Form::Time(_) => None,
        },
        (Shape::Object, Kind::Null) => Some(("write `{}`".to_owned(), "{}".to_owned())),
        (Shape::Object, Kind::Array | Kind::String) if matches!(text, "[]" | "") => {
            Some(("write `{}`".to_owned(), "{}".to_owned()))
        }
        (Shape::Names, Kind::String) => Some(("make it an array of one".to_owned(), format!("[{raw}]"))),
        _ => None,
    }
}

impl Format {
    /// `an agent response`
    fn title_with_article(&self) -> String {
        let article = if self.title.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
        format!("{article} {}", self.title)
    }
}
