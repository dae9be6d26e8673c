//! Payloads for validators in JavaScript: they get JSON, and their violations become findings with places.

use std::{
    fmt,
    sync::{Mutex, PoisonError},
    vec,
};

use js_sys::Function;
use wasm_bindgen::{JsCast, JsValue, prelude::wasm_bindgen};

use super::options::ValidateOptions;
use super::schema::violations;
use super::value::{self, Wrong};
use super::wire::CallOutcome;
use super::{ide, meant, outcome, string, wrong};
use crate::Options;
use crate::schema::{Known, PayloadSchema, Schema, Violation};

/// Checks a text as `validate` does, and its payload with a function that gets the payload as JSON: its violations
/// are findings of the rule `payload-schema`, each at its place inside the string.
#[wasm_bindgen(js_name = validateWith, unchecked_return_type = "Report")]
pub fn validate_with(
    #[wasm_bindgen(unchecked_param_type = "string")] text: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "(payload: string) => readonly PayloadViolation[]")] judge: &JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "ValidateOptions")] options: &JsValue,
) -> Result<JsValue, JsValue> {
    let text = string("text", text)?;
    let judge: &Function = judge.dyn_ref().ok_or_else(|| wrong("judge", Wrong::must("be a function"), judge))?;
    let options: Options = value::read::<ValidateOptions>(options, &[])?.into();
    // The function is called before anything is borrowed, because it may call the library.
    let mut said = Vec::new();
    for payload in crate::payloads(&text, &options) {
        let answer = judge.call1(&JsValue::UNDEFINED, &payload.into()).map_err(meant)?;
        said.push(violations(&answer)?);
    }
    let schema = Some(Schema::new(Told(Mutex::new(said.into_iter()))));
    let report = crate::validate(&text, &Options { schema, ..options });
    ide::forget();
    Ok(outcome(&CallOutcome::Report(&report)))
}

/// The answers for the payloads, in order.
struct Told(Mutex<vec::IntoIter<Vec<Violation>>>);

impl PayloadSchema for Told {
    fn violations(&self, _: &str) -> Vec<Violation> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).next().unwrap_or_default()
    }

    fn known(&self, _: &str) -> Known {
        Known::default()
    }
}

impl fmt::Debug for Told {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str("Told")
    }
}
