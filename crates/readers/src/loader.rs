//! The two loaders of the agent bridge: the one that the specification prints, and today's.

use std::str::from_utf8;

use crate::{
    Outcome,
    python::{PythonError, PythonValue, loads},
    refuses,
    text::{contains, joined},
};

/// A version of `load_response()`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loader {
    /// The public program since December 2025.
    Today,
    /// The one that the specification of the format prints.
    Specified,
}

/// The fields of the dataclass `AgentResponse`; none has a default.
const FIELDS: [&str; 9] = [
    "request_id",
    "version",
    "status",
    "response",
    "error_message",
    "error_type",
    "created_at",
    "duration_seconds",
    "metadata",
];

/// Why Python reads nothing from a file.
pub(crate) enum Unread {
    /// Its bytes are not UTF-8: the message.
    Bytes(String),
    /// It is not JSON.
    Text(PythonError),
}

/// What every loader begins with: `json.load(file)`
pub(crate) fn read(bytes: &[u8]) -> Result<PythonValue, Unread> {
    let text = from_utf8(bytes).map_err(|it| {
        let (at, byte) = (it.valid_up_to(), bytes.get(it.valid_up_to()).copied().unwrap_or_default());
        Unread::Bytes(format!("'utf-8' codec can't decode byte {byte:#04x} in position {at}"))
    })?;
    loads(text).map_err(Unread::Text)
}

impl Loader {
    /// For programs.
    pub fn id(self) -> &'static str {
        match self {
            Self::Today => "bridge",
            Self::Specified => "bridge-specified",
        }
    }

    /// For people.
    pub fn title(self) -> &'static str {
        match self {
            Self::Today => "the agent bridge",
            Self::Specified => "the loader of the specification",
        }
    }

    /// The exception, if there is no envelope.
    pub fn refusal(self, bytes: &[u8]) -> Option<String> {
        self.taken(&read(bytes)).err()
    }

    /// Whether it puts what it reads into an envelope, or the exception.
    pub(crate) fn taken(self, read: &Result<PythonValue, Unread>) -> Result<bool, String> {
        let fields = match read {
            Ok(fields) => fields,
            Err(Unread::Bytes(message)) => return Err(message.clone()),
            Err(Unread::Text(it)) if self == Self::Today && it.class == "JSONDecodeError" => {
                return Err(format!("Malformed response file: {}", it.message));
            }
            Err(Unread::Text(it)) => return Err(format!("{}: {}", it.class, it.message)),
        };
        let is_wrapped = self == Self::Today && self.wraps(fields)?;
        if !is_wrapped {
            if self == Self::Today {
                has_text(fields)?;
            }
            constructed(fields).map_err(|it| self.wrong(&it))?;
        }
        Ok(is_wrapped)
    }

    /// Whether it takes this for content without an envelope: `"sections" in data and "request_id" not in data`.
    fn wraps(self, data: &PythonValue) -> Result<bool, String> {
        let has = |name: &str| match data {
            PythonValue::Dict(_) => data.get(name).is_some(),
            PythonValue::List(items) => items.iter().any(|it| it.is_text(name)),
            PythonValue::Text(text) => contains(text, name),
            _ => false,
        };
        match data {
            PythonValue::Dict(_) | PythonValue::List(_) | PythonValue::Text(_) => {
                Ok(has("sections") && !has("request_id"))
            }
            other => Err(self.wrong(&format!("argument of type '{}' is not iterable", other.type_name()))),
        }
    }

    fn wrong(self, message: &str) -> String {
        match self {
            Self::Today => format!("Invalid response format: {message}"),
            Self::Specified => format!("TypeError: {message}"),
        }
    }
}

/// Today's loader looks at the type of the content first, whatever the status is.
fn has_text(data: &PythonValue) -> Result<(), String> {
    match data.get("response") {
        None | Some(PythonValue::Null | PythonValue::Text(_) | PythonValue::Dict(_)) => Ok(()),
        Some(other) => Err(format!("Invalid response type: expected str or dict, got {}", other.type_name())),
    }
}

/// `AgentResponse(**data)`, or the message of its `TypeError`.
fn constructed(data: &PythonValue) -> Result<(), String> {
    let PythonValue::Dict(members) = data else {
        return Err(format!("AgentResponse() argument after ** must be a mapping, not {}", data.type_name()));
    };
    if let Some((name, _)) = members.iter().find(|it| !FIELDS.contains(&&*it.0)) {
        return Err(format!("AgentResponse.__init__() got an unexpected keyword argument '{name}'"));
    }
    let missing: Vec<_> = FIELDS.iter().filter(|it| data.get(it).is_none()).map(|it| format!("'{it}'")).collect();
    let (Some((last, others)), n) = (missing.split_last(), missing.len()) else { return Ok(()) };
    let (plural, names) = match others {
        [] => ("", last.clone()),
        [other] => ("s", format!("{other} and {last}")),
        _ => ("s", format!("{}, and {last}", joined(others.iter().map(String::as_str), ", "))),
    };
    Err(format!("AgentResponse.__init__() missing {n} required positional argument{plural}: {names}"))
}

/// Why a duration cannot be printed with one digit after the point.
fn unprinted(seconds: &PythonValue) -> Option<String> {
    match seconds {
        PythonValue::Int(_) | PythonValue::Float(_) | PythonValue::Bool(_) => None,
        PythonValue::Text(_) => Some("Unknown format code 'f' for object of type 'str'".to_owned()),
        other => Some(format!("unsupported format string passed to {}.__format__", other.type_name())),
    }
}

impl Loader {
    /// What the program does with the fields of an envelope; `content` says what with the text in it.
    pub(crate) fn used(self, fields: &PythonValue, content: &dyn Fn(&str) -> (Outcome, String)) -> (Outcome, String) {
        let null = PythonValue::Null;
        let field = |name: &str| fields.get(name).unwrap_or(&null);
        let message = match field("error_message") {
            PythonValue::Text(text) => text.as_str(),
            _ => "None",
        };
        let unprinted = unprinted(field("duration_seconds"));
        match field("status") {
            PythonValue::Text(status) if status == "success" => (),
            PythonValue::Text(status) if status == "timeout" => {
                if let Some(why) = &unprinted {
                    return refuses(why);
                }
                return (Outcome::Reads, "reports that the agent took too long, and deletes the file".to_owned());
            }
            PythonValue::Text(status) if status == "error" => {
                return (Outcome::Reads, format!("raises: Agent invocation failed: {message}; deletes the file"));
            }
            _ => {
                return (
                    Outcome::Differs,
                    format!("takes it for a failure: Agent invocation failed: {message}; deletes the file"),
                );
            }
        }
        match (unprinted, field("response")) {
            (Some(why), _) => refuses(&why),
            (None, PythonValue::Text(text)) if !text.is_empty() => content(text),
            (None, other) => self.without_text(other),
        }
    }

    /// What becomes of a `response` that is no text, or an empty one.
    fn without_text(self, response: &PythonValue) -> (Outcome, String) {
        let words = match response {
            PythonValue::Text(_) | PythonValue::Null => {
                "reads no content: it asks the agent again, or fails later".to_owned()
            }
            PythonValue::Dict(_) if self == Self::Today => {
                "warns, and reads the object as indented JSON in a Markdown fence".to_owned()
            }
            PythonValue::Dict(_) => "passes on the object, where its callers expect text".to_owned(),
            other => format!("passes on a {}, where its callers expect text", other.type_name()),
        };
        (Outcome::Differs, words)
    }
}
