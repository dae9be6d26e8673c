//! `wrap` and `recover`: content into an envelope.

mod more;

use std::{
    io::{self, ErrorKind, Write},
    path::{Path, PathBuf},
};

use super::{
    Status, Trouble,
    args::{RecoverArgs, RepairArg, WrapArgs},
    clock,
    counts::count,
    files::is_dash,
    guard::guarded,
    host::{self, EntryKind},
    ledger, load,
    output::{self, Look, tell, words},
    unwrap,
    visible::visible,
    walk::is_below,
    write,
};
use agent_response::{
    Options, Recovered, Repair, WrapOptions,
    diagnostic::Severity,
    formats::built_by,
    names::{FileKind, FileName, file_name},
    query,
    report::{AppliedFix, Diagnostic, Report},
    rules,
    spec::Builder,
};

pub(super) fn wrap(args: &WrapArgs) -> Result<Status, Trouble> {
    let input = args.input.as_deref().unwrap_or(Path::new("-"));
    let content = load::read_text(input)?;
    let output = args.target.output.as_deref().filter(|it| !is_dash(it));
    // Before anything is said about an envelope that is not written.
    output.map_or(Ok(()), |it| created(it, write::may_create(it, args.target.overwrite)))?;
    let mut options = options(args)?;
    let is_answer = args.format.0.is_none_or(|it| it == built_by(Builder::Answer).id);
    let beside = if is_answer { use_request_beside(args, &mut options) } else { None };
    let recovered = guarded(|| agent_response::recover(&content, &options)).map_err(Trouble::bug)?;
    let recovered = match recovered {
        Ok(recovered) => recovered,
        Err(error) => return more::refused(args, &content, error, &options, beside.as_deref()),
    };
    let report = &recovered.report;
    if let Some(fault) = fault_of_options(report) {
        return Err(Trouble::input(format!("the envelope would be invalid: {}", fault.message)));
    }
    if options.repair != Repair::None && recovered.payload == "cut" {
        return Err(Trouble::content("the content is truncated; it must be generated again"));
    }
    if has_id_of_tool(report) {
        tell_of_request(args);
    }
    tell_changes(input, &content, &recovered)?;
    if let Some(fault) = report.diagnostics.iter().find(|it| it.severity == Severity::Error) {
        tell("warning", format!("the content has errors, which remain in the envelope: {}", fault.message));
    }
    match output {
        Some(path) => created(path, write::create(path, &recovered.text, args.target.overwrite))?,
        None => output::print(&recovered.text)?,
    }
    if let Some(reason) = recovered.reason {
        tell("warning", format!("nothing was repaired: the content {reason}; it stays text"));
    }
    more::tell_of_repair(args, &content, &recovered, &options)?;
    Ok(if recovered.reason.is_some() { Status::Findings } else { Status::Clean })
}

/// What was changed; wrapping itself does not count as a change.
fn changes(applied: &[AppliedFix]) -> impl Iterator<Item = &AppliedFix> {
    applied.iter().filter(|it| is_change(it))
}

fn is_change(fix: &AppliedFix) -> bool {
    fix.code != rules::MISSING_ENVELOPE.id
}

/// Wraps and repairs what a model wrote.
pub(super) fn recover(args: &RecoverArgs) -> Result<Status, Trouble> {
    wrap(&WrapArgs {
        input: args.input.clone(),
        target: args.target.clone(),
        answered: args.answered.clone(),
        repair: Some(if args.suggestions { RepairArg::All } else { RepairArg::Safe }),
        is_recover: true,
        ..WrapArgs::default()
    })
}

fn options(args: &WrapArgs) -> Result<WrapOptions, Trouble> {
    Ok(WrapOptions {
        format: args.format.0,
        tool: args.tool.clone(),
        request: args.answered.request.as_deref().map(load::read_text).transpose()?,
        request_id: args.answered.request_id.clone(),
        status: args.status.clone(),
        error_message: args.error_message.clone(),
        error_type: args.error_type.clone(),
        created_at: args.created_at.clone().unwrap_or_else(clock::now),
        duration_seconds: args.duration_seconds.clone(),
        metadata: args.metadata.clone(),
        repair: args.repair.map_or(Repair::None, RepairArg::repair),
        force: args.force,
        timeout: None,
    })
}

/// Finds the request next to the output or the input, and prints which one it is.
fn use_request_beside(args: &WrapArgs, options: &mut WrapOptions) -> Option<String> {
    if options.request.is_some() || options.request_id.is_some() {
        return None;
    }
    let (name, text) = files(args).find_map(|it| request_beside(it, false))?;
    tell("note", format!("using the request {name}"));
    options.request = Some(text);
    Some(name)
}

/// The files that a request may be next to.
fn files(args: &WrapArgs) -> impl Iterator<Item = &PathBuf> {
    [&args.target.output, &args.input].into_iter().flatten().filter(|it| !is_dash(it))
}

