//! The steps in order: a text and the documents in it, its format, its fields, the checks, the report.

#[cfg(feature = "tool-calls")]
mod lines;
mod whole;

#[cfg(feature = "tool-calls")]
pub use self::lines::RecordSequence;

use crate::bind::{self, Bindings, How};
use crate::checks;
use crate::deadline::Running;
use crate::detect::{self, Detection, EnvelopeKind};
use crate::document::{Document, Documents};
use crate::findings::{Findings, MAX_FINDINGS};
use crate::json::Kind;
use crate::names::FileName;
use crate::options::Options;
use crate::query::{self, Context, Earlier, Request};
use crate::report::Report;
use crate::resolve;
use crate::slips::Readings;
use crate::spec::{Expects, Format};

/// Checks the text of a file.
pub fn validate(text: &str, options: &Options) -> Report {
    validate_again(text, options, &Readings::default())
}

/// The same in a call that reads several texts.
pub(crate) fn validate_again(text: &str, options: &Options, readings: &Readings) -> Report {
    let _running = Running::begin(options.timeout);
    if let Some(report) = of_records(text, options, options.max_findings, readings) {
        return report;
    }
    check_to_report(Documents::again(text, readings), options).report()
}

/// The report on a file with a record in each line; `None` for any other.
#[cfg(feature = "tool-calls")]
pub(crate) fn of_records(text: &str, options: &Options, most: usize, readings: &Readings) -> Option<Report> {
    lines::is_of_records(options).then(|| lines::report(text, options, most, readings))
}

/// The report on a file with a record in each line; `None` for any other.
#[cfg(not(feature = "tool-calls"))]
pub(crate) fn of_records(_: &str, _: &Options, _: usize, _: &Readings) -> Option<Report> {
    None
}

/// Checks only as much as a report needs, which may be less than everything.
pub(crate) fn check_to_report<'t>(docs: Documents<'t>, options: &Options) -> Checked<'t> {
    let mut checked = check(docs, options, options.max_findings.max(MAX_FINDINGS));
    checked.findings.most = options.max_findings;
    checked
}

/// The same with another limit for the findings of the report and of each rule.
pub(crate) fn validate_up_to(text: &str, options: &Options, most: usize, readings: &Readings) -> Report {
    let _running = Running::begin(options.timeout);
    if let Some(report) = of_records(text, options, most, readings) {
        return report;
    }
    check(Documents::again(text, readings), options, most).report()
}

/// The payloads of a text as JSON: those in its envelopes, or the whole text if it has none. A payload that is not JSON
/// is a JSON string. Payloads that are not read, or that strict parsers reject, are omitted.
pub fn payloads(text: &str, options: &Options) -> Vec<String> {
    let name = options.file_name.as_deref().map(FileName::new).unwrap_or_default();
    let request = query::request(options, &name);
    let (docs, detection, bindings) = read(Documents::new(Document::file(text)), options, (&name, request.as_ref()));
    let ctx = Context::new(options, &name, (&docs, &detection, &bindings), request);
    ctx.judged().into_iter().filter_map(|it| ctx.json_of(it)).collect()
}

/// The input of the checks and their findings, in byte spans of the documents.
pub(crate) struct Checked<'t> {
    pub(crate) docs: Documents<'t>,
    pub(crate) detection: Detection,
    pub(crate) bindings: Bindings,
    pub(crate) findings: Findings,
}

impl Checked<'_> {
    pub(crate) fn report(self) -> Report {
        resolve::report(&self.docs, &self.detection, self.findings)
    }
}

pub(crate) fn check<'t>(docs: Documents<'t>, options: &Options, most: usize) -> Checked<'t> {
    check_with(docs, options, most, Earlier::default())
}

/// The same for a record, which may refer to what earlier ones of its file said.
fn check_with<'t, 's>(docs: Documents<'t>, options: &'s Options, most: usize, session: Earlier<'s>) -> Checked<'t> {
    let name = options.file_name.as_deref().map(FileName::new).unwrap_or_default();
    let request = query::request(options, &name);
    let (docs, detection, bindings) = read_after(docs, options, (&name, request.as_ref()), session);
    let mut findings = Findings::new(options, most);
    let ctx = Context { session, ..Context::new(options, &name, (&docs, &detection, &bindings), request) };
    if !whole::check(&ctx, &mut findings) {
        checks::run(docs.get(0).found(), &ctx, &mut findings);
    }
    Checked { docs, detection, bindings, findings }
}

/// Reads a file without checking it: its documents, its format, its fields.
pub(crate) fn read<'t>(
    docs: Documents<'t>,
    options: &Options,
    names: (&FileName, Option<&Request>),
) -> (Documents<'t>, Detection, Bindings) {
    read_after(docs, options, names, Earlier::default())
}

/// The same for a record after others.
fn read_after<'t>(
    mut docs: Documents<'t>,
    options: &Options,
    (name, request): (&FileName, Option<&Request>),
    session: Earlier,
) -> (Documents<'t>, Detection, Bindings) {
    let is_judged = docs.get(0).found().len() <= options.max_bytes;
    let mut detection = detect::detect(&mut docs, name, options);
    #[cfg(feature = "tool-calls")]
    if let Some(kind) = session.and_then(|it| it.borrow().kind) {
        detection.go_on(&docs, kind);
    }
    #[cfg(not(feature = "tool-calls"))]
    let _ = session;
    let mut bindings = match judged_as(&docs, &detection).filter(|_| is_judged) {
        Some(format) => {
            let mut roots = vec![detection.root];
            roots.extend_from_slice(&detection.more);
            let due = due(format, name, request);
            bind::bind(&mut docs, &roots, format, (detect::recognize, due))
        }
        None => Bindings::default(),
    };
    if is_other_output(&docs, &detection, &bindings) {
        detection.envelope = EnvelopeKind::Raw(None);
        bindings = Bindings::default();
    }
    (docs, detection, bindings)
}

/// Whether an object has none of the fields of the envelope that it should be, under any name: then it is what belongs
/// inside.
fn is_other_output(docs: &Documents, detection: &Detection, bindings: &Bindings) -> bool {
    let (doc, node) = detection.root;
    let is_whole = detection.envelope == EnvelopeKind::Whole && detection.under.is_none() && !detection.in_mcp_result;
    let object = bindings.objects.first().filter(|it| (it.doc, it.node) == (doc, node));
    let Some(object) = object.filter(|it| is_whole && it.format.payload_listing().is_some()) else { return false };
    !object.members.is_empty()
        && object.members.iter().all(|it| it.how == How::Foreign)
        && !bind::is_incomplete(docs, object)
}

/// The format that the outermost value is checked as: for a payload without its envelope, the payload's; `None` if the
/// value has another type or is prose.
fn judged_as(docs: &Documents, detection: &Detection) -> Option<&'static Format> {
    let format = match detection.envelope {
        EnvelopeKind::Whole | EnvelopeKind::Mixed => detection.format,
        EnvelopeKind::Raw(_) => detection.format.and_then(|it| bind::payload_format(docs, detection.root, it)),
    };
    let (doc, root) = detection.root;
    let kind = docs.get(doc).tree.kind(root);
    let fits = |it: &&Format| kind == if it.is_list() { Kind::Array } else { Kind::Object };
    format.filter(fits).filter(|_| !detection.is_markdown)
}

/// The payload that the phase of the file expects.
fn due(format: &Format, name: &FileName, request: Option<&Request>) -> Option<Expects> {
    let phase = query::phase(name, request)?;
    format.phases.iter().find(|it| it.0 == phase).map(|it| it.1)
}
