//! `fix --complete`: inserts what no file says, when the agent finished and how long it ran.

use super::{
    args::CompleteArgs,
    clock,
    files::{InputSource, Target},
    host,
};
use agent_response::{
    Options,
    diagnostic::Safety,
    report::{Diagnostic, Report},
    validate_bytes,
};

/// Sets what is known about a file: what the user said, or else when the file was written, which for standard input is now.
pub(super) fn set_for(options: &mut Options, target: &Target, args: &CompleteArgs) {
    if !args.complete {
        return;
    }
    let written = || match &target.source {
        InputSource::File(path) => host::modified(path).map_or_else(|_| clock::now(), clock::iso),
        InputSource::Stdin(_) | InputSource::Unreadable(_) => clock::now(),
    };
    options.created_at = Some(args.created_at.clone().unwrap_or_else(written));
    options.duration_seconds = args.duration_seconds.clone();
}

/// How `fix` inserts all fields that are missing in a file with this report, which was made with these options: with
/// `--complete`, and if `true` also with the duration; `None` if it can't, or if none is missing.
pub(super) fn way(report: &Report, bytes: &[u8], options: &Options) -> Option<bool> {
    let before = lacking(report);
    if before == 0 {
        return None;
    }
    let created_at = options.created_at.clone().or_else(|| Some(clock::now()));
    let mut known = Options { created_at, ..options.clone() };
    let mut helps = |duration: Option<String>| {
        known.duration_seconds = duration;
        lacking(&validate_bytes(bytes, &known)) < before
    };
    if options.created_at.is_none() && helps(options.duration_seconds.clone()) {
        return Some(false);
    }
    (options.duration_seconds.is_none() && helps(Some("0".to_owned()))).then_some(true)
}

/// How many findings are about fields that are missing and will not be there after all safe fixes.
fn lacking(report: &Report) -> usize {
    let is_whole = |it: &Diagnostic| it.fixes.iter().any(|it| !it.partial && it.safety == Safety::Safe);
    report.diagnostics.iter().filter(|it| it.code == "missing-field" && !is_whole(it)).count()
}
