//! The same answers in every binding: they are written here, and the tests of the npm package compare its answers with
//! them.

use std::fs;

use agent_response::Options;
use agent_response::ide::Opened;
use expect_test::expect_file;
use serde_json::{Value, json};

use crate::examples::root;

#[test]
fn answers_are_those_of_every_binding() {
    let cases: Vec<Value> =
        serde_json::from_str(&fs::read_to_string(root().join("tests/ide/cases.json")).unwrap()).unwrap();
    let answers: Vec<Value> = cases.iter().map(answer).collect();
    let text = serde_json::to_string_pretty(&answers).unwrap() + "\n";
    expect_file!["../ide/answers.json"].assert_eq(&text);
}

fn answer(case: &Value) -> Value {
    let marked = case["file"].as_str().unwrap();
    let offset = u32::try_from(marked.find("$0").unwrap()).unwrap();
    let mut opened = Opened::new(marked.replacen("$0", "", 1), options(&case["options"]));
    let inside = case["inside"].as_str().unwrap_or_default();
    assert!(inside.is_empty() || opened.include(inside));
    let in_file = opened.to_inner(offset);
    let at = in_file.iter().find(|it| it.pointer == inside).map_or(offset, |it| it.byte);
    let view = opened.inside(inside).unwrap();
    let tokens = view.tokens();
    json!({
        "name": case["name"],
        "documents": opened.documents(),
        "toInner": in_file,
        "hover": view.hover(at),
        "complete": view.complete(at),
        "symbols": view.symbols(),
        "definition": view.definition(at),
        "folding": view.folding(),
        "selectionRanges": view.selection_ranges(&[at]),
        "tokens": json!({ "data": tokens.data, "offsets": tokens.offsets }),
        "format": view.format(inside, "  ").unwrap(),
    })
}

fn options(given: &Value) -> Options {
    let text = |name: &str| given[name].as_str().map(str::to_owned);
    let siblings = given["siblings"].as_object();
    let pair = |it: (&String, &Value)| (it.0.clone(), it.1.as_str().unwrap().to_owned());
    Options {
        file_name: text("fileName"),
        request: text("request"),
        now: text("now"),
        siblings: siblings.map(|it| it.into_iter().map(pair).collect()),
        ..Options::default()
    }
}
