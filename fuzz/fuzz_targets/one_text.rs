//! The laws that hold for any one text, checked on the texts that the fuzzer finds: `cargo +nightly fuzz run one_text`.

#![no_main]

#[allow(dead_code)] // The tests need more of these modules.
#[path = "../../tests/it/one_text.rs"]
mod one_text;

use agent_response::Options;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let options = Options { format: Some("agent-response"), ..Options::default() };
    one_text::assert_laws(text, &options);
});
