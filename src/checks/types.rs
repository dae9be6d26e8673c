//! Types: values that are not of the kind their field has.

use super::lists;
use super::say::{Filled, type_name};
use crate::bind::{How, accepts};
use crate::diagnostic::{Fix, Safety, Severity};
use crate::findings::Findings;
use crate::json::{self, Kind, quote};
use crate::query::{At, number, open_bracket};
use crate::rules;
use crate::spec::{Absent, Field, Form, Record, Shape, Source, Words};
use crate::text::Span;
use crate::timestamp;

/// Reports a value of the wrong type; a payload that is not encoded has a rule of its own.
pub(super) fn wrong_type(at: At, field: &'static Field, out: &mut Findings) {
    let kind = at.kind();
    // The finding about its name covers it.
    if !at.parts().is_empty() || at.member.how == How::Slip {
        return;
    }
    if is_plain_payload(at, field) {
        return not_encoded(at, field, out);
    }
    #[cfg(feature = "tool-calls")]
    if matches!(field.shape, Shape::Arguments) && kind == Kind::String && super::calls::encoded_object(at, out) {
        return;
    }
    #[cfg(feature = "tool-calls")]
    if super::calls::instead_of_schema(at, out) {
        return;
    }
    // Under another name, a value that cannot be meant for the field is part of the same mistake, reported with the
    // name.
    if matches!(at.member.how, How::Alias(_)) && meant(at, field).is_none() {
        return;
    }
    out.report(&rules::WRONG_TYPE, at.object.doc, at.span(), |finding| {
        let expected = expected_type(&field.shape);
        let name = at.name();
        let instead = field.instead.filter(|it| accepts(it.0, kind));
        finding.severity = instead.map_or(field.mistyped, |it| it.1);
        let is_number = matches!(field.shape.inner(), Shape::Number(_)) && !matches!(kind, Kind::True | Kind::False);
        if finding.severity == Severity::Error && field.is_unchecked && !is_number && at.ctx.is_upstream() {
            finding.severity = Severity::Warning;
        }
        let must = if finding.severity == Severity::Error { "must" } else { "should" };
        finding.say(format_args!("`{name}` {must} be {expected}, but is {}", type_name(kind)));
        // If it is in doubt where values begin and end, the text between two quotes may not be a value at all.
        if let Some(Meant { safety, title, json, is_decoded }) = meant(at, field).filter(|_| at.document().is_sure) {
            finding.message.push_str(if is_decoded { " that contains JSON" } else { "" });
            finding.fix(Fix::new(safety, Filled(title, &json)).replace(at.span(), &json));
        }
    });
}

/// Whether a value is a payload that is not encoded.
fn is_plain_payload(at: At, field: &Field) -> bool {
    #[cfg(feature = "tool-calls")]
    if at.object.format.conversation.is_some() && !field.is_payload() {
        return at.kind() == Kind::Object && super::calls::is_result_text(at);
    }
    field.is_payload() && matches!(at.kind(), Kind::Object | Kind::Array)
}

/// Reports a payload that is not encoded, unless it is an envelope, which is unwrapped instead.
fn not_encoded(at: At, field: &Field, out: &mut Findings) {
    let inside = at.ctx.all().find(|it| (it.object.doc, it.object.node) == (at.object.doc, at.member.value));
    if at.member.how != How::Name || inside.is_some_and(|it| it.outer_envelope().is_some()) {
        return;
    }
    let is_object = at.kind() == Kind::Object;
    let what = if is_object { "an object" } else { "an array" };
    out.report(&rules::PAYLOAD_NOT_STRING, at.object.doc, open_bracket(at.document(), at.member.value), |finding| {
        finding.say(format_args!("`{}` must be a JSON-encoded string, but is {what}", field.name));
        if is_object && at.ctx.is_upstream() {
            finding.severity = Severity::Warning;
        }
        #[cfg(feature = "tool-calls")]
        if !field.is_payload() {
            finding.say(format_args!("`{}` must be a string, but is {what}", field.name));
        }
        if !at.document().is_sure {
            return;
        }
        #[cfg(feature = "tool-calls")]
        if let Some(fix) = super::calls::as_part(at).filter(|_| !field.is_payload()) {
            return finding.fix(fix);
        }
        // Arguments are never an array, encoded or not.
        #[cfg(feature = "tool-calls")]
        if !is_object && at.object.format.conversation.is_some() {
            let json = super::calls::no_arguments(at, field);
            let fix = json.map(|it| Fix::guess(Filled(REPLACE, it)).replace(at.span(), it));
            return finding.fixes.extend(fix);
        }
        match only_json(at) {
            Some(json) => {
                finding.fix(Fix::guess("Remove the array around the string").replace(at.span(), json).redundant());
            }
            None => finding.fix(at.encoded(Fix::safe("Encode it as a JSON string"))),
        }
    });
}

