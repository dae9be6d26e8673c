//! The tools: arguments in, result out.

use rmcp::model::CallToolResult;
use serde_json::{Value, json};

use super::{
    Host,
    arguments::{CheckArguments, CodeArguments, NoArguments, TextArguments, WrapArguments, read, read_text},
    pages,
    results::{applied, both, count, findings},
};
use crate::{
    readers,
    tools::has_calls,
    unwrap::{taken, why_no_content},
    visible::visible,
};
use agent_response::{
    AgentOptions, Options, Repair, Severity, WrapError, WrapOptions, agent,
    calls::CallError,
    check_call,
    diagnostic::shown,
    report::{DetectedFormat, ReceivedCall, Recovered, Report},
};

type ToolFn = fn(&Value, Host) -> Result<CallToolResult, String>;

/// The names of the tools.
pub(super) const TOOLS: &[(&str, ToolFn)] = &[
    ("validate", validate),
    ("fix", fix),
    ("wrap", wrap),
    ("recover", recover),
    ("unwrap", unwrap),
    ("explain", explain),
    ("formats", formats),
];

pub(super) fn named(name: &str) -> Option<ToolFn> {
    TOOLS.iter().find(|it| it.0 == name).map(|it| it.1)
}

fn validate(arguments: &Value, host: Host) -> Result<CallToolResult, String> {
    let check: CheckArguments = read_text(arguments)?;
    let options = check.options(host)?;
    let (least, most) = (check.min_severity()?, check.max_findings()?);
    let call = received(&check, &options, Repair::None)?;
    let of_call = call.as_ref().map(arguments_of);
    let is_call = call.is_some();
    let report = call.map_or_else(|| agent_response::validate(&check.text, &options), report_of);
    let name = options.file_name.as_deref().unwrap_or("the text");
    let limits = AgentOptions { max_findings: most, min_severity: least };
    let mut said = agent::findings(name, &check.text, &report, Some(&options).filter(|_| !is_call), &limits);
    if said.is_empty() {
        said = format!("{name}: no findings ({})\n", report.format.reason);
    }
    let mut data = json!({
        "valid": report.valid,
        "format": report.format.id,
        "reason": report.format.reason,
        "errors": count(&report, Severity::Error),
        "warnings": count(&report, Severity::Warning),
        "findings": findings(&check.text, &report, least, most),
    });
    data.as_object_mut().zip(of_call).map(|(data, it)| data.insert("arguments".to_owned(), it));
    if check.readers()
        && let Some(data) = data.as_object_mut()
    {
        let of_file = || readers::of(options.file_name.as_deref(), check.text.as_bytes(), &report);
        let all = if is_call { Vec::new() } else { of_file() };
        said.extend(all.iter().map(|it| format!("{}: {}\n", visible(name), visible(&it.sentence()))));
        data.insert("readers".to_owned(), json!(all));
    }
    Ok(both(&said, data))
}

fn fix(arguments: &Value, host: Host) -> Result<CallToolResult, String> {
    let check: CheckArguments = read_text(arguments)?;
    let options = check.options(host)?;
    let (least, most) = (check.min_severity()?, check.max_findings()?);
    let repair = if check.suggestions() { Repair::All } else { Repair::Safe };
    let call = received(&check, &options, repair)?;
    let of_call = call.as_ref().map(arguments_of);
    let (text, entries, report) = match call {
        Some(mut call) => (std::mem::take(&mut call.text), std::mem::take(&mut call.applied), report_of(call)),
        None => {
            let result = agent_response::fix(&check.text, &options, check.suggestions());
            (result.text, result.applied, result.report)
        }
    };
    let mut data = json!({
        "text": text,
        "changed": text != check.text,
        "valid": report.valid,
        "applied": applied(&check.text, &entries),
        "findings": findings(&text, &report, least, most),
    });
    data.as_object_mut().zip(of_call).map(|(data, it)| data.insert("arguments".to_owned(), it));
    Ok(both(&text, data))
}

/// The text as a call of one of the tools that are given; `None` without tools, and if it is a file with calls.
fn received(check: &CheckArguments, options: &Options, repair: Repair) -> Result<Option<ReceivedCall>, String> {
    let Some(tools) = &check.tools else { return Ok(None) };
    match check_call(&check.text, Some(tools), options, repair) {
        Ok(call) => Ok(Some(call)),
        Err(CallError { argument: "call", .. }) if has_calls(&agent_response::validate(&check.text, options)) => {
            Ok(None)
        }
        Err(it) => Err(format!("`{}` {}", if it.argument == "call" { "text" } else { it.argument }, it.reason)),
    }
}

