//! The texts for language models, for JavaScript.

use tsify::Tsify;
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};

use super::{
    is_string,
    options::{ValidateOptions, severity},
    utf8, value, with_input, wrong,
};
use crate::{Options, agent};

/// Options of `agentText` and `repairPrompt`.
#[derive(Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(rename = "AgentOptions")]
#[allow(dead_code)] // A type for JavaScript; its parts are read one after the other.
pub(super) struct AgentOptionsObject {
    #[serde(flatten)]
    validate: ValidateOptions,
    /// How many findings are shown; the rest are only counted. 20 by default.
    #[tsify(optional, type = "number | undefined")]
    max_findings: u32,
    /// Less severe findings are omitted; `warning` by default.
    #[tsify(optional, type = "Severity | undefined")]
    min_severity: u8,
}

/// The findings of a file for a language model, causes first, and the edits that repair it; empty when there are none.
#[wasm_bindgen(js_name = agentText)]
pub fn agent_text(
    #[wasm_bindgen(unchecked_param_type = "string")] text: &JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "AgentOptions")] options: &JsValue,
) -> Result<String, JsValue> {
    let (common, agent) = read(text, options)?;
    Ok(with_input(text, |bytes| agent::agent_text(utf8(bytes), &common, &agent)))
}

/// A complete request to repair a file, with the rules of its format, the findings and the file; empty when there is nothing
/// to repair.
#[wasm_bindgen(js_name = repairPrompt)]
pub fn repair_prompt(
    #[wasm_bindgen(unchecked_param_type = "string")] text: &JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "AgentOptions")] options: &JsValue,
) -> Result<String, JsValue> {
    let (common, agent) = read(text, options)?;
    Ok(with_input(text, |bytes| agent::repair_prompt(utf8(bytes), &common, &agent)))
}

/// The options of both. What writes the text is not passed as a function: one with an address cannot be removed from a wasm that
/// exports neither.
fn read(text: &JsValue, options: &JsValue) -> Result<(Options, agent::AgentOptions), JsValue> {
    is_string("text", text)?;
    let common = value::read::<ValidateOptions>(options, &["maxFindings", "minSeverity"])?;
    let mut agent = agent::AgentOptions::default();
    if let Some(most) = value::read_one::<f64>(options, "maxFindings")? {
        let most_found = most as usize;
        if most.fract() != 0.0 || most < 1.0 {
            return Err(wrong("options.maxFindings", value::Wrong::must("be a whole number from 1"), &most.into()));
        }
        agent.max_findings = most_found;
    }
    if let Some(least) = severity(options, "minSeverity")? {
        agent.min_severity = least;
    }
    Ok((common.into(), agent))
}
