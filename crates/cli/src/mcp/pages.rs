//! The pages of rules and formats as resources.

use rmcp::{
    ErrorData,
    model::{ReadResourceResult, Resource, ResourceContents, ResourceTemplate},
};

const RULES: &str = "agent-response://rules/";
const FORMATS: &str = "agent-response://formats/";
const MARKDOWN: &str = "text/markdown";

/// The address of a rule's page.
pub(super) fn of_rule(code: &str) -> String {
    format!("{RULES}{code}")
}

/// The address of a format's page.
pub(super) fn of_format(id: &str) -> String {
    format!("{FORMATS}{id}")
}

pub(super) fn list() -> Vec<Resource> {
    let format = |it: &&agent_response::Format| page(of_format(it.id), it.id, format!("{} {}", it.title, it.version));
    let rule = |it: &&agent_response::Rule| page(of_rule(it.id), it.id, it.summary.to_owned());
    let formats = agent_response::known_formats().iter().map(format);
    formats.chain(agent_response::rules().iter().map(rule)).collect()
}

fn page(uri: String, name: &str, description: String) -> Resource {
    Resource::new(uri, name).with_description(description).with_mime_type(MARKDOWN)
}

pub(super) fn templates() -> Vec<ResourceTemplate> {
    let template = |uri: &str, name: &str| ResourceTemplate::new(uri, name).with_mime_type(MARKDOWN);
    vec![
        template(&format!("{RULES}{{code}}"), "rule").with_description("What a rule checks, why, and how to fix it"),
        template(&format!("{FORMATS}{{id}}"), "format").with_description("The fields of a format, with an example"),
    ]
}

/// The page at an address.
pub(super) fn read(uri: &str) -> Result<ReadResourceResult, ErrorData> {
    let rule = uri.strip_prefix(RULES).and_then(agent_response::explain).map(|it| it.page);
    let format = uri.strip_prefix(FORMATS).and_then(agent_response::formats::page);
    let Some(text) = rule.or(format) else {
        let why = format!("no page at `{}`", agent_response::diagnostic::shown(uri));
        return Err(ErrorData::resource_not_found(why, None));
    };
    Ok(ReadResourceResult::new(vec![ResourceContents::text(text, uri).with_mime_type(MARKDOWN)]))
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_format_and_rule_has_a_page() {
        for page in super::list() {
            assert!(super::read(&page.uri).is_ok(), "{}", page.uri);
        }
    }
}
