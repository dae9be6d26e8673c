//! What the lines of a file know of each other: the tools that one declares, and the calls that another answers.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use crate::schema::Schema;
use crate::spec::Format;
use crate::tools::KnownTools;

/// What earlier lines said. Only what later lines may refer to is kept.
#[derive(Debug, Default)]
pub(crate) struct LineMemory {
    /// The tools that the last list declared.
    pub(crate) tools: Arc<KnownTools>,
    /// The requests without an answer so far: their ids as JSON, and the tool if they call one.
    pub(crate) open: HashMap<String, Option<String>>,
    /// The schemas that were compiled, by their JSON.
    pub(crate) compiled: HashMap<String, Option<Schema>>,
    /// The hashes of the ids of a batch: their texts would fill the memory.
    pub(crate) batch_ids: HashSet<u64>,
    /// The first `url` and `model` of a batch: it has one of each.
    pub(crate) batch: [Option<String>; 2],
    /// The last kind of a record that few signs show in a record after it.
    pub(crate) kind: Option<&'static Format>,
    /// How many requests were made: before the first, an answer is one to a request that precedes the file.
    pub(crate) n_requests: usize,
    /// The revision of the protocol that was named last.
    pub(crate) revision: Option<String>,
}
