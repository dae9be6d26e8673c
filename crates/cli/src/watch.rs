//! `check --watch`: checks again whenever something changes.
//!
//! It polls the files instead of letting the system report changes: that also works on network drives and in
//! containers, needs no library for each system, and finds files that appear anywhere below the folders. Polling ten
//! thousand files takes a few hundredths of a second.

use std::{
    fs,
    path::{Path, PathBuf},
    thread,
    time::{Duration, SystemTime},
};

use super::{Status, Trouble, args::CheckArgs, check, config::Configs, files, output::tell};

/// The time between two polls.
const PAUSE: Duration = Duration::from_millis(300);

/// Checks until the process is interrupted.
pub(super) fn run(args: &CheckArgs) -> Result<Status, Trouble> {
    check::combinable(args)?;
    if args.selection.paths.iter().any(|it| files::is_dash(it)) {
        return Err(Trouble::input("`-` cannot be watched: standard input does not change"));
    }
    let mut before = look(args)?;
    loop {
        if let Err(it) = check::run(args) {
            tell("error", it.why);
        }
        tell("note", "watching for changes; press Ctrl+C to stop");
        before = next(args, &before);
    }
}

/// Waits until the files have changed.
fn next(args: &CheckArgs, before: &Snapshot) -> Snapshot {
    loop {
        thread::sleep(PAUSE);
        // A path that is briefly missing is not a change.
        if let Ok(now) = look(args)
            && now != *before
        {
            return now;
        }
    }
}

/// Every file with its time and size, and the texts of the project files.
#[derive(PartialEq)]
struct Snapshot {
    files: Vec<(PathBuf, Option<(SystemTime, u64)>)>,
    configs: Vec<String>,
}

fn look(args: &CheckArgs) -> Result<Snapshot, Trouble> {
    let configs = Configs::new(&args.checking)?;
    let mut seen = Snapshot { files: Vec::new(), configs: Vec::new() };
    for batch in files::find(&args.selection.paths, None, &configs)? {
        let targets = batch.targets.iter().filter_map(|it| it.path().map(ToOwned::to_owned));
        for path in targets.chain(batch.beside.iter().cloned()) {
            seen.files.push((path.clone(), state(&path)));
        }
        for config in batch.targets.iter().filter_map(|it| it.config.as_ref()).chain(&batch.faulty) {
            if !seen.configs.contains(&config.text) {
                seen.configs.push(config.text.clone());
                seen.files.extend(config.named_files().map(|it| (it.clone(), state(&it))));
            }
        }
    }
    seen.configs.sort();
    Ok(seen)
}

fn state(path: &Path) -> Option<(SystemTime, u64)> {
    fs::metadata(path).and_then(|it| Ok((it.modified()?, it.len()))).ok()
}
