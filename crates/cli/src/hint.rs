//! The command that goes on where another one stops, as it can be typed.

use std::{borrow::Cow, path::Path};

use super::{
    clock,
    files::{InputSource, Target},
    host,
    output::tell,
    tools,
    visible::visible,
};
use agent_response::{
    Repair, Rule, Severity, WrapOptions,
    formats::{built_by, by_id},
    names::{FileKind, FileName},
    recover,
    report::{Diagnostic, Report},
    rules,
    spec::Builder,
};
use agent_response_readers::unsought;

/// Rules about what a model writes around its JSON.
const OF_ANSWERS: [&Rule; 5] = [
    &rules::LEADING_TEXT,
    &rules::MARKDOWN_FENCE,
    &rules::SEVERAL_JSON_BLOCKS,
    &rules::TRAILING_CONTENT,
    &rules::UNCLOSED_FENCE,
];

/// What to do next with a file, if there is something that `fix` does not do.
pub(super) fn of(target: &Target, text: &str, report: &Report) -> Option<String> {
    of_answer(target, text, report).or_else(|| of_cut(target, report))
}

/// The name that a response has to have, if the file has another one.
pub(super) fn of_name(target: &Target, report: &Report) -> Option<String> {
    let is_response = report.valid && report.format.id == Some(built_by(Builder::Answer).id);
    // Somebody wanted the others as they are: a pattern, a project file.
    let is_given = !target.with_folder && target.named.format.is_none();
    let name = target.name().filter(|_| is_response && is_given)?;
    Some(format!("note: the program that reads responses {}\n", visible(&unsought(&name)?)))
}

/// Who reads a file whose readers were not observed.
pub(super) fn of_readers(target: &Target, report: &Report) -> Option<String> {
    let format = by_id(report.format.id?).filter(|it| !it.reader.is_empty() && !target.with_folder)?;
    let (id, reader) = (format.id, format.reader);
    Some(format!("note: no public program is known that reads the format `{id}`; it is for {reader}\n"))
}

/// What to do with a file in which a model wrote around its JSON, or wrote only words, if that gives an envelope.
fn of_answer(target: &Target, text: &str, report: &Report) -> Option<String> {
    let has_words = |it: &Diagnostic| {
        let dropped = text.get(it.bytes.from as usize..it.bytes.to as usize);
        dropped.is_some_and(|it| it.contains(char::is_alphanumeric))
    };
    let is_around =
        |it: &Diagnostic| it.inner.is_empty() && OF_ANSWERS.iter().any(|rule| rule.id == it.code) && has_words(it);
    let is_prose = is_prose(text, report);
    // A conversation with a model is no answer of one.
    if !(is_prose || report.diagnostics.iter().any(is_around)) || tools::has_calls(report) {
        return None;
    }
    let options = WrapOptions { repair: Repair::Safe, created_at: clock::now(), ..WrapOptions::default() };
    let (command, how) = match recover(text, &options).ok()?.payload {
        "json" => ("recover", "takes the JSON out of it and makes an envelope of it"),
        "text" if is_prose => ("wrap", "makes an envelope of it"),
        _ => return None,
    };
    let shown = visible(&target.shown);
    Some(match &target.source {
        InputSource::File(path) => {
            format!("note: {shown} looks like the answer of a model: `{}` {how}\n", visible(&enveloping(command, path)))
        }
        InputSource::Stdin(_) | InputSource::Unreadable(_) => {
            format!(
                "note: this looks like the answer of a model: `agent-response {command}`, with the same input, {how}\n"
            )
        }
    })
}

/// Whether a text has only words, more than one of them, and no fix makes an envelope of it. A word before a colon is rather a
/// key of YAML.
fn is_prose(text: &str, report: &Report) -> bool {
    let mut words = text.split_whitespace();
    let first = words.next().unwrap_or_default();
    report.format.id.is_none_or(|it| it == built_by(Builder::Answer).id)
        && report.diagnostics.iter().any(|it| it.code == rules::SYNTAX.id && it.inner.is_empty())
        && report.diagnostics.iter().all(|it| it.fixes.is_empty())
        && first.contains(char::is_alphabetic)
        && !first.ends_with(':')
        && !text.contains('{')
        && words.next().is_some()
}

/// What to do with a file that ends too early: only the model that wrote it knows the rest.
fn of_cut(target: &Target, report: &Report) -> Option<String> {
    let is_cut = report.diagnostics.iter().any(|it| it.code == rules::TRUNCATED.id && it.severity == Severity::Error);
    let InputSource::File(path) = &target.source else { return None };
    let command = format!("agent-response check --format prompt {}", quoted(&path.to_string_lossy()));
    is_cut.then(|| {
        format!(
            "note: {} ends too early: `{}` prints what to ask the model\n",
            visible(&target.shown),
            visible(&command)
        )
    })
}

/// The command that makes an envelope of a file: one with the name of a response becomes that response.
fn enveloping(command: &str, path: &Path) -> String {
    let file = quoted(&path.to_string_lossy()).into_owned();
    let name = path.file_name().map(|it| FileName::new(&it.to_string_lossy()).kind);
    let target = if name == Some(FileKind::Response) { format!(" -o {file} --overwrite") } else { String::new() };
    format!("agent-response {command} {file}{target}")
}

/// Says that this command with another option would do more; `reads_stdin` if it has to get the same input once more.
pub(super) fn tell_again(option: &str, (reads_stdin, writes): (bool, bool), what: &str) {
    let args: Vec<String> = host::args().iter().skip(1).map(|it| it.to_string_lossy().into_owned()).collect();
    let mut words = vec!["agent-response".to_owned()];
    for arg in args.iter().filter(|it| *it != "--repair" && !it.starts_with("--repair=") && *it != "--overwrite") {
        words.push(quoted(arg).into_owned());
        if ["wrap", "recover"].contains(&arg.as_str()) && !words.iter().any(|it| it == option) {
            words.push(option.to_owned());
        }
    }
    if writes {
        words.push("--overwrite".to_owned());
    }
    let input = if reads_stdin { ", with the same input," } else { "" };
    tell("note", format!("`{}`{input} {what}", words.join(" ")));
}

/// An argument as a shell reads it.
fn quoted(arg: &str) -> Cow<'_, str> {
    let is_plain = |it: char| it.is_alphanumeric() || "_-./=:@%+,".contains(it);
    if !arg.is_empty() && arg.chars().all(is_plain) {
        return Cow::Borrowed(arg);
    }
    Cow::Owned(format!("'{}'", arg.replace('\'', "'\\''")))
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn arguments_are_quoted_as_a_shell_needs_it() {
        for (arg, expected) in
            [("a/b-c.json", "a/b-c.json"), ("", "''"), ("a b", "'a b'"), ("it's", "'it'\\''s'"), ("$x", "'$x'")]
        {
            assert_eq!(quoted(arg), expected);
        }
    }
}
