//! Objects one after another, such as JSON Lines, where a single value belongs.

use super::fault::Fault;
use crate::diagnostic::Fix;
use crate::json::listed;
use crate::text::Span;

/// The objects of a text that has nothing but them, if an array of them may be meant. In a file, without commas between
/// them or where an object belongs, it is unknown which one counts.
pub(super) fn objects(fault: Fault) -> Option<Vec<Span>> {
    let document = fault.document();
    let is_meant = document.parent.is_some()
        || fault.found().starts_with(',') && fault.ctx.detection.format.is_none_or(|it| it.list.is_some());
    let body = document.layout.body;
    let objects = listed(body.of(fault.text())).filter(|_| is_meant && document.errors.len() == 1)?;
    Some(objects.into_iter().map(|it| Span { start: it.start + body.start, end: it.end + body.start }).collect())
}

/// Makes an array out of the objects.
pub(super) fn as_array(text: &str, objects: &[Span]) -> Option<Fix> {
    let (first, rest) = objects.split_first()?;
    let mut fix = Fix::guess("Put the objects in an array").replace(Span::empty(first.start), "[");
    let mut end = first.end;
    for object in rest {
        if !(Span { start: end, end: object.start }).of(text).contains(',') {
            fix = fix.replace(Span::empty(end), ",");
        }
        end = object.end;
    }
    // In place of a comma after the last one.
    let behind = text.get(end as usize..).unwrap_or_default();
    let n_last = behind.len() - behind.trim_start().strip_prefix(',').unwrap_or(behind).len();
    Some(fix.replace(Span::new(end as usize, end as usize + n_last), "]"))
}
