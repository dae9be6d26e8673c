//! Tools that a text may call: those that it declares, those that earlier lines declared, or those that a caller knows.

use std::collections::HashMap;

use crate::schema::Schema;

/// Tools by name, as `known_tools` reads them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownTools {
    tools: Vec<(String, KnownTool)>,
    /// Their indices.
    by_name: HashMap<String, usize>,
}

/// What is known of a tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KnownTool {
    /// What it is for.
    pub(crate) about: Option<String>,
    /// The schema of its arguments, if anything can be checked with it.
    pub(crate) schema: Option<Schema>,
    /// It declares no arguments.
    pub(crate) takes_nothing: bool,
    /// Whether it has a schema of what it returns, and that schema.
    pub(crate) output: Option<Option<Schema>>,
}

impl KnownTools {
    /// Adds a tool, unless there is one with this name.
    pub(crate) fn add(&mut self, name: String, tool: KnownTool) {
        if !self.by_name.contains_key(&name) {
            self.by_name.insert(name.clone(), self.tools.len());
            self.tools.push((name, tool));
        }
    }

    pub(crate) fn named(&self, name: &str) -> Option<&KnownTool> {
        Some(&self.tools.get(*self.by_name.get(name)?)?.1)
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> + Clone {
        self.tools.iter().map(|it| it.0.as_str())
    }

    /// All, in their order.
    pub(crate) fn all(&self) -> impl Iterator<Item = (&str, &KnownTool)> {
        self.tools.iter().map(|it| (it.0.as_str(), &it.1))
    }

    /// Whether any of them says what it returns.
    pub(crate) fn have_output(&self) -> bool {
        self.tools.iter().any(|it| it.1.output.is_some())
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.tools.is_empty()
    }
}
