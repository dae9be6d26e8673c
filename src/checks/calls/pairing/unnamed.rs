//! Calls and results that lack an id: what remains without its other half is theirs.

use super::{SeenId, Unnamed};
use crate::checks::calls::declared::with_member;
use crate::checks::missing;
use crate::diagnostic::shown;
use crate::findings::Findings;
use crate::json::quote;
use crate::query::{At, On};
use crate::rules;
use crate::spec::CallRole;

/// Takes the results of calls without an id from those that have no call.
pub(super) fn calls(unnamed: &[Unnamed], orphans: &mut Vec<SeenId>, out: &mut Findings) {
    let is_only = unnamed.len() == 1 && orphans.len() == 1;
    let mut unnamed = unnamed.iter().peekable();
    orphans.retain(|orphan| {
        let call = unnamed.next_if(|it| it.turn <= orphan.turn);
        if let Some(call) = call.filter(|_| is_only) {
            named(call.on, orphan.id, out);
        }
        call.is_none()
    });
}

/// Takes the calls of results without an id from those that have no result.
pub(super) fn results(unnamed: &[Unnamed], open: &mut Vec<&SeenId>, out: &mut Findings) {
    let is_only = unnamed.len() == 1 && open.len() == 1;
    // The nearest call before a result is meant.
    let mut unnamed = unnamed.iter().rev().peekable();
    open.reverse();
    open.retain(|call| {
        let result = unnamed.next_if(|it| it.turn >= call.turn);
        if let Some(result) = result.filter(|_| is_only) {
            named(result.on, call.id, out);
        }
        result.is_none()
    });
    open.reverse();
}

/// Offers the only id that can be meant, where it is all that is missing.
fn named(on: On, id: At, out: &mut Findings) {
    let Some(CallRole::Call(_) | CallRole::Answer(_)) = on.object.record.role else { return };
    let [field] = missing::absent(on, false)[..] else { return };
    out.within(&rules::MISSING_FIELD, (on.object.doc, on.open()), &mut |finding| {
        let title = format!("Insert `{}`, the only id that is left unpaired", shown(&id.text()));
        if finding.fixes.is_empty() {
            let member = (field.name, &*quote(&id.text()));
            finding.fix(with_member(on.document(), on.object.node, &title, member));
        }
    });
}

/// Reports the first result of a turn for which no call is left.
pub(super) fn beyond(on: On, n_calls: usize, out: &mut Findings) {
    out.report(&rules::ORPHAN_RESULT, on.object.doc, on.open(), |finding| match n_calls {
        0 => finding.say(format_args!("The turn before calls no tool")),
        1 => finding.say(format_args!("The turn before has only one call")),
        _ => finding.say(format_args!("The turn before has only {n_calls} calls")),
    });
}
