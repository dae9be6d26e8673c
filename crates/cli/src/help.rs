//! The end of `--help`: exit status and examples.

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
