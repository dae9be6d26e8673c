//! The single faults that the tables imply for a sound value, and the findings expected for each.

use agent_response::Severity::{self, Info, Warning};
use agent_response::spec::{
    Condition, Counting, Field, Form, Format, List, Lookup, Number, Record, Shape, Should, Text, Unknown, Words,
};
use serde_json::{Map, Value, json};

use super::tables::{Due, Parts, Site, accepts, due, record_of, row, said};

/// A fault: its name, the value with it, and what is expected.
pub(super) struct Fault {
    pub(super) name: &'static str,
    pub(super) at: String,
    pub(super) root: Value,
    pub(super) due: Vec<Due>,
}

/// Appended to the name of a key that appears twice; removed from the text.
pub(super) const AGAIN: &str = "\u{1}";

/// A sound value, and the faults derived from it.
pub(super) struct Faults<'a> {
    root: &'a Value,
    format: &'static Format,
    pub(super) out: Vec<Fault>,
}

impl<'a> Faults<'a> {
    /// All faults of a value; `donors` are values that fields have elsewhere.
    pub(super) fn of(root: &'a Value, format: &'static Format, donors: &[(&'static Field, Value)]) -> Vec<Fault> {
        let mut all = Self { root, format, out: Vec::new() };
        let parts = Parts::of(root, format);
        for site in parts.sites.iter().filter(|it| !is_listing(format, &it.key)) {
            if let Some(record) = site.record.filter(|it| it.field(&site.key).is_some()) {
                all.keys(site, record);
            }
            all.types(site);
            all.values(site);
        }
        for (pointer, record) in &parts.objects {
            all.foreign(pointer, record);
            all.out_of_place(pointer, record, donors);
        }
        for (pointer, list) in &parts.lists {
            all.items(pointer, list);
        }
        all.out
    }

    fn value(&self, site: &Site) -> &'a Value {
        self.root.pointer(&site.pointer()).unwrap()
    }

    /// Adds a fault that changes the value at a pointer; if `due` is empty, the tables say what is expected of the
    /// result.
    fn push(&mut self, name: &'static str, at: &str, due: Vec<Due>, change: impl FnOnce(&mut Value)) {
        let mut root = self.root.clone();
        change(root.pointer_mut(at).unwrap());
        let said = said(&root, self.format);
        // A value that is no longer among the options cannot be the default: the only fault that shows in two places.
        let also = said.iter().filter(|it| it.pointer.ends_with("/default") && it.pointer != at).cloned();
        let due = if due.is_empty() { said } else { due.into_iter().chain(also).collect() };
        self.out.push(Fault { name, at: at.to_owned(), root, due });
    }

    fn set(&mut self, name: &'static str, site: &Site, value: Value, found: Option<(&'static str, Severity)>) {
        let at = site.pointer();
        let due = found.map(|(code, severity)| due(code, severity, &at)).into_iter().collect();
        self.push(name, &at, due, |it| *it = value);
    }

    fn members(&mut self, name: &'static str, at: &str, due: Vec<Due>, change: impl FnOnce(&mut Map<String, Value>)) {
        self.push(name, at, due, |it| change(it.as_object_mut().unwrap()));
    }

    /// A field that is absent, duplicated, or under another name.
    fn keys(&mut self, site: &Site, record: &Record) {
        let (key, value) = (&site.key, self.value(site).clone());
        self.members("absent", &site.holder, Vec::new(), |it| drop(it.remove(key)));
        let twice = vec![due("duplicate-key", Warning, &site.pointer())];
        self.members("twice", &site.holder, twice, |it| drop(it.insert(format!("{key}{AGAIN}"), value.clone())));
        let others = match record.unknown {
            Unknown::Reported(severity, _) => severity,
            Unknown::Allowed | Unknown::Values(_) => Info,
        };
        let severity = site.field.required.unwrap_or(others);
        for other in other_names(site.field, record) {
            let says = format!("`{other}` should be `{key}`");
            let due = Due { says, ..due("misnamed-field", severity, &format!("{}/{other}", site.holder)) };
            let value = value.clone();
            self.members("misnamed", &site.holder, vec![due], |it| {
                let at = it.keys().position(|it| it == key).unwrap();
                it.remove(key);
                it.shift_insert(at, other, value);
            });
        }
    }

    /// Values of types that the field does not have.
    fn types(&mut self, site: &Site) {
        let Field { shape, mistyped, instead, .. } = site.field;
        for value in [json!(null), json!(true), json!(7), json!("text"), json!(["one"]), json!({"a": 1})] {
            if accepts(shape, &value) {
                continue;
            }
            let is_payload = site.field.is_payload() && (value.is_array() || value.is_object());
            let code = if is_payload { "payload-not-string" } else { "wrong-type" };
            let severity = instead.filter(|it| accepts(it.0, &value)).map_or(*mistyped, |it| it.1);
            self.set("type", site, value, Some((code, severity)));
        }
        if !accepts(shape, &json!("")) {
            self.set("placeholder", site, json!("..."), Some(("placeholder", (*mistyped).min(Warning))));
        }
    }

