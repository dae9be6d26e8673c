//! `init`: creates an initial project file.

use std::io::ErrorKind;

use super::{
    Status, Trouble,
    args::InitArgs,
    config,
    output::{tell, words},
    write,
};

/// Writes a project file that changes nothing and shows what can be set.
pub(super) fn run(args: &InitArgs) -> Result<Status, Trouble> {
    let path = args.folder.join(config::NAME);
    write::create(&path, TEMPLATE, false).map_err(|error| {
        let why = if error.kind() == ErrorKind::AlreadyExists { "already exists".to_owned() } else { words(&error) };
        Trouble::input(format!("{}: {why}", path.display()))
    })?;
    tell("note", format!("wrote {}", path.display()));
    Ok(Status::Clean)
}

const TEMPLATE: &str = include_str!("init/agent-response.toml");
