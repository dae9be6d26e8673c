//! The output formats, one module each: findings in, text out.
//! Nothing here reads files, the clock or the environment.

pub(super) mod agent;
mod commands;
pub(super) mod compact;
mod concise;
mod finding;
mod gitlab;
mod human;
mod inside;
pub(super) mod json;
mod place;
mod rdjson;
mod sarif;
mod xml;

pub(super) use self::{finding::Entry, human::headline, place::ColumnCounter};

use super::{counts::is_shown, needs::Needs, output::Look};
use agent_response::{
    Options,
    diagnostic::Severity,
    report::{Diagnostic, Report},
};
use agent_response_readers::Reading;

/// The output formats, in the order of the help.
pub(super) static FORMATS: [&OutputFormat; 12] = [
    &human::FORMAT,
    &concise::FORMAT,
    &agent::FORMAT,
    &agent::PROMPT,
    &json::FORMAT,
    &commands::GITHUB,
    &sarif::FORMAT,
    &gitlab::FORMAT,
    &xml::JUNIT,
    &xml::CHECKSTYLE,
    &rdjson::FORMAT,
    &commands::AZURE,
];

/// An output format.
pub(super) struct OutputFormat {
    /// The word for `--format`.
    pub(super) name: &'static str,
    /// What the help says about it.
    pub(super) help: &'static str,
    pub(super) readers: Readers,
    /// A file is mentioned even if there is nothing to say about it.
    pub(super) has_all_files: bool,
    /// A line about all files ends it.
    pub(super) has_summary: bool,
    /// It has room for what `check --reader` says.
    pub(super) has_readings: bool,
    pub(super) writer: OutputWriter,
}

impl OutputFormat {
    /// What a row leaves out.
    const OF_SERVICE: Self = Self {
        name: "",
        help: "",
        readers: Readers::Services,
        has_all_files: false,
        has_summary: false,
        has_readings: false,
        writer: OutputWriter::Document(|_, _| String::new()),
    };

    /// Whether it is one JSON document about all files, of which `fix` says more.
    pub(super) fn is_json(&self) -> bool {
        matches!(self.writer, OutputWriter::Items(..))
    }
}

/// Who reads a format.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Readers {
    /// `fix` also lists for them what it fixed.
    People,
    /// Language models: by default, they get errors and warnings only.
    Models,
    /// Programs: they always get every finding.
    Programs,
    /// Services: they know a file by its path from the root of the repository.
    Services,
}

/// How a format is written.
#[derive(Clone, Copy)]
pub(super) enum OutputWriter {
    /// File by file. If one could not be checked, only standard error says so.
    Files(fn(&File) -> String),
    /// File by file, as items of one JSON document: a file that was checked, or the path and why it could not be.
    Items(fn(&File) -> String, fn(&str, &str) -> String),
    /// File by file, from its findings with places counted from one.
    Entries(fn(&Entry) -> String),
    /// In one piece at the end.
    Document(fn(&[Entry], &RunEnd) -> String),
}

/// What is known at the end of a run.
pub(super) struct RunEnd {
    /// The least severe findings that fail it.
    pub(super) fails: Severity,
    /// The page of a rule.
    pub(super) page_of: fn(&str) -> String,
}

/// A file that was checked, as the formats see it.
pub(super) struct File<'a> {
    /// The path for people.
    pub(super) path: &'a str,
    /// The text that the report is about.
    pub(super) text: &'a str,
    pub(super) report: &'a Report,
    /// Findings that are less severe are left out.
    pub(super) least: Severity,
    pub(super) look: Look,
    /// What it was checked with; `None` for a project file.
    pub(super) options: Option<&'a Options>,
    /// How many findings a language model is shown.
    pub(super) most: usize,
    pub(super) asides: FileAsides<'a>,
}

/// What is said of a file besides its findings.
#[derive(Clone, Copy, Default)]
pub(super) struct FileAsides<'a> {
    /// With `check --reader`, what the programs that read the file do.
    pub(super) readings: &'a [Reading],
    /// After `fix`, what it needs to insert the fields that are still missing, if that helps.
    pub(super) needs: Option<Needs>,
}

impl<'a> File<'a> {
    /// The findings to show, in text order.
    pub(super) fn findings(&self) -> impl Iterator<Item = &'a Diagnostic> + use<'a> {
        let least = self.least;
        self.report.diagnostics.iter().filter(move |it| is_shown(it, least))
    }
}
