//! XML reports: Checkstyle for findings in files, JUnit for files as tests.

use std::io::Cursor;

use quick_xml::{
    Writer,
    events::{BytesDecl, BytesText, Event},
};

use super::{
    OutputFormat, OutputWriter,
    finding::{Entry, PlacedFinding},
};
use crate::visible::visible;
use agent_response::diagnostic::Severity;

pub(crate) const CHECKSTYLE: OutputFormat = OutputFormat {
    name: "checkstyle",
    help: "Checkstyle XML",
    writer: OutputWriter::Document(|entries, _| checkstyle(entries)),
    ..OutputFormat::OF_SERVICE
};

pub(crate) const JUNIT: OutputFormat = OutputFormat {
    name: "junit",
    help: "JUnit XML: files as tests",
    has_all_files: true,
    writer: OutputWriter::Document(|entries, end| junit(entries, end.fails)),
    ..OutputFormat::OF_SERVICE
};

type Out = Writer<Cursor<Vec<u8>>>;

/// The report on all files with findings, as Checkstyle writes it.
fn checkstyle(entries: &[Entry]) -> String {
    print(|out| {
        out.create_element("checkstyle").with_attribute(("version", "4.3")).write_inner_content(|out| {
            let is_said = |it: &&Entry| !it.findings().is_empty() || it.failure().is_some();
            entries.iter().filter(is_said).try_for_each(|it| checkstyle_file(out, it))
        })?;
        Ok(())
    })
}

fn checkstyle_file(out: &mut Out, entry: &Entry) -> std::io::Result<()> {
    let file = out.create_element("file").with_attribute(("name", allowed(&entry.path).as_str()));
    file.write_inner_content(|out| {
        entry.findings().iter().try_for_each(|it| checkstyle_error(out, it))?;
        let Some(why) = entry.failure() else { return Ok(()) };
        let error = out.create_element("error").with_attribute(("severity", "error"));
        let error = error.with_attribute(("message", allowed(why).as_str()));
        error.with_attribute(("source", "agent-response.not-checked")).write_empty().map(drop)
    })?;
    Ok(())
}

fn checkstyle_error(out: &mut Out, finding: &PlacedFinding) -> std::io::Result<()> {
    let severity = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info | Severity::Hint => "info",
    };
    let mut error = out.create_element("error");
    if let Some(place) = finding.place {
        error = error.with_attribute(("line", place.start.line.to_string().as_str()));
        error = error.with_attribute(("column", place.start.column.to_string().as_str()));
    }
    let error = error.with_attribute(("severity", severity));
    let error = error.with_attribute(("message", allowed(&finding.message).as_str()));
    error.with_attribute(("source", format!("agent-response.{}", finding.code).as_str())).write_empty().map(drop)
}

/// The report on all files, with each as a test suite. A finding that fails the run is a failed test; other findings
/// are the output of a passed test.
fn junit(entries: &[Entry], fails: Severity) -> String {
    let is_failure = |it: &PlacedFinding| it.severity <= fails;
    let n_failed = |it: &Entry| it.findings().iter().filter(|it| is_failure(it)).count();
    let n_tests = |it: &Entry| (it.findings().len() + usize::from(it.failure().is_some())).max(1);
    let n_errors = entries.iter().filter(|it| it.failure().is_some()).count();
    let sums = (entries.iter().map(n_tests).sum(), entries.iter().map(n_failed).sum(), n_errors);
    print(|out| {
        let suites = with_sums(out.create_element("testsuites").with_attribute(("name", "agent-response")), sums);
        suites.write_inner_content(|out| {
            entries.iter().try_for_each(|entry| {
                let sums = (n_tests(entry), n_failed(entry), usize::from(entry.failure().is_some()));
                let path = allowed(&entry.path);
                let suite = with_sums(out.create_element("testsuite").with_attribute(("name", path.as_str())), sums);
                suite.write_inner_content(|out| cases(out, entry, &path, &is_failure)).map(drop)
            })
        })?;
        Ok(())
    })
}

type Element<'a> = quick_xml::writer::ElementWriter<'a, Cursor<Vec<u8>>>;

fn with_sums(element: Element<'_>, (tests, failures, errors): (usize, usize, usize)) -> Element<'_> {
    let element = element.with_attribute(("tests", tests.to_string().as_str()));
    let element = element.with_attribute(("failures", failures.to_string().as_str()));
    element.with_attribute(("errors", errors.to_string().as_str()))
}

fn cases(
    out: &mut Out,
    entry: &Entry,
    path: &str,
    is_failure: &impl Fn(&PlacedFinding) -> bool,
) -> std::io::Result<()> {
    for finding in entry.findings() {
        let place = finding.place.map(|it| format!(":{}:{}", it.start.line, it.start.column)).unwrap_or_default();
        let message = allowed(&finding.message);
        let body = format!("{path}{place}: {}: {message}", finding.severity.name());
        let case = case(out, finding.code, path);
        let case = match finding.place {
            Some(place) => case.with_attribute(("line", place.start.line.to_string().as_str())),
            None => case,
        };
        case.write_inner_content(|out| {
            let body = BytesText::new(&body);
            match is_failure(finding) {
                true => result(out, "failure", &message, finding.severity.name()).write_text_content(body),
                false => out.create_element("system-out").write_text_content(body),
            }
            .map(drop)
        })?;
    }
    if let Some(why) = entry.failure() {
        let why = allowed(why);
        case(out, "not-checked", path)
            .write_inner_content(|out| result(out, "error", &why, "not-checked").write_empty().map(drop))?;
    } else if entry.findings().is_empty() {
        case(out, "check", path).write_empty()?;
    }
    Ok(())
}

fn case<'a>(out: &'a mut Out, name: &str, path: &str) -> Element<'a> {
    let case = out.create_element("testcase").with_attribute(("name", name));
    case.with_attribute(("classname", path)).with_attribute(("file", path))
}

fn result<'a>(out: &'a mut Out, name: &'static str, message: &str, kind: &str) -> Element<'a> {
    out.create_element(name).with_attribute(("message", message)).with_attribute(("type", kind))
}

fn print(content: impl FnOnce(&mut Out) -> std::io::Result<()>) -> String {
    let mut out = Writer::new_with_indent(Cursor::new(Vec::new()), b' ', 2);
    // Writing to memory does not fail.
    let _ = out.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None))).and_then(|()| content(&mut out));
    String::from_utf8(out.into_inner().into_inner()).unwrap_or_default() + "\n"
}

/// XML cannot represent control characters, halves of surrogate pairs and noncharacters, which are written out.
fn allowed(text: &str) -> String {
    visible(text).into_owned()
}
