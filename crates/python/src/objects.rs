//! Results as objects of Python: what serde knows of a type decides what is made. A struct becomes an instance of the
//! dataclass that the crate `emit` made of the same type, and a list becomes a tuple. Knows nothing of rules or formats.
//!
//! The fields of an object are set at once, as its `__dict__`: the constructor of a frozen dataclass sets them one by one.

use std::fmt::Display;

use pyo3::{
    exceptions::PyTypeError,
    intern,
    prelude::*,
    sync::PyOnceLock,
    types::{PyDict, PyString, PyTuple},
};
use serde::{
    Serialize, Serializer,
    ser::{self, Impossible},
};

/// The object for a value.
pub(crate) fn object<'py>(py: Python<'py>, value: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    Ok(value.serialize(Maker { py, classes: Classes::get(py)? })?)
}

/// Where objects come from, looked up once.
struct Classes {
    /// By the names of structs; for variants of an enum, by the name of the enum and then by their `kind`.
    by_name: Py<PyDict>,
    new: Py<PyAny>,
    set: Py<PyAny>,
}

impl Classes {
    fn get(py: Python<'_>) -> PyResult<&Self> {
        static CLASSES: PyOnceLock<Classes> = PyOnceLock::new();
        CLASSES.get_or_try_init(py, || {
            let object = py.import("builtins")?.getattr("object")?;
            Ok(Self {
                by_name: py.import("agent_response._results")?.getattr("CLASSES")?.cast_into::<PyDict>()?.unbind(),
                new: object.getattr("__new__")?.unbind(),
                set: object.getattr("__setattr__")?.unbind(),
            })
        })
    }
}

/// Why a value has no object.
#[derive(Debug)]
struct Unmade(PyErr);

impl Display for Unmade {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for Unmade {}

impl ser::Error for Unmade {
    fn custom<T: Display>(reason: T) -> Self {
        Self(PyTypeError::new_err(reason.to_string()))
    }
}

impl From<PyErr> for Unmade {
    fn from(error: PyErr) -> Self {
        Self(error)
    }
}

impl From<Unmade> for PyErr {
    fn from(error: Unmade) -> Self {
        error.0
    }
}

type Made<'py> = Result<Bound<'py, PyAny>, Unmade>;

#[derive(Clone, Copy)]
struct Maker<'py> {
    py: Python<'py>,
    classes: &'py Classes,
}

macro_rules! unmade {
    ($($name:ident($($argument:ty),*))*) => {$(
        fn $name(self, $(_: $argument),*) -> Made<'py> {
            Err(ser::Error::custom("a value has no object"))
        }
    )*};
}

impl<'py> Serializer for Maker<'py> {
    type Ok = Bound<'py, PyAny>;
    type Error = Unmade;
    type SerializeSeq = TupleMaker<'py>;
    type SerializeTuple = Impossible<Self::Ok, Unmade>;
    type SerializeTupleStruct = Impossible<Self::Ok, Unmade>;
    type SerializeTupleVariant = Impossible<Self::Ok, Unmade>;
    type SerializeMap = Impossible<Self::Ok, Unmade>;
    type SerializeStruct = InstanceMaker<'py>;
    type SerializeStructVariant = Impossible<Self::Ok, Unmade>;

    fn serialize_bool(self, is: bool) -> Made<'py> {
        Ok(is.into_pyobject(self.py).map(|it| it.to_owned().into_any()).unwrap_or_else(|it| match it {}))
    }

    fn serialize_u32(self, number: u32) -> Made<'py> {
        Ok(number.into_pyobject(self.py).map(Bound::into_any).unwrap_or_else(|it| match it {}))
    }

    fn serialize_str(self, text: &str) -> Made<'py> {
        Ok(PyString::new(self.py, text).into_any())
    }

    fn serialize_none(self) -> Made<'py> {
        Ok(self.py.None().into_bound(self.py))
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Made<'py> {
        value.serialize(self)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Made<'py> {
        Ok(PyString::intern(self.py, variant).into_any())
    }

    fn serialize_seq(self, len: Option<usize>) -> Result<TupleMaker<'py>, Unmade> {
        Ok(TupleMaker { maker: self, items: Vec::with_capacity(len.unwrap_or_default()) })
    }

    fn serialize_struct(self, name: &'static str, _: usize) -> Result<InstanceMaker<'py>, Unmade> {
        Ok(InstanceMaker { maker: self, name, members: PyDict::new(self.py) })
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Made<'py> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Made<'py> {
        Err(ser::Error::custom("a value has no object"))
    }

    fn serialize_tuple(self, _: usize) -> Result<Self::SerializeTuple, Unmade> {
        Err(ser::Error::custom("a tuple has no object"))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeTupleStruct, Unmade> {
        Err(ser::Error::custom("a tuple has no object"))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, Unmade> {
        Err(ser::Error::custom("a tuple has no object"))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap, Unmade> {
        Err(ser::Error::custom("a map has no object"))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, Unmade> {
        Err(ser::Error::custom("a variant without a tag has no object"))
    }

    unmade! {
        serialize_i8(i8) serialize_i16(i16) serialize_i32(i32) serialize_i64(i64)
        serialize_u8(u8) serialize_u16(u16) serialize_u64(u64) serialize_f32(f32) serialize_f64(f64)
        serialize_char(char) serialize_bytes(&[u8]) serialize_unit() serialize_unit_struct(&'static str)
    }
}

/// A tuple that is being made.
struct TupleMaker<'py> {
    maker: Maker<'py>,
    items: Vec<Bound<'py, PyAny>>,
}

impl<'py> ser::SerializeSeq for TupleMaker<'py> {
    type Ok = Bound<'py, PyAny>;
    type Error = Unmade;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unmade> {
        self.items.push(value.serialize(self.maker)?);
        Ok(())
    }

    fn end(self) -> Made<'py> {
        Ok(PyTuple::new(self.maker.py, self.items)?.into_any())
    }
}

/// An instance of a dataclass that is being made.
struct InstanceMaker<'py> {
    maker: Maker<'py>,
    name: &'static str,
    members: Bound<'py, PyDict>,
}

impl<'py> ser::SerializeStruct for InstanceMaker<'py> {
    type Ok = Bound<'py, PyAny>;
    type Error = Unmade;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), Unmade> {
        // A word of Python.
        let name = if name == "from" { "from_" } else { name };
        Ok(self.members.set_item(PyString::intern(self.maker.py, name), value.serialize(self.maker)?)?)
    }

    fn end(self) -> Made<'py> {
        let Maker { py, classes } = self.maker;
        let found = classes.by_name.bind(py).get_item(PyString::intern(py, self.name))?;
        let mut class =
            found.ok_or_else(|| <Unmade as ser::Error>::custom(format_args!("{} has no class", self.name)))?;
        if let Ok(variants) = class.cast::<PyDict>() {
            class = variants.as_any().get_item(self.members.as_any().get_item(intern!(py, "kind"))?)?;
        }
        let object = classes.new.bind(py).call1((class,))?;
        classes.set.bind(py).call1((&object, intern!(py, "__dict__"), self.members))?;
        Ok(object)
    }
}
