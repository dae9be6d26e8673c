//! What is at an offset of the file, or of a document in it.

use js_sys::Array;
use serde::Deserialize;
use tsify::Tsify;
use wasm_bindgen::{JsCast, JsValue, prelude::wasm_bindgen};

use super::super::options::ValidateOptions;
use super::super::value::{self, Wrong};
use super::super::{string, wrong};
use super::{EditorAnswer, answer, byte, unknown, with_opened_and};
use crate::ide::{TOKEN_TYPES, View};
use crate::text::Utf16Index;

#[wasm_bindgen(module = "/src/wasm/fast.js")]
extern "C" {
    /// Copies of the numbers.
    #[wasm_bindgen(js_name = tokenArrays)]
    fn token_arrays(data: &[u32], offsets: &[u32]) -> JsValue;
}

/// The options of `validate`, and the document that a question is about.
#[derive(Tsify)]
#[allow(dead_code)] // A type for JavaScript; its parts are read one after the other.
pub(super) struct InsideOptions {
    #[serde(flatten)]
    validate: ValidateOptions,
    /// The pointer of a document in the text: offsets go in and come out as those of its decoded text, and what is
    /// inserted is encoded for it. By default they are those of the file.
    #[tsify(optional, type = "string | undefined")]
    inside: String,
}

/// Options of `format`.
#[derive(Tsify)]
#[allow(dead_code)] // A type for JavaScript; its parts are read one after the other.
pub(super) struct FormatOptions {
    #[serde(flatten)]
    inside: InsideOptions,
    /// The indentation of each level: a number of spaces, or the whitespace itself; 2 by default.
    #[tsify(optional, type = "number | string | undefined")]
    indent: Indent,
}

/// Semantic tokens, in the order of the text.
#[wasm_bindgen(typescript_custom_section)]
const TOKENS: &str = r#"
/** Semantic tokens, in the order of the text. Types are numbers of the list that `tokenTypes` returns. */
export interface Tokens {
    /** Five numbers for each, as in LSP: lines and characters since the previous token, length, type, no modifiers. */
    data: Uint32Array;
    /** Three numbers for each: its UTF-16 offsets, and its type. */
    offsets: Uint32Array;
}
"#;

/// What is known about the text at an offset: the field with its type, its description and who reads it, a section, what
/// an escape means, and the rules of the findings there. Null if nothing is known.
#[wasm_bindgen(unchecked_return_type = "Hover | null")]
pub fn hover(
    #[wasm_bindgen(unchecked_param_type = "string")] text: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "number")] offset: &JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "InsideOptions")] options: &JsValue,
) -> Result<JsValue, JsValue> {
    with_view(text, options, &mut |view| {
        let found = view.hover(byte(&mut Utf16Index::new(view.text()), "offset", offset)?);
        Ok(answer(&EditorAnswer::Hover(found)))
    })
}

/// What can be inserted at an offset, in display order: missing members, the required ones first, values, names of
/// sections, the id in the request. Texts are encoded for their depth.
#[wasm_bindgen(unchecked_return_type = "Completion[]")]
pub fn complete(
    #[wasm_bindgen(unchecked_param_type = "string")] text: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "number")] offset: &JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "InsideOptions")] options: &JsValue,
) -> Result<JsValue, JsValue> {
    with_view(text, options, &mut |view| {
        let found = view.complete(byte(&mut Utf16Index::new(view.text()), "offset", offset)?);
        Ok(answer(&EditorAnswer::Completions(found)))
    })
}

/// The outline through all levels, with the headings of Markdown; at most 5,000 entries.
#[wasm_bindgen(unchecked_return_type = "DocumentSymbol[]")]
pub fn symbols(
    #[wasm_bindgen(unchecked_param_type = "string")] text: &JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "InsideOptions")] options: &JsValue,
) -> Result<JsValue, JsValue> {
    with_view(text, options, &mut |view| {
        let found = view.symbols();
        Ok(answer(&EditorAnswer::Symbols(found)))
    })
}

/// Where the name or id at an offset is defined or referred to: the name of a section and its text, the id of a task and
/// its entries, the id of the request and the request file.
#[wasm_bindgen(unchecked_return_type = "Definition[]")]
pub fn definition(
    #[wasm_bindgen(unchecked_param_type = "string")] text: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "number")] offset: &JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "InsideOptions")] options: &JsValue,
) -> Result<JsValue, JsValue> {
    with_view(text, options, &mut |view| {
        let found = view.definition(byte(&mut Utf16Index::new(view.text()), "offset", offset)?);
        Ok(answer(&EditorAnswer::Definitions(found)))
    })
}

/// What can be folded: objects, arrays and the text under headings, even within one line.
#[wasm_bindgen(unchecked_return_type = "Fold[]")]
pub fn folding(
    #[wasm_bindgen(unchecked_param_type = "string")] text: &JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "InsideOptions")] options: &JsValue,
) -> Result<JsValue, JsValue> {
    with_view(text, options, &mut |view| {
        let found = view.folding();
        Ok(answer(&EditorAnswer::Folds(found)))
    })
}

