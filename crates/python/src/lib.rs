//! The library for Python: its functions on plain values. The package in `python/` gives them their signatures, and passes
//! them only texts that UTF-8 can encode.
//!
//! While a text is read, checked or repaired, other threads of Python run.

mod arguments;
mod batch;
mod columns;
mod objects;
mod options;
mod schema;

use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind},
};

use agent_response::{
    FixResult, Repair, Report, is_response,
    report::{DetectedFormat, Diagnostic, FormatInfo, RuleInfo},
    rules,
};
use agent_response_readers::readings;
use pyo3::{
    exceptions::{PyRuntimeError, PyValueError},
    prelude::*,
    types::{PyBytes, PyDict},
};

use self::{
    arguments::{Given, Input, text, text_or_bytes},
    objects::object,
    options::{call_options, fix_options, refused, validate_options, wrap_options},
};

type Answered<'py> = PyResult<Bound<'py, PyAny>>;

/// The functions that the package calls.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::{
        batch::ArrowTable, columns::validate_column, explain, fix, formats, locate, locate_all, readers, recover,
        repair, rules_, unwrap, validate, validate_tool_call, wrap,
    };
}

#[pyfunction]
fn validate<'py>(text: &Bound<'py, PyAny>, options: &Bound<'py, PyDict>) -> Answered<'py> {
    let (py, options) = (text.py(), validate_options(options)?);
    let text = text_or_bytes("text", text)?;
    let report = guarded(py, || match &text {
        Input::Str(text) => agent_response::validate(text, &options),
        Input::Bytes(bytes) => agent_response::validate_bytes(bytes, &options),
    });
    object(py, &report.unwrap_or_else(crashed))
}

/// The text of a file, or its bytes, which come back as bytes.
#[pyfunction]
fn fix<'py>(text: &Bound<'py, PyAny>, options: &Bound<'py, PyDict>) -> Answered<'py> {
    let (py, (options, suggestions, only)) = (text.py(), fix_options(options)?);
    let only = only.as_deref();
    match text_or_bytes("text", text)? {
        Input::Str(text) => {
            let fixed = guarded(py, || match only {
                Some(only) => agent_response::fix_only(text, &options, suggestions, only),
                None => agent_response::fix(text, &options, suggestions),
            });
            object(py, &fixed.map_err(bug)?)
        }
        Input::Bytes(bytes) => {
            let fixed = guarded(py, || match only {
                Some(only) => agent_response::fix_bytes_only(&bytes, &options, suggestions, only),
                None => agent_response::fix_bytes(&bytes, &options, suggestions),
            });
            let (bytes, fixed) = match fixed.map_err(bug)? {
                Ok(mut fixed) => (std::mem::take(&mut fixed.text).into_bytes().into(), fixed),
                // The bytes stay as they are.
                Err(report) => (bytes, FixResult { text: String::new(), applied: Vec::new(), report, settled: true }),
            };
            Ok((PyBytes::new(py, &bytes), object(py, &fixed)?).into_pyobject(py)?.into_any())
        }
    }
}

/// What the programs that read agent responses do with a file.
#[pyfunction]
fn readers<'py>(text: &Bound<'py, PyAny>, options: &Bound<'py, PyDict>) -> Answered<'py> {
    let (py, options) = (text.py(), validate_options(options)?);
    let text = text_or_bytes("text", text)?;
    let found = guarded(py, || {
        let (report, bytes) = match &text {
            Input::Str(text) => (agent_response::validate(text, &options), text.as_bytes()),
            Input::Bytes(bytes) => (agent_response::validate_bytes(bytes, &options), &**bytes),
        };
        let name = options.file_name.as_deref();
        if is_response(name, report.format.id) { readings(bytes, name) } else { Vec::new() }
    });
    object(py, &found.map_err(bug)?)
}

#[pyfunction]
fn wrap<'py>(content: &Bound<'py, PyAny>, options: &Bound<'py, PyDict>) -> Answered<'py> {
    let (py, options) = (content.py(), wrap_options(options)?);
    let content = text("content", content)?;
    let wrapped = guarded(py, || agent_response::wrap(content, &options)).map_err(bug)?;
    object(py, &wrapped.map_err(|it| refused(py, &it))?)
}

#[pyfunction]
fn recover<'py>(content: &Bound<'py, PyAny>, options: &Bound<'py, PyDict>) -> Answered<'py> {
    let (py, options) = (content.py(), wrap_options(options)?);
    let content = text("text", content)?;
    let recovered = guarded(py, || agent_response::recover(content, &options)).map_err(bug)?;
    object(py, &recovered.map_err(|it| refused(py, &it))?)
}

