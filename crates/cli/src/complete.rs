//! `fix --complete`: inserts what no file says, when the agent finished and how long it ran.

use super::{
    args::CompleteArgs,
    clock,
    files::{InputSource, Target},
    host,
    needs::{Needs, is_lacking},
};
use agent_response::{Options, report::Report, validate_bytes};

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

/// A request that has an id and nothing else.
const SOME_REQUEST: &str = "{\"request_id\": \"00000000-0000-4000-8000-000000000000\"}";

/// What inserts all fields that are missing in a file with this report, which was made with these options, besides the safe
/// fixes; `None` if nothing does, or if none is missing.
pub(super) fn way(report: &Report, bytes: &[u8], options: &Options) -> Option<Needs> {
    let before = lacking(report);
    if before == 0 {
        return None;
    }
    let helps = |needs: &&Needs| {
        let mut known = options.clone();
        if needs.time {
            known.created_at = known.created_at.or_else(|| Some(clock::now()));
        }
        if needs.duration {
            known.duration_seconds = known.duration_seconds.or_else(|| Some("0".to_owned()));
        }
        if needs.request {
            known.request = known.request.or_else(|| Some(SOME_REQUEST.to_owned()));
        }
        lacking(&validate_bytes(bytes, &known)) < before
    };
    // Most of what is missing is known to nobody here.
    let all = Needs { time: true, duration: true, request: true };
    if helps(&&all) { Needs::WAYS.iter().find(helps).copied() } else { None }
}

/// How many findings are about such fields.
fn lacking(report: &Report) -> usize {
    report.diagnostics.iter().filter(|it| is_lacking(it)).count()
}
