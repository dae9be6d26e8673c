//! The end of `--help`: exit status and examples.

use clap::Command;

use super::fold::folded_lists;

pub(super) const EXIT_CODES: &str = "\
Exit status:
  0  no errors
  1  errors, findings that --error-on or --max-warnings does not allow, content that `wrap` or `recover` rejects, or changes that `fix --diff` shows
  2  usage, configuration or I/O error; also if a file could not be checked
  3  internal error";

pub(super) const EXAMPLES: &str = "\
Examples:
  agent-response check                          check the agent files in this folder and below
  agent-response fix --diff                     show what would be fixed
  agent-response fix --interactive              ask about each fix
  agent-response check --format sarif           write a report for a pipeline
  agent-response wrap answer.json --request .agent-request-phase8.json
  agent-response unwrap .agent-response-phase8.json
  agent-response explain missing-field";

/// The command with these texts, and those of its subcommands, in lines of so many columns.
pub(super) fn laid_out(mut command: Command, columns: usize) -> Command {
    if let Some(text) = command.get_after_help().map(ToString::to_string) {
        command = command.after_help(folded_lists(&text, columns));
    }
    if let Some(text) = command.get_after_long_help().map(ToString::to_string) {
        command = command.after_long_help(folded_lists(&text, columns));
    }
    command.mut_subcommands(|it| laid_out(it, columns))
}
