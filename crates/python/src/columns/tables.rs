//! The columns of the result. Texts have offsets of 64 bits: the messages about a column may be longer than 2 GiB.

use std::sync::Arc;

use agent_response::Severity;
use arrow_array::{
    ArrayRef, RecordBatch,
    builder::{BooleanBuilder, Int32Builder, Int64Builder, LargeStringBuilder},
};
use arrow_schema::ArrowError;

use super::{
    SEVERITIES,
    check::{CheckedRow, RowFinding},
};

pub(super) enum Table {
    Findings(Box<FindingsTable>),
    Rows(Box<RowsTable>),
}

#[derive(Default)]
pub(super) struct FindingsTable {
    n_rows: i64,
    row: Int64Builder,
    code: LargeStringBuilder,
    severity: LargeStringBuilder,
    message: LargeStringBuilder,
    pointer: LargeStringBuilder,
    line: Int32Builder,
    column: Int32Builder,
}

#[derive(Default)]
pub(super) struct RowsTable {
    ok: BooleanBuilder,
    counts: [Int32Builder; 4],
    code: LargeStringBuilder,
    format: LargeStringBuilder,
}

impl Table {
    pub(super) fn new(is_summary: bool) -> Self {
        if is_summary { Self::Rows(Box::default()) } else { Self::Findings(Box::default()) }
    }

    /// Adds the next row; `None` is a row that is null.
    pub(super) fn add(&mut self, row: Option<CheckedRow>) {
        match self {
            Self::Findings(table) => {
                row.iter().flat_map(|it| &it.findings).for_each(|it| table.add(it));
                table.n_rows += 1;
            }
            Self::Rows(table) => table.add(row.as_ref()),
        }
    }

    pub(super) fn finish(self) -> Result<RecordBatch, ArrowError> {
        match self {
            Self::Findings(table) => table.finish(),
            Self::Rows(table) => table.finish(),
        }
    }
}

impl FindingsTable {
    fn add(&mut self, finding: &RowFinding) {
        self.row.append_value(self.n_rows);
        self.code.append_value(finding.code);
        self.severity.append_value(finding.severity.name());
        self.message.append_value(&finding.message);
        self.pointer.append_value(&finding.pointer);
        self.line.append_value(finding.line);
        self.column.append_value(finding.column);
    }

    fn finish(mut self) -> Result<RecordBatch, ArrowError> {
        RecordBatch::try_from_iter_with_nullable([
            ("row", Arc::new(self.row.finish()) as ArrayRef, false),
            ("code", Arc::new(self.code.finish()), false),
            ("severity", Arc::new(self.severity.finish()), false),
            ("message", Arc::new(self.message.finish()), false),
            ("pointer", Arc::new(self.pointer.finish()), false),
            ("line", Arc::new(self.line.finish()), false),
            ("column", Arc::new(self.column.finish()), false),
        ])
    }
}

impl RowsTable {
    fn add(&mut self, row: Option<&CheckedRow>) {
        self.ok.append_option(row.map(|it| it.is_ok));
        for (counts, severity) in self.counts.iter_mut().zip(SEVERITIES) {
            counts.append_option(row.map(|it| i32::try_from(it.count(severity)).unwrap_or(i32::MAX)));
        }
        self.code.append_option(row.and_then(CheckedRow::code));
        self.format.append_option(row.and_then(|it| it.format));
    }

    fn finish(mut self) -> Result<RecordBatch, ArrowError> {
        let names = SEVERITIES.map(counted);
        let counts = self.counts.each_mut().map(|it| Arc::new(it.finish()) as ArrayRef);
        let mut columns = vec![("ok", Arc::new(self.ok.finish()) as ArrayRef, true)];
        columns.extend(names.into_iter().zip(counts).map(|(name, it)| (name, it, true)));
        columns.push(("code", Arc::new(self.code.finish()), true));
        columns.push(("format", Arc::new(self.format.finish()), true));
        RecordBatch::try_from_iter_with_nullable(columns)
    }
}

fn counted(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "errors",
        Severity::Warning => "warnings",
        Severity::Info => "infos",
        Severity::Hint => "hints",
    }
}
