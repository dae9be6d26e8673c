//! The command: arguments in, files read and written, findings out, an exit code.
//! The only place with files, a clock and a terminal.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

#[cfg(not(target_family = "wasm"))]
mod address;
mod args;
mod below;
mod check;
mod clock;
mod complete;
#[cfg(not(target_family = "wasm"))]
mod completions;
mod config;
mod counts;
mod diff;
mod elsewhere;
mod explain;
mod files;
mod fix;
mod fold;
mod format;
#[cfg(all(any(test, feature = "fuzzing"), not(target_family = "wasm")))]
pub mod fuzzing;
mod guard;
mod help;
mod hint;
mod hook;
mod host;
mod init;
mod ledger;
mod load;
#[cfg(not(target_family = "wasm"))]
mod lsp;
#[cfg(not(target_family = "wasm"))]
mod mcp;
mod ndjson;
mod nearest;
mod needs;
mod output;
mod parallel;
mod policy;
mod printer;
mod readers;
mod root;
mod schema;
mod tools;
mod unwrap;
mod view;
mod visible;
mod walk;
#[cfg(not(target_family = "wasm"))]
mod watch;
mod wrap;
mod write;

use std::io::{self, Write};

use clap::{
    CommandFactory, FromArgMatches,
    error::{ContextKind, ContextValue},
};

use self::{
    args::{Cli, Command},
    host::Stream,
    visible::visible,
};
use agent_response::report::Report;

/// Runs the command with the arguments of the process.
#[cfg(not(target_family = "wasm"))]
pub fn main() -> std::process::ExitCode {
    status().into()
}

/// Does the same, but only returns the status; the caller exits with it.
fn status() -> u8 {
    guard::install();
    host::begin();
    output::choose_colors(None);
    let outcome = guard::guarded(|| match parse() {
        Ok(cli) => {
            output::choose_colors(cli.color);
            run(&cli.command)
        }
        Err(error) => match elsewhere::trouble(&error) {
            Some(trouble) => Err(trouble),
            None => usage(&elsewhere::with_format(harmless(error))),
        },
    });
    let status = outcome.unwrap_or_else(|it| Err(Trouble::bug(it))).unwrap_or_else(|trouble| {
        output::tell("error", trouble.why);
        trouble.status
    });
    status as u8
}

fn parse() -> Result<Cli, clap::Error> {
    let columns = output::width().min(100);
    let mut command = help::laid_out(Cli::command(), columns).term_width(columns);
    let matches = command.try_get_matches_from_mut(host::args())?;
    Cli::from_arg_matches(&matches).map_err(|it| it.format(&mut command))
}

/// The error with the arguments that it quotes made visible, so that nothing in them controls a terminal.
fn harmless(mut error: clap::Error) -> clap::Error {
    let written_out = |(kind, value): (ContextKind, &ContextValue)| match value {
        ContextValue::String(text) => Some((kind, ContextValue::String(visible(text).into_owned()))),
        _ => None,
    };
    let quoted: Vec<_> = error.context().filter_map(written_out).collect();
    quoted.into_iter().for_each(|(kind, value)| drop(error.insert(kind, value)));
    error
}

/// Prints help and usage errors.
fn usage(error: &clap::Error) -> Result<Status, Trouble> {
    let text = error.render();
    let shown = |stream| {
        if output::has_colors(stream) { text.ansi().to_string() } else { output::visible_lines(&text.to_string()) }
    };
    if error.use_stderr() {
        // If that fails, it cannot be reported.
        let _ = host::stderr(true).write_all(shown(Stream::Err).as_bytes());
        // An assistant reads 2 as a request to stop.
        let is_hook = host::args().into_iter().nth(1).is_some_and(|it| it == "hook");
        return Ok(if is_hook { Status::Findings } else { Status::Input });
    }
    let mut out = output::stdout(true);
    out.write_all(shown(Stream::Out).as_bytes()).and_then(|()| out.flush()).map_err(Trouble::stdout)?;
    Ok(Status::Clean)
}

fn run(command: &Command) -> Result<Status, Trouble> {
    match command {
        #[cfg(not(target_family = "wasm"))]
        Command::Check(args) if args.watch => watch::run(args),
        Command::Check(args) => match &args.archive.ndjson {
            Some(archive) => ndjson::run(args, archive),
            None => check::run(args),
        },
        Command::Fix(args) => fix::run(args),
        Command::Wrap(args) => wrap::wrap(args),
        Command::Unwrap(args) => unwrap::run(args.input.as_ref()),
        Command::Explain(args) => explain::run(args),
        Command::Hook(args) => hook::run(args),
        #[cfg(not(target_family = "wasm"))]
        Command::Mcp => serve(),
        Command::Formats => explain::formats(),
        #[cfg(not(target_family = "wasm"))]
        Command::Lsp(_) => lsp::run(),
        Command::Recover(args) => wrap::recover(args),
        Command::Init(args) => init::run(args),
        #[cfg(not(target_family = "wasm"))]
        Command::Completions { shell } => completions::print(*shell),
        #[cfg(not(target_family = "wasm"))]
        Command::Man => completions::manual(),
    }
}

/// Serves an MCP client.
#[cfg(not(target_family = "wasm"))]
fn serve() -> Result<Status, Trouble> {
    let timeout = clock::timeout(format::agent::LONGEST);
    let host = mcp::Host { now: clock::now, timeout, guarded: |work| guard::guarded(work) };
    mcp::serve(host).map_err(|it| Trouble::input(format!("the MCP session failed: {it}")))?;
    Ok(Status::Clean)
}

/// The meaning of the exit code; if there are several, the greatest counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Status {
    Clean = 0,
    Findings = 1,
    Input = 2,
    Bug = 3,
}

impl Status {
    fn of(report: &Report) -> Self {
        if report.valid { Self::Clean } else { Self::Findings }
    }
}

/// Why something could not be done.
struct Trouble {
    status: Status,
    why: String,
}

impl Trouble {
    /// Wrong usage, or a file that cannot be read or written.
    fn input(why: impl Into<String>) -> Self {
        Self { status: Status::Input, why: why.into() }
    }

    /// Content that cannot be what it should be.
    fn content(why: impl Into<String>) -> Self {
        Self { status: Status::Findings, why: why.into() }
    }

    fn stdout(why: io::Error) -> Self {
        Self::input(format!("standard output: {}", output::words(&why)))
    }

    /// A panic.
    fn bug(why: String) -> Self {
        Self { status: Status::Bug, why: format!("internal error, please report it: {why}") }
    }
}

impl From<String> for Trouble {
    fn from(why: String) -> Self {
        Self::input(why)
    }
}
