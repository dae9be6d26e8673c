//! What fields of a record require of each other beyond the words of one: lists that are not empty, members of an
//! object in a field, members that must exist unless a condition fails.

use super::{Deciding, TypeWriter, chosen, decides, filled, is_due, key, union};
use agent_response::severity::Severity;
use agent_response::spec::{Field, Measure, Record, Relation, Shape, Should, Test};

impl TypeWriter<'_> {
    /// The members that one group of words requires, once for each word of another field that determines their content.
    pub(super) fn groups(&self, deciding: &Deciding, group: &[&'static str]) -> Vec<String> {
        let word = group.first().copied().unwrap_or_default();
        let asks = |other: &&'static Field| {
            let chosen = deciding.decided.iter().filter_map(|it| match it.shape.inner() {
                Shape::Choice(choice) => Some(chosen(choice, word)),
                _ => None,
            });
            chosen.flat_map(|it| it.fields).any(|it| is_due(it) && asked_by(it, other.name).is_some())
        };
        let Some(other) = self.record.fields.iter().find(asks).filter(|it| self.deciding_words(it.name).is_some())
        else {
            return vec![self.group(deciding, group, None)];
        };
        let words = self.deciding_words(other.name).unwrap_or_default();
        words.iter().map(|it| self.group(deciding, group, Some((other, *it)))).collect()
    }

    /// Fields that must exist if tests of several others hold: either one of these fails, or the field exists.
    pub(super) fn clauses(&self, deciding: &[Deciding]) -> Vec<(&'static str, Vec<String>)> {
        let mut out = Vec::new();
        for field in self.record.fields.iter().filter(|it| is_due(it) && !it.when.is_empty()) {
            let is_decided = |it: &Deciding| field.when.len() == 1 && decides(it.by, field);
            if deciding.iter().any(is_decided) {
                continue;
            }
            let cases: Option<Vec<String>> = field.when.iter().map(|it| self.failing(it)).collect();
            // If it must exist, what is required of it under fewer conditions is required, too.
            let is_filled = self.is_filled(field, &|it| it.iter().all(|test| field.when.contains(test)));
            let there = format!("{{ {}: {} }}", key(field.name), self.list(field, is_filled));
            out.extend(cases.map(|it| (field.name, it.into_iter().chain([there]).collect())));
        }
        out
    }

    /// An object in which a test fails, if a type can express it.
    fn failing(&self, (path, should): &Test) -> Option<String> {
        let by = self.record.fields.iter().find(|it| it.name == *path)?;
        let name = key(by.name);
        Some(match should {
            Should::Be(words) => {
                let others: Vec<&str> =
                    self.deciding_words(by.name)?.iter().copied().filter(|it| !words.contains(it)).collect();
                let mark = if is_due(by) && by.when.is_empty() { "" } else { "?" };
                format!("{{ {name}{mark}: {} }}", union(&others))
            }
            Should::BeAbsent => format!("{{ {name}: {} }}", self.shape(by.shape.inner())),
            Should::BeThere => format!("{{ {name}?: never }}"),
            Should::Compare(Measure::Items, Relation::AtLeast, 1, []) => format!("{{ {name}?: [] }}"),
            Should::Compare(Measure::Items, Relation::AtMost, 0, []) => {
                format!("{{ {name}: {} }}", self.list(by, true))
            }
            _ => return None,
        })
    }

    /// Whether a list must not be empty if such tests hold.
    pub(super) fn is_filled(&self, field: &Field, where_: &dyn Fn(&[Test]) -> bool) -> bool {
        self.record.conditions.iter().any(|condition| {
            let is_some = matches!(condition.should, Should::Compare(Measure::Items, Relation::AtLeast, 1.., []));
            condition.field == field.name && is_some && condition.severity == Severity::Error && where_(condition.when)
        })
    }

    /// The type of a field; if required, of a list that is not empty.
    pub(super) fn list(&self, field: &'static Field, is_filled: bool) -> String {
        match field.shape.inner() {
            Shape::List(list) if is_filled => filled(&self.shape(&list.item.shape)),
            _ => self.shape(&field.shape),
        }
    }

    /// Whether a list must be empty, since the other field must not have that word if it is not.
    pub(super) fn is_empty(&self, field: &Field, by: &Field, word: &str) -> bool {
        self.record.conditions.iter().any(|condition| {
            let is_some = |it: &Should| matches!(it, Should::Compare(Measure::Items, Relation::AtLeast, 1, []));
            let is_refused = matches!(condition.should, Should::NotBe(words) if words.contains(&word));
            let is_it = matches!(condition.when, [(path, should)] if *path == field.name && is_some(should));
            condition.field == by.name && is_refused && is_it && condition.severity == Severity::Error
        })
    }

    /// A record, with the members that must exist if a field of the outermost object has that word.
    pub(super) fn asked(&self, record: &'static Record, also: Option<(&Field, &str)>) -> String {
        let name = self.reference(record);
        let Some((by, word)) = also else { return name };
        let is_asked = |it: &&Field| is_due(it) && asked_by(it, by.name).is_some_and(|it| it.contains(&word));
        let keys: Vec<&str> = record.fields.iter().filter(is_asked).map(|it| it.name).collect();
        if keys.is_empty() { name } else { format!("{name} & Required<Pick<{name}, {}>>", union(&keys)) }
    }
}

/// The words of a field of the outermost object that require this field, if they alone decide.
fn asked_by(field: &Field, name: &str) -> Option<&'static [&'static str]> {
    match field.when {
        [(path, Should::Be(words))] if path.strip_prefix('/') == Some(name) => Some(words),
        _ => None,
    }
}
