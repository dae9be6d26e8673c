//! What the keywords of JSON Schema take.

use crate::bind::{closest, same_word};
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

/// Misspelled keywords with more than one slip.
const MISSPELLED: &[(&str, &str)] = &[
    ("propertys", "properties"),
    ("property", "properties"),
    ("additionalProperty", "additionalProperties"),
    ("additionnalProperties", "additionalProperties"),
];

/// The keyword that is meant by a word which is none, and what it takes. In schemas of OpenAPI, words may be in snake case.
pub(super) fn misspelled(word: &str, is_open_api: bool) -> Option<(&'static str, Takes)> {
    let all = || KEYWORDS.iter().flat_map(|it| it.1.iter().copied());
    if wanted(word).is_some() || word == "type" {
        return None;
    }
    let known = MISSPELLED.iter().find(|it| it.0 == word).map(|it| it.1);
    let meant = known.or_else(|| closest(word, all())).filter(|it| !(is_open_api && same_word(word, it)))?;
    Some((meant, wanted(meant)?))
}

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

#[cfg(test)]
mod tests {
    use super::misspelled;

    #[test]
    fn keywords_with_a_slip() {
        let rows = [
            ("propertys", Some("properties")),
            ("desciption", Some("description")),
            ("Properties", Some("properties")),
            ("additional_properties", Some("additionalProperties")),
            ("maxLenght", Some("maxLength")),
            ("enums", Some("enum")),
            ("properties", None),
            ("type", None),
            ("default", None),
            ("examples", None),
            ("nullable", None),
            ("x-order", None),
        ];
        for (word, meant) in rows {
            assert_eq!(misspelled(word, false).map(|it| it.0), meant, "{word}");
        }
        assert!(misspelled("any_of", true).is_none());
        assert!(misspelled("propertys", true).is_some());
    }
}
