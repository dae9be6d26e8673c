//! Good files made from a seed: Markdown full of quotes, brackets and code, in every layout that writers choose.

use serde_json::{Map, Value, json};

use super::good::File;
use crate::random::Random;

const N_FILES: usize = 12;

/// The code between the prose: text that looks like JSON, and escapes that make it hard.
const CODE: &[&str] = &[
    "```python\nCONFIG = {\"name\": \"x\", 'other': None, \"list\": [1, 2,], \"url\": \"https://a.b/c?d=e&f\"}  # \"trailing\"\ndef f(a=\"b\"): return {\"k\": True, **CONFIG}\n```",
    "```csharp\n[Fact(DisplayName = \"works\")]\npublic void M() { var d = new Dictionary<string, int> { [\"a\"] = 1 }; // \"note\"\n    Log($\"{name}: {value}\", 'c', null); /* \"c\" */\n}\n```",
    "```json\n{\"status\": \"success\", \"items\": [\"a\", \"b\"], \"n\": null}\n```",
    "```ts\nconst a = {key: \"value\", other: 'single', n: 1}; // done\nimport { x } from \"./y\";\n```",
    "```bash\ncurl -H \"Content-Type: application/json\" -d '{\"a\": \"b\"}' https://x.y # post\n```",
    "```regex\n^\"([^\"\\\\]|\\\\.)*\"$\n```",
    "C:\\dev\\new\\table.json and \\\\server\\share",
    "| key | value |\n|---|---|\n| `\"a\"` | \"b\", 'c' |",
];

const WORDS: &str = "Use the repository pattern for every endpoint and return the error shape to the middleware; \
                     never call \"save\" twice, it's slow (see \"notes\")";

/// A heading in the boundaries section, the sign of its rules, and the rules.
const BOUNDARIES: &[(&str, &str, &[&str])] = &[
    (
        "ALWAYS",
        "✅",
        &[
            "Use \"strict\" mode",
            "Quote \"keys\": and \"values\", like \"a\": \"b\"",
            "Return early",
            "Log {id} and [tag]",
            "Keep it small",
        ],
    ),
    (
        "NEVER",
        "❌",
        &["Never write \"TODO\"", "Never use 'eval'", "Never nest } or ]", "Never log secrets", "Never guess"],
    ),
    ("ASK", "⚠️", &["13\" screens: Ask if they matter", "Schema changes", "New dependencies"]),
];

const SECTIONS: &[&str] = &["related_templates", "examples", "best_practices", "boundaries"];

/// A dozen responses, each with a different payload or layout.
pub(crate) fn made(seed: u64) -> Vec<File> {
    let mut random = Random::new(seed);
    (0..N_FILES).filter_map(|idx| file(&mut random, idx)).collect()
}

fn file(random: &mut Random, idx: usize) -> Option<File> {
    let payload = payload(random, idx % 3 == 2);
    let payload = match idx % 4 {
        0 => serde_json::to_string_pretty(&payload).unwrap(),
        1 => payload.to_string(),
        // As Python writes it; this also changes texts, which does no harm.
        _ => payload.to_string().replace("\":", "\": ").replace(",\"", ", \""),
    };
    serde_json::from_str::<Value>(&payload).ok()?;
    let metadata = if idx % 2 == 1 { json!({"agent_name": "enhancer", "tokens": [1, 2.5, -300]}) } else { json!({}) };
    let envelope = json!({
        "request_id": "32ecfadc-2b66-4daa-a7c0-a03c449fcea5",
        "version": "1.0",
        "status": "success",
        "response": payload,
        "error_message": null,
        "error_type": null,
        "created_at": "2025-11-24T14:22:45.123456+00:00",
        "duration_seconds": format!("{idx}.5").parse::<serde_json::Number>().unwrap(),
        "metadata": metadata,
    });
    let is_on_one_line = idx % 5 == 4;
    let text = if is_on_one_line {
        envelope.to_string()
    } else {
        format!("{}\n", serde_json::to_string_pretty(&envelope).unwrap())
    };
    Some(File { name: ".agent-response-phase8.json".to_owned(), origin: format!("made-{idx}"), text })
}

fn payload(random: &mut Random, has_metadata: bool) -> Value {
    let sections = &SECTIONS[random.below(3)..];
    let mut payload = Map::new();
    payload.insert("sections".to_owned(), json!(sections));
    for name in sections {
        let text = if *name == "boundaries" { boundaries(random) } else { section(random, name) };
        payload.insert((*name).to_owned(), Value::String(text));
    }
    if has_metadata {
        let metadata = json!({
            "stack": ["dotnet"],
            "phase": "implementation",
            "capabilities": ["a b", "c"],
            "keywords": ["x", "y", "z"],
        });
        payload.insert("frontmatter_metadata".to_owned(), metadata);
    }
    Value::Object(payload)
}

fn section(random: &mut Random, name: &str) -> String {
    let title = name.replace('_', " ");
    let (intro, code) = (prose(random, 20), random.one_of(CODE));
    let (item, last) = (prose(random, 6), prose(random, 5));
    format!("## {title}\n\n{intro}\n\n{code}\n\n- \"quoted\" item: {item}\n- {last} 😀 “curly”\n")
}

fn boundaries(random: &mut Random) -> String {
    let mut out = "## Boundaries\n".to_owned();
    for (heading, mark, rules) in BOUNDARIES {
        out.push_str(&format!("\n### {heading}\n"));
        for rule in *rules {
            out.push_str(&format!("- {mark} {rule} ({})\n", prose(random, 4)));
        }
    }
    out
}

fn prose(random: &mut Random, n_words: usize) -> String {
    let words: Vec<&str> = WORDS.split(' ').collect();
    (0..n_words).map(|_| *random.one_of(&words)).collect::<Vec<_>>().join(" ")
}
