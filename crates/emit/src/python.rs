//! The types of the package for Python: a frozen dataclass for each type that leaves the core, and a typed dictionary for
//! each set of options. Their words, fields and order are those of Rust and TypeScript.

use std::fmt::Write;

use syn::{Attribute, Expr, Field, Fields, Item, Lit, Meta};

/// The sources of the types and of the options, outermost first.
const SOURCES: &[&str] = &[
    include_str!("../../readers/src/lib.rs"),
    include_str!("../../../src/report.rs"),
    include_str!("../../../src/report/known.rs"),
    include_str!("../../../src/severity.rs"),
    include_str!("../../../src/wasm/options.rs"),
    include_str!("../../../src/wasm/fix.rs"),
];

/// The results, by their names in Rust.
const RESULTS: &[&str] = &[
    "Report",
    "DetectedFormat",
    "Diagnostic",
    "Range",
    "Position",
    "Offsets",
    "InnerPlace",
    "Related",
    "DiagnosticFix",
    "TextEdit",
    "FileChange",
    "FixResult",
    "AppliedFix",
    "Recovered",
    "Location",
    "RuleInfo",
    "FormatInfo",
    "Reading",
];

/// The options, and the ones that they extend.
const OPTIONS: &[(&str, &str)] =
    &[("ValidateOptions", "TypedDict"), ("FixOptions", "ValidateOptions"), ("WrapOptionsObject", "TypedDict")];

/// What TypeScript says of options, in Python.
#[rustfmt::skip]
const TYPES: &[(&str, &str)] = &[
    ("Partial<Record<RuleId, Severity | \"off\" | undefined>>", "Mapping[RuleId, Severity | Literal[\"off\"] | None]"),
    ("Record<string, string>", "Mapping[str, str]"),
    ("Record<string, unknown>", "Mapping[str, Any]"),
    ("readonly (RuleId | Pick<Diagnostic, \"code\" | \"from\" | \"to\">)[]", "Sequence[RuleId | Diagnostic]"),
    ("boolean | \"all\"", "bool | Literal[\"all\"]"),
    ("boolean", "bool"),
];

/// The modules `_results.py` and `_options.py`.
///
/// # Errors
///
/// A sentence about what has no type in Python.
pub fn python() -> Result<(String, String), String> {
    let mut items = Vec::new();
    for source in SOURCES {
        items.extend(syn::parse_file(source).map_err(|it| it.to_string())?.items);
    }
    Ok((results(&items)?, options(&items)?))
}

fn results(items: &[Item]) -> Result<String, String> {
    let mut out = RESULTS_HEAD.to_owned();
    literal("RuleId", agent_response::rules().iter().map(|it| it.id), &mut out);
    literal("FormatId", agent_response::known_formats().iter().map(|it| it.id), &mut out);
    for name in ["Severity", "RuleGroup", "Safety"] {
        let Item::Enum(it) = find(items, name)? else { return Err(format!("{name} is no enum")) };
        let words: Vec<String> = it.variants.iter().map(|it| it.ident.to_string().to_lowercase()).collect();
        literal(name, words.iter().map(String::as_str), &mut out);
    }
    let mut classes = String::new();
    for name in RESULTS {
        let class = match find(items, name)? {
            Item::Struct(it) => structure(&it.attrs, name, &it.fields, &mut out)?,
            Item::Enum(it) => variants(it, &mut out)?,
            _ => return Err(format!("{name} has no fields")),
        };
        let _ = writeln!(classes, "    \"{name}\": {class},");
    }
    Ok(out
        + RESULTS_END
        + "CLASSES: dict[str, Any] = {\n"
        + &classes
        + "    \"RepairResult\": RepairResult,\n    \"Unwrapped\": Unwrapped,\n    \"ReceivedCall\": ReceivedCall,\n}\n")
}

