//! `explain` and `formats`: describes what the tool knows.

mod reflow;

use std::io::Write;

use clap::builder::styling::{AnsiColor, Effects, Style};

use super::{
    Status, Trouble,
    args::ExplainArgs,
    config, host,
    nearest::unknown_page,
    output::{self, BOLD, Look, style_of},
};

/// The page of a rule or a format, or the list of all rules.
pub(super) fn run(args: &ExplainArgs) -> Result<Status, Trouble> {
    let look = Look::of_stdout();
    match args.name.as_deref() {
        None => print(&list(look), look),
        Some(config::CODE) => print(&page(config::PAGE, look), look),
        Some(name) => {
            let text = host::page(name).ok_or_else(|| Trouble::input(unknown_page(name)))?;
            print(&page(&text, look), look)
        }
    }
}

/// The formats and the files they are expected in.
pub(super) fn formats() -> Result<Status, Trouble> {
    let look = Look::of_stdout();
    let line = |format: &&agent_response::Format| {
        let files = if format.files.is_empty() { String::new() } else { format!(" ({})", format.files.join(", ")) };
        let id = look.paint(BOLD, format!("{:16}", format.id));
        look.fold(&format!("{id}  {} {}{files}", format.title, format.version), 18, 0) + "\n"
    };
    print(&agent_response::known_formats().iter().map(line).collect::<String>(), look)
}

fn list(look: Look) -> String {
    let width = agent_response::rules().iter().map(|it| it.id.len()).max().unwrap_or_default();
    let line = |rule: &&agent_response::Rule| {
        let severity = look.paint(style_of(rule.severity), format!("{:7}", rule.severity.name()));
        look.fold(&format!("{:width$}  {severity}  {}", rule.id, rule.summary), 4, 0) + "\n"
    };
    agent_response::rules().iter().map(line).collect()
}

/// Markdown without what is only for programs, in lines that fit into a terminal, with headings and code highlighted if there are colors.
fn page(markdown: &str, look: Look) -> String {
    let mut open = 0;
    let mut styled = |line: &str| {
        let words = line.trim_start_matches('`');
        let ticks = &line[..line.len() - words.len()];
        let is_fence = if open == 0 { ticks.len() > 2 } else { ticks.len() >= open && words.is_empty() };
        let (caption, shown) = match is_fence && open == 0 {
            true => described(words),
            false => (String::new(), words),
        };
        let style = match (is_fence || open > 0, line.starts_with('#')) {
            (true, _) => AnsiColor::Cyan.on_default(),
            (false, true) => BOLD.effects(Effects::BOLD | Effects::UNDERLINE),
            (false, false) => Style::new(),
        };
        if is_fence {
            open = if open == 0 { ticks.len() } else { 0 };
        }
        format!("{caption}{}\n", look.paint(style, format!("{ticks}{shown}")))
    };
    let marked_off: String = markdown.lines().filter(|it| !is_mark(it)).map(|it| format!("{it}\n")).collect();
    let text = look.folded_width().map_or_else(|| marked_off.clone(), |it| reflow::reflowed(&marked_off, it));
    text.lines().map(&mut styled).collect()
}

/// Whether a line only marks a generated part.
fn is_mark(line: &str) -> bool {
    line.starts_with("<!--") && line.ends_with("-->")
}

/// The caption of a code block, for what its fence says to programs, and the language.
fn described(words: &str) -> (String, &str) {
    let (language, words) = words.split_once(' ').unwrap_or((words, ""));
    let said = words.split(' ').find_map(|it| match it.split_once('=').unwrap_or((it, "")) {
        ("fixed", _) => Some("After the fix:".to_owned()),
        ("suggested", _) => Some("After the suggested fix:".to_owned()),
        ("file", name) => Some(format!("`{name}`:")),
        ("sibling", name) => Some(format!("`{name}`, in the same folder:")),
        ("request", _) => Some("The request:".to_owned()),
        _ => None,
    });
    (said.map_or_else(String::new, |it| format!("{it}\n\n")), language)
}

fn print(text: &str, look: Look) -> Result<Status, Trouble> {
    let mut out = output::stdout(look.colors);
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(Trouble::stdout)?;
    Ok(Status::Clean)
}
