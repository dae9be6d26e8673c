//! Arguments from Python, and errors that name them: `TypeError` for another type, `ValueError` for another value.

use std::{borrow::Cow, fmt::Display};

use pyo3::{
    exceptions::{PyTypeError, PyUnicodeEncodeError, PyValueError},
    prelude::*,
    types::{PyBool, PyByteArray, PyBytes, PyDict, PyFloat, PyInt, PyMapping, PyString},
};

/// An argument, or a value in one.
pub(crate) struct Given<'py> {
    /// Its name, or how to reach it: `siblings["a.json"]`.
    pub(crate) name: String,
    pub(crate) value: Bound<'py, PyAny>,
}

/// A text, or the bytes of a file.
pub(crate) enum Input<'a> {
    Str(&'a str),
    Bytes(Cow<'a, [u8]>),
}

/// A text that UTF-8 can encode; a `UnicodeEncodeError` for any other, which the caller prepares.
pub(crate) fn text<'a>(name: &str, value: &'a Bound<'_, PyAny>) -> PyResult<&'a str> {
    let text = value.cast::<PyString>();
    text.map_err(|_| Given::new(name, value).must("be a str"))?.to_str()
}

/// The same, or bytes.
pub(crate) fn text_or_bytes<'a>(name: &str, value: &'a Bound<'_, PyAny>) -> PyResult<Input<'a>> {
    if let Ok(bytes) = value.cast::<PyBytes>() {
        return Ok(Input::Bytes(bytes.as_bytes().into()));
    }
    if let Ok(bytes) = value.cast::<PyByteArray>() {
        return Ok(Input::Bytes(bytes.to_vec().into()));
    }
    let text = value.cast::<PyString>();
    Ok(Input::Str(text.map_err(|_| Given::new(name, value).must("be a str or bytes"))?.to_str()?))
}

impl<'py> Given<'py> {
    pub(crate) fn new(name: impl Into<String>, value: &Bound<'py, PyAny>) -> Self {
        Self { name: name.into(), value: value.clone() }
    }

    /// A value in this one.
    pub(crate) fn inside(&self, step: impl Display, value: Bound<'py, PyAny>) -> Self {
        Self { name: format!("{}{step}", self.name), value }
    }

    /// The error about another type.
    pub(crate) fn must(&self, what: impl Display) -> PyErr {
        PyTypeError::new_err(self.sentence(what))
    }

    /// The error about another value.
    pub(crate) fn should(&self, what: impl Display) -> PyErr {
        PyValueError::new_err(self.sentence(what))
    }

    /// The error about a value of the right type, in words of its own.
    pub(crate) fn error(&self, what: impl Display) -> PyErr {
        PyValueError::new_err(format!("`{}` {what}", self.name))
    }

    fn sentence(&self, what: impl Display) -> String {
        format!("`{}` must {what}, but is {}", self.name, shown(&self.value))
    }

    /// A text; U+FFFD in place of what UTF-8 cannot encode.
    pub(crate) fn text(&self) -> PyResult<String> {
        let text = self.value.cast::<PyString>().map_err(|_| self.must("be a str"))?;
        match text.to_str() {
            Ok(text) => Ok(text.to_owned()),
            Err(error) if error.is_instance_of::<PyUnicodeEncodeError>(self.value.py()) => {
                let units = text.call_method1("encode", ("utf-16-le", "surrogatepass"))?;
                let units = units.cast::<PyBytes>()?.as_bytes().as_chunks::<2>().0;
                let units: Vec<u16> = units.iter().map(|it| u16::from_le_bytes(*it)).collect();
                Ok(String::from_utf16_lossy(&units))
            }
            Err(error) => Err(error),
        }
    }

    pub(crate) fn flag(&self) -> PyResult<bool> {
        Ok(self.value.cast::<PyBool>().map_err(|_| self.must("be a bool"))?.is_true())
    }

    /// One of these words.
    pub(crate) fn word<T: Copy>(&self, words: &[(&str, T)]) -> PyResult<T> {
        let given = self.text()?;
        let found = words.iter().find(|it| it.0 == given).map(|it| it.1);
        found.ok_or_else(|| self.should(format_args!("be {}", one_of(words.iter().map(|it| it.0)))))
    }

    /// A whole number from `least` on.
    pub(crate) fn whole(&self, least: u64) -> PyResult<usize> {
        let is_number = self.value.is_instance_of::<PyInt>() && !self.value.is_instance_of::<PyBool>();
        let number = is_number.then(|| self.value.extract::<u64>());
        let number = number.ok_or_else(|| self.must("be an int"))?.ok().filter(|it| *it >= least);
        let number = number.and_then(|it| usize::try_from(it).ok());
        number.ok_or_else(|| self.should(format_args!("be a whole number from {least}")))
    }

    /// A number of seconds, as JSON writes it.
    pub(crate) fn seconds(&self) -> PyResult<String> {
        let is_number = self.value.is_instance_of::<PyInt>() || self.value.is_instance_of::<PyFloat>();
        if !is_number || self.value.is_instance_of::<PyBool>() {
            return Err(self.must("be a number of seconds"));
        }
        let seconds: f64 = self.value.extract().unwrap_or(f64::NAN);
        if seconds.is_finite() && seconds >= 0.0 {
            return self.json(self.value.clone());
        }
        Err(self.should("be a number of seconds"))
    }

    /// The members of a mapping.
    pub(crate) fn members(&self) -> PyResult<Vec<(String, Self)>> {
        let mapping = self.value.cast::<PyMapping>().map_err(|_| self.must("be a mapping"))?;
        let mut out = Vec::with_capacity(mapping.len()?);
        for item in mapping.items()? {
            let (key, value): (Bound<PyAny>, Bound<PyAny>) = item.extract()?;
            let key = self.inside(" has a key that", key).key()?;
            let value = self.inside(format_args!("[{}]", agent_response::json::quote(&key)), value);
            out.push((key, value));
        }
        Ok(out)
    }

    fn key(&self) -> PyResult<String> {
        let name = self.name.trim_end_matches(" has a key that");
        self.text().map_err(|_| PyTypeError::new_err(format!("`{name}` has a key that is {}", shown(&self.value))))
    }

    /// The items of a list, a tuple or another iterable, but not of a text.
    pub(crate) fn items(&self) -> PyResult<Vec<Self>> {
        let iterator = (!self.value.is_instance_of::<PyString>()).then(|| self.value.try_iter());
        let iterator = iterator.and_then(Result::ok).ok_or_else(|| self.must("be a list"))?;
        iterator.enumerate().map(|(idx, it)| Ok(self.inside(format_args!("[{idx}]"), it?))).collect()
    }

    /// A mapping as JSON.
    pub(crate) fn object(&self) -> PyResult<String> {
        let mapping = self.value.cast::<PyMapping>().map_err(|_| self.must("be a mapping"))?;
        let dict = PyDict::from_sequence(mapping.items()?.as_any())?;
        self.json(dict.into_any())
    }

    fn json(&self, value: Bound<'py, PyAny>) -> PyResult<String> {
        let py = self.value.py();
        let options = PyDict::new(py);
        options.set_item("ensure_ascii", false)?;
        options.set_item("allow_nan", false)?;
        options.set_item("separators", (",", ":"))?;
        let text = py.import("json")?.call_method("dumps", (value,), Some(&options));
        let text = text.map_err(|it| self.error(format_args!("cannot be written as JSON: {it}")))?;
        Self::new(&*self.name, &text).text()
    }
}

/// `one of "error", "warning"`
pub(crate) fn one_of<'w>(words: impl Iterator<Item = &'w str>) -> String {
    let words: Vec<_> = words.map(|it| format!("\"{it}\"")).collect();
    format!("one of {}", words.join(", "))
}

/// How an error shows a value.
fn shown(value: &Bound<'_, PyAny>) -> String {
    if let Ok(text) = value.cast::<PyString>() {
        let text = text.to_string_lossy();
        let short: String = text.chars().take(40).collect();
        let more = if short.len() < text.len() { "…" } else { "" };
        return agent_response::json::quote(&format!("{short}{more}"));
    }
    let is_short = value.is_none() || value.is_instance_of::<PyInt>() || value.is_instance_of::<PyFloat>();
    if let Some(text) = is_short.then(|| value.repr().ok()).flatten() {
        return text.to_string_lossy().into_owned();
    }
    let name = value.get_type().name().map(|it| it.to_string()).unwrap_or_default();
    let article = if name.starts_with(['a', 'e', 'i', 'o', 'A', 'E', 'I', 'O']) { "an" } else { "a" };
    format!("{article} {name}")
}
