//! `wrap` and `unwrap`: content into an envelope, and out of it.

use std::{io::Write, path::Path};

use super::{
    Status, Trouble,
    args::{UnwrapArgs, WrapArgs},
    clock,
    files::is_dash,
    guard::guarded,
    load,
    output::{self, tell, words},
    write,
};
use crate::{
    Options, WrapError, WrapOptions,
    diagnostic::Severity,
    surface::report::{Diagnostic, Report},
};

pub(super) fn wrap(args: &WrapArgs) -> Result<Status, Trouble> {
    let content = load::read_text(args.input.as_deref().unwrap_or(Path::new("-")))?;
    let options = WrapOptions {
        format: args.format.0,
        tool: args.tool.clone(),
        request: args.request.as_deref().map(load::read_text).transpose()?,
        request_id: args.request_id.clone(),
        status: args.status.clone(),
        error_message: args.error_message.clone(),
        error_type: args.error_type.clone(),
        created_at: args.created_at.clone().unwrap_or_else(clock::now),
        duration_seconds: args.duration_seconds.clone(),
        metadata: args.metadata.clone(),
        repair: crate::Repair::None,
        force: args.force,
    };
    let envelope = guarded(|| crate::wrap(&content, &options)).map_err(Trouble::bug)?;
    let envelope = envelope.map_err(|it| Trouble::input(named(&it)))?;
    let report = crate::validate(
        &envelope,
        &Options { format: options.format.or(Some("agent-response")), ..Options::default() },
    );
    if let Some(fault) = fault_of_options(&report) {
        let what = if envelope == content {
            "the content is an envelope already, and it is wrong (`agent-response fix` may repair it, --force wraps it)"
        } else {
            "the envelope would be wrong"
        };
        return Err(Trouble::input(format!("{what}: {}", fault.message)));
    }
    if let Some(fault) = report.diagnostics.iter().find(|it| it.severity == Severity::Error) {
        tell("warning", format!("the content has errors, which the envelope keeps: {}", fault.message));
    }
    if let (Some(request), None) = (&args.request, &args.request_id) {
        tell_of_request(request, &report);
    }
    match args.output.as_deref().filter(|it| !is_dash(it)) {
        Some(path) => write::create(path, &envelope, args.overwrite)
            .map_err(|it| Trouble::input(format!("{}: {}", path.display(), words(&it))))?,
        None => print(&envelope)?,
    }
    Ok(Status::Clean)
}

pub(super) fn unwrap(args: &UnwrapArgs) -> Result<Status, Trouble> {
    let text = load::read_text(args.input.as_deref().unwrap_or(Path::new("-")))?;
    let Some(payload) = guarded(|| crate::unwrap(&text)).map_err(Trouble::bug)? else {
        tell("error", "there is no envelope with a content in it; `agent-response check` says what is there");
        return Ok(Status::Findings);
    };
    print(&payload.content)?;
    if payload.kind == "cut" {
        tell("warning", "the content is cut off, so that its end is missing; `agent-response check` says where");
        return Ok(Status::Findings);
    }
    if has_half_character(&text) {
        tell(
            "warning",
            "half of a surrogate pair is in the content; no file can hold it, so U+FFFD stands there instead",
        );
    }
    Ok(Status::Clean)
}

/// Whether the string of the content, and not only the JSON in it, has an escape that stands for half a character.
fn has_half_character(text: &str) -> bool {
    let options = Options { format: Some("agent-response"), ..Options::default() };
    let report = crate::validate(text, &options);
    report.diagnostics.iter().any(|it| it.code == "lone-surrogate" && it.pointer == "/response" && it.inner.is_empty())
}

/// A message about an argument, as it is typed.
fn named(error: &WrapError) -> String {
    let dashes = if error.argument == "content" { "" } else { "--" };
    format!("{dashes}{} {}", error.argument.replace('_', "-"), error.reason)
}

/// An error beside the content, such as a time that is none: only the options can have brought it.
fn fault_of_options(report: &Report) -> Option<&Diagnostic> {
    let is_content = |it: &str| ["/response", "/data", "/error", "/meta"].iter().any(|place| it.starts_with(place));
    report.diagnostics.iter().find(|it| it.severity == Severity::Error && !is_content(&it.pointer))
}

/// Says that the request that was given did not help.
fn tell_of_request(request: &Path, report: &Report) {
    if report.diagnostics.iter().any(|it| it.code == "made-by-tool" && it.pointer == "/request_id") {
        let shown = request.display();
        tell("warning", format!("{shown}: there is no `request_id`, so the envelope cannot be matched to the request"));
    }
}

fn print(text: &str) -> Result<(), Trouble> {
    let mut out = output::stdout(false);
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(Trouble::stdout)
}
