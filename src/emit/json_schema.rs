//! JSON Schema 2020-12. Only errors are asserted: what is a warning by the table stands in descriptions and examples.

use super::book::{Book, heading};
use super::demand::{Around, Demand, Place, Step, all_of, find, guarded};
use super::json::{Json, literal, object, text, texts};
use super::test::{Asked, any_of, compared, fails, holds, is_pattern, kind, like, not_blank, one_of, type_of, words};
use crate::Severity::Error;
use crate::spec::{
    Choice, Condition, Field, Form, Format, List, Listing, Lookup, Number, Record, Shape, Should, Test, Text, Unknown,
};

/// Deeper than any file that is meant.
const MAX_DEPTH: usize = 16;

/// The name of a schema; no host is made up for it.
fn address(format: &Format) -> String {
    format!("urn:agent-response:schema:{}", format.id)
}

/// The schema of a format.
pub(super) fn schema(format: &'static Format) -> Json {
    let mut writer = Writer { book: Book::of(format), defs: Vec::new() };
    let mut around = vec![Around::Record(&format.record)];
    let (record, _) = writer.record(&format.record, &mut around);
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
    if writer.defs.is_empty() { out } else { out.with("$defs", Json::Object(writer.defs)) }
}

fn items(json: Json) -> Vec<Json> {
    match json {
        Json::List(items) => items,
        _ => Vec::new(),
    }
}

struct Writer {
    book: Book,
    defs: Vec<(String, Json)>,
}

/// What is asked of a value by itself, and what it asks of those around it.
type Said = (Json, Vec<Demand>);

const HERE: Place = Place { up: 0, steps: Vec::new() };

impl Writer {
    /// The object that is the last one in `around`.
    fn record(&mut self, record: &'static Record, around: &mut Vec<Around>) -> Said {
        let mut properties = object([]);
        let mut required: Vec<&str> = Vec::new();
        let mut demands: Vec<Demand> = Vec::new();
        for field in record.fields {
            let (shape, inner) = self.field_shape(field, around);
            demands.extend(inner.into_iter().filter_map(|it| it.outward(Step::Key(field.name))));
            let is_everywhere = field.otherwise.is_none();
            properties =
                properties.with(field.name, described(field, if is_everywhere { &shape } else { &Json::Null }));
            if field.required == Some(Error) && field.when.is_empty() {
                required.push(field.name);
            }
            demands.extend(presence(field, shape, around));
            demands.extend(
                field.lookup.filter(|it| it.severity == Error).into_iter().flat_map(|it| follows(field, it, around)),
            );
            if let Shape::Choice(choice) = field.shape.inner() {
                demands.extend(self.choice(field, choice, around));
            }
        }
        for stray in record.strays {
            let is_error = stray.severity == Error;
            if is_error || matches!(record.unknown, Unknown::Reported(Error, _)) {
                properties = properties.with(stray.key, Json::Flag(!is_error));
            }
        }
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
        if rules.is_empty() { (out, outer) } else { (out.with("allOf", Json::List(rules)), outer) }
    }

    /// A value of the field; of another type it may be less than an error.
    fn field_shape(&mut self, field: &'static Field, around: &mut Vec<Around>) -> Said {
        let (shape, demands) = self.shape(&field.shape, around);
        if field.mistyped == Error {
            return (shape, demands);
        }
        let typed = type_of(&field.shape);
        let says_more = shape != typed && !shape.is_empty();
        (if says_more { object([("if", typed), ("then", shape)]) } else { object([]) }, demands)
    }

    fn shape(&mut self, shape: &'static Shape, around: &mut Vec<Around>) -> Said {
        let plain = match shape {
            Shape::Text(facts) => of_text(facts),
            Shape::Number(facts) => of_number(facts),
            Shape::Encoded(formats) => encoded(formats),
            Shape::Record(record) => return self.reference(record, around),
            Shape::List(list) => return self.list(list, around),
            Shape::Nullable(inner) => {
                let (inner, demands) = self.shape(inner, around);
                return (nullable(inner), demands);
            }
            _ => type_of(shape),
        };
        (plain, Vec::new())
    }

