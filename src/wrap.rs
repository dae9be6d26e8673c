//! From content to envelope and back, byte for byte.

mod delegator;
mod existing;
mod outputs;
mod reading;
mod words;
mod work;

use std::fmt;

use crate::bind::lost_object;
use crate::deadline::{Running, Timeout};
use crate::diagnostic::shown;
use crate::document::Document;
use crate::envelope::{Envelope, envelope_text};
use crate::fix::place;
use crate::formats::{built_by, by_id};
use crate::json::{self, Flags, Kind, NodeId};
use crate::options::{Options, Repair, WrapOptions};
use crate::pipeline::validate_again;
use crate::report::{Recovered, RepairResult, Unwrapped};
use crate::rules;
use crate::slips::Readings;
use crate::spec::{Builder, Format};
use existing::WrapRequest;
use words::is_known;
use work::{LedgerEntry, Repairer, Work};

/// Why no envelope could be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrapError {
    /// The member of `WrapOptions`, or `content`.
    pub argument: &'static str,
    /// What is wrong with it, as the end of a sentence that begins with its name.
    pub reason: String,
    /// What would help, if it is a status.
    pub advice: Option<StatusAdvice>,
    /// For programs that can react to it: [`IS_ENVELOPE`](Self::IS_ENVELOPE).
    pub code: Option<&'static str>,
}

/// Which status would make an envelope of content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatusAdvice {
    /// That of a failure, if one is meant.
    Failure,
    /// That of a failure or, if the content is an answer all the same, of success.
    FailureOrSuccess,
}

impl WrapError {
    /// The content is an envelope, and only `force` wraps it again.
    pub const IS_ENVELOPE: &str = "content-is-envelope";

    fn new(argument: &'static str, reason: fmt::Arguments) -> Self {
        Self { argument, reason: reason.to_string(), advice: None, code: None }
    }

    /// The reason and what would help, as the end of a sentence; a status is set as these words say.
    pub fn reason_with(&self, failure: &str, success: &str) -> String {
        let reason = &self.reason;
        match self.advice {
            None => reason.clone(),
            Some(StatusAdvice::Failure) => format!("{reason}; to report a failure, {failure}"),
            Some(StatusAdvice::FailureOrSuccess) => format!("{reason}; {failure}, or {success} if this is the answer"),
        }
    }

    /// The same, in the words of programs.
    pub fn words(&self) -> String {
        let advice = match self.advice {
            None => "",
            Some(StatusAdvice::Failure) => "; to report a failure, set the status to `error`",
            Some(StatusAdvice::FailureOrSuccess) => {
                "; set the status to `error`, or to `success` if this is the answer"
            }
        };
        self.reason.clone() + advice
    }

    /// The error of content that is already an envelope.
    fn of_envelope(argument: &'static str, reason: fmt::Arguments) -> Self {
        Self { code: Some(Self::IS_ENVELOPE), ..Self::new(argument, reason) }
    }
}

impl fmt::Display for WrapError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.argument)?;
        f.write_str(" ")?;
        f.write_str(&self.words())
    }
}

impl std::error::Error for WrapError {}

/// Puts content into an envelope. Content that is already a valid envelope is returned unchanged, unless forced. An
/// envelope with mistakes is fixed without guessing, completed from the options, and taken out of a Markdown fence, an MCP
/// tool result or the key that contains it. If the options or their request name a tool, id, status or error, it must be
/// that of the envelope.
///
/// An agent's response takes JSON and any other text. White space alone is never a success, and the message of an error only
/// if the status says so. The content keeps every byte unless [`WrapOptions::repair`] is set; then truncated JSON is rejected. Without a request, the id and `metadata` say that a tool made the envelope. A Delegator
/// envelope takes a JSON object, the data of a tool or an error; if that is invalid, the reason is returned instead, unless
/// forced.
pub fn wrap(content: &str, options: &WrapOptions) -> Result<String, WrapError> {
    let _running = Running::begin(options.timeout);
    let readings = Readings::default();
    let (work, _) = enveloped(content, options, &readings)?;
    if options.repair != Repair::None
        && let Some(payload) = unwrap_again(&work.text, &readings)
        && payload_kind(&payload.content, &readings) == "cut"
    {
        let reason = format_args!("is truncated; it must be generated again");
        return Err(WrapError::new("content", reason));
    }
    Ok(work.text)
}

