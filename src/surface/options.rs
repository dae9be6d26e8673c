//! Options as JSON text, with the names they have in JavaScript. The caller has checked them: a message from here
//! names the option and no more.

use crate::json::{Kind, NodeId, SyntaxErrorKind, Tree, parse};
use crate::text::Span;
use crate::{Options, Profile, Repair, Severity, WrapError, WrapOptions, formats, rules};

/// Reads the options of `validate` and `fix`.
pub(crate) fn read_options(json: &str) -> Result<Options, String> {
    let mut out = Options::default();
    read(json, |source, key, value| {
        match key {
            "fileName" => out.file_name = Some(source.string(value)?),
            "format" => out.format = source.format(value)?,
            "profile" => out.profile = Profile::from_name(&source.string(value)?)?,
            "payloads" => out.payloads = source.switch(value)?,
            "rules" => out.rules = source.severities(value)?,
            "request" => out.request = Some(source.string(value)?),
            "now" => out.now = Some(source.string(value)?),
            "siblings" => out.siblings = Some(source.texts(value)?),
            "files" => out.files = Some(source.list(value)?),
            _ => return None,
        }
        Some(())
    })?;
    Ok(out)
}

/// Reads the options of `wrap` and `recover`.
pub(crate) fn read_wrap_options(json: &str) -> Result<WrapOptions, String> {
    let mut out = WrapOptions::default();
    read(json, |source, key, value| {
        match key {
            "format" => out.format = source.format(value)?,
            "tool" => out.tool = Some(source.string(value)?),
            "request" => out.request = Some(source.string(value)?),
            "requestId" => out.request_id = Some(source.string(value)?),
            "status" => out.status = Some(source.string(value)?),
            "errorMessage" => out.error_message = Some(source.string(value)?),
            "errorType" => out.error_type = Some(source.string(value)?),
            "createdAt" | "ts" => out.created_at = source.string(value)?,
            "durationSeconds" => out.duration_seconds = Some(source.raw(value, Kind::Number)?),
            "metadata" => out.metadata = Some(source.raw(value, Kind::Object)?),
            "repair" => out.repair = source.repair(value)?,
            "force" => out.force = source.tree.kind(value) == Kind::True,
            _ => return None,
        }
        Some(())
    })?;
    Ok(out)
}

/// Gives each option to `take`, which says none to what is no option or has no value for one.
fn read(json: &str, mut take: impl FnMut(&Source, &str, NodeId) -> Option<()>) -> Result<(), String> {
    let (tree, errors) = parse(json, Span::new(0, json.len()));
    // JavaScript writes half of a surrogate pair as an escape; it becomes U+FFFD here.
    let is_readable = errors.iter().all(|it| matches!(it.kind, SyntaxErrorKind::LoneSurrogate));
    if !is_readable || tree.kind(0) != Kind::Object {
        return Err("options must be an object".to_owned());
    }
    let source = Source { json, tree };
    for (key, value) in source.tree.members(0) {
        let key = source.text(key);
        if take(&source, &key, value).is_none() {
            return Err(format!("options.{key} is not an option, or has an invalid value"));
        }
    }
    Ok(())
}

/// A message about an argument of `wrap` or `recover`, with the name it has in JavaScript.
pub(crate) fn named(error: &WrapError) -> String {
    let mut out = if error.argument == "content" { String::new() } else { "options.".to_owned() };
    let mut is_joint = false;
    for ch in error.argument.chars() {
        if ch != '_' {
            out.push(if is_joint { ch.to_ascii_uppercase() } else { ch });
        }
        is_joint = ch == '_';
    }
    out.push(' ');
    out.push_str(&error.reason);
    out
}

struct Source<'j> {
    json: &'j str,
    tree: Tree,
}

