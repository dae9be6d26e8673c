//! The keys of a project file, as data: the reader, hover, completion and the documentation have them from here.

use agent_response::{diagnostic::listed, formats, options::Profile};

/// A key that a project file may have.
#[derive(Debug)]
pub struct Key {
    /// The table it is in: empty at the top of the file, else `rules` or `files`.
    pub table: &'static str,
    /// Its name; empty for the names of rules.
    pub name: &'static str,
    /// What its value is.
    pub shape: ValueShape,
    /// What counts when it is absent.
    pub absent: &'static str,
    /// What it sets, in a sentence.
    pub about: &'static str,
}

/// What the value of a key is.
#[derive(Clone, Copy, Debug)]
pub enum ValueShape {
    /// One of some words, each with its meaning.
    Words(WordList),
    /// Some text, described in some words.
    Text(&'static str),
    /// An array of texts, described in some words.
    List(&'static str),
    /// A table with keys of its own.
    Table,
    /// An array of tables with keys of their own.
    Tables,
}

type WordList = fn() -> Vec<Word>;

/// A word that a value may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    /// The word.
    pub name: &'static str,
    /// What it means.
    pub about: &'static str,
}

/// All keys, in the order in which they are documented.
#[rustfmt::skip] // One row a key.
pub const KEYS: &[Key] = &[
    Key { table: "", name: "profile", shape: ValueShape::Words(profiles), absent: "default",
          about: "How strict the rules are." },
    Key { table: "", name: "payloads", shape: ValueShape::Words(payloads), absent: "on",
          about: "Hints and info about payload fields that no specification defines." },
    Key { table: "", name: "exclude", shape: ValueShape::List("an array of globs"), absent: "",
          about: "Files and folders that are skipped, relative to this folder. A file that is named explicitly is checked." },
    Key { table: "", name: "rules", shape: ValueShape::Table, absent: "",
          about: "The severities of rules, by the name of the rule." },
    Key { table: "", name: "files", shape: ValueShape::Tables, absent: "",
          about: "More files to check. If several entries match a file, the last one counts." },
    Key { table: "rules", name: "", shape: ValueShape::Words(severities), absent: "",
          about: "The severity of the findings of this rule." },
    Key { table: "files", name: "glob", shape: ValueShape::Text("a glob"), absent: "",
          about: "The files, relative to this folder. Without a `/`, it matches names in any folder. Required." },
    Key { table: "files", name: "format", shape: ValueShape::Words(all_formats), absent: "auto",
          about: "The format of the files." },
    Key { table: "files", name: "payload-schema", shape: ValueShape::Text("a path"), absent: "",
          about: "The JSON Schema that the payloads of the files are compared with, relative to this folder." },
    Key { table: "files", name: "tools", shape: ValueShape::Text("a path"), absent: "",
          about: "The tools of calls in files that declare none: JSON with an array of tools, relative to this folder." },
];

/// The keys of a table.
pub(super) fn keys_of(table: &str) -> impl Iterator<Item = &'static Key> {
    KEYS.iter().filter(move |it| it.table == table)
}

/// A key of a table. In the table of rules, any name has the same one.
pub(super) fn key(table: &str, name: &str) -> Option<&'static Key> {
    keys_of(table).find(|it| it.name == name || it.name.is_empty())
}

impl Key {
    /// What its value is, in words.
    pub fn shape(&self) -> String {
        match self.shape {
            ValueShape::Words(words) => listed(words().iter().map(|it| it.name).collect::<Vec<_>>(), " or "),
            ValueShape::Text(what) | ValueShape::List(what) => what.to_owned(),
            ValueShape::Table => "a table".to_owned(),
            ValueShape::Tables => "an array of tables".to_owned(),
        }
    }

    /// The words that its value may be.
    pub fn words(&self) -> Vec<Word> {
        match self.shape {
            ValueShape::Words(words) => words(),
            ValueShape::Text(_) | ValueShape::List(_) | ValueShape::Table | ValueShape::Tables => Vec::new(),
        }
    }
}

fn profiles() -> Vec<Word> {
    let about = |it: Profile| match it {
        Profile::Default => "Follows the specifications",
        Profile::Strict => "Also reports as errors what the programs that read the files reject",
        Profile::Upstream => "Accepts and rejects what the programs that read the files do",
    };
    Profile::ALL.iter().map(|it| Word { name: it.0, about: about(it.1) }).collect()
}

fn payloads() -> Vec<Word> {
    vec![Word { name: "on", about: "Report them" }, Word { name: "off", about: "Do not report them" }]
}

fn severities() -> Vec<Word> {
    vec![
        Word { name: "off", about: "Not reported" },
        Word { name: "error", about: "The file is not valid" },
        Word { name: "warning", about: "A reader may misunderstand the file or lose something" },
        Word { name: "info", about: "Worth knowing" },
        Word { name: "hint", about: "Could be better" },
    ]
}

fn all_formats() -> Vec<Word> {
    let detected = Word { name: "auto", about: "Detect the format from the file name and the content" };
    std::iter::once(detected)
        .chain(formats::KNOWN.iter().map(|it| Word { name: it.id, about: it.record.title }))
        .collect()
}
