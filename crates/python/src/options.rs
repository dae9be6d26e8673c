//! Options with their names in Python, and their conversion to Rust.

use std::{
    sync::{Arc, LazyLock},
    time::Instant,
};

use agent_response::{
    Only, Options, Profile, Repair, Schema, Severity, Timeout, WrapError, WrapOptions,
    formats::{KNOWN, built_by},
    known_tools, rules,
    schema::Compiler,
    spec::Builder,
    timestamp,
};
use pyo3::{
    exceptions::PyTypeError,
    prelude::*,
    types::{PyBool, PyDict, PyString},
};

use crate::arguments::Given;
use crate::schema::SchemaObject;

/// Options of `validate`.
pub(crate) const VALIDATE: &[&str] = &[
    "file_name",
    "format",
    "profile",
    "payloads",
    "rules",
    "request",
    "now",
    "created_at",
    "duration_seconds",
    "siblings",
    "files",
    "docs",
    "schema",
    "tools",
    "limits",
];
/// What `fix` has besides.
pub(crate) const FIX: &[&str] = &["suggestions", "only"];
/// Options of `wrap` and `recover`.
pub(crate) const WRAP: &[&str] = &[
    "format",
    "tool",
    "request",
    "request_id",
    "status",
    "error_message",
    "error_type",
    "created_at",
    "ts",
    "duration_seconds",
    "metadata",
    "repair",
    "force",
];

/// As a line of an archive.
const LARGEST_ROW: usize = 16 << 20;

/// The options that are given, in the order of their names; an error about a name that is none of these.
fn given<'py>(options: &Bound<'py, PyDict>, names: &[&'static str]) -> PyResult<Vec<(&'static str, Given<'py>)>> {
    let mut out = Vec::new();
    for (key, value) in options {
        let key = Given::new("options", &key).text()?;
        let Some(name) = names.iter().find(|it| **it == key) else {
            let known = names.join(", ");
            return Err(PyTypeError::new_err(format!("`{key}` is not an option; known are {known}")));
        };
        if !value.is_none() {
            out.push((*name, Given::new(*name, &value)));
        }
    }
    Ok(out)
}

/// Arguments of tools are judged by the schemas that a file declares.
fn defaults() -> Options {
    static COMPILER: LazyLock<Compiler> = LazyLock::new(agent_response_schemas::compiler);
    Options { compiler: Some(COMPILER.clone()), ..Options::DEFAULT }
}

/// The options of `validate`.
pub(crate) fn validate_options(options: &Bound<'_, PyDict>) -> PyResult<Options> {
    let mut out = defaults();
    for (name, argument) in given(options, VALIDATE)? {
        validate_option(&mut out, name, &argument)?;
    }
    Ok(out)
}

/// The options of `validate_column`, and the bytes of the largest row that is checked. No row is indented, and none is read
/// that is larger than a line of an archive may be, unless the caller wants it.
pub(crate) fn column_options(options: &Bound<'_, PyDict>) -> PyResult<(Options, usize)> {
    let mut out = Options { max_bytes: LARGEST_ROW, ..defaults() };
    for (name, argument) in given(options, VALIDATE)? {
        validate_option(&mut out, name, &argument)?;
    }
    out.rules.insert(0, (rules::NOT_PRETTY.id.to_owned(), None));
    let largest = out.max_bytes;
    Ok((out, largest))
}

