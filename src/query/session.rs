//! What the lines of a file know of each other: the tools that one declares, and the calls that another answers.

use std::{
    collections::{HashMap, HashSet},
    rc::Rc,
};

use crate::schema::Schema;

/// What earlier lines said. Only what later lines may refer to is kept.
#[derive(Debug, Default)]
pub(crate) struct LineMemory {
    /// The tools that the last list declared.
    pub(crate) tools: Rc<KnownTools>,
    /// The requests without an answer so far: their ids as JSON, and the tool if they call one.
    pub(crate) open: HashMap<String, Option<String>>,
    /// The schemas that were compiled, by their JSON.
    pub(crate) compiled: HashMap<String, Option<Schema>>,
    /// The hashes of the ids of a batch: their texts would fill the memory.
    pub(crate) batch_ids: HashSet<u64>,
    /// How many requests were made: before the first, an answer is one to a request that precedes the file.
    pub(crate) n_requests: usize,
}

/// Tools by name.
#[derive(Debug, Default)]
pub(crate) struct KnownTools {
    names: Vec<String>,
    tools: HashMap<String, KnownTool>,
}

/// What is known of a tool.
#[derive(Debug)]
pub(crate) struct KnownTool {
    /// The schema of its arguments, if anything can be checked with it.
    pub(crate) schema: Option<Schema>,
    /// It declares no arguments.
    pub(crate) takes_nothing: bool,
    /// Whether it has a schema of what it returns, and that schema.
    pub(crate) output: Option<Option<Schema>>,
}

impl KnownTools {
    pub(crate) fn add(&mut self, name: String, tool: KnownTool) {
        self.names.push(name.clone());
        self.tools.insert(name, tool);
    }

    pub(crate) fn named(&self, name: &str) -> Option<&KnownTool> {
        self.tools.get(name)
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> + Clone {
        self.names.iter().map(String::as_str)
    }

    /// Whether any of them says what it returns.
    pub(crate) fn have_output(&self) -> bool {
        self.tools.values().any(|it| it.output.is_some())
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.names.is_empty()
    }
}
