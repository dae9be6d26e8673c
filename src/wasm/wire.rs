//! Results as one list of numbers and one text, which JavaScript reads at once and turns into objects. A text in a
//! result is written as its length in UTF-16 code units, and its characters follow in the one text. What serde knows of
//! a type decides what is written; the crate `emit` makes `outcomes.js` and `answers.js` of the same types, which read it
//! in the same order. Knows nothing of rules or formats.

use std::fmt;

use serde::{
    Serialize, Serializer,
    ser::{self, Impossible},
};

use crate::report::{FixResult, FormatInfo, Location, Recovered, Report, RuleInfo};
use crate::text::utf16_len;

/// What the functions for programs return, as `outcomes.js` reads it.
#[derive(Serialize)]
pub(super) enum CallOutcome<'o> {
    Report(&'o Report),
    FixResult(&'o FixResult),
    Recovered(&'o Recovered),
    Location(Option<Location>),
    Locations(Vec<Option<Location>>),
    Rule(Option<RuleInfo>),
    Rules(Vec<RuleInfo>),
    Formats(Vec<FormatInfo>),
}

/// The output being written; kept between calls, so that its memory is reused.
#[derive(Default)]
pub(super) struct Wire {
    pub(super) numbers: Vec<u32>,
    pub(super) texts: String,
}

impl Wire {
    /// Nothing is written yet.
    pub(super) const EMPTY: Self = Self { numbers: Vec::new(), texts: String::new() };

    /// Writes a value in place of what was written before.
    pub(super) fn write(&mut self, value: &impl Serialize) {
        self.numbers.clear();
        self.texts.clear();
        // `emit` makes no reader for what cannot be written.
        let _ = value.serialize(self);
    }

    fn number(&mut self, number: u32) -> Written {
        self.numbers.push(number);
        Ok(())
    }
}

/// Nothing, or that a type cannot be written.
type Written = Result<(), Unwritten>;

#[derive(Debug)]
pub(super) struct Unwritten;

impl fmt::Display for Unwritten {
    fn fmt(&self, _: &mut fmt::Formatter) -> fmt::Result {
        Ok(())
    }
}

impl std::error::Error for Unwritten {}

impl ser::Error for Unwritten {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }
}

macro_rules! unwritten {
    ($($name:ident($($argument:ty),*))*) => {
        $(fn $name(self, $(_: $argument),*) -> Written {
            Err(Unwritten)
        })*
    };
}

impl Serializer for &mut Wire {
    type Ok = ();
    type Error = Unwritten;
    type SerializeSeq = Self;
    type SerializeTuple = Impossible<(), Unwritten>;
    type SerializeTupleStruct = Impossible<(), Unwritten>;
    type SerializeTupleVariant = Impossible<(), Unwritten>;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Impossible<(), Unwritten>;

    fn serialize_u32(self, number: u32) -> Written {
        self.number(number)
    }

    fn serialize_bool(self, is: bool) -> Written {
        self.number(is.into())
    }

    fn serialize_str(self, text: &str) -> Written {
        self.texts.push_str(text);
        self.number(utf16_len(text.as_bytes()))
    }

    fn serialize_none(self) -> Written {
        self.number(0)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Written {
        self.number(1)?;
        value.serialize(self)
    }

    /// The number of items; they follow.
    fn serialize_seq(self, len: Option<usize>) -> Result<Self, Unwritten> {
        self.number(len.unwrap_or_default() as u32)?;
        Ok(self)
    }

    fn serialize_unit_variant(self, _: &'static str, index: u32, _: &'static str) -> Written {
        self.number(index)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        value: &T,
    ) -> Written {
        self.number(index)?;
        value.serialize(self)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Written {
        value.serialize(self)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, Unwritten> {
        Ok(self)
    }

    /// A struct with the fields of another one.
    fn serialize_map(self, _: Option<usize>) -> Result<Self, Unwritten> {
        Ok(self)
    }

    fn serialize_tuple(self, _: usize) -> Result<Self::SerializeTuple, Unwritten> {
        Err(Unwritten)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeTupleStruct, Unwritten> {
        Err(Unwritten)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, Unwritten> {
        Err(Unwritten)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, Unwritten> {
        Err(Unwritten)
    }

    unwritten! {
        serialize_i8(i8) serialize_i16(i16) serialize_i32(i32) serialize_i64(i64) serialize_u8(u8) serialize_u16(u16)
        serialize_u64(u64) serialize_f32(f32) serialize_f64(f64) serialize_char(char) serialize_bytes(&[u8])
        serialize_unit() serialize_unit_struct(&'static str)
    }
}

impl ser::SerializeSeq for &mut Wire {
    type Ok = ();
    type Error = Unwritten;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, item: &T) -> Written {
        item.serialize(&mut **self)
    }

    fn end(self) -> Written {
        Ok(())
    }
}

impl ser::SerializeStruct for &mut Wire {
    type Ok = ();
    type Error = Unwritten;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, _: &'static str, value: &T) -> Written {
        value.serialize(&mut **self)
    }

    fn end(self) -> Written {
        Ok(())
    }
}

impl ser::SerializeMap for &mut Wire {
    type Ok = ();
    type Error = Unwritten;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, _: &T) -> Written {
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        value.serialize(&mut **self)
    }

    fn end(self) -> Written {
        Ok(())
    }
}
