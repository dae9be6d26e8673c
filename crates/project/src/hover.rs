//! What a place in a project file is about: the key there, or the one that the value there belongs to.

use std::ops::Range;

use toml::de::{DeTable, DeValue};

use super::keys::{Key, key, keys_of};
use super::read::{LARGEST, SpannedKey, SpannedValue};
use agent_response::rules::{self, Rule};

/// What is known of a place in a project file.
#[derive(Debug)]
pub struct KeyHover {
    /// The bytes of the key, or of its value.
    pub span: Range<usize>,
    /// What is known, in Markdown.
    pub markdown: String,
    /// The rule whose severity is set there.
    pub rule: Option<&'static Rule>,
}

/// What is known of the place at a byte; none where no known key or value is. A text that is not TOML is known as far as it
/// can be read.
pub fn hover(text: &str, byte: usize) -> Option<KeyHover> {
    if text.len() > LARGEST {
        return None;
    }
    let (root, _) = DeTable::parse_recoverable(text);
    members(root.get_ref(), "", byte)
}

fn members(table: &DeTable, name: &str, byte: usize) -> Option<KeyHover> {
    table.iter().find_map(|(key, value)| member(name, key, value, byte))
}

fn member(table: &str, name: &SpannedKey, value: &SpannedValue, byte: usize) -> Option<KeyHover> {
    let rule = if table == "rules" { Some(rules::by_id(name.get_ref())?) } else { None };
    let key = key(table, name.get_ref())?;
    let at = |span: Range<usize>| {
        let is_there = span.start <= byte && byte <= span.end;
        is_there.then(|| KeyHover { span, markdown: card(key, rule), rule })
    };
    at(name.span()).or_else(|| match value.get_ref() {
        DeValue::Table(inner) => members(inner, key.name, byte),
        // The place of an entry that has a heading is the heading.
        DeValue::Array(entries) => entries.iter().find_map(|entry| match entry.get_ref() {
            DeValue::Table(inner) => members(inner, key.name, byte).or_else(|| at(entry.span())),
            _ => None,
        }),
        _ => at(value.span()),
    })
}

fn card(key: &Key, rule: Option<&Rule>) -> String {
    let name = rule.map_or(key.name, |it| it.id);
    let mut card = format!("**`{name}`**: {}\n\n", key.shape());
    if let Some(rule) = rule {
        card +=
            &format!("Finds {}. Its severity is `{}` if nothing else is set.\n\n", rule.summary, rule.severity.name());
    }
    card += key.about;
    if !key.words().is_empty() {
        card.push('\n');
    }
    for word in key.words() {
        let default = if word.name == key.absent { " (default)" } else { "" };
        card += &format!("\n- `{}`{default}: {}", word.name, word.about);
    }
    let inner: Vec<_> = keys_of(key.name).filter(|it| !key.name.is_empty() && !it.name.is_empty()).collect();
    if !inner.is_empty() {
        card.push('\n');
    }
    for entry in inner {
        card += &format!("\n- `{}`: {}", entry.name, entry.about);
    }
    card
}

#[cfg(test)]
mod tests {
    use super::hover;

    /// The marked place, and the first line of what is known.
    fn seen(marked: &str) -> Option<(String, String)> {
        let byte = marked.find('$').unwrap();
        let text = marked.replace('$', "");
        let found = hover(&text, byte)?;
        Some((text[found.span].to_owned(), found.markdown.lines().next().unwrap().to_owned()))
    }

    #[test]
    fn keys_and_values_are_known_wherever_they_are() {
        for (text, place, head) in [
            ("pro$file = \"strict\"", "profile", "**`profile`**: `default`, `strict` or `upstream`"),
            ("profile = \"str$ict\"", "\"strict\"", "**`profile`**: `default`, `strict` or `upstream`"),
            ("\"paylo$ads\" = 1", "\"payloads\"", "**`payloads`**: `on` or `off`"),
            ("[ru$les]\nsyntax = \"off\"", "rules", "**`rules`**: a table"),
            ("[rules]\nsyn$tax = \"off\"", "syntax", "**`syntax`**: `off`, `error`, `warning`, `info` or `hint`"),
            ("rules.syntax = \"$off\"", "\"off\"", "**`syntax`**: `off`, `error`, `warning`, `info` or `hint`"),
            ("[[files]]\ngl$ob = \"a\"", "glob", "**`glob`**: a glob"),
            ("files = [{ glob = \"$a\" }]", "\"a\"", "**`glob`**: a glob"),
            ("[[fi$les]]\nglob = \"a\"", "files", "**`files`**: an array of tables"),
            ("[[files]]\nglob = \"a\"\n[[fi$les]]\nglob = \"b\"", "[[files]]", "**`files`**: an array of tables"),
            ("[[files]]\npayload-$schema = \"a\"", "payload-schema", "**`payload-schema`**: a path"),
            ("pro$file = \nx y", "profile", "**`profile`**: `default`, `strict` or `upstream`"),
        ] {
            assert_eq!(seen(text), Some((place.to_owned(), head.to_owned())), "{text}");
        }
        for text in ["$", "pro$fil = 1", "[rules]\nmy-$rule = \"off\"", "profile $ = 1", "a.pro$file = 1", "# pro$file"]
        {
            assert_eq!(seen(text), None, "{text}");
        }
    }

    #[test]
    fn a_card_says_what_is_the_default_and_what_a_rule_finds() {
        let known = hover("profile = 1", 0).unwrap().markdown;
        assert!(known.contains("\n- `default` (default): Follows the specifications\n- `strict`: "), "{known}");
        let known = hover("rules.not-pretty = 1", 8).unwrap();
        assert_eq!(known.rule.unwrap().id, "not-pretty");
        assert!(known.markdown.contains("Its severity is `hint` if nothing else is set."), "{}", known.markdown);
        let known = hover("[[files]]\n", 3).unwrap().markdown;
        assert!(known.contains("\n- `payload-schema`: "), "{known}");
    }
}
