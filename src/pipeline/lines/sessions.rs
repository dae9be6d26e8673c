//! Calls and results in different records of a session.

use std::collections::{HashMap, HashSet};

use super::finding::LineFinding;
use super::place::{LineSpan, PlaceCounter, Start};
use crate::bind::closest;
use crate::diagnostic::{Severity, shown};
use crate::json::{Kind, quote};
use crate::query::{At, Context, On, answers, calls};
use crate::rules::{self, Rule};
use crate::spec::TurnRecords;
use crate::text::hash;

/// The sessions of a file.
#[derive(Default)]
pub(super) struct Sessions {
    /// What was said of earlier calls is no longer known.
    pub(super) has_forgotten: bool,
    n_known: usize,
    talks: Vec<SessionTalk>,
    /// Their indices by what tells them apart.
    by_key: HashMap<String, usize>,
}

/// The calls of a session so far.
#[derive(Default)]
struct SessionTalk {
    /// The calls, until all of them have a result; `None` for one that has it.
    calls: Vec<Option<AskedCall>>,
    /// The indices of those that have none, by their ids.
    open: HashMap<String, usize>,
    /// The hashes of the ids that have one: their texts would fill the memory.
    answered: HashSet<u64>,
    /// The hashes of the ids of calls of other kinds, of which nothing but a result is known.
    others: HashSet<u64>,
    /// The id of the last turn of the model, and how many there were.
    turn: String,
    n_turns: usize,
    /// The turns after which a person spoke.
    interrupted: Vec<usize>,
    n_orphans: usize,
}

struct AskedCall {
    /// Its id as a text, and where that is.
    text: String,
    id: LineId,
    turn: usize,
}

/// An id in a record.
#[derive(Clone)]
pub(super) struct LineId {
    at: LineSpan,
    pointer: String,
}

impl Sessions {
    /// Takes the calls and results of a record.
    pub(super) fn read(&mut self, ctx: &Context, start: Start, turns: &TurnRecords) -> Vec<LineFinding> {
        let Some(root) = ctx.all().next().filter(|_| ctx.doc(0).errors.is_empty()) else { return Vec::new() };
        let text = |path: &str| member(root, path).unwrap_or_default();
        let key: String = turns.keys.iter().map(|it| text(it) + "\n").collect();
        let idx = self.by_key.get(&key).copied().unwrap_or(self.talks.len());
        if idx == self.talks.len() {
            self.talks.push(SessionTalk::default());
            self.by_key.insert(key, idx);
        }
        let has_forgotten = self.has_forgotten;
        let Some(talk) = self.talks.get_mut(idx) else { return Vec::new() };
        let turn = text(turns.turn);
        if !turn.is_empty() && turn != talk.turn {
            (talk.turn, talk.n_turns) = (turn, talk.n_turns + 1);
        }
        let mut out = Vec::new();
        let places = PlaceCounter::new(root.source(), start);
        let mut is_said = true;
        for called in calls(ctx) {
            is_said = false;
            self.n_known += 1;
            if let Some(id) = called.id().filter(|it| it.object.doc == 0) {
                talk.call(id, &places, &mut out);
            }
        }
        for (on, role) in answers(ctx) {
            is_said = false;
            let id = on.value(role.call).filter(|it| it.kind() == Kind::String && !it.is_blank());
            if let Some(id) = id.filter(|it| it.object.doc == 0) {
                talk.result(id, &places, has_forgotten, &mut out);
            }
        }
        if is_said && text("type") == "user" {
            talk.interrupted.push(talk.n_turns);
        }
        if let Some(id) = member(root, turns.other_call).filter(|_| is_said && !turns.other_call.is_empty()) {
            talk.others.insert(hash(&id));
        }
        out
    }

    /// What it takes in memory, about.
    pub(super) fn size(&self) -> usize {
        self.n_known * size_of::<AskedCall>() + self.talks.len() * size_of::<SessionTalk>()
    }

