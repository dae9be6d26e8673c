//! Reads values from JavaScript for serde, and says in JavaScript's terms what is wrong with one. serde-wasm-bindgen
//! reads them, too, but ignores unknown members, treats absent values as null, and does not say which value is wrong:
//! `invalid type: floating point 3.0, expected a string`.

use std::{
    cell::RefCell,
    fmt::{self, Display},
};

use js_sys::{Array, JSON};
use serde::de::{
    self, DeserializeOwned, DeserializeSeed, Deserializer, Expected, IntoDeserializer, MapAccess, SeqAccess,
    Unexpected, Visitor,
};
use serde::{Deserialize, forward_to_deserialize_any};
use wasm_bindgen::{JsCast, JsValue};

use super::{entries, found, given, meant, members, members_unless_same, schema, type_error};

/// The name of the newtype for an object with functions; `schema.rs` remembers the object.
pub(super) const FUNCTIONS: &str = "Functions";

/// What is wrong with a value.
pub(super) enum Wrong {
    /// What the value must be or do; [`about`](Self::about) adds the actual value.
    Must(String),
    /// The whole sentence, after the name of the value.
    Told { path: String, reason: String },
    /// Reading it threw this.
    Thrown(JsValue),
    /// Nothing: it is the same as in the previous call.
    Same,
}

impl Wrong {
    pub(super) fn must(what: impl Display) -> Self {
        Self::Must(what.to_string())
    }

    pub(super) fn told(reason: impl Display) -> Self {
        Self::Told { path: String::new(), reason: reason.to_string() }
    }

    /// Adds the actual value, unless it was already added.
    pub(super) fn about(self, value: &JsValue) -> Self {
        match self {
            Self::Must(what) => Self::told(format_args!("must {what}, but {}", found(value))),
            other => other,
        }
    }

    /// Prepends a step to the path of the value.
    pub(super) fn under(mut self, step: &str) -> Self {
        if let Self::Told { path, .. } = &mut self {
            path.insert_str(0, step);
        }
        self
    }
}

impl From<Wrong> for JsValue {
    fn from(wrong: Wrong) -> Self {
        let message = match wrong {
            Wrong::Thrown(error) => return meant(error),
            Wrong::Told { path, reason } => format!("{path} {reason}"),
            Wrong::Must(what) => what,
            Wrong::Same => String::new(),
        };
        type_error(&message)
    }
}

// serde requires these two; nothing reads them.
impl Display for Wrong {
    fn fmt(&self, _: &mut fmt::Formatter) -> fmt::Result {
        Ok(())
    }
}

impl fmt::Debug for Wrong {
    fn fmt(&self, _: &mut fmt::Formatter) -> fmt::Result {
        Ok(())
    }
}

impl std::error::Error for Wrong {}

impl de::Error for Wrong {
    fn custom<T: Display>(reason: T) -> Self {
        Self::told(reason)
    }

    fn invalid_type(_: Unexpected, expected: &dyn Expected) -> Self {
        Self::must(format_args!("be {expected}"))
    }

    fn invalid_value(_: Unexpected, expected: &dyn Expected) -> Self {
        Self::must(format_args!("be {expected}"))
    }

    fn unknown_variant(_: &str, expected: &'static [&'static str]) -> Self {
        Self::must(format_args!("be {}", one_of(expected.iter().copied())))
    }
}

/// `one of "error", "warning"`
pub(super) fn one_of<'w>(words: impl Iterator<Item = &'w str>) -> String {
    let words: Vec<_> = words.map(|it| format!("\"{it}\"")).collect();
    format!("one of {}", words.join(", "))
}

/// Reads the options of a call. Those named in `others` may exist, too.
pub(super) fn read<T: DeserializeOwned>(options: &JsValue, others: &'static [&'static str]) -> Result<T, JsValue> {
    let read = T::deserialize(OptionsObject { options, others, is_there: None });
    Ok(read.map_err(|it| it.about(options).under("options"))?)
}

/// Does the same, but returns `None` if the options are those of the previous call, for which they must be plain
/// values.
pub(super) fn read_unless_same<T: DeserializeOwned>(options: &JsValue, is_there: bool) -> Result<Option<T>, JsValue> {
    match T::deserialize(OptionsObject { options, others: &[], is_there: Some(is_there) }) {
        Ok(read) => Ok(Some(read)),
        Err(Wrong::Same) => Ok(None),
        Err(wrong) => Err(wrong.about(options).under("options").into()),
    }
}

/// Reads one option.
pub(super) fn read_one<T: DeserializeOwned>(options: &JsValue, name: &str) -> Result<Option<T>, JsValue> {
    let value = given(options, name)?;
    Ok(Option::deserialize(Value(&value)).map_err(|it| it.about(&value).under(name).under("options."))?)
}

/// An object whose members must all be options.
struct OptionsObject<'o> {
    options: &'o JsValue,
    others: &'static [&'static str],
    /// Whether the options of the previous call are still there, if that matters.
    is_there: Option<bool>,
}

