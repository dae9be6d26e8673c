//! Words that were meant to be others: because of a typo, or because the fields around them contradict them.

use super::{Member, Object};
use crate::document::Documents;
use crate::json::{Kind, NodeId, Tree};
use crate::spec::{Form, Record, Shape, Text, Words};

/// The word that is meant instead of the one in a member: all that follows from a word, and the object it selects, fit
/// another word. If several do, it is one of those with the longest common prefix.
pub(crate) fn meant(docs: &Documents, object: &Object, member: &Member) -> Option<&'static str> {
    all_meant(docs, object, member)?.first().copied()
}

/// All words that are equally likely to be meant.
pub(crate) fn all_meant(docs: &Documents, object: &Object, member: &Member) -> Option<Vec<&'static str>> {
    let Shape::Text(Text { form: Form::Word(words), .. }) = member.field?.shape.inner() else { return None };
    let (fields, chosen) = words.voters?;
    let document = docs.get(object.doc);
    let (tree, text) = (&document.tree, &*document.text);
    let mut votes = Vec::new();
    for name in fields {
        let voter = object.member(name)?;
        votes.push((voter.field?.lookup?, voter.value));
    }
    let is_voted_for = |word: &str| {
        let mut votes = votes.iter();
        votes.all(|(lookup, value)| {
            lookup.rows.iter().any(|it| it.0.contains(&word) && tree.is_text(text, *value, it.1))
        })
    };
    let found = tree.text(text, member.value);
    if !words.known.contains(&&*found) {
        return certain(words, &found).map(|it| vec![it]);
    }
    if is_voted_for(&found) {
        return None;
    }
    let chosen = object.member(chosen)?;
    let Shape::Choice(choice) = chosen.field?.shape.inner() else { return None };
    let (mut most_alike, mut best) = (0, Vec::new());
    for word in words.known.iter().filter(|it| is_voted_for(it)) {
        let record = choice.cases.iter().find(|it| it.0.contains(word)).map(|it| it.1);
        let alike = word.bytes().zip(found.bytes()).take_while(|it| it.0 == it.1).count();
        if record.is_some_and(|it| is_one(tree, text, chosen.value, it)) && alike >= most_alike {
            if alike > most_alike {
                best.clear();
            }
            most_alike = alike;
            best.push(*word);
        }
    }
    Some(best)
}

/// The word that is certainly meant: the text differs only in case, or in what precedes the name.
pub(crate) fn certain(words: &Words, text: &str) -> Option<&'static str> {
    let plain = text.trim();
    let same = words.known.iter().find(|it| plain.eq_ignore_ascii_case(it));
    same.or_else(|| words.known.iter().find(|it| words.are_names && is_name(plain, it))).copied()
}

/// Whether a text is the name with a prefix, or without its leading `_`.
fn is_name(text: &str, name: &str) -> bool {
    let plain = name.trim_start_matches('_');
    text.strip_suffix(plain).is_some_and(|it| it.bytes().last().is_none_or(|it| !it.is_ascii_alphanumeric()))
}

/// Whether an object has everything that a record requires.
fn is_one(tree: &Tree, text: &str, object: NodeId, record: &Record) -> bool {
    let mut is_asked = false;
    for field in record.fields.iter().filter(|it| it.is_always_due()) {
        is_asked = true;
        if tree.get(text, object, field.name).is_none_or(|it| !accepts(&field.shape, tree.kind(it))) {
            return false;
        }
    }
    is_asked
}

/// Whether a value of this kind can have the shape.
pub(crate) fn accepts(shape: &Shape, kind: Kind) -> bool {
    match shape {
        Shape::Nullable(inner) => kind == Kind::Null || accepts(inner, kind),
        Shape::Text(_) | Shape::Encoded(_) => kind == Kind::String,
        Shape::Number(_) => kind == Kind::Number,
        Shape::Object | Shape::Record(_) | Shape::Choice(_) => kind == Kind::Object,
        #[cfg(feature = "tool-calls")]
        Shape::Arguments => kind == Kind::Object,
        Shape::Names | Shape::List(_) => kind == Kind::Array,
        Shape::Flag => matches!(kind, Kind::True | Kind::False),
        Shape::Scalar => !matches!(kind, Kind::Array | Kind::Object),
        #[cfg(feature = "tool-calls")]
        Shape::Either(shapes) => shapes.iter().any(|it| accepts(it, kind)),
        Shape::Any => true,
    }
}
