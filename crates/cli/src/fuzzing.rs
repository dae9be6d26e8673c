//! What reads bytes that somebody else controls, for the fuzzers in `fuzz/`: each function must end, and not panic, whatever it
//! is given. The test gives them the corpora, which have a file for each kind of input.

use std::str::from_utf8;

use agent_response_project::{hover, read};

use crate::{hook::is_message, lsp::count_messages, schema::compare};

/// What a client of the language server sends.
pub fn framing(bytes: &[u8]) {
    let n_messages = count_messages(bytes);
    assert!(n_messages <= bytes.len(), "{n_messages} messages in {} bytes", bytes.len());
}

/// What a coding assistant sends to a hook.
pub fn hook(bytes: &[u8]) {
    is_message(bytes);
}

/// A project file.
pub fn project(bytes: &[u8]) {
    let Ok(text) = from_utf8(bytes) else { return };
    for finding in read(text).findings {
        let marked = text.get(finding.bytes.from as usize..finding.bytes.to as usize);
        assert!(marked.is_some(), "{finding:?}");
    }
    for (at, _) in text.char_indices().take(200) {
        let _ = hover(text, at);
    }
}

/// A JSON Schema on the first line, and the payload that is compared with it.
pub fn schema(bytes: &[u8]) {
    let end = bytes.iter().position(|it| *it == b'\n').unwrap_or(bytes.len());
    let (schema, payload) = bytes.split_at(end);
    let Ok(payload) = from_utf8(payload) else { return };
    if let Ok(violations) = compare(schema, payload) {
        assert!(violations.len() <= 10_000, "{} violations", violations.len());
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    #[test]
    fn the_corpora_hold() {
        let corpora = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus");
        for (name, target) in [
            ("framing", super::framing as fn(&[u8])),
            ("hook", super::hook),
            ("project", super::project),
            ("schema", super::schema),
        ] {
            let files: Vec<_> = fs::read_dir(corpora.join(name)).unwrap().collect();
            assert!(files.len() >= 3, "{name}: {} files", files.len());
            for file in files {
                target(&fs::read(file.unwrap().path()).unwrap());
            }
        }
    }
}