fn validate_option(out: &mut Options, name: &str, argument: &Given) -> PyResult<()> {
    match name {
        "file_name" => out.file_name = Some(path(argument)?),
        "format" => out.format = format(argument)?,
        "profile" => out.profile = argument.word(Profile::ALL)?,
        "payloads" => out.payloads = argument.word(&[("on", true), ("off", false)])?,
        "rules" => out.rules = levels(argument)?,
        "request" => out.request = Some(argument.text()?),
        "now" => out.now = Some(time(argument)?),
        "created_at" => out.created_at = Some(time(argument)?),
        "duration_seconds" => out.duration_seconds = Some(argument.seconds()?),
        "siblings" => {
            let texts = argument.members()?.into_iter().map(|(name, it)| Ok((name, it.text()?)));
            out.siblings = Some(texts.collect::<PyResult<_>>()?);
        }
        "files" => out.files = Some(argument.items()?.iter().map(path).collect::<PyResult<_>>()?),
        "docs" => out.docs = Some(argument.text()?),
        "schema" => out.schema = Some(Schema::new(SchemaObject::new(argument)?)),
        "tools" => {
            let known = known_tools(&argument.text()?, out.compiler.clone());
            out.tools = Some(Arc::new(known.ok_or_else(|| argument.must("be JSON with an array of tools"))?));
        }
        _ => limits(out, argument)?,
    }
    Ok(())
}

/// The options of `fix`: those of `validate`, whether suggestions are applied, and what to fix if not everything.
pub(crate) fn fix_options(options: &Bound<'_, PyDict>) -> PyResult<(Options, bool, Option<Vec<Only>>)> {
    let (mut out, mut suggestions, mut only) = (defaults(), false, None);
    for (name, argument) in given(options, &[VALIDATE, FIX].concat())? {
        match name {
            "suggestions" => suggestions = argument.flag()?,
            "only" => only = Some(argument.items()?.iter().map(chosen).collect::<PyResult<_>>()?),
            _ => validate_option(&mut out, name, &argument)?,
        }
    }
    Ok((out, suggestions, only))
}

/// The options of `validate_tool_call`.
pub(crate) fn call_options(options: &Bound<'_, PyDict>) -> PyResult<(Options, Repair)> {
    let (mut out, mut extent) = (defaults(), Repair::None);
    for (name, argument) in given(options, &[VALIDATE, &["repair"]].concat())? {
        match name {
            "repair" => extent = repair(&argument)?,
            _ => validate_option(&mut out, name, &argument)?,
        }
    }
    Ok((out, extent))
}

/// The options of `wrap` and `recover`; the caller adds the time.
pub(crate) fn wrap_options(options: &Bound<'_, PyDict>) -> PyResult<WrapOptions> {
    let (mut out, mut status, mut builder) = (WrapOptions::default(), None, Builder::Answer);
    let mut ts = None;
    for (name, argument) in given(options, WRAP)? {
        match name {
            "format" => {
                let builders = [Builder::Answer, Builder::ToolResult].map(|it| (built_by(it).id, it));
                builder = argument.word(&builders)?;
            }
            "tool" => out.tool = Some(argument.text()?),
            "request" => out.request = Some(argument.text()?),
            "request_id" => out.request_id = Some(argument.text()?),
            "status" => status = Some(argument),
            "error_message" => out.error_message = Some(argument.text()?),
            "error_type" => out.error_type = Some(argument.text()?),
            "created_at" => out.created_at = time(&argument)?,
            "ts" => ts = Some(time(&argument)?),
            "duration_seconds" => out.duration_seconds = Some(argument.seconds()?),
            "metadata" => out.metadata = Some(argument.object()?),
            "repair" => out.repair = repair(&argument)?,
            _ => out.force = argument.flag()?,
        }
    }
    if out.created_at.is_empty() {
        out.created_at = ts.unwrap_or_default();
    }
    let statuses: &[&str] = match builder {
        Builder::Answer => &["success", "error", "timeout"],
        Builder::ToolResult => &["ok", "error"],
    };
    if let Some(argument) = status {
        let words: Vec<_> = statuses.iter().map(|it| (*it, *it)).collect();
        out.status = Some(argument.word(&words)?.to_owned());
    }
    out.format = Some(built_by(builder).id);
    Ok(out)
}

/// The exception for an envelope that cannot be made.
pub(crate) fn refused(py: Python<'_>, error: &WrapError) -> PyErr {
    let message = format!("`{}` {}", error.argument, error.words());
    let class = py.import("agent_response._errors").and_then(|it| it.getattr("WrapError"));
    let exception = class.and_then(|it| it.call1((message, error.argument, error.code)));
    exception.map_or_else(|it| it, PyErr::from_value)
}

