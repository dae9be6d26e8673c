//! The findings of all files in the open folders, for clients that request them.

use std::{
    collections::{HashMap, HashSet},
    fs,
    path::{Path, PathBuf},
};

use gen_lsp_types::Uri;
use serde_json::{Value, json};

use super::{
    address,
    documents::{OpenDocument, Role},
    findings,
    lines::{LineStarts, PositionCounter},
    rpc::value,
    session::Session,
};
use crate::{config, load};

/// The answer to `workspace/diagnostic`.
pub(super) fn answer(session: &mut Session, params: &Value) -> Value {
    let before = params.get("previousResultIds").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let text = |it: &Value, key: &str| it.get(key).and_then(Value::as_str).map(str::to_owned);
    let mut before: HashMap<String, String> =
        before.iter().filter_map(|it| Some((text(it, "uri")?, text(it, "value")?))).collect();
    if !session.client.watches_files {
        session.checker.forget();
        session.known.clear();
    }
    let mut items = Vec::new();
    for FileFindings { uri, version, found } in found(session) {
        let name = findings::name_of(&found);
        let is_known = before.remove(&uri.0).as_deref() == Some(name.as_str());
        items.push(if is_known {
            json!({ "kind": "unchanged", "uri": uri, "version": version, "resultId": name })
        } else {
            json!({ "kind": "full", "uri": uri, "version": version, "resultId": name, "items": found })
        });
    }
    // A file that no longer exists has no findings.
    items.extend(before.into_keys().map(|uri| json!({ "kind": "full", "uri": uri, "version": null, "items": [] })));
    json!({ "items": items })
}

/// The findings of a file, as the client has them.
struct FileFindings {
    uri: Uri,
    /// That of an open document.
    version: Option<i32>,
    found: Value,
}

/// The findings of each file, the open ones first.
fn found(session: &mut Session) -> Vec<FileFindings> {
    let mut out = Vec::new();
    let mut open = HashSet::new();
    let addresses: Vec<String> = session.documents.iter().map(|it| it.uri.0.clone()).collect();
    for address in addresses {
        let checked = session.checked(&address);
        let Some(document) = session.documents.get(&address) else { continue };
        open.extend(document.path.clone());
        if let Some(checked) = checked {
            let found = value(session.diagnostics(document, checked.report()));
            out.push(FileFindings { uri: document.uri.clone(), version: document.version, found });
        }
    }
    let folders = session.client.folders.clone();
    let paths = session.checker.files(&folders);
    let there: HashSet<&PathBuf> = paths.iter().collect();
    session.known.retain(|path, _| there.contains(path));
    for path in paths.into_iter().filter(|it| !open.contains(it)) {
        let found = closed(session, &path);
        out.extend(found.map(|found| FileFindings { uri: address::uri(&path), version: None, found }));
    }
    for config in session.checker.faulty() {
        let path = config.folder().join(config::NAME);
        if !open.contains(&path) {
            let uri = address::uri(&path);
            let lines = LineStarts::of(&config.text);
            let mut places = PositionCounter::new(&config.text, &lines, session.client.encoding);
            let found = value(findings::diagnostics(&config.report, &uri, &mut places, &session.client));
            out.push(FileFindings { uri, version: None, found });
        }
    }
    out
}

/// The findings of a file that is not open; `None` if it is not an agent file or cannot be read.
fn closed(session: &mut Session, path: &Path) -> Option<Value> {
    let state = fs::metadata(path).and_then(|it| Ok((it.modified()?, it.len()))).ok();
    if let Some((_, found)) = session.known.get(path).filter(|it| it.0.is_some() && it.0 == state) {
        return Some(found.clone());
    }
    let text = load::decoded(&fs::read(path).ok()?).into_owned();
    let document = OpenDocument::of_file(path, text);
    let checked = session.checker.check(&document, Role::Checked, &session.documents)?;
    let found = value(session.diagnostics(&document, checked.report()));
    session.known.insert(path.to_owned(), (state, found.clone()));
    Some(found)
}
