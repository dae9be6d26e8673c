//! What the tables say about a sound value: which field each value in it is, and what the values require of each other.

use agent_response::Severity;
use agent_response::spec::{
    Choice, Condition, Field, Format, List, Measure, Record, Relation, Shape, Should, Term, Test, Unknown, is_like_any,
};
use serde_json::{Value, json};

/// A finding expected in a faulty text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Due {
    pub(super) pointer: String,
    pub(super) code: &'static str,
    pub(super) severity: Severity,
    /// A part of the message.
    pub(super) says: String,
}

pub(super) fn due(code: &'static str, severity: Severity, pointer: &str) -> Due {
    Due { pointer: pointer.to_owned(), code, severity, says: String::new() }
}

/// A value with a field: the pointer of the object or list that it is in, and its key there.
#[derive(Clone)]
pub(super) struct Site {
    pub(super) holder: String,
    pub(super) key: String,
    pub(super) field: &'static Field,
    /// For a member, the table of its object.
    pub(super) record: Option<&'static Record>,
}

impl Site {
    pub(super) fn pointer(&self) -> String {
        format!("{}/{}", self.holder, self.key)
    }
}

/// The parts of a value that have tables.
#[derive(Default)]
pub(super) struct Parts {
    pub(super) sites: Vec<Site>,
    pub(super) objects: Vec<(String, &'static Record)>,
    pub(super) lists: Vec<(String, &'static List)>,
}

impl Parts {
    pub(super) fn of(root: &Value, format: &'static Format) -> Self {
        let mut out = Self::default();
        match format.list {
            Some(list) => out.list(root, "", list),
            None => out.object(root, "", &format.record),
        }
        out
    }

    fn object(&mut self, root: &Value, pointer: &str, record: &'static Record) {
        let Some(members) = root.pointer(pointer).and_then(Value::as_object) else { return };
        self.objects.push((pointer.to_owned(), record));
        for key in members.keys() {
            let ending = record.ending.filter(|it| it.0.iter().any(|it| key.ends_with(it))).map(|it| &it.1);
            let free = match record.unknown {
                Unknown::Values(field) => ending.or(Some(field)),
                _ => None,
            };
            if let Some(field) = record.field(key).or(free) {
                self.site(root, Site { holder: pointer.to_owned(), key: key.clone(), field, record: Some(record) });
            }
        }
    }

    fn list(&mut self, root: &Value, pointer: &str, list: &'static List) {
        let Some(items) = root.pointer(pointer).and_then(Value::as_array) else { return };
        self.lists.push((pointer.to_owned(), list));
        for key in 0..items.len() {
            let site = Site { holder: pointer.to_owned(), key: key.to_string(), field: &list.item, record: None };
            self.site(root, site);
        }
    }

    fn site(&mut self, root: &Value, site: Site) {
        let pointer = site.pointer();
        let value = root.pointer(&pointer).unwrap();
        let instead = site.field.instead.filter(|it| !accepts(&site.field.shape, value) && accepts(it.0, value));
        match instead.map_or(site.field.shape.inner(), |it| it.0) {
            Shape::List(list) => self.list(root, &pointer, list),
            shape => {
                if let Some(record) = record_of(root, &site.holder, shape) {
                    self.object(root, &pointer, record);
                }
            }
        }
        self.sites.push(site);
    }
}

pub(super) fn record_of(root: &Value, holder: &str, shape: &Shape) -> Option<&'static Record> {
    match shape.inner() {
        Shape::Record(record) => Some(record),
        Shape::Choice(Choice { by, cases, other, .. }) => Some(row(root, holder, by, cases).copied().unwrap_or(other)),
        _ => None,
    }
}

/// What follows from the first of some values that exists.
pub(super) fn row<'t, T>(root: &Value, holder: &str, by: &[&str], rows: &'t [(&[&str], T)]) -> Option<&'t T> {
    let word = by.iter().find_map(|it| root.pointer(&place(holder, it))?.as_str())?;
    rows.iter().find(|it| it.0.contains(&word)).map(|it| &it.1)
}

pub(super) fn accepts(shape: &Shape, value: &Value) -> bool {
    match shape {
        Shape::Nullable(inner) => value.is_null() || accepts(inner, value),
        Shape::Text(_) | Shape::Encoded(_) => value.is_string(),
        Shape::Number(_) => value.is_number(),
        Shape::Object | Shape::Arguments | Shape::Record(_) | Shape::Choice(_) => value.is_object(),
        Shape::Names | Shape::List(_) => value.is_array(),
        Shape::Flag => value.is_boolean(),
        Shape::Scalar => !value.is_array() && !value.is_object(),
        Shape::Either(shapes) => shapes.iter().any(|it| accepts(it, value)),
        Shape::Any => true,
    }
}

/// The pointer that a path of the tables leads to.
fn place(from: &str, path: &str) -> String {
    path.split('/').enumerate().fold(from.to_owned(), |at, (idx, step)| match step {
        "" if idx == 0 => String::new(),
        ".." => at.rsplit_once('/').unwrap_or_default().0.to_owned(),
        _ => format!("{at}/{step}"),
    })
}

