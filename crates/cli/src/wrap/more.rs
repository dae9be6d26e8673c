//! What `wrap` and `recover` say if content is refused or stays broken: which option would help.

use super::changes;
use crate::{Status, Trouble, args::WrapArgs, counts::count, files::is_dash, guard::guarded, hint, output::tell};
use agent_response::{Recovered, Repair, WrapError, WrapOptions, recover};

/// The repairs that go further than this one, each with its option.
fn stronger(args: &WrapArgs, chosen: Repair) -> impl Iterator<Item = (Repair, &'static str)> {
    let all = (Repair::All, if args.is_recover { "--suggestions" } else { "--repair=all" });
    let is_more = move |it: &Repair| chosen == Repair::None || chosen == Repair::Safe && *it == Repair::All;
    [(Repair::Safe, "--repair"), all].into_iter().filter(move |it| is_more(&it.0))
}

/// What the same call does with another repair.
fn again(content: &str, options: &WrapOptions, repair: Repair) -> Result<Result<Recovered, WrapError>, Trouble> {
    let options = WrapOptions { repair, ..options.clone() };
    guarded(|| recover(content, &options)).map_err(Trouble::bug)
}

/// Says what a repair, or another one, would do with content in which something is wrong.
pub(super) fn tell_of_repair(
    args: &WrapArgs,
    content: &str,
    kept: &Recovered,
    options: &WrapOptions,
) -> Result<(), Trouble> {
    if kept.payload == "json" && kept.report.valid {
        return Ok(());
    }
    let n_before = changes(&kept.applied).count();
    for (repair, option) in stronger(args, options.repair) {
        let repaired = again(content, options, repair)?.ok().filter(|it| it.payload == "json");
        let Some(repaired) = repaired.filter(|it| changes(&it.applied).count() > n_before) else { continue };
        let writes = args.target.output.as_deref().is_some_and(|it| !is_dash(it));
        tell_option(args, (repair, option), &repaired, writes);
        break;
    }
    Ok(())
}

fn tell_option(args: &WrapArgs, (repair, option): (Repair, &str), repaired: &Recovered, replaces: bool) {
    let guesses = if repair == Repair::All { "; review them, because some are guesses" } else { "" };
    let reads_stdin = args.input.as_deref().is_none_or(is_dash);
    let fixes = count(changes(&repaired.applied).count(), "fix");
    hint::tell_again(option, (reads_stdin, replaces), &format!("would repair the content: {fixes}{guesses}"));
}

/// Says why no envelope was made, and which repair would make one. What no repair helps, only the author can fix.
pub(super) fn refused(
    args: &WrapArgs,
    content: &str,
    mut error: WrapError,
    options: &WrapOptions,
    beside: Option<&str>,
) -> Result<Status, Trouble> {
    if error.argument != "content" {
        return Err(Trouble::input(named(&error, args, beside)));
    }
    for (repair, option) in stronger(args, options.repair) {
        match again(content, options, repair)? {
            Ok(repaired) if repaired.payload != "cut" => {
                tell("error", named(&error, args, beside));
                tell_option(args, (repair, option), &repaired, args.target.overwrite);
                return Ok(Status::Findings);
            }
            Err(other) if repair == Repair::All && error.code.is_some() && other.code == error.code => error = other,
            _ => (),
        }
    }
    Err(Trouble::content(named(&error, args, beside)))
}

/// A message that names an argument as typed, or the file of the request that was found.
fn named(error: &WrapError, args: &WrapArgs, beside: Option<&str>) -> String {
    match (error.argument, beside) {
        ("request", Some(file)) => format!("the id in {file} {}", error.reason),
        ("content", _) => {
            let failure = format!("use `{}--status error`", if args.is_recover { "wrap --repair " } else { "" });
            format!("content {}", error.reason_with(&failure, "`--status success`"))
        }
        (argument, _) => format!("--{} {}", argument.replace('_', "-"), error.reason),
    }
}
