//! Words: those that a field knows, those that were meant, and those that belong elsewhere.

use super::FieldValue;
use crate::bind::{all_meant, certain, closest, same_word};
use crate::checks::pair;
use crate::diagnostic::{Finding, Fix, listed, shown};
use crate::findings::Findings;
use crate::json::{Flags, Kind, quote};
use crate::query::{described_all, is_denied, open_bracket};
use crate::rules;
use crate::spec::Words;

/// At most this many words are listed in a message.
const MANY_WORDS: usize = 10;

impl FieldValue<'_> {
    pub(super) fn word(&self, words: &Words, text: &str, out: &mut Findings) {
        // If no value belongs there, no word is better than another.
        let is_moot = words.is_open && self.on().should_be_null(self.field.name);
        if is_moot {
            return;
        }
        if words.known.contains(&text) {
            return self.contradicted(words, text, out);
        }
        if pair::is_other_version(self.at, out) {
            return;
        }
        let span = self.span();
        if is_choice(text, words) {
            return out.report(&rules::PLACEHOLDER, self.object.doc, span, |finding| {
                // A reader treats all of the words together like any unknown one.
                finding.severity = self.softened(words.other);
                finding.say(format_args!(
                    "`{}` still contains the alternatives `{}`; choose one of them",
                    self.name(),
                    shown(text)
                ));
            });
        }
        out.report(&rules::UNKNOWN_VALUE, self.object.doc, span, |finding| {
            finding.severity = self.softened(words.other);
            let (name, found) = (self.name(), shown(text));
            let is_it = |it: &&str| text.trim().eq_ignore_ascii_case(it);
            if let Some((_, list)) = words.elsewhere.filter(|it| it.0.iter().any(is_it)) {
                finding.say(format_args!("`{name}` is `{found}`, which belongs in `{list}`"));
                self.moved(list).into_iter().for_each(|fix| finding.fix(fix));
            } else if words.is_open && closest(text, words.known.iter().copied()).is_none() {
                let usual = listed(words.known, " and ");
                finding.say(format_args!("`{name}` is `{found}`; common values are {usual}"));
            } else {
                self.say_known(words, text, finding);
            }
        });
    }

    /// Says which words are known, and which one is likely meant.
    fn say_known(&self, words: &Words, text: &str, finding: &mut Finding) {
        let (name, found) = (self.name(), shown(text));
        let plain = text.trim();
        let certain = certain(words, text);
        let meant = words.meant.iter().find(|it| same_word(plain, it.0)).map(|it| it.1);
        let likely = certain.or(meant).or_else(|| closest(plain, words.known.iter().copied()));
        let n_words = words.known.len();
        finding.message = if n_words > MANY_WORDS {
            match likely.or_else(|| nearest(plain, words.known)) {
                Some(near) => format!("`{name}` is `{found}`, which is not a known value; did you mean `{near}`?"),
                None => format!("`{name}` is `{found}`, which is not one of the {n_words} known values"),
            }
        } else {
            let expected = listed(words.known, " or ");
            match plain {
                "" => format!("`{name}` is empty; expected {expected}{}", words.consequence),
                _ => format!("`{name}` is `{found}`; expected {expected}{}", words.consequence),
            }
        };
        let Some(word) = likely else { return };
        if is_denied(self.document(), self.object.node, words, word) {
            return;
        }
        let sure = words.sure_when.iter().find(|it| it.0 == word);
        // A word that other fields contradict does not help.
        if sure.is_some_and(|it| self.on().failing(it.1).is_some()) {
            return;
        }
        let is_sure = sure.is_some_and(|it| self.on().holds(it.1));
        let is_certain = certain.is_some() || is_sure && meant == Some(word);
        let title = format!("Replace with `{}`", quote(word));
        let fix = if is_certain { Fix::safe(title) } else { Fix::guess(title) };
        finding.fix(fix.replace(self.span(), quote(word)));
    }

    /// Reports a known word that the fields around it contradict.
    fn contradicted(&self, words: &Words, text: &str, out: &mut Findings) {
        let (all, why) = if let Some(&(word, tests)) = self.on().contradiction(words, text) {
            (vec![word], format!("{}; expected", described_all(tests)))
        } else if let Some((all, voters)) = all_meant(self.ctx.docs, self.object, self.member).zip(words.voters) {
            let names = listed(voters.0.iter().copied().chain([voters.1]), " and ");
            (all, format!("{names} match"))
        } else {
            return;
        };
        let Some(&word) = all.first() else { return };
        // A failure is never turned into a success, and if several words fit, only the author knows which one is meant.
        let is_unclear = all.len() > 1 || words.never_beside.iter().any(|it| it.0 == word);
        out.report(&rules::VALUE_MISMATCH, self.object.doc, self.span(), |finding| {
            finding.severity = words.other;
            finding.message = format!("`{}` is `{text}`, but {why} {}", self.name(), listed(&all, " or "));
            if is_unclear {
                return;
            }
            finding.fix(Fix::guess(format_args!("Replace with `{}`", quote(word))).replace(self.span(), quote(word)));
        });
    }

    /// Moves an item into a sibling of its list.
    fn moved(&self, list: &str) -> Option<Fix> {
        let (tree, source) = (self.tree(), self.on().source());
        let taker = self.on().holder()?.member(list)?;
        let flags = taker.node().flags;
        if taker.kind() != Kind::Array || flags.has(Flags::UNCLOSED) || flags.has(Flags::INCOMPLETE) {
            return None;
        }
        let fix = Fix::safe(format_args!("Move it into `{list}`")).delete(self.removed()?);
        let text = self.span().of(source);
        if tree.children(taker.member.value).any(|it| tree.span(it).of(source) == text) {
            return Some(fix.redundant());
        }
        let last = tree.children(taker.member.value).last().map(|it| tree.span(it).end);
        let comma = if last.is_some() { ", " } else { "" };
        let open = open_bracket(self.document(), taker.member.value);
        Some(fix.insert(last.unwrap_or(open.end), format!("{comma}{text}")))
    }
}

/// Whether a text is a template: words with bars between them.
fn is_choice(text: &str, words: &Words) -> bool {
    let mut rest = text;
    while let Some((word, more)) = rest.split_once('|') {
        if !words.known.contains(&word) {
            return false;
        }
        rest = more;
    }
    rest.len() < text.len() && words.known.contains(&rest)
}

/// The word whose beginning and end match a text best, if at least half of it matches.
fn nearest<'w>(text: &str, words: &[&'w str]) -> Option<&'w str> {
    let same = |it: &&str| {
        let begin = it.bytes().zip(text.bytes()).take_while(|it| it.0 == it.1).count();
        begin + it.bytes().rev().zip(text.bytes().rev()).take_while(|it| it.0 == it.1).count()
    };
    words.iter().copied().filter(|it| same(it) * 2 >= text.len()).max_by_key(same)
}
