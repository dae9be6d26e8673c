//! Calls of tools: who declares a tool, calls it, and holds what it returned; and the schema that judges a call.

use std::borrow::Cow;

use super::compiled::compiled;
use super::{At, Context, Judged, On};
use crate::diagnostic::shown;
use crate::json::{Kind, NodeId};
use crate::schema::Schema;
use crate::spec::{Call, CallResult, CallRole, DeclaredTool};
use crate::tools::{KnownTool, KnownTools};

/// A tool with a name.
#[derive(Clone, Copy)]
pub(crate) struct Declared<'a> {
    pub(crate) on: On<'a>,
    pub(crate) role: &'static DeclaredTool,
    pub(crate) name: At<'a>,
}

/// The tools of a file.
pub(crate) fn declared<'a>(ctx: &'a Context<'a>) -> Vec<Declared<'a>> {
    let tool = |on: On<'a>| {
        let CallRole::Tool(role) = on.object.record.role? else { return None };
        let name = on.value(role.name).filter(|it| it.kind() == Kind::String && !it.is_blank())?;
        Some(Declared { on, role, name })
    };
    ctx.all().filter_map(tool).collect()
}

impl<'a> Declared<'a> {
    /// Its name in a message.
    pub(crate) fn shown(self) -> String {
        format!("`{}`", shown(&self.name.text()))
    }

    /// The schema of its arguments.
    pub(crate) fn schema(self) -> Option<At<'a>> {
        self.part(self.role.schema).filter(|it| it.kind() == Kind::Object)
    }

    /// The value at a path of its table, or at the first of several.
    pub(crate) fn part(self, paths: &str) -> Option<At<'a>> {
        paths.split('|').filter(|it| !it.is_empty()).find_map(|it| self.on.value(it))
    }

    /// What it is for.
    pub(crate) fn about(self) -> Option<Cow<'a, str>> {
        self.part(self.role.description).filter(|it| it.kind() == Kind::String && !it.is_blank()).map(At::text)
    }

    /// Whether a tool without a schema takes no arguments. Where it needs one, a tool without it is one that the service
    /// knows.
    fn may_lack_schema(self) -> bool {
        let path = self.role.schema.split('|').next().unwrap_or_default();
        match path.rsplit_once('/') {
            _ if path.is_empty() => false,
            Some((holder, name)) => self.on.value(holder).and_then(At::inside).is_some_and(|it| !needs(it, name)),
            None => !needs(self.on, path),
        }
    }

    /// Whether its schema must be in the strict subset.
    pub(crate) fn is_strict(self) -> bool {
        self.part(self.role.strict).is_some_and(|it| it.kind() == Kind::True)
    }
}

/// Which schemas of a tool something can be checked with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SoundSchemas {
    pub(crate) arguments: bool,
    pub(crate) output: bool,
}

/// What is known of a declared tool, and the first pattern if arguments are compared with none of them; nothing is checked with
/// a schema that is not sound.
pub(crate) fn known(tool: Declared, sound: SoundSchemas) -> (KnownTool, Option<NodeId>) {
    let arguments = tool.schema().filter(|_| sound.arguments).and_then(compiled);
    let skipped = arguments.as_ref().and_then(|it| it.skipped);
    let known = KnownTool {
        about: tool.about().map(Cow::into_owned),
        schema: arguments.map(|it| it.schema),
        takes_nothing: tool.may_lack_schema() && tool.part(tool.role.schema).is_none_or(|it| it.kind() == Kind::Null),
        output: tool
            .part(tool.role.output)
            .filter(|it| it.kind() == Kind::Object)
            .map(|it| compiled(it).filter(|_| sound.output).map(|it| it.schema)),
    };
    (known, skipped)
}

/// Whether a text gives its model tools that it does not declare.
pub(crate) fn has_built_in(ctx: &Context) -> bool {
    ctx.all().any(|on| match on.object.record.role {
        Some(CallRole::BuiltIn(names)) => {
            names.iter().any(|it| on.member(it).is_some_and(|it| it.kind() != Kind::Null))
        }
        _ => false,
    })
}

/// A call of a tool.
#[derive(Clone, Copy)]
pub(crate) struct Called<'a> {
    pub(crate) on: On<'a>,
    pub(crate) role: &'static Call,
}

/// The calls of a file.
pub(crate) fn calls<'a>(ctx: &'a Context<'a>) -> impl Iterator<Item = Called<'a>> {
    ctx.all().filter_map(|on| match on.object.record.role? {
        CallRole::Call(role) => Some(Called { on, role }),
        _ => None,
    })
}

impl<'a> Called<'a> {
    /// The id, if it can be compared.
    pub(crate) fn id(self) -> Option<At<'a>> {
        let at = self.on.value(self.role.id).filter(|_| !self.role.id.is_empty())?;
        (at.kind() == Kind::String && !at.is_blank()).then_some(at)
    }

    /// Whether it needs an id.
    pub(crate) fn needs_id(self) -> bool {
        needs(self.on, self.role.id)
    }

    /// The name of its tool.
    pub(crate) fn name(self) -> Option<At<'a>> {
        self.on.value(self.role.name).filter(|it| it.kind() == Kind::String && !it.is_blank())
    }
}

