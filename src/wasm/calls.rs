//! Calls of tools, for JavaScript.

use serde::{Deserialize, Deserializer};
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};

use super::{
    ide::{EditorAnswer, answer},
    is_string,
    options::ValidateOptions,
    string,
    value::{self, Wrong},
    words::repair,
    wrong,
};
use crate::Repair;

/// The member of the options that is not one of `validate`.
#[derive(Default)]
struct CallRepair(Repair);

impl<'de> Deserialize<'de> for CallRepair {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        repair(from).map(Self)
    }
}

/// Checks one call by a model, before it runs: the JSON of the call as the API gives it, and that of the tools that were
/// offered, or of an object that has them. All places are those of `call`.
///
/// Types in `npm/src/tools.d.ts`: programs pass and get values instead of their JSON.
#[wasm_bindgen(js_name = validateToolCall, skip_typescript)]
pub fn validate_tool_call(call: &JsValue, tools: &JsValue, options: &JsValue) -> Result<JsValue, JsValue> {
    is_string("call", call)?;
    let tools = if tools.is_null() || tools.is_undefined() { None } else { Some(string("tools", tools)?) };
    let given = value::read::<ValidateOptions>(options, &["repair"])?.into();
    let CallRepair(repair) = value::read_one(options, "repair")?.unwrap_or_default();
    let found = crate::check_call(&string("call", call)?, tools.as_deref(), &given, repair).map_err(|it| {
        let value = if it.argument == "call" { call.clone() } else { tools.as_deref().into() };
        wrong(it.argument, Wrong::must(it.reason.trim_start_matches("must ")), &value)
    })?;
    Ok(answer(&EditorAnswer::Received(found)))
}
