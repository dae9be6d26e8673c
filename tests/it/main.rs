//! One test binary: pages that run, laws over generated texts, other readers, tidiness.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

mod blocks;
mod catalogue;
mod differential;
mod json_laws;
mod json_texts;
mod linear;
mod mistakes;
mod oracle;
mod pages;
mod random;
mod single_faults;
mod specs;
mod laws;
mod tidy;
