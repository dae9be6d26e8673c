//! Files generated from the format tables: `UPDATE_EXPECT=1 cargo test-emit` writes them.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::{fs, path::Path};

use agent_response::{formats, known_formats};
use agent_response_emit as emit;
use agent_response_project::KEYS;
use expect_test::expect_file;
use serde_json::Value;

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

#[test]
fn emitted_schemas_are_fresh() {
    for format in formats() {
        let path = |kind: &str| root().join(format!("schemas/{}{kind}.schema.json", format.id));
        expect_file![path("")].assert_eq(&emit::schema(format));
        expect_file![path(".annotations")].assert_eq(&emit::annotations(format));
    }
    // Those in which models call tools have no names of files to which an editor could attach annotations.
    let of_calls = || known_formats().iter().filter(|it| formats().iter().all(|other| other.id != it.id));
    for format in of_calls() {
        expect_file![root().join(format!("schemas/{}.schema.json", format.id))].assert_eq(&emit::schema(format));
    }
    let n_files = fs::read_dir(root().join("schemas")).unwrap().count();
    assert_eq!(n_files, 2 * formats().len() + of_calls().count() + 2, "a file in schemas/ is of no format");
}

#[test]
fn emitted_types_are_fresh() {
    expect_file![root().join("schemas/formats.d.ts")].assert_eq(&emit::types());
    expect_file![root().join("schemas/tool-calls.d.ts")].assert_eq(&emit::types_of_calls());
}

#[test]
fn emitted_ids_are_fresh() {
    expect_file![root().join("src/wasm/ids.d.ts")].assert_eq(&emit::ids());
}

#[test]
fn emitted_signs_of_calls_are_fresh() {
    expect_file![root().join("common/formats.ts")].assert_eq(&emit::of_calls());
}

#[test]
fn emitted_readers_are_fresh() {
    let (outcomes, answers) = emit::readers().unwrap();
    expect_file![root().join("src/wasm/outcomes.js")].assert_eq(&outcomes);
    expect_file![root().join("src/wasm/answers.js")].assert_eq(&answers);
}

#[test]
fn emitted_types_for_python_are_fresh() {
    let (results, options) = emit::python().unwrap();
    expect_file![root().join("python/agent_response/_results.py")].assert_eq(&results);
    expect_file![root().join("python/agent_response/_options.py")].assert_eq(&options);
}

#[test]
fn emitted_characters_are_fresh() {
    expect_file![root().join("payload-schema/src/hidden.ts")].assert_eq(&emit::unprintable());
}

/// The extension registers the annotations in the editor for files that have a name of their own.
#[test]
fn the_extension_knows_the_files_of_each_format() {
    let manifest = fs::read_to_string(root().join("vscode-extension/package.json")).unwrap();
    let manifest: Value = serde_json::from_str(&manifest).unwrap();
    let rows = manifest["contributes"]["jsonValidation"].as_array().unwrap();
    for format in formats() {
        let url = format!("./dist/schemas/{}.annotations.schema.json", format.id);
        let row = rows.iter().find(|it| it["url"] == url);
        assert_eq!(row.is_some(), !format.files.is_empty(), "{}", format.id);
        let patterns = row.map_or(Vec::new(), |it| it["fileMatch"].as_array().unwrap().clone());
        assert_eq!(patterns, format.files, "{}", format.id);
    }
}

#[test]
fn the_extension_offers_each_format() {
    let manifest = fs::read_to_string(root().join("vscode-extension/package.json")).unwrap();
    let manifest: Value = serde_json::from_str(&manifest).unwrap();
    let offered = &manifest["contributes"]["configuration"]["properties"]["agentResponse.format"]["enum"];
    let known: Vec<_> = std::iter::once("auto").chain(known_formats().iter().map(|it| it.id)).collect();
    assert_eq!(*offered, Value::from(known));
}

#[test]
fn the_readme_names_each_format_and_its_page() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    for format in known_formats() {
        let link = format!("[{0}](src/formats/{0}.md)", format.id);
        assert!(readme.contains(&link) && readme.contains(&format!("`{}`", format.id)), "{}", format.id);
    }
}