/// The only item of an array, if it is encoded JSON itself.
fn only_json<'a>(at: At<'a>) -> Option<&'a str> {
    let tree = at.tree();
    let mut items = tree.children(at.member.value).filter(|_| at.kind() == Kind::Array);
    let only = items.next().filter(|it| tree.kind(*it) == Kind::String && items.next().is_none())?;
    let is_json = json::is_sound(&tree.text(at.on().source(), only));
    let raw = tree.span(only).of(at.on().source());
    (is_json && raw.trim_start_matches(['"', ' ']).starts_with(['{', '['])).then_some(raw)
}

pub(super) fn expected_type(shape: &Shape) -> String {
    match shape {
        Shape::Nullable(inner) => format!("{} or null", expected_type(inner)),
        #[cfg(feature = "tool-calls")]
        Shape::Either(shapes) => shapes.iter().map(expected_type).collect::<Vec<_>>().join(" or "),
        Shape::Text(_) => "a string".to_owned(),
        Shape::Encoded(_) => "a JSON-encoded string".to_owned(),
        Shape::Number(it) if it.whole.is_some() => "a whole number".to_owned(),
        Shape::Number(_) => "a number".to_owned(),
        Shape::Object | Shape::Record(_) | Shape::Choice(_) => "an object".to_owned(),
        #[cfg(feature = "tool-calls")]
        Shape::Arguments => "an object".to_owned(),
        Shape::Names => "an array of strings".to_owned(),
        Shape::List(_) => "an array".to_owned(),
        Shape::Flag => "true or false".to_owned(),
        Shape::Scalar | Shape::Any => "a value other than an object or array".to_owned(),
    }
}

/// The value that was meant.
pub(super) struct Meant {
    safety: Safety,
    /// The title of the fix; `$` is the JSON.
    title: &'static str,
    json: String,
    /// It is the content of a string that contains JSON.
    is_decoded: bool,
}

impl Meant {
    fn new(safety: Safety, title: &'static str, json: String) -> Self {
        Self { safety, title, json, is_decoded: false }
    }
}

const REPLACE: &str = "Replace with `$`";

/// The value that was meant by one of the wrong type, whether that is certain or only likely.
pub(super) fn meant(at: At, field: &Field) -> Option<Meant> {
    converted(at, field).or_else(|| made(at, field))
}

/// The content of a string, if it is JSON of the type.
fn decoded(shape: &Shape, says: &str) -> Option<Meant> {
    let (parsed, errors) = json::parse(says, Span::new(0, says.len()));
    let kind = parsed.kind(0);
    if !errors.is_empty() || !accepts(shape, kind) {
        return None;
    }
    let json = says.to_owned();
    Some(match kind {
        Kind::Number => Meant::new(Safety::Safe, "Replace with the number `$`", json),
        Kind::Object | Kind::Array => Meant { is_decoded: true, ..Meant::new(Safety::Suggestion, "Decode it", json) },
        _ => Meant::new(Safety::Safe, REPLACE, json),
    })
}

