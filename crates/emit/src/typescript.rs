//! TypeScript types: what a correct file contains. A record in which words determine other fields is a union, with one
//! member for each group of words with the same effect.

mod kinds;
mod needs;

pub use kinds::types_of_calls;

use std::fmt::Write;

use super::book::{Book, heading, own_key};
use super::test::each_kind;
use agent_response::severity::Severity;
use agent_response::spec::{Choice, Field, Form, Format, Record, Shape, Should, Test, Unknown, Words};

/// Longer unions span several lines.
const WIDTH: usize = 110;

/// The types of all formats.
pub fn types() -> String {
    let mut out = "// Generated from the tables of the formats; see CONTRIBUTING.md.\n".to_owned();
    for format in agent_response::formats() {
        let book = Book::of(format);
        for (idx, (record, name)) in book.records.iter().enumerate() {
            // An object without members of its own is written where it is used.
            let writer = TypeWriter { book: &book, format, record, is_root: idx == 0 };
            match format.list.filter(|_| idx == 0) {
                Some(list) => {
                    let what = heading(record.title);
                    let item = writer.shape(&list.item.shape);
                    let _ =
                        writeln!(out, "\n/** {what}, version {}. */\nexport type {name} = {item}[];", format.version);
                }
                None if idx == 0 || !record.fields.is_empty() => writer.record(name, &mut out),
                None => (),
            }
        }
    }
    out
}

struct TypeWriter<'b> {
    book: &'b Book,
    format: &'static Format,
    record: &'static Record,
    is_root: bool,
}

/// A field whose words determine others, those fields, and groups of words with the same effect.
struct Deciding {
    by: &'static Field,
    decided: Vec<&'static Field>,
    groups: Vec<Vec<&'static str>>,
}

/// Used in place of a word if the field is missing.
const ABSENT: &str = "";

