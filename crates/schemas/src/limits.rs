//! Values that are too small, too large, or in the wrong form.

use agent_response::diagnostic::shown;
use jsonschema::error::ValidationErrorKind as Is;
use serde_json::Value;

/// The message about a value that is too small, too large, or in the wrong form.
pub(super) fn limit(kind: &Is, (name, schema): (&str, &str), found: &Value) -> Option<String> {
    let n_chars = || found.as_str().map_or(0, |it| it.chars().count());
    let n_items = || found.as_array().map_or(0, Vec::len);
    let n_members = || found.as_object().map_or(0, serde_json::Map::len);
    let count = |n: usize, unit: &str| format!("{n} {unit}{}", if n == 1 { "" } else { "s" });
    let value = || in_words(found);
    Some(match kind {
        Is::Minimum { limit } => format!("{name} is {}; expected at least {limit}", value()),
        Is::Maximum { limit } => format!("{name} is {}; expected at most {limit}", value()),
        Is::ExclusiveMinimum { limit } => format!("{name} is {}; expected more than {limit}", value()),
        Is::ExclusiveMaximum { limit } => format!("{name} is {}; expected less than {limit}", value()),
        Is::MultipleOf { multiple_of } => format!("{name} is {}; expected a multiple of {multiple_of}", value()),
        Is::MinLength { limit } => format!("{name} has {}; expected at least {limit}", count(n_chars(), "character")),
        Is::MaxLength { limit } => format!("{name} has {}; expected at most {limit}", count(n_chars(), "character")),
        Is::MinItems { limit } => format!("{name} has {}; expected at least {limit}", count(n_items(), "item")),
        Is::MaxItems { limit } => format!("{name} has {}; expected at most {limit}", count(n_items(), "item")),
        Is::AdditionalItems { limit } => format!("{name} has {}; expected at most {limit}", count(n_items(), "item")),
        Is::MinProperties { limit } => {
            format!("{name} has {}; expected at least {limit}", count(n_members(), "member"))
        }
        Is::MaxProperties { limit } => format!("{name} has {}; expected at most {limit}", count(n_members(), "member")),
        Is::UniqueItems => format!("{name} contains the same item twice"),
        Is::Contains => format!("{name} does not contain an item that {schema} requires"),
        Is::UnevaluatedItems { .. } => format!("{name} contains items that the schema does not allow"),
        Is::Pattern { pattern } => format!("{name} is `{}`; expected text that matches `{}`", value(), shown(pattern)),
        Is::Format { format } => format!("{name} is `{}`; expected the format `{}`", value(), shown(format)),
        Is::Not { .. } => format!("{name} is what the schema excludes"),
        Is::OneOfMultipleValid { .. } => format!("{name} matches more than one alternative of the schema"),
        _ => return None,
    })
}

/// A value in a message.
pub(super) fn in_words(value: &Value) -> String {
    match value {
        Value::String(text) => shown(text),
        other => shown(&other.to_string()),
    }
}
