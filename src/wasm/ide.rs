//! Editors' questions, for JavaScript. The text that was validated or queried last is kept with everything that was
//! found in it, so that a question about it does not parse it again.

pub mod ask;
pub mod readers;

use std::cell::Cell;

use agent_response_readers::Reading;
use serde::Serialize;
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};

use super::options::{ValidateOptions, is_last};
use super::places::{Row, refused};
use super::value::{self, Wrong};
use super::{is_string, string, utf8, with_input, written, wrong};
use crate::Options;
use crate::ide::{
    Completion, Definition, DocumentSymbol, Fold, Hover, InnerDocument, InnerOffset, Opened, Place, Validated,
};
#[cfg(feature = "tool-calls")]
use crate::report::ReceivedCall;
use crate::report::{Report, TextEdit, Unwrapped};
use crate::text::Utf16Index;
use crate::wrap::unwrap_file;

#[wasm_bindgen(module = "/src/wasm/answers.js")]
extern "C" {
    /// The answer that `wire.rs` wrote.
    #[wasm_bindgen(js_name = readAnswer)]
    fn read_answer(numbers: &[u32], texts: &str) -> JsValue;
}

/// What editors are answered, as `answers.js` reads it.
#[derive(Serialize)]
pub(super) enum EditorAnswer {
    Documents(Vec<InnerDocument>),
    Document(Option<InnerDocument>),
    Edits(Vec<TextEdit>),
    Place(Place),
    Offsets(Vec<InnerOffset>),
    Hover(Option<Hover>),
    Completions(Vec<Completion>),
    Symbols(Vec<DocumentSymbol>),
    Definitions(Vec<Definition>),
    Folds(Vec<Fold>),
    Selections(Vec<Vec<Place>>),
    TokenTypes(Vec<&'static str>),
    Readings(Vec<Reading>),
    #[cfg(feature = "tool-calls")]
    Received(ReceivedCall),
}

/// What is known about the text of the previous call.
enum Kept {
    /// It was validated, with the options that `options.rs` keeps.
    Validated(Validated),
    /// It was queried.
    Opened(Opened),
}

thread_local! {
    /// The text of the previous question or validation, unless that has crashed.
    static KEPT: Cell<Option<Kept>> = const { Cell::new(None) };
}

/// A text with more bytes is not kept.
const MOST_KEPT: usize = 4 << 20;

/// Checks a text and keeps it, since questions usually follow.
pub(super) fn validate(text: &str, options: &Options, write: impl Fn(&Report) -> JsValue) -> JsValue {
    forget();
    if text.len() > MOST_KEPT || options.timeout.is_some() {
        return write(&crate::validate(text, options));
    }
    let validated = Validated::new(text, options);
    let object = write(validated.report());
    KEPT.set(Some(Kept::Validated(validated)));
    object
}

/// Does the same as `unwrap` without reading a text again that was just validated.
pub(super) fn unwrap(text: &str) -> Option<Unwrapped> {
    let kept = KEPT.take();
    let file = match &kept {
        Some(Kept::Validated(it)) if it.text() == text => it.file(),
        _ => None,
    };
    let found = file.map_or_else(|| crate::unwrap(text), unwrap_file);
    KEPT.set(kept);
    found
}

/// Returns what was kept.
pub(super) fn forget() {
    drop(KEPT.take());
}

/// The documents in a text at any depth, in its order, outer before inner: payloads, their sections, payloads in payloads,
/// JSON in other strings. The file itself is not among them.
#[wasm_bindgen(unchecked_return_type = "InnerDocument[]")]
pub fn documents(
    #[wasm_bindgen(unchecked_param_type = "string")] text: &JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "ValidateOptions")] options: &JsValue,
) -> Result<JsValue, JsValue> {
    with_opened(text, options, &mut |opened| Ok(answer(&EditorAnswer::Documents(opened.documents()))))
}

/// The document at a pointer, even one that `documents` does not list: any string can be one. Null if there is nothing
/// that could be a document.
#[wasm_bindgen(unchecked_return_type = "InnerDocument | null")]
pub fn document(
    #[wasm_bindgen(unchecked_param_type = "string")] text: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "string")] pointer: &JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "ValidateOptions")] options: &JsValue,
) -> Result<JsValue, JsValue> {
    let pointer = string("pointer", pointer)?;
    with_opened(text, options, &mut |opened| {
        opened.include(&pointer);
        Ok(answer(&EditorAnswer::Document(opened.document(&pointer))))
    })
}

/// Turns edits of a document into the smallest edits of the file, in ascending order. Offsets are those of the document's
/// decoded text. The edits are in any order and do not overlap; the pointer `""` is the file. Decoding the edited file gives
/// the edited document, and nothing else changes. A TypeError names an unknown pointer, an edit outside the document and
/// edits that overlap; its code is `not-editable` if the text around the document is too broken for a certain edit.
#[wasm_bindgen(unchecked_return_type = "TextEdit[]")]
pub fn edit(
    #[wasm_bindgen(unchecked_param_type = "string")] text: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "string")] pointer: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "readonly InnerEdit[]")] edits: &JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "ValidateOptions")] options: &JsValue,
) -> Result<JsValue, JsValue> {
    let pointer = string("pointer", pointer)?;
    let row = Row::read(edits)?;
    with_opened(text, options, &mut |opened| {
        opened.include(&pointer);
        let inside = opened.text_of(&pointer).ok_or_else(|| unknown(&pointer))?;
        let edits = row.edits(inside).map_err(|it| refused(&it))?;
        let edits = opened.edit(&pointer, &edits).map_err(|it| refused(&it))?;
        Ok(answer(&EditorAnswer::Edits(edits)))
    })
}

/// The place in the file of a range of a document.
#[wasm_bindgen(js_name = toFile, unchecked_return_type = "Place")]
pub fn to_file(
    #[wasm_bindgen(unchecked_param_type = "string")] text: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "string")] pointer: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "number")] from: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "number")] to: &JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "ValidateOptions")] options: &JsValue,
) -> Result<JsValue, JsValue> {
    let pointer = string("pointer", pointer)?;
    with_opened(text, options, &mut |opened| {
        opened.include(&pointer);
        let mut index = Utf16Index::new(opened.text_of(&pointer).ok_or_else(|| unknown(&pointer))?);
        let (start, end) = (byte(&mut index, "from", from)?, byte(&mut index, "to", to)?);
        let place = opened.to_file(&pointer, start, end);
        let place = place.ok_or_else(|| wrong("to", Wrong::must("not be less than from"), to))?;
        Ok(answer(&EditorAnswer::Place(place)))
    })
}

/// Every document that contains an offset of the file, outermost first, with the offset in it. Both ends count.
#[wasm_bindgen(js_name = toInner, unchecked_return_type = "InnerOffset[]")]
pub fn to_inner(
    #[wasm_bindgen(unchecked_param_type = "string")] text: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "number")] offset: &JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "ValidateOptions")] options: &JsValue,
) -> Result<JsValue, JsValue> {
    with_opened(text, options, &mut |opened| {
        let at = byte(&mut Utf16Index::new(opened.text()), "offset", offset)?;
        Ok(answer(&EditorAnswer::Offsets(opened.to_inner(at))))
    })
}

/// A question and its answer. Not generic: each kind would contain its own copy of the code that reads the options.
type Question<'q> = &'q mut dyn FnMut(&mut Opened) -> Result<JsValue, JsValue>;

/// Runs a question on a text.
fn with_opened(text: &JsValue, options: &JsValue, run: Question) -> Result<JsValue, JsValue> {
    with_opened_and(text, options, &[], run)
}

/// The same with other options; the text is read again unless the previous call had the same text and options.
fn with_opened_and(
    text: &JsValue,
    options: &JsValue,
    others: &'static [&'static str],
    run: Question,
) -> Result<JsValue, JsValue> {
    is_string("text", text)?;
    let options = options_of(options, others)?;
    let mut opened = with_input(text, |bytes| match KEPT.take() {
        Some(Kept::Opened(it)) if it.text().as_bytes() == bytes && *it.options() == options => it,
        Some(Kept::Validated(it)) if it.text().as_bytes() == bytes && is_last(&options) => it.open(options),
        _ => Opened::new(utf8(bytes), options),
    });
    let result = run(&mut opened);
    // The next question must not see the options of this one.
    opened.exclude();
    KEPT.set(Some(opened).filter(|it| it.text().len() <= MOST_KEPT).map(Kept::Opened));
    result
}

/// The options of `validate`; `others` have been read, or will be.
#[inline(never)] // Its code would be there twice.
fn options_of(options: &JsValue, others: &'static [&'static str]) -> Result<Options, JsValue> {
    Ok(value::read::<ValidateOptions>(options, others)?.into())
}

pub(super) fn answer(value: &EditorAnswer) -> JsValue {
    written(value, read_answer)
}

/// The byte at an offset that was passed as an argument.
fn byte(index: &mut Utf16Index, name: &str, offset: &JsValue) -> Result<u32, JsValue> {
    let whole = offset.as_f64().filter(|it| it.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(it));
    let byte = whole.and_then(|it| index.byte(it as u32));
    byte.ok_or_else(|| wrong(name, Wrong::must("be an offset within the text, between whole characters"), offset))
}

fn unknown(pointer: &str) -> JsValue {
    wrong("pointer", Wrong::must("be that of a document in the text"), &pointer.into())
}
