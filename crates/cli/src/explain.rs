//! `explain` and `formats`: describes what the tool knows.

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
        format!("{}  {} {}{files}\n", look.paint(BOLD, format!("{:16}", format.id)), format.title, format.version)
    };
    print(&agent_response::formats().iter().map(line).collect::<String>(), look)
}

fn list(look: Look) -> String {
    let width = agent_response::rules().iter().map(|it| it.id.len()).max().unwrap_or_default();
    let line = |rule: &&agent_response::Rule| {
        let severity = look.paint(style_of(rule.severity), format!("{:7}", rule.severity.name()));
        format!("{:width$}  {severity}  {}\n", rule.id, rule.summary)
    };
    agent_response::rules().iter().map(line).collect()
}

/// Markdown as it is, with headings and code highlighted if there are colors.
fn page(markdown: &str, look: Look) -> String {
    let mut in_code = false;
    let mut styled = |line: &str| {
        let is_fence = line.starts_with("```");
        in_code ^= is_fence;
        let style = match (in_code || is_fence, line.starts_with('#')) {
            (true, _) => AnsiColor::Cyan.on_default(),
            (false, true) => BOLD.effects(Effects::BOLD | Effects::UNDERLINE),
            (false, false) => Style::new(),
        };
        format!("{}\n", look.paint(style, line))
    };
    markdown.lines().map(&mut styled).collect()
}

fn print(text: &str, look: Look) -> Result<Status, Trouble> {
    let mut out = output::stdout(look.colours);
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(Trouble::stdout)?;
    Ok(Status::Clean)
}
