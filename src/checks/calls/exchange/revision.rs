//! The revision of the protocol that a file follows, as far as it says.

use crate::diagnostic::Severity;
use crate::query::{Context, On};

/// The first revision in which structured content may be any value.
const ANY_VALUE: &str = "2026-07-28";

/// What structured content may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::checks::calls) enum Structured {
    Any,
    Object,
    /// No revision is named, and they differ.
    Unknown,
}

impl Structured {
    /// What the file says up to here.
    pub(in crate::checks::calls) fn of(ctx: &Context) -> Self {
        let said = ctx.root_object().and_then(|it| revision(ctx.on(it)));
        let known = match ctx.session {
            None => said,
            Some(session) => {
                let memory = &mut session.borrow_mut().revision;
                if said.is_some() {
                    *memory = said;
                }
                memory.clone()
            }
        };
        match known {
            Some(it) if &*it >= ANY_VALUE => Self::Any,
            Some(_) => Self::Object,
            None => Self::Unknown,
        }
    }

    /// How serious a value is that is no object.
    pub(in crate::checks::calls) fn other(self) -> Option<Severity> {
        match self {
            Self::Any => None,
            Self::Object => Some(Severity::Error),
            Self::Unknown => Some(Severity::Warning),
        }
    }
}

/// The revision that a message names, or the first that has what is in it.
fn revision(message: On) -> Option<String> {
    let (tree, source) = (message.tree(), message.source());
    let node = message.object.node;
    let parts = ["params", "result"].into_iter().filter_map(|it| tree.get(source, node, it));
    for part in parts.chain([node]) {
        let meta = tree.get(source, part, "_meta").into_iter().flat_map(|it| tree.members(it));
        let named = meta.filter(|it| tree.name(source, it.0).ends_with("/protocolVersion")).map(|it| it.1);
        let version = tree.get(source, part, "protocolVersion").into_iter().chain(named);
        let mut texts = version.map(|it| tree.text(source, it)).filter(|it| it.starts_with("20"));
        if let Some(text) = texts.next() {
            return Some(text.into_owned());
        }
        if tree.get(source, part, "resultType").is_some() {
            return Some(ANY_VALUE.to_owned());
        }
    }
    None
}
