//! The binding for JavaScript: the public functions with their types, written once. The package that
//! `wasm-pack build` makes of it works by itself; the npm package adds loading and recovery from a crash.
//!
//! Options come in through serde (`options.rs`, `value.rs`), and results leave through it (`wire.rs`). Texts and results
//! pass `fast.js`, which was measured in Node on the same core:
//!
//! - A text: wasm-bindgen's own `&str` copies ASCII character by character, which takes 100 µs for 100 KB; `encodeInto`
//!   takes 5 µs, into a buffer that is kept.
//! - A report: an object that is created from here costs one call for each of its fields. A file of 1 KB with ten findings
//!   then takes twice as long as with all numbers and texts passed at once, and three times as long as JSON text.

pub mod agent;
#[cfg(all(feature = "editor", feature = "tool-calls"))]
pub mod calls;
#[cfg(all(feature = "editor", feature = "tool-calls"))]
pub mod compiler;
pub mod fix;
#[cfg(feature = "editor")]
pub mod ide;
/// Without the questions of editors, nothing is kept for them.
#[cfg(not(feature = "editor"))]
mod ide {
    use wasm_bindgen::JsValue;

    pub(super) use crate::unwrap;
    use crate::{Options, report::Report};

    pub(super) fn validate(text: &str, options: &Options, write: impl Fn(&Report) -> JsValue) -> JsValue {
        write(&crate::validate(text, options))
    }

    pub(super) fn forget() {}
}
mod limits;
mod options;
pub mod payload;
pub mod places;
mod schema;
mod value;
mod wire;
mod words;

use std::cell::Cell;
use std::hint::black_box;

use js_sys::Array;
use serde::Serialize;
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};

use self::options::{refused, with_validate_options, wrap_options};
use self::value::Wrong;
use self::wire::{CallOutcome, Wire};
use crate::report::{FormatInfo, Report, RuleInfo};

/// As fast as the default allocator, with less than a quarter of its code.
#[cfg(not(target_feature = "atomics"))]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

#[wasm_bindgen(typescript_custom_section)]
const IDS: &str = include_str!("wasm/ids.d.ts");
/// What the tools cannot generate: overloaded functions.
#[wasm_bindgen(typescript_custom_section)]
const OVERLOADS: &str = include_str!("wasm/overloads.d.ts");

#[wasm_bindgen(module = "/src/wasm/fast.js")]
extern "C" {
    /// Writes a string as UTF-8, or bytes as they are, to the beginning of the buffer, unless the buffer `is_kept` and
    /// has the same string from the previous call. Returns the length; if it exceeds the buffer, nothing was written, and
    /// the next call must pass the same text with a buffer that is not kept.
    fn write(text: &JsValue, buffer: &mut [u8], is_kept: bool) -> usize;

    /// A payload that is parsed on demand.
    fn unwrapped(content: &str, kind: &str) -> JsValue;

    /// Remembers an intended error, so that a host can tell it from a crash.
    fn meant(error: JsValue) -> JsValue;
    /// The error about an argument, which is intended, with its code.
    fn refusal(message: &str, code: &str) -> JsValue;
    /// What was found instead of the expected value, worded for an error.
    fn found(value: &JsValue) -> String;
    #[wasm_bindgen(js_name = isBytes)]
    fn is_bytes(value: &JsValue) -> bool;
    /// A property of an object, unless every object has it; undefined where there is no object.
    #[wasm_bindgen(catch)]
    fn given(object: &JsValue, name: &str) -> Result<JsValue, JsValue>;
    /// The values of the options with these names, each read once; or a name that is not one of these; or undefined if
    /// the options are not an object.
    #[wasm_bindgen(catch)]
    fn members(options: &JsValue, names: &Array) -> Result<JsValue, JsValue>;
    /// The same, but null if they are those of the previous call, whose result is still there.
    #[wasm_bindgen(catch, js_name = membersUnlessSame)]
    fn members_unless_same(options: &JsValue, names: &Array, is_there: bool) -> Result<JsValue, JsValue>;
    /// The members of a plain object; undefined for anything else, such as an array or a `Map`.
    #[wasm_bindgen(catch)]
    fn entries(value: &JsValue) -> Result<Option<Array>, JsValue>;
}

