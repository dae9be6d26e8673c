//! A call that a program has just received, judged by the tools that it offered: before it runs, and without the request
//! and the answers around it.

mod tools;

pub use self::tools::known_tools;

use std::sync::Arc;

use self::tools::{is_of_other_api, listed};
use crate::diagnostic::Severity;
use crate::fix::fix_all;
use crate::formats::{LONE_CALLS, SignsOfFile};
use crate::json::{self, Kind, NodeId, Tree};
use crate::options::{Options, Repair};
use crate::pipeline::validate;
use crate::report::{Diagnostic, ReceivedCall, Shift};
use crate::rules;
use crate::spec::CallFile;
use crate::text::{Span, utf16_len};

/// Why a call cannot be checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallError {
    /// The argument that is wrong: `call` or `tools`.
    pub argument: &'static str,
    /// What it must be, as the end of a sentence that begins with the argument.
    pub reason: &'static str,
}

/// Checks one call by a model, before it runs. `call` is the JSON of the call as the API gives it: an item of
/// `tool_calls`, an item or a block of the type `function_call` or `tool_use`, a part with a `functionCall`, the `params`
/// of `tools/call`. `tools` is that of the tools in the form of any API, or of an object that has them: the request, or the
/// answer to `tools/list`.
///
/// All places are those of `call`. What only a request or an answer can be wrong in is not checked.
///
/// # Errors
///
/// If `call` is not the JSON of a call, or `tools` not JSON with tools.
pub fn check_call(
    call: &str,
    tools: Option<&str>,
    options: &Options,
    repair: Repair,
) -> Result<ReceivedCall, CallError> {
    let refused = |argument, reason| CallError { argument, reason };
    let given = GivenCall::new(call).ok_or(refused("call", "must be JSON of an object"))?;
    let around = around(given.inner()).ok_or(refused("call", "must be a call of a tool"))?;
    let tools = match tools.map(listed) {
        Some(None) => return Err(refused("tools", "must be JSON with an array of tools")),
        it => it.flatten(),
    };
    // The file of the call has no place for tools in the form of another API.
    let other = tools.filter(|it| is_of_other_api(it, around)).and_then(|it| known_tools(it, options.compiler.clone()));
    let Some(known) = other else { return Ok(CallPlace::new(around, given, tools).checked(options, repair)) };
    let options = Options { tools: Some(Arc::new(known)), ..options.clone() };
    Ok(CallPlace { has_tools: true, ..CallPlace::new(around, given, None) }.checked(&options, repair))
}

/// A call as it is given: alone, or in a part or a message.
struct GivenCall<'c> {
    text: &'c str,
    /// The pointer and the place of the call.
    pointer: &'static str,
    span: Span,
}

impl<'c> GivenCall<'c> {
    /// A text of JSON with an object.
    fn new(text: &'c str) -> Option<Self> {
        let (tree, root) = parsed(text)?;
        let is_object = |it: &NodeId| tree.kind(*it) == Kind::Object;
        let root = Some(root).filter(is_object)?;
        let inside = ["/functionCall", "/params"].into_iter().find_map(|it| Some((it, at_path(&tree, text, it)?)));
        let (pointer, call) = inside.filter(|it| is_object(&it.1)).unwrap_or(("", root));
        Some(Self { text, pointer, span: tree.span(call) })
    }

    fn inner(&self) -> &'c str {
        self.span.of(self.text)
    }

    /// What is before and after the call.
    fn around(&self) -> (&'c str, &'c str) {
        let [before, after] = [self.text.get(..self.span.start as usize), self.text.get(self.span.end as usize..)];
        (before.unwrap_or_default(), after.unwrap_or_default())
    }
}

/// A sound text of JSON.
fn parsed(text: &str) -> Option<(Tree, NodeId)> {
    let (tree, errors) = json::parse(text, Span::new(0, text.len()));
    let root = tree.root().filter(|_| errors.is_empty())?;
    Some((tree, root))
}

/// The file of the API that a call is one of.
fn around(call: &str) -> Option<&'static CallFile> {
    let (tree, root) = parsed(call)?;
    by_signs(LONE_CALLS, call, &tree, root)
}

/// The file of the first row whose signs an object has.
fn by_signs(rows: &[SignsOfFile], text: &str, tree: &Tree, object: NodeId) -> Option<&'static CallFile> {
    let has = |(name, value): &(&str, &str)| {
        tree.get(text, object, name).is_some_and(|it| value.is_empty() || tree.is_text(text, it, value))
    };
    rows.iter().find(|it| it.0.iter().all(has)).map(|it| it.1)
}

/// A call in its file.
struct CallPlace<'c> {
    around: &'static CallFile,
    given: GivenCall<'c>,
    has_tools: bool,
    /// The file, and where the call begins in it.
    text: String,
    start: usize,
}

