//! The conditions of the tables, tested against the values.

use super::{At, On, broken, is_placeholder, measure, number};
use crate::bind::{PathEnd, accepts, is_incomplete};
use crate::json::{Flags, Kind};
use crate::spec::{Condition, Field, Form, Shape, Should, Test, Text, Words, is_like_any};

impl<'a> On<'a> {
    /// Whether all tests hold for certain.
    pub(crate) fn holds(self, tests: &[Test]) -> bool {
        tests.iter().all(|it| self.is_certain(it, true))
    }

    /// The first test that fails for certain.
    pub(crate) fn failing(self, tests: &[Test]) -> Option<&Test> {
        tests.iter().find(|it| self.is_certain(it, false))
    }

    /// Whether a value with a condition exists and certainly violates it.
    pub(crate) fn violates(self, condition: &Condition) -> bool {
        self.met(condition.field, condition.should) == Some(false)
            && self.holds(condition.when)
            && self.is_trusted(condition.field)
    }

    /// Whether the field should currently be null, so that its value does not matter.
    pub(crate) fn should_be_null(self, field: &str) -> bool {
        let asks = |it: &&Condition| it.field == field && it.should == Should::BeNull;
        self.object.record.conditions.iter().filter(asks).any(|it| self.holds(it.when))
    }

    /// The word that was meant instead of this one, judging by the fields around it, and its requirements.
    pub(crate) fn contradiction(self, words: &Words, text: &str) -> Option<&'static (&'static str, &'static [Test])> {
        let are_met = |tests: &[Test], holds: bool| {
            !tests.is_empty() && tests.iter().all(|it| self.met(it.0, it.1) == Some(holds))
        };
        let own = words.sure_when.iter().find(|it| it.0 == text)?;
        let other = words.sure_when.iter().find(|it| are_met(it.1, true)).filter(|_| are_met(own.1, false))?;
        // An object without any of its fields is not evidence.
        let is_empty = |test: &Test| {
            let inside = self.value(test.0).and_then(At::inside);
            inside.is_some_and(|it| it.object.members.iter().all(|it| it.field.is_none()))
        };
        (!other.1.iter().any(is_empty)).then_some(other)
    }

    /// The value at the end of a path.
    pub(crate) fn value(self, path: &str) -> Option<At<'a>> {
        match self.find(path) {
            PathEnd::Value(object, member) => Some(self.ctx.on(object).at(member)),
            PathEnd::Absent(_) | PathEnd::Unknown => None,
        }
    }

    pub(crate) fn find(self, path: &str) -> PathEnd<'a> {
        self.ctx.bindings.find(self.object, path)
    }

    /// Whether it is certain that a test holds, or that it does not.
    fn is_certain(self, (path, should): &Test, holds: bool) -> bool {
        // An expected word is accepted; an unexpected one may be a mistake.
        let is_plain = holds && matches!(should, Should::Be(_));
        self.met(path, *should) == Some(holds)
            && if is_plain { !self.value(path).is_some_and(At::is_contradicted) } else { self.is_trusted(path) }
    }

    /// False for a value that has another finding.
    fn is_trusted(self, path: &str) -> bool {
        self.value(path).is_none_or(|it| it.member.field.is_none_or(|field| it.is_trusted(field)))
    }

    /// Whether a value is what it should be; `None` if that is unknown.
    fn met(self, path: &str, should: Should) -> Option<bool> {
        match self.find(path) {
            PathEnd::Unknown => None,
            PathEnd::Absent(object) => {
                let is_absence = matches!(should, Should::BeThere | Should::BeAbsent);
                let is_sure = is_absence && !is_incomplete(self.ctx.docs, object);
                is_sure.then_some(should == Should::BeAbsent)
            }
            PathEnd::Value(object, member) => self.ctx.on(object).at(member).is_met(self, should),
        }
    }
}

impl At<'_> {
    fn is_contradicted(self) -> bool {
        let Some(Shape::Text(Text { form: Form::Word(words), .. })) = self.member.field.map(|it| it.shape.inner())
        else {
            return false;
        };
        !words.sure_when.is_empty() && self.on().contradiction(words, &self.text()).is_some()
    }

    /// Whether a value may be judged further: one of a wrong type, a number out of range, a blank text, a placeholder
    /// and an unknown word have only that finding.
    fn is_trusted(self, field: &Field) -> bool {
        if !accepts(&field.shape, self.kind()) {
            return false;
        }
        if let Shape::Number(limits) = field.shape.inner()
            && self.kind() == Kind::Number
        {
            return broken(limits, number(self.raw())).is_none();
        }
        if self.kind() != Kind::String || !matches!(field.shape.inner(), Shape::Text(_) | Shape::Encoded(_)) {
            return true;
        }
        let text = self.text();
        if is_placeholder(&text, field) {
            return false;
        }
        let Shape::Text(facts) = field.shape.inner() else { return true };
        if facts.blank.is_some() && text.trim().is_empty() {
            return false;
        }
        let Form::Word(words) = facts.form else { return true };
        words.is_open || words.known.contains(&&*text) && !self.is_contradicted()
    }

    fn is_met(self, from: On, should: Should) -> Option<bool> {
        let node = self.node();
        if node.kind == Kind::Broken || node.flags.has(Flags::UNCLOSED) {
            return None;
        }
        let is_null = node.kind == Kind::Null;
        let says = || Some(self.text()).filter(|_| !is_null && !is_container(node.kind));
        Some(match should {
            Should::BeNull | Should::BeAbsent => is_null,
            Should::NotBeNull | Should::BeThere => !is_null,
            Should::NotBeBlank => !self.is_blank(),
            Should::BeFilled => !is_null && !self.is_blank(),
            Should::Be(words) => is_like_any(&says()?, words),
            Should::NotBe(words) => !is_like_any(&says()?, words),
            Should::BeAmong(path) => self.is_among(from, path, &says()?)?,
            Should::Compare(how, relation, plus, terms) => {
                measure::compare(self.measured(how)?, relation, from.sum(plus, terms)?)
            }
        })
    }

    /// Whether the value is among the items of an array.
    fn is_among(self, from: On, path: &str, says: &str) -> Option<bool> {
        let list = from.value(path)?;
        let (tree, text, node) = (list.tree(), list.on().source(), list.node());
        let is_whole =
            node.kind == Kind::Array && !node.flags.has(Flags::UNCLOSED) && !node.flags.has(Flags::INCOMPLETE);
        let kind = self.kind();
        // If an object or array is in place of an item, its intended text is unknown.
        let mut is_sure = is_whole;
        for item in tree.children(list.member.value) {
            let found = tree.text(text, item);
            if tree.kind(item) == kind && (found == says || kind == Kind::Number && number(&found) == number(says)) {
                return is_whole.then_some(true);
            }
            is_sure &= !is_container(tree.kind(item));
        }
        is_sure.then_some(false)
    }
}

/// Whether a value is an object or an array.
pub(crate) fn is_container(kind: Kind) -> bool {
    matches!(kind, Kind::Array | Kind::Object)
}
