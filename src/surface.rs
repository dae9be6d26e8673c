//! Where the library meets the world: the report, the binding for JavaScript, the command.

#[cfg(feature = "cli")]
pub mod cli;
pub(crate) mod encoding;
#[cfg(any(feature = "wasm", test))]
pub(crate) mod options;
pub mod report;
pub(crate) mod resolve;
#[cfg(feature = "wasm")]
pub mod wasm;
#[cfg(feature = "wasm")]
mod wire;
