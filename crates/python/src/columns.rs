//! Columns of Arrow: each row is checked as a text, and what is found leaves as columns again. Rows are read where they lie,
//! in the order of the column; which thread checks one makes no difference.

mod check;
mod rows;
mod shares;
mod tables;

use agent_response::Severity;
use arrow_array::{Array, ArrayRef, StructArray, cast::AsArray};
use arrow_schema::DataType;
use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    types::PyDict,
};
use pyo3_arrow::input::AnyArray;

use self::{check::RowChecker, rows::Rows, tables::Table};
use crate::{arguments::Given, batch::ArrowTable, options::column_options};

/// Rows that are checked before Python gets a chance to stop the call.
const AT_ONCE: usize = 1 << 14;

/// The findings of a column of texts, or with `per="row"` one row for each of its rows.
#[pyfunction]
pub(crate) fn validate_column<'py>(
    array: &Bound<'py, PyAny>,
    per: &Bound<'py, PyAny>,
    threads: &Bound<'py, PyAny>,
    options: &Bound<'py, PyDict>,
) -> PyResult<ArrowTable> {
    let py = array.py();
    let is_summary = Given::new("per", per).word(&[("finding", false), ("row", true)])?;
    let n_threads = match threads.is_none() {
        true => std::thread::available_parallelism().map_or(1, usize::from),
        false => Given::new("threads", threads).whole(1)?,
    };
    let (options, largest) = column_options(options)?;
    let checker = RowChecker { options, largest };
    let given = Given::new("array", array);
    let mut table = Table::new(is_summary);
    let arrays = arrays(&given)?;
    let chunk = |array| column(&given, array).and_then(|it| Rows::new(&it).ok_or_else(|| no_texts(it.data_type())));
    match arrays {
        AnyArray::Array(array) => check(py, &chunk(array.into_inner().0)?, &checker, n_threads, &mut table)?,
        AnyArray::Stream(stream) => {
            let mut reader = stream.into_reader()?;
            // A column without a row has a type, too.
            chunk(arrow_array::new_empty_array(reader.field().data_type()))?;
            // What makes the chunks may need the interpreter in threads of its own.
            while let Some(array) = py.detach(|| reader.next()) {
                let array = array.map_err(|it| given.error(format_args!("could not be read: {it}")))?;
                check(py, &chunk(array)?, &checker, n_threads, &mut table)?;
            }
        }
    }
    Ok(ArrowTable::new(table.finish().map_err(|it| PyValueError::new_err(it.to_string()))?))
}

/// Checks the rows of a chunk.
fn check(py: Python<'_>, rows: &Rows, checker: &RowChecker, n_threads: usize, table: &mut Table) -> PyResult<()> {
    for start in (0..rows.len()).step_by(AT_ONCE) {
        let part = start..rows.len().min(start + AT_ONCE);
        py.detach(|| {
            let checked =
                shares::in_order(part, n_threads, |row| rows.get(row).map(|it| checker.check(it, rows.are_texts())));
            checked.into_iter().for_each(|it| table.add(it));
        });
        py.check_signals()?;
    }
    Ok(())
}

/// What speaks the interface of Arrow for other programs.
fn arrays(given: &Given) -> PyResult<AnyArray> {
    let speaks = |name| given.value.hasattr(name).unwrap_or(false);
    if speaks("__arrow_c_array__") || speaks("__arrow_c_stream__") {
        let read = given.value.extract::<AnyArray>();
        return read.map_err(|it| PyTypeError::new_err(format!("`array` cannot be read as an array of Arrow: {it}")));
    }
    Err(given.must("be an array of Arrow, with `__arrow_c_array__` or `__arrow_c_stream__`"))
}

/// The one column of a table; an array as it is.
fn column(given: &Given, array: ArrayRef) -> PyResult<ArrayRef> {
    let Some(table) = array.as_struct_opt() else { return Ok(array) };
    match StructArray::columns(table) {
        [column] => Ok(column.clone()),
        columns => Err(given.error(format_args!("must be one column, but has {}", columns.len()))),
    }
}

fn no_texts(found: &DataType) -> PyErr {
    PyTypeError::new_err(format!("`array` must contain strings or bytes, but contains {found}"))
}

/// What a row is reported as, worst first, and the word for each.
const SEVERITIES: [Severity; 4] = [Severity::Error, Severity::Warning, Severity::Info, Severity::Hint];
