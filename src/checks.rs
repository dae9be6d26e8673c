//! What is wrong: each check walks what was bound and reports to several rules, since one mistake is one finding
//! and the check is where one decides which.

mod boundaries;
mod commented;
mod conditions;
mod envelope;
mod fields;
mod file;
mod foreign;
mod invisible;
mod lists;
mod lookup;
mod measure;
mod misnamed;
mod mojibake;
mod numbers;
mod outcome;
mod pair;
mod paths;
mod payload;
mod say;
mod sections;
mod style;
mod syntax;
mod types;
mod values;

use crate::bind::{Bindings, Object};
use crate::detect::Detection;
use crate::document::{DocId, Document, Documents};
use crate::findings::Findings;
use crate::json::{Kind, NodeId};
use crate::names::{FileKind, FileName};
use crate::options::{Options, Profile};
use crate::rules;
use crate::text::Span;
use crate::timestamp::{self, Timestamp};

/// All that a check may look at.
pub(crate) struct Context<'a> {
    pub(crate) options: &'a Options,
    pub(crate) name: &'a FileName,
    pub(crate) docs: &'a Documents<'a>,
    pub(crate) detection: &'a Detection,
    pub(crate) bindings: &'a Bindings,
    /// The request that is answered.
    pub(crate) request: Option<Request<'a>>,
    /// The host's clock.
    pub(crate) now: Option<Timestamp>,
    /// The files that are there, when the host says so: what their paths hash to, sorted.
    pub(crate) files: Option<Vec<(u64, u32)>>,
}

/// The paired request.
pub(crate) struct Request<'a> {
    /// Its name, when it was found among the siblings.
    pub(crate) name: Option<FileName>,
    pub(crate) document: Document<'a>,
}

impl Request<'_> {
    /// The value of a member.
    pub(crate) fn get(&self, key: &str) -> Option<NodeId> {
        let tree = &self.document.tree;
        tree.get(&self.document.text, tree.root()?, key)
    }

    /// The text of a member that is a string.
    pub(crate) fn text(&self, key: &str) -> Option<String> {
        let value = self.get(key)?;
        let tree = &self.document.tree;
        (tree.kind(value) == Kind::String).then(|| tree.text(&self.document.text, value).into_owned())
    }

    /// The value of a member that is a number.
    pub(crate) fn number(&self, key: &str) -> Option<f64> {
        let value = self.get(key)?;
        let tree = &self.document.tree;
        (tree.kind(value) == Kind::Number).then(|| number(tree.raw(&self.document.text, value)))
    }
}

impl<'a> Context<'a> {
    /// The document, for its text and tree.
    pub(crate) fn doc(&self, doc: DocId) -> &'a Document<'a> {
        self.docs.get(doc)
    }

    /// The object at the root of what is judged.
    pub(crate) fn root_object(&self) -> Option<&'a Object> {
        let (doc, node) = self.detection.root;
        self.bindings.objects.iter().find(|it| (it.doc, it.node) == (doc, node))
    }

    /// The phase in the file's name, or else that of the request.
    pub(crate) fn phase(&self) -> Option<u32> {
        phase(self.name, self.request.as_ref())
    }

    /// Prepares to report on an object, which may be beyond the specifications; false if nobody reads it.
    fn enter(&self, object: &Object, out: &mut Findings) -> bool {
        out.beyond(object.is_beyond);
        !object.is_beyond || self.is_read(object)
    }

    /// False if the fields around the payload that contains an object say that nobody reads it.
    fn is_read(&self, object: &Object) -> bool {
        let mut object = object;
        while let Some(holder) = object.holder.and_then(|it| self.bindings.objects.get(it)) {
            if !std::ptr::eq(holder.format, object.format) && payload::is_unread(self, holder) {
                return false;
            }
            object = holder;
        }
        true
    }

    /// All that a check may look at.
    pub(crate) fn new(
        options: &'a Options,
        name: &'a FileName,
        (docs, detection, bindings): (&'a Documents<'a>, &'a Detection, &'a Bindings),
        request: Option<Request<'a>>,
    ) -> Self {
        let now = options.now.as_deref().and_then(|it| timestamp::parse(it).ok());
        let files = options.files.as_deref().map(paths::sorted);
        Self { options, name, docs, detection, bindings, request, now, files }
    }

    /// True under the profile that is as soft as the public programs.
    pub(crate) fn is_upstream(&self) -> bool {
        self.options.profile == Profile::Upstream
    }
}

/// The phase that a file is of, by its name or by its request.
pub(crate) fn phase(name: &FileName, request: Option<&Request>) -> Option<u32> {
    name.phase.or_else(|| {
        let request = request?;
        let named = request.name.as_ref().and_then(|it| it.phase);
        named.or_else(|| request.number("phase").filter(|it| (1.0..=99.0).contains(it)).map(|it| it as u32))
    })
}

/// Runs all checks.
pub(crate) fn run(text: &str, ctx: &Context, out: &mut Findings) {
    let Context { options, bindings, .. } = ctx;
    if text.len() > options.max_bytes {
        out.report(&rules::TOO_LARGE, 0, Span::default(), |it| {
            let (size, limit) = (text.len() >> 20, options.max_bytes >> 20);
            it.say(format_args!("The file is {size} MiB; above {limit} MiB, only the JSON syntax is checked"));
        });
        return syntax::check(ctx, out);
    }
    syntax::check(ctx, out);
    file::check(ctx, out);
    fields::check(ctx, out);
    values::check(ctx, out);
    for object in &bindings.objects {
        if ctx.enter(object, out) {
            conditions::check(ctx, object, out);
        }
    }
    out.beyond(false);
    payload::check(ctx, out);
    sections::check(ctx, out);
    style::check(ctx, out);
    pair::check(ctx, out);
}

/// The request given in the options, or the one among the siblings that the file's name leads to.
pub(crate) fn request<'a>(options: &'a Options, name: &FileName) -> Option<Request<'a>> {
    if let Some(text) = &options.request {
        return Some(Request { name: None, document: Document::file(text) });
    }
    if name.kind != FileKind::Response {
        return None;
    }
    let partner = name.partner()?;
    let mut found = None;
    let (mut n_requests, mut has_partner, mut is_alone) = (0, false, true);
    for sibling in options.siblings.as_deref()? {
        let kind = FileName::new(&sibling.0).kind;
        if kind == FileKind::Request && !has_partner {
            n_requests += 1;
            has_partner = sibling.0 == partner;
            found = Some(sibling);
        }
        is_alone &= kind != FileKind::Response || sibling.0 == name.name;
    }
    // A single request next to a single response belongs to it, whatever their names.
    let (found, text) = found.filter(|_| has_partner || (n_requests == 1 && is_alone))?;
    Some(Request { name: Some(FileName::new(found)), document: Document::file(text) })
}

/// The type of a value, in a sentence.
pub(crate) fn type_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Null => "null",
        Kind::True => "`true`",
        Kind::False => "`false`",
        Kind::Number => "a number",
        Kind::String => "a string",
        Kind::Array => "an array",
        Kind::Object => "an object",
        Kind::Broken => "no value",
    }
}

/// The value of a JSON number; not a number where the text is none.
pub(crate) fn number(text: &str) -> f64 {
    // The library also reads `inf`, `nan` and a plus in front.
    let is_plain = text.starts_with(|it: char| it.is_ascii_digit() || matches!(it, '-' | '.'))
        && !text.contains(['i', 'I', 'n', 'N']);
    if is_plain { text.parse().unwrap_or(f64::NAN) } else { f64::NAN }
}
