//! Changes of a project file that leave everything else in it as it is, comments and style included.

use std::ops::Range;

use super::read;

/// The change that turns a rule off: the bytes that are replaced, and what replaces them. None if the text is not TOML, or
/// if it sets rules in a way that nothing can be added to.
pub fn turned_off(text: &str, code: &str) -> Option<(Range<usize>, String)> {
    let before = read(text);
    ways(text, code).into_iter().find(|(at, new)| {
        let mut changed = text.to_owned();
        changed.replace_range(at.clone(), new);
        let after = read(&changed);
        let is_off = after.wishes.rules.iter().any(|it| it.0 == code && it.1.is_none());
        before.is_toml && after.is_toml && is_off && after.findings.len() <= before.findings.len()
    })
}

/// Where it may be written, the best place first; not all of them lead to TOML.
fn ways(text: &str, code: &str) -> Vec<(Range<usize>, String)> {
    let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let line = format!("{code} = \"off\"{end}");
    let mut ways = Vec::new();
    if let Some(rules) = table(text) {
        ways.extend(value(text, rules.clone(), code).map(|it| (it, "\"off\"".to_owned())));
        let gap = if text.get(..rules.start).is_some_and(|it| it.ends_with('\n')) { "" } else { end };
        ways.push((rules.start..rules.start, format!("{gap}{line}")));
    }
    if let Some(at) = value(text, 0..text.len(), &format!("rules.{code}")) {
        ways.push((at, "\"off\"".to_owned()));
    }
    if let Some((at, is_empty)) = inline(text) {
        ways.push((at..at, format!(" {code} = \"off\"{}", if is_empty { " " } else { "," })));
    }
    let gap = match text {
        "" => String::new(),
        _ if text.ends_with('\n') => end.to_owned(),
        _ => end.repeat(2),
    };
    ways.push((text.len()..text.len(), format!("{gap}[rules]{end}{line}")));
    ways.push((0..0, format!("rules.{line}")));
    ways
}

/// The lines after the heading `[rules]`, up to the next heading.
fn table(text: &str) -> Option<Range<usize>> {
    let mut found: Option<usize> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let word: String = line.split('#').next().unwrap_or_default().split_whitespace().collect();
        match found {
            Some(start) if word.starts_with('[') => return Some(start..at),
            None if word == "[rules]" => found = Some(at + line.len()),
            _ => (),
        }
        at += line.len();
    }
    found.map(|start| start..at)
}

/// Where an inline table of rules begins, after its brace, and whether there is nothing in it.
fn inline(text: &str) -> Option<(usize, bool)> {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let value = line.split_once('=').filter(|it| it.0.trim() == "rules").map(|it| it.1.trim_start());
        if let Some(members) = value.and_then(|it| it.strip_prefix('{')) {
            return Some((at + line.len() - members.len(), members.trim_start().starts_with('}')));
        }
        at += line.len();
    }
    None
}

/// The value of a key in some lines, if it is a string.
fn value(text: &str, within: Range<usize>, key: &str) -> Option<Range<usize>> {
    let mut at = within.start;
    for line in text.get(within)?.split_inclusive('\n') {
        let (name, rest) = line.split_once('=').unwrap_or((line, ""));
        if name.trim().trim_matches(['"', '\'']) == key {
            let start = at + line.len() - rest.trim_start().len();
            let quote = text.get(start..)?.chars().next().filter(|it| matches!(it, '"' | '\''))?;
            let len = text.get(start + 1..)?.find(quote)?;
            return Some(start..start + len + 2);
        }
        at += line.len();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::turned_off;

    #[test]
    fn a_rule_is_turned_off_where_rules_are_set() {
        for (before, after) in [
            ("", "[rules]\nsyntax = \"off\"\n"),
            ("profile = \"strict\"", "profile = \"strict\"\n\n[rules]\nsyntax = \"off\"\n"),
            ("[rules] # ours\nempty-file = \"hint\"\n", "[rules] # ours\nsyntax = \"off\"\nempty-file = \"hint\"\n"),
            ("[rules]\r\nsyntax = 'hint' # for now\r\n", "[rules]\r\nsyntax = \"off\" # for now\r\n"),
            ("[rules]\n[[files]]\nglob = \"a\"\n", "[rules]\nsyntax = \"off\"\n[[files]]\nglob = \"a\"\n"),
            ("[rules]", "[rules]\nsyntax = \"off\"\n"),
            ("rules.empty-file = \"hint\"\n", "rules.syntax = \"off\"\nrules.empty-file = \"hint\"\n"),
            ("rules.syntax = \"hint\"\n", "rules.syntax = \"off\"\n"),
            ("rules = {}\n", "rules = { syntax = \"off\" }\n"),
            ("rules = { a = 1 }\n", "rules = { syntax = \"off\", a = 1 }\n"),
            ("[[files]]\nglob = \"[rules]\"\n", "[[files]]\nglob = \"[rules]\"\n\n[rules]\nsyntax = \"off\"\n"),
        ] {
            let (at, new) = turned_off(before, "syntax").unwrap_or_else(|| panic!("{before}"));
            let mut text = before.to_owned();
            text.replace_range(at, &new);
            assert_eq!(text, after);
        }
        assert_eq!(turned_off("rules = [{}]\n", "syntax"), None);
        assert_eq!(turned_off("no toml", "syntax"), None);
    }
}