/// Whether an object needs a member.
pub(crate) fn needs(on: On, name: &str) -> bool {
    on.object.record.field(name).is_some_and(|it| it.required.is_some())
}

/// What holds the results of calls.
pub(crate) fn answers<'a>(ctx: &'a Context<'a>) -> impl Iterator<Item = (On<'a>, &'static CallResult)> {
    ctx.all().filter_map(|on| match on.object.record.role? {
        CallRole::Answer(role) => Some((on, role)),
        _ => None,
    })
}

/// The names of tools that must or may be called, and the value that has each.
pub(crate) fn chosen<'a>(ctx: &'a Context<'a>) -> impl Iterator<Item = (At<'a>, NodeId)> {
    let named = ctx.all().filter_map(|on| match on.object.record.role? {
        CallRole::Chosen(path) => on.value(path),
        _ => None,
    });
    named.flat_map(|at| {
        let list = at.tree().children(at.member.value).filter(move |_| at.kind() == Kind::Array);
        let one = Some(at.member.value).filter(|_| at.kind() == Kind::String);
        list.chain(one).map(move |node| (at, node))
    })
}

/// The schema of the tool that is called with arguments which hold something, and the arguments.
pub(crate) fn schema_of_call(ctx: &Context, holds: &dyn Fn(&Judged) -> bool) -> Option<(Schema, Judged)> {
    for called in calls(ctx).filter(|it| !it.role.arguments.is_empty()) {
        let arguments = called.on.value(called.role.arguments).and_then(|it| ctx.inside(it));
        if let Some(judged) = arguments.filter(holds) {
            let name = called.name()?.text();
            let schema = match &given(ctx) {
                Some(tools) => tools.named(&name)?.schema.clone(),
                None => tool_named(ctx, &name)?.schema().and_then(compiled).map(|it| it.schema),
            };
            return Some((schema?, judged));
        }
    }
    None
}

/// The member in which one API has the name and the schema of a tool that another one has in the tool itself.
pub(crate) const FUNCTION: &str = "function";

/// A tool as another API has it.
pub(crate) enum OtherForm<'a> {
    /// With what belongs in its function.
    Flat(Vec<At<'a>>),
    /// With a function of which everything belongs in the tool itself.
    Nested(At<'a>, &'static DeclaredTool),
    /// With a type that only other APIs have.
    Typed(At<'a>),
}

/// The form of a tool or a call, if it is that of another API.
pub(crate) fn other_form(on: On) -> Option<OtherForm> {
    let role = match on.object.record.role? {
        CallRole::Tool(role) => role,
        CallRole::Call(role) => return flat_call(on, role),
        _ => return None,
    };
    let is_text = |it: At| it.kind() == Kind::String;
    let function = on.members().find(|it| it.key() == FUNCTION);
    match (role.name.split_once('/'), function) {
        (Some((FUNCTION, name)), None) => {
            let (kept, moved): (Vec<_>, Vec<_>) = on.members().partition(|it| it.member.field.is_some());
            let is_named = moved.iter().any(|it| it.key() == name && is_text(*it));
            (is_named && !kept.is_empty()).then_some(OtherForm::Flat(moved))
        }
        (None, Some(function)) => {
            let (tree, source) = (on.tree(), on.source());
            let is_named = tree.get(source, function.member.value, role.name).is_some();
            (is_named && on.member(role.name).is_none()).then_some(OtherForm::Nested(function, role))
        }
        (None, None) => {
            let kind = on.member("type").filter(|it| it.is_text(FUNCTION) && !needs(on, "type"));
            kind.map(OtherForm::Typed)
        }
        _ => None,
    }
}

/// A call whose function is missing, with what belongs in it.
fn flat_call<'a>(on: On<'a>, role: &Call) -> Option<OtherForm<'a>> {
    let (FUNCTION, name) = role.name.split_once('/')? else { return None };
    let (_, arguments) = role.arguments.split_once('/')?;
    let moved: Vec<At> = on.members().filter(|it| [name, arguments].contains(&&*it.key())).collect();
    let is_named = moved.iter().any(|it| it.key() == name && it.kind() == Kind::String);
    (is_named && moved.len() > 1 && on.members().all(|it| it.key() != FUNCTION)).then_some(OtherForm::Flat(moved))
}

fn tool_named<'a>(ctx: &'a Context<'a>, name: &str) -> Option<Declared<'a>> {
    declared(ctx).into_iter().find(|it| it.name.text() == name)
}

/// The tools that the caller knows, if the text declares none.
fn given<'a>(ctx: &'a Context<'a>) -> Option<&'a KnownTools> {
    ctx.options.tools.as_deref().filter(|_| declared(ctx).is_empty())
}

/// The names of the tools that may be called, and what each is for.
pub(crate) fn callable<'a>(ctx: &'a Context<'a>) -> Vec<(Cow<'a, str>, Option<Cow<'a, str>>)> {
    match given(ctx) {
        Some(tools) => tools.all().map(|(name, tool)| (name.into(), tool.about.as_deref().map(Into::into))).collect(),
        None => declared(ctx).into_iter().map(|it| (it.name.text(), it.about())).collect(),
    }
}
