//! Options as JSON text, with the names they have in JavaScript. The caller has checked them: a message from here
//! names the option and little more.

use crate::json::{Kind, NodeId, SyntaxErrorKind, Tree, parse};
use crate::text::Span;
use crate::{Options, Profile, Severity, WrapError, WrapOptions, formats, rules};

/// Reads the options of `validate` and `fix`.
pub(crate) fn read_options(json: &str) -> Result<Options, String> {
    let mut out = Options::default();
    let source = read(json)?;
    for (key, value) in source.members(0) {
        match &*key {
            "fileName" => out.file_name = Some(source.string(&key, value)?),
            "format" => out.format = source.format(value)?,
            "profile" => out.profile = source.profile(value)?,
            "payloads" => out.payloads = source.switch(&key, value)?,
            "rules" => out.rules = source.severities(value)?,
            "request" => out.request = Some(source.string(&key, value)?),
            "now" => out.now = Some(source.string(&key, value)?),
            "siblings" => out.siblings = Some(source.texts(value)?),
            "files" => out.files = Some(source.list(value)?),
            _ => return Err(format!("options.{key} is not an option")),
        }
    }
    Ok(out)
}

/// Reads the options of `wrap`.
pub(crate) fn read_wrap_options(json: &str) -> Result<WrapOptions, String> {
    let mut out = WrapOptions::default();
    let source = read(json)?;
    for (key, value) in source.members(0) {
        match &*key {
            "format" => out.format = source.format(value)?,
            "tool" => out.tool = Some(source.string(&key, value)?),
            "request" => out.request = Some(source.string(&key, value)?),
            "requestId" => out.request_id = Some(source.string(&key, value)?),
            "status" => out.status = Some(source.string(&key, value)?),
            "errorMessage" => out.error_message = Some(source.string(&key, value)?),
            "errorType" => out.error_type = Some(source.string(&key, value)?),
            "createdAt" | "ts" => out.created_at = source.string(&key, value)?,
            "durationSeconds" => out.duration_seconds = Some(source.raw(&key, value, Kind::Number)?),
            "metadata" => out.metadata = Some(source.raw(&key, value, Kind::Object)?),
            "force" => out.force = source.tree.kind(value) == Kind::True,
            _ => return Err(format!("options.{key} is not an option")),
        }
    }
    Ok(out)
}

/// A message about an argument of `wrap`, with the name it has in JavaScript.
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

fn read(json: &str) -> Result<Source<'_>, String> {
    let (tree, errors) = parse(json, Span::new(0, json.len()));
    // JavaScript writes half of a surrogate pair as an escape; it becomes U+FFFD here.
    let is_readable = errors.iter().all(|it| matches!(it.kind, SyntaxErrorKind::LoneSurrogate));
    if !is_readable || tree.kind(0) != Kind::Object {
        return Err("options must be an object".to_owned());
    }
    Ok(Source { json, tree })
}

impl Source<'_> {
    fn members(&self, id: NodeId) -> impl Iterator<Item = (String, NodeId)> {
        self.tree.members(id).map(|(key, value)| (self.text(key), value))
    }

    fn text(&self, id: NodeId) -> String {
        self.tree.text(self.json, id).into_owned()
    }

    fn string(&self, name: &str, id: NodeId) -> Result<String, String> {
        if self.tree.kind(id) != Kind::String {
            return Err(format!("options.{name} must be a string"));
        }
        Ok(self.text(id))
    }

    /// The text of a value as it stands, so that numbers and escapes keep their spelling.
    fn raw(&self, name: &str, id: NodeId, kind: Kind) -> Result<String, String> {
        if self.tree.kind(id) != kind {
            return Err(format!("options.{name} has the wrong type"));
        }
        Ok(self.tree.span(id).of(self.json).to_owned())
    }

    fn format(&self, id: NodeId) -> Result<Option<&'static str>, String> {
        let name = self.string("format", id)?;
        if name == "auto" {
            return Ok(None);
        }
        match formats::by_id(&name) {
            Some(format) => Ok(Some(format.id)),
            None => Err("options.format is not a format".to_owned()),
        }
    }

    fn profile(&self, id: NodeId) -> Result<Profile, String> {
        Profile::from_name(&self.string("profile", id)?).ok_or_else(|| "options.profile is not a profile".to_owned())
    }

    fn switch(&self, name: &str, id: NodeId) -> Result<bool, String> {
        match &*self.string(name, id)? {
            "on" => Ok(true),
            "off" => Ok(false),
            _ => Err(format!("options.{name} is neither on nor off")),
        }
    }

    fn severities(&self, id: NodeId) -> Result<Vec<(String, Option<Severity>)>, String> {
        self.members(id).map(|(code, value)| Ok((self.code(code)?, self.severity(value)?))).collect()
    }

    fn code(&self, code: String) -> Result<String, String> {
        if rules::by_id(&code).is_none() {
            return Err(format!("options.rules names `{code}`, which is no rule"));
        }
        Ok(code)
    }

    fn severity(&self, id: NodeId) -> Result<Option<Severity>, String> {
        let name = self.string("rules", id)?;
        match (Severity::from_name(&name), &*name) {
            (Some(severity), _) => Ok(Some(severity)),
            (None, "off") => Ok(None),
            (None, _) => Err("options.rules has a severity that does not exist".to_owned()),
        }
    }

    fn texts(&self, id: NodeId) -> Result<Vec<(String, String)>, String> {
        self.members(id).map(|(name, text)| Ok((name, self.string("siblings", text)?))).collect()
    }

    fn list(&self, id: NodeId) -> Result<Vec<String>, String> {
        self.tree.children(id).map(|it| self.string("files", it)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{read_options, read_wrap_options};
    use crate::{Profile, Severity};

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
    fn a_wrong_option_is_named() {
        assert!(read_options(r#"{"mood":1}"#).unwrap_err().contains("options.mood"));
        assert!(read_options(r#"{"payloads":"of"}"#).unwrap_err().contains("options.payloads"));
        assert!(read_options(r#"{"rules":{"no-such-rule":"off"}}"#).unwrap_err().contains("no-such-rule"));
        assert!(read_options("[]").is_err());
    }
}
