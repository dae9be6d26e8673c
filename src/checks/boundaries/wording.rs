//! How the rules of a part are worded.

use super::JudgedSection;
use crate::checks::say::begins_with;
use crate::findings::Findings;
use crate::rules;
use crate::spec::Wording;
use crate::text::Span;

pub(super) fn check(judged: &JudgedSection, out: &mut Findings) {
    for (idx, part) in judged.parts.iter().enumerate() {
        let (mut n_all, mut n_others) = (0, 0);
        let mut place = Span::default();
        for rule in judged.found.rules.iter().filter(|it| it.part == idx && !it.text.is_empty()) {
            n_all += 1;
            let text = rule.text.of(judged.text);
            if fits(text, part.wording) {
                continue;
            }
            if n_others == 0 {
                let word = text.find(char::is_whitespace).unwrap_or(text.len());
                place = Span { start: rule.text.start, end: rule.text.start + Span::new(0, word).end };
            }
            n_others += 1;
        }
        if n_others == 0 {
            continue;
        }
        out.report(&rules::BOUNDARIES_WORDING, judged.doc, place, |finding| {
            let (asked, word, rest) = match part.wording {
                Wording::Without(word) => ("omit the word", word, "` and end with a reason in parentheses"),
                Wording::With(word) => ("begin with", word, "` and end with a reason in parentheses"),
                Wording::Topic(word) => ("have the form", word, " …`"),
            };
            let topic = if let Wording::Topic(_) = part.wording { "Topic: " } else { "" };
            let (heading, verb) = (part.heading, if n_others == 1 { "does" } else { "do" });
            finding.say(format_args!(
                "`{heading}` rules should {asked} `{topic}{word}{rest}; {n_others} of {n_all} {verb} not"
            ));
        });
    }
}

fn fits(text: &str, wording: Wording) -> bool {
    let text = text.trim_start_matches(['*', '_']);
    let has_reason = text.trim_end_matches(['.', '*', '_', ' ']).ends_with(')') && text.bytes().any(|it| it == b'(');
    match wording {
        Wording::Without(word) => !begins_with(text, word) && has_reason,
        Wording::With(word) => begins_with(text, word) && has_reason,
        Wording::Topic(word) => {
            let Some(colon) = text.find(':') else { return false };
            let asked = text.get(colon + 1..).unwrap_or_default().trim_start_matches(['*', '_', ' ']);
            asked.get(..word.len()).is_some_and(|it| it.eq_ignore_ascii_case(word))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::fits;
    use crate::spec::Wording;

    #[test]
    fn wordings_are_distinguished() {
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
