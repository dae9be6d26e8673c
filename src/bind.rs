//! One walk over the tree with the format's tables: each member is bound to its field, each payload to its document.
//! Checks, hover and completion read the result.

mod fit;
mod meant;
mod members;
mod path;
mod payload;
mod sections;
mod stand_ins;
mod texts;
#[cfg(feature = "tool-calls")]
pub(crate) mod tokens;

pub(crate) use fit::{has_listing, payload_format};
pub(crate) use meant::{accepts, all_meant, certain, meant};
pub(crate) use path::{Decided, PathEnd, chosen};
#[cfg(feature = "tool-calls")]
pub(crate) use payload::MOST_READ;
pub(crate) use payload::{Payload, PayloadKind};
pub(crate) use sections::SectionText;
pub(crate) use stand_ins::{is_stand_in, lost, lost_object};

use std::sync::OnceLock;

use crate::document::{DocId, Documents};
use crate::json::{Flags, Kind, NodeId};
use crate::spec::{Expects, Field, Format, List, Record, Shape, Unknown, record};

/// An object with a table, or an array with one for its items.
#[derive(Debug)]
pub(crate) struct Object {
    /// The document it is in.
    pub(crate) doc: DocId,
    /// The object.
    pub(crate) node: NodeId,
    /// The format it belongs to; an object in a field has the format of the object around it.
    pub(crate) format: &'static Format,
    /// The table that it must match.
    pub(crate) record: &'static Record,
    /// The table that it must match, if it is an array.
    pub(crate) list: Option<&'static List>,
    /// Its members, in text order; an array's items are their own keys.
    pub(crate) members: Vec<Member>,
    /// The object or list it is in, or whose payload it is, as an index into the list of objects.
    pub(crate) holder: Option<usize>,
    /// No specification defines it.
    pub(crate) is_beyond: bool,
    /// Whether its other fields show that its payload is not read; computed on demand.
    pub(crate) is_unread: OnceLock<bool>,
}

/// A member and the field it is bound to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Member {
    /// The key.
    pub(crate) key: NodeId,
    /// The value.
    pub(crate) value: NodeId,
    /// Its field; `None` for keys that the format does not know, and for keys that are repeated further down.
    pub(crate) field: Option<&'static Field>,
    /// How the key was matched to its field.
    pub(crate) how: How,
    /// The index of the object or list that its value is; `None` for values without a table of their own.
    pub(crate) inside: Option<u32>,
}

/// How a key was matched to its field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum How {
    /// It is the field's name.
    Name,
    /// It is another name for it; whether the value means the same.
    Alias(bool),
    /// It is the field's name with a slip, or a name that is likely meant for it.
    Slip,
    /// It has no field.
    Foreign,
    /// The same key is repeated further down, and readers use that one.
    Repeated,
}

impl Object {
    /// The member that is bound to a field.
    pub(crate) fn member(&self, name: &str) -> Option<&Member> {
        self.members.iter().find(|it| it.field.is_some_and(|field| field.name == name))
    }

    /// Whether it is the root of its format and not an object in one of its fields.
    pub(crate) fn is_outermost(&self) -> bool {
        std::ptr::eq(self.record, &raw const self.format.record)
    }
}

/// What was bound.
#[derive(Debug, Default)]
pub(crate) struct Bindings {
    /// The objects, the outermost first.
    pub(crate) objects: Vec<Object>,
    /// The payloads.
    pub(crate) payloads: Vec<Payload>,
    /// The sections' texts, in the order of the objects.
    pub(crate) sections: Vec<SectionText>,
    /// The JSON in texts of payloads that strict parsers reject.
    pub(crate) texts: Vec<DocId>,
}

/// An object or array that is still to be bound.
struct Todo {
    doc: DocId,
    node: NodeId,
    what: What,
    holder: Option<usize>,
    /// Its index among the holder's members.
    at: usize,
    /// How many formats it is in.
    depth: u8,
}

/// An object in a payload, and its format.
pub(crate) struct Held {
    pub(crate) doc: DocId,
    pub(crate) node: NodeId,
    pub(crate) format: &'static Format,
}

/// Detects the formats of the objects in a payload, and where those are if something is around them.
pub(crate) type Recognize = fn(&mut Documents, DocId, NodeId) -> Vec<Held>;

/// More deeply nested formats are not searched for.
const DEEPEST: u8 = 16;

