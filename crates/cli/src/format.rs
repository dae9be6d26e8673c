//! The output formats, one module each: findings in, text out.
//! Nothing here reads files, the clock or the environment.

pub(super) mod agent;
mod commands;
pub(super) mod concise;
mod finding;
pub(super) mod gitlab;
pub(super) mod human;
mod inside;
pub(super) mod json;
mod place;
pub(super) mod rdjson;
pub(super) mod sarif;
mod xml;

pub(super) use self::{
    commands::{azure, github},
    finding::Entry,
    xml::{checkstyle, junit},
};

use super::{counts::is_shown, output::Look};
use agent_response::{
    Options,
    diagnostic::Severity,
    report::{Diagnostic, Report},
};

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
}

impl<'a> File<'a> {
    /// The findings to show, in text order.
    pub(super) fn findings(&self) -> impl Iterator<Item = &'a Diagnostic> + use<'a> {
        let least = self.least;
        self.report.diagnostics.iter().filter(move |it| is_shown(it, least))
    }
}
