//! The command `agent-response`. Everything it does is in `surface::cli`.

use std::process::ExitCode;

fn main() -> ExitCode {
    agent_response::surface::cli::main()
}
