//! Words for records of one file that belong together: the fragments of a call in a stream, the turns of a session.

/// Where the fragments of calls are in the records of a stream. Paths are names between slashes.
#[derive(Debug)]
pub struct CallStream {
    /// The value of `type` in a record with which another answer begins.
    pub begins: Option<&'static str>,
    /// The lists on the way to a fragment: a path from the record, then one from an item of the list before.
    pub lists: &'static [&'static str],
    /// What tells calls apart, in the record and in an item of each list; the first of the paths that is there counts.
    pub keys: &'static [&'static [&'static str]],
    /// The value of `type` in records with a fragment, if others have a member of the same name.
    pub kind: Option<&'static str>,
    /// Where the id of the call, the name of its tool and a fragment of its arguments are, from the last item.
    pub id: &'static str,
    /// The name of the tool.
    pub name: &'static str,
    /// A fragment.
    pub fragment: &'static str,
    /// When the arguments are complete.
    pub end: StreamEnd,
    /// The value of `type` in records that repeat a whole call, which is judged there unless it was before.
    pub repeats: Option<&'static str>,
}

/// What ends the arguments of calls.
#[derive(Debug)]
pub struct StreamEnd {
    /// How many lists down the member is.
    pub level: usize,
    /// The member.
    pub path: &'static str,
    /// Its text; `None` if any value but null ends them.
    pub is: Option<&'static str>,
    /// Where the record repeats the joined arguments.
    pub whole: Option<&'static str>,
}

/// How records are the turns of a session.
#[derive(Debug)]
pub struct TurnRecords {
    /// The members that tell the sessions of a file apart.
    pub keys: &'static [&'static str],
    /// The id of a turn of the model, which may be in several records; empty if nothing tells turns apart.
    pub turn: &'static str,
    /// The id of a call of another kind, which has the same kind of result; empty if there is none.
    pub other_call: &'static str,
}