fn options(items: &[Item]) -> Result<String, String> {
    let mut out = OPTIONS_HEAD.to_owned();
    for (name, base) in OPTIONS {
        let Item::Struct(it) = find(items, name)? else { return Err(format!("{name} is no struct")) };
        let name = renamed(&it.attrs).unwrap_or_else(|| (*name).to_owned());
        let _ = write!(out, "\n\nclass {name}({base}, total=False):\n    \"\"\"{}\"\"\"\n", docs(&it.attrs));
        for field in it.fields.iter().filter(|it| !attribute(&it.attrs, "serde").contains("flatten")) {
            let (name, ty) = typed(field)?;
            // Any sequence may be given, and any path.
            let is_path = matches!(&*name, "file_name" | "files");
            let ty = if is_path { ty.replace("str", "str | PathLike[str]") } else { ty };
            let ty = ty.replace("tuple[", "Sequence[").replace(", ...]", "]");
            let ty = if ty.ends_with("| None") { ty } else { format!("{ty} | None") };
            let _ = write!(out, "\n    {name}: {ty}\n    \"\"\"{}\"\"\"\n", docs(&field.attrs));
        }
    }
    Ok(out)
}

/// The type of this name.
fn find<'i>(items: &'i [Item], name: &str) -> Result<&'i Item, String> {
    let found = items.iter().find(|it| match it {
        Item::Struct(it) => it.ident == name,
        Item::Enum(it) => it.ident == name,
        _ => false,
    });
    found.ok_or_else(|| format!("no source has the type {name}"))
}

const RESULTS_HEAD: &str = r#""""What the functions return. Generated from the types in Rust; see CONTRIBUTING.md."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, Union

from ._plain import Findings, Plain, ReceivedCall, RepairResult, Unwrapped
"#;

const RESULTS_END: &str = "\n\n# What the native module makes, by the names of the types in Rust.\n";

const OPTIONS_HEAD: &str = r#""""The options of the functions. Generated from the types in Rust; see CONTRIBUTING.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Any, Literal, TypedDict

from ._plain import Limits, PayloadSchema
from ._results import Diagnostic, FormatId, RuleId, Severity
"#;

fn literal<'w>(name: &str, words: impl Iterator<Item = &'w str>, out: &mut String) {
    let words: String = words.map(|it| format!("    \"{it}\",\n")).collect();
    let _ = write!(out, "\n{name} = Literal[\n{words}]\n");
}

/// Writes a class and returns its name.
fn structure(attributes: &[Attribute], name: &str, fields: &Fields, out: &mut String) -> Result<String, String> {
    let name = renamed(attributes).unwrap_or_else(|| name.to_owned());
    begin(&name, &docs(attributes), out);
    members(fields, out)?;
    Ok(name)
}

fn begin(name: &str, docs: &str, out: &mut String) {
    let base = if name == "Report" { "Findings" } else { "Plain" };
    let _ = write!(out, "\n\n@dataclass(frozen=True)\nclass {name}({base}):\n    \"\"\"{docs}\"\"\"\n");
}

fn members(fields: &Fields, out: &mut String) -> Result<(), String> {
    for field in fields.iter().filter(|it| !attribute(&it.attrs, "serde").contains("skip")) {
        let (name, ty) = typed(field)?;
        let _ = write!(out, "\n    {name}: {ty}\n    \"\"\"{}\"\"\"\n", docs(&field.attrs));
    }
    Ok(())
}

/// Writes a class for each variant, and returns the dictionary of them by their kinds.
fn variants(item: &syn::ItemEnum, out: &mut String) -> Result<String, String> {
    for variant in &item.variants {
        let name = variant.ident.to_string();
        begin(&name, &docs(&variant.attrs), out);
        let _ = write!(out, "\n    kind: Literal[\"{}\"]\n    \"\"\"What is done.\"\"\"\n", name.to_lowercase());
        members(&variant.fields, out)?;
    }
    let names: Vec<String> = item.variants.iter().map(|it| it.ident.to_string()).collect();
    let _ = write!(out, "\n\n{} = Union[{}]\n", item.ident, names.join(", "));
    let kinds: Vec<String> = names.iter().map(|it| format!("\"{}\": {it}", it.to_lowercase())).collect();
    Ok(format!("{{{}}}", kinds.join(", ")))
}

