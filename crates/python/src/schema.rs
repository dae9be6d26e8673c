//! A schema as an object of Python that validates payloads.

use std::fmt;

use agent_response::schema::{Known, PayloadSchema, Violation};
use pyo3::{exceptions::PyTypeError, intern, prelude::*};

use crate::arguments::Given;

/// A schema by its object. Calls need the interpreter, which is not held while a text is checked.
pub(crate) struct SchemaObject(Py<PyAny>);

impl SchemaObject {
    pub(crate) fn new(argument: &Given) -> PyResult<Self> {
        let method = argument.value.getattr(intern!(argument.value.py(), "violations"));
        match method {
            Ok(method) if method.is_callable() => Ok(Self(argument.value.clone().unbind())),
            _ => Err(argument.must("be an object with a method `violations`")),
        }
    }
}

impl PayloadSchema for SchemaObject {
    fn violations(&self, payload: &str) -> Vec<Violation> {
        Python::attach(|py| {
            let answer = self.0.bind(py).call_method1(intern!(py, "violations"), (payload,));
            answer.and_then(|it| violations(&it)).unwrap_or_else(|why| {
                let message = format!("The payload cannot be compared with its schema: {}", why.value(py));
                vec![Violation { message, ..Violation::default() }]
            })
        })
    }

    /// Only editors ask.
    fn known(&self, _: &str) -> Known {
        Known::default()
    }
}

impl fmt::Debug for SchemaObject {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str("SchemaObject")
    }
}

/// A validator's answer.
fn violations(answer: &Bound<'_, PyAny>) -> PyResult<Vec<Violation>> {
    let expected = || PyTypeError::new_err("the validator must return a list of mappings with `pointer` and `message`");
    let violation = |item: PyResult<Bound<'_, PyAny>>| {
        let item = item?;
        let text = |name: &str| item.get_item(name).and_then(|it| it.extract::<String>()).map_err(|_| expected());
        Ok(Violation {
            pointer: text("pointer")?,
            is_key: item.get_item("key").and_then(|it| it.is_truthy()).unwrap_or_default(),
            message: text("message")?,
            meant: item.get_item("meant").and_then(|it| it.extract()).unwrap_or_default(),
        })
    };
    answer.try_iter().map_err(|_| expected())?.map(violation).collect()
}
