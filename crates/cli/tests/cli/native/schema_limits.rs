//! Whoever writes a schema decides neither how long a check takes nor how much memory it has.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::payload_schema::{CONFIG, NAME, folder, text};

const STEPS: &str = "takes more than 1,000,000 steps for one payload";

/// What is said, soon, about a payload and a schema.
fn said(schema: &Value, payload: &Value, files: &[(&str, String)]) -> (i32, String) {
    let folder = folder(&payload.to_string());
    folder.write("schemas/report.schema.json", schema.to_string());
    for (name, text) in files {
        folder.write(name, text);
    }
    let started = Instant::now();
    let run = folder.run(&["check", "--format", "concise", "--rule", "scalar-payload=off"]);
    let took = started.elapsed();
    assert!(took < Duration::from_secs(20), "{took:?}: {}", start(schema));
    (run.code, run.out)
}

fn start(schema: &Value) -> String {
    schema.to_string().chars().take(100).collect()
}

fn assert_said(schema: &Value, payload: &Value, expected: &str) {
    let (code, out) = said(schema, payload, &[]);
    assert!(code > 0 && out.contains(expected), "{}: {code} {out}", start(schema));
}

/// A schema with parts each of which refers twice to the next one.
fn doubled(reference: impl Fn(usize) -> String, part: impl Fn(usize) -> Value) -> Value {
    let mut defs = json!({});
    for it in 0..30 {
        defs[format!("d{it}")] = part(it);
        defs[format!("d{it}")]["allOf"] = json!([{"$ref": reference(it + 1)}, {"$ref": reference(it + 1)}]);
    }
    defs["d30"] = part(30);
    json!({"allOf": [{"$ref": reference(0)}], "$defs": defs, "definitions": defs})
}

fn names(n: usize) -> Vec<String> {
    (0..n).map(|it| format!("n{it}")).collect()
}

#[test]
fn a_reference_is_followed_however_it_is_spelled() {
    let spelled = |before: &str| doubled(|it| format!("{before}#/$defs/d{it}"), |_| json!({}));
    let with_id = |before: &str| {
        let mut schema = spelled(before);
        schema["$id"] = json!("http://e.com/a/b.json");
        schema
    };
    let mut old = doubled(|it| format!("d{it}.json"), |it| json!({"id": format!("d{it}.json")}));
    old["$schema"] = json!("http://json-schema.org/draft-04/schema#");
    old["id"] = json!("http://e.com/a/b.json");
    old.as_object_mut().unwrap().remove("$defs");
    let nested = |it: usize| json!({"$id": format!("d{it}.json")});
    let mut nested = doubled(|it| format!("./x/../d{it}.json"), nested);
    nested.as_object_mut().unwrap().remove("definitions");
    for schema in [
        spelled("../schemas/report.schema.json"),
        spelled("x/../report.schema.json"),
        spelled("././report.schema.json"),
        spelled("?"),
        spelled("report%2Eschema.json"),
        with_id("../a/b.json"),
        with_id("/a/b.json"),
        with_id("HTTP://E.com/a/b.json"),
        nested,
        old,
    ] {
        assert_said(&schema, &json!(1), STEPS);
    }
}

#[test]
fn honest_references_are_followed() {
    let node = json!({"$id": "node.json", "$dynamicAnchor": "node", "properties": {"next": {"$dynamicRef": "#node"}}});
    let files = [
        ("schemas/other.json", json!({"x": {"type": "integer"}}).to_string()),
        ("common/x.json", json!({"$defs": {"a": {"$anchor": "one", "type": "string"}}}).to_string()),
        ("common/node.json", node.to_string()),
    ];
    let schema = json!({
        "$defs": {"own": {"$id": "http://e.com/own/a.json", "items": {"$ref": "b.json"}, "$defs": {
            "b": {"$id": "b.json", "type": "boolean"}
        }}},
        "properties": {
            "a": {"$ref": "./other.json#/x"},
            "b": {"$ref": "../common/x.json#one"},
            "c": {"$ref": "http://e.com/own/a.json"},
            "d": {"$ref": "../common/node.json", "$dynamicAnchor": "node", "maxProperties": 1, "unevaluatedProperties": false},
            "e": {"$ref": "#"},
        },
        "unevaluatedProperties": false
    });
    let fine = json!({"a": 1, "b": "x", "c": [true], "d": {"next": {}}, "e": {"a": 2}});
    assert_eq!(said(&schema, &fine, &files), (0, String::new()));
    let wrong = json!({"a": "1", "b": 1, "c": [1], "d": {"last": 1}, "e": {"a": "2"}, "f": 1});
    let (code, out) = said(&schema, &wrong, &files);
    assert_eq!((code, out.matches("[payload-schema]").count()), (1, 6), "{out}");
}