#[wasm_bindgen(module = "/src/wasm/outcomes.js")]
extern "C" {
    /// The object that `wire.rs` wrote.
    #[wasm_bindgen(js_name = readOutcome)]
    fn read_outcome(numbers: &[u32], texts: &str) -> JsValue;
}

/// Checks a text, including JSON that is encoded in its strings. Never throws because of the text.
/// Bytes are the content of a file, whose encoding is checked, too.
#[wasm_bindgen(unchecked_return_type = "Report")]
pub fn validate(
    #[wasm_bindgen(unchecked_param_type = "string | Uint8Array")] text: &JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "ValidateOptions")] options: &JsValue,
) -> Result<JsValue, JsValue> {
    let is_text = text.is_string();
    if !is_text && !is_bytes(text) {
        return Err(wrong("text", Wrong::must("be a string or a Uint8Array"), text));
    }
    with_validate_options(options, |options| {
        // Questions about a text follow, but it is seldom validated twice, and a comparison of long texts takes time.
        with_buffer(text, false, |bytes| {
            let write = |report: &Report| outcome(&CallOutcome::Report(report));
            if is_text {
                return ide::validate(utf8(bytes), options, write);
            }
            ide::forget();
            write(&crate::validate_bytes(bytes, options))
        })
    })
}

/// Puts content, JSON or any text, into an envelope. An envelope is returned unchanged; one with mistakes is fixed without
/// guessing and completed from the options. A TypeError says what only its author can fix, or which option it
/// contradicts.
#[wasm_bindgen]
pub fn wrap(
    #[wasm_bindgen(unchecked_param_type = "string")] content: &JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "WrapOptions")] options: &JsValue,
) -> Result<String, JsValue> {
    is_string("content", content)?;
    let options = wrap_options(options)?;
    with_input(content, |bytes| crate::wrap(utf8(bytes), &options)).map_err(|it| refused(&it))
}

/// Does the same as `wrap` and also says what was done.
#[wasm_bindgen(unchecked_return_type = "Recovered")]
pub fn recover(
    #[wasm_bindgen(unchecked_param_type = "string")] text: &JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "WrapOptions")] options: &JsValue,
) -> Result<JsValue, JsValue> {
    is_string("text", text)?;
    let options = wrap_options(options)?;
    let recovered = with_input(text, |bytes| crate::recover(utf8(bytes), &options));
    let recovered = recovered.map_err(|it| refused(&it))?;
    Ok(outcome(&CallOutcome::Recovered(&recovered)))
}

/// The decoded payload of an envelope; null when the text is not an envelope with a string as its payload.
#[wasm_bindgen(skip_typescript)]
pub fn unwrap(text: &JsValue) -> Result<JsValue, JsValue> {
    is_string("text", text)?;
    let found = with_input(text, |bytes| ide::unwrap(utf8(bytes)));
    Ok(found.map_or(JsValue::NULL, |it| unwrapped(&it.content, it.kind)))
}

/// The rule with this code, or null.
#[wasm_bindgen(unchecked_return_type = "RuleInfo | null")]
pub fn explain(#[wasm_bindgen(unchecked_param_type = "string")] code: &JsValue) -> Result<JsValue, JsValue> {
    Ok(outcome(&CallOutcome::Rule(crate::explain(&string("code", code)?).map(RuleInfo::from))))
}

/// All rules.
#[wasm_bindgen(unchecked_return_type = "RuleInfo[]")]
pub fn rules() -> JsValue {
    outcome(&CallOutcome::Rules(crate::rules().iter().copied().map(RuleInfo::from).collect()))
}

