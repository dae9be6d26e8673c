//! Markdown in lines that fit into a terminal: paragraphs are broken between words, and a table that is too wide becomes a
//! list. Code stays as it is.

use crate::fold::folded;

/// The text in lines of so many columns.
pub(super) fn reflowed(markdown: &str, columns: usize) -> String {
    let mut writer = Writer { columns, out: String::new(), block: Vec::new() };
    let mut open = 0;
    for line in markdown.lines() {
        let ticks = line.len() - line.trim_start_matches('`').len();
        let is_fence = if open == 0 { ticks > 2 } else { ticks >= open && ticks == line.len() };
        if is_fence || open > 0 || line.is_empty() || line.starts_with('#') {
            writer.end();
            writer.out += &format!("{line}\n");
        } else {
            if is_row(line) != writer.block.first().is_some_and(|it| is_row(it)) || marker(line) > 0 {
                writer.end();
            }
            writer.block.push(line);
        }
        if is_fence {
            open = if open == 0 { ticks } else { 0 };
        }
    }
    writer.end();
    writer.out
}

/// What was written, and the lines of the paragraph, item or table that follows.
struct Writer<'m> {
    columns: usize,
    out: String,
    block: Vec<&'m str>,
}

impl Writer<'_> {
    /// Writes the lines that belong together.
    fn end(&mut self) {
        let block = std::mem::take(&mut self.block);
        let Some(first) = block.first() else { return };
        self.out += &if block.iter().all(|it| it.chars().count() <= self.columns) {
            block.join("\n")
        } else if is_row(first) {
            listed(&block, self.columns)
        } else {
            let words: Vec<_> = block.iter().map(|it| it.trim()).collect();
            folded(&words.join(" "), marker(first), self.columns)
        };
        self.out.push('\n');
    }
}

fn is_row(line: &str) -> bool {
    line.starts_with('|')
}

/// The columns of the sign before an item of a list; 0 before other lines.
fn marker(line: &str) -> usize {
    let rest = line.trim_start_matches(|it: char| it.is_ascii_digit());
    let n_digits = line.len() - rest.len();
    match n_digits {
        0 if rest.starts_with("- ") => 2,
        1.. if rest.starts_with(". ") => n_digits + 2,
        _ => 0,
    }
}

/// A table as a list: each row begins with its first cell, and the others follow with the names of their columns.
fn listed(rows: &[&str], columns: usize) -> String {
    let names = rows.first().map(|it| cells(it)).unwrap_or_default();
    let item = |row: &&str| {
        let cells = cells(row);
        let mut lines = Vec::new();
        for (idx, (cell, name)) in cells.iter().zip(&names).enumerate().filter(|it| !it.1.0.is_empty()) {
            lines.push(match idx {
                0 => folded(cell, 2, columns),
                _ => folded(&format!("  {name}: {cell}"), 4, columns),
            });
        }
        lines.join("\n")
    };
    // The second row only separates the first one.
    rows.iter().skip(2).map(item).collect::<Vec<_>>().join("\n")
}

/// The cells of a row.
fn cells(row: &str) -> Vec<String> {
    let inner = row.trim().trim_start_matches('|').trim_end_matches('|');
    inner.replace("\\|", "\u{1}").split('|').map(|it| it.trim().replace('\u{1}', "|")).collect()
}

#[cfg(test)]
mod tests {
    use super::reflowed;

    #[test]
    fn what_fits_stays_as_it_is() {
        let text = "# A title that is long\n\none\ntwo\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```json\n[1, 2, 3, 4, 5, 6]\n```\n";
        assert_eq!(reflowed(text, 10), text);
    }

    #[test]
    fn words_of_a_paragraph_and_of_an_item_are_moved() {
        assert_eq!(
            reflowed("one two three\nfour\n- five six\n  seven\n1. a b c d\n", 9),
            "one two\nthree\nfour\n- five\n  six\n  seven\n1. a b c\n   d\n"
        );
    }

    #[test]
    fn a_wide_table_is_a_list() {
        let table =
            "| field | type | meaning |\n|---|---|---|\n| `a` | string \\| null | What it is. |\n| `b` |  | Two. |\n";
        assert_eq!(
            reflowed(table, 18),
            "`a`\n  type: string |\n    null\n  meaning: What it\n    is.\n`b`\n  meaning: Two.\n"
        );
    }
}
