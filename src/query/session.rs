//! What the lines of a file know of each other: the tools that one declares, and the calls that another answers.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use crate::schema::Schema;
use crate::spec::Format;
use crate::text::hash;
use crate::tools::KnownTools;

/// What earlier lines said. Only what later lines may refer to is kept.
#[derive(Debug, Default)]
pub(crate) struct LineMemory {
    /// The tools that the last list declared.
    pub(crate) tools: Arc<KnownTools>,
    /// The requests without an answer so far: their ids as JSON, and the tools that they call, if they call one. Both
    /// sides count from the same number, so that one may have asked while the other waits.
    pub(crate) open: HashMap<String, Vec<Option<String>>>,
    /// How many these are.
    n_open: usize,
    /// The hashes of the ids that were answered.
    answered: HashSet<u64>,
    /// The schemas that were compiled, by their JSON.
    pub(crate) compiled: HashMap<String, Option<Schema>>,
    /// The hashes of the ids of a batch: their texts would fill the memory.
    pub(crate) batch_ids: HashSet<u64>,
    /// The first `url` and `model` of a batch: it has one of each.
    pub(crate) batch: [Option<String>; 2],
    /// The last kind of a record that few signs show in a record after it.
    pub(crate) kind: Option<&'static Format>,
    /// A line had a known format.
    pub(crate) has_format: bool,
    /// Requests that were made are no longer known.
    pub(crate) has_forgotten: bool,
    /// How many requests were made: before the first, an answer is one to a request that precedes the file.
    pub(crate) n_requests: usize,
    /// How many sessions were begun.
    pub(crate) n_sessions: usize,
    /// The list of tools goes on in another answer.
    pub(crate) has_more_tools: bool,
    /// The revision of the protocol that was named last.
    pub(crate) revision: Option<String>,
}

impl LineMemory {
    /// Remembers a request by its id as JSON, and the tool if it calls one.
    pub(crate) fn ask(&mut self, id: &str, tool: Option<String>) {
        self.n_requests += 1;
        self.n_open += 1;
        self.open.entry(id.to_owned()).or_default().push(tool);
    }

    /// Whether the last request with this id is a call that has no answer so far, in a file of one session.
    pub(crate) fn is_open_call(&self, id: &str) -> bool {
        self.n_sessions < 2 && self.open.get(id).and_then(|it| it.last()).is_some_and(Option::is_some)
    }

    /// The request that has this id and no answer so far: the tool, if it calls one.
    pub(crate) fn answer(&mut self, id: &str) -> Option<Option<String>> {
        let asked = self.open.get_mut(id)?;
        let tool = asked.pop()?;
        self.n_open -= 1;
        self.answered.insert(hash(id));
        if asked.is_empty() {
            self.open.remove(id);
        }
        Some(tool)
    }

    /// Whether a request with this id has an answer.
    pub(crate) fn is_answered(&self, id: &str) -> bool {
        self.answered.contains(&hash(id))
    }

    /// Forgets what takes more bytes, about.
    pub(crate) fn forget(&mut self, most: usize) {
        if self.n_open * 100 + self.answered.len() * 16 > most {
            // Whose request it answers is no longer known of any answer.
            self.has_forgotten = true;
            (self.open, self.n_open, self.answered) = Default::default();
        }
        if self.batch_ids.len() * 16 > most {
            self.batch_ids.clear();
        }
    }
}