/// The intended value, if a value of another type can mean only one thing.
fn converted(at: At, field: &Field) -> Option<Meant> {
    let raw = at.span().of(at.on().source());
    let says = at.text();
    if at.kind() == Kind::String {
        let behind = at.on().source().get(at.span().end as usize..).unwrap_or_default().trim_start();
        // Text that touches the string would then touch the number.
        let is_apart = behind.is_empty() || behind.starts_with([',', '}', ']']);
        if let Some(meant) = decoded(field.shape.inner(), says.trim()).filter(|_| is_apart) {
            return Some(meant);
        }
    }
    let (safety, json) = match (field.shape.inner(), at.kind()) {
        (Shape::Text(it), Kind::Number) => match it.form {
            Form::Word(words) => word_of_number(words, raw)?,
            Form::Time(_) => (Safety::Suggestion, from_unix(raw)?),
            #[cfg(feature = "tool-calls")]
            Form::Free if is_plain_id(at, field, raw) => (Safety::Suggestion, quote(raw)),
            Form::Free | Form::Markdown | Form::Uuid | Form::Path | Form::Hyphened(_) => return None,
        },
        (Shape::Flag, Kind::String) => {
            let word = ["true", "false"].into_iter().find(|it| says.trim().eq_ignore_ascii_case(it));
            (Safety::Safe, word?.to_owned())
        }
        (_, kind) if field.absent == Absent::Json("{}") => (nothing(at, field, kind)?, "{}".to_owned()),
        (shape, Kind::String) => return listed(shape, raw, &says),
        _ => return None,
    };
    Some(Meant::new(safety, REPLACE, json))
}

/// Whether a number is an id of a call or a line that lacks its quotes.
#[cfg(feature = "tool-calls")]
fn is_plain_id(at: At, field: &Field, raw: &str) -> bool {
    at.object.format.conversation.is_some() && field.name.ends_with("id") && raw.bytes().all(|it| it.is_ascii_digit())
}

/// Whether an empty value means `{}`, which means nothing; for other fields, content would be invented.
fn nothing(at: At, field: &Field, kind: Kind) -> Option<Safety> {
    let is_nothing = kind == Kind::Null
        || (kind == Kind::String && at.text().is_empty())
        || (kind == Kind::Array && at.tree().children(at.member.value).next().is_none());
    // An object without its required members would be no better.
    if !is_nothing || at.on().needs_inside(field).is_some() {
        return None;
    }
    // The tool may require arguments.
    #[cfg(feature = "tool-calls")]
    if matches!(field.shape, Shape::Arguments) {
        return Some(Safety::Suggestion);
    }
    Some(Safety::Safe)
}

/// The word that was meant by a number: one that was written without its quotes, or the word for such a fraction.
fn word_of_number(words: &Words, raw: &str) -> Option<(Safety, String)> {
    if let Some(word) = words.known.iter().find(|it| **it == raw || it.strip_suffix(".0") == Some(raw)) {
        return Some((Safety::Safe, quote(word)));
    }
    let share = number(raw) * 100.0;
    let word = words.shares.iter().find(|it| share <= 100.0 && share >= f64::from(it.0))?.1;
    Some((Safety::Suggestion, quote(word)))
}

/// Words for an empty list.
const NOTHING: &[&str] = &["none", "nothing", "n/a", "na", "no", "null", "-"];

fn means_nothing(text: &str) -> bool {
    let plain = text.trim().trim_end_matches('.');
    NOTHING.iter().any(|it| plain.eq_ignore_ascii_case(it))
}

