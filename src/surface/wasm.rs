//! The binding for JavaScript. Every function takes and gives whole numbers only: text comes in through a buffer
//! that lives here and that JavaScript writes into, results go out as `wire.rs` describes.
//! `npm/src/instance.ts` is the one caller; people meet the functions that the npm package builds on these.

use std::cell::RefCell;

use wasm_bindgen::prelude::wasm_bindgen;

use super::{
    options::{named, read_options, read_wrap_options},
    wire::{self, Wire},
};
use crate::report::{DetectedFormat, Report};
use crate::{Options, WrapError, WrapOptions};

/// As fast as the allocator that comes with the compiler, at less than a quarter of its code.
#[cfg(all(target_family = "wasm", not(target_feature = "atomics")))]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

/// What is kept between calls.
struct State {
    /// Text from JavaScript; grows to the largest text seen and stays.
    input: Vec<u8>,
    wire: Wire,
    /// The options of `validate` and `fix`, until `configure` changes them.
    options: Options,
    /// The format that JavaScript was told last.
    format: Option<DetectedFormat>,
}

thread_local! {
    static STATE: RefCell<State> = const {
        RefCell::new(State { input: Vec::new(), wire: Wire::EMPTY, options: Options::DEFAULT, format: None })
    };
}

/// Makes room for `len` bytes of text, keeping what is there; the result is the address to write to.
#[wasm_bindgen]
pub fn reserve(len: usize) -> *mut u8 {
    with_state(|it| {
        if it.input.len() < len {
            it.input.reserve_exact(len - it.input.len());
            it.input.resize(len, 0);
        }
        it.input.as_mut_ptr()
    })
}

/// Takes the options of the calls to come, JSON in the buffer. Zero, or a message that tells what is wrong with them.
#[wasm_bindgen]
pub fn configure(len: usize) -> *const u32 {
    with_state(|State { input, wire, options, .. }| match read_options(text(input, 0, len)) {
        Ok(read) => {
            *options = read;
            std::ptr::null()
        }
        Err(message) => one_text(wire, &message),
    })
}

/// Checks the text in the buffer. Zero when there is no finding and the format is the one told last, otherwise a report.
#[wasm_bindgen]
pub fn validate(len: usize) -> *const u32 {
    with_state(|it| {
        let report = crate::validate(text(&it.input, 0, len), &it.options);
        tell(it, report)
    })
}

/// The same for the bytes of a file, whose encoding is in question too.
#[wasm_bindgen]
pub fn validate_bytes(len: usize) -> *const u32 {
    with_state(|it| {
        let report = crate::validate_bytes(it.input.get(..len).unwrap_or_default(), &it.options);
        tell(it, report)
    })
}

fn tell(State { wire, format, .. }: &mut State, report: Report) -> *const u32 {
    if report.valid && report.diagnostics.is_empty() && format.as_ref() == Some(&report.format) {
        return std::ptr::null();
    }
    wire.clear();
    wire::report(wire, &report);
    *format = Some(report.format);
    wire.finish()
}

/// Repairs the text in the buffer.
#[wasm_bindgen]
pub fn fix(len: usize, suggestions: bool) -> *const u32 {
    with_state(|State { input, wire, options, .. }| {
        wire.clear();
        wire::fix_result(wire, &crate::fix(text(input, 0, len), options, suggestions));
        wire.finish()
    })
}

/// Puts a content into an envelope. The buffer holds the content and the options behind it.
#[wasm_bindgen]
pub fn wrap(content_len: usize, options_len: usize) -> *const u32 {
    enveloped((content_len, options_len), |wire, content, options| {
        crate::wrap(content, options).map(|it| {
            wire.number(1);
            wire.text(&it);
        })
    })
}

/// Does the same, and says what was done.
#[wasm_bindgen]
pub fn recover(content_len: usize, options_len: usize) -> *const u32 {
    enveloped((content_len, options_len), |wire, content, options| {
        crate::recover(content, options).map(|it| {
            wire.number(1);
            wire::recovered(wire, &it);
        })
    })
}

/// Zero and a message, or what `run` writes.
fn enveloped(
    (content_len, options_len): (usize, usize),
    run: impl FnOnce(&mut Wire, &str, &WrapOptions) -> Result<(), WrapError>,
) -> *const u32 {
    with_state(|State { input, wire, .. }| {
        wire.clear();
        let options = read_wrap_options(text(input, content_len, options_len));
        let done = options.and_then(|it| run(wire, text(input, 0, content_len), &it).map_err(|it| named(&it)));
        if let Err(message) = done {
            wire.number(0);
            wire.text(&message);
        }
        wire.finish()
    })
}

/// Takes the payload out of an envelope.
#[wasm_bindgen]
pub fn unwrap(len: usize) -> *const u32 {
    with_state(|State { input, wire, .. }| {
        wire.clear();
        wire.option(crate::unwrap(text(input, 0, len)), wire::unwrapped);
        wire.finish()
    })
}

/// Finds the place of a pointer. The buffer holds the text and the pointer behind it.
#[wasm_bindgen]
pub fn locate(text_len: usize, pointer_len: usize) -> *const u32 {
    with_state(|State { input, wire, .. }| {
        wire.clear();
        let place = crate::locate(text(input, 0, text_len), text(input, text_len, pointer_len));
        wire.option(place, wire::location);
        wire.finish()
    })
}

/// The rules: id, severity, summary.
#[wasm_bindgen]
pub fn rules() -> *const u32 {
    with_state(|State { wire, .. }| {
        wire.clear();
        wire.list(crate::rules(), |wire, rule| {
            wire.text(rule.id);
            wire.number(wire::severity(rule.severity));
            wire.text(rule.summary);
        });
        wire.finish()
    })
}

/// The formats: id, title, version, names of the files.
#[wasm_bindgen]
pub fn formats() -> *const u32 {
    with_state(|State { wire, .. }| {
        wire.clear();
        wire.list(crate::formats(), |wire, format| {
            wire.text(format.id);
            wire.text(format.title);
            wire.text(format.version);
            wire.list(format.files, |wire, it| wire.text(it));
        });
        wire.finish()
    })
}

fn with_state<T>(run: impl FnOnce(&mut State) -> T) -> T {
    STATE.with(|it| run(&mut it.borrow_mut()))
}

/// A stretch of the buffer as text. JavaScript writes UTF-8 only, so nothing is ever lost here.
fn text(input: &[u8], from: usize, len: usize) -> &str {
    let bytes = input.get(from..from.saturating_add(len)).unwrap_or_default();
    std::str::from_utf8(bytes).unwrap_or_default()
}

fn one_text(wire: &mut Wire, text: &str) -> *const u32 {
    wire.clear();
    wire.text(text);
    wire.finish()
}
