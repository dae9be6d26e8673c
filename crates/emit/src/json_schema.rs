//! JSON Schema 2020-12. Only errors are asserted: what the table treats as a warning becomes a description or an example.

mod kinds;

pub(super) use kinds::of_kinds;

use super::annotations::unasked;
use super::book::{Book, heading, own_key};
use super::calls::{AskedText, with_asked};
use super::demand::{Around, Demand, HERE, PathStep, guarded};
use super::json::{Json, object, text, texts};
use super::relations::{cases, condition, conditions, follows, lacks, presence};
use super::test::{any_of, each_kind, kind, type_of};
use super::values::{address, described, encoded, listed, nullable, of_number, of_text, sections};
use agent_response::severity::Severity::Error;
use agent_response::spec::{Choice, Field, Format, List, Record, Shape, Unknown};

/// Deeper than any real file.
const MAX_DEPTH: usize = 16;

/// The schema of a format.
pub(super) fn schema(format: &'static Format) -> Json {
    let out = written(format, true);
    // No specification defines it, so nothing in it is an error.
    if !format.record.is_beyond {
        return out;
    }
    // It must only be an object or an array.
    let mut all = object([("$schema", Json::Null), ("$id", text(&address(format)))]);
    for (key, value) in unasked(&out).members() {
        match &*key {
            "if" => (),
            "then" => all = value.members().into_iter().fold(all, |all, it| all.with(&it.0, it.1)),
            _ => all = all.with(&key, value),
        }
    }
    all
}

/// The schema as if specifications defined all of it, for uses that need its descriptions and not its assertions.
pub(super) fn telling(format: &'static Format) -> Json {
    written(format, false)
}

fn written(format: &'static Format, is_asking: bool) -> Json {
    let mut writer = SchemaWriter { book: Book::of(format), asked: Vec::new(), defs: Vec::new(), is_asking };
    let mut around = vec![Around::Record(&format.record)];
    let (record, _) = match format.list {
        Some(list) => writer.list(list, &mut around),
        None => writer.record(&format.record, &mut around),
    };
    let mut out = object([
        ("$schema", text("https://json-schema.org/draft/2020-12/schema")),
        ("$id", text(&address(format))),
        ("title", text(&heading(format.title))),
        ("description", text(&format!("Version {} of the format `{}`.", format.version, format.id))),
    ]);
    let mut rules = Vec::new();
    for (key, value) in record.members() {
        if key == "allOf" {
            rules.push(value);
        } else if key != "title" {
            out = out.with(&key, value);
        }
    }
    let mut rules: Vec<Json> = rules.into_iter().flat_map(items).collect();
    if let Some(listing) = &format.listing {
        let properties = out.get("properties").cloned().unwrap_or_else(|| object([]));
        out = out.with("properties", sections(listing, properties));
        rules.extend(listed(listing));
    }
    if !rules.is_empty() {
        out = out.with("allOf", Json::List(rules));
    }
    if !writer.defs.is_empty() {
        out = out.with("$defs", Json::Object(writer.defs));
    }
    out
}

fn items(json: Json) -> Vec<Json> {
    match json {
        Json::List(items) => items,
        _ => Vec::new(),
    }
}

struct SchemaWriter {
    book: Book,
    asked: Vec<AskedText>,
    defs: Vec<(String, Json)>,
    /// Whether to include what no specification defines, which has no requirements.
    is_asking: bool,
}

/// The requirements for a value by itself, and its requirements for the values around it.
type Requirements = (Json, Vec<Demand>);