impl TypeWriter<'_> {
    fn record(&self, name: &str, out: &mut String) {
        let deciding = self.deciding();
        let what = match self.is_root {
            true => format!("{}, version {}.", heading(self.record.title), self.format.version),
            false => format!("{}.", heading(self.record.title)),
        };
        let base = self.base(&deciding);
        if deciding.is_empty() {
            let _ = writeln!(out, "\n/** {what} */\nexport interface {name} {{\n{base}}}");
            return;
        }
        let parts: Vec<String> = deciding.iter().map(|it| format!("{name}By{}", pascal(it.by.name))).collect();
        let clauses = self.clauses(&deciding);
        let more = clauses.iter().map(|it| format!("{name}With{}", pascal(it.0)));
        let all: Vec<String> = parts.iter().cloned().chain(more).collect();
        let _ = writeln!(out, "\n/** {what} */\nexport type {name} = {name}Base & {};", all.join(" & "));
        let _ = writeln!(
            out,
            "\n/** The members that every {} has. */\nexport interface {name}Base {{\n{base}}}",
            self.record.title
        );
        for (deciding, part) in deciding.iter().zip(&parts) {
            let by = deciding.by.name;
            let _ = write!(out, "\n/** The members that depend on `{by}`. */\nexport type {part} =");
            for group in deciding.groups.iter().flat_map(|it| self.groups(deciding, it)) {
                let _ = write!(out, "\n  | {{\n{}    }}", indented(&group));
            }
            out.push_str(";\n");
        }
        for (field, cases) in clauses {
            let _ = write!(out, "\n/** `{field}` is present, or not required. */");
            let _ = writeln!(out, "\nexport type {name}With{} =\n  | {};", pascal(field), cases.join("\n  | "));
        }
    }

    /// The members that do not depend on words.
    fn base(&self, deciding: &[Deciding]) -> String {
        let is_decided = |field: &&Field| {
            let is_named = |other: &&Field| other.name == field.name;
            deciding.iter().any(|other| is_named(&other.by) || other.decided.iter().any(is_named))
        };
        let mut base = String::new();
        for field in self.record.fields.iter().filter(|it| !is_decided(it)) {
            self.member(field, is_due(field) && field.when.is_empty(), self.value(field), &mut base);
        }
        if self.is_root {
            for section in self.format.listing.iter().flat_map(|it| it.sections) {
                let _ = writeln!(base, "  {}?: string;", section.name);
            }
        }
        base.push_str(self.others());
        base
    }

    /// Members that one group of words requires.
    fn group(&self, deciding: &Deciding, group: &[&'static str], also: Option<(&Field, &str)>) -> String {
        let mut out = String::new();
        let words: Vec<&str> = group.iter().copied().filter(|it| *it != ABSENT).collect();
        let may_be_absent = words.len() < group.len();
        let is_nullable = may_be_absent && matches!(deciding.by.shape, Shape::Nullable(_));
        let shape = match (words.is_empty(), is_nullable) {
            (true, true) => "null".to_owned(),
            (true, false) => "never".to_owned(),
            (false, true) => format!("{} | null", union(&words)),
            (false, false) => union(&words),
        };
        self.member(deciding.by, !may_be_absent, shape, &mut out);
        if let Some((other, word)) = also {
            self.member(other, true, quoted(word), &mut out);
        }
        let word = group.first().copied().unwrap_or_default();
        deciding.decided.iter().for_each(|it| out.push_str(&self.decided((deciding.by, word), also, it)));
        out
    }

    /// A member as it is if another field has that word, and perhaps a second field, too.
    fn decided(&self, (by, word): (&Field, &str), also: Option<(&Field, &str)>, field: &'static Field) -> String {
        let mut is_needed = is_due(field) && field.when.is_empty();
        let is_here =
            |it: &[Test]| matches!(it, [(path, Should::Be(words))] if *path == by.name && words.contains(&word));
        let mut shape = self.list(field, self.is_filled(field, &is_here));
        if self.is_empty(field, by, word) {
            shape = "[]".to_owned();
        }
        let test = field.when.iter().find(|it| it.0.trim_start_matches('/') == by.name);
        if let Some((_, Should::Be(words))) = test {
            let holds = words.contains(&word);
            is_needed = is_due(field) && holds && field.when.len() == 1;
            if !holds && field.otherwise.is_some() {
                shape = "never".to_owned();
            }
        }
        if let Shape::Choice(choice) = field.shape.inner() {
            let first = choice.by.first().copied().unwrap_or_default();
            let is_certain = word != ABSENT || choice.by.len() == 1;
            if first == by.name && is_certain {
                shape = self.asked(chosen(choice, word), also);
            } else if first != by.name && self.deciding_words(first).is_some() && shape != "never" {
                // Another field decides which one it is.
                shape = "object".to_owned();
            }
        }
        if let Some(lookup) = field.lookup.filter(|it| it.by.first() == Some(&by.name) && !it.is_usual)
            && let Some((_, value)) = lookup.rows.iter().find(|it| it.0.contains(&word))
        {
            shape = if matches!(field.shape.inner(), Shape::Text(_)) { quoted(value) } else { (*value).to_owned() };
        }
        let mut out = String::new();
        self.member(field, is_needed, shape, &mut out);
        out
    }

    fn member(&self, field: &Field, is_needed: bool, shape: String, out: &mut String) {
        if !field.doc.is_empty() && shape != "never" {
            let _ = writeln!(out, "  /** {} */", field.doc);
        }
        let mark = if is_needed { "" } else { "?" };
        let is_long = shape.len() > WIDTH && !shape.contains('<');
        let shape = if is_long { format!("\n    | {}", shape.replace(" | ", "\n    | ")) } else { format!(" {shape}") };
        let _ = writeln!(out, "  {}{mark}:{shape};", key(field.name));
    }

    fn shape(&self, shape: &'static Shape) -> String {
        match shape {
            Shape::Any => "unknown".to_owned(),
            Shape::Scalar => "string | number | boolean | null".to_owned(),
            Shape::Text(facts) => match facts.form {
                Form::Word(words) if self.is_open(words) => format!("{} | (string & {{}})", union(words.known)),
                Form::Word(words) => union(words.known),
                _ => "string".to_owned(),
            },
            Shape::Encoded(_) => "string".to_owned(),
            Shape::Number(_) => "number".to_owned(),
            Shape::Flag => "boolean".to_owned(),
            Shape::Object | Shape::Arguments => "Record<string, unknown>".to_owned(),
            Shape::Record(record) => self.reference(record),
            Shape::Choice(choice) if own_key(choice).is_some() => {
                self.book.choice(choice).unwrap_or("object").to_owned()
            }
            Shape::Choice(choice) => {
                let mut all: Vec<String> = Vec::new();
                for record in choice.cases.iter().map(|it| it.1).chain([choice.other]) {
                    let name = self.reference(record);
                    if !all.contains(&name) {
                        all.push(name);
                    }
                }
                all.join(" | ")
            }
            Shape::Names => "string[]".to_owned(),
            Shape::List(list) => {
                let item = self.shape(&list.item.shape);
                if matches!(list.min, Some((1.., Severity::Error))) && self.is_seen(Severity::Error) {
                    return filled(&item);
                }
                array(&item)
            }
            Shape::Nullable(inner) => format!("{} | null", self.shape(inner)),
            Shape::Either(shapes) => each_kind(shapes).map(|it| self.shape(it)).collect::<Vec<_>>().join(" | "),
        }
    }

    fn reference(&self, record: &'static Record) -> String {
        if record.fields.is_empty() {
            return match record.unknown {
                Unknown::Values(field) => format!("Record<string, {}>", self.shape(&field.shape)),
                _ => "Record<string, unknown>".to_owned(),
            };
        }
        self.book.name(record).unwrap_or("unknown").to_owned()
    }

    /// Whether the types enforce a requirement; infos and hints do not restrict them.
    fn is_seen(&self, severity: Severity) -> bool {
        let is_beyond = self.record.is_beyond || self.format.record.is_beyond;
        severity <= Severity::Warning && !is_beyond
    }

    fn is_open(&self, words: &Words) -> bool {
        words.is_open && words.other != Severity::Error || !self.is_seen(words.other)
    }

    fn others(&self) -> &'static str {
        match self.record.unknown {
            Unknown::Reported(severity, _) if self.is_seen(severity) => "",
            _ => "  [key: string]: unknown;\n",
        }
    }

    /// The words of a field, if it determines others.
    fn deciding_words(&self, name: &str) -> Option<&'static [&'static str]> {
        let by = self.record.fields.iter().find(|it| it.name == name)?;
        super::test::words(by).filter(|it| !self.is_open(it)).map(|it| it.known)
    }

    /// The fields of the record whose words determine others, each with its groups.
    fn deciding(&self) -> Vec<Deciding> {
        let fields = self.record.fields;
        let mut out = Vec::new();
        for by in fields {
            let Some(known) = self.deciding_words(by.name) else { continue };
            let is_optional = !is_due(by) || !by.when.is_empty();
            let words: Vec<&str> = known.iter().copied().chain(is_optional.then_some(ABSENT)).collect();
            let differs = |field: &&'static Field| {
                let first = words.first().copied().unwrap_or_default();
                let plain = self.decided((by, first), None, field);
                words.iter().any(|word| self.decided((by, word), None, field) != plain)
            };
            let decided: Vec<&Field> =
                fields.iter().filter(|it| it.name != by.name && decides(by, it)).filter(differs).collect();
            let mut groups: Vec<(String, Vec<&'static str>)> = Vec::new();
            for word in words {
                let sign: String = decided.iter().map(|it| self.decided((by, word), None, it)).collect();
                match groups.iter_mut().find(|it| it.0 == sign) {
                    Some(group) => group.1.push(word),
                    None => groups.push((sign, vec![word])),
                }
            }
            if groups.len() > 1 {
                out.push(Deciding { by, decided, groups: groups.into_iter().map(|it| it.1).collect() });
            }
        }
        out
    }
}