/// For each offset, the ranges around it, innermost first.
#[wasm_bindgen(js_name = selectionRanges, unchecked_return_type = "Place[][]")]
pub fn selection_ranges(
    #[wasm_bindgen(unchecked_param_type = "string")] text: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "readonly number[]")] offsets: &JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "InsideOptions")] options: &JsValue,
) -> Result<JsValue, JsValue> {
    let list = offsets.dyn_ref::<Array>();
    let list = list.ok_or_else(|| wrong("offsets", Wrong::must("be an array of offsets"), offsets))?;
    with_view(text, options, &mut |view| {
        let mut index = Utf16Index::new(view.text());
        let mut all = Vec::with_capacity(list.length() as usize);
        for (idx, offset) in list.iter().enumerate() {
            all.push(byte(&mut index, &format!("offsets[{idx}]"), &offset)?);
        }
        let found = view.selection_ranges(&all);
        Ok(answer(&EditorAnswer::Selections(found)))
    })
}

/// The types of tokens, by their numbers.
#[wasm_bindgen(js_name = tokenTypes, unchecked_return_type = "string[]")]
pub fn token_types() -> JsValue {
    answer(&EditorAnswer::TokenTypes(TOKEN_TYPES.to_vec()))
}

/// Semantic tokens: for the file, those of the encoded documents; for a document inside it, all of its own.
#[wasm_bindgen(unchecked_return_type = "Tokens")]
pub fn tokens(
    #[wasm_bindgen(unchecked_param_type = "string")] text: &JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "InsideOptions")] options: &JsValue,
) -> Result<JsValue, JsValue> {
    with_view(text, options, &mut |view| {
        let found = view.tokens();
        Ok(token_arrays(&found.data, &found.offsets))
    })
}

/// Edits that indent the JSON of a document; the pointer `""` is the file. Numbers, the order of keys and texts stay as
/// they are. There are none if a strict parser rejects the JSON. The edits are those of the file, or of the document `inside`.
#[wasm_bindgen(unchecked_return_type = "TextEdit[]")]
pub fn format(
    #[wasm_bindgen(unchecked_param_type = "string")] text: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "string")] pointer: &JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "FormatOptions")] options: &JsValue,
) -> Result<JsValue, JsValue> {
    let pointer = string("pointer", pointer)?;
    with_view_and(text, options, &["inside", "indent"], Some(&pointer), &mut |view| {
        let indent = value::read_one::<Indent>(options, "indent")?.unwrap_or_default().0;
        let edits = view.format(&pointer, &indent).map_err(|_| unknown(&pointer))?;
        Ok(answer(&EditorAnswer::Edits(edits)))
    })
}

/// The indentation of a level.
struct Indent(String);

impl Default for Indent {
    fn default() -> Self {
        Self("  ".to_owned())
    }
}

impl<'de> Deserialize<'de> for Indent {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Blanks;
        impl serde::de::Visitor<'_> for Blanks {
            type Value = Indent;

            fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
                f.write_str("a number of spaces up to 16, or blanks")
            }

            fn visit_f64<E: serde::de::Error>(self, n: f64) -> Result<Indent, E> {
                let is_count = n.fract() == 0.0 && (0.0..=16.0).contains(&n);
                if is_count {
                    Ok(Indent(" ".repeat(n as usize)))
                } else {
                    Err(E::invalid_value(serde::de::Unexpected::Unit, &self))
                }
            }

            fn visit_str<E: serde::de::Error>(self, blanks: &str) -> Result<Indent, E> {
                let is_blank = blanks.len() <= 16 && blanks.bytes().all(|it| matches!(it, b' ' | b'\t'));
                if is_blank {
                    Ok(Indent(blanks.to_owned()))
                } else {
                    Err(E::invalid_value(serde::de::Unexpected::Unit, &self))
                }
            }
        }
        from.deserialize_any(Blanks)
    }
}

/// A question about the file or a document, and its answer.
type ViewQuestion<'q> = &'q mut dyn FnMut(View) -> Result<JsValue, JsValue>;

/// Runs a question on the file, or on the document that the options name.
fn with_view(text: &JsValue, options: &JsValue, run: ViewQuestion) -> Result<JsValue, JsValue> {
    with_view_and(text, options, &["inside"], None, run)
}

fn with_view_and(
    text: &JsValue,
    options: &JsValue,
    others: &'static [&'static str],
    pointer: Option<&str>,
    run: ViewQuestion,
) -> Result<JsValue, JsValue> {
    with_opened_and(text, options, others, &mut |opened| {
        let inside = value::read_one::<String>(options, "inside")?.unwrap_or_default();
        if let Some(pointer) = pointer {
            opened.include(pointer);
        }
        opened.include(&inside);
        let must = || Wrong::must("be the pointer of a document in the text");
        run(opened.inside(&inside).ok_or_else(|| wrong("options.inside", must(), &(&*inside).into()))?)
    })
}
