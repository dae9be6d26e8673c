//! The language server as a process, and a client that checks every answer.

mod actions;
mod broken;
mod calls;
mod client;
mod diagnostics;
mod edits;
mod files;
mod questions;
mod schemas;
