//! Required fields whose values only the writer knows: a usual value is offered, to be replaced with the real one.

use super::compose::FixEntry;
use crate::diagnostic::{Safety, listed};
use crate::envelope::NO_REQUEST;
use crate::formats;
use crate::json::{Kind, parse, quote};
use crate::options::Options;
use crate::report::Report;
use crate::rules::MISSING_FIELD;
use crate::severity::Severity;
use crate::spec::{Field, Form, Shape};
use crate::text::{Edit, Span};

/// Inserts the fields still missing in the outermost object, if a usual value is known for each of them.
pub(super) fn filled(text: &str, report: &Report, options: &Options) -> Option<FixEntry> {
    let is_root = |it: &&crate::report::Diagnostic| it.code == MISSING_FIELD.id && it.pointer.is_empty();
    let finding = report.diagnostics.iter().find(|it| is_root(it) && it.severity == Severity::Error)?;
    let record = &formats::by_id(report.format.id?)?.record;
    let (tree, errors) = parse(text, Span::new(0, text.len()));
    let root = tree.root().filter(|it| tree.kind(*it) == Kind::Object && errors.is_empty())?;
    let is_absent = |field: &&Field| {
        field.required == Some(Severity::Error) && field.when.is_empty() && tree.get(text, root, field.name).is_none()
    };
    let absent: Vec<&Field> = record.fields.iter().filter(is_absent).collect();
    let (_, last) = tree.members(root).last()?;
    let gap = tree.indent(text, root)?;
    let mut inserted = String::new();
    for field in &absent {
        inserted.push_str(&format!(",{gap}{}: {}", quote(field.name), usual(field, options)?));
    }
    let title = format!("use the true values of {}", listed(absent.iter().map(|it| it.name), " and "));
    let edits = vec![Edit { span: Span::empty(tree.span(last).end), text: inserted }];
    (!absent.is_empty()).then(|| FixEntry {
        code: finding.code,
        message: finding.message.clone(),
        title,
        safety: Safety::Suggestion,
        edits,
        asks: true,
    })
}

/// The value that a tool writes when it knows nothing better.
fn usual(field: &Field, options: &Options) -> Option<String> {
    match field.shape.inner() {
        _ if field.from_request => Some(quote(NO_REQUEST)),
        Shape::Text(it) if matches!(it.form, Form::Time(_)) => options.now.as_deref().map(quote),
        Shape::Number(it) if it.min.is_none_or(|it| it.0 == 0) && !it.above_min && it.whole.is_none() => {
            Some("0.0".to_owned())
        }
        _ => None,
    }
}
