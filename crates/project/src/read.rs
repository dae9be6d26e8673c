//! From the text of a project file to the options it sets and the mistakes in it. `tests/config/cases.json` has the cases.

use std::ops::Range;

use toml::{
    Spanned,
    de::{DeTable, DeValue, Error},
};

use super::{fault::ProjectFault, glob::Glob, keys, line, words::nearest};
use agent_response::diagnostic::{Severity, listed, shown};
use agent_response::findings::MAX_FINDINGS;
use agent_response::options::Profile;
use agent_response::{formats, rules};

/// The options that a project file sets; others stay as they are.
#[derive(Debug, Default)]
pub struct Wishes {
    /// Which specifications or programs decide.
    pub profile: Option<Profile>,
    /// Whether hints and info about payloads are reported.
    pub payloads: Option<bool>,
    /// The severities of rules; none turns a rule off.
    pub rules: Vec<(String, Option<Severity>)>,
    /// Files and folders that are skipped.
    pub exclude: Vec<Pattern>,
    /// More files that are checked; if several entries match a file, the last one counts.
    pub files: Vec<FilesEntry>,
}

impl Wishes {
    /// Whether a path, relative to the folder of the project file, is excluded, or a folder that it is in.
    pub fn excludes(&self, path: &str) -> bool {
        self.exclude.iter().any(|it| it.glob.covers(path))
    }
}

/// A glob, and how it is written.
#[derive(Debug)]
pub struct Pattern {
    /// What it matches.
    pub glob: Glob,
    /// The text.
    pub text: String,
}

/// More files that are checked.
#[derive(Debug)]
pub struct FilesEntry {
    /// Which files.
    pub pattern: Pattern,
    /// As what, when it says so.
    pub format: Option<&'static str>,
    /// The JSON Schema of their payloads.
    pub schema: Option<NamedPath>,
    /// The tools that calls in them may refer to.
    pub tools: Option<NamedPath>,
}

/// Where a file is that the project file names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedPath {
    /// The path from the folder of the project file.
    pub path: String,
    /// The bytes of the project file that name it.
    pub span: Range<usize>,
}

/// Reads a text, and says whether it is TOML.
pub(super) fn read(text: &str) -> (Reader, bool) {
    let mut reader = Reader::default();
    if text.len() > LARGEST {
        reader.say(&(0..0), "The file is larger than a megabyte".to_owned());
        return (reader, false);
    }
    let (root, errors) = DeTable::parse_recoverable(text);
    // Duplicates are known only if the text is TOML otherwise.
    let (twice, other): (Vec<_>, Vec<_>) = errors.iter().partition(|it| is_about_twice(it));
    let stops = other.into_iter().map(|it| stopped(text, start_of(it)));
    let other = stops.chain(broken(text, root.get_ref())).min();
    let twice = twice.into_iter().map(start_of).min();
    let is_toml = other.is_none() && twice.is_none();
    match (other, twice) {
        (Some(first), _) => reader.faults.push(line::fault(text, first)),
        (None, Some(first)) => reader.faults.push(line::twice(text, first)),
        (None, None) => reader.root(root.get_ref()),
    }
    reader.faults.sort_by_key(|it| (it.span.start, it.span.end));
    (reader, is_toml)
}

/// A file of this kind has some lines.
pub(super) const LARGEST: usize = 1 << 20;

/// Where something is missing if the parser already reached the next line: a value, or everything after a key.
fn stopped(text: &str, start: usize) -> usize {
    let before = text.get(..start).unwrap_or_default().trim_end();
    let head = before.trim_end_matches(line::is_bare);
    let is_key = before.get(head.len()..).unwrap_or_default().starts_with(|it: char| it.is_ascii_alphabetic());
    let is_missing = before.ends_with('=') || (is_key && head.trim_end().ends_with(['{', ',']));
    let has_break = text.get(before.len()..start).unwrap_or_default().contains('\n');
    if is_missing && has_break { before.len() } else { start }
}

/// Where a line ends between a key and its value: the parser lets that pass in inline tables, TOML does not.
fn broken(text: &str, root: &DeTable) -> Option<usize> {
    let mut first = None;
    let (mut tables, mut values) = (vec![root], Vec::new());
    while let Some(table) = tables.pop() {
        for (key, value) in table.iter() {
            let between = text.get(key.span().end..value.span().start).unwrap_or_default();
            let has_sign = between.trim_start().starts_with(['=', '#']);
            if let Some(at) = between.find('\n').filter(|_| has_sign).map(|it| key.span().end + it) {
                first = Some(first.map_or(at, |it: usize| it.min(at)));
            }
            values.push(value.get_ref());
        }
        while let Some(value) = values.pop() {
            match value {
                DeValue::Table(table) => tables.push(table),
                DeValue::Array(items) => values.extend(items.iter().map(Spanned::get_ref)),
                _ => (),
            }
        }
    }
    first
}

