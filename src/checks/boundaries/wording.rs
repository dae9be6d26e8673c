//! How the rules of a part are worded.

use super::Judged;
use super::read::Rule;
use crate::findings::Findings;
use crate::rules;
use crate::spec::Wording;
use crate::text::Span;

pub(super) fn check(judged: &Judged, out: &mut Findings) {
    for (idx, part) in judged.parts.iter().enumerate() {
        let rules = || judged.found.rules.iter().filter(move |it| it.part == idx && !it.text.is_empty());
        let text = |it: &Rule| it.text.of(judged.text);
        let differs = |it: &&Rule| !fits(text(it), part.wording);
        let Some(first) = rules().find(differs) else { continue };
        let word = text(first).split_whitespace().next().unwrap_or_default();
        let start = first.text.start as usize;
        out.report(&rules::BOUNDARIES_WORDING, judged.doc, Span::new(start, start + word.len()), |it| {
            let (n_all, n_others) = (rules().count(), rules().filter(differs).count());
            let heading = part.heading;
            let asked = match part.wording {
                Wording::Without(word) => format!("leave out the word `{word}` and end with a reason in brackets"),
                Wording::With(word) => format!("begin with `{word}` and end with a reason in brackets"),
                Wording::Topic(word) => format!("read `Topic: {word} …`"),
            };
            let verb = if n_others == 1 { "differs" } else { "differ" };
            it.message = format!("`{heading}` rules {asked}; {n_others} of {n_all} {verb}");
        });
    }
}

fn fits(text: &str, wording: Wording) -> bool {
    let text = text.trim_start_matches(['*', '_']);
    let begins = |word: &str| {
        text.get(..word.len()).is_some_and(|it| it.eq_ignore_ascii_case(word))
            && !text.get(word.len()..).is_some_and(|it| it.starts_with(|ch: char| ch.is_alphanumeric()))
    };
    let has_reason = text.trim_end_matches(['.', '*', '_', ' ']).ends_with(')') && text.contains('(');
    match wording {
        Wording::Without(word) => !begins(word) && has_reason,
        Wording::With(word) => begins(word) && has_reason,
        Wording::Topic(word) => {
            let asked = text.split_once(':').map(|it| it.1.trim_start_matches(['*', '_', ' ']));
            asked.is_some_and(|it| it.get(..word.len()).is_some_and(|it| it.eq_ignore_ascii_case(word)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::fits;
    use crate::spec::Wording;

    #[test]
    fn wordings_are_told_apart() {
        assert!(fits("Run the tests (they are fast)", Wording::Without("Always")));
        assert!(!fits("Always run the tests (they are fast)", Wording::Without("Always")));
        assert!(!fits("Run the tests", Wording::Without("Always")));
        assert!(fits("Never push to main (it is protected).", Wording::With("Never")));
        assert!(!fits("Nevertheless push (or not)", Wording::With("Never")));
        assert!(fits("Schema changes: Ask before a column is dropped", Wording::Topic("Ask")));
        assert!(fits("**Schema changes**: Ask first", Wording::Topic("Ask")));
        assert!(!fits("Dropping a column", Wording::Topic("Ask")));
    }
}
