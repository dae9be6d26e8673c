//! A list of tools that is not in the file with the calls.

use super::{by_signs, one_line, parsed};
use crate::document::{Document, Documents};
use crate::formats::LONE_TOOLS;
use crate::json::Kind;
use crate::names::FileName;
use crate::options::Options;
use crate::pipeline::read;
use crate::query::{Context, SoundSchemas, declared, known};
use crate::schema::Compiler;
use crate::spec::CallFile;
use crate::tools::KnownTools;

/// Reads tools for the option `tools`: `text` is the JSON of the tools of a request in the form of any API, or of an object
/// that has them: the request, or the answer to `tools/list`. `None` if it is not JSON, or has no tool with a name.
///
/// With `compiler`, arguments are compared with the schemas of the tools; without it, only names are.
pub fn known_tools(text: &str, compiler: Option<Compiler>) -> Option<KnownTools> {
    let list = listed(text)?;
    let around = declaring(list)?;
    let [before, after, _] = around.parts;
    // What follows the list ends the object that it is in.
    let end = if after.starts_with('}') { "}}" } else { "}" };
    let file = format!("{before}{}{end}", one_line(list));
    let options = Options { format: Some(around.format), compiler, ..Options::DEFAULT };
    let name = FileName::default();
    let (docs, detection, bindings) = read(Documents::new(Document::file(&file)), &options, (&name, None));
    let ctx = Context::new(&options, &name, (&docs, &detection, &bindings), None);
    let (mut tools, sound) = (KnownTools::default(), SoundSchemas { arguments: true, output: true });
    for tool in declared(&ctx) {
        tools.add(tool.name.text().into_owned(), known(tool, sound).0);
    }
    (!tools.is_empty()).then_some(tools)
}

/// The list of tools in a text of JSON that is one, or has one.
pub(super) fn listed(text: &str) -> Option<&str> {
    let (tree, mut at) = parsed(text)?;
    for name in ["result", "tools"] {
        at = tree.get(text, at, name).unwrap_or(at);
    }
    (tree.kind(at) == Kind::Array).then(|| tree.span(at).of(text))
}

/// Whether tools are declared like those of another API than that of a call.
pub(super) fn is_of_other_api(list: &str, around: &CallFile) -> bool {
    declaring(list).is_some_and(|it| it.format != around.format)
}

/// The API that declares its tools like one of a list.
fn declaring(list: &str) -> Option<&'static CallFile> {
    let (tree, root) = parsed(list)?;
    let objects = || tree.children(root).filter(|it| tree.kind(*it) == Kind::Object);
    LONE_TOOLS.iter().find_map(|row| objects().find_map(|it| by_signs(std::slice::from_ref(row), list, &tree, it)))
}
