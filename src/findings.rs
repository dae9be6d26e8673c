//! Where checks report: findings of rules that are off, and floods of findings, are dropped here.

use crate::diagnostic::{Finding, Fix, Severity};
use crate::document::DocId;
use crate::options::{Options, Profile};
use crate::rules::{RULES, Rule};
use crate::text::Span;

/// The limit for a report's findings and for each rule's, unless a caller sets another one.
pub const MAX_FINDINGS: usize = 1000;

/// The findings so far.
pub(crate) struct Findings {
    list: Vec<Finding>,
    /// For each rule, its severity if the options set one, and the number of its findings.
    tallies: Vec<Tally>,
    /// The number of all findings, including those beyond the limits.
    n_met: usize,
    /// The limits for a report and for a rule.
    pub(crate) most: usize,
    /// Paths of files that the text names.
    pub(crate) paths: Vec<String>,
    /// No tools are known for the calls in the text.
    pub(crate) lacks_tools: bool,
    /// The base URL of the rule pages, with a trailing slash, or empty.
    pub(crate) base: String,
    /// The current findings are not based on a specification.
    is_beyond: bool,
    /// Such findings are dropped.
    is_silent: bool,
    /// Such findings keep the severity of the tables.
    is_strict: bool,
}

/// Most findings occur in few files, and an engine compiles each function before its first call. So the code that
/// creates a finding is kept out of its check, which runs for every file: the first report takes a seventh less time.
#[cold]
#[inline(never)]
fn rarely(build: impl FnOnce(&mut Finding), finding: &mut Finding) {
    build(finding);
}

#[derive(Clone, Default)]
struct Tally {
    severity: Option<Severity>,
    is_off: bool,
    met: usize,
    /// How many were met when these were listed, in order: the document with the place in it, and the index of the finding.
    places: (usize, Vec<(u64, u32)>),
}

impl Findings {
    /// No findings yet, under these options.
    pub(crate) fn new(options: &Options, most: usize) -> Self {
        let mut tallies = vec![Tally::default(); RULES.len()];
        if options.profile != Profile::Default {
            for (tally, rule) in tallies.iter_mut().zip(RULES) {
                tally.severity = if options.profile == Profile::Strict { rule.strict } else { rule.upstream };
            }
        }
        for (id, severity) in &options.rules {
            let idx = RULES.iter().position(|it| it.id == id);
            if let Some(tally) = idx.and_then(|it| tallies.get_mut(it)) {
                tally.severity = *severity;
                tally.is_off = severity.is_none();
            }
        }
        let mut base = options.docs.clone().unwrap_or_default();
        if !base.is_empty() && !base.ends_with('/') {
            base.push('/');
        }
        Self {
            list: Vec::new(),
            tallies,
            n_met: 0,
            most,
            paths: Vec::new(),
            lacks_tools: false,
            base,
            is_beyond: false,
            is_silent: !options.payloads,
            is_strict: options.profile == Profile::Strict,
        }
    }

    /// Runs a check. Its findings are not based on a specification if that is said here or around it.
    pub(crate) fn beyond(&mut self, is_beyond: bool, check: impl FnOnce(&mut Self)) {
        let is_around = self.is_beyond;
        self.is_beyond |= is_beyond;
        check(self);
        self.is_beyond = is_around;
    }

    /// Reports a span; `build` adds the rest and runs only if the finding is kept.
    #[inline]
    pub(crate) fn report(&mut self, rule: &'static Rule, doc: DocId, span: Span, build: impl FnOnce(&mut Finding)) {
        // The common code is not inlined into a hundred callers.
        if let Some(finding) = self.begin(rule, doc, span) {
            rarely(build, finding);
        }
    }

    fn begin(&mut self, rule: &'static Rule, doc: DocId, span: Span) -> Option<&mut Finding> {
        let tally = self.tallies.get_mut(rule.idx as usize)?;
        if tally.is_off || (self.is_beyond && self.is_silent) {
            return None;
        }
        tally.met += 1;
        self.n_met += 1;
        if tally.met > self.most {
            return None;
        }
        let severity = rule.severity;
        self.list.push(Finding {
            rule,
            severity,
            message: String::new(),
            doc,
            span,
            is_as_found: false,
            notes: Vec::new(),
            fixes: Vec::new(),
            is_beyond: self.is_beyond,
        });
        self.list.last_mut()
    }

