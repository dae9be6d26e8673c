//! Lines and columns as people count them: from one, in characters.

/// Walks forward through a text and counts; a step costs only its distance.
#[derive(Default)]
pub(crate) struct ColumnCounter {
    line_start: usize,
    seen: usize,
    column: usize,
}

/// Where a line starts, and the column within it, from zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CharPlace {
    pub(super) line_start: usize,
    pub(crate) column: usize,
}

impl ColumnCounter {
    /// The place of a byte offset, always in the same text.
    pub(crate) fn at(&mut self, text: &str, offset: usize) -> CharPlace {
        let offset = text.floor_char_boundary(offset);
        if offset < self.seen {
            let before = text.get(..offset).unwrap_or_default();
            self.line_start = before.rfind(['\n', '\r']).map_or(0, |it| it + 1);
            (self.seen, self.column) = (self.line_start, 0);
        }
        let step = text.get(self.seen..offset).unwrap_or_default();
        let last_line = match step.rfind(['\n', '\r']) {
            Some(at) => {
                self.line_start = self.seen + at + 1;
                self.column = 0;
                step.get(at + 1..).unwrap_or_default()
            }
            None => step,
        };
        self.column += last_line.chars().count();
        self.seen = offset;
        CharPlace { line_start: self.line_start, column: self.column }
    }
}

#[cfg(test)]
mod tests {
    use super::{CharPlace, ColumnCounter};

    #[test]
    fn columns_count_characters_forwards_and_backwards() {
        let text = "ab\n✅😀c\r\nlast";
        let mut places = ColumnCounter::default();
        let mut at = |offset| {
            let CharPlace { line_start, column } = places.at(text, offset);
            (line_start, column)
        };
        assert_eq!(at(0), (0, 0));
        assert_eq!(at(10), (3, 2));
        assert_eq!(at(7), (3, 1), "inside a character counts as before it");
        assert_eq!(at(1), (0, 1));
        assert_eq!(at(text.len()), (13, 4));
        assert_eq!(at(1_000), (13, 4));
    }
}
