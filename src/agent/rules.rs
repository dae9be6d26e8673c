//! The rules of a format, for a reader who has to write one file.

use std::fmt::Write;

use crate::describe::{records, shape};
use crate::severity::Severity;
use crate::spec::{Field, Format, Record, Unknown};

/// At most this many objects are described; the format's page has them all.
const MAX_RECORDS: usize = 6;

/// The members of the format's object and of the objects in it.
pub(super) fn write(format: &'static Format, out: &mut String) {
    let mut known: Vec<&'static Record> = vec![&format.record];
    if let Some(list) = format.list {
        known = records(&list.item.shape);
        let _ = writeln!(out, "{} is a JSON array of objects.", article(format.record.title));
    }
    let mut n_done = 0;
    while let Some(&record) = known.get(n_done).filter(|_| n_done < MAX_RECORDS) {
        n_done += 1;
        if record.fields.is_empty() {
            continue;
        }
        let others = if matches!(record.unknown, Unknown::Reported(..)) { " and no others" } else { "" };
        let _ = writeln!(out, "{} is a JSON object with these members{others}:", article(record.title));
        for field in record.fields {
            let _ = writeln!(out, "`{}`: {}{}{}", field.name, shape(&field.shape), source(field), optional(field));
            for inner in records(&field.shape) {
                if !known.iter().any(|it| std::ptr::eq(*it, inner)) {
                    known.push(inner);
                }
            }
        }
    }
}

fn article(title: &str) -> String {
    let article = if matches!(title.as_bytes(), [b'a' | b'e' | b'i' | b'o' | b'u', ..]) { "An" } else { "A" };
    format!("{article} {title}")
}

fn source(field: &Field) -> &'static str {
    if field.from_request { ", copied from the request" } else { "" }
}

fn optional(field: &Field) -> &'static str {
    match field.required {
        Some(Severity::Error) if field.when.is_empty() => "",
        Some(Severity::Error) => " (required in some cases)",
        Some(Severity::Warning) => " (expected)",
        Some(Severity::Info | Severity::Hint) | None => " (optional)",
    }
}
