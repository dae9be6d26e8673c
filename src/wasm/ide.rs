//! Editors' questions, for JavaScript. The text that was validated or queried last is kept with everything that was
//! found in it, so that a question about it does not parse it again.

pub mod ask;
mod write;

use std::cell::Cell;

use js_sys::{Array, Reflect, Uint32Array};
use serde::Deserialize;
use tsify::Tsify;
use wasm_bindgen::{JsCast, JsValue, prelude::wasm_bindgen};

use self::write::Answer;
use super::options::{ValidateOptions, is_last};
use super::value::{self, Wrong};
use super::wire::{self, Wire};
use super::{is_string, string, type_error, utf8, with_input, written, wrong};
use crate::Options;
use crate::ide::{EditError, InnerEdit, Opened, Validated, apply_edits as apply};
use crate::report::Report;
use crate::text::Utf16Index;

#[wasm_bindgen(module = "/src/wasm/fast.js")]
extern "C" {
    /// The answer that `write.rs` wrote, which begins with its kind.
    #[wasm_bindgen(js_name = readAnswer)]
    fn read_answer(numbers: &[u32], texts: &str) -> JsValue;
    /// The offsets of edits and the lengths of their texts, and all texts as one; or what is wrong with them.
    #[wasm_bindgen(js_name = editRow)]
    fn edit_row(edits: &JsValue) -> JsValue;
}

/// Options of `locateAll`.
#[derive(Default, Deserialize, Tsify)]
#[serde(default)]
pub(super) struct LocateOptions {
    /// The places of the keys rather than of the values, where the value is a member of an object.
    #[tsify(type = "boolean | undefined")]
    key: bool,
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
    with_opened(text, options, &mut |opened| {
        Ok(answer(Answer::Documents, &|wire| wire.list(&opened.documents(), write::document)))
    })
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
        Ok(answer(Answer::Document, &|wire| wire.option(opened.document(&pointer).as_ref(), write::document)))
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
        Ok(answer(Answer::Edits, &|wire| wire.list(&edits, wire::edit)))
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
        Ok(answer(Answer::Place, &|wire| write::place(wire, &place)))
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
        Ok(answer(Answer::InnerOffsets, &|wire| wire.list(&opened.to_inner(at), write::inner_offset)))
    })
}

/// A text with edits applied, in any order; a TypeError names an edit that is out of range or overlaps another.
#[wasm_bindgen(js_name = applyEdits)]
pub fn apply_edits(
    #[wasm_bindgen(unchecked_param_type = "string")] text: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "readonly InnerEdit[]")] edits: &JsValue,
) -> Result<String, JsValue> {
    is_string("text", text)?;
    let row = Row::read(edits)?;
    with_input(text, |bytes| {
        let text = utf8(bytes);
        row.edits(text).and_then(|it| apply(text, &it)).map_err(|it| refused(&it))
    })
}

/// The places of RFC 6901 pointers, null where there is no value. The text is parsed only once.
#[wasm_bindgen(js_name = locateAll, unchecked_return_type = "(Location | null)[]")]
pub fn locate_all(
    #[wasm_bindgen(unchecked_param_type = "string")] text: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "readonly string[]")] pointers: &JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "LocateOptions")] options: &JsValue,
) -> Result<JsValue, JsValue> {
    is_string("text", text)?;
    let LocateOptions { key } = value::read(options, &[])?;
    let list = pointers.dyn_ref::<Array>();
    let list = list.ok_or_else(|| wrong("pointers", Wrong::must("be an array of strings"), pointers))?;
    let mut all = Vec::with_capacity(list.length() as usize);
    for (idx, pointer) in list.iter().enumerate() {
        all.push(string(&format!("pointers[{idx}]"), &pointer)?);
    }
    let all: Vec<&str> = all.iter().map(|it| &**it).collect();
    Ok(with_input(text, |bytes| {
        let found = crate::locate_all(utf8(bytes), &all, key);
        answer(Answer::Locations, &|wire| wire.list(&found, |wire, it| wire.option(it.as_ref(), write::location)))
    }))
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
    let options: Options = value::read::<ValidateOptions>(options, others)?.into();
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

fn answer(kind: Answer, write: &dyn Fn(&mut Wire)) -> JsValue {
    let all = |wire: &mut Wire| {
        wire.number(kind as u32);
        write(wire);
    };
    written(all, read_answer)
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

fn refused(error: &EditError) -> JsValue {
    let thrown = type_error(&error.to_string());
    if let EditError::Uncertain(_) = error {
        // An error is an object, so this cannot fail.
        let _ = Reflect::set(&thrown, &"code".into(), &"not-editable".into());
    }
    thrown
}

/// Edits as JavaScript has them, in UTF-16 code units.
struct Row {
    /// For each edit, its two offsets and the length of its text.
    numbers: Vec<u32>,
    texts: String,
}

impl Row {
    fn read(edits: &JsValue) -> Result<Self, JsValue> {
        let row = edit_row(edits);
        let Some(row) = row.dyn_ref::<Array>() else {
            return Err(type_error(&row.as_string().unwrap_or_default()));
        };
        let numbers = row.get(0).dyn_ref::<Uint32Array>().map(Uint32Array::to_vec);
        // Not `with_input`: the buffer keeps the text that is edited.
        let texts = row.get(1).as_string();
        Ok(Self { numbers: numbers.unwrap_or_default(), texts: texts.unwrap_or_default() })
    }

    /// The edits in byte offsets of a text.
    fn edits(&self, text: &str) -> Result<Vec<InnerEdit>, EditError> {
        let (mut places, mut pieces) = (Utf16Index::new(text), Utf16Index::new(&self.texts));
        let mut out = Vec::with_capacity(self.numbers.len() / 3);
        let (mut utf16, mut start) = (0, 0);
        for (idx, edit) in self.numbers.as_chunks().0.iter().enumerate() {
            let [from, to, len] = *edit;
            utf16 += len;
            let end = pieces.byte(utf16).map_or(start, |it| it as usize);
            let text = self.texts.get(start..end).unwrap_or_default().to_owned();
            start = end;
            let (from, to) = (places.byte(from), places.byte(to));
            let (Some(from), Some(to)) = (from, to) else { return Err(EditError::Outside(idx)) };
            out.push(InnerEdit { from, to, text });
        }
        Ok(out)
    }
}