/// All findings that the tables imply for a value in which each part is valid for its own field: what is missing, what
/// does not belong there, and what contradicts something else.
pub(super) fn said(root: &Value, format: &'static Format) -> Vec<Due> {
    let mut out = Vec::new();
    let mut out_of_place = Vec::new();
    for (pointer, record) in Parts::of(root, format).objects {
        // A value that does not belong there has only that finding.
        if out_of_place.contains(&pointer) {
            continue;
        }
        let mut lacks: Vec<Due> = Vec::new();
        for field in record.fields {
            let at = format!("{pointer}/{}", field.name);
            let fails = |it: &Test| met(root, &pointer, it) == Some(false);
            match (root.pointer(&at), field.required, field.otherwise) {
                (Some(value), _, Some(severity)) if field.when.iter().any(fails) => {
                    let is_nothing = [json!(null), json!({}), json!([])].contains(value);
                    let severity = if is_nothing { severity.max(Severity::Warning) } else { severity };
                    out.push(due("unexpected-field", severity, &at));
                    out_of_place.push(at);
                }
                (Some(value), ..) => out.extend(mismatch(root, &pointer, field, value)),
                (None, Some(_), _) if holds(root, &pointer, field.when) => lacks.push(lack(root, &pointer, field)),
                _ => (),
            }
        }
        // All fields missing in an object are one finding, as serious as the most serious of them.
        let worst = lacks.iter().map(|it| it.severity).min();
        out.extend(lacks.pop().map(|it| Due { severity: worst.unwrap(), ..it }));
        out.extend(record.conditions.iter().filter_map(|it| contradiction(root, &pointer, it)));
    }
    out
}

/// The finding about a missing field: as serious as that about the required members inside it.
fn lack(root: &Value, holder: &str, field: &'static Field) -> Due {
    let inside = record_of(root, holder, &field.shape).map_or(&[][..], |it| it.fields);
    let inner = inside.iter().filter(|it| holds(root, holder, it.when)).filter_map(|it| it.required);
    let severity = inner.chain(field.required).min().unwrap();
    Due { says: format!("`{}`", field.name), ..due("missing-field", severity, holder) }
}

/// A value other than the one that follows from another field.
fn mismatch(root: &Value, holder: &str, field: &Field, value: &Value) -> Option<Due> {
    let lookup = field.lookup?;
    let expected = row(root, holder, lookup.by, lookup.rows)?;
    let found = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let at = format!("{holder}/{}", field.name);
    (!found.trim().is_empty() && found != **expected).then(|| due("value-mismatch", lookup.severity, &at))
}

fn contradiction(root: &Value, from: &str, condition: &Condition) -> Option<Due> {
    let is_broken = met(root, from, &(condition.field, condition.should)) == Some(false);
    if !is_broken || !holds(root, from, condition.when) {
        return None;
    }
    let at = place(from, condition.field);
    let pointer = if root.pointer(&at).is_some() { &at } else { at.rsplit_once('/')?.0 };
    Some(due(condition.rule.id, condition.severity, pointer))
}

fn holds(root: &Value, from: &str, tests: &[Test]) -> bool {
    tests.iter().all(|it| met(root, from, it) == Some(true))
}

/// Whether a value is what it should be; `None` if that is unknown.
fn met(root: &Value, from: &str, (path, should): &Test) -> Option<bool> {
    let at = place(from, path);
    let Some(value) = root.pointer(&at) else {
        let is_known = at.rsplit_once('/').and_then(|it| root.pointer(it.0)).is_none_or(Value::is_object);
        let is_absence = matches!(should, Should::BeThere | Should::BeAbsent);
        return (is_known && is_absence).then_some(*should == Should::BeAbsent);
    };
    let is_blank = value.as_str().is_some_and(|it| it.trim().is_empty());
    let says = || match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(_) | Value::Bool(_) => Some(value.to_string()),
        _ => None,
    };
    Some(match *should {
        Should::BeNull | Should::BeAbsent => value.is_null(),
        Should::NotBeNull | Should::BeThere => !value.is_null(),
        Should::NotBeBlank => !is_blank,
        Should::BeFilled => !value.is_null() && !is_blank,
        Should::Be(words) => is_like_any(&says()?, words),
        Should::NotBe(words) => !is_like_any(&says()?, words),
        Should::BeAmong(path) => {
            let items = root.pointer(&place(from, path))?.as_array()?;
            let is_odd = items.iter().any(|it| it.is_array() || it.is_object());
            if items.contains(value) || !is_odd { items.contains(value) } else { return None }
        }
        Should::Compare(how, relation, plus, terms) => {
            let term =
                |it: &Term| Some(measured(root.pointer(&place(from, it.path))?, it.measure)? * f64::from(it.factor));
            let sum = terms.iter().map(term).sum::<Option<f64>>()? + f64::from(plus);
            let found = measured(value, how)?;
            match relation {
                Relation::Near(by) => (found - sum).abs() <= f64::from(by),
                Relation::AtLeast => found >= sum,
                Relation::AtMost => found <= sum,
                Relation::Below => found < sum,
            }
        }
    })
}

fn measured(value: &Value, how: Measure) -> Option<f64> {
    let size = |it: usize| f64::from(u32::try_from(it).unwrap());
    match how {
        Measure::Number => value.as_f64(),
        Measure::Items => value.as_array().map(|it| size(it.len())),
        Measure::Bytes => value.as_str().map(|it| size(it.len())),
        Measure::Chars => value.as_str().map(|it| size(it.chars().count())),
        // No single fault of a table changes these to another valid one.
        Measure::Seconds | Measure::Before(_) => None,
    }
}
