//! Options with their names and types in JavaScript, and their conversion to Rust.

use std::cell::Cell;

use js_sys::{Date, JSON};
use serde::Deserialize;
use tsify::Tsify;
use wasm_bindgen::JsValue;

use super::{
    limits::{Limits, Pairs},
    refusal,
    value::{self, Wrong},
    words::{
        EnvelopeFormat, FormatId, JsonText, Judge, Level, RuleId, Switch, ToolList, profile, repair, seconds, time,
    },
    wrong,
};
use crate::{Options, Profile, Repair, Severity, Timeout, WrapError, formats, spec::Builder};

/// Options of `validate`.
#[derive(Default, Deserialize, Tsify)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct ValidateOptions {
    /// Name or path of the file (only the last part counts), which determines the expected format.
    file_name: Option<String>,
    /// The format to check against; `auto`, the default, detects it from the name and the content.
    #[tsify(type = "\"auto\" | FormatId | undefined")]
    format: FormatId,
    /// `strict` is stricter than the specifications; `upstream` accepts and rejects what the programs that read the files do.
    #[serde(deserialize_with = "profile")]
    #[tsify(type = "\"default\" | \"strict\" | \"upstream\" | undefined")]
    profile: Profile,
    /// `off` omits hints and info about payload fields that no specification defines.
    #[tsify(type = "\"on\" | \"off\" | undefined")]
    payloads: Switch,
    /// Severities by rule; `off` turns a rule off.
    #[tsify(type = "Partial<Record<RuleId, Severity | \"off\" | undefined>> | undefined")]
    rules: Pairs<RuleId, Option<Level>>,
    /// The text of the paired request file.
    request: Option<String>,
    /// The current time in ISO 8601. Without it, times in the future are not reported, and no time is inserted.
    #[serde(deserialize_with = "time")]
    now: Option<String>,
    /// When the agent finished, in ISO 8601: a safe fix inserts it where it is missing.
    #[serde(deserialize_with = "time")]
    created_at: Option<String>,
    /// How long the run took: a safe fix inserts it where it is missing.
    #[serde(deserialize_with = "seconds")]
    duration_seconds: Option<f64>,
    /// Names and texts of the request and response files in the same folder, to check pairs, too.
    #[tsify(type = "Record<string, string> | undefined")]
    siblings: Option<Pairs<String, String>>,
    /// Paths of the files in the workspace, for formats that name files; their folders exist, too.
    files: Option<Vec<String>>,
    /// Where the pages of the rules are; `docs` of each finding begins with it.
    docs: Option<String>,
    /// A schema of payloads, such as a JSON Schema. Its violations are findings of the rule `payload-schema`.
    #[tsify(type = "PayloadSchema | undefined")]
    schema: Option<Judge>,
    /// The JSON of the tools that may be called where the text declares none: the array of a request, or an object that has
    /// it, such as the request or the answer to `tools/list`. Only files in which models call tools are judged by them.
    #[tsify(type = "string | undefined")]
    tools: Option<ToolList>,
    /// Limits of a check and its report.
    #[tsify(type = "Limits | undefined")]
    limits: Limits,
}

/// Options of `wrap` and `recover`.
#[derive(Default, Deserialize, Tsify)]
#[serde(rename_all = "camelCase", default)]
#[tsify(rename = "WrapOptions")]
pub(super) struct WrapOptionsObject {
    /// The format of the envelope; `agent-response` by default.
    #[tsify(type = "\"agent-response\" | \"delegator\" | undefined")]
    format: EnvelopeFormat,
    /// The tool that responds, in a Delegator envelope; it determines the category and the schema.
    tool: Option<String>,
    /// The text of the request file, from which the id is copied.
    request: Option<String>,
    /// The id of the request.
    request_id: Option<String>,
    /// How the run ended; `success` by default. In a Delegator envelope `ok` or `error`; by default derived from the content.
    #[tsify(type = "\"success\" | \"error\" | \"timeout\" | \"ok\" | undefined")]
    status: Option<String>,
    /// What went wrong.
    error_message: Option<String>,
    /// The kind of error.
    error_type: Option<String>,
    /// When the agent finished, in ISO 8601; now by default.
    #[serde(deserialize_with = "time")]
    created_at: Option<String>,
    /// The same under the name it has in a Delegator envelope.
    #[serde(deserialize_with = "time")]
    ts: Option<String>,
    /// How long the run took.
    #[serde(deserialize_with = "seconds")]
    duration_seconds: Option<f64>,
    /// Additional data; `meta` in a Delegator envelope.
    #[tsify(type = "Record<string, unknown> | undefined")]
    metadata: Option<JsonText>,
    /// Also repair the content: `true` with safe fixes, `"all"` with suggestions if it is not JSON otherwise.
    #[serde(deserialize_with = "repair")]
    #[tsify(type = "boolean | \"all\" | undefined")]
    repair: Repair,
    /// Wrap the content even if it is already an envelope or makes a Delegator envelope invalid.
    #[tsify(type = "boolean | undefined")]
    force: bool,
}