/// The name and text of the request that a file answers, as `check` pairs them, or of one that already has its
/// response. A file with another name, such as `x.json`, counts as `x.agent-response.json` or as the response without a
/// phase.
fn request_beside(path: &Path, is_answered: bool) -> Option<(String, String)> {
    let mut siblings = siblings(path);
    let name = FileName::new(&path.file_name()?.to_string_lossy());
    let names = if name.kind == FileKind::Response {
        vec![name]
    } else {
        let prefixed = format!("{}{}", path.file_stem()?.to_string_lossy(), file_name(FileKind::Response, None));
        vec![FileName::new(&prefixed), FileName::new(&file_name(FileKind::Response, None))]
    };
    if is_answered {
        siblings.retain(is_request);
    }
    let options = Options { siblings: Some(siblings), ..Options::default() };
    let request = names.iter().find_map(|it| query::request(&options, it))?;
    Some((request.name.as_ref()?.name.clone(), request.document.text.to_string()))
}

fn is_request((name, _): &(String, String)) -> bool {
    FileName::new(name).kind == FileKind::Request
}

/// The names and the texts of the requests and responses in the folder of a file. An empty response answers nothing: a
/// shell creates it before it runs the command whose output goes there.
fn siblings(path: &Path) -> Vec<(String, String)> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let read = |entry: host::FolderEntry| {
        let name = entry.name.to_string_lossy().into_owned();
        let path = folder.join(&entry.name);
        let kind = FileName::new(&name).kind;
        if kind == FileKind::Other || !host::kind(&path).is_ok_and(|it| it == EntryKind::File) {
            return None;
        }
        // The folder may be from somebody else, and the envelope would repeat what the file contains.
        if entry.kind == EntryKind::Link && !is_below(&path, folder) {
            let note = "links to a file outside the folder, so it was skipped; name it with --request to use it";
            (kind == FileKind::Request).then(|| output::tell_once(format!("{name}: {note}")));
            return None;
        }
        let text = String::from_utf8(host::read(&path).ok()?).ok()?;
        (kind == FileKind::Request || !text.trim().is_empty()).then_some((name, text))
    };
    host::list(folder).unwrap_or_default().into_iter().filter_map(read).collect()
}

/// Prints what was changed, what was dropped around the JSON, and what may have been meant as an envelope.
fn tell_changes(input: &Path, content: &str, made: &Recovered) -> Result<(), Trouble> {
    tell_fixes(input, content, &made.applied);
    if let Some(note) = guarded(|| unwrap::taken(made)).map_err(Trouble::bug)? {
        tell("note", note);
    }
    Ok(())
}

fn tell_fixes(input: &Path, content: &str, applied: &[AppliedFix]) {
    let done: Vec<(usize, AppliedFix)> = applied.iter().cloned().enumerate().filter(|it| is_change(&it.1)).collect();
    if done.is_empty() {
        return;
    }
    let look = Look::of_stderr();
    let shown = if is_dash(input) { "standard input".into() } else { input.to_string_lossy() };
    let mut out = format!("{}: {}\n", visible(&shown), count(done.len(), "fix"));
    let (places, done): (Vec<usize>, Vec<AppliedFix>) = done.into_iter().unzip();
    let dropped = ledger::dropped(content, applied);
    let (lines, more) = ledger::lines(content, &done, look);
    for (line, idx) in lines.iter().zip(places) {
        out += &format!("{line}{}", dropped.get(idx).map_or("", String::as_str));
    }
    out += &more;
    // Nothing can be done if standard error is closed.
    let _ = output::stderr(look.colors).write_all(out.as_bytes());
}

/// An error outside the content, such as an invalid time, which only the options can have caused.
fn fault_of_options(report: &Report) -> Option<&Diagnostic> {
    let is_content = |it: &str| ["/response", "/data", "/error", "/meta"].iter().any(|place| it.starts_with(place));
    report.diagnostics.iter().find(|it| it.severity == Severity::Error && !is_content(&it.pointer))
}

/// Whether the id is the placeholder for an unknown request.
fn has_id_of_tool(report: &Report) -> bool {
    report.diagnostics.iter().any(|it| it.code == rules::MADE_BY_TOOL.id && it.pointer == "/request_id")
}

/// Prints why the envelope does not have a request's id, unless the id was an option.
fn tell_of_request(args: &WrapArgs) {
    match &args.answered.request {
        _ if args.answered.request_id.is_some() => (),
        Some(request) => {
            let shown = request.display();
            tell("warning", format!("{shown} has no `request_id`, so the envelope cannot be matched to the request"));
        }
        None => tell("note", why_no_request(args)),
    }
}

/// Why no request was found for the envelope.
fn why_no_request(args: &WrapArgs) -> String {
    if let Some((name, _)) = files(args).find_map(|it| request_beside(it, true)) {
        return format!("{name} has a response already; to answer it again, name it with --request");
    }
    let requests = files(args).map(|it| siblings(it).into_iter().filter(is_request).count()).max().unwrap_or_default();
    match requests {
        0 => "found no request file next to the output or the input; name one with --request".to_owned(),
        1 => {
            "the request file next to the output or the input is for another response; name it with --request to use it"
                .to_owned()
        }
        _ => format!("cannot tell which of {requests} request files is answered; name it with --request"),
    }
}

/// The outcome of writing an envelope, in words.
fn created(path: &Path, outcome: io::Result<()>) -> Result<(), Trouble> {
    outcome.map_err(|error| match path.parent() {
        Some(folder) if error.kind() == ErrorKind::NotFound => {
            Trouble::input(output::does_not_exist(&folder.to_string_lossy()))
        }
        _ => Trouble::input(format!("{}: {}", path.display(), words(&error))),
    })
}
