//! `fix` for JavaScript: for a text or the bytes of a file, and for all findings or chosen ones.

use js_sys::{Array, Uint32Array};
use tsify::Tsify;
use wasm_bindgen::{JsCast, JsValue, prelude::wasm_bindgen};

use super::{
    FIXING, given, is_bytes,
    options::ValidateOptions,
    outcome, reserve, type_error, utf8,
    value::{self, Wrong},
    wire::CallOutcome,
    with_input, wrong,
};
use crate::{FixResult, Only, Options, rules};

#[wasm_bindgen(module = "/src/wasm/fast.js")]
extern "C" {
    /// The result with bytes in place of the text.
    #[wasm_bindgen(js_name = withBytes)]
    fn with_bytes(result: &JsValue, bytes: &[u8]) -> JsValue;
    /// The rules of the chosen fixes, and three numbers for each: whether it is a finding, and its place; or what is
    /// wrong.
    #[wasm_bindgen(js_name = onlyRow)]
    fn only_row(only: &JsValue) -> JsValue;
}

/// Options of `fix`.
#[derive(Tsify)]
#[allow(dead_code)] // A type for JavaScript; its parts are read one after the other.
pub(super) struct FixOptions {
    #[serde(flatten)]
    validate: ValidateOptions,
    /// Also apply the first suggestion where there is no safe fix.
    #[tsify(optional, type = "boolean | undefined")]
    suggestions: bool,
    /// Apply only the fixes of these rules and findings. A finding is identified by its rule and its place in the text.
    #[tsify(optional, type = "readonly (RuleId | Pick<Diagnostic, \"code\" | \"from\" | \"to\">)[] | undefined")]
    only: u8,
}

/// Types in `overloads.d.ts`.
#[wasm_bindgen(skip_typescript)]
pub fn fix(text: &JsValue, options: &JsValue) -> Result<JsValue, JsValue> {
    let is_text = text.is_string();
    if !is_text && !is_bytes(text) {
        return Err(wrong("text", Wrong::must("be a string or a Uint8Array"), text));
    }
    let common = value::read::<ValidateOptions>(options, &["suggestions", "only"])?.into();
    let suggestions = value::read_one(options, "suggestions")?.unwrap_or_default();
    let only = only(options)?;
    let only = only.as_deref();
    Ok(with_input(text, |bytes| {
        reserve(bytes.len(), FIXING);
        match is_text {
            true => object(&of_text(utf8(bytes), &common, suggestions, only)),
            false => of_bytes(bytes, &common, suggestions, only),
        }
    }))
}

fn of_text(text: &str, options: &Options, suggestions: bool, only: Option<&[Only]>) -> FixResult {
    match only {
        Some(only) => crate::fix_only(text, options, suggestions, only),
        None => crate::fix(text, options, suggestions),
    }
}

fn of_bytes(bytes: &[u8], options: &Options, suggestions: bool, only: Option<&[Only]>) -> JsValue {
    let fixed = match only {
        Some(only) => crate::fix_bytes_only(bytes, options, suggestions, only),
        None => crate::fix_bytes(bytes, options, suggestions),
    };
    match fixed {
        Ok(mut result) => {
            let text = std::mem::take(&mut result.text);
            with_bytes(&object(&result), text.as_bytes())
        }
        // The bytes stay as they are.
        Err(report) => {
            let result = FixResult { text: String::new(), applied: Vec::new(), report, settled: true };
            with_bytes(&object(&result), bytes)
        }
    }
}

fn object(result: &FixResult) -> JsValue {
    outcome(&CallOutcome::FixResult(result))
}

/// What to fix, if not everything.
fn only(options: &JsValue) -> Result<Option<Vec<Only>>, JsValue> {
    let only = given(options, "only")?;
    if only.is_undefined() {
        return Ok(None);
    }
    let row = only_row(&only);
    let Some(row) = row.dyn_ref::<Array>() else {
        return Err(type_error(&row.as_string().unwrap_or_default()));
    };
    let numbers = row.get(1).dyn_ref::<Uint32Array>().map(Uint32Array::to_vec).unwrap_or_default();
    let mut out = Vec::new();
    for (idx, (code, place)) in row.get(0).unchecked_into::<Array>().iter().zip(numbers.as_chunks().0).enumerate() {
        let (code, [is_finding, from, to]) = (code.as_string().unwrap_or_default(), *place);
        if rules::by_id(&code).is_none() {
            return Err(type_error(&format!("options.only[{idx}] names `{code}`, which is no rule")));
        }
        out.push(if is_finding == 1 { Only::Finding { code, from, to } } else { Only::Rule(code) });
    }
    Ok(Some(out))
}
