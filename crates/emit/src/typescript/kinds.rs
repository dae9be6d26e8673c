//! Types of the formats in which models call tools: a type for each kind of file, and a union of them.

use std::fmt::Write;

use super::{TypeWriter, union};
use crate::book::{Book, has_others, heading, is_same, named, own_key};
use agent_response::spec::{Choice, Field, Format, Record};

/// The types of the formats in which models call tools.
pub fn types_of_calls() -> String {
    let mut out = "// Generated from the tables of the formats; see CONTRIBUTING.md.\n".to_owned();
    for format in agent_response::known_formats() {
        let kinds = crate::kinds(format);
        let book = Book::of_kinds(format, &kinds);
        if kinds.is_empty() {
            continue;
        }
        files(format, &kinds, &book, &mut out);
        for (choice, name) in &book.choices {
            let writer = TypeWriter { book: &book, format, record: choice.other, is_root: false };
            writer.alternatives(choice, name, &mut out);
        }
        let is_never = |record: &Record| book.choices.iter().any(|it| !has_others(it.0) && is_same(it.0.other, record));
        for (record, name) in book.records.iter().filter(|it| !it.0.fields.is_empty() && !is_never(it.0)) {
            let is_root = kinds.iter().any(|it| is_same(&it.record, record));
            TypeWriter { book: &book, format, record, is_root }.record(name, &mut out);
        }
    }
    out
}

/// The union of all kinds of a format.
fn files(format: &Format, kinds: &[&Format], book: &Book, out: &mut String) {
    let mut names: Vec<&str> = kinds.iter().filter_map(|it| book.name(&it.record)).collect();
    let mut seen = Vec::new();
    names.retain(|it| {
        let is_new = !seen.contains(it);
        seen.push(*it);
        is_new
    });
    let about = format!("What a file of the format `{}` holds, version {}.", format.id, format.version);
    push_union(&format!("{}File", named(format.id)), &about, &names, out);
}

fn push_union(name: &str, about: &str, all: &[&str], out: &mut String) {
    let _ = writeln!(out, "\n/** {about} */\nexport type {name} =\n  | {};", all.join("\n  | "));
}

impl TypeWriter<'_> {
    /// The objects that a member of their own tells apart.
    fn alternatives(&self, choice: &'static Choice, name: &str, out: &mut String) {
        let others = has_others(choice).then_some(choice.other);
        let mut all: Vec<String> = Vec::new();
        for record in choice.cases.iter().map(|it| it.1).chain(others) {
            let one = self.reference(record);
            if !all.contains(&one) {
                all.push(one);
            }
        }
        let key = own_key(choice).unwrap_or_default();
        let all: Vec<&str> = all.iter().map(String::as_str).collect();
        push_union(name, &format!("{}, by its `{key}`.", heading(choice.other.title)), &all, out);
    }

    /// The type of a field's value; of the member that selects the record, the words that do.
    pub(super) fn value(&self, field: &'static Field) -> String {
        match self.book.selecting(self.record) {
            Some((key, words, is_open)) if key == field.name && !words.is_empty() => {
                let words = union(&words);
                if is_open { format!("{words} | (string & {{}})") } else { words }
            }
            _ => self.shape(&field.shape),
        }
    }
}