impl SchemaWriter {
    /// The object that is the last one in `around`.
    fn record(&mut self, record: &'static Record, around: &mut Vec<Around>) -> Requirements {
        let mut properties = object([]);
        let mut required: Vec<&str> = Vec::new();
        let mut demands: Vec<Demand> = Vec::new();
        for field in record.fields {
            let (shape, inner) = self.field_shape(field, around);
            let shape = with_asked(&self.asked, record, field, shape);
            properties = properties.with(field.name, described(field, &self.anywhere(field, &shape)));
            if field.required == Some(Error) && field.when.is_empty() {
                required.push(field.name);
            }
            demands.extend(self.demanded(field, (shape, inner), around));
        }
        properties = with_strays(record, properties);
        demands.extend(record.conditions.iter().filter_map(|it| condition(it, around)));
        let mut rules = Vec::new();
        let outer = demands.into_iter().filter_map(|it| it.settle(&mut rules)).collect();
        let mut out = object([("title", text(&heading(record.title))), ("type", text("object"))]);
        if !properties.is_empty() {
            out = out.with("properties", properties);
        }
        if !required.is_empty() {
            out = out.with("required", texts(required));
        }
        match record.unknown {
            Unknown::Reported(Error, _) => out = out.with("additionalProperties", Json::Flag(false)),
            Unknown::Values(field) => {
                let shape = self.field_shape(field, around).0;
                out = out.with("additionalProperties", described(field, &shape));
            }
            Unknown::Allowed | Unknown::Reported(..) => (),
        }
        rules.retain(|it| !it.is_empty());
        if self.is_asking && record.is_beyond {
            return (unasked(&out), Vec::new());
        }
        if rules.is_empty() { (out, outer) } else { (out.with("allOf", Json::List(rules)), outer) }
    }

    /// The requirements for the value of a field, even where the field is not allowed.
    fn anywhere(&self, field: &Field, shape: &Json) -> Json {
        match field.otherwise {
            None => shape.clone(),
            Some(Error) => Json::Null,
            Some(_) => self.inside(shape),
        }
    }

    /// What a field requires of the members around it, and they of it.
    fn demanded(
        &mut self,
        field: &'static Field,
        (shape, inner): Requirements,
        around: &mut Vec<Around>,
    ) -> Vec<Demand> {
        let mut out: Vec<Demand> = inner.into_iter().filter_map(|it| it.outward(PathStep::Key(field.name))).collect();
        out.extend(presence(field, shape, around));
        out.extend(lacks(field, around));
        let lookup = field.lookup.filter(|it| it.severity == Error);
        out.extend(lookup.into_iter().flat_map(|it| follows(field, it, around)));
        if let Shape::Choice(choice) = field.shape.inner() {
            out.extend(self.choice(field, choice, around));
        }
        out
    }

    /// The requirements for a value of the field; a wrong type may be less than an error.
    fn field_shape(&mut self, field: &'static Field, around: &mut Vec<Around>) -> Requirements {
        let (mut shape, mut demands) = self.shape(&field.shape, around);
        if let Some((other, _)) = field.instead.filter(|it| it.1 != Error) {
            let (other, more) = self.shape(other, around);
            shape = any_of(vec![shape, other]);
            demands.extend(more);
        }
        if self.is_asking && field.is_beyond() {
            return (unasked(&shape), Vec::new());
        }
        if field.mistyped == Error {
            return (shape, demands);
        }
        let typed = type_of(&field.shape);
        let says_more = shape != typed && !shape.is_empty();
        (if says_more { object([("if", typed), ("then", shape)]) } else { object([]) }, demands)
    }

    /// The requirements for the content of a value that does not belong there itself.
    fn inside(&self, shape: &Json) -> Json {
        let name = match shape.get("$ref") {
            Some(Json::Text(name)) => name.strip_prefix("#/$defs/"),
            _ => None,
        };
        let record = self.defs.iter().find(|it| name == Some(&*it.0)).and_then(|it| it.1.get("properties"));
        match (record, shape.get("items")) {
            (Some(members), _) => guarded("object", object([("properties", members.clone())])),
            (None, Some(item)) => guarded("array", object([("items", item.clone())])),
            (None, None) => Json::Null,
        }
    }

    fn shape(&mut self, shape: &'static Shape, around: &mut Vec<Around>) -> Requirements {
        let plain = match shape {
            Shape::Text(facts) => of_text(facts),
            Shape::Number(facts) => of_number(facts),
            Shape::Encoded(formats) => encoded(formats),
            Shape::Record(record) => return self.reference(record, around),
            Shape::List(list) => return self.list(list, around),
            Shape::Choice(choice) if own_key(choice).is_some() => return self.own_choice(choice, around),
            Shape::Either(shapes) => return self.either(shapes, around),
            Shape::Nullable(inner) => {
                let (inner, demands) = self.shape(inner, around);
                return (nullable(inner), demands);
            }
            _ => type_of(shape),
        };
        (plain, Vec::new())
    }

