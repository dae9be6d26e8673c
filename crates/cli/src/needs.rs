//! What the user has to say so that a file can be completed, as arguments of `fix`.

use agent_response::{diagnostic::Safety, report::Diagnostic, rules};

/// What `fix` needs to insert all fields that are missing in a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Needs {
    /// When the agent finished: `--complete`, which takes the time of the file.
    pub(super) time: bool,
    pub(super) duration: bool,
    /// The request, which no folder contains.
    pub(super) request: bool,
}

impl Needs {
    /// The fewest first.
    pub(super) const WAYS: [Self; 5] = {
        let none = Self { time: false, duration: false, request: false };
        let time = Self { time: true, ..none };
        let run = Self { duration: true, ..time };
        [time, Self { request: true, ..none }, run, Self { request: true, ..time }, Self { request: true, ..run }]
    };

    pub(super) fn or(self, other: Self) -> Self {
        Self {
            time: self.time || other.time,
            duration: self.duration || other.duration,
            request: self.request || other.request,
        }
    }

    /// The arguments that give it.
    pub(super) fn arguments(self) -> String {
        let all = [
            (self.time || self.duration, "--complete"),
            (self.duration, "--duration-seconds SECONDS"),
            (self.request, "--request FILE"),
        ];
        all.iter().filter(|it| it.0).map(|it| it.1).collect::<Vec<_>>().join(" ")
    }
}

/// Whether a finding is about fields that are missing and will not be there after all safe fixes.
pub(super) fn is_lacking(finding: &Diagnostic) -> bool {
    let is_whole = finding.fixes.iter().any(|it| !it.partial && it.safety == Safety::Safe);
    finding.code == rules::MISSING_FIELD.id && !is_whole
}