/// The table it is bound to.
#[derive(Clone, Copy)]
enum What {
    Format(&'static Format),
    Shape(&'static Shape),
}

/// The table of an array, which has no keys to check.
static NO_RECORD: Record = record("list", &[]).others(Unknown::Allowed);

/// Binds the values at `roots` and everything in them: payloads, and objects and lists in fields. `due` is the payload that
/// the phase expects.
pub(crate) fn bind(
    docs: &mut Documents,
    roots: &[(DocId, NodeId)],
    format: &'static Format,
    (recognize, due): (Recognize, Option<Expects>),
) -> Bindings {
    let mut out = Bindings::default();
    let mut todo = Vec::new();
    // In reverse, because the last one is taken first.
    for &(doc, node) in roots.iter().rev() {
        todo.push(Todo { doc, node, what: What::Format(format), holder: None, at: 0, depth: 0 });
    }
    while let Some(next) = todo.pop() {
        let idx = out.objects.len();
        let object = next.read(docs, &out);
        out.link(&next, idx);
        let is_format = matches!(next.what, What::Format(_));
        // Arguments are in objects of all kinds.
        if is_format || cfg!(feature = "tool-calls") {
            let recognize = (is_format && next.depth < DEEPEST).then_some(recognize);
            let held = payload::held(docs, &object, idx, (recognize, due), &mut out.payloads);
            for Held { doc, node, format } in held.into_iter().rev() {
                let what = What::Format(format);
                todo.push(Todo { doc, node, what, holder: Some(idx), at: 0, depth: next.depth + 1 });
            }
        }
        if let What::Format(Format { listing: Some(listing), .. }) = next.what {
            sections::read(docs, &object, (idx, listing), &mut out.sections);
        }
        nested(docs, &object, (idx, next.depth), &mut todo);
        out.objects.push(object);
    }
    // JSON in an argument is content: only the schema of the tool knows what it should be.
    if !is_of_calls(format) {
        out.texts = texts::read(docs, &out.payloads);
    }
    out
}

/// Whether the payloads of a format are arguments of tools.
fn is_of_calls(format: &Format) -> bool {
    #[cfg(feature = "tool-calls")]
    return format.conversation.is_some();
    #[cfg(not(feature = "tool-calls"))]
    return format.id.is_empty();
}

impl Todo {
    fn read(&self, docs: &Documents, out: &Bindings) -> Object {
        let holder = self.holder.and_then(|it| out.objects.get(it));
        let (format, record, list) = match (self.what, holder) {
            (What::Format(format), _) => (format, &format.record, format.list),
            (What::Shape(shape), Some(holder)) => {
                let record = match shape.inner() {
                    Shape::Record(record) => record,
                    #[cfg(feature = "tool-calls")]
                    Shape::Choice(choice) => path::own(docs.get(self.doc), self.node, choice)
                        .unwrap_or_else(|| path::chosen(docs, out, holder, choice)),
                    #[cfg(not(feature = "tool-calls"))]
                    Shape::Choice(choice) => path::chosen(docs, out, holder, choice),
                    _ => &NO_RECORD,
                };
                let list = if let Shape::List(list) = shape.inner() { Some(*list) } else { None };
                (holder.format, record, list)
            }
            // Only the value of a field has a shape, and that has a holder.
            (What::Shape(_), None) => (NO_FORMAT, &NO_RECORD, None),
        };
        let members = match list {
            Some(list) => items(docs, self.doc, self.node, &list.item),
            None => members::of(docs.get(self.doc), self.node, record),
        };
        let is_beyond = record.is_beyond || holder.is_some_and(|it| it.is_beyond);
        Object {
            doc: self.doc,
            node: self.node,
            format,
            record,
            list,
            members,
            holder: self.holder,
            is_beyond,
            is_unread: OnceLock::new(),
        }
    }
}

static NO_FORMAT: &Format = &crate::spec::format("", "", record("object", &[]));

impl Bindings {
    /// Links the member of the holder to its object.
    fn link(&mut self, todo: &Todo, idx: usize) {
        let holder = todo.holder.and_then(|it| self.objects.get_mut(it));
        if let (What::Shape(_), Some(member)) = (todo.what, holder.and_then(|it| it.members.get_mut(todo.at))) {
            member.inside = u32::try_from(idx).ok();
        }
    }
}

/// Adds the objects and lists in an object's fields to the list.
fn nested(docs: &Documents, object: &Object, (idx, depth): (usize, u8), todo: &mut Vec<Todo>) {
    // In reverse, so that the first is bound next: objects are in text order.
    for (at, member) in object.members.iter().enumerate().rev() {
        let Some(field) = member.field else { continue };
        let kind = docs.get(object.doc).tree.kind(member.value);
        let instead = field.instead.map(|it| it.0).filter(|it| due_kind(it) == Some(kind));
        let shape = instead.unwrap_or(&field.shape);
        #[cfg(feature = "tool-calls")]
        let shape = shape.of_kind(|it| accepts(it, kind));
        if member.how != How::Alias(false) && due_kind(shape) == Some(kind) {
            let what = What::Shape(shape);
            todo.push(Todo { doc: object.doc, node: member.value, what, holder: Some(idx), at, depth });
        }
    }
}

/// The kind of a value that has a table of its own.
fn due_kind(shape: &Shape) -> Option<Kind> {
    match shape.inner() {
        Shape::Record(_) | Shape::Choice(_) => Some(Kind::Object),
        Shape::List(_) => Some(Kind::Array),
        _ => None,
    }
}

/// The items of an array, each bound to the item of the list.
fn items(docs: &Documents, doc: DocId, array: NodeId, item: &'static Field) -> Vec<Member> {
    let each = |value| Member { key: value, value, field: Some(item), how: How::Name, inside: None };
    docs.get(doc).tree.children(array).map(each).collect()
}

/// Equal except for case, hyphens, underscores, colons, and invisible characters: `requestId` is `request_id`.
pub(crate) fn same_word(left: &str, right: &str) -> bool {
    fn plain(word: &str) -> impl Iterator<Item = char> + '_ {
        let is_joint = |it: &char| matches!(it, '_' | '-' | ' ' | ':' | '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{2060}'..='\u{2064}' | '\u{FEFF}');
        word.chars().filter(move |it| !is_joint(it)).map(|it| it.to_ascii_lowercase())
    }
    plain(left).eq(plain(right))
}

/// One letter wrong, missing, superfluous, or two swapped, in a word of at least five letters; in four, only the latter two.
pub(crate) fn is_slip(word: &str, meant: &str) -> bool {
    let (word, meant) = (word.as_bytes(), meant.as_bytes());
    if meant.len() < 4 || word.len().abs_diff(meant.len()) > 1 || word == meant {
        return false;
    }
    let front = word.iter().zip(meant).take_while(|(left, right)| left == right).count();
    let (left, right) = (word.get(front..).unwrap_or_default(), meant.get(front..).unwrap_or_default());
    let is_short = meant.len() < 5;
    match (left, right) {
        ([_, left @ ..], _) if left == right => true,
        (_, [_, right @ ..]) if left == right => !is_short,
        ([_, left @ ..], [_, right @ ..]) if left == right => !is_short,
        ([one, two, left @ ..], [first, second, right @ ..]) => (one, two, left) == (second, first, right),
        _ => false,
    }
}

/// The closest of some words: equal except for case and hyphens, or with one slip.
pub(crate) fn closest<'w>(word: &str, words: impl Iterator<Item = &'w str> + Clone) -> Option<&'w str> {
    words.clone().find(|it| same_word(word, it)).or_else(|| words.clone().find(|it| is_slip(word, it)))
}

