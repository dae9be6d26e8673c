//! The records of a format, each once and with a name for programs.

use agent_response::describe::records;
use agent_response::spec::{Format, Record, Shape};

/// The records of a format, the object of the file first.
pub(super) struct Book {
    pub(super) records: Vec<(&'static Record, String)>,
}

/// Words of titles that are left out of names.
const SMALL: &[&str] = &["a", "an", "the", "of", "and", "object"];

impl Book {
    pub(super) fn of(format: &'static Format) -> Self {
        let mut out = Self { records: Vec::new() };
        let prefix = named(format.id);
        out.add(&format.record, &prefix);
        if let Some(list) = format.list {
            out.add_shape(&list.item.shape, &prefix);
        }
        out
    }

    fn add(&mut self, record: &'static Record, prefix: &str) {
        if self.name(record).is_some() {
            return;
        }
        let own = named(record.title);
        let first = word(prefix);
        let mut name = if self.records.is_empty() || own.starts_with(first) { own } else { format!("{first}{own}") };
        let is_taken = |it: &str| self.records.iter().any(|other| other.1 == it);
        let plain = name.clone();
        for number in 2.. {
            if !is_taken(&name) {
                break;
            }
            name = format!("{plain}{number}");
        }
        self.records.push((record, name));
        for field in record.fields {
            self.add_shape(&field.shape, prefix);
            field.instead.into_iter().for_each(|it| self.add_shape(it.0, prefix));
        }
        if let agent_response::spec::Unknown::Values(field) = record.unknown {
            self.add_shape(&field.shape, prefix);
        }
    }

    fn add_shape(&mut self, shape: &'static Shape, prefix: &str) {
        records(shape).into_iter().for_each(|it| self.add(it, prefix));
    }

    /// The name of a record.
    pub(super) fn name(&self, record: &Record) -> Option<&str> {
        self.records.iter().find(|it| std::ptr::eq(it.0, record)).map(|it| it.1.as_str())
    }
}

/// `agent-response` as `AgentResponse`, `the task's state` as `TaskState`.
fn named(title: &str) -> String {
    let title = title.replace("'s ", " ");
    let words = title.split(|it: char| !it.is_ascii_alphanumeric()).filter(|it| !it.is_empty() && !SMALL.contains(it));
    words.map(|it| it.get(..1).unwrap_or_default().to_ascii_uppercase() + it.get(1..).unwrap_or_default()).collect()
}

/// The first word of a name: `Agent` in `AgentResponse`.
fn word(name: &str) -> &str {
    let end = name.char_indices().skip(1).find(|it| it.1.is_ascii_uppercase()).map_or(name.len(), |it| it.0);
    name.get(..end).unwrap_or(name)
}

/// A title capitalized for the start of a line.
pub(super) fn heading(title: &str) -> String {
    let mut chars = title.chars();
    chars.next().map_or_else(String::new, |it| it.to_uppercase().chain(chars).collect())
}