impl Source<'_> {
    fn text(&self, id: NodeId) -> String {
        self.tree.text(self.json, id).into_owned()
    }

    #[inline(never)]
    fn string(&self, id: NodeId) -> Option<String> {
        (self.tree.kind(id) == Kind::String).then(|| self.text(id))
    }

    /// The text of a value as it stands, so that numbers and escapes keep their spelling.
    fn raw(&self, id: NodeId, kind: Kind) -> Option<String> {
        (self.tree.kind(id) == kind).then(|| self.tree.span(id).of(self.json).to_owned())
    }

    fn format(&self, id: NodeId) -> Option<Option<&'static str>> {
        let name = self.string(id)?;
        if name == "auto" {
            return Some(None);
        }
        formats::by_id(&name).map(|it| Some(it.id))
    }

    fn switch(&self, id: NodeId) -> Option<bool> {
        match &*self.string(id)? {
            "on" => Some(true),
            "off" => Some(false),
            _ => None,
        }
    }

    fn repair(&self, id: NodeId) -> Option<Repair> {
        match self.tree.kind(id) {
            Kind::True => Some(Repair::Safe),
            Kind::False => Some(Repair::None),
            _ => self.string(id).filter(|it| it == "all").map(|_| Repair::All),
        }
    }

    fn severities(&self, id: NodeId) -> Option<Vec<(String, Option<Severity>)>> {
        let mut out = Vec::new();
        for (code, name) in self.texts(id)? {
            rules::by_id(&code)?;
            let severity = Severity::from_name(&name);
            if severity.is_none() && name != "off" {
                return None;
            }
            out.push((code, severity));
        }
        Some(out)
    }

    #[inline(never)]
    fn texts(&self, id: NodeId) -> Option<Vec<(String, String)>> {
        let mut out = Vec::new();
        for (name, text) in self.tree.members(id) {
            out.push((self.text(name), self.string(text)?));
        }
        Some(out)
    }

    fn list(&self, id: NodeId) -> Option<Vec<String>> {
        let mut out = Vec::new();
        for text in self.tree.children(id) {
            out.push(self.string(text)?);
        }
        Some(out)
    }
}

#[cfg(test)]
mod tests {
    use super::{read_options, read_wrap_options};
    use crate::{Profile, Repair, Severity};

    #[test]
    fn options_are_read_by_their_names() {
        let json = r#"{"fileName":"a\\b","format":"auto","profile":"strict","payloads":"off","rules":{"syntax":"off","comment":"hint"},
            "request":"{}","now":"2026-01-01T00:00:00Z","siblings":{"x.json":"\u00e9"},"files":["a","b"]}"#;
        let options = read_options(json).unwrap();
        assert_eq!(options.file_name.as_deref(), Some("a\\b"));
        assert_eq!(options.format, None);
        assert_eq!(options.profile, Profile::Strict);
        assert!(!options.payloads);
        assert_eq!(options.rules, [("syntax".to_owned(), None), ("comment".to_owned(), Some(Severity::Hint))]);
        assert_eq!(options.siblings.unwrap(), [("x.json".to_owned(), "é".to_owned())]);
        assert_eq!(options.files.unwrap(), ["a", "b"]);
    }

    #[test]
    fn numbers_and_objects_keep_their_spelling() {
        let options =
            read_wrap_options(r#"{"createdAt":"t","durationSeconds":1.50,"metadata":{"a":1e3,"b":"\ud800"}}"#);
        let options = options.unwrap();
        assert_eq!(options.duration_seconds.as_deref(), Some("1.50"));
        assert_eq!(options.metadata.as_deref(), Some(r#"{"a":1e3,"b":"\ud800"}"#));
    }

    #[test]
    fn an_argument_has_its_name_in_javascript() {
        let options = read_wrap_options(r#"{"format":"delegator","tool":"_codex_local_run","ts":"t"}"#).unwrap();
        assert_eq!((options.format, options.created_at.as_str()), (Some("delegator"), "t"));
        let message = |options| super::named(&crate::wrap("{}", &options).unwrap_err());
        assert!(message(options).starts_with("options.requestId is missing"));
        let tool = read_wrap_options(r#"{"format":"delegator","tool":"codex"}"#).unwrap();
        assert!(message(tool).starts_with("options.tool is `codex`"));
    }

    #[test]
    fn repair_is_a_switch_or_all() {
        let repair = |value: &str| read_wrap_options(&format!("{{\"repair\":{value}}}")).map(|it| it.repair);
        for (value, due) in [("true", Repair::Safe), ("false", Repair::None), ("\"all\"", Repair::All)] {
            assert_eq!(repair(value), Ok(due));
        }
        assert!(repair("\"safe\"").unwrap_err().contains("options.repair"));
        assert!(repair("1").is_err());
    }

    #[test]
    fn a_wrong_option_is_named() {
        assert!(read_options(r#"{"mood":1}"#).unwrap_err().contains("options.mood"));
        assert!(read_options(r#"{"payloads":"of"}"#).unwrap_err().contains("options.payloads"));
        assert!(read_options(r#"{"rules":{"no-such-rule":"off"}}"#).unwrap_err().contains("options.rules"));
        assert!(read_options("[]").is_err());
    }
}
