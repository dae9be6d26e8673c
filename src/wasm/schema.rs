//! A schema as a JavaScript object that validates and describes payloads.

use std::cell::{Cell, RefCell};

use js_sys::{Array, Function, Object};
use wasm_bindgen::{JsCast, JsValue, prelude::wasm_bindgen};

use super::{given, type_error};
#[cfg(feature = "tool-calls")]
use crate::schema::SchemaWords;
use crate::schema::{Known, KnownMember, KnownValue, PayloadSchema, Schema, Violation};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** Something wrong with a payload, in the words of a validator. */
export interface PayloadViolation {
  /** RFC 6901 pointer of the value in the payload. */
  pointer: string;
  /** The finding is about the key of that value. */
  key?: boolean | undefined;
  message: string;
  /** What was probably meant: the value as JSON, or the name of the key. It becomes a suggestion. */
  meant?: string | null | undefined;
}

/** What a schema says about a value in a payload; hover and completion show it. */
export interface PayloadKnown {
  title?: string | null | undefined;
  description?: string | null | undefined;
  /** What it must be, in words: `a number`. */
  shape?: string | null | undefined;
  /** An example, as JSON. */
  example?: string | null | undefined;
  /** The members it may have. */
  members?: readonly {
    name: string;
    required?: boolean | undefined;
    shape?: string | null | undefined;
    description?: string | null | undefined;
    /** A value to begin with, as JSON. */
    value?: string | null | undefined;
  }[];
  /** Values it may have, as JSON. */
  values?: readonly { json: string; description?: string | null | undefined }[];
}

/** A schema of payloads: it validates and describes them. Neither function may call this library. */
export interface PayloadSchema {
  /** Arguments and results of tools are given with what to call them, and their schema, in messages. */
  violations(payload: string, value?: string, schema?: string): readonly PayloadViolation[];
  /** The value is given by its RFC 6901 pointer in the payload, whether or not it exists. */
  known?(pointer: string): PayloadKnown | null | undefined;
}
"#;

/// A validator's answer.
pub(super) fn violations(answer: &JsValue) -> Result<Vec<Violation>, JsValue> {
    let expected = "the validator must return an array of objects with `pointer` and `message`";
    let list: &Array = answer.dyn_ref().ok_or_else(|| type_error(expected))?;
    let violation = |object: JsValue| {
        let get = |name: &str| given(&object, name).map_err(|_| type_error(expected));
        let text = |name: &str| get(name)?.as_string().ok_or_else(|| type_error(expected));
        Ok(Violation {
            pointer: text("pointer")?,
            is_key: get("key")?.is_truthy(),
            message: text("message")?,
            meant: get("meant")?.as_string(),
        })
    };
    list.iter().map(violation).collect()
}

thread_local! {
    /// The objects of the schemas in options, by number: a `PayloadSchema` itself cannot hold one.
    static OBJECTS: RefCell<Vec<(u32, Object)>> = const { RefCell::new(Vec::new()) };
    static NEXT: Cell<u32> = const { Cell::new(0) };
    /// The schema of the previous call: the same object is the same schema, so a text read with it is not read again.
    static LAST: RefCell<Option<(Object, Schema)>> = const { RefCell::new(None) };
}

/// Remembers an object as the schema of the current call; false if it is not a schema.
pub(super) fn remember(object: &JsValue) -> bool {
    let Some(object) = schema_of(object) else { return false };
    if LAST.with_borrow(|it| it.as_ref().is_some_and(|it| Object::is(&it.0, object))) {
        return true;
    }
    let schema = asked(object);
    // Dropping the previous one removes its object, so nothing may be borrowed at that point.
    let before = LAST.replace(Some((object.clone(), schema.clone())));
    drop(before);
    true
}

/// A value that is a schema.
fn schema_of(value: &JsValue) -> Option<&Object> {
    value.dyn_ref::<Object>().filter(|it| method(it, "violations").is_some())
}

