//! The command `agent-response`. Everything it does is in the library.

#[cfg(not(target_family = "wasm"))]
fn main() -> std::process::ExitCode {
    agent_response_cli::main()
}

/// Without files, there is no command; this lets the package compile.
#[cfg(target_family = "wasm")]
fn main() {}
