//! What other programs do with a file, for JavaScript.

use agent_response_readers::readings;
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};

use super::super::value::Wrong;
use super::super::{is_bytes, with_input, wrong};
use super::{EditorAnswer, answer, options_of, with_opened};
use crate::{is_response, validate_bytes};

/// What the programs that read agent responses do with a file, today's first; nothing for what is no agent response.
/// Bytes are the content of a file.
#[wasm_bindgen(unchecked_return_type = "Reading[]")]
pub fn readers(
    #[wasm_bindgen(unchecked_param_type = "string | Uint8Array")] text: &JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "ValidateOptions")] options: &JsValue,
) -> Result<JsValue, JsValue> {
    if !text.is_string() && !is_bytes(text) {
        return Err(wrong("text", Wrong::must("be a string or a Uint8Array"), text));
    }
    let given = options_of(options, &[])?;
    let name = given.file_name.as_deref();
    // A name that says what the file is spares reading it.
    if !text.is_string() || is_response(name, None) {
        return Ok(with_input(text, |bytes| {
            let is_so = is_response(name, None) || is_response(None, validate_bytes(bytes, &given).format.id);
            words(is_so, bytes, name)
        }));
    }
    with_opened(text, options, &mut |it| {
        Ok(words(is_response(None, it.report().format.id), it.text().as_bytes(), name))
    })
}

fn words(is_response: bool, bytes: &[u8], name: Option<&str>) -> JsValue {
    answer(&EditorAnswer::Readings(if is_response { readings(bytes, name) } else { Vec::new() }))
}
