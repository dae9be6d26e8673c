//! `check`: read, validate, report.

use super::{
    Status, Trouble,
    args::CheckArgs,
    clock, complete,
    config::Configs,
    counts::Counts,
    files::{self, Batch, Target},
    format::{FORMATS, FileAsides, Readers, agent::LONGEST},
    guard::guarded,
    hint,
    load::{self, Loaded},
    output::Look,
    parallel::in_order,
    policy::Policy,
    printer::{FileOutcome, Printer},
    readers,
    view::{FileOutput, OutputView},
};
use agent_response::{Options, diagnostic::listed, report::Report};

pub(super) fn run(args: &CheckArgs) -> Result<Status, Trouble> {
    combinable(args)?;
    let options = load::options(&args.checking)?;
    let configs = Configs::new(&args.checking)?;
    let batches = files::find(&args.selection.paths, args.selection.stdin_filename.as_deref(), &configs)?;
    let view = OutputView::new(&args.showing, Look::of_stdout());
    let mut printer = Printer::new(view.clone(), Policy::new(&args.failing));
    in_order(
        batches,
        |it| check(&it, &options, args, &view),
        |outcomes| outcomes.into_iter().for_each(|it| printer.add(it)),
    );
    printer.finish(Counts::found)
}

/// Refuses `--reader` with a format that has no place for what the programs do.
pub(super) fn combinable(args: &CheckArgs) -> Result<(), Trouble> {
    let format = args.showing.format;
    if !args.reader || format.has_readings {
        return Ok(());
    }
    let others = listed(FORMATS.iter().filter(|it| it.has_readings).map(|it| it.name), " and ");
    let name = format.name;
    Err(Trouble::input(format!(
        "--reader cannot be combined with --format {name}; the formats {others} have its lines"
    )))
}

fn check(batch: &Batch, options: &Options, args: &CheckArgs, view: &OutputView) -> Vec<FileOutcome> {
    let Loaded { files, mut options } = load::load(batch, options);
    let check = |(target, bytes): (&Target, Result<Vec<u8>, String>)| {
        load::set_for(&mut options, target, &args.checking);
        let outcome = bytes.map_err(Trouble::input).and_then(|it| check_file((target, &it), &options, args, view));
        outcome.unwrap_or_else(|it| Some(FileOutcome::failed(&target.shown, &it, view)))
    };
    let faulty = batch.faulty.iter().map(|it| FileOutcome::config(it, view));
    faulty.chain(files.into_iter().filter_map(check)).collect()
}

/// Checks a file; `None` if it belongs to another program.
fn check_file(
    (target, bytes): (&Target, &[u8]),
    options: &Options,
    args: &CheckArgs,
    view: &OutputView,
) -> Result<Option<FileOutcome>, Trouble> {
    guarded(|| {
        // An assistant waits for the findings and for the edits together.
        let waits = view.format.readers == Readers::Models;
        let _running = waits.then(|| clock::timeout(LONGEST).begin());
        let report = report_on(target, bytes, options);
        if target.is_foreign(&report) {
            return None;
        }
        let mut counts = Counts::of(&report, view.least);
        if view.has_summary() {
            counts.add_way(complete::way(&report, bytes, options));
        }
        let readings = if args.reader { readers::of(target.name().as_deref(), bytes, &report) } else { Vec::new() };
        // Of many files, it would be said of each.
        let is_said = |note: &str| readings.iter().any(|it| note.contains(&it.words));
        let of_name = || {
            let note = hint::of_name(target, &report).filter(|it| !is_said(it));
            let of_readers = || hint::of_readers(target, &report).filter(|_| args.reader && readings.is_empty());
            note.or_else(of_readers).filter(|_| args.selection.paths.len() == 1)
        };
        let note = if view.format.has_all_files || counts.files_with_findings > 0 || !readings.is_empty() {
            let file = (&*target.shown, &*load::decoded(bytes), &report);
            let note = view.findings_and_asides(file, Some(options), FileAsides { readings: &readings, needs: None });
            view.with_hint(note, || hint::of(target, file.1, &report).or_else(of_name))
        } else {
            view.with_hint(FileOutput::Text(String::new()), of_name)
        };
        let outcome = FileOutcome { result: Vec::new(), note, counts, status: Status::of(&report), failure: None };
        Some(outcome.or_too_large(&target.shown, &report))
    })
    .map_err(Trouble::bug)
}

/// The report on a file; the files that it names are looked up.
pub(super) fn report_on(target: &Target, bytes: &[u8], options: &Options) -> Report {
    let report = agent_response::validate_bytes(bytes, options);
    if report.paths.is_empty() {
        return report;
    }
    let files = Some(load::there(&report.paths, target));
    agent_response::validate_bytes(bytes, &Options { files, ..options.clone() })
}
