//! What a conversation requires of its texts: the names of tools, the ids of calls, and arguments in a string.

use super::book::{Book, is_same};
use super::json::{Json, text};
use agent_response::describe::records;
use agent_response::severity::Severity::Error;
use agent_response::spec::{CallRole, Conversation, Field, Record, Shape, ToolNames};

/// A requirement for the text of a field.
pub(super) struct AskedText {
    record: &'static Record,
    name: &'static str,
    keyword: &'static str,
    value: Json,
}

/// What the conversation requires of the records in a book.
pub(super) fn asked(book: &Book, rules: &Conversation) -> Vec<AskedText> {
    let roles = book.records.iter().filter_map(|it| Some((it.0, it.0.role?)));
    roles.flat_map(|(record, role)| of_role(record, role, rules)).collect()
}

fn of_role(record: &'static Record, role: &'static CallRole, rules: &Conversation) -> Vec<AskedText> {
    let ask = |path: &str, keyword, value: Json| {
        let (record, field) = find(record, path)?;
        Some(AskedText { record, name: field.name, keyword, value })
    };
    match role {
        CallRole::Tool(tool) if rules.names.severity == Error => {
            ask(tool.name, "pattern", text(&named(&rules.names))).into_iter().collect()
        }
        CallRole::Call(call) => {
            let is_encoded = find(record, call.arguments).is_some_and(|it| matches!(it.1.shape, Shape::Encoded(_)));
            let arguments = ask(call.arguments, "pattern", text("^\\s*\\{")).filter(|_| is_encoded);
            let longest = rules.longest_id.filter(|it| it.1 == Error);
            let id = longest.and_then(|it| ask(call.id, "maxLength", Json::Number(it.0.into())));
            arguments.into_iter().chain(id).collect()
        }
        CallRole::Tool(_) | CallRole::Answer(_) | CallRole::OtherAnswer(_) => Vec::new(),
        CallRole::Chosen(_) | CallRole::Answers(_) | CallRole::BuiltIn(_) => Vec::new(),
    }
}

/// The names that are not an error.
fn named(names: &ToolNames) -> String {
    // A hyphen between others would be a range.
    let (marks, hyphen) =
        names.marks.split_once('-').map_or((names.marks.to_owned(), ""), |it| (it.0.to_owned() + it.1, "-"));
    let rest = format!("[A-Za-z0-9{marks}{hyphen}]");
    let longest = names.accepted.max(names.longest);
    match names.begins_with_letter {
        true => format!("^[A-Za-z_]{rest}{{0,{}}}$", longest - 1),
        false => format!("^{rest}{{1,{longest}}}$"),
    }
}

/// The field at the end of a path, and its record.
fn find(record: &'static Record, path: &str) -> Option<(&'static Record, &'static Field)> {
    match path.split_once('/') {
        None => Some((record, record.field(path)?)),
        Some((first, rest)) => records(&record.field(first)?.shape).into_iter().find_map(|inner| find(inner, rest)),
    }
}

/// The schema of a field's value, with what is required of its text.
pub(super) fn with_asked(asked: &[AskedText], record: &Record, field: &Field, shape: Json) -> Json {
    let own = asked.iter().filter(|it| it.name == field.name && is_same(it.record, record));
    own.fold(shape, |shape, it| shape.with(it.keyword, it.value.clone()))
}
