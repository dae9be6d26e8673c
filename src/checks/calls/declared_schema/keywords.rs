//! What the keywords of JSON Schema take.

use crate::diagnostic::shown;
use crate::document::Document;
use crate::json::{Kind, NodeId, is_sound};
use crate::query::number;

/// What a keyword takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Takes {
    Object,
    Array,
    /// An object, true or false.
    Schema,
    Text,
    Flag,
    Number,
    /// A whole number from 0.
    Count,
}

#[rustfmt::skip] // One row per kind.
const KEYWORDS: &[(Takes, &[&str])] = &[
    (Takes::Object, &["properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependentRequired"]),
    (Takes::Array,  &["required", "enum", "anyOf", "oneOf", "allOf", "prefixItems"]),
    (Takes::Schema, &["items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames"]),
    (Takes::Text,   &["$ref", "$id", "$schema", "title", "description", "format", "pattern"]),
    (Takes::Flag,   &["uniqueItems"]),
    (Takes::Number, &["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]),
    (Takes::Count,  &["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"]),
];

/// What a keyword takes, if it takes values of one kind.
pub(super) fn wanted(word: &str) -> Option<Takes> {
    KEYWORDS.iter().find(|it| it.1.contains(&word)).map(|it| it.0)
}

impl Takes {
    /// Whether schemas of every kind agree on it.
    pub(super) fn is_structure(self) -> bool {
        matches!(self, Self::Object | Self::Array | Self::Schema)
    }

    /// Whether a value is what it says.
    pub(super) fn is(self, document: &Document, value: NodeId) -> bool {
        let kind = document.tree.kind(value);
        match self {
            Self::Object => kind == Kind::Object,
            Self::Array => kind == Kind::Array,
            Self::Schema => matches!(kind, Kind::Object | Kind::True | Kind::False),
            Self::Text => kind == Kind::String,
            Self::Flag => matches!(kind, Kind::True | Kind::False),
            Self::Number => kind == Kind::Number,
            Self::Count => {
                let count = number(document.tree.span(value).of(&document.text));
                kind == Kind::Number && count >= 0.0 && count.fract() == 0.0
            }
        }
    }

    /// The same in a message.
    pub(super) fn in_words(self) -> &'static str {
        match self {
            Self::Object => "an object",
            Self::Array => "an array",
            Self::Schema => "an object, `true` or `false`",
            Self::Text => "a string",
            Self::Flag => "`true` or `false`",
            Self::Number => "a number",
            Self::Count => "a whole number from 0",
        }
    }
}

/// The JSON that was probably meant by a value of another type.
pub(super) fn meant(wanted: Takes, document: &Document, value: NodeId) -> Option<String> {
    let (tree, text) = (&document.tree, &*document.text);
    let (kind, raw) = (tree.kind(value), tree.span(value).of(text));
    let is_empty = tree.children(value).next().is_none() && tree.members(value).next().is_none();
    let says = || tree.text(text, value).trim().to_ascii_lowercase();
    match (wanted, kind) {
        // Languages without a difference between empty lists and objects.
        (Takes::Object, Kind::Array) if is_empty => Some("{}".to_owned()),
        (Takes::Array, Kind::Object) if is_empty => Some("[]".to_owned()),
        (Takes::Array, Kind::String | Kind::Object) => Some(format!("[{raw}]")),
        (Takes::Schema | Takes::Flag, Kind::String) => Some(says()).filter(|it| matches!(&**it, "true" | "false")),
        (Takes::Number | Takes::Count, Kind::String) => {
            let is_number = |it: &String| it.starts_with(|it: char| it.is_ascii_digit() || it == '-') && is_sound(it);
            Some(says()).filter(is_number)
        }
        _ => None,
    }
}

/// The name of a schema that is that of a property.
pub(super) fn name_of_property(document: &Document, node: NodeId) -> Option<String> {
    let pointer = document.tree.pointer(&document.text, node);
    let (around, name) = pointer.rsplit_once('/')?;
    around.ends_with("/properties").then(|| shown(name))
}
