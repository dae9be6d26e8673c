//! JSON Schemas as validators that say what is wrong in our words. They take a limited number of steps and read nothing
//! themselves. Knows nothing of files or projects.

mod compile;
mod cost;
mod known;
mod limits;
mod patterns;
mod place;
mod reach;
mod words;

use agent_response::diagnostic::shown;
use agent_response::schema::{Compiler, Schema, SchemaCompiler};

pub use self::compile::{Amount, JsonSchema, ReadSchema, compile};

/// What makes validators of the schemas that files with tool calls contain.
pub fn compiler() -> Compiler {
    Compiler::new(OfTools)
}

/// Compiles schemas that refer to nothing else.
#[derive(Debug)]
struct OfTools;

impl SchemaCompiler for OfTools {
    fn compile(&self, schema: &str) -> Result<Schema, String> {
        let value = serde_json::from_str(schema).map_err(|_| "is not JSON".to_owned())?;
        let elsewhere = |it: &str| Err(format!("refers to `{}`, which is not in it", shown(it)));
        Ok(Schema::new(compile("agent-response:/schema.json", value, elsewhere)?))
    }
}
