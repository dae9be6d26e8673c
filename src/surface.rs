//! Where the library meets the world: the binding for JavaScript, the command.

#[cfg(any(all(feature = "cli", not(target_family = "wasm")), all(feature = "node", target_family = "wasm")))]
pub mod cli;
pub(crate) mod encoding;
#[cfg(all(feature = "cli", not(target_family = "wasm")))]
mod mcp;
#[cfg(all(feature = "editor", target_family = "wasm"))]
pub mod project;
#[cfg(all(feature = "wasm", target_family = "wasm"))]
pub mod wasm;
