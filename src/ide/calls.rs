//! What editors ask about calls of tools: what a tool is for, what may be called, and which call a result belongs to.

use std::borrow::Cow;

use super::data::CompletionKind;
use super::insert::Offer;
use super::offer::SnippetPart;
use super::schema::{escaped, plain};
use super::view::{Spot, View};
use crate::diagnostic::shown;
use crate::document::DocId;
use crate::json::{Kind, NodeId, quote};
use crate::query::{At, answers, callable, calls, declared};

fn is_at(at: At, doc: DocId, node: NodeId) -> bool {
    (at.object.doc, at.member.value) == (doc, node)
}

impl View<'_> {
    /// What the tool is for whose name is at an offset, as Markdown and as plain text.
    pub(super) fn said_of_tool(&self, spot: &Spot) -> Option<(String, String)> {
        let node = spot.node()?;
        self.with_context(|ctx| {
            let name = calls(ctx).filter_map(|it| it.name()).find(|it| is_at(*it, spot.doc, node))?;
            let name = name.text();
            let words = callable(ctx).into_iter().find(|it| it.0 == name)?.1?;
            let name = shown(&name);
            Some((format!("**`{name}`**: {}", escaped(&words)), format!("`{name}`: {}", plain(&words))))
        })
    }

    /// The names of the tools, where a call names one; `key` is the place of the key before the offset.
    pub(super) fn names_of_tools(&self, doc: DocId, key: NodeId) -> Vec<Offer> {
        self.with_context(|ctx| {
            let mut names = calls(ctx).filter_map(|it| it.on.value(it.role.name));
            if !names.any(|it| (it.object.doc, it.member.key) == (doc, key)) {
                return Vec::new();
            }
            let offer = |(name, about): (Cow<str>, Option<Cow<str>>)| Offer {
                kind: CompletionKind::Value,
                pieces: vec![SnippetPart::Text(quote(&name))],
                begins: quote(&name),
                detail: None,
                documentation: about.map(|it| plain(&it)),
                is_required: false,
                label: name.into_owned(),
            };
            callable(ctx).into_iter().map(offer).collect()
        })
    }

    /// From the name in a call to that of its tool, from a tool to its calls, and between a call and its results.
    pub(super) fn partners(&self, doc: DocId, node: NodeId) -> Vec<(DocId, NodeId)> {
        self.with_context(|ctx| {
            let tools = || declared(ctx).into_iter().map(|it| it.name);
            let names = || calls(ctx).filter_map(|it| it.name());
            let ids = || calls(ctx).filter_map(|it| it.id());
            let results = || answers(ctx).filter_map(|(on, role)| on.value(role.call));
            let is_it = |it: &At| is_at(*it, doc, node);
            let all = |others: &mut dyn Iterator<Item = At<'_>>, text: &str| {
                let same = others.filter(|it| it.kind() == Kind::String && it.text() == text);
                same.map(|it| (it.object.doc, it.member.value)).collect()
            };
            if let Some(at) = names().find(is_it) {
                return all(&mut tools(), &at.text());
            }
            if let Some(at) = tools().find(is_it) {
                return all(&mut names(), &at.text());
            }
            if let Some(at) = ids().find(is_it) {
                return all(&mut results(), &at.text());
            }
            let result = results().find(|it| is_it(it) && it.kind() == Kind::String);
            result.map(|at| all(&mut ids(), &at.text())).unwrap_or_default()
        })
    }
}
