//! Writes one JSON object per line: a text from the rule pages, options, and the library's results. The tests of the
//! npm package compare these with the package's results (`pkg-tests/test/corpus.test.mjs`).

use std::fs::{self, File};
use std::io::{BufWriter, Write, sink};
use std::path::Path;

use agent_response::severity::RuleGroup;
use agent_response::{Options, Profile, fix, unwrap, validate, validate_bytes};
use serde_json::{Value, json};

/// Without the variable, only one in this many texts on each page is tried, and nothing is kept.
const FEW: usize = 100;

/// Every report can be written; the variable `CORPUS` names the file.
#[test]
fn written() {
    let place = std::env::var_os("CORPUS");
    let step = if place.is_some() { 1 } else { FEW };
    let mut out: Box<dyn Write> = match place {
        Some(path) => Box::new(BufWriter::new(File::create(path).unwrap())),
        None => Box::new(sink()),
    };
    let mut n_texts = 0;
    for folder in ["src/rules", "src/formats", "tests/cases"] {
        for path in pages(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)) {
            let page = fs::read_to_string(&path).unwrap();
            for (idx, text) in blocks(&page).iter().enumerate().step_by(step) {
                let name = format!("{}#{}", path.file_name().unwrap().to_string_lossy(), idx + 1);
                // The package does not know these, either.
                let found = validate(text, &Options::default()).format.id;
                if found.and_then(agent_response::formats::by_id).is_some_and(|it| it.conversation.is_some()) {
                    continue;
                }
                for (shown, options) in &variants() {
                    writeln!(out, "{}", line(&name, text, shown, options)).unwrap();
                }
                n_texts += 1;
            }
        }
    }
    out.flush().unwrap();
    assert!(n_texts > 100, "{n_texts} texts");
}

fn line(name: &str, text: &str, shown: &Value, options: &Options) -> Value {
    json!({
        "name": name,
        "text": text,
        "options": shown,
        "report": validate(text, options),
        "bytes": validate_bytes(&[b"\xEF\xBB\xBF", text.as_bytes()].concat(), options),
        "fix": fix(text, options, false),
        "suggestions": fix(text, options, true),
        "unwrap": unwrap(text),
    })
}

/// Options as written in JavaScript, and the same in Rust.
fn variants() -> Vec<(Value, Options)> {
    let named = Options { file_name: Some(".agent-response.json".to_owned()), ..Options::default() };
    let now = "2026-01-01T00:00:00Z";
    let siblings = vec![(".agent-request.json".to_owned(), REQUEST.to_owned())];
    let mut all = vec![
        (json!({}), Options::default()),
        (json!({ "fileName": ".agent-response.json" }), named.clone()),
        (
            json!({ "fileName": "a/.agent-response-phase8.json", "profile": "strict", "now": now }),
            Options {
                file_name: Some("a/.agent-response-phase8.json".to_owned()),
                profile: Profile::Strict,
                now: Some(now.to_owned()),
                ..Options::default()
            },
        ),
        (
            json!({ "fileName": ".agent-response.json", "siblings": { ".agent-request.json": REQUEST } }),
            Options { siblings: Some(siblings), ..named },
        ),
        (json!({ "profile": "upstream" }), Options { profile: Profile::Upstream, ..Options::default() }),
    ];
    all.extend(agent_response::formats().iter().map(|it| {
        let options = Options { format: Some(it.id), ..Options::default() };
        (json!({ "format": it.id }), options)
    }));
    all
}

const REQUEST: &str = r#"{"request_id": "2f1c7a52-5d0b-4b3e-9a61-0c8d1e7f4a90", "version": "1.0", "phase": 8}"#;

fn pages(folder: &Path) -> Vec<std::path::PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut all: Vec<_> =
        entries.map(|it| it.unwrap().path()).filter(|it| it.extension().is_some_and(|it| it == "md")).collect();
    // The package does not know what models call.
    all.retain(|it| {
        let id = it.file_stem().unwrap().to_str().unwrap();
        agent_response::explain(id).is_none_or(|it| it.group != RuleGroup::Calls)
            && agent_response::formats::by_id(id).is_none_or(|it| it.conversation.is_none())
    });
    all.sort();
    all
}

/// The fenced blocks, without the lines that mark findings below the text.
fn blocks(page: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut open: Option<(&str, String)> = None;
    for line in page.lines() {
        let fence_end = line.len() - line.trim_start_matches('`').len();
        let fence = line.get(..fence_end).unwrap_or_default();
        match &mut open {
            None if fence_end >= 3 => open = Some((fence, String::new())),
            None => (),
            Some((start, text)) if fence == *start && line == fence => {
                out.push(std::mem::take(text));
                open = None;
            }
            Some((_, text)) if !line.trim_start().starts_with('^') => {
                text.push_str(line);
                text.push('\n');
            }
            Some(_) => (),
        }
    }
    out
}