/// Does the same as `wrap` and also says what was done. Truncated content is kept as it is.
pub fn recover(text: &str, options: &WrapOptions) -> Result<Recovered, WrapError> {
    let _running = Running::begin(options.timeout);
    let readings = Readings::default();
    let (mut work, format) = enveloped(text, options, &readings)?;
    place(text, &mut work.applied);
    let content = unwrap_again(&work.text, &readings).map(|it| it.content);
    let payload = content.as_deref().map_or("text", |it| payload_kind(it, &readings));
    let is_left = payload != "json" && options.repair != Repair::None;
    let reason = content
        .filter(|_| is_left)
        .map(|it| reading::why_not(&it, Repairer { repair: options.repair, readings: &readings }));
    let request = options.request.clone().filter(|_| options.request_id.is_none());
    let checked = Options { format: Some(format.id), request, ..Options::default() };
    let report = validate_again(&work.text, &checked, &readings);
    Ok(Recovered { text: work.text, payload, reason, applied: work.applied, report })
}

/// The JSON that a text is or was meant to be, as [`recover`] finds it in an answer: the same text if it is JSON, else the
/// object or list in it.
///
/// # Errors
/// Why there is none, as the end of a sentence that begins with the text.
pub fn repair(text: &str, repair: Repair, timeout: Option<Timeout>) -> Result<RepairResult, &'static str> {
    let _running = Running::begin(timeout);
    let readings = &Readings::default();
    let repairer = Repairer { repair, readings };
    let work = reading::read(text, repairer).or_else(|| json::is_sound(text).then(|| Work::new(text)));
    let Work { text: json, mut applied } = work.ok_or_else(|| reading::why_not(text, repairer))?;
    place(text, &mut applied);
    Ok(RepairResult { text: json, applied })
}

fn payload_kind(content: &str, readings: &Readings) -> &'static str {
    match json::is_sound(content) {
        true => "json",
        false if reading::is_cut(content, readings) => "cut",
        false => "text",
    }
}

/// The key that every envelope has, whatever else is wrong with it.
const ID: &str = "request_id";

/// The envelope and its format.
fn enveloped(content: &str, options: &WrapOptions, readings: &Readings) -> Result<(Work, &'static Format), WrapError> {
    let format = format_of(options)?;
    let is_blank = |it: &String| it.trim().is_empty();
    if options.request_id.as_ref().is_some_and(is_blank) {
        return Err(WrapError::new("request_id", format_args!("is blank")));
    }
    let from_request = options.request.as_deref().and_then(request_id).filter(|it| !is_blank(it));
    let request_id = options.request_id.as_deref().or(from_request.as_deref());
    let repairer = Repairer { repair: options.repair, readings };
    let mut work = reading::read(content, repairer).unwrap_or_else(|| Work::new(content));
    let is_whole = work.applied.iter().all(|it| it.code != rules::TRUNCATED.id);
    let asked = WrapRequest { request_id, options, is_whole, repairer };
    if !options.force
        && let Some(envelope) = existing::envelope(&work.text, format, &asked)?
    {
        work.add(envelope);
        return Ok((work, format));
    }
    let envelope = if format.builder == Some(Builder::ToolResult) {
        delegator::wrap(format, &work.text, request_id, options)?
    } else if options.tool.is_some() {
        return Err(WrapError::new(
            "tool",
            format_args!("is not allowed in an agent response, only in a Delegator envelope"),
        ));
    } else {
        let envelope = envelope_text(&new_envelope(&work.text, content, &asked)?);
        // Content that is an envelope only after its slips are undone must not be put into another one.
        if options.repair != Repair::None && !options.force && work.text.contains(ID) {
            existing::envelope(&envelope, format, &asked)?;
        }
        envelope
    };
    work.replace(
        LedgerEntry::safe(&rules::MISSING_ENVELOPE, "The content has no envelope", "Put the content into an envelope"),
        &envelope,
    );
    Ok((work, format))
}

/// The format of the envelope.
fn format_of(options: &WrapOptions) -> Result<&'static Format, WrapError> {
    let Some(id) = options.format else { return Ok(built_by(Builder::Answer)) };
    let found = by_id(id).filter(|it| it.builder.is_some());
    found.ok_or_else(|| WrapError::new("format", format_args!("is `{id}`, which has no envelope")))
}

