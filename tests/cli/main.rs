//! The command as a whole: the built binary over folders of its own.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod check;
mod config;
mod encodings;
mod exit;
mod explain;
mod fix;
mod folders;
mod formats;
mod helpers;
mod hook;
#[cfg(target_os = "linux")]
mod hostile;
mod json;
mod lsp;
mod payload_schema;
mod readme;
mod run;
mod samples;
mod terminal;
mod wrap;
