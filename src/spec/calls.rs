//! Words for conversations in which models call tools: which objects declare a tool, call one, or hold what it
//! returned. Values are named by the paths of [`super::Condition`].

use crate::severity::Severity;

/// What an object is in a conversation.
#[derive(Debug)]
pub enum CallRole {
    /// It declares a tool.
    Tool(DeclaredTool),
    /// It calls a tool.
    Call(Call),
    /// It holds what a call returned.
    Answer(CallResult),
    /// It names tools that must or may be called: where, a name or a list of names.
    Chosen(&'static str),
    /// It may hold what a tool returned in the form of another API.
    OtherAnswer(OtherResult),
    /// It holds the JSON Schema of what the model says.
    Answers(AnswerSchema),
    /// With one of these members, there are tools that the text does not declare.
    BuiltIn(&'static [&'static str]),
}

/// Where the parts of a declared tool are.
#[derive(Debug)]
pub struct DeclaredTool {
    /// Its name.
    pub name: &'static str,
    /// What it is for.
    pub description: &'static str,
    /// The JSON Schema of its arguments.
    pub schema: &'static str,
    /// The JSON Schema of what it returns; empty if there is none.
    pub output: &'static str,
    /// Whether its schema must be in the strict subset; empty if the format has no such subset.
    pub strict: &'static str,
    /// Examples of its arguments; empty if it has none.
    pub examples: &'static str,
}

/// Where the parts of a schema for what the model says are.
#[derive(Debug)]
pub struct AnswerSchema {
    /// The JSON Schema.
    pub schema: &'static str,
    /// Whether it must be in the strict subset.
    pub strict: &'static str,
}

/// Where the parts of a call are.
#[derive(Debug)]
pub struct Call {
    /// Its id; empty if calls have none.
    pub id: &'static str,
    /// The name of the tool.
    pub name: &'static str,
    /// The arguments: a string that holds JSON, or an object, as the table says.
    pub arguments: &'static str,
}

/// Where the parts of a result are.
#[derive(Debug)]
pub struct CallResult {
    /// The id of the call.
    pub call: &'static str,
    /// The text in which a tool with a schema for it returns JSON; empty if none is checked.
    pub text: &'static str,
}

/// What a result looks like in another API.
#[derive(Debug)]
pub struct OtherResult {
    /// The role of who says it.
    pub role: &'static str,
    /// The id of the call.
    pub call: &'static str,
    /// The member that belongs in place of the role.
    pub instead: &'static str,
    /// Members, and what they are called here.
    pub names: &'static [(&'static str, &'static str)],
    /// The member of a message with calls.
    pub calls: &'static str,
}

/// A file in which a call is all that can be wrong.
#[derive(Debug)]
pub struct CallFile {
    /// The id of its format.
    pub format: &'static str,
    /// It has a record in each line, which its format is known by.
    pub is_of_lines: bool,
    /// Its text before the tools, before the call, and after it.
    pub parts: [&'static str; 3],
    /// The pointer of the call.
    pub at: &'static str,
    /// Where the call has its name; of these and the following paths, the first one that is there counts.
    pub name: &'static [&'static str],
    /// Its arguments.
    pub arguments: &'static [&'static str],
    /// Its input that is plain text.
    pub input: &'static [&'static str],
}

/// The file that a call whose arguments come in fragments is judged in.
#[derive(Debug)]
pub struct FragmentsFile {
    /// The id of its format.
    pub format: &'static str,
    /// Its text before the name of the tool, before the encoded arguments, and after them.
    pub parts: [&'static str; 3],
}

/// The rules of a conversation.
#[derive(Debug)]
pub struct Conversation {
    /// The field with the list of its turns.
    pub turns: &'static str,
    /// Where results belong.
    pub order: Order,
    /// Who must speak in a turn with results; empty if that does not matter.
    pub results_by: &'static str,
    /// Who must speak in a turn with calls; empty if the tables say that.
    pub calls_by: &'static str,
    /// The member of an answer that says why it ended, and its words for calls and for an end without; none if the
    /// tables compare them.
    pub ends_with_calls: Option<[&'static str; 3]>,
    /// The list of answers that are apart from each other; empty if there is only one.
    pub answers: &'static str,
    /// Members of the outermost object that say that earlier turns are elsewhere.
    pub earlier: &'static [&'static str],
    /// The `type` of an item in place of an earlier one that is elsewhere; empty if there is none.
    pub reference: &'static str,
    /// What tools may be called.
    pub names: ToolNames,
    /// The most characters in the id of a call, and how serious more are.
    pub longest_id: Option<(u32, Severity)>,
    /// The most characters in encoded arguments.
    pub longest_arguments: Option<u32>,
    /// What the schemas of tools must be.
    pub schemas: SchemaRules,
    /// The methods after which a client asks for the tools again: they have changed, or another server answers.
    pub renewing: &'static [&'static str],
    /// How a request says which tool must be called; `None` if the tables say it all.
    pub choice: Option<&'static ChoiceForms>,
    /// A model learns from it, so it needs an answer to learn.
    pub learns: bool,
}

/// The forms of the choice among tools, for values in those of another API.
#[derive(Debug)]
pub struct ChoiceForms {
    /// The member with it.
    pub field: &'static str,
    /// The JSON of one that names a tool; `$` is its name as written.
    pub named: &'static str,
    /// What APIs call the other choices, as a word or as the `type` of an object, and their JSON here.
    pub words: &'static [(&'static [&'static str], &'static str)],
}

/// Where the result of a call belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// In the turns right after that of the call, one result in each.
    Next,
    /// In the turn right after that of the call, before anything else.
    Together,
    /// Anywhere after the call.
    After,
}

/// The form of tools' names.
#[derive(Debug)]
pub struct ToolNames {
    /// What a name may contain besides letters and digits.
    pub marks: &'static str,
    /// The same in words.
    pub in_words: &'static str,
    /// The most characters.
    pub longest: u32,
    /// A longer name is only a warning up to so many characters.
    pub accepted: u32,
    /// How serious another name is.
    pub severity: Severity,
    /// Neither a digit nor a mark but `_` may be first.
    pub begins_with_letter: bool,
    /// What programs that take such names over accept.
    pub elsewhere: Option<&'static ToolNames>,
}

/// What the schemas of tools must be.
#[derive(Debug)]
pub struct SchemaRules {
    /// How serious a root is that does not say `type: object`; null and other values are always errors.
    pub untyped: Severity,
    /// Keywords that are not accepted at the root.
    pub refused: &'static [&'static str],
    /// An array without `items` is not accepted.
    pub needs_items: bool,
    /// Types may be in capitals.
    pub has_capitals: bool,
    /// Keywords that are not accepted in a strict schema.
    pub strict_refused: &'static [&'static str],
    /// A strict schema requires all its properties, has no `anyOf` at its root, and its size is limited.
    pub strict_requires_all: bool,
}

/// An API that accepts every schema of objects.
pub const SCHEMAS: SchemaRules = SchemaRules {
    untyped: Severity::Error,
    refused: &[],
    needs_items: false,
    has_capitals: false,
    strict_refused: &[],
    strict_requires_all: false,
};
