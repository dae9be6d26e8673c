//! The rows of a chunk as bytes, where they lie. Strings of another program are only believed to be UTF-8 once that was checked.

use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, GenericBinaryArray, GenericStringArray, LargeBinaryArray,
    OffsetSizeTrait, cast::AsArray,
};
use arrow_buffer::NullBuffer;
use arrow_schema::DataType;

/// The rows of a chunk.
pub(super) struct Rows {
    values: Values,
    are_texts: bool,
    /// For a chunk with a dictionary, which of the values each row is.
    keys: Option<Keys>,
}

enum Values {
    Small(BinaryArray),
    Large(LargeBinaryArray),
    Views(BinaryViewArray),
}

struct Keys {
    values: Vec<usize>,
    nulls: Option<NullBuffer>,
}

impl Rows {
    /// `None` for an array of something else.
    pub(super) fn new(array: &ArrayRef) -> Option<Self> {
        if let Some(dictionary) = array.as_any_dictionary_opt() {
            let is_empty = dictionary.values().is_empty(); // then all rows are null
            let values = if is_empty { vec![0; dictionary.len()] } else { dictionary.normalized_keys() };
            let keys = Keys { values, nulls: array.nulls().cloned() };
            return Self::new(dictionary.values())
                .filter(|it| it.keys.is_none())
                .map(|it| Self { keys: Some(keys), ..it });
        }
        let (values, are_texts) = match array.data_type() {
            DataType::Utf8 => (Values::Small(bytes(array.as_string::<i32>())), true),
            DataType::LargeUtf8 => (Values::Large(bytes(array.as_string::<i64>())), true),
            DataType::Utf8View => (Values::Views(array.as_string_view().clone().to_binary_view()), true),
            DataType::Binary => (Values::Small(array.as_binary().clone()), false),
            DataType::LargeBinary => (Values::Large(array.as_binary().clone()), false),
            DataType::BinaryView => (Values::Views(array.as_binary_view().clone()), false),
            _ => return None,
        };
        Some(Self { values, are_texts, keys: None })
    }

    pub(super) fn len(&self) -> usize {
        self.keys.as_ref().map_or_else(|| self.values.len(), |it| it.values.len())
    }

    /// Whether the rows are strings, which have no encoding of their own.
    pub(super) fn are_texts(&self) -> bool {
        self.are_texts
    }

    /// The bytes of a row, `None` if it is null.
    pub(super) fn get(&self, row: usize) -> Option<&[u8]> {
        let Some(keys) = &self.keys else { return self.values.get(row) };
        let is_null = keys.nulls.as_ref().is_some_and(|it| it.is_null(row));
        keys.values.get(row).filter(|_| !is_null).and_then(|it| self.values.get(*it))
    }
}

impl Values {
    fn len(&self) -> usize {
        match self {
            Self::Small(it) => it.len(),
            Self::Large(it) => it.len(),
            Self::Views(it) => it.len(),
        }
    }

    fn get(&self, idx: usize) -> Option<&[u8]> {
        match self {
            _ if idx >= self.len() => None,
            Self::Small(it) => it.is_valid(idx).then(|| it.value(idx)),
            Self::Large(it) => it.is_valid(idx).then(|| it.value(idx)),
            Self::Views(it) => it.is_valid(idx).then(|| it.value(idx)),
        }
    }
}

/// The same buffers, whose content is not believed to be UTF-8.
fn bytes<O: OffsetSizeTrait>(texts: &GenericStringArray<O>) -> GenericBinaryArray<O> {
    // Its offset may be that of a place in the array that it was cut out of, which it does not have.
    if texts.is_empty() {
        return GenericBinaryArray::new_null(0);
    }
    let (offsets, values, nulls) = texts.clone().into_parts();
    GenericBinaryArray::new(offsets, values, nulls)
}