    fn list(&mut self, list: &'static List, around: &mut Vec<Around>) -> Said {
        around.push(Around::List);
        let (item, demands) = self.field_shape(&list.item, around);
        around.pop();
        let mut out = kind("array").with("items", described(&list.item, &item));
        for (key, limit) in [("minItems", list.min), ("maxItems", list.max)] {
            if let Some((limit, _)) = limit.filter(|it| it.1 == Error) {
                out = out.with(key, Json::Number(limit.into()));
            }
        }
        // Blank items are not compared; they have to be an error by themselves.
        let is_filled = matches!(list.item.shape, Shape::Text(it) if it.blank == Some(Error));
        if list.unique == Some(("", Error)) && is_filled {
            out = out.with("uniqueItems", Json::Flag(true));
        }
        let mut outer = Vec::new();
        for demand in demands.into_iter().filter_map(|it| it.outward(Step::Item)) {
            let mut rules = Vec::new();
            outer.extend(demand.settle(&mut rules));
            out = rules.into_iter().fold(out, |out, it| {
                let all = out.get("allOf").cloned().map(items).unwrap_or_default();
                out.with("allOf", Json::List(all.into_iter().chain([it]).collect()))
            });
        }
        (out, outer)
    }

    /// An object with a table, which stands under its name.
    fn reference(&mut self, record: &'static Record, around: &mut Vec<Around>) -> Said {
        let is_free =
            record.fields.is_empty() && !matches!(record.unknown, Unknown::Values(_) | Unknown::Reported(Error, _));
        if is_free || around.len() > MAX_DEPTH {
            return (kind("object"), Vec::new());
        }
        let name = self.book.name(record).unwrap_or_default().to_owned();
        let at = self.defs.iter().position(|it| it.0 == name);
        // Its place is taken before those of the objects in it.
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

    /// Objects of which another field says which one it is.
    fn choice(&mut self, field: &'static Field, choice: &'static Choice, around: &mut Vec<Around>) -> Vec<Demand> {
        let mut out = Vec::new();
        let mut before: Vec<(Place, Asked)> = Vec::new();
        for path in choice.by {
            let Some((place, by)) = find(around, path) else { return out };
            for (words, record) in choice.cases {
                if !is_word_of(by, words) {
                    continue;
                }
                let (shape, inner) = self.reference(record, around);
                let mut when = before.clone();
                when.extend(holds(Should::Be(words), by).map(|it| (place.clone(), it)));
                for mut demand in inner.into_iter().filter_map(|it| it.outward(Step::Key(field.name))) {
                    demand.when.extend(when.iter().cloned());
                    out.push(demand);
                }
                let soft = if field.mistyped == Error { shape } else { guarded("object", shape) };
                let then = object([("properties", object([(field.name, soft)]))]);
                out.push(Demand { when, at: HERE, then, otherwise: object([]) });
            }
            if is_certain(by) {
                return out;
            }
            before.push((place, Asked::IsNoText));
        }
        out
    }
}

/// Whether a file in which the field has another value than one of its words is refused anyway.
fn is_certain(field: &Field) -> bool {
    let is_there = field.required == Some(Error) && field.when.is_empty() && field.mistyped == Error;
    is_there && words(field).is_some_and(|it| it.other == Error)
}

/// Whether words of a row are those of a field; rows of several fields stand in one table.
fn is_word_of(field: &Field, all: &[&str]) -> bool {
    words(field).is_none_or(|it| all.iter().any(|word| it.known.contains(word)))
}

/// The tests as a schema asks for them; none where one of them cannot be said.
fn conditions(tests: &'static [Test], around: &[Around]) -> Option<Vec<(Place, Asked)>> {
    let one = |it: &'static Test| {
        let (place, field) = find(around, it.0)?;
        Some((place, holds(it.1, field)?))
    };
    tests.iter().map(one).collect()
}

/// Where a field has to be there, and where it must not.
fn presence(field: &'static Field, shape: Json, around: &[Around]) -> Vec<Demand> {
    let mut out = Vec::new();
    if field.when.is_empty() {
        return out;
    }
    let is_everywhere = field.otherwise.is_none();
    if let Some(when) = conditions(field.when, around) {
        let shape = if is_everywhere { Json::Flag(true) } else { shape };
        let mut then = object([("properties", object([(field.name, shape)]))]);
        if field.required == Some(Error) {
            then = then.with("required", texts([field.name]));
        }
        if field.required == Some(Error) || !is_everywhere {
            out.push(Demand { when, at: HERE, then, otherwise: object([]) });
        }
    }
    if field.otherwise == Some(Error) {
        for (path, should) in field.when {
            let test = find(around, path).and_then(|it| Some((it.0, fails(*should, it.1)?)));
            let then = object([("properties", object([(field.name, nothing())]))]);
            out.extend(test.map(|it| Demand { when: vec![it], at: HERE, then, otherwise: object([]) }));
        }
    }
    out
}

