//! One test binary: pages that run, laws over generated texts, other readers, tidiness.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

mod agent;
mod behavior;
mod blocks;
#[cfg(feature = "tool-calls")]
mod calls;
mod catalogue;
mod chosen;
#[cfg(feature = "serde")]
mod corpus;
mod detects;
mod differential;
mod encodings;
mod examples;
mod fixes;
#[cfg(feature = "tool-calls")]
mod given_tools;
mod habit_rates;
#[path = "../habits/mod.rs"]
mod habits;
mod ide;
#[cfg(feature = "serde")]
mod ide_answers;
#[cfg(feature = "tool-calls")]
mod ide_calls;
mod ide_questions;
#[cfg(feature = "tool-calls")]
mod joined_lines;
mod json_laws;
mod json_texts;
mod laws;
mod ledger;
mod linear;
mod mistakes;
mod mutated_texts;
#[path = "../mutations/mod.rs"]
mod mutations;
mod near_misses;
mod nothing_lost;
mod odd_json;
mod one_text;
mod oracle;
mod pages;
mod payload_schema;
mod random;
mod record_lines;
mod recover;
mod recover_laws;
mod reported;
mod single_faults;
mod slip_rates;
#[path = "../slips/mod.rs"]
mod slips;
mod specs;
mod stepwise;
mod tidy;
mod timeouts;
mod wrap_delegator;
