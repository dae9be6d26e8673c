//! Checks columns of responses in hosts without JavaScript: a WebAssembly file without imports, with functions that C could
//! have. `docs/scale.md` describes them for those who call them.
//!
//! Modules in reading order: the memory that a host and this crate share, options, rows, and the two shapes in which rows
//! come: columns of Arrow, and blocks of ClickHouse. `exports` gives them their names in the file.

pub mod memory;

mod clock;
pub mod options;

mod rows;

pub mod clickhouse;
pub mod column;

#[cfg(target_family = "wasm")]
mod exports;