#[test]
fn all_that_a_keyword_reads_is_counted() {
    let objects = |n: usize| vec![json!({"a": 1}); n];
    let long = "x".repeat(900_000);
    let properties: serde_json::Map<_, _> = names(40_000).iter().map(|it| (it.clone(), json!({}))).collect();
    for (schema, payload) in [
        (json!({"items": {"dependentRequired": {"a": names(40_000)}}}), json!(objects(900))),
        (json!({"items": {"dependencies": {"a": names(40_000)}}}), json!(objects(900))),
        (json!({"items": {"required": names(40_000)}}), json!(objects(150))),
        (json!({"items": {"properties": properties}}), json!(objects(900))),
        (json!({"items": {"const": long}}), json!(vec!["a"; 20_000])),
        (json!({"items": {"not": {"title": long}}}), json!(vec!["a"; 20_000])),
        (json!({"items": {"enum": names(40_000)}}), json!(vec!["a"; 900])),
        (json!({"allOf": vec![json!({"minLength": 1}); 20_000]}), json!("é".repeat(500_000))),
        (json!({"pattern": "(?:.?){5000}b"}), json!("a".repeat(1_000_000))),
    ] {
        assert_said(&schema, &payload, STEPS);
    }
    for (keyword, unevaluated, payload) in
        [("if", "unevaluatedProperties", json!({"a": 1})), ("anyOf", "unevaluatedItems", json!([1]))]
    {
        let mut schema = json!({"type": ["object", "array"]});
        for _ in 0..60 {
            let inside = if keyword == "if" { schema } else { json!([schema]) };
            schema = json!({keyword: inside, unevaluated: {"type": "integer"}});
        }
        assert_said(&schema, &payload, STEPS);
    }
    // Making the validator would take as long.
    let mut inside = doubled(|it| format!("#/$defs/d{it}"), |_| json!({}));
    inside["properties"] = json!({"a": {"$ref": "#/$defs/d0", "unevaluatedProperties": false}});
    assert_said(&inside, &json!(1), STEPS);
    let part = |it: usize| json!({"properties": names(10).iter().map(|n| (format!("{n}_{it}"), json!({}))).collect::<serde_json::Map<_, _>>()});
    let whole = json!({"allOf": (0..200).map(part).collect::<Vec<_>>()});
    let one = json!({"$ref": "#/$defs/whole", "unevaluatedProperties": false});
    let all: serde_json::Map<_, _> = (0..400).map(|it| (format!("q{it}"), one.clone())).collect();
    assert_said(&json!({"$defs": {"whole": whole}, "properties": all}), &json!({}), STEPS);
}

#[test]
fn a_part_has_few_ways_to_it() {
    let at = |name: String| format!("http://e.com/{name}");
    let mut defs = json!({"last": {"$id": at("d20".to_owned()), "type": "null"}});
    for it in 0..20 {
        let both: Vec<_> = ["a", "b"].iter().map(|one| json!({"$ref": at(format!("{one}{it}"))})).collect();
        defs[format!("d{it}")] = json!({"$id": at(format!("d{it}")), "allOf": both});
        for one in ["a", "b"] {
            let next = json!({"z": {"$ref": at(format!("d{}", it + 1))}});
            defs[format!("{one}{it}")] = json!({"$id": at(format!("{one}{it}")), "properties": next});
        }
    }
    assert_said(
        &json!({"$ref": at("d0".to_owned()), "$defs": defs}),
        &json!(1),
        "`schemas/report.schema.json` takes more",
    );
    let all: Vec<_> = (0..9).map(|it| json!({"$ref": format!("#/$defs/{it}")})).collect();
    let defs: serde_json::Map<_, _> = (0..9).map(|it| (it.to_string(), json!({"allOf": all}))).collect();
    let schema = json!({"items": {"$ref": "#/$defs/0"}, "$defs": defs});
    assert_said(&schema, &json!(1), "refers to itself without going into the value");
}

#[test]
fn a_hundred_keys_are_compared_with_names() {
    let properties: serde_json::Map<_, _> = (0..4000).map(|it| (format!("prop{it}"), json!({}))).collect();
    let payload: serde_json::Map<_, _> = (0..2000).map(|it| (format!("prap{it}"), json!(1))).collect();
    let (_, out) = said(&json!({"additionalProperties": false, "properties": properties}), &json!(payload), &[]);
    assert_eq!(out.matches("[payload-schema]").count(), 100);
    assert!(out.contains("`prap0` is not allowed by the schema; did you mean `prop0`?"), "{out}");
}

#[test]
fn all_files_and_all_patterns_have_a_size() {
    let big = [("schemas/big.json", json!({"title": "x".repeat((1 << 20) - 20)}).to_string())];
    let refs = |n: usize| (0..n).map(|it| json!({"$ref": format!("big.json?{it}")})).collect::<Vec<_>>();
    let (_, out) = said(&json!({"allOf": refs(8000)}), &json!(1), &big);
    assert!(out.contains("is larger than 4 MiB with what it refers to"), "{out}");
    let small = [("schemas/big.json", "{}".to_owned())];
    let (_, out) = said(&json!({"allOf": refs(8000)}), &json!(1), &small);
    assert!(out.contains("refers to too many files"), "{out}");
    let patterns: Vec<_> = (0..5000).map(|it| json!({"pattern": format!("(?:a{{999}}b){{19}}{it}")})).collect();
    assert_said(&json!({"allOf": patterns}), &json!("a"), "has regular expressions with more than 50,000 states");
}

#[test]
fn all_schemas_of_a_project_have_a_size() {
    let folder = folder("1");
    let entry = |path: &str| format!("[[files]]\nglob = \"reports/*.json\"\npayload-schema = \"schemas/{path}\"\n");
    let values = json!({"enum": (0..40_000).collect::<Vec<_>>()}).to_string();
    folder.write("schemas/report.schema.json", &values);
    folder.write(NAME, text("1"));
    let spelled: String = (0..300).map(|it| entry(&format!("{}report.schema.json", "./".repeat(it)))).collect();
    folder.write(CONFIG, spelled);
    let started = Instant::now();
    assert_eq!(folder.run(&["check", "--rule", "scalar-payload=off"]).code, 0);
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
    (0..30).for_each(|it| folder.write(&format!("schemas/{it}.json"), &values));
    folder.write(CONFIG, (0..30).map(|it| entry(&format!("{it}.json"))).collect::<String>());
    let run = folder.run(&["check"]);
    assert!(run.code == 2 && run.out.contains("is too large together with the other schemas"), "{}", run.out);
}