    /// One of several shapes; its kind selects the first that fits.
    fn either(&mut self, shapes: &'static [Shape], around: &mut Vec<Around>) -> Requirements {
        let (mut parts, mut demands): (Vec<Json>, Vec<Demand>) = Default::default();
        for shape in each_kind(shapes) {
            let (part, more) = self.shape(shape, around);
            parts.push(part);
            demands.extend(more);
        }
        (any_of(parts), demands)
    }

    fn list(&mut self, list: &'static List, around: &mut Vec<Around>) -> Requirements {
        around.push(Around::List);
        let (item, demands) = self.field_shape(&list.item, around);
        around.pop();
        let mut out = kind("array").with("items", described(&list.item, &item));
        for (key, limit) in [("minItems", list.min), ("maxItems", list.max)] {
            if let Some((limit, _)) = limit.filter(|it| it.1 == Error) {
                out = out.with(key, Json::Number(limit.into()));
            }
        }
        // Blank items are not compared, so they must be errors by themselves.
        let is_filled = matches!(list.item.shape, Shape::Text(it) if it.blank == Some(Error));
        if list.unique == Some(("", Error)) && is_filled {
            out = out.with("uniqueItems", Json::Flag(true));
        }
        let mut outer = Vec::new();
        for demand in demands.into_iter().filter_map(|it| it.outward(PathStep::Item)) {
            let mut rules = Vec::new();
            outer.extend(demand.settle(&mut rules));
            out = rules.into_iter().fold(out, |out, it| {
                let all = out.get("allOf").cloned().map(items).unwrap_or_default();
                out.with("allOf", Json::List(all.into_iter().chain([it]).collect()))
            });
        }
        (out, outer)
    }

    /// An object with a table, defined under its name.
    fn reference(&mut self, record: &'static Record, around: &mut Vec<Around>) -> Requirements {
        let is_free =
            record.fields.is_empty() && !matches!(record.unknown, Unknown::Values(_) | Unknown::Reported(Error, _));
        if is_free || around.len() > MAX_DEPTH {
            return (kind("object"), Vec::new());
        }
        let name = self.book.name(record).unwrap_or_default().to_owned();
        let at = self.defs.iter().position(|it| it.0 == name);
        // It gets its place before the objects in it do.
        if at.is_none() {
            self.defs.push((name.clone(), Json::Null));
        }
        around.push(Around::Record(record));
        let (json, demands) = self.record(record, around);
        around.pop();
        if at.is_none()
            && let Some(def) = self.defs.iter_mut().find(|it| it.0 == name)
        {
            def.1 = json;
        }
        (object([("$ref", text(&format!("#/$defs/{name}")))]), demands)
    }

    /// An object that another field selects.
    fn choice(&mut self, field: &'static Field, choice: &'static Choice, around: &mut Vec<Around>) -> Vec<Demand> {
        let mut out = Vec::new();
        // If it is not allowed, it does not matter which one it is.
        let place = if field.otherwise.is_some() { field.when } else { &[] };
        let Some(before) = conditions(place, around) else { return out };
        for (when, record) in cases(choice, around, before) {
            let (shape, inner) = self.reference(record, around);
            for mut demand in inner.into_iter().filter_map(|it| it.outward(PathStep::Key(field.name))) {
                demand.when.extend(when.iter().cloned());
                out.push(demand);
            }
            // The field requires an object, if anything does.
            if shape == kind("object") {
                continue;
            }
            let soft = if field.mistyped == Error { shape } else { guarded("object", shape) };
            let then = object([("properties", object([(field.name, soft)]))]);
            out.push(Demand { when, at: HERE, then });
        }
        out
    }
}

/// The properties of an object, with its stray keys: those that are errors are forbidden; the others are allowed if
/// unknown keys are not.
fn with_strays(record: &Record, properties: Json) -> Json {
    let named = record.strays.iter().filter(|it| !it.key.is_empty());
    named.fold(properties, |properties, stray| {
        let is_error = stray.severity == Error;
        let is_listed = is_error || matches!(record.unknown, Unknown::Reported(Error, _));
        if is_listed { properties.with(stray.key, Json::Flag(!is_error)) } else { properties }
    })
}