/// The page of a format has its table of fields between two marks.
#[test]
fn emitted_tables_are_fresh() {
    let (begin, end) = ("<!-- fields -->\n", "<!-- /fields -->");
    for format in known_formats() {
        let path = root().join(format!("src/formats/{}.md", format.id));
        let text = fs::read_to_string(&path).expect("each format has a page");
        let (before, rest) = text.split_once(begin).expect("a mark before the table");
        let (_, after) = rest.split_once(end).expect("a mark behind the table");
        expect_file![path].assert_eq(&format!("{before}{begin}{}{end}{after}", emit::fields(format)));
    }
}

#[test]
fn every_field_has_a_row_and_a_description() {
    for format in formats() {
        let (table, schema) = (emit::fields(format), emit::schema(format));
        for field in format.fields {
            let cell = field.doc.replace('|', "\\|");
            let row = table.lines().find(|it| it.starts_with(&format!("| `{}` |", field.name))).expect(field.name);
            assert!(row.ends_with(&format!("| {cell} |")), "{row}");
            let schema: Value = serde_json::from_str(&schema).unwrap();
            assert_eq!(schema["properties"][field.name]["description"], field.doc, "{}", field.name);
        }
    }
}

/// The schema for editors must never cause a second finding: no keyword in it can fail, except in `if`, which only decides
/// what is shown.
#[test]
fn annotations_assert_nothing() {
    const SCHEMAS: &[&str] = &["then", "else", "items", "additionalProperties"];
    const SILENT: &[&str] = &[
        "$schema",
        "$id",
        "$ref",
        "title",
        "description",
        "examples",
        "defaultSnippets",
        "contentMediaType",
        "x-intellij-language-injection",
        "if",
    ];
    fn walk(schema: &Value, at: &str) {
        for (key, value) in schema.as_object().unwrap_or_else(|| panic!("{at} is no object")) {
            let at = format!("{at}/{key}");
            match key.as_str() {
                "properties" | "$defs" => {
                    value.as_object().unwrap().iter().for_each(|it| walk(it.1, &format!("{at}/{}", it.0)))
                }
                "allOf" => value.as_array().unwrap().iter().for_each(|it| walk(it, &at)),
                key if SCHEMAS.contains(&key) => walk(value, &at),
                key => assert!(SILENT.contains(&key), "{at}"),
            }
        }
    }
    for format in formats() {
        walk(&serde_json::from_str(&emit::annotations(format)).unwrap(), format.id);
    }
}

/// The table of keys in the documentation of the project file: `UPDATE_EXPECT=1 cargo test-emit` writes it.
#[test]
fn emitted_keys_of_the_project_file_are_fresh() {
    let path = root().join("docs/project-file.md");
    let text = fs::read_to_string(&path).unwrap();
    let (begin, end) = ("<!-- keys -->\n", "<!-- /keys -->");
    let (before, rest) = text.split_once(begin).expect("a mark before the table");
    let (_, after) = rest.split_once(end).expect("a mark after the table");
    let mut table = "| key | value | default | |\n|---|---|---|---|\n".to_owned();
    for key in KEYS {
        let name = match (key.table, key.name) {
            ("rules", _) => "a rule in `[rules]`".to_owned(),
            ("files", name) => format!("`{name}` in `[[files]]`"),
            (_, name) => format!("`{name}`"),
        };
        let absent = if key.absent.is_empty() { String::new() } else { format!("`{}`", key.absent) };
        table += &format!("| {name} | {} | {absent} | {} |\n", key.shape(), key.about);
    }
    expect_file![path].assert_eq(&format!("{before}{begin}{table}{end}{after}"));
}

/// The settings of the extension and the parser of the project file use the same words.
#[test]
fn settings_and_keys_of_the_project_file_have_the_same_words() {
    let settings = fs::read_to_string(root().join("vscode-extension/package.nls.json")).unwrap();
    let settings: Value = serde_json::from_str(&settings).unwrap();
    for name in ["profile", "payloads"] {
        let key = KEYS.iter().find(|it| it.name == name).unwrap();
        let about = |setting: &str| settings[setting].as_str().unwrap_or_default().to_owned();
        assert!(about(&format!("setting.{name}")).starts_with(key.about), "{name}");
        for word in key.words() {
            assert_eq!(about(&format!("setting.{name}.{}", word.name)), word.about, "{name}");
        }
    }
}