    /// Reports what no reader may ever meet: nothing is more than a warning, and no fix is safe, because it changes a text.
    pub(crate) fn as_warnings(&mut self, check: impl FnOnce(&mut Self)) {
        for finding in self.those_of(check) {
            finding.severity = finding.severity.max(Severity::Warning);
            finding.fixes = std::mem::take(&mut finding.fixes).into_iter().map(Fix::unsure).collect();
        }
    }

    /// Makes warnings of these errors, unless the caller has chosen their severities: no reader minds them.
    pub(crate) fn soften(&mut self, options: &Options, is_soft: impl Fn(&Finding) -> bool) {
        for finding in self.list.iter_mut().filter(|it| is_soft(it)) {
            finding.severity = finding.severity.max(Severity::Warning);
            if let Some(tally) = self.tallies.get_mut(finding.rule.idx as usize)
                && !options.rules.iter().any(|it| it.0 == finding.rule.id)
            {
                tally.severity = None;
            }
        }
    }

    /// Reports what is a warning elsewhere, and an error here.
    #[cfg(feature = "tool-calls")]
    pub(crate) fn as_errors(&mut self, check: impl FnOnce(&mut Self)) {
        self.those_of(check).iter_mut().for_each(|it| it.severity = Severity::Error);
    }

    fn those_of(&mut self, check: impl FnOnce(&mut Self)) -> &mut [Finding] {
        let n_before = self.list.len();
        check(self);
        self.list.get_mut(n_before..).unwrap_or_default()
    }

    /// Visits what one rule has found in a span of a document, in time that does not grow with what it found elsewhere.
    pub(crate) fn within(&mut self, rule: &'static Rule, at: (DocId, Span), visit: &mut dyn FnMut(&mut Finding)) {
        let Some(tally) = self.tallies.get_mut(rule.idx as usize).filter(|it| it.met > 0) else { return };
        let (doc, span) = at;
        let place = |doc: DocId, offset: u32| (doc as u64) << 32 | u64::from(offset);
        if tally.places.0 != tally.met {
            let found = (0..).zip(&self.list).filter(|it| it.1.rule.idx == rule.idx);
            let mut places: Vec<(u64, u32)> = found.map(|(idx, it)| (place(it.doc, it.span.start), idx)).collect();
            places.sort_unstable();
            tally.places = (tally.met, places);
        }
        let (from, to) = (place(doc, span.start), place(doc, span.end));
        let from = tally.places.1.partition_point(|it| it.0 < from);
        for (_, idx) in tally.places.1.iter().skip(from).take_while(|it| it.0 <= to) {
            if let Some(finding) = self.list.get_mut(*idx as usize).filter(|it| it.span.end <= span.end) {
                visit(finding);
            }
        }
    }

    /// Removes findings that are only a consequence of something else.
    pub(crate) fn remove(&mut self, is_known: impl Fn(&Finding) -> bool) {
        let (tallies, n_met) = (&mut self.tallies, &mut self.n_met);
        self.list.retain(|finding| {
            let is_kept = !is_known(finding);
            if let Some(tally) = tallies.get_mut(finding.rule.idx as usize).filter(|_| !is_kept) {
                tally.met -= 1;
                tally.places.0 = 0;
                *n_met -= 1;
            }
            is_kept
        });
    }

    /// Removes all fixes so far if there is no text to apply them to.
    pub(crate) fn without_fixes(&mut self) {
        self.list.iter_mut().for_each(|it| it.fixes.clear());
    }

    /// True if the rule is off, for expensive checks.
    pub(crate) fn is_off(&self, rule: &'static Rule) -> bool {
        self.tallies.get(rule.idx as usize).is_some_and(|it| it.is_off)
    }

    /// The findings, with the severities of the options, and their total number.
    pub(crate) fn finish(mut self) -> (Vec<Finding>, usize) {
        for finding in &mut self.list {
            let asked = self.tallies.get(finding.rule.idx as usize).and_then(|it| it.severity);
            if finding.is_beyond && !self.is_strict {
                finding.severity = finding.severity.max(Severity::Info);
            }
            finding.severity = asked.unwrap_or(finding.severity);
        }
        (self.list, self.n_met)
    }
}
