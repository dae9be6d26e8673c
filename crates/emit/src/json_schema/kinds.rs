//! Formats whose files are of several kinds: the signs of the tables decide which one an object is, as they do in a check.
//! So each object has one table, and the schema says no more than what is wrong by that one.

use super::{Requirements, SchemaWriter};
use crate::book::{Book, own_key};
use crate::calls::asked;
use crate::demand::{Around, Demand};
use crate::json::{Json, object, text, texts};
use crate::signs::signed;
use crate::test::{any_of, kind, one_of};
use crate::values::address;
use agent_response::spec::{Choice, Format};

/// The schema of a format with these kinds, its requests first.
pub(crate) fn of_kinds(format: &'static Format, kinds: &[&'static Format]) -> Json {
    let book = Book::of_kinds(format, kinds);
    let asked = format.conversation.map_or_else(Vec::new, |rules| asked(&book, rules));
    let mut writer = SchemaWriter { book, asked, defs: Vec::new(), is_asking: true };
    let tables: Vec<Json> = kinds.iter().map(|it| writer.reference(&it.record, &mut Vec::new()).0).collect();
    let mut rows: Vec<(Vec<Json>, Json)> = Vec::new();
    let mut rest = object([]);
    for (kind, table) in kinds.iter().zip(tables) {
        let signs = kind.signs.iter().filter_map(signed);
        match rows.last_mut() {
            _ if std::ptr::eq(*kind, format) => rest = table,
            // An object does not show what only the name of a file does.
            _ if !kind.files.is_empty() => (),
            Some(row) if row.1 == table => row.0.extend(signs),
            _ => rows.push((signs.collect(), table)),
        }
    }
    let which = rows.into_iter().rev().fold(rest, |rest, (signs, table)| either(any_of(signs), table, rest));
    let mut titles: Vec<&str> = Vec::new();
    kinds.iter().map(|it| it.title).for_each(|it| {
        if !titles.contains(&it) {
            titles.push(it);
        }
    });
    let about = format!("Version {} of the format `{}`: {}.", format.version, format.id, titles.join(", "));
    let head = object([
        ("$schema", text("https://json-schema.org/draft/2020-12/schema")),
        ("$id", text(&address(format))),
        ("title", text(format.id)),
        ("description", text(&about)),
        ("type", text("object")),
    ]);
    let out = which.members().into_iter().fold(head, |out, it| out.with(&it.0, it.1));
    out.with("$defs", Json::Object(writer.defs))
}

/// One schema or the other.
fn either(when: Json, then: Json, rest: Json) -> Json {
    let out = object([("if", when), ("then", then)]);
    if rest.is_empty() { out } else { out.with("else", rest) }
}

impl SchemaWriter {
    /// An object that a member of its own selects, defined under a name.
    pub(super) fn own_choice(&mut self, choice: &'static Choice, around: &mut Vec<Around>) -> Requirements {
        let Some(key) = own_key(choice) else { return (kind("object"), Vec::new()) };
        let name = self.book.choice(choice).unwrap_or_default().to_owned();
        let is_new = self.defs.iter().all(|it| it.0 != name);
        // It gets its place before the objects in it do.
        if is_new {
            self.defs.push((name.clone(), Json::Null));
        }
        let mut demands: Vec<Demand> = Vec::new();
        let mut table = |record| {
            let (table, more) = self.reference(record, around);
            demands.extend(more);
            table
        };
        let cases: Vec<(&[&str], Json)> = choice.cases.iter().map(|it| (it.0, table(it.1))).collect();
        let shown: Vec<(&str, Json)> = choice.shown.iter().map(|it| (it.0, table(it.1))).collect();
        let other = table(choice.other);
        let rest = if other == kind("object") { object([]) } else { other };
        let all = cases.into_iter().rev().fold(rest, |rest, (words, table)| {
            let is_it = object([("properties", object([(key, one_of(words))])), ("required", texts([key]))]);
            either(is_it, table, rest)
        });
        let all = shown.into_iter().rev().fold(all, |rest, (member, table)| {
            let nothing = object([("enum", Json::List(vec![Json::Null, Json::List(Vec::new())]))]);
            let said = object([(member, object([("not", nothing)]))]);
            either(object([("properties", said), ("required", texts([member]))]), table, rest)
        });
        if let Some(def) = self.defs.iter_mut().find(|it| is_new && it.0 == name) {
            def.1 = all.members().into_iter().fold(kind("object"), |out, it| out.with(&it.0, it.1));
        }
        (object([("$ref", text(&format!("#/$defs/{name}")))]), demands)
    }
}
