//! The arguments of the tools, and their counterparts in the library.

use std::sync::Arc;

use serde::{Deserialize, Deserializer, de::DeserializeOwned};
use serde_json::Value;
use serde_path_to_error::Segment;

use super::{Host, LONGEST_TEXT};
use crate::schema;
use agent_response::{Options, Profile, Repair, Severity, WrapOptions, formats, known_tools, timestamp};

/// How a text is checked.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CheckArguments {
    pub(super) text: String,
    file_name: Option<String>,
    format: Option<String>,
    profile: Option<String>,
    request: Option<String>,
    #[serde(default, deserialize_with = "json_text")]
    pub(super) tools: Option<String>,
    min_severity: Option<String>,
    max_findings: Option<usize>,
    readers: Option<bool>,
    suggestions: Option<bool>,
    created_at: Option<String>,
    duration_seconds: Option<f64>,
}

/// JSON as it is, or as a text.
fn json_text<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    Ok(match Value::deserialize(from)? {
        Value::Null => None,
        Value::String(text) => Some(text),
        value => Some(value.to_string()),
    })
}

/// What goes into an envelope.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrapArguments {
    pub(super) text: String,
    format: Option<String>,
    tool: Option<String>,
    request: Option<String>,
    request_id: Option<String>,
    status: Option<String>,
    error_message: Option<String>,
    error_type: Option<String>,
    created_at: Option<String>,
    duration_seconds: Option<f64>,
    metadata: Option<serde_json::Map<String, Value>>,
    repair: Option<String>,
    force: Option<bool>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TextArguments {
    pub(super) text: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CodeArguments {
    pub(super) code: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NoArguments {}

/// Parses a tool's arguments. The error names the wrong argument.
pub(super) fn read<T: DeserializeOwned>(arguments: &Value) -> Result<T, String> {
    serde_path_to_error::deserialize(arguments).map_err(|error| {
        let why = error.inner().to_string();
        match error.path().iter().next() {
            Some(Segment::Map { key }) if !why.contains(&format!("`{key}`")) => {
                format!("wrong argument `{key}`: {why}")
            }
            _ => format!("wrong arguments: {why}"),
        }
    })
}

/// Parses arguments, and rejects a text that is too long.
pub(super) fn read_text<T: DeserializeOwned>(arguments: &Value) -> Result<T, String> {
    let texts = arguments.as_object().into_iter().flat_map(|it| it.iter());
    for (name, text) in texts.filter_map(|(name, it)| Some((name, it.as_str()?))) {
        if text.len() > LONGEST_TEXT {
            let (found, most) = (text.len(), LONGEST_TEXT >> 20);
            return Err(format!(
                "`{name}` has {found} bytes; this server takes up to {most} MiB. Use the command for it"
            ));
        }
    }
    read(arguments)
}

/// A value given by one of a few words.
fn one_of<T: Copy>(name: &str, word: Option<&str>, known: &[(&str, T)]) -> Result<Option<T>, String> {
    let Some(word) = word else { return Ok(None) };
    let found = known.iter().find(|it| it.0 == word).map(|it| Some(it.1));
    found.ok_or_else(|| {
        let words: Vec<_> = known.iter().map(|it| format!("`{}`", it.0)).collect();
        format!("`{name}` is `{word}`; expected {}", words.join(", "))
    })
}

pub(super) const SEVERITIES: &[(&str, Severity)] =
    &[("error", Severity::Error), ("warning", Severity::Warning), ("info", Severity::Info), ("hint", Severity::Hint)];

fn format_of(word: Option<&str>) -> Result<Option<&'static str>, String> {
    let known: Vec<_> = formats::KNOWN.iter().map(|it| (it.id, it.id)).collect();
    one_of("format", word, &known)
}

/// When the agent finished and how long it ran, the latter as a number of JSON.
fn ended(created_at: Option<&str>, seconds: Option<f64>) -> Result<(Option<String>, Option<String>), String> {
    if seconds.is_some_and(|it| it < 0.0) {
        return Err("`duration_seconds` is negative".to_owned());
    }
    if let Some(time) = created_at.filter(|it| timestamp::parse(it).is_err()) {
        return Err(format!(
            "`created_at` is `{}`; expected an ISO 8601 time",
            agent_response::diagnostic::shown(time)
        ));
    }
    Ok((created_at.map(str::to_owned), seconds.map(|it| Value::from(it).to_string())))
}

impl CheckArguments {
    pub(super) fn options(&self, host: Host) -> Result<Options, String> {
        let (created_at, duration_seconds) = ended(self.created_at.as_deref(), self.duration_seconds)?;
        Ok(Options {
            created_at,
            duration_seconds,
            file_name: self.file_name.clone(),
            format: format_of(self.format.as_deref())?,
            profile: one_of("profile", self.profile.as_deref(), Profile::ALL)?.unwrap_or_default(),
            request: self.request.clone(),
            now: Some((host.now)()),
            timeout: Some(host.timeout),
            compiler: schema::compiler(),
            tools: self.tools.as_deref().and_then(|it| known_tools(it, schema::compiler())).map(Arc::new),
            ..Options::default()
        })
    }

    pub(super) fn min_severity(&self) -> Result<Severity, String> {
        Ok(one_of("min_severity", self.min_severity.as_deref(), SEVERITIES)?.unwrap_or(Severity::Warning))
    }

    pub(super) fn max_findings(&self) -> Result<usize, String> {
        match self.max_findings {
            None => Ok(20),
            Some(it @ 1..=100) => Ok(it),
            Some(it) => Err(format!("`max_findings` is {it}; expected 1 to 100")),
        }
    }

    pub(super) fn readers(&self) -> bool {
        self.readers.unwrap_or(false)
    }

    pub(super) fn suggestions(&self) -> bool {
        self.suggestions.unwrap_or(false)
    }
}

impl WrapArguments {
    pub(super) fn options(&self, host: Host, repair: Repair) -> Result<WrapOptions, String> {
        let known = &[("none", Repair::None), ("safe", Repair::Safe), ("all", Repair::All)];
        let (created_at, duration_seconds) = ended(self.created_at.as_deref(), self.duration_seconds)?;
        Ok(WrapOptions {
            format: format_of(self.format.as_deref())?,
            tool: self.tool.clone(),
            request: self.request.clone(),
            request_id: self.request_id.clone(),
            status: self.status.clone(),
            error_message: self.error_message.clone(),
            error_type: self.error_type.clone(),
            created_at: created_at.unwrap_or_else(host.now),
            duration_seconds,
            metadata: self.metadata.clone().map(|it| Value::Object(it).to_string()),
            repair: one_of("repair", self.repair.as_deref(), known)?.unwrap_or(repair),
            force: self.force.unwrap_or(false),
            timeout: Some(host.timeout),
        })
    }
}
