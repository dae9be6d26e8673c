//! The members of an object, each with the field that its key names.

use super::{How, Member, due_kind, is_slip, same_word};
use crate::document::Document;
use crate::json::{Flags, Kind, NodeId};
use crate::spec::{Field, Record, Unknown};

/// Binds the members of an object to the fields of its table.
pub(super) fn of(document: &Document, object: NodeId, record: &'static Record) -> Vec<Member> {
    let mut binding = Binding { document, record, members: unbound(document, object), taken: 0 };
    binding.by_name();
    let is_complete = binding.taken.count_ones() as usize == record.fields.len();
    if !is_complete || matches!(record.unknown, Unknown::Values(_)) {
        binding.by_likeness();
    }
    binding.members
}

/// The members in the order of the text.
fn unbound(document: &Document, object: NodeId) -> Vec<Member> {
    let tree = &document.tree;
    tree.members(object)
        // A missing or truncated key says nothing.
        .filter(|&(key, value)| {
            let is_cut = tree.node(key).flags.has(Flags::UNCLOSED) && tree.kind(value) == Kind::Broken;
            tree.kind(key) == Kind::String && !is_cut
        })
        .map(|(key, value)| Member { key, value, field: None, how: How::Foreign, inside: None })
        .collect()
}

/// Members that are being bound to their fields.
struct Binding<'d> {
    document: &'d Document<'d>,
    record: &'static Record,
    members: Vec<Member>,
    /// The fields that have a member, as bits.
    taken: u64,
}

impl Binding<'_> {
    /// Binds the keys that are names of fields.
    fn by_name(&mut self) {
        let Document { tree, text, .. } = self.document;
        // In reverse, because readers use the last of duplicate keys.
        for member in self.members.iter_mut().rev() {
            let key = tree.text(text, member.key);
            let found = self.record.fields.iter().enumerate().find(|(_, it)| it.name == key);
            let Some((idx, field)) = found else { continue };
            if self.taken >> idx & 1 == 1 {
                member.how = How::Repeated;
                continue;
            }
            self.taken |= 1 << idx;
            member.field = Some(field);
            member.how = How::Name;
        }
    }

    /// Binds other keys to the remaining fields, or to the one for all other keys.
    fn by_likeness(&mut self) {
        let Document { tree, text, .. } = self.document;
        for at in 0..self.members.len() {
            let Some(member) = self.members.get_mut(at).filter(|it| it.how == How::Foreign) else { continue };
            let key = tree.text(text, member.key);
            if let Some(LikelyField { idx, field, how }) =
                likely(self.record, self.taken, &key, tree.kind(member.value))
            {
                // Only one key may replace a field's name: two keys renamed to one field would clash.
                self.taken |= 1 << idx;
                self.bind_last(at, &key, field, how);
            } else if let Unknown::Values(field) = self.record.unknown {
                let ending = self.record.ending.filter(|it| it.0.iter().any(|it| key.ends_with(it)));
                member.field = Some(ending.map_or(field, |it| &it.1));
                member.how = How::Name;
            }
        }
    }

    /// Binds the last member with this key from index `from` on, and marks the others as repeated.
    fn bind_last(&mut self, from: usize, key: &str, field: &'static Field, how: How) {
        let Document { tree, text, .. } = self.document;
        let is_same = |it: &&mut Member| it.how == How::Foreign && tree.is_text(text, it.key, key);
        let mut same = self.members.iter_mut().skip(from).rev().filter(is_same);
        if let Some(last) = same.next() {
            last.field = Some(field);
            last.how = how;
        }
        same.for_each(|it| it.how = How::Repeated);
    }
}

/// A field that a key likely means.
struct LikelyField {
    idx: usize,
    field: &'static Field,
    how: How,
}

/// The field without a member that a key likely means.
fn likely(record: &'static Record, taken: u64, key: &str, kind: Kind) -> Option<LikelyField> {
    let mut free = record.fields.iter().enumerate().filter(|(idx, _)| taken >> idx & 1 == 0);
    let likely = free.find_map(|(idx, field)| Some(LikelyField { idx, field, how: stands_for(key, field)? }))?;
    let LikelyField { field, how, .. } = likely;
    // If any key is allowed, one that only resembles a field may be a word of its own: `pattern` and `patterns`.
    let is_free = how == How::Slip && matches!(record.unknown, Unknown::Allowed);
    let fits = || due_kind(&field.shape).is_none_or(|it| it == kind);
    (!is_free || field.name.len() > 4 && fits()).then_some(likely)
}

/// Whether a key is another name for a field, or its name with a slip.
fn stands_for(key: &str, field: &Field) -> Option<How> {
    if key.len() > 64 {
        return None;
    }
    if let Some(alias) = field.aliases.iter().find(|it| same_word(key, it.key)) {
        return Some(if alias.is_likely { How::Slip } else { How::Alias(alias.same_value) });
    }
    if same_word(key, field.name) {
        return Some(How::Alias(true));
    }
    is_slip(key, field.name).then_some(How::Slip)
}
