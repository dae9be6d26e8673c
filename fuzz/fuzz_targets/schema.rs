//! JSON Schemas and payloads: `cargo +nightly fuzz run schema`.

#![no_main]

use agent_response_cli::fuzzing;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| fuzzing::schema(bytes));
