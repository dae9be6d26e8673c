//! One line for each finding, as compilers print it.

use super::{File, place::ColumnCounter};
use crate::{output::style_of, visible::visible};

/// The findings of a file.
pub(crate) fn file(file: &File) -> String {
    let mut places = ColumnCounter::default();
    let line = |finding: &agent_response::report::Diagnostic| {
        let column = places.at(file.text, finding.bytes.from as usize).column + 1;
        let line = finding.range.start.line + 1;
        let severity =
            file.look.paint(style_of(finding.severity), format!("{}[{}]", finding.severity.name(), finding.code));
        format!("{}:{line}:{column}: {severity}: {}\n", visible(file.path), visible(&finding.message))
    };
    file.findings().map(line).collect()
}
