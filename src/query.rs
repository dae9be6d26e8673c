//! What a check may ask about the file with its documents, bindings and request, about an object, or about a member.

mod at;
#[cfg(feature = "tool-calls")]
mod calls;
#[cfg(feature = "tool-calls")]
mod compiled;
mod conditions;
mod decimal;
mod described;
pub(crate) mod files;
mod measure;
mod outcome;
mod payloads;
#[cfg(feature = "tool-calls")]
mod session;
mod values;

pub(crate) use at::{At, On, open_bracket, open_bracket_in};
#[cfg(feature = "tool-calls")]
pub(crate) use calls::{
    Called, Declared, FUNCTION, OtherForm, SoundSchemas, answers, callable, calls, chosen, declared, has_built_in,
    known, needs, other_form, schema_of_call,
};
#[cfg(feature = "tool-calls")]
pub(crate) use compiled::subschemas;
pub(crate) use conditions::is_container;
pub(crate) use decimal::{number, shown_number};
pub(crate) use described::{described, described_all};
pub(crate) use measure::{broken, too_small};
pub(crate) use outcome::{
    is_all_that_is_said, is_any_failure, is_contradicted, is_denied, is_failure, reports_failure, says_something,
};
pub(crate) use payloads::Judged;
#[cfg(feature = "tool-calls")]
pub(crate) use session::LineMemory;
pub(crate) use values::{is_id, is_placeholder, is_uuid, uuid_in};

use crate::bind::{Bindings, Object};
use crate::detect::Detection;
use crate::document::{DocId, Document, Documents};
use crate::json::{Kind, NodeId};
use crate::names::{FileKind, FileName};
use crate::options::{Options, Profile};
use crate::timestamp::{self, Timestamp};

/// Everything that a check may look at.
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
    /// The existing files, if the host lists them: the hashes of their paths, sorted.
    pub(crate) files: Option<Vec<(u64, u32)>>,
    /// What earlier lines of the same file said, if it is one of records.
    pub(crate) session: Earlier<'a>,
}

/// What earlier lines said.
#[cfg(feature = "tool-calls")]
pub(crate) type Earlier<'a> = Option<&'a std::cell::RefCell<LineMemory>>;
/// What earlier lines said, which nothing asks.
#[cfg(not(feature = "tool-calls"))]
pub(crate) type Earlier<'a> = std::marker::PhantomData<&'a ()>;

/// The paired request.
pub struct Request<'a> {
    /// Its name, if it was found among the siblings.
    pub name: Option<FileName>,
    /// Its text, as it was read.
    pub document: Document<'a>,
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

    /// The object at the root of the checked value.
    pub(crate) fn root_object(&self) -> Option<&'a Object> {
        let (doc, node) = self.detection.root;
        self.bindings.objects.iter().find(|it| (it.doc, it.node) == (doc, node))
    }

    /// The phase in the file's name, or else the request's.
    pub(crate) fn phase(&self) -> Option<u32> {
        phase(self.name, self.request.as_ref())
    }

    /// Whether the profile is that of today's program, which takes any text in this phase.
    pub(crate) fn takes_any_payload(&self) -> bool {
        let unread = self.detection.format.map_or(&[][..], |it| it.unread_phases);
        self.is_upstream() && self.phase().is_some_and(|it| unread.contains(&it))
    }

    /// False if the fields around the payload of an object show that it is not read.
    pub(crate) fn is_read(&self, object: &Object) -> bool {
        let mut object = object;
        while let Some(holder) = object.holder.and_then(|it| self.bindings.objects.get(it)) {
            if !std::ptr::eq(holder.format, object.format) && self.on(holder).is_unread() {
                return false;
            }
            object = holder;
        }
        true
    }

    /// Everything that a check may look at.
    pub(crate) fn new(
        options: &'a Options,
        name: &'a FileName,
        (docs, detection, bindings): (&'a Documents<'a>, &'a Detection, &'a Bindings),
        request: Option<Request<'a>>,
    ) -> Self {
        let now = options.now.as_deref().and_then(|it| timestamp::parse(it).ok());
        let files = options.files.as_deref().map(files::sorted);
        Self { options, name, docs, detection, bindings, request, now, files, session: Earlier::default() }
    }

    /// Whether the text is a record, a line of its file.
    pub(crate) fn is_of_record(&self) -> bool {
        #[cfg(feature = "tool-calls")]
        return self.session.is_some();
        #[cfg(not(feature = "tool-calls"))]
        false
    }

    /// Whether a document is what a model calls a tool with: a part of it, or more than it, does something else.
    #[cfg(feature = "tool-calls")]
    pub(crate) fn is_of_call(&self, doc: DocId) -> bool {
        doc != 0 && self.detection.format.is_some_and(|it| it.conversation.is_some())
    }

    /// True under the profile that is as lenient as the public programs.
    pub(crate) fn is_upstream(&self) -> bool {
        self.options.profile == Profile::Upstream
    }
}

/// The phase that a file belongs to, by its name or by its request.
pub(crate) fn phase(name: &FileName, request: Option<&Request>) -> Option<u32> {
    name.phase.or_else(|| {
        let request = request?;
        let named = request.name.as_ref().and_then(|it| it.phase);
        named.or_else(|| request.number("phase").filter(|it| (1.0..=99.0).contains(it)).map(|it| it as u32))
    })
}

/// The request given in the options, or the one among the siblings that the file's name leads to.
pub fn request<'a>(options: &'a Options, name: &FileName) -> Option<Request<'a>> {
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
        let FileName { kind, prefix, .. } = FileName::new(&sibling.0);
        if prefix != name.prefix {
            continue;
        }
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
