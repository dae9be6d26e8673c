//! Findings about texts that were not read: a program has one to report that `validate` does not make.

use super::{Diagnostic, Offsets, Range};
use crate::diagnostic::Severity;

impl Diagnostic {
    /// A finding about a text as a whole, without fixes.
    pub fn of_text(code: &'static str, severity: Severity, message: String) -> Self {
        Self {
            code,
            severity,
            message,
            docs: format!("rules/{code}"),
            range: Range::default(),
            from: 0,
            to: 0,
            bytes: Offsets::default(),
            pointer: String::new(),
            inner: Vec::new(),
            related: Vec::new(),
            fixes: Vec::new(),
        }
    }
}