/// Whether the words of one field determine another field of the same object.
fn decides(by: &Field, field: &Field) -> bool {
    let is_by = |it: &&str| it.trim_start_matches('/') == by.name;
    let is_test = field.when.iter().any(|it| is_by(&it.0) && matches!(it.1, Should::Be(_)));
    let is_choice = matches!(field.shape.inner(), Shape::Choice(Choice { by: [first, ..], .. }) if is_by(first));
    let is_lookup = field.lookup.is_some_and(|it| !it.is_usual && it.by.first().is_some_and(is_by));
    is_test || is_choice || is_lookup
}

fn array(item: &str) -> String {
    if item.contains([' ', '|', '&']) { format!("Array<{item}>") } else { format!("{item}[]") }
}

/// An array that is not empty.
fn filled(item: &str) -> String {
    format!("[{item}, ...{}]", array(item))
}

fn chosen(choice: &'static Choice, word: &str) -> &'static Record {
    choice.cases.iter().find(|it| it.0.contains(&word)).map_or(choice.other, |it| it.1)
}

/// Whether a field is due by the specification; merely recommended fields are optional.
fn is_due(field: &Field) -> bool {
    matches!(field.required, Some(Severity::Error | Severity::Warning))
}

fn union(words: &[&str]) -> String {
    let all: Vec<String> = words.iter().map(|it| quoted(it)).collect();
    all.join(" | ")
}

fn quoted(text: &str) -> String {
    agent_response::json::quote(text)
}

fn key(name: &str) -> String {
    let is_plain = name.chars().all(|it| it.is_ascii_alphanumeric() || it == '_');
    if is_plain { name.to_owned() } else { quoted(name) }
}

fn pascal(name: &str) -> String {
    name.split('_').map(heading).collect()
}

fn indented(text: &str) -> String {
    text.lines().map(|it| format!("    {it}\n")).collect()
}