/// An envelope for the content of a text.
fn new_envelope<'a>(content: &'a str, text: &str, asked: &WrapRequest<'a>) -> Result<Envelope<'a>, WrapError> {
    let WrapRequest { request_id, options, repairer, .. } = *asked;
    let mut envelope = Envelope::of_content(content, request_id, &options.created_at);
    if let Some(status) = &options.status {
        envelope.status = status;
    }
    // A failure without output has no response, and an agent that wrote nothing has not succeeded.
    if envelope.status == "success" && is_nothing(content) {
        let error = WrapError::new("content", format_args!("is empty"));
        return Err(WrapError { advice: Some(StatusAdvice::Failure), ..error });
    }
    let lost = [content, text].into_iter().find_map(|it| lost_object(it.trim()));
    if let Some(origin) = lost.filter(|_| options.status.is_none()) {
        return Err(WrapError::new("content", format_args!("is {origin}; its content is lost")));
    }
    // What is around an error's body says that it is one.
    let failure =
        outputs::failure(content).or_else(|| outputs::failure(text).filter(|_| !is_known(content, repairer.readings)));
    if let Some(message) = failure.filter(|_| options.status.is_none()) {
        let message = shown(&message);
        let error = WrapError::new("content", format_args!("is an error message, `{message}`"));
        return Err(WrapError { advice: Some(StatusAdvice::FailureOrSuccess), ..error });
    }
    if content.is_empty() {
        envelope.response = None;
    }
    envelope.error_message = options.error_message.as_deref();
    envelope.error_type = options.error_type.as_deref();
    if let Some(duration) = &options.duration_seconds {
        envelope.duration_seconds = duration;
    }
    if let Some(metadata) = &options.metadata {
        envelope.metadata = metadata;
    }
    Ok(envelope)
}

/// Whether a text has only white space and what a lost write leaves.
fn is_nothing(text: &str) -> bool {
    text.chars().all(|it| it.is_whitespace() || matches!(it, '\0' | '\u{feff}'))
}

/// The content of an envelope: the decoded payload of an agent's response, the data or the error of a Delegator
/// envelope as it is written there, even if it is truncated. `None` if the text is not an envelope with content.
pub fn unwrap(text: &str) -> Option<Unwrapped> {
    unwrap_file(&Document::file(text))
}

/// The same in a call that reads several texts.
pub(crate) fn unwrap_again(text: &str, readings: &Readings) -> Option<Unwrapped> {
    unwrap_file(&Document::file_again(text, readings))
}

/// The same for a text that was read.
pub(crate) fn unwrap_file(file: &Document) -> Option<Unwrapped> {
    let (content, is_cut) = match payload(file) {
        Some(node) => (file.tree.text(&file.text, node).into_owned(), file.tree.node(node).flags.has(Flags::UNCLOSED)),
        None => delegator::content(file.copy_of_file())?,
    };
    let kind = match is_cut {
        _ if json::is_sound(&content) => "json",
        true => "cut",
        false => "text",
    };
    Some(Unwrapped { content, kind })
}

fn payload(file: &Document) -> Option<NodeId> {
    let value = file.tree.get(&file.text, file.tree.root()?, "response")?;
    (file.tree.kind(value) == Kind::String).then_some(value)
}

/// Whether an envelope is the one that the options describe. Measured values, such as the duration, differ each time.
fn agrees(envelope: &str, asked: &WrapRequest) -> Result<(), WrapError> {
    let options = asked.options;
    let document = Document::file_again(envelope, asked.repairer.readings);
    let (tree, text) = (&document.tree, &*document.text);
    let from_request = options.request.as_deref().and_then(request_id);
    let asked = [
        ("tool", "tool", &options.tool),
        ("request_id", "request_id", &options.request_id),
        ("request", "request_id", &from_request),
        ("status", "status", &options.status),
        ("error_message", "error_message", &options.error_message),
        ("error_type", "error_type", &options.error_type),
    ];
    for (argument, key, asked) in asked {
        let Some(asked) = asked else { continue };
        let value = tree.get(text, 0, key);
        if !value.is_some_and(|it| tree.kind(it) == Kind::String && tree.is_text(text, it, asked)) {
            let found = value.map_or("nothing".into(), |it| shown(&tree.text(text, it)));
            let reason = format_args!("does not match the content, which is an envelope with `{found}`");
            return Err(WrapError::of_envelope(argument, reason));
        }
    }
    Ok(())
}

fn request_id(request: &str) -> Option<String> {
    let file = Document::file(request);
    let id = file.tree.get(&file.text, file.tree.root()?, "request_id")?;
    (file.tree.kind(id) == Kind::String).then(|| file.tree.text(&file.text, id).into_owned())
}
