//! `payload-schema` of a project file with a schema that refers to nothing else.

use crate::run::{Folder, GOOD};

const CONFIG: &str = "[[files]]\nglob = \"*.json\"\npayload-schema = \"payload.schema.json\"\n";

fn checked(schema: &str) -> crate::run::Run {
    let files = [(".agent-response.json", GOOD), ("agent-response.toml", CONFIG), ("payload.schema.json", schema)];
    Folder::with(&files).run(&["check", "--format", "concise", ".agent-response.json"])
}

#[test]
fn payloads_are_compared_with_it() {
    let run = checked(r#"{"type": "object", "required": ["ferry"]}"#);
    assert!(run.code == 1 && run.out.contains("payload-schema") && run.out.contains("`ferry`"), "{}", run.out);
    let run = checked(r#"{"type": "object"}"#);
    assert!(run.code == 0 && !run.out.contains("payload-schema"), "{}", run.out);
}

#[test]
fn one_that_is_none_is_an_error_of_the_project_file() {
    let run = checked(r#"{"type": 5}"#);
    assert!(run.code == 2 && run.out.contains("agent-response.toml:3:18"), "{}{}", run.out, run.err);
}
