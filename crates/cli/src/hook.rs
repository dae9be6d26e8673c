//! `hook`: answers coding assistants that say which file they have just written.

mod message;
mod patch;

use std::{
    collections::BTreeSet,
    io::Write,
    mem,
    path::{Path, PathBuf},
    time::Duration,
};

use self::message::{Answer, Message};
use super::{
    Status, Trouble,
    args::{Checking, HookArgs, SeverityArg},
    check::report_on,
    clock,
    config::Configs,
    files::{self, Target},
    guard::guarded,
    host::{self, EntryKind},
    load::{self, Loaded},
    output, tools,
    visible::visible,
    walk::is_below,
};
use crate::files::{Batch, InputSource};
use agent_response::{AgentOptions, Options, Timeout, agent::findings, diagnostic::Severity};

/// Messages contain the text that was written, and some of them what it replaced, too.
const LONGEST_MESSAGE: usize = 32 << 20;
/// Larger files are not checked: the assistant waits.
const LONGEST_FILE: u64 = 16 << 20;
/// Assistants truncate longer answers, at 10,000 characters or 10 KB.
const LONGEST_ANSWER: usize = 9_000;

/// Whether something is a message that a coding assistant sends.
#[cfg(any(test, feature = "fuzzing"))]
pub(super) fn is_message(bytes: &[u8]) -> bool {
    message::read(bytes).is_ok()
}

pub(super) fn run(args: &HookArgs) -> Result<Status, Trouble> {
    // An assistant takes the usual status of wrong input for its own sign to stop.
    let harmless = |why: String| Trouble { status: Status::Findings, why };
    let bytes = host::read_stdin().map_err(|it| harmless(format!("standard input: {}", output::words(&it))))?;
    if bytes.len() > LONGEST_MESSAGE {
        return Err(harmless(format!(
            "standard input is larger than {} MiB, so it was not read",
            LONGEST_MESSAGE >> 20
        )));
    }
    // A shell on Windows may add a byte order mark, or send UTF-16.
    let text = load::decoded(&bytes);
    let message = message::read(text.trim_start_matches('\u{feff}').as_bytes()).map_err(harmless)?;
    let text = said(&message, args).map_err(|it| harmless(it.why))?;
    answer(message.answer, &text).map_err(Trouble::stdout)
}

/// How long everything takes at most, but for reading the message; a second more is left for what cannot be stopped.
const LONGEST: Duration = Duration::from_secs(4);
/// No tool writes more files at once.
const MOST_PATHS: usize = 200;
/// The bytes of all files that are read.
const MOST_BYTES: u64 = 32 << 20;
/// The bytes of those that only their content may show to be of interest.
const MOST_GUESSED: u64 = 8 << 20;

/// What is left of the time and of the bytes, and what was not checked because of that.
struct Budget {
    end: Duration,
    bytes: u64,
    guessed: u64,
    unchecked: BTreeSet<String>,
}

impl Budget {
    fn new(end: Duration) -> Self {
        Self { end, bytes: MOST_BYTES, guessed: MOST_GUESSED, unchecked: BTreeSet::new() }
    }

    fn time(&self) -> Duration {
        self.end.saturating_sub(host::now())
    }

    /// Removes what is not read from a batch: too large files, and everything after the time.
    fn limit(&mut self, batch: &mut Batch) {
        let is_over = self.time().is_zero();
        let (mut bytes, mut guessed) = (self.bytes, self.guessed);
        let mut fits = |it: &Path, is_guess: bool| {
            let left = if is_guess { &mut guessed } else { &mut bytes };
            let size = host::size(it).unwrap_or(0);
            let fits = !is_over && size <= LONGEST_FILE && size <= *left;
            *left -= if fits { size } else { 0 };
            fits
        };
        let (there, left_out): (Vec<Target>, Vec<Target>) = mem::take(&mut batch.targets)
            .into_iter()
            .partition(|it| it.path().is_none_or(|path| fits(path, is_vague(it))));
        batch.targets = there;
        batch.beside.retain(|it| fits(it, false));
        (self.bytes, self.guessed) = (bytes, guessed);
        self.leave(&left_out);
    }

    /// Notes what is not checked, apart from files of which nothing says that they should be.
    fn leave(&mut self, targets: &[Target]) {
        self.unchecked.extend(targets.iter().filter(|it| !is_vague(it)).map(shown));
    }

    /// Names some of what was not checked.
    fn note(&self) -> String {
        let Some(first) = self.unchecked.first() else { return String::new() };
        let first: String = visible(first).chars().take(200).collect();
        let more = self.unchecked.len() - 1;
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        format!("Not checked, because a hook has to answer soon: {first}{more}. Run `agent-response check` for them.\n")
    }
}

/// What the assistant should read; empty if there is nothing to report.
fn said(message: &Message, args: &HookArgs) -> Result<String, Trouble> {
    let options = load::options(&args.checking)?;
    let end = host::now() + LONGEST;
    let configs = Configs::new(&args.checking)?.until(end);
    let mut budget = Budget::new(end);
    let paths = wanted(message, &configs, &mut budget);
    let least = args.min_severity.map_or(Severity::Warning, SeverityArg::severity);
    // At the end of a turn, what cannot be fixed would be reported again and again.
    let least = if message.is_at_end { Severity::Error } else { least };
    let mut batches: Vec<Batch> = files::find(&paths, None, &configs)?.collect();
    if configs.is_over() {
        budget.unchecked.insert("other files of the workspace".to_owned());
    }
    for batch in &mut batches {
        batch.as_found(&configs);
        budget.limit(batch);
    }
    let text = written(&batches, (&options, &args.checking), least, &mut budget)?;
    let note = budget.note();
    if message.is_at_end && text.is_empty() && !note.is_empty() {
        // An answer would begin another turn, which would end in the same way.
        output::tell("note", note.trim_end());
        return Ok(text);
    }
    Ok(text + &note)
}

