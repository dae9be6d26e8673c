//! Checks and repairs the files in which agents answer programs, also inside the JSON that is encoded as a string
//! inside the JSON. Text in, plain data out: no clock, no files, no network.
//!
//! Modules in reading order: text and JSON, formats as tables, what a file is, what it means, what is wrong with it,
//! how it leaves the library.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

pub mod text;

pub mod json;

mod explain;

pub mod document;

pub mod diagnostic;
pub mod timestamp;

pub mod formats;
pub mod spec;

mod bind;
mod detect;
mod names;
mod options;

mod checks;
mod doubt;
mod findings;
mod removal;
pub mod rules;

mod fix;
mod unpack;
mod wrap;

#[cfg(feature = "cli")]
pub mod emit;
pub mod surface;

pub use diagnostic::{Safety, Severity};
pub use findings::MAX_FINDINGS;
pub use fix::fix;
pub use options::{Options, Profile, Repair, WrapOptions};
pub use rules::Rule;
pub use spec::Format;
pub use surface::encoding::{fix_bytes, validate_bytes};
pub use surface::report::{FixResult, Location, Recovered, Report, Unwrapped};
pub use wrap::{WrapError, recover, unwrap, wrap};

use document::{Document, Documents};
use names::FileName;

/// Checks the text of a file.
pub fn validate(text: &str, options: &Options) -> Report {
    validate_up_to(text, options, MAX_FINDINGS)
}

/// The same with another limit for the findings of the report, and of each rule.
pub(crate) fn validate_up_to(text: &str, options: &Options, most: usize) -> Report {
    surface::resolve::report(check(text, options, most))
}

/// The place of a value. The pointer is that of RFC 6901 and goes on into the JSON encoded in a string:
/// `/response/sections/0` is the first section of the payload.
pub fn locate(text: &str, pointer: &str) -> Option<Location> {
    surface::resolve::locate(text, pointer)
}

/// What is known of a rule.
pub fn explain(code: &str) -> Option<&'static Rule> {
    rules::by_id(code)
}

/// All rules, in the order of the documentation.
pub fn rules() -> &'static [&'static Rule] {
    rules::RULES
}

/// All formats.
pub fn formats() -> &'static [&'static Format] {
    formats::FORMATS
}

/// What the checks see and what they found, still in byte spans of the documents.
pub(crate) struct Checked<'t> {
    pub(crate) docs: Documents<'t>,
    pub(crate) detection: detect::Detection,
    pub(crate) findings: findings::Findings,
}

pub(crate) fn check<'t>(text: &'t str, options: &Options, most: usize) -> Checked<'t> {
    let mut docs = Documents::new(Document::file(text));
    let name = options.file_name.as_deref().map(FileName::new).unwrap_or_default();
    let detection = detect::detect(&mut docs, &name, options);
    let (root_doc, root) = detection.root;
    let format = match detection.envelope {
        detect::Envelope::Whole | detect::Envelope::Mixed => detection.format,
        detect::Envelope::Raw(_) => detection.format.and_then(|it| bind::payload_format(&docs, detection.root, it)),
    };
    let request = checks::request(options, &name);
    let phase = checks::phase(&name, request.as_ref());
    let due = format.and_then(|it| it.phases.iter().find(|it| Some(it.0) == phase)).map(|it| it.1);
    let kind = docs.get(root_doc).tree.kind(root);
    let fits = |it: &&spec::Format| kind == if it.is_list() { json::Kind::Array } else { json::Kind::Object };
    let format = format.filter(|it| fits(it) && text.len() <= options.max_bytes);
    let bindings = match format {
        Some(format) if !detection.is_markdown => {
            let mut roots = vec![detection.root];
            roots.extend_from_slice(&detection.more);
            bind::bind(&mut docs, &roots, format, (detect::recognise, due))
        }
        _ => bind::Bindings::default(),
    };
    let mut findings = findings::Findings::new(options, most);
    let ctx = checks::Context::new(options, &name, (&docs, &detection, &bindings), request);
    checks::run(text, &ctx, &mut findings);
    Checked { docs, detection, findings }
}
