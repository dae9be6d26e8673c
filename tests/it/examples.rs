//! The pages of the project and the checked blocks in them.

use std::path::PathBuf;

use agent_response::Options;

use crate::blocks::{Page, Piece, options};

pub(crate) fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The pages in a folder.
pub(crate) fn files(folder: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join(folder)).unwrap();
    let mut out: Vec<PathBuf> =
        entries.map(|it| it.unwrap().path()).filter(|it| it.extension().is_some_and(|it| it == "md")).collect();
    // `PAGES=pair UPDATE_EXPECT=1 cargo test-core pages` runs and writes only some.
    if let Ok(part) = std::env::var("PAGES") {
        out.retain(|it| it.to_str().is_some_and(|it| it.contains(&part)));
    }
    out.sort();
    out
}

/// Every checked block of every page, with its options.
pub(crate) fn examples() -> Vec<(String, Options)> {
    let mut out = Vec::new();
    for path in files("src/rules").into_iter().chain(files("tests/cases")) {
        let page = Page::read(&std::fs::read_to_string(path).unwrap());
        let mut above = Vec::new();
        for piece in &page.pieces {
            let Piece::Block(block) = piece else { continue };
            if block.has("other") {
                continue;
            }
            if block.is_checked() {
                let mut options = options(block, &above);
                options.now.get_or_insert_with(|| "2025-12-01T00:00:00+00:00".to_owned());
                out.push((String::from_utf8_lossy(&block.bytes()).into_owned(), options));
                above.clear();
            } else if !block.has("plain") && !block.has("fixed") && !block.has("suggested") {
                above.push(block.clone());
            }
        }
    }
    assert!(out.len() > 200, "only {} examples", out.len());
    out
}
