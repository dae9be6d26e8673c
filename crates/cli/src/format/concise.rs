//! One line for each finding, as compilers print it.

use super::{File, OutputFormat, OutputWriter, Readers, place::ColumnCounter};
use crate::{output::style_of, readers, visible::visible};

pub(crate) const FORMAT: OutputFormat = OutputFormat {
    name: "concise",
    help: "For people and tools: one line per finding",
    readers: Readers::People,
    has_readings: true,
    writer: OutputWriter::Files(file),
    ..OutputFormat::OF_SERVICE
};

/// The findings of a file.
fn file(file: &File) -> String {
    let mut places = ColumnCounter::default();
    let line = |finding: &agent_response::report::Diagnostic| {
        let column = places.at(file.text, finding.bytes.from as usize).column + 1;
        let line = finding.range.start.line + 1;
        let severity =
            file.look.paint(style_of(finding.severity), format!("{}[{}]", finding.severity.name(), finding.code));
        format!("{}:{line}:{column}: {severity}: {}\n", visible(file.path), visible(&finding.message))
    };
    file.findings().map(line).collect::<String>() + &readers::lines(file.path, file.asides.readings, file.look)
}