impl<'c> CallPlace<'c> {
    fn new(around: &'static CallFile, given: GivenCall<'c>, tools: Option<&str>) -> Self {
        let [first, second, last] = around.parts;
        let before = format!("{first}{}{second}", one_line(tools.unwrap_or("[]")));
        let text = format!("{before}{}{last}", given.inner());
        Self { around, given, has_tools: tools.is_some(), text, start: before.len() }
    }

    /// The options for the file. What nobody has answered yet is no mistake.
    fn options(&self, given: &Options) -> Options {
        let CallFile { format, is_of_lines, .. } = *self.around;
        let mut options = given.clone();
        options.file_name = Some(if is_of_lines { "calls.jsonl" } else { "call.json" }.to_owned());
        options.format = Some(format).filter(|_| !is_of_lines);
        let unknown = Some(&rules::UNKNOWN_TOOL).filter(|_| !self.has_tools);
        let off = [&rules::UNANSWERED_CALL, &rules::NOT_PRETTY, &rules::SPLIT_RECORD].into_iter().chain(unknown);
        options.rules.extend(off.map(|it| (it.id.to_owned(), None)));
        options
    }

    fn checked(&self, options: &Options, repair: Repair) -> ReceivedCall {
        let options = self.options(options);
        let is_of_call = |it: &Diagnostic| it.bytes.from as usize >= self.start;
        let (file, mut applied, report) = match repair {
            Repair::None => (self.text.clone(), Vec::new(), validate(&self.text, &options)),
            _ => {
                let fixed = fix_all(&self.text, &options, repair == Repair::All, &is_of_call);
                (fixed.text, fixed.applied, fixed.report)
            }
        };
        applied.iter_mut().for_each(|it| self.shift().applied(it));
        let mut diagnostics = report.diagnostics;
        diagnostics.retain(is_of_call);
        diagnostics.iter_mut().for_each(|it| self.of_call(it));
        let valid = diagnostics.iter().all(|it| it.severity != Severity::Error);
        let end = file.len().saturating_sub(self.around.parts[2].len());
        let call = file.get(self.start..end).unwrap_or_default();
        let (name, arguments) = self.parts(call);
        let (before, after) = self.given.around();
        let text = format!("{before}{call}{after}");
        // An API that does not require them takes a call without as one with none.
        let arguments = valid.then(|| arguments.unwrap_or_else(|| "{}".to_owned()));
        ReceivedCall { valid, name, arguments, text, diagnostics, applied }
    }

    /// The name of the tool and the arguments as JSON.
    fn parts(&self, call: &str) -> (Option<String>, Option<String>) {
        let Some((tree, _)) = parsed(call) else { return (None, None) };
        let found = |paths: &[&str]| paths.iter().find_map(|it| at_path(&tree, call, it));
        let is_text = |it: &NodeId| tree.kind(*it) == Kind::String;
        let text = |it: NodeId| tree.text(call, it).into_owned();
        let arguments = match (found(self.around.arguments), found(self.around.input)) {
            (Some(it), _) if is_text(&it) => Some(text(it)),
            (None, Some(it)) if is_text(&it) => Some(json::quote(&text(it))),
            (it, _) => it.map(|it| tree.span(it).of(call).to_owned()),
        };
        (found(self.around.name).filter(is_text).map(text), arguments)
    }

    /// From the file to the call as it is given.
    fn shift(&self) -> Shift {
        let [from, to] = [self.text.get(..self.start), Some(self.given.around().0)].map(Option::unwrap_or_default);
        let units = |text: &str| i64::from(utf16_len(text.as_bytes()));
        let lines = |text: &str| i64::try_from(text.matches('\n').count()).unwrap_or_default();
        let last = |text: &str| units(text.rsplit('\n').next().unwrap_or_default());
        Shift {
            lines: lines(to) - lines(from),
            characters: (u32::try_from(lines(from)).unwrap_or_default(), last(to) - last(from)),
            units: units(to) - units(from),
            bytes: to.len() as i64 - from.len() as i64,
        }
    }

    /// Moves a finding from the file to the call.
    fn of_call(&self, found: &mut Diagnostic) {
        found.related.retain(|it| it.bytes.from as usize >= self.start);
        self.shift().diagnostic(found);
        let rest = found.pointer.strip_prefix(self.around.at).unwrap_or_default();
        found.pointer = format!("{}{rest}", self.given.pointer);
    }
}

/// JSON without line breaks, which are only between its tokens.
fn one_line(json: &str) -> String {
    json.replace(['\n', '\r'], " ")
}

fn at_path(tree: &Tree, text: &str, path: &str) -> Option<NodeId> {
    path.trim_start_matches('/').split('/').try_fold(tree.root()?, |at, name| tree.get(text, at, name))
}
