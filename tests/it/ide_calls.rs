//! What editors ask about calls of tools.

use std::sync::Arc;

use agent_response::{
    Options, Schema,
    ide::Opened,
    known_tools,
    schema::{Compiler, Known, KnownMember, PayloadSchema, SchemaCompiler, Violation},
};

/// Knows the properties that a schema names, and nothing else.
#[derive(Debug)]
struct Named(serde_json::Value);

impl PayloadSchema for Named {
    fn violations(&self, _: &str) -> Vec<Violation> {
        Vec::new()
    }

    fn known(&self, pointer: &str) -> Known {
        let text = |it: &serde_json::Value| it["description"].as_str().map(str::to_owned);
        let properties = self.0["properties"].as_object().unwrap();
        if let Some(name) = pointer.strip_prefix('/') {
            return properties
                .get(name)
                .map(|it| Known { description: text(it), ..Known::default() })
                .unwrap_or_default();
        }
        let member = |(name, it): (&String, _)| KnownMember {
            name: name.clone(),
            description: text(it),
            ..KnownMember::default()
        };
        Known { members: properties.iter().map(member).collect(), ..Known::default() }
    }
}

#[derive(Debug)]
struct OfProperties;

impl SchemaCompiler for OfProperties {
    fn compile(&self, schema: &str) -> Result<Schema, String> {
        Ok(Schema::new(Named(serde_json::from_str(schema).unwrap())))
    }
}

const TEXT: &str = r#"{"model": "m", "messages": [
  {"role": "user", "content": "High water?"},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_7", "type": "function", "function": {"name": "tide_table", "arguments": "{\"harbor\": \"Brevik\", }"}}]},
  {"role": "tool", "tool_call_id": "call_7", "content": "04:12"}],
 "tools": [
  {"type": "function", "function": {"name": "tide_table", "description": "High and *low* water", "parameters": {"type": "object",
    "properties": {"harbor": {"type": "string", "description": "Where the ship is"}, "days": {"type": "integer", "description": "How many"}}}}},
  {"type": "function", "function": {"name": "list_harbors", "description": "All of them", "parameters": {"type": "object", "properties": {}}}}]}"#;

fn opened() -> Opened {
    Opened::new(TEXT, Options { compiler: Some(Compiler::new(OfProperties)), ..Options::default() })
}

/// The same, and with the tools as an option instead of in the text.
fn both() -> [Opened; 2] {
    let compiler = Compiler::new(OfProperties);
    let tools = known_tools(TEXT, Some(compiler.clone())).map(Arc::new);
    let without = TEXT.split_once(",\n \"tools\"").unwrap().0.to_owned() + "}";
    [opened(), Opened::new(&*without, Options { compiler: Some(compiler), tools, ..Options::default() })]
}

/// The place after some words, where they are first.
fn after(words: &str) -> u32 {
    u32::try_from(TEXT.find(words).unwrap() + words.len()).unwrap()
}

#[test]
fn hover_says_what_a_tool_and_its_arguments_are_for() {
    for opened in both() {
        let hover = |words: &str| opened.file().hover(after(words)).unwrap();
        let tool = hover(r#"{"name": "tide_tab"#);
        assert!(tool.text.ends_with("`tide_table`: High and *low* water"), "{}", tool.text);
        assert!(tool.markdown.contains(r"High and \*low\* water"), "{}", tool.markdown);
        let argument = hover(r#"{\"harb"#);
        assert!(argument.text.contains("Where the ship is"), "{}", argument.text);
    }
}

#[test]
fn arguments_and_names_of_tools_are_completed() {
    for opened in both() {
        let labels = |words: &str| {
            let offered = opened.file().complete(after(words));
            offered.into_iter().map(|it| (it.label, it.documentation)).collect::<Vec<_>>()
        };
        let arguments = labels(r#"\"Brevik\", "#);
        assert_eq!(arguments, [("days".to_owned(), Some("How many".to_owned()))]);
        let names = labels(r#"{"name": "t"#);
        assert_eq!(
            names[..2],
            [
                ("tide_table".to_owned(), Some("High and *low* water".to_owned())),
                ("list_harbors".to_owned(), Some("All of them".to_owned()))
            ]
        );
    }
}

#[test]
fn definitions_lead_from_a_call_to_its_tool_and_from_a_result_to_its_call() {
    let opened = opened();
    let there = |at: u32| {
        let found = opened.file().definition(at);
        let text = |from: u32, to: u32| TEXT[from as usize..to as usize].to_owned();
        found.iter().map(|it| (it.place.bytes.from, text(it.place.bytes.from, it.place.bytes.to))).collect::<Vec<_>>()
    };
    let [call, tool] = [r#"{"name": "tide_table", "arguments"#, r#"{"name": "tide_table", "description"#]
        .map(|it| u32::try_from(TEXT.find(it).unwrap() + r#"{"name": "#.len()).unwrap());
    assert_eq!(there(call + 3), [(tool, "\"tide_table\"".to_owned())]);
    assert_eq!(there(tool + 3), [(call, "\"tide_table\"".to_owned())]);
    let [id, result] = [r#"{"id": "#, r#""tool_call_id": "#].map(after);
    assert_eq!(there(result + 2), [(id, "\"call_7\"".to_owned())]);
    assert_eq!(there(id + 2), [(result, "\"call_7\"".to_owned())]);
}
