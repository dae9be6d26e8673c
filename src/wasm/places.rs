//! Places and edits for JavaScript: where a pointer leads, and a text with edits applied.

use js_sys::{Array, Uint32Array};
use serde::Deserialize;
use tsify::Tsify;
use wasm_bindgen::{JsCast, JsValue, prelude::wasm_bindgen};

use super::value::{self, Wrong};
use super::wire::CallOutcome;
use super::{is_string, outcome, refusal, string, type_error, utf8, with_input, wrong};
use crate::ide::{EditError, InnerEdit, apply_edits as apply};
use crate::text::Utf16Index;

#[wasm_bindgen(module = "/src/wasm/fast.js")]
extern "C" {
    /// The offsets of edits and the lengths of their texts, and all texts as one; or what is wrong with them.
    #[wasm_bindgen(js_name = editRow)]
    fn edit_row(edits: &JsValue) -> JsValue;
}

/// Options of `locateAll`.
#[derive(Default, Deserialize, Tsify)]
#[serde(default)]
pub(super) struct LocateOptions {
    /// The places of the keys rather than of the values, where the value is a member of an object.
    #[tsify(type = "boolean | undefined")]
    key: bool,
}

/// The place of an RFC 6901 pointer, which may continue into JSON encoded in a string: `/response/sections/0`.
#[wasm_bindgen(unchecked_return_type = "Location | null")]
pub fn locate(
    #[wasm_bindgen(unchecked_param_type = "string")] text: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "string")] pointer: &JsValue,
) -> Result<JsValue, JsValue> {
    is_string("text", text)?;
    let pointer = string("pointer", pointer)?;
    Ok(outcome(&CallOutcome::Location(with_input(text, |bytes| crate::locate(utf8(bytes), &pointer)))))
}

/// A text with edits applied, in any order; a TypeError names an edit that is out of range or overlaps another.
#[wasm_bindgen(js_name = applyEdits)]
pub fn apply_edits(
    #[wasm_bindgen(unchecked_param_type = "string")] text: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "readonly InnerEdit[]")] edits: &JsValue,
) -> Result<String, JsValue> {
    is_string("text", text)?;
    let row = Row::read(edits)?;
    with_input(text, |bytes| {
        let text = utf8(bytes);
        row.edits(text).and_then(|it| apply(text, &it)).map_err(|it| refused(&it))
    })
}

/// The places of RFC 6901 pointers, null where there is no value. The text is parsed only once.
#[wasm_bindgen(js_name = locateAll, unchecked_return_type = "(Location | null)[]")]
pub fn locate_all(
    #[wasm_bindgen(unchecked_param_type = "string")] text: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "readonly string[]")] pointers: &JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "LocateOptions")] options: &JsValue,
) -> Result<JsValue, JsValue> {
    is_string("text", text)?;
    let LocateOptions { key } = value::read(options, &[])?;
    let list = pointers.dyn_ref::<Array>();
    let list = list.ok_or_else(|| wrong("pointers", Wrong::must("be an array of strings"), pointers))?;
    let mut all = Vec::with_capacity(list.length() as usize);
    for (idx, pointer) in list.iter().enumerate() {
        all.push(string(&format!("pointers[{idx}]"), &pointer)?);
    }
    let all: Vec<&str> = all.iter().map(|it| &**it).collect();
    Ok(outcome(&CallOutcome::Locations(with_input(text, |bytes| crate::locate_all(utf8(bytes), &all, key)))))
}

/// The error that refuses edits.
pub(super) fn refused(error: &EditError) -> JsValue {
    let code = if let EditError::Uncertain(_) = error { "not-editable" } else { "invalid-argument" };
    refusal(&error.to_string(), code)
}

/// Edits as JavaScript has them, in UTF-16 code units.
pub(super) struct Row {
    /// For each edit, its two offsets and the length of its text.
    numbers: Vec<u32>,
    texts: String,
}

impl Row {
    pub(super) fn read(edits: &JsValue) -> Result<Self, JsValue> {
        let row = edit_row(edits);
        let Some(row) = row.dyn_ref::<Array>() else {
            return Err(type_error(&row.as_string().unwrap_or_default()));
        };
        let numbers = row.get(0).dyn_ref::<Uint32Array>().map(Uint32Array::to_vec);
        // Not `with_input`: the buffer keeps the text that is edited.
        let texts = row.get(1).as_string();
        Ok(Self { numbers: numbers.unwrap_or_default(), texts: texts.unwrap_or_default() })
    }

    /// The edits in byte offsets of a text.
    pub(super) fn edits(&self, text: &str) -> Result<Vec<InnerEdit>, EditError> {
        let (mut places, mut pieces) = (Utf16Index::new(text), Utf16Index::new(&self.texts));
        let mut out = Vec::with_capacity(self.numbers.len() / 3);
        let (mut utf16, mut start) = (0, 0);
        for (idx, edit) in self.numbers.as_chunks().0.iter().enumerate() {
            let [from, to, len] = *edit;
            utf16 += len;
            let end = pieces.byte(utf16).map_or(start, |it| it as usize);
            let text = self.texts.get(start..end).unwrap_or_default().to_owned();
            start = end;
            let (from, to) = (places.byte(from), places.byte(to));
            let (Some(from), Some(to)) = (from, to) else { return Err(EditError::Outside(idx)) };
            out.push(InnerEdit { from, to, text });
        }
        Ok(out)
    }
}