/// An array of one text, or of several that are on separate lines or separated by commas.
fn listed(shape: &Shape, raw: &str, says: &str) -> Option<Meant> {
    let least = match shape {
        Shape::Names => 0,
        Shape::List(list) if matches!(list.item.shape.inner(), Shape::Text(_)) => list.min.map_or(0, |it| it.0),
        _ => return None,
    };
    if says.trim().is_empty() || means_nothing(says) {
        return (least == 0 && means_nothing(says)).then(|| Meant::new(Safety::Suggestion, REPLACE, "[]".to_owned()));
    }
    let (lines, parts): (Vec<&str>, Vec<&str>) = (items(says.lines()), items(says.split(',')));
    // Names have no blanks, and prose on several lines is one text.
    let is_item = |it: &&str| !it.starts_with('#') && (!matches!(shape, Shape::Names) || !it.contains(' '));
    if lines.len() > 1 && !lines.iter().all(is_item) {
        return None;
    }
    if lines.len() > 1 {
        return Some(Meant::new(Safety::Suggestion, "Split it at the line breaks", array(&lines)));
    }
    // Names and a few words have no commas in them; sentences do.
    let is_short = |it: &&str| matches!(shape, Shape::Names) || it.split(' ').count() <= MOST_WORDS;
    if parts.len() > 1 && parts.iter().all(is_short) {
        return Some(Meant::new(Safety::Suggestion, "Split it at the commas", array(&parts)));
    }
    // A single item is no better if more are required.
    let safety = if says.contains([',', ';']) { Safety::Suggestion } else { Safety::Safe };
    (least < 2).then(|| Meant::new(safety, "Wrap it in an array", format!("[{raw}]")))
}

/// More words than these are a sentence, or a part of one.
const MOST_WORDS: usize = 2;

/// The parts of a text, each without a list marker before it.
fn items<'t>(parts: impl Iterator<Item = &'t str>) -> Vec<&'t str> {
    let plain = |it: &'t str| {
        let it = it.trim();
        it.strip_prefix("- ").or(it.strip_prefix("* ")).or(it.strip_prefix("• ")).unwrap_or(it).trim()
    };
    parts.map(plain).filter(|it| !it.is_empty()).collect()
}

fn array(items: &[&str]) -> String {
    format!("[{}]", items.iter().map(|it| quote(it)).collect::<Vec<_>>().join(", "))
}

/// The object that can be made from a value of another kind.
fn made(at: At, field: &Field) -> Option<Meant> {
    #[cfg(feature = "tool-calls")]
    if let Some(json) = super::calls::no_arguments(at, field) {
        return Some(Meant::new(Safety::Suggestion, REPLACE, json.to_owned()));
    }
    let Shape::Record(Record { made_from, fields, .. }) = field.shape.inner() else { return None };
    let says = at.text();
    let source = match at.kind() {
        Kind::String if !at.is_blank() && !means_nothing(&says) => Source::Text,
        Kind::Array => Source::Array,
        _ => return None,
    };
    let from = made_from.iter().find(|it| it.source == source)?;
    // Prose is not a path.
    let is_path = |it: &Field| matches!(it.shape.inner(), Shape::Text(text) if matches!(text.form, Form::Path));
    let names_path = fields.iter().any(|it| is_path(it) && from.json.contains(&format!("\"{}\": $", it.name)));
    if source == Source::Text && names_path && says.trim().contains(char::is_whitespace) {
        return None;
    }
    let raw = at.span().of(at.on().source());
    let mut json = String::new();
    for ch in from.json.chars() {
        match ch {
            '$' => json.push_str(raw),
            '#' => json.push_str(&format!("{}", lists::free_number(at.on(), at.member.value)?)),
            _ => json.push(ch),
        }
    }
    Some(Meant::new(if from.is_safe { Safety::Safe } else { Safety::Suggestion }, "Convert it to an object", json))
}

/// The JSON of a time given in seconds or milliseconds since 1970, from 2001 to 2033: ten or thirteen digits that are
/// not a date.
pub(super) fn from_unix(raw: &str) -> Option<String> {
    let seconds = raw.split_once('.').filter(|it| it.1.trim_start_matches('0').is_empty()).map_or(raw, |it| it.0);
    let (seconds, rest) = seconds.split_at_checked(10)?;
    let is_it = matches!(rest.len(), 0 | 3)
        && rest.bytes().all(|it| it.is_ascii_digit())
        && seconds.starts_with('1')
        && seconds.trim_start_matches(|it: char| it.is_ascii_digit()).is_empty();
    is_it.then(|| quote(&timestamp::from_unix(number(seconds) as i64)))
}
