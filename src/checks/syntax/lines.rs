//! Objects one after another, such as JSON Lines, where a single value belongs.

use super::fault::Fault;
use crate::diagnostic::Fix;
use crate::text::Span;

/// The objects of a text that has nothing but them, if an array of them is meant. In a file without commas between them,
/// or where an object belongs, it is unknown which one counts.
pub(super) fn objects(fault: Fault) -> Option<Vec<Span>> {
    let is_meant_in_file =
        || fault.ctx.detection.format.map_or(fault.found().starts_with(','), |format| format.is_list());
    let document = fault.document();
    document.listed().filter(|_| document.parent.is_some() || is_meant_in_file())
}

/// Makes an array out of the objects.
pub(super) fn as_array(text: &str, objects: &[Span]) -> Option<Fix> {
    let (first, rest) = objects.split_first()?;
    let mut fix = Fix::guess("Put the objects in an array").replace(Span::empty(first.start), "[");
    let mut end = first.end;
    for object in rest {
        if !(Span { start: end, end: object.start }).of(text).contains(',') {
            fix = fix.then(text, Span::empty(end), ",");
        }
        end = object.end;
    }
    // The closing bracket replaces a comma after the last object.
    let behind = text.get(end as usize..).unwrap_or_default();
    let rest = behind.trim_start().strip_prefix(',').unwrap_or(behind);
    Some(fix.replace(Span::new(end as usize, text.len() - rest.len()), "]"))
}
