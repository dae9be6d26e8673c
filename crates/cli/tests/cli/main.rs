//! The command as a whole: the built binary over folders of its own.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod calls;
mod check;
mod config;
mod encodings;
mod exit;
mod explain;
mod fix;
mod fix_decoded;
mod folders;
mod formats;
mod helpers;
mod hints;
mod hook;
mod hook_calls;
#[cfg(unix)]
mod interactive;
mod json;
mod named_tools;
mod native;
mod ndjson;
mod readme;
mod run;
mod samples;
mod schemas;
mod tables;
mod terminal;
mod wrap;
mod wrap_delegator;
mod wrap_request;
