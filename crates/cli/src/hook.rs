//! `hook`: answers coding assistants that say which file they have just written.

mod message;
mod patch;

use std::{
    io::Write,
    path::{Path, PathBuf},
};

use self::message::{Answer, Message};
use super::{
    Status, Trouble,
    args::{Checking, HookArgs, SeverityArg},
    check::report_on,
    config::Configs,
    files::{self, Target},
    guard::guarded,
    host::{self, EntryKind},
    load::{self, Loaded},
    output,
};
use crate::files::{Batch, InputSource};
use agent_response::{AgentOptions, Options, agent::findings, diagnostic::Severity};

/// Messages contain the text that was written, and some of them what it replaced, too.
const LONGEST_MESSAGE: usize = 32 << 20;
/// Larger files are not checked: the assistant waits.
const LONGEST_FILE: usize = 16 << 20;
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
    let message = message::read(&bytes).map_err(harmless)?;
    let text = said(&message, args).map_err(|it| harmless(it.why))?;
    answer(message.answer, &text).map_err(Trouble::stdout)
}

/// What the assistant should read; empty if there is nothing to report.
fn said(message: &Message, args: &HookArgs) -> Result<String, Trouble> {
    let options = load::options(&args.checking)?;
    let configs = Configs::new(&args.checking)?;
    let paths = wanted(message, &configs);
    let least = args.min_severity.map_or(Severity::Warning, SeverityArg::severity);
    // At the end of a turn, what cannot be fixed would be reported again and again.
    let least = if message.is_at_end { Severity::Error } else { least };
    let mut batches: Vec<Batch> = files::find(&paths, None, &configs)?.collect();
    batches.iter_mut().for_each(|it| it.as_found(&configs));
    let mut most = 20;
    loop {
        let agent = AgentOptions { max_findings: most, min_severity: least };
        let mut text = String::new();
        for batch in &batches {
            text.push_str(&of_batch(batch, &options, &args.checking, &agent)?);
        }
        if text.len() <= LONGEST_ANSWER {
            return Ok(text);
        }
        if most == 1 {
            let end = text.char_indices().take_while(|it| it.0 <= LONGEST_ANSWER).filter(|it| it.1 == '\n').last();
            let cut = text.get(..end.map_or(0, |it| it.0)).unwrap_or_default();
            return Ok(format!("{cut}\n(cut; run `agent-response check --format agent` for the rest)\n"));
        }
        most /= 2;
    }
}

/// Those of the written files that are checked, or the folders in which to find them.
fn wanted(message: &Message, configs: &Configs) -> Vec<PathBuf> {
    let absolute = |it: &PathBuf| message.folder.as_ref().map_or_else(|| it.clone(), |folder| folder.join(it));
    let is_wanted = |it: &PathBuf| match host::kind(it) {
        Ok(EntryKind::File) => !configs.is_excluded(it) && (files::is_wanted(it, configs) || files::is_near_miss(it)),
        Ok(EntryKind::Folder) => message.is_at_end,
        Ok(EntryKind::Link | EntryKind::Other) | Err(_) => false,
    };
    message.paths.iter().map(absolute).filter(is_wanted).collect()
}

fn of_batch(batch: &Batch, options: &Options, checking: &Checking, agent: &AgentOptions) -> Result<String, Trouble> {
    let Loaded { files, mut options } = load::load(batch, options);
    let mut out = String::new();
    for (target, bytes) in files {
        load::set_for(&mut options, target, checking);
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
        Ok(bytes) if bytes.len() <= LONGEST_FILE => bytes,
        Ok(_) => {
            output::tell("note", format!("{path}: larger than {} MiB, so it was not checked", LONGEST_FILE >> 20));
            return Ok(String::new());
        }
        Err(why) => {
            output::tell("note", format!("{path}: {why}, so it was not checked"));
            return Ok(String::new());
        }
    };
    guarded(|| {
        let report = report_on(target, &bytes, options);
        if target.is_foreign(&report) {
            return String::new();
        }
        findings(&path, &load::decoded(&bytes), &report, Some(options), agent)
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