/// What is removed where nothing belongs, without being an error.
fn nothing() -> Json {
    let blank = kind("string").with("pattern", text("^\\s*$"));
    let empty = Json::List(vec![Json::Null, Json::List(Vec::new()), object([])]);
    object([("anyOf", Json::List(vec![blank, object([("enum", empty)])]))])
}

/// A value that follows from another field.
fn follows(field: &'static Field, lookup: &'static Lookup, around: &[Around]) -> Vec<Demand> {
    let mut out = Vec::new();
    let mut before: Vec<(Place, Asked)> = Vec::new();
    for path in lookup.by {
        let Some((place, by)) = find(around, path) else { return out };
        for (words, value) in lookup.rows {
            if !is_word_of(by, words) {
                continue;
            }
            let mut when = before.clone();
            when.extend(holds(Should::Be(words), by).map(|it| (place.clone(), it)));
            let then = object([("properties", object([(field.name, due(field, lookup, value))]))]);
            out.push(Demand { when, at: HERE, then, otherwise: object([]) });
        }
        if is_certain(by) {
            return out;
        }
        before.push((place, Asked::IsNoText));
    }
    out
}

/// The value that follows, or one that is no error.
fn due(field: &Field, lookup: &'static Lookup, value: &'static str) -> Json {
    if !matches!(field.shape.inner(), Shape::Text(_)) {
        return object([("const", literal(value))]);
    }
    let mut rows: Vec<&str> = Vec::new();
    lookup.rows.iter().for_each(|it| {
        if !rows.contains(&it.1) {
            rows.push(it.1);
        }
    });
    let (patterns, plain): (Vec<_>, Vec<_>) =
        lookup.softer.iter().filter(|it| it.severity != Error).map(|it| it.pattern).partition(|it| is_pattern(it));
    let same: Vec<&str> = [value].into_iter().chain(plain).collect();
    let others = patterns.into_iter().map(|it| like(it).with("not", one_of(&rows)));
    any_of([one_of(&same)].into_iter().chain(others).collect())
}

/// What a condition asks for, where that is an error.
fn condition(condition: &'static Condition, around: &[Around]) -> Option<Demand> {
    if condition.severity != Error {
        return None;
    }
    let when = conditions(condition.when, around)?;
    let (mut at, field) = find(around, condition.field)?;
    let Some(Step::Key(key)) = at.steps.pop() else { return None };
    let value = |it: Json| object([("properties", object([(key, it)]))]);
    let then = match condition.should {
        Should::BeThere => {
            let there = if matches!(field.shape, Shape::Nullable(_)) {
                object([("not", kind("null"))])
            } else {
                Json::Flag(true)
            };
            value(there).with("required", texts([key]))
        }
        Should::NotBeNull => value(object([("not", kind("null"))])),
        Should::Be(_) if field.mistyped == Error && !matches!(field.shape, Shape::Nullable(_)) => {
            match holds(condition.should, field)? {
                Asked::Is(json) => value(json),
                Asked::IsAbsent(_) | Asked::IsNoText => return None,
            }
        }
        Should::Compare(measure, relation, plus, &[]) => {
            let json = compared(measure, relation, plus)?;
            let name = type_of(field.shape.inner());
            value(object([("if", name), ("then", json)]))
        }
        _ => match fails(condition.should, field)? {
            Asked::Is(json) => value(object([("not", json)])),
            Asked::IsAbsent(_) | Asked::IsNoText => return None,
        },
    };
    Some(Demand { when, at, then, otherwise: object([]) })
}

/// A field: what it is for, and what its value is.
fn described(field: &Field, shape: &Json) -> Json {
    let mut out = object([]);
    if !field.doc.is_empty() {
        out = out.with("description", text(field.doc));
    }
    for (key, value) in shape.clone().members() {
        out = out.with(&key, value);
    }
    let examples = examples(&field.shape);
    let is_listed = out.get("enum").or_else(|| out.get("const")).is_some();
    if examples.is_empty() || is_listed { out } else { out.with("examples", examples) }
}

fn examples(shape: &Shape) -> Json {
    let Shape::Text(facts) = shape.inner() else { return Json::List(Vec::new()) };
    match facts.form {
        Form::Free => Json::List(Vec::new()),
        Form::Word(words) => texts(words.known.iter().copied()),
        Form::Uuid => texts(["32ecfadc-2b66-4daa-a7c0-a03c449fcea5"]),
        Form::Time(_) => texts(["2025-11-24T14:22:45+00:00"]),
    }
}

