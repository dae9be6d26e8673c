//! The MCP server as a process. Its tools are tested with a client of the protocol, in `pkg-tests`.

use crate::run::Folder;

#[test]
fn a_server_without_a_client_says_what_it_waited_for() {
    for input in ["", "hello"] {
        let run = Folder::with(&[]).run_with_input(&["mcp"], input);
        let why = "error: the MCP session failed: no client sent `initialize` before standard input ended\n";
        assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (2, "", why));
    }
}