/// The schema that an object is, if it is one.
#[cfg(all(feature = "editor", feature = "tool-calls"))]
pub(super) fn object_schema(value: &JsValue) -> Option<Schema> {
    schema_of(value).map(asked)
}

fn asked(object: &Object) -> Schema {
    let number = NEXT.get();
    NEXT.set(number.wrapping_add(1));
    OBJECTS.with_borrow_mut(|all| all.push((number, object.clone())));
    Schema::new(Asked(number))
}

/// The schema that was remembered last.
pub(super) fn remembered() -> Option<Schema> {
    LAST.with_borrow(|it| it.as_ref().map(|it| it.1.clone()))
}

fn method(object: &Object, name: &str) -> Option<Function> {
    given(object, name).ok()?.dyn_into().ok()
}

/// A schema by the number of its object.
#[derive(Debug)]
struct Asked(u32);

impl Asked {
    /// The answer of one of the object's functions; `None` if there is no such function.
    fn ask(&self, name: &str, [it, value, schema]: [JsValue; 3]) -> Option<Result<JsValue, JsValue>> {
        let object = OBJECTS.with_borrow(|all| all.iter().find(|it| it.0 == self.0).map(|it| it.1.clone()))?;
        Some(method(&object, name)?.call3(&object, &it, &value, &schema))
    }

    fn judge(&self, arguments: [JsValue; 3], name: &str) -> Vec<Violation> {
        let Some(answer) = self.ask("violations", arguments) else { return Vec::new() };
        answer.and_then(|it| violations(&it)).unwrap_or_else(|why| {
            let why = text(&why, "message").unwrap_or_default();
            let message = format!("{name} cannot be compared with its schema: {why}");
            vec![Violation { message, ..Violation::default() }]
        })
    }
}

impl Drop for Asked {
    fn drop(&mut self) {
        let gone: Vec<_> = OBJECTS.with_borrow_mut(|all| all.extract_if(.., |it| it.0 == self.0).collect());
        drop(gone);
    }
}

impl PayloadSchema for Asked {
    fn violations(&self, payload: &str) -> Vec<Violation> {
        self.judge([payload.into(), JsValue::UNDEFINED, JsValue::UNDEFINED], "The payload")
    }

    #[cfg(feature = "tool-calls")]
    fn violations_of(&self, value: &str, words: &SchemaWords) -> Vec<Violation> {
        self.judge([value.into(), words.value.into(), words.schema.into()], words.value)
    }

    fn known(&self, pointer: &str) -> Known {
        let Some(Ok(value)) = self.ask("known", [pointer.into(), JsValue::UNDEFINED, JsValue::UNDEFINED]) else {
            return Known::default();
        };
        Known {
            title: text(&value, "title"),
            description: text(&value, "description"),
            shape: text(&value, "shape"),
            example: text(&value, "example"),
            members: list(&value, "members").filter_map(|it| member(&it)).collect(),
            values: list(&value, "values").filter_map(|it| value_of(&it)).collect(),
        }
    }
}

fn member(object: &JsValue) -> Option<KnownMember> {
    let required = given(object, "required");
    Some(KnownMember {
        name: text(object, "name")?,
        is_required: required.is_ok_and(|it| it.is_truthy()),
        shape: text(object, "shape"),
        description: text(object, "description"),
        value: text(object, "value"),
    })
}

fn value_of(object: &JsValue) -> Option<KnownValue> {
    Some(KnownValue { json: text(object, "json")?, description: text(object, "description") })
}

fn text(object: &JsValue, name: &str) -> Option<String> {
    given(object, name).ok()?.as_string()
}

/// The items of a list; empty if there is no list.
fn list(object: &JsValue, name: &str) -> impl Iterator<Item = JsValue> {
    given(object, name).ok().and_then(|it| it.dyn_into::<Array>().ok()).unwrap_or_default().into_iter()
}
