//! From one value to another: follows the paths of `spec` through the bound values.

#[cfg(feature = "tool-calls")]
use super::same_word;
use super::{Bindings, Member, Object, meant};
#[cfg(feature = "tool-calls")]
use crate::document::Document;
use crate::document::Documents;
use crate::json::Kind;
#[cfg(feature = "tool-calls")]
use crate::json::NodeId;
use crate::spec::{Choice, Record, step};
#[cfg(feature = "tool-calls")]
use crate::spec::{Form, OWN, Shape, Text};

/// What is at the end of a path.
#[derive(Clone, Copy)]
pub(crate) enum PathEnd<'a> {
    /// A member, and the object it is in.
    Value(&'a Object, &'a Member),
    /// There is nothing; this is the innermost object of the path that exists.
    Absent(&'a Object),
    /// Unknown: something on the path is not an object.
    Unknown,
}

impl Bindings {
    /// Follows a path from an object.
    pub(crate) fn find<'a>(&'a self, from: &'a Object, path: &str) -> PathEnd<'a> {
        let mut object = from;
        let mut rest = path;
        loop {
            let (first, behind) = step(rest);
            let Some(behind) = behind else {
                return object.member(first).map_or(PathEnd::Absent(object), |it| PathEnd::Value(object, it));
            };
            rest = behind;
            let next = match first {
                "" => Some(self.outermost(object)),
                ".." => self.holder(object),
                _ => {
                    let Some(member) = object.member(first) else { return PathEnd::Absent(object) };
                    member.inside.and_then(|it| self.objects.get(it as usize))
                }
            };
            let Some(next) = next else { return PathEnd::Unknown };
            object = next;
        }
    }

    /// The object or list around an object; not the envelope around a payload.
    pub(crate) fn holder(&self, object: &Object) -> Option<&Object> {
        // The object of a format counts as outermost, whatever format is around it.
        object.holder.filter(|_| !object.is_outermost()).and_then(|it| self.objects.get(it))
    }

    fn outermost<'a>(&'a self, object: &'a Object) -> &'a Object {
        let mut object = object;
        while let Some(holder) = self.holder(object) {
            object = holder;
        }
        object
    }

    /// The row of a table of words that is selected by the text at the first path that has one. No row if no path has a
    /// text, or if the text is not in the table.
    pub(crate) fn row<'a, T>(
        &'a self,
        docs: &Documents,
        from: &'a Object,
        by: &'static [&'static str],
        rows: &'static [(&'static [&'static str], T)],
    ) -> Decided<'a, T> {
        for path in by {
            let PathEnd::Value(object, member) = self.find(from, path) else { continue };
            let document = docs.get(object.doc);
            if document.tree.kind(member.value) != Kind::String {
                continue;
            }
            let meant = meant(docs, object, member);
            let says = |word: &&str| match meant {
                Some(meant) => meant == *word,
                None => document.tree.is_text(&document.text, member.value, word),
            };
            let row = rows.iter().find(|it| it.0.iter().any(&says));
            return row.map_or(Decided::Unknown, |it| Decided::Row(object, member, &it.1));
        }
        Decided::Nothing
    }
}

/// What a table of words determines.
pub(crate) enum Decided<'a, T: 'static> {
    /// There is no word to decide by.
    Nothing,
    /// The word is not in the table.
    Unknown,
    /// The member that decides, its object, and what follows from it.
    Row(&'a Object, &'a Member, &'static T),
}

/// The object that one of its own members selects; `None` if another field does.
#[cfg(feature = "tool-calls")]
pub(super) fn own(document: &Document, node: NodeId, choice: &'static Choice) -> Option<&'static Record> {
    let name = choice.by.first()?.strip_prefix(OWN)?;
    let (tree, text) = (&document.tree, &*document.text);
    let word = tree.get(text, node, name).filter(|it| tree.kind(*it) == Kind::String);
    let is_said = |it: NodeId| match tree.kind(it) {
        Kind::Array => tree.children(it).next().is_some(),
        kind => kind != Kind::Null,
    };
    let shown = choice.shown.iter().find(|it| tree.get(text, node, it.0).is_some_and(is_said));
    if let Some((_, record)) = shown {
        return Some(record);
    }
    let is_it = |words: &&[&str]| word.is_some_and(|word| words.iter().any(|it| tree.is_text(text, word, it)));
    let row = choice.cases.iter().find(|it| is_it(&it.0));
    let row =
        row.or_else(|| choice.cases.iter().find(|it| word.is_some_and(|word| means(&tree.text(text, word), name, it))));
    Some(row.map_or(choice.other, |it| it.1))
}

/// Whether a word that writers use means one of those that select a record.
#[cfg(feature = "tool-calls")]
fn means(word: &str, name: &str, (selecting, record): &(&[&str], &Record)) -> bool {
    let Some(Shape::Text(Text { form: Form::Word(words), .. })) = record.field(name).map(|it| it.shape.inner()) else {
        return false;
    };
    let meant = words.meant.iter().filter(|it| selecting.contains(&it.1)).map(|it| it.0);
    selecting.iter().copied().chain(meant).any(|it| same_word(word, it))
}

/// The object that another field refers to.
pub(crate) fn chosen(docs: &Documents, out: &Bindings, holder: &Object, choice: &'static Choice) -> &'static Record {
    match out.row(docs, holder, choice.by, choice.cases) {
        Decided::Row(_, _, record) => record,
        Decided::Nothing | Decided::Unknown => choice.other,
    }
}
