//! Messages to the hook: `cargo +nightly fuzz run hook`.

#![no_main]

use agent_response_cli::fuzzing;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| fuzzing::hook(bytes));
