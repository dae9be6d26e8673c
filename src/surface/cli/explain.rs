//! `explain` and `formats`: what the tool knows, in words.

use std::io::Write;

use clap::builder::styling::{AnsiColor, Effects, Style};

use super::{
    Status, Trouble,
    args::ExplainArgs,
    human::{BOLD, style_of, word_for},
    output::{self, Look},
};

/// The page of a rule, or the list of all.
pub(super) fn run(args: &ExplainArgs) -> Result<Status, Trouble> {
    let look = Look::of_stdout();
    match args.rule.as_deref() {
        None => print(&list(look), look),
        Some(code) => {
            let rule = crate::explain(code).ok_or_else(|| Trouble::input(unknown(code)))?;
            print(&page(rule.page, look), look)
        }
    }
}

/// The formats and the files they are expected in.
pub(super) fn formats() -> Result<Status, Trouble> {
    let look = Look::of_stdout();
    let line = |it: &&crate::Format| {
        let files = if it.files.is_empty() { String::new() } else { format!(" ({})", it.files.join(", ")) };
        format!("{}  {} {}{files}\n", look.paint(BOLD, format!("{:16}", it.id)), it.title, it.version)
    };
    print(&crate::formats().iter().map(line).collect::<String>(), look)
}

/// What to say about a rule that does not exist.
pub(super) fn unknown(code: &str) -> String {
    let hint = match nearest(code) {
        Some(id) => format!("did you mean `{id}`?"),
        None => "`agent-response explain` lists them".to_owned(),
    };
    format!("there is no rule `{code}`; {hint}")
}

/// The rule whose name differs least, or contains the word.
fn nearest(code: &str) -> Option<&'static str> {
    let code = code.to_lowercase().replace(['_', ' '], "-");
    let ids = || crate::rules().iter().map(|it| it.id);
    let (distance, id) = ids().map(|it| (distance(&code, it), it)).min()?;
    let containing = ids().filter(|it| code.len() > 2 && it.contains(&code)).min_by_key(|it| it.len());
    containing.or((distance <= id.len() / 3).then_some(id))
}

fn list(look: Look) -> String {
    let width = crate::rules().iter().map(|it| it.id.len()).max().unwrap_or_default();
    let line = |it: &&crate::Rule| {
        let severity = look.paint(style_of(it.severity), format!("{:7}", word_for(it.severity)));
        format!("{:width$}  {severity}  {}\n", it.id, it.summary)
    };
    crate::rules().iter().map(line).collect()
}

/// Markdown as it is, with headings and code set off where there are colours.
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

/// How many letters have to be added, dropped or changed to get from one word to the other.
fn distance(from: &str, to: &str) -> usize {
    let mut row: Vec<usize> = (0..=to.chars().count()).collect();
    for (idx, a) in from.chars().enumerate() {
        let mut diagonal = std::mem::replace(row.first_mut().unwrap_or(&mut 0), idx + 1);
        let mut left = idx + 1;
        for (cell, b) in row.iter_mut().skip(1).zip(to.chars()) {
            left = (diagonal + usize::from(a != b)).min(left + 1).min(*cell + 1);
            diagonal = std::mem::replace(cell, left);
        }
    }
    row.last().copied().unwrap_or_default()
}
