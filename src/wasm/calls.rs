//! Calls of tools, for JavaScript.

use std::cell::RefCell;

use js_sys::{Function, Reflect};
use serde::{Deserialize, Deserializer};
use wasm_bindgen::{JsCast, JsValue, prelude::wasm_bindgen};

use super::{
    ide::{EditorAnswer, answer},
    is_string,
    options::ValidateOptions,
    schema::object_schema,
    string, type_error,
    value::{self, Wrong},
    words::repair,
    wrong,
};
use crate::Repair;
use crate::schema::{Compiler, Schema, SchemaCompiler};

/// The member of the options that is not one of `validate`.
#[derive(Default)]
struct Extent(Repair);

impl<'de> Deserialize<'de> for Extent {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        repair(from).map(Self)
    }
}

thread_local! {
    /// The compiler, and the function that it calls, which it cannot hold itself.
    static COMPILER: RefCell<Option<(Compiler, Function)>> = const { RefCell::new(None) };
}

/// What compiles the schemas that files contain, if JavaScript has set it.
pub(super) fn compiler() -> Option<Compiler> {
    COMPILER.with_borrow(|it| it.as_ref().map(|it| it.0.clone()))
}

/// The function that was set.
#[derive(Debug)]
struct InJavaScript;

impl SchemaCompiler for InJavaScript {
    fn compile(&self, schema: &str) -> Result<Schema, String> {
        let function = COMPILER.with_borrow(|it| it.as_ref().map(|it| it.1.clone())).ok_or_else(unsaid)?;
        let answer = function.call1(&JsValue::NULL, &schema.into()).map_err(|it| reason(&it))?;
        object_schema(&answer).ok_or_else(unsaid)
    }
}

fn reason(error: &JsValue) -> String {
    let message = Reflect::get(error, &"message".into()).ok().and_then(|it| it.as_string());
    message.unwrap_or_else(unsaid)
}

fn unsaid() -> String {
    "cannot be compiled".to_owned()
}

/// Sets what makes schemas of their texts: a function that returns a `PayloadSchema`, or throws an error whose message is
/// the end of a sentence.
#[wasm_bindgen(js_name = compileWith, skip_typescript)]
pub fn compile_with(compile: &JsValue) -> Result<(), JsValue> {
    let function: &Function = compile.dyn_ref().ok_or_else(|| type_error("compile must be a function"))?;
    COMPILER.replace(Some((Compiler::new(InJavaScript), function.clone())));
    Ok(())
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
    let Extent(repair) = value::read_one(options, "repair")?.unwrap_or_default();
    let found = crate::check_call(&string("call", call)?, tools.as_deref(), &given, repair).map_err(|it| {
        let value = if it.argument == "call" { call.clone() } else { tools.as_deref().into() };
        wrong(it.argument, Wrong::must(it.reason.trim_start_matches("must ")), &value)
    })?;
    Ok(answer(&EditorAnswer::Received(found)))
}
