//! What makes schemas of their texts, which JavaScript sets.

use std::cell::RefCell;

use js_sys::{Function, Reflect};
use wasm_bindgen::{JsCast, JsValue, prelude::wasm_bindgen};

use super::{schema::object_schema, type_error};
use crate::schema::{Compiler, Schema, SchemaCompiler};

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
