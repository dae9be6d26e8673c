//! Where the library meets the world: the binding for JavaScript, the command.

#[cfg(feature = "cli")]
pub mod cli;
pub(crate) mod encoding;
#[cfg(any(feature = "wasm", test))]
pub(crate) mod options;
#[cfg(feature = "wasm")]
pub mod wasm;
#[cfg(feature = "wasm")]
mod wire;
