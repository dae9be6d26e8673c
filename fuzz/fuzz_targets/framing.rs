//! Messages to the language server, as bytes: `cargo +nightly fuzz run framing`.

#![no_main]

use agent_response_cli::fuzzing;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| fuzzing::framing(bytes));
