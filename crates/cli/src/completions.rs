//! What shells and `man` need to know about the command, generated from its arguments.

use std::io::Write;

use clap::CommandFactory;
use clap_complete::Shell;
use clap_mangen::Man;

use super::{Status, Trouble, args::Cli, output};

/// The completions for a shell.
pub(super) fn print(shell: Shell) -> Result<Status, Trouble> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "agent-response", &mut text);
    // In the script for bash, the name of a command with a hyphen is not always spelled the same way.
    let text = String::from_utf8_lossy(&text).replace("agent__subcmd__response", "agent__response");
    write(text.as_bytes())
}

/// The manual page of the command, with the options of its subcommands.
pub(super) fn manual() -> Result<Status, Trouble> {
    let mut command = Cli::command();
    command.build();
    let mut text = Vec::new();
    let rendered = Man::new(command.clone()).render(&mut text);
    let subcommands = command.get_subcommands().filter(|it| it.get_name() != "help");
    rendered
        .and_then(|()| subcommands.into_iter().try_for_each(|it| section(it, &mut text)))
        .map_err(Trouble::stdout)?;
    write(&text)
}

fn section(command: &clap::Command, text: &mut Vec<u8>) -> std::io::Result<()> {
    writeln!(text, ".SH \"{}\"", command.get_name().to_uppercase())?;
    let man = Man::new(command.clone());
    man.render_synopsis_section(text)?;
    man.render_description_section(text)?;
    man.render_options_section(text)
}

fn write(text: &[u8]) -> Result<Status, Trouble> {
    let mut out = output::stdout(false);
    out.write_all(text).and_then(|()| out.flush()).map_err(Trouble::stdout)?;
    Ok(Status::Clean)
}