fn start_of(error: &Error) -> usize {
    error.span().map_or(0, |it| it.start)
}

fn is_about_twice(error: &Error) -> bool {
    let words = error.message();
    words.starts_with("duplicate key") || words.starts_with("cannot extend")
}

/// What a text sets, and what is wrong with it.
#[derive(Default)]
pub(super) struct Reader {
    pub(super) wishes: Wishes,
    pub(super) faults: Vec<ProjectFault>,
}

/// A key as it is written.
pub(super) type SpannedKey<'t> = Spanned<std::borrow::Cow<'t, str>>;
/// A value as it is written.
pub(super) type SpannedValue<'t> = Spanned<DeValue<'t>>;

/// The words that the value of a key may be.
fn words(table: &str, name: &str) -> Vec<&'static str> {
    keys::key(table, name).map_or(Vec::new(), |it| it.words().into_iter().map(|it| it.name).collect())
}

impl Reader {
    fn root(&mut self, table: &DeTable) {
        for (key, value) in table.iter() {
            match &**key.get_ref() {
                "profile" => self.wishes.profile = self.profile(key, value),
                "payloads" => self.wishes.payloads = self.payloads(key, value),
                "exclude" => match value.get_ref() {
                    DeValue::Array(globs) => globs.iter().for_each(|it| self.excluded(key, it)),
                    other => self.wrong_type(&mark(key, value), "exclude", "must be an array of globs, but is", other),
                },
                "rules" => match value.get_ref() {
                    DeValue::Table(rules) => rules.iter().for_each(|(key, value)| self.rule(key, value)),
                    other => self.wrong_type(&mark(key, value), "rules", "must be a table, but is", other),
                },
                "files" => match value.get_ref() {
                    DeValue::Array(entries) => entries.iter().for_each(|it| self.entry(key, it)),
                    other => self.wrong_type(&mark(key, value), "files", "must be an array of tables, but is", other),
                },
                other => self.unknown_key(&key.span(), other, "this file", ""),
            }
        }
    }

    fn profile(&mut self, key: &SpannedKey, value: &SpannedValue) -> Option<Profile> {
        Profile::from_name(self.one_of(key, value, &words("", "profile"))?)
    }

    fn payloads(&mut self, key: &SpannedKey, value: &SpannedValue) -> Option<bool> {
        Some(self.one_of(key, value, &words("", "payloads"))? == "on")
    }

    fn rule(&mut self, key: &SpannedKey, value: &SpannedValue) {
        let severity = self.one_of(key, value, &words("rules", ""));
        let code = &**key.get_ref();
        if rules::by_id(code).is_none() {
            let ids: Vec<_> = rules::RULES.iter().map(|it| it.id).collect();
            let near = nearest(code, &ids);
            let hint = near.map(|it| format!("; did you mean `{it}`?")).unwrap_or_default();
            let message = format!("`{}` is not a rule{hint}", shown(code));
            return self.suggest(&key.span(), message, near.map(str::to_owned));
        }
        if let Some(severity) = severity {
            self.wishes.rules.push((code.to_owned(), Severity::from_name(severity)));
        }
    }

    /// One of the globs of `exclude`.
    fn excluded(&mut self, exclude: &SpannedKey, glob: &SpannedValue) {
        match glob.get_ref() {
            DeValue::String(text) => {
                // As in a .gitignore, a folder may end with a `/`.
                let text = text.strip_suffix('/').filter(|it| !it.is_empty()).unwrap_or(text);
                if let Some(pattern) = self.pattern(glob.span(), text) {
                    self.wishes.exclude.push(pattern);
                }
            }
            other => {
                let at = mark(exclude, glob);
                self.wrong_type(&at, "exclude", "must be an array of globs, but contains", other);
            }
        }
    }

    /// One of the tables `[[files]]`.
    fn entry(&mut self, files: &SpannedKey, entry: &SpannedValue) {
        let DeValue::Table(table) = entry.get_ref() else {
            let at = mark(files, entry);
            return self.wrong_type(&at, "files", "must be an array of tables, but contains", entry.get_ref());
        };
        let (mut glob, mut format, mut schema, mut tools) = (None, None, None, None);
        for (key, value) in table.iter() {
            match &**key.get_ref() {
                "glob" => glob = Some(self.glob(key, value)),
                "format" => format = self.format(key, value),
                "payload-schema" => schema = self.path(key, value, "schemas/report.schema.json"),
                "tools" => tools = self.path(key, value, "tools.json"),
                other => self.unknown_key(&key.span(), other, "`[[files]]`", "files"),
            }
        }
        match glob {
            Some(Some(pattern)) => self.wishes.files.push(FilesEntry { pattern, format, schema, tools }),
            Some(None) => (),
            None => self.say(&entry.span(), "Missing `glob`; it selects the files".to_owned()),
        }
    }