    /// The calls that should have a result by now.
    pub(super) fn unanswered(self) -> Vec<LineFinding> {
        let mut out = Vec::new();
        for talk in self.talks {
            let open = talk.calls.into_iter().flatten().filter(|it| it.turn < talk.n_turns);
            // A misspelled id is one mistake.
            for call in open.skip(talk.n_orphans) {
                let is_interrupted = talk.interrupted.binary_search(&call.turn).is_ok();
                let most = if is_interrupted { Severity::Info } else { Severity::Warning };
                let message = format!("The call `{}` has no result", shown(&call.text));
                out.push(call.id.finding(&rules::UNANSWERED_CALL, message).at_most(most));
            }
        }
        out
    }
}

/// Ids are compared with so many of the last calls.
const MOST_COMPARED: usize = 64;

impl SessionTalk {
    fn call(&mut self, id: At, places: &PlaceCounter, out: &mut Vec<LineFinding>) {
        let (text, id) = (id.text().into_owned(), LineId::new(id, places));
        let before = self.open.get(&text).and_then(|it| self.calls.get(*it)?.as_ref());
        // The record of a turn that grows is written again.
        let is_again = before.is_some_and(|it| it.turn == self.n_turns);
        if self.answered.contains(&hash(&text)) || (before.is_some() && !is_again) {
            out.push(id.finding(&rules::DUPLICATE_ITEM, format!("Duplicate call id `{}`", shown(&text))));
        } else if !is_again {
            self.open.insert(text.clone(), self.calls.len());
            self.calls.push(Some(AskedCall { text, id, turn: self.n_turns }));
        }
    }

    fn result(&mut self, id: At, places: &PlaceCounter, may_be_unknown: bool, out: &mut Vec<LineFinding>) {
        let (text, id) = (id.text().into_owned(), LineId::new(id, places));
        if let Some(idx) = self.open.remove(&text) {
            self.answered.insert(hash(&text));
            drop(self.calls.get_mut(idx).and_then(Option::take));
            if self.open.is_empty() {
                self.calls.clear();
            }
        } else if self.answered.contains(&hash(&text)) {
            out.push(id.finding(&rules::DUPLICATE_ITEM, format!("`{}` is answered twice", shown(&text))));
        } else if !(may_be_unknown
            || self.others.contains(&hash(&text))
            || self.open.is_empty() && self.answered.is_empty())
        {
            // Before the first call, the file may begin in the middle.
            self.n_orphans += 1;
            let mut message = format!("No call has the id `{}`", shown(&text));
            let last = self.calls.iter().rev().take(MOST_COMPARED).flatten();
            let meant = closest(&text, last.map(|it| it.text.as_str()));
            if let Some(meant) = meant {
                message.push_str(&format!("; did you mean `{}`?", shown(meant)));
            }
            let found = id.finding(&rules::ORPHAN_RESULT, message);
            out.push(match meant {
                Some(it) => found.suggestion(&format!("Replace with `{}`", shown(it)), id.at, quote(it)),
                None => found,
            });
        }
    }
}

impl LineId {
    pub(super) fn new(id: At, places: &PlaceCounter) -> Self {
        let (span, text) = (id.span(), id.on().source());
        let from = places.at(span.start as usize);
        let at = LineSpan { start: from, end: from.after(span.of(text)) };
        Self { at, pointer: id.tree().pointer(text, id.member.value) }
    }

    /// A session may go on where it was interrupted, so nothing is more than a warning.
    pub(super) fn finding(&self, rule: &'static Rule, message: String) -> LineFinding {
        LineFinding::new(rule, self.at, message).of(&self.pointer).at_most(Severity::Warning)
    }
}

/// The text at a path of an object, whether its table names it or not.
fn member(on: On, path: &str) -> Option<String> {
    let (tree, source) = (on.tree(), on.source());
    let node = path.split('/').try_fold(on.object.node, |node, name| tree.get(source, node, name))?;
    Some(tree.text(source, node).into_owned())
}