    /// Values of the right type.
    fn values(&mut self, site: &Site) {
        let value = self.value(site);
        match site.field.shape.inner() {
            Shape::Text(facts) => self.texts(site, facts),
            Shape::Encoded(_) => {
                self.set("blank", site, json!(" "), None);
                self.set("word", site, json!("text"), None);
                let fault = self.out.last_mut().unwrap();
                if fault.due.is_empty() {
                    fault.due.push(due("plain-text-payload", Info, &site.pointer()));
                }
            }
            Shape::Number(limits) => self.numbers(site, limits),
            Shape::Flag => {
                self.set("flag", site, json!(!value.as_bool().unwrap_or_default()), None);
            }
            _ => (),
        }
        if matches!(site.field.shape, Shape::Nullable(_)) {
            self.set("null", site, json!(null), None);
        }
    }

    fn texts(&mut self, site: &Site, facts: &Text) {
        let form = match facts.form {
            Form::Word(words) => Some(("unknown-value", words.other)),
            Form::Uuid => Some(("not-a-uuid", Info)),
            Form::Time(severity) => Some(("bad-timestamp", severity)),
            Form::Hyphened(severity) => Some(("unusual-form", severity)),
            Form::Free | Form::Markdown | Form::Path => None,
        };
        let lookup = site.field.lookup.and_then(|it| follows(self.root, site, it));
        let is_open = matches!(facts.form, Form::Word(words) if words.is_open);
        let other = lookup.map(|it| ("unknown-value", it)).or(form);
        let value = self.value(site);
        // If no word belongs there, none is better than another.
        self.set("word", site, json!("some Text"), other.filter(|_| !is_open || !value.is_null()));
        if !is_open {
            for blank in ["", " "] {
                self.set("blank", site, json!(blank), facts.blank.map(|it| ("empty-value", it)).or(form));
            }
        }
        self.set("placeholder", site, json!("..."), Some(("placeholder", facts.placeholder)));
        if let Some((limit, severity)) = facts.max_bytes {
            self.set("long", site, json!("x".repeat(limit as usize + 1)), Some(("over-limit", severity)));
        }
        if let Form::Word(words) = facts.form {
            self.words(site, words, other);
        }
        let zone = value.as_str().map(|it| it.trim_end_matches('Z').trim_end_matches("+00:00").to_owned());
        if let (Form::Time(_), Some(time)) = (facts.form, zone) {
            self.set("zone", site, json!(time), Some(("no-time-zone", Warning)));
        }
        if let Some(other) = site.field.lookup.and_then(|it| it.rows.iter().map(|it| it.1).find(|it| value != it)) {
            self.set("row", site, json!(other), None);
        }
    }

