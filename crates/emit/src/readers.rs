//! JavaScript that reads results as `src/wasm/wire.rs` writes them: both follow the same types, field by field.

use std::collections::BTreeMap;

use syn::{Attribute, Field, Fields, GenericArgument, Item, PathArguments, Type};

/// The sources with the types that leave the core.
const SOURCES: &[&str] = &[
    include_str!("../../readers/src/lib.rs"),
    include_str!("../../../src/ide/data.rs"),
    include_str!("../../../src/report.rs"),
    include_str!("../../../src/report/known.rs"),
    include_str!("../../../src/report/received.rs"),
    include_str!("../../../src/severity.rs"),
    include_str!("../../../src/wasm.rs"),
    include_str!("../../../src/wasm/ide.rs"),
    include_str!("../../../src/wasm/wire.rs"),
];

/// The modules `outcomes.js`, for all programs, and `answers.js`, for editors.
///
/// # Errors
///
/// A sentence about what has no reader: a type that no source has, or one whose shape cannot be written.
pub fn readers() -> Result<(String, String), String> {
    let mut types = BTreeMap::new();
    for source in SOURCES {
        let file = syn::parse_file(source).map_err(|it| it.to_string())?;
        for item in file.items {
            match &item {
                Item::Struct(it) => types.insert(it.ident.to_string(), item),
                Item::Enum(it) => types.insert(it.ident.to_string(), item),
                _ => None,
            };
        }
    }
    let mut outcomes = Module { types: &types, readers: BTreeMap::new() };
    outcomes.read("CallOutcome")?;
    let mut answers = Module { types: &types, readers: outcomes.readers.clone() };
    answers.read("EditorAnswer")?;
    answers.readers.retain(|name, _| !outcomes.readers.contains_key(name));
    let shared: Vec<_> = outcomes.readers.keys().filter(|it| answers.uses(it)).map(String::as_str).collect();
    let shared = format!("import {{ {} }} from \"./outcomes.js\";\n", shared.join(", "));
    Ok((outcomes.text("", "readOutcome", "callOutcome"), answers.text(&shared, "readAnswer", "editorAnswer")))
}

/// Functions that read one type each, by their names.
struct Module<'t> {
    types: &'t BTreeMap<String, Item>,
    readers: BTreeMap<String, String>,
}

