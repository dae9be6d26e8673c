//! `fix`: fix, write, and list what was done.

mod interactive;

use super::{
    Status, Trouble,
    args::{Checking, CompleteArgs, DiffArg, FixArgs, SeverityArg},
    complete,
    config::Configs,
    counts::{Counts, count},
    diff,
    files::{self, Batch, InputSource, Target},
    format::{FileAsides, Readers, json},
    guard::guarded,
    hint,
    host::{self, Stream},
    ledger,
    load::{self, Loaded},
    needs::Needs,
    output::{BOLD, Look, words},
    policy::Policy,
    printer::{FileOutcome, Printer},
    view::{FileOutput, OutputView},
    visible::visible,
    write,
};
use agent_response::{Options, diagnostic::Severity, encoding::fix_bytes_from, report::FixResult};

pub(super) fn run(args: &FixArgs) -> Result<Status, Trouble> {
    let paths = &args.selection.paths;
    let reads_stdin = paths.iter().any(|it| files::is_dash(it));
    if args.interactive && reads_stdin {
        return Err(Trouble::input("--interactive reads the answers from standard input, so it cannot fix `-`"));
    }
    if args.interactive && args.showing.format.readers != Readers::People {
        let format = args.showing.format.name;
        return Err(Trouble::input(format!(
            "--interactive is for people; it cannot be combined with --format {format}"
        )));
    }
    if reads_stdin && paths.len() > 1 {
        return Err(Trouble::input("`-` cannot be combined with other paths: the fixed text goes to standard output"));
    }
    let options = load::options(&args.checking)?;
    let configs = Configs::new(&args.checking)?;
    let batches = files::find(paths, args.selection.stdin_filename.as_deref(), &configs)?;
    let diff = diff_shown(args)?;
    let has_result = (reads_stdin || diff.is_some()) && !args.showing.format.is_json();
    let look = if has_result { Look::of_stderr() } else { Look::of_stdout() };
    let view = OutputView::new(&args.showing, look);
    let least = args.showing.min_severity.map_or(Severity::Hint, SeverityArg::severity);
    let FixArgs { suggestions, checking, complete, .. } = args;
    let repair = FixRequest { suggestions: *suggestions, least, diff, checking, complete, view };
    let mut printer = Printer::new(repair.view.clone(), Policy::new(&args.failing));
    if has_result {
        printer = printer.with_notes_aside();
    }
    // All folders are listed before the first file is written.
    let batches: Vec<_> = batches.collect();
    if args.interactive {
        interactive::run(&repair, &batches, &options)?.into_iter().for_each(|it| printer.add(it));
    } else {
        batches.iter().flat_map(|it| repair.batch(it, &options)).for_each(|it| printer.add(it));
    }
    let done = if diff.is_some() { "would be fixed" } else { "fixed" };
    printer.finish(|it| it.repaired(done))
}

/// How the changes are shown, if they are not written: for a program, always as a patch.
fn diff_shown(args: &FixArgs) -> Result<Option<DiffArg>, Trouble> {
    match args.diff {
        Some(DiffArg::Decoded) if args.showing.format.is_json() => {
            Err(Trouble::input("--diff=decoded is for people; with --format json, the difference is a patch"))
        }
        Some(DiffArg::Auto) if !args.showing.format.is_json() && host::is_terminal(Stream::Out) => {
            Ok(Some(DiffArg::Decoded))
        }
        diff => Ok(diff),
    }
}

/// The caller's request.
struct FixRequest<'a> {
    suggestions: bool,
    /// Less severe findings are left alone.
    least: Severity,
    diff: Option<DiffArg>,
    checking: &'a Checking,
    complete: &'a CompleteArgs,
    view: OutputView,
}