#[pyfunction]
fn repair<'py>(
    damaged: &Bound<'py, PyAny>,
    suggestions: &Bound<'py, PyAny>,
    timeout: &Bound<'py, PyAny>,
) -> Answered<'py> {
    let (py, damaged) = (damaged.py(), text("text", damaged)?);
    let how = if Given::new("suggestions", suggestions).flag()? { Repair::All } else { Repair::Safe };
    let timeout = options::timeout(&Given::new("timeout", timeout))?;
    let repaired = guarded(py, || agent_response::repair(damaged, how, timeout)).map_err(bug)?;
    repaired.map_or_else(|reason| object(py, &reason), |it| object(py, &it))
}

/// A call of a tool as JSON, and the tools that were offered as JSON, or None.
#[pyfunction]
fn validate_tool_call<'py>(
    call: &Bound<'py, PyAny>,
    tools: &Bound<'py, PyAny>,
    options: &Bound<'py, PyDict>,
) -> Answered<'py> {
    let (py, (options, repair)) = (call.py(), call_options(options)?);
    let call = text("call", call)?;
    let tools = if tools.is_none() { None } else { Some(text("tools", tools)?) };
    let found = guarded(py, || agent_response::check_call(call, tools, &options, repair)).map_err(bug)?;
    let found = found.map_err(|it| PyValueError::new_err(format!("`{}` {}", it.argument, it.reason)))?;
    object(py, &found)
}

#[pyfunction]
fn unwrap<'py>(file: &Bound<'py, PyAny>) -> Answered<'py> {
    let (py, file) = (file.py(), text("text", file)?);
    object(py, &guarded(py, || agent_response::unwrap(file)).map_err(bug)?)
}

#[pyfunction]
fn locate<'py>(file: &Bound<'py, PyAny>, pointer: &Bound<'py, PyAny>) -> Answered<'py> {
    let (py, file, pointer) = (file.py(), text("text", file)?, text("pointer", pointer)?);
    object(py, &guarded(py, || agent_response::locate(file, pointer)).map_err(bug)?)
}

#[pyfunction]
fn locate_all<'py>(file: &Bound<'py, PyAny>, pointers: &Bound<'py, PyAny>, key: &Bound<'py, PyAny>) -> Answered<'py> {
    let (py, file, key) = (file.py(), text("text", file)?, Given::new("key", key).flag()?);
    let pointers = Given::new("pointers", pointers).items()?;
    let pointers: Vec<&str> = pointers.iter().map(|it| text(&it.name, &it.value)).collect::<PyResult<_>>()?;
    object(py, &guarded(py, || agent_response::locate_all(file, &pointers, key)).map_err(bug)?)
}

#[pyfunction]
fn explain<'py>(code: &Bound<'py, PyAny>) -> Answered<'py> {
    let name = Given::new("code", code).text()?;
    object(code.py(), &agent_response::explain(&name).map(RuleInfo::from))
}

#[pyfunction]
#[pyo3(name = "rules")]
fn rules_(py: Python<'_>) -> Answered<'_> {
    object(py, &agent_response::rules().iter().copied().map(RuleInfo::from).collect::<Vec<_>>())
}

#[pyfunction]
fn formats(py: Python<'_>) -> Answered<'_> {
    object(py, &agent_response::known_formats().iter().copied().map(FormatInfo::from).collect::<Vec<_>>())
}

/// Does the work while other threads run; if it panics, returns why.
fn guarded<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> Result<T, String> {
    py.detach(|| catch_unwind(AssertUnwindSafe(work))).map_err(reason)
}

/// What a panic says.
fn reason(panic: Box<dyn Any + Send>) -> String {
    match panic.downcast::<String>() {
        Ok(why) => *why,
        Err(panic) => panic.downcast::<&str>().map(|it| (*it).to_owned()).unwrap_or_default(),
    }
}

fn bug(why: String) -> PyErr {
    PyRuntimeError::new_err(format!("internal error, please report it with the text: {why}"))
}

/// The report of `validate` after a crash: it raises because of no text.
fn crashed(why: String) -> Report {
    let reason = "the check stopped with an internal error";
    let rule = &rules::INTERNAL_ERROR;
    let diagnostic = Diagnostic::of_text(rule.id, rule.severity, format!("{reason}: {why}"));
    let format = DetectedFormat { id: None, reason: reason.to_owned() };
    Report { valid: false, format, diagnostics: vec![diagnostic], paths: Vec::new(), lacks_tools: false }
}
