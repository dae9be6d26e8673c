//! Where calls and results are: in a turn of a conversation, or in one of several answers.

use std::collections::HashSet;

use crate::query::{At, On};
use crate::spec::CallRole;

/// Which conversation a call belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct TalkKey {
    /// The list of its turns.
    pub(super) list: Option<usize>,
    /// The number of the answer, of several that are apart from each other.
    pub(super) answer: Option<usize>,
}

/// The list of turns that an object is in, as an index into the list of objects, and the number of the turn.
#[derive(Clone, Copy)]
pub(super) struct TurnPlace {
    pub(super) list: usize,
    pub(super) turn: usize,
}

/// A list around an object, by its name, and the item of it.
pub(super) fn place(on: On, name: &str) -> Option<TurnPlace> {
    if name.is_empty() {
        return None;
    }
    let objects = &on.ctx.bindings.objects;
    let mut at = on;
    loop {
        let list = at.object.holder?;
        let holder = on.ctx.on(objects.get(list)?);
        if holder.object.list.is_some() && holder.list_name() == name {
            let turn = holder.object.members.binary_search_by_key(&at.object.node, |it| it.value).ok()?;
            return Some(TurnPlace { list, turn });
        }
        at = holder;
    }
}

/// The ids of the calls that a list answers in the form of another API, which has findings of its own.
pub(super) fn answered_otherwise(list: On) -> HashSet<String> {
    let id = |on: On| {
        let Some(CallRole::OtherAnswer(form)) = on.object.record.role else { return None };
        let (tree, source) = (on.tree(), on.source());
        tree.get(source, on.object.node, form.call).map(|it| tree.text(source, it).into_owned())
    };
    list.members().filter_map(At::inside).filter_map(id).collect()
}