impl Module<'_> {
    /// The expression that reads a type; its reader is added to the module.
    fn read(&mut self, name: &str) -> Result<String, String> {
        let item = self.types.get(name).ok_or_else(|| format!("no source has the type {name}"))?;
        let reader = lower(name);
        if !self.readers.contains_key(&reader) {
            self.readers.insert(reader.clone(), String::new());
            let (before, value) = match item {
                Item::Struct(it) => (String::new(), format!("{{\n{}  }}", self.members(&it.fields, "    ")?)),
                Item::Enum(it) => self.variants(it)?,
                _ => return Err(format!("{name} is no struct and no enum")),
            };
            let text = format!("{before}export function {reader}() {{\n  return {value};\n}}\n");
            self.readers.insert(reader.clone(), text);
        }
        Ok(format!("{reader}()"))
    }

    /// The members of an object literal, which JavaScript evaluates in their order.
    fn members(&mut self, fields: &Fields, indent: &str) -> Result<String, String> {
        let mut out = String::new();
        for field in fields {
            let Field { attrs, ident: Some(name), ty, .. } = field else {
                return Err("a field has no name".to_owned());
            };
            if has(attrs, "skip") {
                continue;
            }
            let value = self.value(ty)?;
            let member = if has(attrs, "flatten") { format!("...{value}") } else { format!("{name}: {value}") };
            out += &format!("{indent}{member},\n");
        }
        Ok(out)
    }

    /// A list of the variants, and the expression that reads one of them.
    fn variants(&mut self, item: &syn::ItemEnum) -> Result<(String, String), String> {
        let mut all = Vec::new();
        let mut value = "[number()]";
        for it in &item.variants {
            let name = it.ident.to_string().to_lowercase();
            all.push(match &it.fields {
                Fields::Unit => format!("\"{name}\""),
                Fields::Unnamed(it) => {
                    value = "[number()]?.()";
                    let only = it.unnamed.first().filter(|_| it.unnamed.len() == 1);
                    self.reader(&only.ok_or_else(|| format!("{name} has several values"))?.ty)?
                }
                Fields::Named(_) if !has(&item.attrs, "tag = \"kind\"") => return Err(format!("{name} has no tag")),
                fields => {
                    value = "[text()]?.()";
                    format!("{name}: () => ({{\n    kind: \"{name}\",\n{}  }})", self.members(fields, "    ")?)
                }
            });
        }
        let list = upper(&item.ident.to_string());
        let (open, close) = if value.contains("text") { ('{', '}') } else { ('[', ']') };
        let line = format!("const {list} = {open}{}{close};\n", all.join(", "));
        let lines = || format!("const {list} = {open}\n  {},\n{close};\n", all.join(",\n  "));
        let all = if line.len() > WIDTH || line.contains("({") { lines() } else { line };
        Ok((all + "\n", format!("{list}{value}")))
    }

    /// The expression that reads a value of a type.
    fn value(&mut self, ty: &Type) -> Result<String, String> {
        let (name, inside) = match ty {
            Type::Reference(it) => match &*it.elem {
                Type::Slice(it) => ("Vec".to_owned(), Some(&*it.elem)),
                other => return self.value(other),
            },
            Type::Path(it) => {
                let last = it.path.segments.last().ok_or("a type has no name")?;
                let inside = match &last.arguments {
                    PathArguments::AngleBracketed(it) => it.args.iter().find_map(|it| match it {
                        GenericArgument::Type(it) => Some(it),
                        _ => None,
                    }),
                    _ => None,
                };
                (last.ident.to_string(), inside)
            }
            _ => return Err("a type has no reader".to_owned()),
        };
        Ok(match (&*name, inside) {
            ("Vec", Some(it)) => format!("list({})", self.reader(it)?),
            ("Option", Some(it)) => format!("option({})", self.reader(it)?),
            ("u32", None) => "number()".to_owned(),
            ("bool", None) => "number() === 1".to_owned(),
            ("str" | "String", None) => "text()".to_owned(),
            (name, _) => self.read(name)?,
        })
    }

    /// The function that reads a value of a type.
    fn reader(&mut self, ty: &Type) -> Result<String, String> {
        let value = self.value(ty)?;
        // A function without arguments needs no wrapper.
        let name = value.strip_suffix("()").filter(|it| it.chars().all(char::is_alphanumeric));
        Ok(name.map_or_else(|| format!("() => {value}"), str::to_owned))
    }

    fn uses(&self, reader: &str) -> bool {
        let is_name = |it: char| it.is_alphanumeric();
        self.readers.values().any(|it| it.split(|it| !is_name(it)).any(|it| it == reader))
    }

    /// The module, which exports its readers and a function that reads what was written.
    fn text(&self, imports: &str, name: &str, root: &str) -> String {
        let helpers = ["list", "number", "option", "text"].into_iter().filter(|it| self.uses(it));
        let helpers: Vec<_> = std::iter::once("from").chain(helpers).collect();
        let readers: Vec<_> = self.readers.values().map(String::as_str).collect();
        format!(
            "{HEAD}import {{ {} }} from \"./fast.js\";\n{imports}\n{}\nexport const {name} = /* @__PURE__ */ from({root});\n",
            helpers.join(", "),
            readers.join("\n"),
        )
    }
}

const HEAD: &str = "// Generated from the types that `src/wasm/wire.rs` writes; see CONTRIBUTING.md.\n\n";

/// Longer lists span several lines.
const WIDTH: usize = 110;

/// Whether one of the attributes is for serde and contains this.
fn has(attributes: &[Attribute], what: &str) -> bool {
    attributes.iter().any(|it| match &it.meta {
        syn::Meta::List(list) => list.tokens.to_string().contains("serde") && list.tokens.to_string().contains(what),
        _ => false,
    })
}

/// `INNER_PLACE` for `InnerPlace`.
fn upper(name: &str) -> String {
    let word = |(at, letter): (usize, char)| match at > 0 && letter.is_uppercase() {
        true => format!("_{letter}"),
        false => letter.to_ascii_uppercase().to_string(),
    };
    name.char_indices().map(word).collect()
}

/// `innerPlace` for `InnerPlace`.
fn lower(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |it| it.to_ascii_lowercase().to_string() + letters.as_str())
}
