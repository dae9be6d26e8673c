//! References in a schema, and its dialect.

use crate::bind::closest;
use crate::diagnostic::{Fix, Severity, shown};
use crate::document::{DocId, Document};
use crate::findings::Findings;
use crate::json::{Kind, NodeId, quote};
use crate::rules;

/// The dialects that are known, without their host.
const DIALECTS: &[&str] =
    &["draft-04/schema", "draft-06/schema", "draft-07/schema", "draft/2019-09/schema", "draft/2020-12/schema"];

/// Reports a dialect that is not known; false if it is none.
pub(super) fn dialect(document: &Document, (doc, root): (DocId, NodeId), out: &mut Findings) -> bool {
    let (tree, text) = (&document.tree, &*document.text);
    let says = tree.get(text, root, "$schema").filter(|it| tree.kind(*it) == Kind::String);
    let Some(says) = says else { return true };
    let name = tree.text(text, says);
    let path = name.trim_end_matches('#').split_once("://json-schema.org/").map(|it| it.1);
    if path.is_some_and(|it| DIALECTS.contains(&it)) {
        return true;
    }
    out.report(&rules::UNSUPPORTED_SCHEMA, doc, tree.span(says), |finding| {
        finding.severity = Severity::Info;
        finding.say(format_args!("Schemas of the dialect `{}` are not checked", shown(&name)));
    });
    false
}

/// The references in a schema.
pub(super) struct References<'d> {
    document: &'d Document<'d>,
    root: NodeId,
    list: Vec<NodeId>,
    /// Something gives parts of the schema names of their own, so that a reference is not only a path.
    has_names: bool,
}

impl<'d> References<'d> {
    pub(super) fn new(document: &'d Document<'d>, root: NodeId) -> Self {
        Self { document, root, list: Vec::new(), has_names: false }
    }

    /// Notes what a keyword says about references.
    pub(super) fn note(&mut self, word: &str, value: NodeId) {
        match word {
            "$ref" | "$dynamicRef" if self.document.tree.kind(value) == Kind::String => self.list.push(value),
            "$anchor" | "$dynamicAnchor" => self.has_names = true,
            "$id" | "id" if self.document.tree.get(&self.document.text, self.root, word) != Some(value) => {
                self.has_names |= self.document.tree.kind(value) == Kind::String;
            }
            _ => (),
        }
    }

    /// Reports references that lead nowhere, or to other documents; false if there are any.
    pub(super) fn check(&self, doc: DocId, out: &mut Findings) -> bool {
        let (tree, text) = (&self.document.tree, &*self.document.text);
        let (mut is_sound, mut elsewhere) = (true, None);
        for &value in &self.list {
            let says = tree.text(text, value);
            let Some(path) = says.strip_prefix('#') else {
                is_sound = false;
                elsewhere.get_or_insert(value);
                continue;
            };
            if self.has_names || path.contains('%') || self.leads(path) {
                continue;
            }
            is_sound = false;
            out.report(&rules::INVALID_SCHEMA, doc, tree.span(value), |finding| {
                finding.say(format_args!("`{}` does not exist in this schema", shown(&says)));
                let names = self.names();
                if let Some(meant) = meant(&says, &names) {
                    finding.message.push_str(&format!("; did you mean `{}`?", shown(meant)));
                    let fix = Fix::guess(format_args!("Replace with `{}`", shown(meant)));
                    finding.fix(fix.replace(tree.span(value), quote(meant)));
                }
            });
        }
        if let Some(value) = elsewhere {
            out.report(&rules::UNSUPPORTED_SCHEMA, doc, tree.span(value), |finding| {
                finding.severity = Severity::Info;
                let other = shown(&tree.text(text, value));
                finding.say(format_args!("`{other}` is not loaded, so nothing is compared with this schema"));
            });
        }
        is_sound
    }

    fn leads(&self, path: &str) -> bool {
        let step = |at, token| self.document.tree.step(&self.document.text, at, token).map(|it| it.1);
        let mut tokens = path.split('/');
        tokens.next() == Some("") && tokens.try_fold(self.root, step).is_some()
    }

    /// References to what the schema defines.
    fn names(&self) -> Vec<String> {
        let (tree, text) = (&self.document.tree, &*self.document.text);
        let lists = ["$defs", "definitions"].into_iter();
        let lists = lists.filter_map(|word| Some((word, tree.get(text, self.root, word)?)));
        lists
            .flat_map(|(word, list)| tree.members(list).map(move |it| (word, it.0)))
            .map(|(word, key)| format!("#/{word}/{}", tree.name(text, key)))
            .take(MOST_NAMES)
            .collect()
    }
}

/// A reference is compared with so many names.
const MOST_NAMES: usize = 1000;

/// The name with the same end, or else the most similar one.
fn meant<'n>(says: &str, names: &'n [String]) -> Option<&'n str> {
    let end = says.rsplit('/').next();
    let same = names.iter().find(|it| it.rsplit('/').next() == end).map(String::as_str);
    same.or_else(|| closest(says, names.iter().map(String::as_str)))
}
