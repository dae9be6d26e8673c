//! What a language model reads to repair a file: the findings, causes first, and the edits, each as a text that occurs
//! once in the file and the text that replaces it. Knows nothing of how the answer is used.

mod blanks;
mod compose;
mod edits;
mod items;
mod prompt;
mod rules;
mod text;

use crate::diagnostic::Severity;
use crate::fix::{FixChoice, fix_again};
use crate::options::Options;
use crate::pipeline::validate_again;
use crate::report::Report;
use crate::rules::{INVALID_UTF8, TRUNCATED};
use crate::slips::Readings;

use self::compose::FixEntry;
use self::items::Item;
pub use self::items::causes_first;

/// How much a language model is to read.
#[derive(Clone, Debug)]
pub struct AgentOptions {
    /// At most this many findings are listed; the rest are only counted.
    pub max_findings: usize,
    /// Less serious findings are left out.
    pub min_severity: Severity,
}

impl Default for AgentOptions {
    fn default() -> Self {
        Self { max_findings: 20, min_severity: Severity::Warning }
    }
}

/// The findings of a file for a language model, and the edits that repair it; empty when there is nothing to say. The file
/// is called by the name in the options.
pub fn agent_text(text: &str, options: &Options, agent: &AgentOptions) -> String {
    let readings = Readings::default();
    let report = validate_again(text, options, &readings);
    Plan::new(text, &report, Some(options), agent, &readings).map_or_else(String::new, |it| it.text(&name(options)))
}

/// A request to repair a file, complete in itself: the rules of its format, the findings with their edits, and the file.
/// Empty when there is nothing to repair.
pub fn repair_prompt(text: &str, options: &Options, agent: &AgentOptions) -> String {
    let readings = Readings::default();
    let report = validate_again(text, options, &readings);
    let plan = Plan::new(text, &report, Some(options), agent, &readings);
    plan.map_or_else(String::new, |it| prompt::write(&it, &name(options), options, &readings))
}

fn name(options: &Options) -> String {
    options.file_name.clone().unwrap_or_else(|| "the file".to_owned())
}

/// The text of `agent_text` for an existing report; the file is called by its path. Without options, only the report is
/// known.
pub fn findings(path: &str, text: &str, report: &Report, options: Option<&Options>, agent: &AgentOptions) -> String {
    Plan::new(text, report, options, agent, &Readings::default()).map_or_else(String::new, |it| it.text(path))
}

/// The text of `repair_prompt` for an existing report.
pub fn request(path: &str, text: &str, report: &Report, options: Option<&Options>, agent: &AgentOptions) -> String {
    let readings = Readings::default();
    let Some(plan) = Plan::new(text, report, options, agent, &readings) else { return String::new() };
    match options {
        Some(options) => prompt::write(&plan, path, options, &readings),
        None => plan.text(path),
    }
}

/// The output about a file.
struct Plan<'a> {
    text: &'a str,
    report: &'a Report,
    items: Vec<Item<'a>>,
    entries: Vec<FixEntry>,
    /// The fixed text.
    repaired: String,
    /// Whether nothing else can be repaired.
    is_settled: bool,
    n_shown: usize,
    /// Findings that are not shown.
    n_more: usize,
}

/// With more repairs than this, nobody reads them one by one.
const MAX_ENTRIES: usize = 500;

impl<'a> Plan<'a> {
    /// `None` if no finding is serious enough.
    fn new(
        text: &'a str,
        report: &'a Report,
        options: Option<&Options>,
        agent: &AgentOptions,
        readings: &Readings,
    ) -> Option<Self> {
        let is_wanted = |it: &crate::report::Diagnostic| it.severity <= agent.min_severity;
        let n_wanted = report.diagnostics.iter().filter(|it| is_wanted(it)).count();
        if n_wanted == 0 {
            return None;
        }
        // Bytes that could not be decoded are not in the text that is shown, so no edit would match the file.
        let is_text = report.diagnostics.iter().all(|it| it.code != INVALID_UTF8.id);
        let (mut entries, mut repaired, mut is_settled) = (Vec::new(), text.to_owned(), true);
        if let Some(options) = options.filter(|_| is_text) {
            // Whoever wrote the file can write its end.
            let is_fixed = |it: &crate::report::Diagnostic| is_wanted(it) && it.code != TRUNCATED.id;
            let fixed = fix_again(text, options, FixChoice { suggestions: true, is_wanted: &is_fixed }, readings);
            is_settled = fixed.settled;
            if fixed.applied.len() <= MAX_ENTRIES {
                entries.extend(fixed.applied.into_iter().map(FixEntry::of));
                let blanks = blanks::filled(&fixed.text, &fixed.report, options);
                repaired = fixed.text;
                if let Some(entry) = blanks {
                    repaired = crate::text::apply(&repaired, &entry.edits);
                    entries.push(entry);
                }
            }
        }
        let n_shown = n_wanted.min(agent.max_findings);
        let mut wanted: Vec<_> = report.diagnostics.iter().filter(|it| is_wanted(it)).collect();
        items::causes_first(&mut wanted);
        wanted.truncate(n_shown);
        let items = items::matched(wanted, &entries, n_shown == n_wanted);
        Some(Self { text, report, items, entries, repaired, is_settled, n_shown, n_more: n_wanted - n_shown })
    }
}