thread_local! {
    /// The options of the previous call of `validate`, unless that has crashed.
    static LAST: Cell<Option<Options>> = const { Cell::new(None) };
}

/// Runs `validate` with its options. Most programs pass the same ones again; these are not converted again, which would
/// take as long as checking half a kilobyte.
pub(super) fn with_validate_options<T>(options: &JsValue, run: impl FnOnce(&Options) -> T) -> Result<T, JsValue> {
    let last = LAST.take();
    let read = match value::read_unless_same::<ValidateOptions>(options, last.is_some())? {
        Some(read) => read.into(),
        None => last.unwrap_or_default(),
    };
    // Forget the options of a call that a getter made: JavaScript compares the next options with those read here.
    LAST.take();
    let result = run(&read);
    // If a schema called the library, JavaScript compares the next options with those of that call.
    let inner = LAST.take();
    LAST.set(inner.or(Some(read)));
    Ok(result)
}

/// Whether these are the options of the previous call of `validate`.
#[cfg(feature = "editor")]
pub(super) fn is_last(options: &Options) -> bool {
    let last = LAST.take();
    let is_same = last.as_ref() == Some(options);
    LAST.set(last);
    is_same
}

/// An option that is the name of a severity.
pub(super) fn severity(options: &JsValue, name: &str) -> Result<Option<Severity>, JsValue> {
    let level: Option<Level> = value::read_one(options, name)?;
    let Some(level) = level else { return Ok(None) };
    let severity = level.severity().map(Some);
    severity.ok_or_else(|| wrong(&format!("options.{name}"), Wrong::must("be a severity"), &"off".into()))
}

/// The options of `wrap` and `recover`. Without a time, it is now.
pub(super) fn wrap_options(options: &JsValue) -> Result<crate::WrapOptions, JsValue> {
    let given = value::read::<WrapOptionsObject>(options, &[])?;
    let (id, statuses): (_, &[&str]) = match given.format {
        EnvelopeFormat::AgentResponse => (formats::built_by(Builder::Answer).id, &["success", "error", "timeout"]),
        EnvelopeFormat::Delegator => (formats::built_by(Builder::ToolResult).id, &["ok", "error"]),
    };
    if let Some(status) = &given.status
        && !statuses.contains(&&**status)
    {
        let must = Wrong::must(format_args!("be {}", value::one_of(statuses.iter().copied())));
        return Err(wrong("options.status", must, &status.into()));
    }
    Ok(crate::WrapOptions {
        format: Some(id),
        tool: given.tool,
        request: given.request,
        request_id: given.request_id,
        status: given.status,
        error_message: given.error_message,
        error_type: given.error_type,
        created_at: given.created_at.or(given.ts).unwrap_or_else(|| Date::new_0().to_iso_string().into()),
        duration_seconds: given.duration_seconds.map(number).transpose()?,
        metadata: given.metadata.map(|it| it.0),
        repair: given.repair,
        force: given.force,
        timeout: None,
    })
}

/// As JavaScript writes it.
fn number(it: f64) -> Result<String, JsValue> {
    JSON::stringify(&it.into()).map(String::from)
}

/// The error of `wrap` or `recover`, with the argument's name in JavaScript, and its code.
pub(super) fn refused(error: &WrapError) -> JsValue {
    let mut words = error.argument.split('_');
    let mut name = words.next().unwrap_or_default().to_owned();
    for word in words {
        let (first, rest) = word.split_at_checked(1).unwrap_or_default();
        name.push_str(&first.to_ascii_uppercase());
        name.push_str(rest);
    }
    let place = if name == "content" { "" } else { "options." };
    let usual = if place.is_empty() { "content-refused" } else { "invalid-argument" };
    refusal(&format!("{place}{name} {}", error.words()), error.code.unwrap_or(usual))
}

impl From<ValidateOptions> for Options {
    fn from(given: ValidateOptions) -> Self {
        let severity = |(rule, level): (RuleId, Option<Level>)| Some((rule.0.to_owned(), level?.severity()));
        Self {
            file_name: given.file_name,
            format: given.format.0,
            profile: given.profile,
            payloads: given.payloads == Switch::On,
            rules: given.rules.0.into_iter().filter_map(severity).collect(),
            request: given.request,
            now: given.now,
            created_at: given.created_at,
            duration_seconds: given.duration_seconds.and_then(|it| number(it).ok()),
            siblings: given.siblings.map(|it| it.0),
            files: given.files,
            docs: given.docs,
            schema: given.schema.map(|it| it.0),
            #[cfg(all(feature = "tool-calls", feature = "editor"))]
            compiler: super::compiler::compiler(),
            #[cfg(all(feature = "tool-calls", not(feature = "editor")))]
            compiler: None,
            #[cfg(feature = "tool-calls")]
            tools: given.tools.map(|it| it.0),
            max_bytes: given.limits.max_bytes.unwrap_or(Self::DEFAULT.max_bytes),
            max_findings: given.limits.max_findings.unwrap_or(Self::DEFAULT.max_findings),
            timeout: given.limits.timeout.map(|it| Timeout::new(it as u64, || Date::now() as u64)),
        }
    }
}