impl<'de> Deserializer<'de> for OptionsObject<'_> {
    type Error = Wrong;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Wrong> {
        Err(Wrong::must("be an object"))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        let names = names(fields, self.others);
        let values = match self.is_there {
            None => members(self.options, &names),
            Some(is_there) => members_unless_same(self.options, &names, is_there),
        };
        let values = values.map_err(Wrong::Thrown)?;
        if values.is_null() {
            return Err(Wrong::Same);
        }
        if values.is_undefined() {
            return Err(Wrong::must("be an object"));
        }
        if let Some(key) = values.as_string() {
            let known = [fields, self.others].concat().join(", ");
            return Err(Wrong::told(format_args!("is not an option; known are {known}")).under(&key).under("."));
        }
        visitor.visit_map(OptionMembers { values: values.unchecked_into(), fields, next: 0 })
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct newtype_struct
        seq tuple tuple_struct map enum identifier ignored_any
    }
}

/// The names as JavaScript strings, created once: passing a string costs more than everything that is done with it.
fn names(fields: &'static [&'static str], others: &'static [&'static str]) -> Array {
    type Known = (&'static [&'static str], &'static [&'static str], Array);
    thread_local! {
        static KNOWN: RefCell<Vec<Known>> = const { RefCell::new(Vec::new()) };
    }
    KNOWN.with_borrow_mut(|known| {
        if let Some((_, _, names)) = known.iter().find(|it| std::ptr::eq(it.0, fields) && it.1 == others) {
            return names.clone();
        }
        let names: Array = fields.iter().chain(others).map(|it| JsValue::from_str(it)).collect();
        known.push((fields, others, names.clone()));
        names
    })
}

/// The given options.
struct OptionMembers {
    values: Array,
    fields: &'static [&'static str],
    next: u32,
}

impl<'de> MapAccess<'de> for OptionMembers {
    type Error = Wrong;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Wrong> {
        while let Some(name) = self.fields.get(self.next as usize) {
            if !self.values.get(self.next).is_undefined() {
                return seed.deserialize((*name).into_deserializer()).map(Some);
            }
            self.next += 1;
        }
        Ok(None)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Wrong> {
        let (name, value) = (self.fields.get(self.next as usize), self.values.get(self.next));
        self.next += 1;
        let told = |it: Wrong| it.about(&value).under(name.copied().unwrap_or_default()).under(".");
        seed.deserialize(Value(&value)).map_err(told)
    }
}

/// The value of an option, or a value inside it.
struct Value<'v>(&'v JsValue);

impl<'de> Deserializer<'de> for Value<'_> {
    type Error = Wrong;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        if let Some(text) = self.0.as_string() {
            visitor.visit_string(text)
        } else if let Some(number) = self.0.as_f64() {
            visitor.visit_f64(number)
        } else if let Some(switch) = self.0.as_bool() {
            visitor.visit_bool(switch)
        } else {
            Err(de::Error::invalid_type(Unexpected::Unit, &visitor))
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        if self.0.is_undefined() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    /// A word.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        words: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        let word = self.0.as_string().ok_or_else(|| de::Error::unknown_variant("", words))?;
        visitor.visit_enum(word.into_deserializer())
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        let items = self.0.dyn_ref::<Array>().ok_or_else(|| Wrong::must("be an array"))?;
        visitor.visit_seq(Items { items, next: 0 })
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        let entries = entries(self.0).map_err(Wrong::Thrown)?.ok_or_else(|| Wrong::must("be an object"))?;
        visitor.visit_map(Entries { entries, next: 0 })
    }

    /// A newtype is an object kept as the JSON that JavaScript writes for it, or one with functions.
    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value, Wrong> {
        if name == FUNCTIONS {
            let is_schema = schema::remember(self.0);
            return if is_schema {
                visitor.visit_unit()
            } else {
                Err(de::Error::invalid_type(Unexpected::Unit, &visitor))
            };
        }
        if !self.0.is_object() {
            return Err(Wrong::must("be an object"));
        }
        let json = JSON::stringify(self.0).map_err(|_| Wrong::told("must be an object that JSON can write"))?;
        match json.as_string().filter(|it| it.starts_with('{') && matches!(entries(self.0), Ok(Some(_)))) {
            Some(json) => visitor.visit_newtype_struct(json.into_deserializer()),
            None => Err(Wrong::must("be an object that JSON writes as one")),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf unit unit_struct tuple tuple_struct struct
        identifier ignored_any
    }
}

struct Items<'v> {
    items: &'v Array,
    next: u32,
}

impl<'de> SeqAccess<'de> for Items<'_> {
    type Error = Wrong;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Wrong> {
        if self.next == self.items.length() {
            return Ok(None);
        }
        let value = self.items.get(self.next);
        let item = seed.deserialize(Value(&value));
        self.next += 1;
        item.map(Some).map_err(|it| it.about(&value).under(&format!("[{}]", self.next - 1)))
    }
}

/// The result of `Object.entries`.
struct Entries {
    entries: Array,
    next: u32,
}

impl Entries {
    /// One half of the current entry: 0 for its name, 1 for its value.
    fn half(&self, half: u32) -> JsValue {
        self.entries.get(self.next).unchecked_into::<Array>().get(half)
    }
}

impl<'de> MapAccess<'de> for Entries {
    type Error = Wrong;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Wrong> {
        if self.next == self.entries.length() {
            return Ok(None);
        }
        seed.deserialize(Value(&self.half(0))).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Wrong> {
        let value = self.half(1);
        let step = || self.half(0).as_string().map_or_else(String::new, |it| format!("[{}]", crate::json::quote(&it)));
        let item = seed.deserialize(Value(&value)).map_err(|it| it.about(&value).under(&step()));
        self.next += 1;
        item
    }
}