/// A time as we read it; how many days a month has a pattern does not know.
const TIME: &str = "^[0-9]{4}(-(0[1-9]|1[0-2])-|(0[1-9]|1[0-2]))(0[1-9]|[12][0-9]|3[01])[Tt ]([01][0-9]|2[0-3])\
    (:[0-5][0-9](:([0-5][0-9]|60))?|[0-5][0-9]([0-5][0-9]|60)?)([.,][0-9]+)?([Zz]|[+-]([01][0-9]|2[0-3])(:?[0-5][0-9])?)?$";

fn of_text(facts: &Text) -> Json {
    let mut out = match facts.form {
        Form::Word(words) if !words.is_open && words.other == Error => return one_of(words.known),
        Form::Time(Error) => kind("string").with("pattern", text(TIME)),
        _ if facts.blank == Some(Error) => not_blank(),
        _ => kind("string"),
    };
    // Every character is a byte or more.
    if let Some((limit, Error)) = facts.max_bytes {
        out = out.with("maxLength", Json::Number(limit.into()));
    }
    out
}

fn of_number(facts: &Number) -> Json {
    // The limit that is passed decides how serious a number is, before its fraction.
    let is_plain = [facts.min, facts.max].into_iter().flatten().all(|it| it.1 == Error);
    let mut out = kind(if facts.whole == Some(Error) && is_plain { "integer" } else { "number" });
    if let Some((min, Error)) = facts.min {
        out = out.with(if facts.above_min { "exclusiveMinimum" } else { "minimum" }, Json::Number(min));
    }
    if let Some((max, Error)) = facts.max {
        out = out.with("maximum", Json::Number(max));
    }
    out
}

/// JSON in a string; what is in it is told to those who look.
fn encoded(formats: &'static [&'static Format]) -> Json {
    let is_one = |it: &&Format| {
        let reference = object([("$ref", text(&address(it)))]);
        match &it.listing {
            Some(listing) => {
                object([("if", kind("object").with("required", texts([listing.list]))), ("then", reference)])
            }
            None => reference,
        }
    };
    let out = kind("string").with("contentMediaType", text("application/json"));
    let parts: Vec<Json> = formats.iter().map(is_one).collect();
    if parts.is_empty() { out } else { out.with("contentSchema", all_of(parts)) }
}

/// The value, or null.
fn nullable(json: Json) -> Json {
    let null = |it: Json| vec![it, Json::Null];
    if let Some(Json::Text(name)) = json.get("type").cloned() {
        return json.with("type", texts([name.as_str(), "null"]));
    }
    match (json.get("enum").cloned(), json.get("const").cloned()) {
        (Some(Json::List(words)), _) => json.with("enum", Json::List(words.into_iter().chain([Json::Null]).collect())),
        (_, Some(word)) => object([("enum", Json::List(null(word)))]),
        _ => any_of(null_or(json)),
    }
}

fn null_or(json: Json) -> Vec<Json> {
    vec![kind("null"), json]
}

/// The texts that a list may name.
fn sections(listing: &'static Listing, properties: Json) -> Json {
    let mut out = properties;
    let names = texts(listing.sections.iter().map(|it| it.name));
    let mut item = kind("string");
    if !listing.not_sections.is_empty() {
        item = item.with("not", one_of(listing.not_sections));
    }
    let list = out.get(listing.list).cloned().unwrap_or_else(|| object([]));
    out = out.with(listing.list, list.with("items", item.with("examples", names)));
    for section in listing.sections {
        let name = section.name.replace('_', " ");
        let mut doc = format!("The section \"{name}\", in Markdown; read where `{}` names it.", listing.list);
        if !section.begins.is_empty() {
            doc.push_str(&format!(" It begins with `{}`.", section.begins.trim_end()));
        }
        out = out.with(section.name, object([("description", text(&doc))]));
    }
    out
}

/// What is named is there, and a text.
fn listed(listing: &'static Listing) -> Vec<Json> {
    let one = |name: &'static str| {
        let names = kind("array").with("contains", one_of(&[name]));
        let when = object([("properties", object([(listing.list, names)])), ("required", texts([listing.list]))]);
        let then = object([("properties", object([(name, kind("string"))])), ("required", texts([name]))]);
        object([("if", when), ("then", then)])
    };
    listing.sections.iter().map(|it| one(it.name)).collect()
}