/// The arguments of a call; null if they are not valid.
fn arguments_of(call: &ReceivedCall) -> Value {
    call.arguments.as_deref().and_then(|it| serde_json::from_str(it).ok()).unwrap_or_default()
}

fn report_of(call: ReceivedCall) -> Report {
    let name = call.name.as_deref().map_or_else(|| "a tool".to_owned(), |it| format!("`{}`", shown(it)));
    let format = DetectedFormat { id: None, reason: format!("a call of {name}") };
    Report { valid: call.valid, format, diagnostics: call.diagnostics, paths: Vec::new(), lacks_tools: false }
}

fn wrap(arguments: &Value, host: Host) -> Result<CallToolResult, String> {
    let wrap: WrapArguments = read_text(arguments)?;
    let options = wrap.options(host, Repair::None)?;
    let made = agent_response::recover(&wrap.text, &options).map_err(|it| refused(&it))?;
    // A payload that is text may be what a model wrote around its answer.
    let repaired = WrapOptions { repair: Repair::Safe, ..options };
    let is_answer = made.payload != "json"
        && agent_response::recover(&wrap.text, &repaired).is_ok_and(|it| it.payload == "json" && it.text != made.text);
    let mut data = made_of(&wrap.text, &made);
    if is_answer && let Some(data) = data.as_object_mut() {
        data.insert("hint".to_owned(), json!(ANSWER));
    }
    Ok(both(&made.text, data))
}

/// What is said of text that holds an answer.
const ANSWER: &str = "The text is not JSON as it is; the tool `recover` makes a response of the JSON in it";

fn recover(arguments: &Value, host: Host) -> Result<CallToolResult, String> {
    let wrap: WrapArguments = read_text(arguments)?;
    let options = wrap.options(host, Repair::Safe)?;
    let recovered = agent_response::recover(&wrap.text, &options).map_err(|it| refused(&it))?;
    Ok(both(&recovered.text, made_of(&wrap.text, &recovered)))
}

/// What was made of a text.
fn made_of(text: &str, made: &Recovered) -> Value {
    json!({
        "text": made.text,
        "payload": made.payload,
        "reason": made.reason,
        "valid": made.report.valid,
        "applied": applied(text, &made.applied),
        "findings": findings(&made.text, &made.report, Severity::Warning, 20),
        "hint": taken(made),
    })
}

fn refused(error: &WrapError) -> String {
    let argument = if error.argument == "content" { "text" } else { error.argument };
    format!("`{argument}` {}", error.words())
}

fn unwrap(arguments: &Value, _: Host) -> Result<CallToolResult, String> {
    let TextArguments { text } = read_text(arguments)?;
    let why = || format!("{}; `validate` says what is wrong", why_no_content(&text));
    let found = agent_response::unwrap(&text).ok_or_else(why)?;
    Ok(both(&found.content, json!({ "content": found.content, "kind": found.kind })))
}

fn explain(arguments: &Value, _: Host) -> Result<CallToolResult, String> {
    let CodeArguments { code } = read(arguments)?;
    if let Some(rule) = agent_response::explain(&code) {
        let data = json!({
            "code": rule.id,
            "severity": rule.severity,
            "summary": rule.summary,
            "page": rule.page,
            "resource": pages::of_rule(rule.id),
        });
        return Ok(both(rule.page, data));
    }
    let format = agent_response::known_formats().iter().find(|it| it.id == code);
    let Some((format, page)) = format.and_then(|it| Some((it, agent_response::formats::page(it.id)?))) else {
        return Err(format!("unknown rule or format `{}`; the resources list all of them", shown(&code)));
    };
    let data = json!({
        "code": format.id,
        "summary": format!("{} {}", format.title, format.version),
        "page": page,
        "resource": pages::of_format(format.id),
    });
    Ok(both(page, data))
}

fn formats(arguments: &Value, _: Host) -> Result<CallToolResult, String> {
    let NoArguments {} = read(arguments)?;
    let mut text = String::new();
    let mut list = Vec::new();
    for format in agent_response::known_formats() {
        text.push_str(&format!("{}: {} {} {}\n", format.id, format.title, format.version, format.files.join(", ")));
        list.push(json!({
            "id": format.id,
            "title": format.title,
            "version": format.version,
            "files": format.files,
            "resource": pages::of_format(format.id),
        }));
    }
    Ok(both(&text, json!({ "formats": list })))
}