/// The name of a field and its type.
fn typed(field: &Field) -> Result<(String, String), String> {
    let name = field.ident.as_ref().ok_or("a field has no name")?.to_string();
    let ty = match quoted_in(&attribute(&field.attrs, "tsify"), "type") {
        Some(words) => of_typescript(&words)?,
        None => of_rust(&field.ty)?,
    };
    Ok((if name == "from" { "from_".to_owned() } else { name }, ty))
}

fn of_typescript(words: &str) -> Result<String, String> {
    let words = words.trim_end_matches(" | undefined");
    if let Some((_, ty)) = TYPES.iter().find(|it| it.0 == words) {
        return Ok((*ty).to_owned());
    }
    let (literals, others): (Vec<_>, Vec<_>) = words.split(" | ").partition(|it| it.starts_with('"'));
    let mut out = Vec::new();
    for other in others {
        out.push(match other.strip_suffix("[]") {
            Some(item) => format!("tuple[{item}, ...]"),
            None if other == "null" => continue,
            None if other == "string" => "str".to_owned(),
            None if other == "number" => "int".to_owned(),
            None if other.chars().all(char::is_alphanumeric) => other.to_owned(),
            None => return Err(format!("`{words}` has no type in Python: add it to `TYPES`")),
        });
    }
    if !literals.is_empty() {
        out.push(format!("Literal[{}]", literals.join(", ")));
    }
    if words.ends_with("| null") {
        out.push("None".to_owned());
    }
    Ok(out.join(" | "))
}

fn of_rust(ty: &syn::Type) -> Result<String, String> {
    let (path, inside) = match ty {
        syn::Type::Reference(it) => match &*it.elem {
            syn::Type::Slice(it) => return Ok(format!("tuple[{}, ...]", of_rust(&it.elem)?)),
            other => return of_rust(other),
        },
        syn::Type::Path(it) => {
            let last = it.path.segments.last().ok_or("a type has no name")?;
            let inside = match &last.arguments {
                syn::PathArguments::AngleBracketed(it) => it.args.first(),
                _ => None,
            };
            (last.ident.to_string(), inside)
        }
        _ => return Err("a type has no name".to_owned()),
    };
    Ok(match (&*path, inside) {
        ("Vec", Some(syn::GenericArgument::Type(it))) => format!("tuple[{}, ...]", of_rust(it)?),
        ("Option", Some(syn::GenericArgument::Type(it))) => format!("{} | None", of_rust(it)?),
        ("u32", None) => "int".to_owned(),
        ("f64", None) => "float".to_owned(),
        ("str" | "String", None) => "str".to_owned(),
        (name, None) => name.to_owned(),
        (name, _) => return Err(format!("{name} has no type in Python")),
    })
}

/// The documentation, as one text with the words of Python.
fn docs(attributes: &[Attribute]) -> String {
    let lines = attributes.iter().filter_map(|it| match &it.meta {
        Meta::NameValue(it) if it.path.is_ident("doc") => match &it.value {
            Expr::Lit(it) => match &it.lit {
                Lit::Str(it) => Some(it.value()),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    });
    let text = lines.collect::<String>().trim().replace("`true`", "`True`");
    text.replace(" or null", " or None").replace("null if", "None if").replace('\\', "\\\\")
}

/// All that the attributes of this name say, also where they depend on a feature.
fn attribute(attributes: &[Attribute], name: &str) -> String {
    let lists = attributes.iter().filter_map(|it| it.meta.require_list().ok());
    let is_about = |it: &&syn::MetaList| it.path.is_ident(name) || it.tokens.to_string().contains(name);
    lists.filter(is_about).map(|it| it.tokens.to_string() + " ").collect()
}

/// The name in TypeScript, which is also that in Python.
fn renamed(attributes: &[Attribute]) -> Option<String> {
    quoted_in(&attribute(attributes, "tsify"), "rename")
}

/// The text of `KEY = "TEXT"`.
fn quoted_in(tokens: &str, key: &str) -> Option<String> {
    let rest = tokens.split_once(&format!("{key} = \""))?.1;
    let mut out = String::new();
    let mut letters = rest.chars();
    loop {
        match letters.next()? {
            '"' => return Some(out),
            '\\' => out.push(letters.next()?),
            letter => out.push(letter),
        }
    }
}
