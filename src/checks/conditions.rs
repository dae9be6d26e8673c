//! Values that contradict each other, according to the object's table.

use crate::bind::{How, PathEnd};
use crate::detect::EnvelopeKind;
use crate::diagnostic::{Fix, shown};
use crate::findings::Findings;
use crate::query::{At, On, is_all_that_is_said, is_container, open_bracket};
use crate::rules;
use crate::spec::{Condition, Should};

pub(super) fn check(on: On, out: &mut Findings) {
    for condition in on.object.record.conditions.iter().filter(|it| on.violates(it)) {
        // Parts of the payload next to the envelope are reported instead of the empty payload.
        let is_elsewhere = on.ctx.detection.envelope == EnvelopeKind::Mixed
            && on.is_root()
            && on.object.format.field(condition.field).is_some_and(|it| it.is_payload())
            && !out.is_off(&rules::HALF_ENVELOPE);
        if !is_elsewhere {
            report(on, condition, out);
        }
    }
}

fn report(from: On, condition: &Condition, out: &mut Findings) {
    let (on, at) = match from.find(condition.field) {
        PathEnd::Value(object, member) => (from.ctx.on(object), Some(from.ctx.on(object).at(member))),
        PathEnd::Absent(object) => (from.ctx.on(object), None),
        PathEnd::Unknown => return,
    };
    let marked = match at {
        None => on.open(),
        // If the field does not belong there at all, its key is marked.
        Some(at) if condition.should == Should::BeAbsent => at.key_span(),
        // For an object or array, its bracket is enough.
        Some(at) if is_container(at.kind()) => open_bracket(at.document(), at.member.value),
        Some(at) => at.span(),
    };
    out.report(condition.rule, on.object.doc, marked, |finding| {
        finding.severity = condition.severity;
        finding.message = worded(from, condition);
        // If it is in doubt where values begin and end, the value may be something else. If a key appears twice, only
        // the author knows which value is meant.
        let is_twice = from.object.members.iter().any(|it| it.how == How::Repeated);
        let is_clear = |it: &At| it.document().is_sure && !is_twice;
        let (Some(at), Some(json)) = (at.filter(is_clear), condition.suggest) else { return };
        if json != "null" || !is_all_that_is_said(at.document(), on.object, condition.field) {
            finding.fix(Fix::guess(format_args!("Replace with `{json}`")).replace(at.span(), json));
        }
    });
}

/// The message, with the found and the expected value.
fn worded(on: On, condition: &Condition) -> String {
    if let Some([found, other]) = on.compared(condition.field, condition.should) {
        return condition.message.replace("{found}", &found).replace("{other}", &other);
    }
    let found = on.value(condition.field).map_or_else(String::new, |it| shown(&it.text()));
    condition.message.replace("{found}", &found)
}
