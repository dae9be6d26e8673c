//! Finds what an unknown word was meant to be.

pub(super) use agent_response_project::nearest;

/// The message about a rule that does not exist.
pub(super) fn unknown_rule(code: &str) -> String {
    let ids: Vec<_> = agent_response::rules().iter().map(|it| it.id).collect();
    let hint = match nearest(code, &ids) {
        Some(id) => format!("did you mean `{id}`?"),
        None => "run `agent-response explain` to list all rules".to_owned(),
    };
    format!("unknown rule `{code}`; {hint}")
}

/// The message about a page that does not exist.
pub(super) fn unknown_page(name: &str) -> String {
    let formats = agent_response::known_formats().iter().map(|it| it.id);
    let ids: Vec<_> = agent_response::rules().iter().map(|it| it.id).chain(formats).collect();
    let hint = match nearest(name, &ids) {
        Some(id) => format!("did you mean `{id}`?"),
        None => "`agent-response explain` lists the rules, `agent-response formats` the formats".to_owned(),
    };
    format!("unknown rule or format `{name}`; {hint}")
}
