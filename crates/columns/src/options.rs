//! Options as a JSON text, with the names that they have in JavaScript.

use std::fmt::Display;

use agent_response::{
    Options, Profile, Severity,
    diagnostic::shown,
    json::{Kind, NodeId, Tree, number, parse},
    known_formats, rules,
    rules::by_id,
    text::Span,
    timestamp,
};

use crate::clock::after_steps;

/// How many steps the checks of a row take at most unless the options say something else: three seconds of a processor, which only
/// rows with tens of thousands of faults reach.
pub const STEPS: usize = 4_000_000;

/// The options of a text, or what is wrong with it; the usual ones if it is empty.
///
/// # Errors
/// A sentence that begins with the name of the option.
pub fn read_options(text: &[u8]) -> Result<Options, String> {
    // Rows are not indented. Who wants to know it all the same turns the rule on.
    let off = (rules::NOT_PRETTY.id.to_owned(), None);
    let mut options = Options { rules: vec![off], timeout: Some(after_steps(STEPS)), ..Options::DEFAULT };
    if text.trim_ascii().is_empty() {
        return Ok(options);
    }
    let text = std::str::from_utf8(text).map_err(|_| "`options` must be UTF-8".to_owned())?;
    let (tree, errors) = parse(text, Span::new(0, text.len()));
    if !errors.is_empty() {
        return Err(format!("`options` must be JSON, but is {}", shown(text)));
    }
    let root = OptionValue { text, tree: &tree, id: 0, name: "options".to_owned() };
    for (name, value) in root.members()? {
        set(&mut options, &name, &value)?;
    }
    Ok(options)
}

fn set(options: &mut Options, name: &str, value: &OptionValue) -> Result<(), String> {
    match name {
        "format" => {
            let formats = known_formats().iter().map(|it| (it.id, Some(it.id)));
            options.format = value.word([("auto", None)].into_iter().chain(formats))?;
        }
        "profile" => options.profile = value.word(Profile::ALL.iter().copied())?,
        "payloads" => options.payloads = value.word([("on", true), ("off", false)])?,
        "rules" => {
            for (rule, level) in value.members()? {
                if by_id(&rule).is_none() {
                    return Err(format!("`options.rules` names `{}`, which is no rule", shown(&rule)));
                }
                options.rules.push((rule, level.level()?));
            }
        }
        "now" => {
            let now = value.string()?;
            timestamp::parse(&now).map_err(|_| value.must("be a time as ISO 8601 writes it"))?;
            options.now = Some(now);
        }
        "limits" => {
            for (name, limit) in value.members()? {
                match &*name {
                    "maxBytes" => options.max_bytes = limit.whole()?,
                    "maxFindings" => options.max_findings = limit.whole()?,
                    "steps" => options.timeout = Some(after_steps(limit.whole()?)),
                    _ => return Err(unknown("options.limits", &name, "limit", "maxBytes, maxFindings, steps")),
                }
            }
        }
        _ => return Err(unknown("options", name, "option", "format, profile, payloads, rules, now, limits")),
    }
    Ok(())
}

fn unknown(place: &str, name: &str, what: &str, known: &str) -> String {
    format!("`{place}` has `{}`, which is no {what}; known are {known}", shown(name))
}

/// A value in the text of options, and how to reach it.
struct OptionValue<'t> {
    text: &'t str,
    tree: &'t Tree,
    id: NodeId,
    name: String,
}