/// All formats.
#[wasm_bindgen(unchecked_return_type = "FormatInfo[]")]
pub fn formats() -> JsValue {
    outcome(&CallOutcome::Formats(crate::known_formats().iter().copied().map(FormatInfo::from).collect()))
}

/// An argument that must be a string.
fn string(name: &str, value: &JsValue) -> Result<String, JsValue> {
    value.as_string().ok_or_else(|| wrong(name, Wrong::must("be a string"), value))
}

/// Whether an argument is a string, without a copy of it.
fn is_string(name: &str, value: &JsValue) -> Result<(), JsValue> {
    if value.is_string() { Ok(()) } else { Err(wrong(name, Wrong::must("be a string"), value)) }
}

/// The error about an argument that is `value`.
fn wrong(name: &str, error: Wrong, value: &JsValue) -> JsValue {
    error.about(value).under(name).into()
}

fn type_error(message: &str) -> JsValue {
    refusal(message, "invalid-argument")
}

thread_local! {
    /// Text from JavaScript, at the beginning; as large as the longest text so far.
    static INPUT: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
    static WIRE: Cell<Wire> = const { Cell::new(Wire::EMPTY) };
}

/// The smallest buffer for texts, in bytes.
const LEAST: usize = 16 << 10;
/// Checking a text takes this many times its length, but at most this many bytes are reserved: an instance that has
/// grown beyond twice that is discarded after the call.
const CHECKING: (usize, usize) = (8, 32 << 20);
/// The same for fixing: long texts usually have many findings.
const FIXING: (usize, usize) = (32, 128 << 20);

/// Runs something on the bytes of a text, which are those of the previous call if that had the same text.
fn with_input<T>(text: &JsValue, run: impl FnOnce(&[u8]) -> T) -> T {
    with_buffer(text, true, run)
}

/// The same; the text of the previous call is reused only if `may_be_same`. The buffer is taken out during the call, so
/// that nothing stays borrowed after a crash.
fn with_buffer<T>(text: &JsValue, may_be_same: bool, run: impl FnOnce(&[u8]) -> T) -> T {
    let mut buffer = INPUT.take();
    let is_kept = may_be_same && !buffer.is_empty();
    if buffer.is_empty() {
        reserve(LEAST, CHECKING);
        buffer.resize(LEAST, 0);
    }
    let mut len = write(text, &mut buffer, is_kept);
    if len > buffer.len() {
        drop(buffer);
        reserve(len, CHECKING);
        buffer = vec![0; len.next_multiple_of(LEAST)];
        len = write(text, &mut buffer, false);
    }
    let result = run(buffer.get(..len).unwrap_or_default());
    // A schema that calls the library, which is not allowed, leaves a buffer with another text, which JavaScript then
    // remembers.
    let inner = INPUT.take();
    INPUT.set(if inner.is_empty() { buffer } else { inner });
    result
}

/// Grows the memory once instead of in a hundred steps, because an engine collects all its garbage every few steps. Unused
/// memory costs nothing; if there is not enough, less may do.
fn reserve(length: usize, (n_times, most): (usize, usize)) {
    let mut room: Vec<u8> = Vec::new();
    let _ = room.try_reserve_exact(length.saturating_mul(n_times).min(most));
    // Without this, the compiler removes the allocation.
    black_box(&room);
}

/// JavaScript writes only UTF-8, so nothing is ever lost here.
fn utf8(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap_or_default()
}

/// The outcome for JavaScript.
fn outcome(value: &CallOutcome) -> JsValue {
    written(value, read_outcome)
}

/// The value that JavaScript reads from what is written.
fn written(value: &impl Serialize, read: fn(&[u32], &str) -> JsValue) -> JsValue {
    let mut wire = WIRE.take();
    wire.write(value);
    let object = read(&wire.numbers, &wire.texts);
    WIRE.set(wire);
    object
}
