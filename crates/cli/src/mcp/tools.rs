//! The tools: arguments in, result out.

use rmcp::model::CallToolResult;
use serde_json::{Value, json};

use super::{
    Host,
    arguments::{CheckArguments, CodeArguments, NoArguments, TextArguments, WrapArguments, read, read_text},
    pages,
    results::{applied, both, count, findings},
};
use crate::{readers, unwrap::why_no_content, visible::visible};
use agent_response::{AgentOptions, Repair, Severity, WrapError, agent};

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
    let report = agent_response::validate(&check.text, &options);
    let name = options.file_name.as_deref().unwrap_or("the text");
    let limits = AgentOptions { max_findings: most, min_severity: least };
    let mut said = agent::findings(name, &check.text, &report, Some(&options), &limits);
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
    if check.readers()
        && let Some(data) = data.as_object_mut()
    {
        let all = readers::of(options.file_name.as_deref(), check.text.as_bytes(), &report);
        said.extend(all.iter().map(|it| format!("{}: {}\n", visible(name), visible(&it.sentence()))));
        data.insert("readers".to_owned(), json!(all));
    }
    Ok(both(&said, data))
}

fn fix(arguments: &Value, host: Host) -> Result<CallToolResult, String> {
    let check: CheckArguments = read_text(arguments)?;
    let options = check.options(host)?;
    let (least, most) = (check.min_severity()?, check.max_findings()?);
    let result = agent_response::fix(&check.text, &options, check.suggestions());
    Ok(both(
        &result.text,
        json!({
            "text": result.text,
            "changed": result.text != check.text,
            "valid": result.report.valid,
            "applied": applied(&check.text, &result.applied),
            "findings": findings(&result.text, &result.report, least, most),
        }),
    ))
}

fn wrap(arguments: &Value, host: Host) -> Result<CallToolResult, String> {
    let wrap: WrapArguments = read_text(arguments)?;
    let options = wrap.options(host, Repair::None)?;
    let text = agent_response::wrap(&wrap.text, &options).map_err(|it| refused(&it))?;
    Ok(both(&text, json!({ "text": text })))
}

fn recover(arguments: &Value, host: Host) -> Result<CallToolResult, String> {
    let wrap: WrapArguments = read_text(arguments)?;
    let options = wrap.options(host, Repair::Safe)?;
    let recovered = agent_response::recover(&wrap.text, &options).map_err(|it| refused(&it))?;
    Ok(both(
        &recovered.text,
        json!({
            "text": recovered.text,
            "payload": recovered.payload,
            "reason": recovered.reason,
            "valid": recovered.report.valid,
            "applied": applied(&wrap.text, &recovered.applied),
            "findings": findings(&recovered.text, &recovered.report, Severity::Warning, 20),
        }),
    ))
}

fn refused(error: &WrapError) -> String {
    let argument = if error.argument == "content" { "text" } else { error.argument };
    format!("`{argument}` {}", error.reason)
}

fn unwrap(arguments: &Value, _: Host) -> Result<CallToolResult, String> {
    let TextArguments { text } = read_text(arguments)?;
    let why = || format!("{}; `validate` says what is wrong", why_no_content(&text));
    let found = agent_response::unwrap(&text).ok_or_else(why)?;
    Ok(both(&found.content, json!({ "content": found.content, "kind": found.kind })))
}

fn explain(arguments: &Value, _: Host) -> Result<CallToolResult, String> {
    let CodeArguments { code } = read(arguments)?;
    let Some(rule) = agent_response::explain(&code) else {
        return Err(format!(
            "unknown rule `{}`; the resources list all rules",
            agent_response::diagnostic::shown(&code)
        ));
    };
    let data = json!({
        "code": rule.id,
        "severity": rule.severity,
        "summary": rule.summary,
        "page": rule.page,
        "resource": pages::of_rule(rule.id),
    });
    Ok(both(rule.page, data))
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