impl FixRequest<'_> {
    fn batch(&self, batch: &Batch, options: &Options) -> Vec<FileOutcome> {
        let Loaded { files, mut options } = load::load(batch, options);
        let fix = |(target, bytes): (&Target, Result<Vec<u8>, String>)| {
            load::set_for(&mut options, target, self.checking);
            complete::set_for(&mut options, target, self.complete);
            let outcome = bytes.map_err(Trouble::input).and_then(|it| self.file(target, &it, &mut options));
            outcome.unwrap_or_else(|it| Some(FileOutcome::failed(&target.shown, &it, &self.view)))
        };
        let faulty = batch.faulty.iter().map(|it| FileOutcome::config(it, &self.view));
        faulty.chain(files.into_iter().filter_map(fix)).collect()
    }

    /// Fixes a file; `None` if it belongs to another program.
    fn file(&self, target: &Target, bytes: &[u8], options: &mut Options) -> Result<Option<FileOutcome>, Trouble> {
        let repaired =
            guarded(|| fix_bytes_from(bytes, options, self.suggestions, self.least)).map_err(Trouble::bug)?;
        let is_read = repaired.is_ok();
        // Without a decoded text, there is nothing to fix, and what could be read is only shown.
        let as_it_is =
            |report| FixResult { text: load::decoded(bytes).into_owned(), applied: Vec::new(), report, settled: true };
        let result = repaired.unwrap_or_else(as_it_is);
        if target.is_foreign(&result.report) {
            return Ok(None);
        }
        self.done((target, bytes), &result, is_read, options).map(Some)
    }

    /// Writes a file that was fixed.
    fn done(
        &self,
        (target, bytes): (&Target, &[u8]),
        result: &FixResult,
        is_read: bool,
        options: &mut Options,
    ) -> Result<FileOutcome, Trouble> {
        let changed = result.text.as_bytes() != bytes && !result.applied.is_empty();
        if let (InputSource::File(path), true) = (&target.source, changed && self.diff.is_none()) {
            write::replace(path, bytes, &result.text).map_err(|it| Trouble::input(words(&it)))?;
            remember(options, &result.text);
        }
        let mut outcome = self.outcome((target, bytes), result, changed, is_read, options);
        if !is_read {
            outcome.status = outcome.status.max(Status::Findings);
            outcome.counts.unread = 1;
            outcome.failure = Some(format!("{}: not UTF-8, so nothing was fixed", target.shown));
        }
        Ok(outcome.or_too_large(&target.shown, &result.report))
    }

    /// The output about one file.
    fn outcome(
        &self,
        (target, bytes): (&Target, &[u8]),
        after: &FixResult,
        changed: bool,
        is_read: bool,
        options: &Options,
    ) -> FileOutcome {
        let texts = (&*load::decoded(bytes), after.text.as_str());
        let diff = self.diff.map(|how| self.difference(how, &target.shown, texts, changed, options));
        // Unchanged input is printed as it was, byte for byte.
        let output = if changed { after.text.as_bytes() } else { bytes };
        let output = (matches!(target.source, InputSource::Stdin(_)) && self.diff.is_none()).then_some(output);

        let mut counts = self.counts(after, changed, is_read);
        let way = || complete::way(&after.report, after.text.as_bytes(), options);
        let needs = if self.view.has_summary() { way() } else { None };
        counts.add_way(needs);
        let status = if self.diff.is_some() && changed { Status::Findings } else { Status::of(&after.report) };
        if self.view.format.is_json() {
            let checked = json::CheckedFile::new(&target.shown, &after.report);
            let text = output.filter(|_| is_read).map(|_| after.text.as_str());
            let (settled, applied, diff) = (after.settled, &after.applied, diff.as_deref());
            let printed = json::print(&json::Repaired { checked, changed, settled, applied, diff, text });
            return FileOutcome { result: Vec::new(), note: FileOutput::Text(printed), counts, status, failure: None };
        }
        let result = diff.map(String::into_bytes).or(output.map(<[u8]>::to_vec)).unwrap_or_default();
        let note = self.note((target, bytes), after, options, needs);
        let note = self.view.with_hint(note, || hint::of(target, &after.text, &after.report));
        FileOutcome { result, note, counts, status, failure: None }
    }

    /// The changes of a file, as the user wants to see them; for a program, always as a patch.
    fn difference(
        &self,
        how: DiffArg,
        path: &str,
        (before, after): (&str, &str),
        changed: bool,
        options: &Options,
    ) -> String {
        let patch = || diff::unified(path, before, after);
        match how {
            _ if !changed => String::new(),
            _ if self.view.format.is_json() => patch(),
            DiffArg::Decoded => diff::decoded(path, (before, after), options, Look::of_stdout()),
            DiffArg::Auto | DiffArg::Patch => diff::shown(&patch(), Look::of_stdout()),
        }
    }

    fn counts(&self, after: &FixResult, changed: bool, is_read: bool) -> Counts {
        let mut counts = Counts::of(&after.report, self.view.least);
        counts.add_fixes(&after.applied);
        counts.files_changed = usize::from(changed);
        counts.unsettled = usize::from(!after.settled);
        // The remaining suggestions were tried, or cannot be applied to such a file.
        if self.suggestions || !is_read {
            (counts.fixable_by_suggestion, counts.fixable_in_part) = (0, 0);
        }
        counts
    }

    /// The applied fixes for people, and the remaining findings.
    fn note(
        &self,
        (target, bytes): (&Target, &[u8]),
        after: &FixResult,
        options: &Options,
        needs: Option<Needs>,
    ) -> FileOutput {
        let (look, path) = (self.view.look, &*target.shown);
        let file = (path, &*after.text, &after.report);
        match self.view.findings_and_asides(file, Some(options), FileAsides { needs, ..FileAsides::default() }) {
            FileOutput::Text(findings) if self.view.format.readers == Readers::People && !self.view.quiet => {
                let mut out = String::new();
                if !after.applied.is_empty() {
                    let fixes = count(after.applied.len(), "fix");
                    out += &format!("{}\n", look.paint(BOLD, format!("{}: {fixes}", visible(path))));
                    let (lines, more) = ledger::lines(&load::decoded(bytes), &after.applied, look);
                    out += &(lines.concat() + &more);
                }
                FileOutput::Text(out + &findings)
            }
            note => note,
        }
    }
}

/// The files after this one are compared with its new content.
fn remember(options: &mut Options, text: &str) {
    let Options { file_name: Some(name), siblings: Some(siblings), .. } = options else { return };
    siblings.iter_mut().filter(|it| it.0 == *name).for_each(|it| it.1 = text.to_owned());
}