/// A text or a path.
fn path(argument: &Given) -> PyResult<String> {
    if argument.value.is_instance_of::<PyString>() {
        return argument.text();
    }
    let path = argument.value.call_method0("__fspath__").map_err(|_| argument.must("be a str or a path"))?;
    argument.inside("", path).text()
}

fn format(argument: &Given) -> PyResult<Option<&'static str>> {
    let formats = KNOWN.iter().map(|it| (it.id, Some(it.id)));
    argument.word(&[("auto", None)].into_iter().chain(formats).collect::<Vec<_>>())
}

/// Severities by rule.
fn levels(argument: &Given) -> PyResult<Vec<(String, Option<Severity>)>> {
    let names = [Severity::Error, Severity::Warning, Severity::Info, Severity::Hint].map(|it| (it.name(), Some(it)));
    let names = [&names[..], &[("off", None)]].concat();
    let mut out = Vec::new();
    for (rule, level) in argument.members()? {
        if rules::by_id(&rule).is_none() {
            return Err(argument.error(format_args!("names `{rule}`, which is no rule")));
        }
        if !level.value.is_none() {
            out.push((rule, level.word(&names)?));
        }
    }
    Ok(out)
}

fn limits(out: &mut Options, argument: &Given) -> PyResult<()> {
    for (name, limit) in argument.members()? {
        if !["max_bytes", "max_findings", "timeout"].contains(&&*name) {
            let known = "known are max_bytes, max_findings, timeout";
            return Err(argument.error(format_args!("has `{name}`, which is no limit; {known}")));
        }
        match &*name {
            _ if limit.value.is_none() => (),
            "max_bytes" => out.max_bytes = limit.whole(1)?,
            "max_findings" => out.max_findings = limit.whole(1)?,
            _ => out.timeout = timeout(&limit)?,
        }
    }
    Ok(())
}

/// A number of milliseconds, or none.
pub(crate) fn timeout(argument: &Given) -> PyResult<Option<Timeout>> {
    /// Milliseconds since any moment.
    fn clock() -> u64 {
        static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
        u64::try_from(BEGIN.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
    let is_given = !argument.value.is_none();
    is_given.then(|| Ok(Timeout::new(argument.whole(1)? as u64, clock))).transpose()
}

/// A rule or a finding.
fn chosen(argument: &Given) -> PyResult<Only> {
    let value = &argument.value;
    let (code, place) = match value.is_instance_of::<PyString>() {
        true => (argument.text()?, None),
        false => {
            let part = |name: &str| match value.getattr(name).or_else(|_| value.get_item(name.trim_end_matches('_'))) {
                Ok(part) => Ok(argument.inside(format_args!(".{name}"), part)),
                Err(_) => Err(argument.must("be a rule or a finding")),
            };
            let offset = |name: &str| {
                let part = part(name)?;
                u32::try_from(part.whole(0)?).map_err(|_| part.should("be an offset"))
            };
            (part("code")?.text()?, Some((offset("from_")?, offset("to")?)))
        }
    };
    if rules::by_id(&code).is_none() {
        return Err(argument.error(format_args!("names `{code}`, which is no rule")));
    }
    Ok(match place {
        Some((from, to)) => Only::Finding { code, from, to },
        None => Only::Rule(code),
    })
}

fn time(argument: &Given) -> PyResult<String> {
    let time = argument.text()?;
    if timestamp::parse(&time).is_ok() { Ok(time) } else { Err(argument.should("be a time as ISO 8601 writes it")) }
}

fn repair(argument: &Given) -> PyResult<Repair> {
    if let Ok(is_wanted) = argument.value.cast::<PyBool>() {
        return Ok(if is_wanted.is_true() { Repair::Safe } else { Repair::None });
    }
    let is_all = argument.value.cast::<PyString>().is_ok_and(|it| it.to_string_lossy() == "all");
    if is_all { Ok(Repair::All) } else { Err(argument.should(format_args!("be True, False or {}", "\"all\""))) }
}
