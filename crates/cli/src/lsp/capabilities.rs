//! The server's capabilities.

use serde_json::{Value, json};

use super::{actions, client::Client, commands, shapes};
use agent_response::formats;

/// The answer to `initialize`.
pub(super) fn of(client: &Client) -> Value {
    // The findings of a response depend on its request, and on the files it names.
    let pull = json!({ "identifier": "agent-response", "interFileDependencies": true, "workspaceDiagnostics": true });
    let capabilities = json!({
        "positionEncoding": client.encoding.name(),
        "textDocumentSync": { "openClose": true, "change": 2, "save": { "includeText": false } },
        "diagnosticProvider": if client.pulls { Some(pull) } else { None },
        "codeActionProvider": {
            "codeActionKinds": [actions::QUICK_FIX, actions::FIX_ALL, actions::REWRITE],
            "resolveProvider": client.resolves_edits,
        },
        "hoverProvider": true,
        // Characters that begin a key or a value; in JSON inside a string, the quotes are escaped.
        "completionProvider": { "triggerCharacters": ["\"", "{", "[", ",", ":"], "resolveProvider": false },
        "definitionProvider": true,
        "documentSymbolProvider": true,
        "foldingRangeProvider": true,
        "selectionRangeProvider": true,
        "semanticTokensProvider": {
            "legend": { "tokenTypes": shapes::token_types(), "tokenModifiers": [] },
            "full": true,
        },
        "documentFormattingProvider": true,
        "executeCommandProvider": { "commands": commands::NAMES },
        "workspace": { "workspaceFolders": { "supported": true, "changeNotifications": true } },
    });
    let server = json!({ "name": "agent-response", "version": env!("CARGO_PKG_VERSION") });
    json!({ "capabilities": capabilities, "serverInfo": server })
}

/// The files whose changes matter: those that texts are compared with, and those that configure the checks.
pub(super) fn watchers() -> Value {
    let names = formats().iter().flat_map(|it| it.files).chain(&["agent-response.toml", "*.schema.json"]);
    let watchers: Vec<_> = names.map(|it| json!({ "globPattern": format!("**/{it}") })).collect();
    let options = json!({ "watchers": watchers });
    json!({ "registrations": [{
        "id": "files", "method": "workspace/didChangeWatchedFiles", "registerOptions": options,
    }] })
}
