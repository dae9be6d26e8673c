//! One line for each finding, as compilers print it.

use super::{File, place::Places};
use crate::surface::cli::{output::style_of, visible::visible};

/// The findings of a file.
pub(in crate::surface::cli) fn file(file: &File) -> String {
    let mut places = Places::default();
    let line = |it: &crate::report::Diagnostic| {
        let column = places.at(file.text, it.bytes.from as usize).column + 1;
        let line = it.range.start.line + 1;
        let severity = file.look.paint(style_of(it.severity), format!("{}[{}]", it.severity.name(), it.code));
        format!("{}:{line}:{column}: {severity}: {}\n", visible(file.path), visible(&it.message))
    };
    file.findings().map(line).collect()
}