    /// Words that writers use instead of the known ones, and known ones in place of another.
    fn words(&mut self, site: &Site, words: &Words, other: Option<(&'static str, Severity)>) {
        let elsewhere = words.elsewhere.iter().flat_map(|it| it.0);
        for word in words.meant.iter().map(|it| &it.0).chain(elsewhere) {
            self.set("meant", site, json!(word), other);
        }
        // Other evidence of which word is meant has its own tests.
        let is_plain = words.voters.is_none() && words.sure_when.is_empty() && words.never_beside.is_empty();
        for word in words.known.iter().filter(|_| is_plain && site.field.lookup.is_none()) {
            self.set("known", site, json!(word), None);
        }
    }

    fn numbers(&mut self, site: &Site, limits: &Number) {
        let mut wrong = Vec::new();
        if let Some((min, severity)) = limits.min {
            wrong.push((json!(i64::from(min) - i64::from(!limits.above_min)), severity));
        }
        wrong.extend(limits.max.map(|it| (json!(it.0 + 1), it.1)));
        let between = f64::from(limits.min.map_or(0, |it| it.0)) + 0.5;
        wrong.extend(limits.whole.map(|it| (json!(between), it)));
        for (value, severity) in wrong {
            self.set("number", site, value, Some(("out-of-range", severity)));
        }
    }

    /// Keys that are not fields, and fields under another key.
    fn foreign(&mut self, pointer: &str, record: &Record) {
        let others = |key: &str| {
            let stray = record.strays.iter().find(|it| it.key.is_empty() || it.key == key).map(|it| it.severity);
            let severity = stray.or(match record.unknown {
                Unknown::Reported(severity, _) => Some(severity),
                Unknown::Allowed | Unknown::Values(_) => None,
            });
            severity.map(|it| due("unknown-field", it, &format!("{pointer}/{key}"))).into_iter().collect::<Vec<_>>()
        };
        for key in record.strays.iter().map(|it| it.key).filter(|it| !it.is_empty()).chain(["zebra"]) {
            self.members("foreign", pointer, others(key), |it| drop(it.insert(key.to_owned(), json!(7))));
        }
        let members = self.root.pointer(pointer).and_then(Value::as_object).unwrap();
        let are_free = matches!(record.unknown, Unknown::Values(_));
        for (key, value) in members.iter().filter(|it| !are_free && record.field(it.0).is_some()) {
            if is_listing(self.format, key) {
                continue;
            }
            let mut root = self.root.clone();
            let object = root.pointer_mut(pointer).and_then(Value::as_object_mut).unwrap();
            object.remove(key);
            object.insert("zebra".to_owned(), value.clone());
            let due = [said(&root, self.format), others("zebra")].concat();
            self.out.push(Fault { name: "replaced", at: format!("{pointer}/{key}"), root, due });
        }
        if let Unknown::Values(field) = record.unknown {
            let free = Some(field).into_iter().map(|it| ("zebra", it));
            for (key, field) in free.chain(record.ending.map(|it| (it.0[0], &it.1))) {
                let at = format!("{pointer}/{key}");
                let due = vec![due("wrong-type", field.mistyped, &at)];
                self.members("free", pointer, due, |it| drop(it.insert(key.to_owned(), json!(["one"]))));
            }
        }
    }

    /// Fields that do not belong next to the existing ones.
    fn out_of_place(&mut self, pointer: &str, record: &Record, donors: &[(&'static Field, Value)]) {
        let unwanted = |it: &Condition| it.should == Should::BeAbsent;
        for field in record.fields {
            let is_there = self.root.pointer(&format!("{pointer}/{}", field.name)).is_some();
            let is_asked = record.conditions.iter().any(|it| it.field == field.name && unwanted(it));
            if is_there || field.otherwise.is_none() && !is_asked {
                continue;
            }
            let inside = record_of(self.root, pointer, &field.shape);
            let has = |key: &String| inside.is_none_or(|it| it.field(key).is_some());
            let fits = |it: &Value| it.as_object().is_none_or(|it| it.keys().all(has));
            let donor = donors.iter().find(|it| std::ptr::eq(it.0, field) && fits(&it.1)).map(|it| &it.1);
            let nothing = [json!(null), json!({}), json!([])];
            let nothing =
                nothing.iter().filter(|it| field.otherwise.is_some() && (it.is_null() || accepts(&field.shape, it)));
            for value in donor.into_iter().chain(nothing) {
                self.members("extra", pointer, Vec::new(), |it| drop(it.insert(field.name.into(), value.clone())));
            }
        }
    }

    /// Too few or too many items, equal items, and wrong numbers.
    fn items(&mut self, pointer: &str, list: &List) {
        let items = self.root.pointer(pointer).and_then(Value::as_array).unwrap();
        if let Some((min, severity)) = list.min {
            let few = json!(items[..min as usize - 1]);
            self.push("few", pointer, vec![due("empty-value", severity, pointer)], |it| *it = few);
        }
        if let Some((max, severity)) = list.max {
            let last = items.last().unwrap().clone();
            let many = json!((0..=max).map(|it| items.get(it as usize).unwrap_or(&last)).collect::<Vec<_>>());
            self.push("many", pointer, vec![due("over-limit", severity, pointer)], |it| *it = many);
        }
        let part = |idx: usize, name: &str| {
            let item = format!("{pointer}/{idx}");
            if name.is_empty() { item } else { format!("{item}/{name}") }
        };
        if let Some((name, severity)) = list.unique.filter(|_| items.len() > 1) {
            let (first, second) = (self.root.pointer(&part(0, name)).unwrap().clone(), part(1, name));
            self.push("same", &second, vec![due("duplicate-item", severity, &second)], |it| *it = first);
        }
        if let (Some((_, severity)), Some(other)) = (list.unique, list.apart_from) {
            let around = pointer.rsplit_once('/').unwrap().0;
            let (taken, first) = (self.root.pointer(&format!("{around}/{other}/0")).unwrap().clone(), part(0, ""));
            self.push("apart", &first, vec![due("duplicate-item", severity, &first)], |it| *it = taken);
        }
        if let Some(Counting { field: name, first: number, severity }) = list.counting {
            let first = part(0, name);
            self.push("counting", &first, vec![due("value-mismatch", severity, &first)], |it| *it = json!(number + 5));
        }
    }
}

/// The list of sections has checks of its own.
fn is_listing(format: &Format, key: &str) -> bool {
    format.listing.as_ref().is_some_and(|it| it.list == key)
}

/// How serious a value is that differs from the one that follows from other fields; `None` if none follows.
fn follows(root: &Value, site: &Site, lookup: &Lookup) -> Option<Severity> {
    row(root, &site.holder, lookup.by, lookup.rows).map(|_| lookup.severity)
}

/// Other spellings of a name, the name with a slip, and other names.
fn other_names(field: &Field, record: &Record) -> Vec<String> {
    let name = field.name;
    let words = name.split('_').enumerate();
    let camel = words.map(|(idx, it)| if idx == 0 { it.to_owned() } else { it[..1].to_uppercase() + &it[1..] });
    let mut out = vec![name.to_uppercase(), name.replace('_', "-") + "_", camel.collect()];
    // If any key is allowed, a short name that resembles another is a word of its own.
    let is_free = matches!(record.unknown, Unknown::Allowed);
    if name.len() > 4 {
        out.push(format!("{}{}", &name[..2], &name[3..]));
    }
    out.extend(field.aliases.iter().filter(|it| !it.is_likely || !is_free).map(|it| it.key.to_owned()));
    out.retain(|it| it != name);
    out
}