/// True if text of an object was skipped, so that a missing field means nothing.
pub(crate) fn is_incomplete(docs: &Documents, object: &Object) -> bool {
    docs.get(object.doc).tree.node(object.node).flags.has(Flags::INCOMPLETE)
}

#[cfg(test)]
mod tests {
    use super::{is_slip, same_word};

    #[test]
    fn slips_are_one_letter() {
        for word in ["respons", "responsee", "responze", "repsonse", "esponse"] {
            assert!(is_slip(word, "response"), "{word}");
        }
        for word in ["response", "result", "respond", "request", "rsepones"] {
            assert!(!is_slip(word, "response"), "{word}");
        }
        for word in ["daat", "adta", "datas", "xdata"] {
            assert!(is_slip(word, "data"), "{word}");
        }
        for word in ["data", "date", "dat", "data12", "adat"] {
            assert!(!is_slip(word, "data"), "{word}");
        }
        assert!(!is_slip("st", "ts"));
    }

    #[test]
    fn words_are_equal_but_for_their_joints() {
        assert!(same_word("requestId", "request_id"));
        assert!(same_word("Request-ID", "request_id"));
        assert!(same_word("tool:", "tool"));
        assert!(same_word("to\u{200B}ol\u{FEFF}", "tool"));
        assert!(!same_word("request", "request_id"));
    }
}
