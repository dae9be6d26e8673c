//! Files that are not UTF-8: findings about their bytes, and how these are repaired.

use crate::diagnostic::{Fix, Safety, Severity};
use crate::document::{Document, Documents};
use crate::findings::Findings;
use crate::fix::{Only, fix_all, fix_only, place};
use crate::options::Options;
use crate::pipeline;
use crate::report::{AppliedFix, Diagnostic, FixResult, Offsets, Report};
use crate::rules::INVALID_UTF8;
use crate::text::{DecodedFile, Span, apply, decode};

/// Checks the bytes of a file, including their encoding. Offsets in the report refer to the decoded text, which has
/// U+FFFD for what cannot be read.
pub fn validate_bytes(bytes: &[u8], options: &Options) -> Report {
    match read(bytes) {
        Ok(text) => pipeline::validate(text, options),
        Err(fault) => fault.report(options),
    }
}

/// Repairs the bytes of a file: their encoding first, then their text as [`fix`](crate::fix) does. The entry for the
/// encoding has no edits, since the edits of all others are in the text.
///
/// # Errors
/// The report on the bytes, if their encoding cannot or should not be repaired: they must stay unchanged.
pub fn fix_bytes(bytes: &[u8], options: &Options, suggestions: bool) -> Result<FixResult, Report> {
    fix_bytes_from(bytes, options, suggestions, Severity::Hint)
}

/// The same for findings that are at least this serious; the encoding is repaired whatever its severity, since no text
/// can be repaired without it.
pub fn fix_bytes_from(
    bytes: &[u8],
    options: &Options,
    suggestions: bool,
    least: Severity,
) -> Result<FixResult, Report> {
    let is_wanted = |it: &Diagnostic| it.severity <= least;
    fix_decoded(bytes, options, suggestions, true, &|text| fix_all(text, options, suggestions, &is_wanted))
}

/// The same for what was chosen. Bytes that are not UTF-8 are only changed if the encoding was chosen, too.
///
/// # Errors
/// As in [`fix_bytes`].
pub fn fix_bytes_only(bytes: &[u8], options: &Options, suggestions: bool, only: &[Only]) -> Result<FixResult, Report> {
    let has_encoding = only.iter().any(|it| it.code() == INVALID_UTF8.id);
    fix_decoded(bytes, options, suggestions, has_encoding, &|text| fix_only(text, options, suggestions, only))
}

fn fix_decoded(
    bytes: &[u8],
    options: &Options,
    suggestions: bool,
    has_encoding: bool,
    repair: &dyn Fn(&str) -> FixResult,
) -> Result<FixResult, Report> {
    let fault = match read(bytes) {
        Ok(text) => return Ok(repair(text)),
        Err(fault) => fault,
    };
    let is_off = !has_encoding || Findings::new(options, 0).is_off(&INVALID_UTF8);
    let Some(fix) = fault.fix.as_ref().filter(|it| !is_off && (suggestions || it.safety == Safety::Safe)) else {
        return Err(fault.report(options));
    };
    let mut result = repair(&apply(&fault.text, &fix.edits));
    let mut entry = AppliedFix::new(INVALID_UTF8.id, fault.message, fix.title.clone(), fix.safety);
    entry.bytes = Offsets { from: fault.span.start, to: fault.span.end };
    place(&fault.text, std::slice::from_mut(&mut entry));
    result.applied.insert(0, entry);
    Ok(result)
}

/// Bytes that are not UTF-8.
struct EncodingFault {
    /// The readable text.
    text: String,
    message: String,
    span: Span,
    /// Some bytes mean nothing in UTF-8.
    is_unread: bool,
    /// Turns the readable text into what is in the file.
    fix: Option<Fix>,
}

/// The text of a file.
fn read(bytes: &[u8]) -> Result<&str, EncodingFault> {
    match decode(bytes) {
        DecodedFile::Utf8(text) => Ok(text),
        DecodedFile::Utf16(text, name) => {
            let message = format!("The file is encoded as {name}; expected UTF-8");
            let fix = Some(Fix::safe("Convert it to UTF-8").replace(Span::new(0, text.len()), &*text));
            Err(EncodingFault { text, message, span: Span::default(), is_unread: false, fix })
        }
        DecodedFile::Broken(text, at, edits) => {
            let message =
                format!("The byte at offset {at} is not valid UTF-8; the file may be Latin-1 or Windows-1252");
            let span = Span::new(at, at + char::REPLACEMENT_CHARACTER.len_utf8());
            let mut fix = None;
            for edit in edits {
                let begun = fix.unwrap_or_else(|| Fix::guess("Convert it from Windows-1252 to UTF-8"));
                fix = Some(begun.replace(edit.span, edit.text));
            }
            Err(EncodingFault { text, message, span, is_unread: true, fix })
        }
    }
}

impl EncodingFault {
    fn report(self, options: &Options) -> Report {
        let mut checked = pipeline::check_to_report(Documents::new(Document::file(&self.text)), options);
        let (docs, findings) = (&checked.docs, &mut checked.findings);
        // Unreadable bytes are one fault, not also others in the checks of the text.
        if self.is_unread {
            findings.remove(|finding| {
                let marked = docs.to_file(finding.doc, finding.span).of(&self.text);
                !marked.is_empty() && marked.chars().all(|it| it == char::REPLACEMENT_CHARACTER)
            });
        }
        // The fixes would be applied to a text that is not the file's.
        if findings.is_off(&INVALID_UTF8) || self.fix.as_ref().is_none_or(|it| it.safety != Safety::Safe) {
            findings.without_fixes();
        }
        findings.report(&INVALID_UTF8, 0, self.span, |finding| {
            finding.is_as_found = true;
            finding.message = self.message;
            finding.fixes.extend(self.fix);
        });
        checked.report()
    }
}
