//! The prompt that a person chooses in a client to have a file repaired.

use rmcp::{
    ErrorData,
    model::{GetPromptResult, Prompt, PromptArgument, PromptMessage, Role},
};
use serde_json::Value;

use super::{
    Host,
    arguments::{CheckArguments, read_text},
};
use agent_response::{AgentOptions, agent};

const REPAIR: &str = "repair";
const DESCRIPTION: &str = "Ask the model to repair a file: its mistakes, the edits that repair them, and its text";

pub(super) fn list() -> Vec<Prompt> {
    let argument = |name: &str, description: &str| PromptArgument::new(name).with_description(description);
    let arguments = vec![
        argument("text", "The text of the file").with_required(true),
        argument(
            "file_name",
            "The name of the file, which determines its format, such as `.agent-response-phase8.json`",
        ),
        argument("request", "The text of the request file, to compare the ids"),
    ];
    vec![Prompt::new(REPAIR, Some(DESCRIPTION), Some(arguments)).with_title("Repair an agent response")]
}

/// What a prompt says for these arguments.
pub(super) fn get(name: &str, arguments: &Value, host: Host) -> Result<GetPromptResult, ErrorData> {
    if name != REPAIR {
        let name = agent_response::diagnostic::shown(name);
        return Err(ErrorData::invalid_params(format!("unknown prompt `{name}`; expected `{REPAIR}`"), None));
    }
    let wrong = |why| ErrorData::invalid_params(why, None);
    let check: CheckArguments = read_text(arguments).map_err(wrong)?;
    let options = check.options(host).map_err(wrong)?;
    let mut text = agent::repair_prompt(&check.text, &options, &AgentOptions::default());
    if text.is_empty() {
        text = "There is nothing to repair in this file.".to_owned();
    }
    Ok(GetPromptResult::new(vec![PromptMessage::new_text(Role::User, text)]).with_description(DESCRIPTION))
}
