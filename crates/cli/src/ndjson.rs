//! `check --ndjson`: an archive of responses, one per line, in constant memory.
//!
//! `lines` reads pieces of some lines, `row` checks them on all processors, and `printer` prints what was found in their
//! order; `summary` counts instead.

mod lines;
mod ordered;
mod printer;
mod progress;
mod row;
mod summary;

use std::{
    path::Path,
    sync::atomic::{AtomicBool, Ordering},
};

use self::{lines::Lines, printer::ArchivePrinter, progress::Progress, row::LineChecker};
use super::{
    Status, Trouble,
    args::{CheckArgs, Showing},
    config::Configs,
    files::{self, is_dash},
    format::{OutputWriter, Readers, compact},
    host, load,
    output::{Look, unreadable},
    parallel::one_by_one,
    policy::Policy,
    printer::FileOutcome,
    view::OutputView,
};
use agent_response::rules;

/// Checks an archive: a file, or standard input if it is `-`.
pub(super) fn run(args: &CheckArgs, archive: &Path) -> Result<Status, Trouble> {
    let view = view(args)?;
    let configs = Configs::new(&args.checking)?;
    let target = files::single(archive, &configs);
    let mut options = load::options(&args.checking)?;
    load::set_for(&mut options, &target, &args.checking);
    // The name is that of the archive, not of the responses in it.
    options.file_name = None;
    // Lines are not indented. Who wants to know it all the same turns the rule on.
    options.rules.insert(0, (rules::NOT_PRETTY.id.to_owned(), None));
    let source = if is_dash(archive) { host::open_stdin() } else { open(archive, &target.shown)? };
    let total = if is_dash(archive) { None } else { host::size(archive).ok() };
    let first = args.archive.from_line.unwrap_or(1);
    let step = args.archive.summary;
    let progress = Progress::new(total, args.showing.quiet);
    let mut printer = ArchivePrinter::new(&view, target.shown.clone(), first, step, progress);
    configs.faulty().iter().for_each(|it| printer.config(FileOutcome::config(it, &view)));
    let checker = LineChecker { path: target.shown, options, view, step, first };
    let is_over = AtomicBool::new(false);
    let pieces = Lines::new(source, first).take_while(|_| !is_over.load(Ordering::Relaxed));
    let mut ordered = ordered::OrderedChecker::new(&checker);
    one_by_one(
        pieces,
        |it| checker.check(it),
        |it| {
            if !printer.add(ordered.check(it)) {
                is_over.store(true, Ordering::Relaxed);
            }
        },
    );
    printer.add(ordered.end());
    printer.finish(&Policy::new(&args.failing))
}

fn open(archive: &Path, name: &str) -> Result<host::ByteStream, Trouble> {
    host::open(archive).map_err(|it| Trouble::input(unreadable(name, &it)))
}

/// How findings are shown; some formats cannot show those of an archive.
fn view(args: &CheckArgs) -> Result<OutputView, Trouble> {
    let Showing { format, .. } = args.showing;
    let is_for_people = format.readers == Readers::People;
    let name = format.name;
    match format.writer {
        OutputWriter::Document(_) => {
            return Err(Trouble::input(format!(
                "`--format {name}` is written in one piece, so it cannot be used with `--ndjson`; {CHOICE}"
            )));
        }
        OutputWriter::Files(_) if !is_for_people => {
            return Err(Trouble::input(format!(
                "`--format {name}` is about single files, so it cannot be used with `--ndjson`; {CHOICE}"
            )));
        }
        _ if args.archive.summary.is_some() && !format.is_json() && !format.has_summary => {
            return Err(Trouble::input(format!(
                "`--summary` cannot be used with `--format {name}`; use human or json"
            )));
        }
        _ => (),
    }
    let mut view = OutputView::new(&args.showing, Look::of_stdout());
    if is_for_people && format.has_summary {
        view.format = &compact::FORMAT;
    }
    Ok(view)
}

const CHOICE: &str = "use human, concise, json, github or azure";
