//! Tables of fields for people, in Markdown.

use std::fmt::Write;

use super::book::{Book, heading};
use agent_response::describe::shape;
use agent_response::diagnostic::listed;
use agent_response::severity::Severity;
use agent_response::spec::{
    Field, Format, Measure, OWN, Record, Relation, Shape, Should, Test, Unknown, is_pattern, regex,
};

/// The fields of the file's object, and, under headings, those of the objects in it.
pub fn fields(format: &'static Format) -> String {
    let mut out = String::new();
    let book = Book::of(format);
    let legend = legend(&book);
    if !legend.is_empty() {
        let _ = write!(out, "{legend}\n\n");
    }
    for (idx, (record, _)) in book.records.iter().enumerate() {
        if record.fields.is_empty() {
            continue;
        }
        if idx > 0 {
            let _ = write!(out, "\n### {}\n\n", heading(record.title));
        }
        for place in book.records.iter().flat_map(|it| it.0.fields).filter_map(|it| place(record, it)) {
            let _ = write!(out, "{place}\n\n");
        }
        table(record, &mut out);
    }
    out
}

/// What the words below `yes` mean, if they occur in the tables.
fn legend(book: &Book) -> &'static str {
    let has = |is_it: fn(Severity) -> bool| {
        book.records.iter().flat_map(|it| it.0.fields).any(|it| it.required.is_some_and(is_it))
    };
    match (has(|it| it == Severity::Warning), has(|it| it > Severity::Warning)) {
        (true, true) => {
            "A missing field that is *expected* is a warning; one that is *better* to have is only a hint or information."
        }
        (true, false) => "A missing field that is *expected* is a warning.",
        (false, true) => "A missing field that is *better* to have is only a hint or information.",
        (false, false) => "",
    }
}

/// When a field that may contain one of several objects contains this one.
fn place(record: &Record, field: &Field) -> Option<String> {
    let Shape::Choice(choice) = field.shape.inner() else { return None };
    // The first field that decides makes the finest distinction.
    let words = choice.cases.iter().find(|it| std::ptr::eq(it.1, record))?.0;
    let by = choice.by.first()?.trim_start_matches('/');
    let by = by.strip_prefix(OWN).map_or_else(|| format!("`{by}`"), |it| format!("its `{it}`"));
    Some(format!("`{}` when {by} is {}.", field.name, listed(words, " or ")))
}

fn table(record: &'static Record, out: &mut String) {
    out.push_str("| field | type | required | meaning |\n|---|---|---|---|\n");
    for field in record.fields {
        let cells = [format!("`{}`", field.name), kinds(field), required(field), field.doc.to_owned()];
        row(&cells, out);
    }
    match record.unknown {
        Unknown::Values(field) => {
            row(&["any other".to_owned(), shape(&field.shape), String::new(), field.doc.to_owned()], out);
        }
        Unknown::Allowed => row(&["any other".to_owned(), "any value".to_owned(), String::new(), String::new()], out),
        Unknown::Reported(..) => (),
    }
}

/// The type of a field, and what else it may be.
fn kinds(field: &'static Field) -> String {
    let mut words = shape(&field.shape);
    if let Some((other, _)) = field.instead {
        let _ = write!(words, ", or {}", shape(other));
    }
    words
}

fn row(cells: &[String], out: &mut String) {
    for cell in cells {
        let _ = write!(out, "| {} ", cell.replace('|', "\\|"));
    }
    out.push_str("|\n");
}

fn required(field: &Field) -> String {
    let word = match field.required {
        Some(Severity::Error) => "yes",
        Some(Severity::Warning) => "expected",
        Some(Severity::Info | Severity::Hint) => "better",
        None => "",
    };
    if field.when.is_empty() {
        return word.to_owned();
    }
    let tests: Vec<String> = field.when.iter().map(test).collect();
    let when = match (word, field.otherwise.is_some()) {
        ("", true) => "only when",
        ("", false) => "when",
        (_, true) => ", only when",
        (_, false) => " when",
    };
    format!("{word}{when} {}", tests.join(" and "))
}

/// A test in words.
fn test((path, should): &Test) -> String {
    let path = path.trim_start_matches(['.', '/']);
    let name = path.rsplit_once('/').map_or_else(|| format!("`{path}`"), |it| format!("`{}` in `{}`", it.1, it.0));
    let words = |all: &'static [&'static str]| listed(all, " or ");
    match should {
        Should::BeNull => format!("{name} is null"),
        Should::NotBeNull | Should::BeThere => format!("{name} is present"),
        Should::NotBeBlank | Should::BeFilled => format!("{name} is not empty"),
        Should::BeAbsent => format!("{name} is absent"),
        Should::Be(all) => format!("{name} is {}", words(all)),
        Should::NotBe([pattern]) if is_pattern(pattern) => format!("{name} does not match `{}`", regex(pattern)),
        Should::NotBe(all) => format!("{name} is not {}", words(all)),
        Should::BeAmong(other) => format!("{name} is one of `{other}`"),
        Should::Compare(measure, relation, plus, _) => {
            let what = if *measure == Measure::Items { format!("the length of {name}") } else { name };
            match relation {
                Relation::AtLeast => format!("{what} is at least {plus}"),
                Relation::AtMost => format!("{what} is at most {plus}"),
                Relation::Below => format!("{what} is less than {plus}"),
                Relation::Near(_) => format!("{what} is {plus}"),
            }
        }
    }
}
