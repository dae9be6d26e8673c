//! A table of Arrow as an object of Python, which hands it over without a copy.

use std::ffi::CStr;

use arrow_array::{
    Array, ArrayRef, RecordBatch, StructArray,
    cast::AsArray,
    ffi::{FFI_ArrowArray, FFI_ArrowSchema},
    types::{Int32Type, Int64Type},
};
use arrow_schema::DataType;
use pyo3::{
    IntoPyObjectExt,
    exceptions::PyValueError,
    prelude::*,
    types::{PyCapsule, PyDict, PyList},
};

/// What the interface of Arrow calls these.
const SCHEMA: &CStr = c"arrow_schema";
const ARRAY: &CStr = c"arrow_array";

/// A table.
#[pyclass(frozen, name = "Batch", module = "agent_response._native")]
pub(crate) struct ArrowTable(RecordBatch);

impl ArrowTable {
    pub(crate) fn new(batch: RecordBatch) -> Self {
        Self(batch)
    }
}

#[pymethods]
impl ArrowTable {
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema =
            FFI_ArrowSchema::try_from(&*self.0.schema()).map_err(|it| PyValueError::new_err(it.to_string()))?;
        PyCapsule::new_with_value(py, schema, SCHEMA)
    }

    /// In other types than its own, it is not offered: who wants them converts it.
    #[pyo3(signature = (_requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        _requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        let table = FFI_ArrowArray::new(&StructArray::from(self.0.clone()).into_data());
        Ok((self.__arrow_c_schema__(py)?, PyCapsule::new_with_value(py, table, ARRAY)?))
    }

    #[getter]
    fn num_rows(&self) -> usize {
        self.0.num_rows()
    }

    #[getter]
    fn column_names<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.0.schema().fields().iter().map(|it| it.name()))
    }

    /// The columns as lists.
    fn to_pydict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let out = PyDict::new(py);
        for (field, column) in self.0.schema().fields().iter().zip(self.0.columns()) {
            out.set_item(field.name(), list(py, column)?)?;
        }
        Ok(out)
    }
}

/// The values of a column; `None` for null.
fn list<'py>(py: Python<'py>, column: &ArrayRef) -> PyResult<Bound<'py, PyList>> {
    let value = |row| match column.data_type() {
        _ if column.is_null(row) => Ok(py.None().into_bound(py)),
        DataType::Boolean => column.as_boolean().value(row).into_bound_py_any(py),
        DataType::Int32 => column.as_primitive::<Int32Type>().value(row).into_bound_py_any(py),
        DataType::Int64 => column.as_primitive::<Int64Type>().value(row).into_bound_py_any(py),
        _ => column.as_string::<i64>().value(row).into_bound_py_any(py),
    };
    let out = PyList::empty(py);
    (0..column.len()).try_for_each(|row| out.append(value(row)?))?;
    Ok(out)
}
