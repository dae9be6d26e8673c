//! What records of a file say together.

use super::finding::LineFinding;
use super::joined::JoinedCall;
use super::place::Start;
use super::{Checked, RecordChecks, check_with};
use crate::diagnostic::Severity;
use crate::document::{Document, Documents};
use crate::names::FileName;
use crate::query::Context;
use crate::rules;
use crate::spec::Format;

impl RecordChecks<'_> {
    /// Takes what a record says about calls that other records are about, too. Returns the pointers of what others said.
    pub(super) fn across(&mut self, checked: &Checked, start: Start) -> Vec<String> {
        let mut again = Vec::new();
        let Some(format @ Format { stream, turns, .. }) = checked.detection.format else { return again };
        if !format.again.is_empty() {
            self.state.session.borrow_mut().kind = Some(format);
        }
        let name = FileName::default();
        let parts = (&checked.docs, &checked.detection, &checked.bindings);
        let ctx = Context::new(self.options, &name, parts, None);
        if let Some(stream) = stream {
            let parts = self.state.calls.read(checked.docs.get(0), start, stream);
            parts.misplaced.into_iter().for_each(|it| self.say(it));
            parts.lost.iter().for_each(|it| self.cut(it));
            parts.ended.iter().for_each(|it| self.judge(it));
            let (pointers, found) = self.state.repeated.read(&ctx, start);
            again = pointers;
            again.extend(parts.unnumbered);
            found.into_iter().for_each(|it| self.say(it));
        }
        if let Some(turns) = turns {
            let found = self.state.sessions.read(&ctx, start, turns);
            found.into_iter().for_each(|it| self.say(it));
        }
        again
    }

    /// What the file leaves open.
    pub(super) fn open_at_end(&mut self) {
        self.state.calls.rest().iter().for_each(|it| self.cut(it));
        std::mem::take(&mut self.state.sessions).unanswered().into_iter().for_each(|it| self.say(it));
    }

    /// Checks a call whose fragments are complete.
    fn judge(&mut self, call: &JoinedCall) {
        if let Some(whole) = call.other_end() {
            let found =
                LineFinding::new(&rules::VALUE_MISMATCH, whole.span(), "`arguments` differs from its fragments");
            self.say(found.of(&whole.pointer).at_most(Severity::Warning));
        }
        let Some(file) = call.alone() else { return };
        self.state.repeated.judged(call);
        let options = call.options(self.options);
        let docs = Documents::new(Document::file_again(&*file.text, self.readings));
        let report = check_with(docs, &options, self.most, Some(&self.state.session)).report();
        report.diagnostics.into_iter().filter_map(|it| file.moved(it)).for_each(|it| self.add(it));
    }

    /// Reports a call that has no end, unless its arguments have one. The writer may still be at work.
    fn cut(&mut self, call: &JoinedCall) {
        if let Some((last, message)) = call.cut() {
            let found = LineFinding::new(&rules::TRUNCATED, last.span(), message);
            self.say(found.of(&last.pointer).at_most(Severity::Warning));
        }
    }
}