/// The findings in all batches, as many of each file as fit into an answer.
fn written(
    batches: &[Batch],
    (options, checking): (&Options, &Checking),
    least: Severity,
    budget: &mut Budget,
) -> Result<String, Trouble> {
    let mut most = 20;
    loop {
        let agent = AgentOptions { max_findings: most, min_severity: least };
        let mut text = String::new();
        for batch in batches {
            text.push_str(&of_batch(batch, options, checking, &agent, budget)?);
        }
        if text.len() <= LONGEST_ANSWER {
            return Ok(text);
        }
        if most == 1 || budget.time().is_zero() {
            let end = text.char_indices().take_while(|it| it.0 <= LONGEST_ANSWER).filter(|it| it.1 == '\n').last();
            let cut = text.get(..end.map_or(0, |it| it.0)).unwrap_or_default();
            return Ok(format!("{cut}\n(cut; run `agent-response check --format agent` for the rest)\n"));
        }
        most /= 2;
    }
}

/// Those of the written files that are checked, or the folders in which to find them: none outside the current folder.
fn wanted(message: &Message, configs: &Configs, budget: &mut Budget) -> Vec<PathBuf> {
    let absolute = |it: &PathBuf| message.folder.as_ref().map_or_else(|| it.clone(), |folder| folder.join(it));
    let (mut out, mut guesses) = (Vec::new(), Vec::new());
    for path in message.paths.iter().map(absolute) {
        let is_wanted = out.len() < MOST_PATHS && !configs.is_over();
        match host::kind(&path) {
            _ if !is_wanted => drop(budget.unchecked.insert(path.to_string_lossy().into_owned())),
            Ok(EntryKind::File) if configs.is_excluded(&path) => (),
            Ok(EntryKind::File) if files::is_wanted(&path, configs) || files::is_near_miss(&path) => out.push(path),
            Ok(EntryKind::File) if tools::may_have_calls(&path) => guesses.push(path),
            Ok(EntryKind::Folder) if message.is_at_end && is_below(&path, Path::new("")) => out.push(path),
            Ok(EntryKind::Folder) if message.is_at_end => {
                budget.unchecked.insert(format!("{}, which is outside the current folder", path.to_string_lossy()));
            }
            Ok(EntryKind::File | EntryKind::Folder | EntryKind::Link | EntryKind::Other) | Err(_) => (),
        }
    }
    guesses.truncate(MOST_PATHS.saturating_sub(out.len()));
    out.append(&mut guesses);
    out
}

/// Whether only its content may show that a file has calls of tools.
fn is_vague(target: &Target) -> bool {
    target.is_guess && !target.path().is_some_and(files::is_near_miss)
}

fn of_batch(
    batch: &Batch,
    options: &Options,
    checking: &Checking,
    agent: &AgentOptions,
    budget: &mut Budget,
) -> Result<String, Trouble> {
    if budget.time().is_zero() {
        budget.leave(&batch.targets);
        return Ok(String::new());
    }
    let Loaded { files, mut options } = load::load(batch, options);
    let mut out = String::new();
    for (target, bytes) in files {
        load::set_for(&mut options, target, checking);
        options.timeout = Some(clock::timeout(budget.time()));
        out.push_str(&of_file(target, bytes, &options, agent)?);
    }
    Ok(out)
}

fn of_file(
    target: &Target,
    bytes: Result<Vec<u8>, String>,
    options: &Options,
    agent: &AgentOptions,
) -> Result<String, Trouble> {
    let path = shown(target);
    let bytes = match bytes {
        Ok(bytes) => bytes,
        Err(_) if is_vague(target) => return Ok(String::new()),
        Err(why) => {
            output::tell("note", format!("{path}: {why}, so it was not checked"));
            return Ok(String::new());
        }
    };
    let text = load::decoded(&bytes);
    let has_calls = target.is_guess && tools::has_signs(&text);
    if is_vague(target) && !has_calls {
        return Ok(String::new());
    }
    guarded(|| {
        let _running = options.timeout.map(Timeout::begin);
        let report = report_on(target, &bytes, options);
        if target.is_foreign(&report) && !(has_calls && tools::has_calls(&report)) {
            return String::new();
        }
        findings(&path, &text, &report, Some(options), agent)
    })
    .map_err(Trouble::bug)
}

/// The path as the assistant has named it; below the current folder, without that folder.
fn shown(target: &Target) -> String {
    let InputSource::File(path) = &target.source else { return target.shown.clone() };
    let folder = host::canonicalize(Path::new(""));
    let short = folder.ok().and_then(|it| path.strip_prefix(it).ok().map(Path::to_owned));
    short.as_ref().unwrap_or(path).to_string_lossy().into_owned()
}

fn answer(answer: Answer, text: &str) -> std::io::Result<Status> {
    let mut out = output::stdout(false);
    let status = match answer.write(text) {
        message::Output::Nothing => Status::Clean,
        message::Output::Json(json) => {
            writeln!(out, "{json}")?;
            Status::Clean
        }
        message::Output::Stop(text) => {
            host::stderr(false).write_all(text.as_bytes())?;
            Status::Input
        }
    };
    out.flush()?;
    Ok(status)
}