impl OptionValue<'_> {
    /// The error about another value.
    fn must(&self, what: impl Display) -> String {
        format!("`{}` must {what}, but is {}", self.name, shown(self.tree.span(self.id).of(self.text)))
    }

    /// The members of an object but those that are null, which are not given.
    fn members(&self) -> Result<Vec<(String, Self)>, String> {
        if self.tree.kind(self.id) != Kind::Object {
            return Err(self.must("be an object"));
        }
        let given = self.tree.members(self.id).filter(|it| self.tree.kind(it.1) != Kind::Null);
        let member = |(key, id)| {
            let key = self.tree.text(self.text, key).into_owned();
            let name = format!("{}.{}", self.name, shown(&key));
            (key, Self { name, id, ..*self })
        };
        Ok(given.map(member).collect())
    }

    fn string(&self) -> Result<String, String> {
        let is_string = self.tree.kind(self.id) == Kind::String;
        if is_string { Ok(self.tree.text(self.text, self.id).into_owned()) } else { Err(self.must("be a string")) }
    }

    /// One of these words.
    fn word<T>(&self, words: impl IntoIterator<Item = (&'static str, T), IntoIter: Clone>) -> Result<T, String> {
        let words = words.into_iter();
        let given = self.string()?;
        let found = words.clone().find(|it| it.0 == given).map(|it| it.1);
        let names = || words.map(|it| it.0).collect::<Vec<_>>().join(", ");
        found.ok_or_else(|| self.must(format_args!("be one of {}", names())))
    }

    /// A severity, or `off`.
    fn level(&self) -> Result<Option<Severity>, String> {
        let levels = [Severity::Error, Severity::Warning, Severity::Info, Severity::Hint];
        self.word(levels.map(|it| (it.name(), Some(it))).into_iter().chain([("off", None)]))
    }

    /// A whole number from one.
    fn whole(&self) -> Result<usize, String> {
        let is_number = self.tree.kind(self.id) == Kind::Number;
        let number = number(self.tree.span(self.id).of(self.text)).filter(|it| is_number && *it > 0);
        number.ok_or_else(|| self.must("be a whole number from 1"))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::read_options;
    use agent_response::{Profile, Severity};

    #[test]
    fn options_have_the_names_of_the_package() {
        let text = br#"{"format": "auto", "profile": "strict", "payloads": "off", "rules": {"not-pretty": "hint", "syntax": "off",
            "missing-field": null}, "now": "2025-11-24T14:22:45Z", "limits": {"maxBytes": 1000, "maxFindings": 2, "steps": 3}}"#;
        let options = read_options(text).unwrap();
        assert_eq!((options.format, options.profile, options.payloads), (None, Profile::Strict, false));
        let rules = [("not-pretty", None), ("not-pretty", Some(Severity::Hint)), ("syntax", None)];
        assert_eq!(options.rules, rules.map(|it| (it.0.to_owned(), it.1)));
        assert_eq!(options.now.as_deref(), Some("2025-11-24T14:22:45Z"));
        assert_eq!((options.max_bytes, options.max_findings), (1000, 2));
        assert_eq!(read_options(br#"{"profile": null}"#), read_options(b" \n"));
    }

    #[test]
    fn errors_name_the_option() {
        let cases: &[(&[u8], &str)] = &[
            (b"\xff", "`options` must be UTF-8"),
            (b"{'profile': 1}", "`options` must be JSON, but is {'profile': 1}"),
            (b"[]", "`options` must be an object, but is []"),
            (
                b"{\"profile\": \"strikt\"}",
                "`options.profile` must be one of default, strict, upstream, but is \"strikt\"",
            ),
            (b"{\"payloads\": true}", "`options.payloads` must be a string, but is true"),
            (b"{\"rules\": {\"sintax\": \"off\"}}", "`options.rules` names `sintax`, which is no rule"),
            (b"{\"now\": \"today\"}", "`options.now` must be a time as ISO 8601 writes it, but is \"today\""),
            (b"{\"limits\": {\"maxBytes\": 0}}", "`options.limits.maxBytes` must be a whole number from 1, but is 0"),
            (
                b"{\"limits\": {\"timeout\": 9}}",
                "`options.limits` has `timeout`, which is no limit; known are maxBytes, maxFindings, steps",
            ),
            (
                b"{\"fix\": true}",
                "`options` has `fix`, which is no option; known are format, profile, payloads, rules, now, limits",
            ),
        ];
        for (text, expected) in cases {
            assert_eq!(read_options(text).err().as_deref(), Some(*expected));
        }
        let level = read_options(br#"{"rules": {"syntax": "fatal"}}"#).unwrap_err();
        assert_eq!(level, "`options.rules.syntax` must be one of error, warning, info, hint, off, but is \"fatal\"");
    }
}