    fn glob(&mut self, key: &SpannedKey, value: &SpannedValue) -> Option<Pattern> {
        let text = self.string(key, value, "a string")?;
        self.pattern(mark(key, value), text)
    }

    fn pattern(&mut self, at: Range<usize>, text: &str) -> Option<Pattern> {
        let glob = Glob::new(text).map_err(|it| self.say(&at, it)).ok()?;
        Some(Pattern { glob, text: text.to_owned() })
    }

    /// The path of a file, with an example of one.
    fn path(&mut self, key: &SpannedKey, value: &SpannedValue, example: &str) -> Option<NamedPath> {
        let path = self.string(key, value, "a string")?.to_owned();
        let span = mark(key, value);
        if let Some(wrong) = wrong_path(&path) {
            let found = if path.is_empty() { "empty".to_owned() } else { format!("`{}`", shown(&path)) };
            let wrong = wrong.replace("{example}", example);
            self.say(&span, format!("`{}` is {found}; {wrong}", key.get_ref()));
            return None;
        }
        Some(NamedPath { path, span })
    }

    fn format(&mut self, key: &SpannedKey, value: &SpannedValue) -> Option<&'static str> {
        let name = self.one_of(key, value, &words("files", "format"))?;
        formats::by_id(name).map(|it| it.id)
    }

    fn one_of<'v>(&mut self, key: &SpannedKey, value: &'v SpannedValue, names: &[&'static str]) -> Option<&'v str> {
        let expected = listed(names, " or ");
        let text = self.string(key, value, &expected)?;
        if names.contains(&text) {
            return Some(text);
        }
        let message = format!("`{}` is `{}`; expected {expected}", shown(key.get_ref()), shown(text));
        self.suggest(&value.span(), message, nearest(text, names).map(|it| format!("\"{it}\"")));
        None
    }

    fn string<'v>(&mut self, key: &SpannedKey, value: &'v SpannedValue, expected: &str) -> Option<&'v str> {
        match value.get_ref() {
            DeValue::String(text) => Some(text),
            other => {
                self.wrong_type(&mark(key, value), key.get_ref(), &format!("must be {expected}, but is"), other);
                None
            }
        }
    }

    fn wrong_type(&mut self, at: &Range<usize>, key: &str, wrong: &str, found: &DeValue) {
        let found = match found {
            DeValue::String(_) => "a string",
            DeValue::Integer(_) | DeValue::Float(_) => "a number",
            DeValue::Boolean(_) => "a boolean",
            DeValue::Datetime(_) => "a time",
            DeValue::Array(_) => "an array",
            DeValue::Table(_) => "a table",
        };
        self.say(at, format!("`{}` {wrong} {found}", shown(key)));
    }

    fn unknown_key(&mut self, at: &Range<usize>, key: &str, place: &str, table: &str) {
        let known: Vec<_> = keys::keys_of(table).map(|it| it.name).collect();
        let near = nearest(key, &known);
        let hint = match near {
            Some(it) => format!("did you mean `{it}`?"),
            None => format!("expected {}", listed(&known, " or ")),
        };
        let message = format!("`{}` is not a key of {place}; {hint}", shown(key));
        self.suggest(at, message, near.map(str::to_owned));
    }

    fn say(&mut self, at: &Range<usize>, message: String) {
        self.suggest(at, message, None);
    }

    /// The same with what was probably meant.
    fn suggest(&mut self, at: &Range<usize>, message: String, meant: Option<String>) {
        if self.faults.len() < MAX_FINDINGS {
            self.faults.push(ProjectFault { message, span: at.clone(), meant });
        }
    }
}

/// The place of a value, or of its key if the value was built from headings and dotted keys.
fn mark(key: &SpannedKey, value: &SpannedValue) -> Range<usize> {
    if value.span().start >= key.span().end { value.span() } else { key.span() }
}

/// What is wrong with the path of a file.
fn wrong_path(path: &str) -> Option<&'static str> {
    const EXPECTED: &str = "expected a path relative to this file, such as `{example}`";
    let has_drive = matches!(path.as_bytes(), [drive, b':', ..] if drive.is_ascii_alphabetic());
    match path {
        _ if path.contains("://") => Some("expected the path of a file; nothing is downloaded"),
        _ if path.contains('\\') => Some("separate folders with `/`"),
        _ if path.is_empty() || path.starts_with('/') || has_drive || path.contains('\0') => Some(EXPECTED),
        _ => None,
    }
}
