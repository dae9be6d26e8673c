//! The words and values that options take.

use clap::{ValueEnum, builder::PossibleValue};

use crate::format::{FORMATS, OutputFormat};
use crate::nearest::unknown_rule;
use agent_response::{
    Profile, Repair,
    diagnostic::{Severity, listed},
    timestamp,
};

impl ValueEnum for &'static OutputFormat {
    fn value_variants<'a>() -> &'a [Self] {
        &FORMATS
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name).help(self.help))
    }
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum SeverityArg {
    Error,
    Warning,
    Info,
    Hint,
}

impl SeverityArg {
    pub(crate) fn severity(self) -> Severity {
        match self {
            Self::Error => Severity::Error,
            Self::Warning => Severity::Warning,
            Self::Info => Severity::Info,
            Self::Hint => Severity::Hint,
        }
    }
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum ProfileArg {
    /// Follows the specifications
    Default,
    /// Also reports as errors what the programs that read the files reject
    Strict,
    /// Accepts and rejects what the programs that read the files do
    Upstream,
}

impl ProfileArg {
    pub(crate) fn profile(self) -> Profile {
        match self {
            Self::Default => Profile::Default,
            Self::Strict => Profile::Strict,
            Self::Upstream => Profile::Upstream,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum RepairArg {
    /// Only safe fixes
    Safe,
    /// Also suggestions, if the content is not JSON otherwise
    All,
}

impl RepairArg {
    pub(crate) fn repair(self) -> Repair {
        match self {
            Self::Safe => Repair::Safe,
            Self::All => Repair::All,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiffArg {
    #[value(hide = true)]
    Auto,
    /// The difference of the file, which `patch` and `git apply` read
    Patch,
    /// The file and what is encoded in it, decoded and laid out, word by word
    Decoded,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SwitchArg {
    /// Report them
    On,
    /// Do not report them
    Off,
}

/// The id of a format, or none for `auto`.
#[derive(Clone, Copy, Default)]
pub(crate) struct FormatChoice(pub(crate) Option<&'static str>);

pub(super) fn parse_format(word: &str) -> Result<FormatChoice, String> {
    if word == "auto" {
        return Ok(FormatChoice(None));
    }
    let known = agent_response::known_formats().iter().map(|it| it.id);
    let found = known.clone().find(|it| *it == word).map(|it| FormatChoice(Some(it)));
    found.ok_or_else(|| format!("expected {}", listed(std::iter::once("auto").chain(known), " or ")))
}

pub(super) fn parse_rule(word: &str) -> Result<(String, Option<Severity>), String> {
    let (code, severity) = word.split_once('=').ok_or("expected RULE=SEVERITY, such as missing-field=warning")?;
    if agent_response::explain(code).is_none() {
        return Err(unknown_rule(code));
    }
    let severity = match severity {
        "off" => None,
        _ => Some(
            SeverityArg::from_str(severity, false)
                .map_err(|_| "expected error, warning, info, hint or off")?
                .severity(),
        ),
    };
    Ok((code.to_owned(), severity))
}

pub(super) fn parse_number(word: &str) -> Result<String, String> {
    let number: f64 = serde_json::from_str(word).map_err(|_| "expected a number, such as 1.5")?;
    if number < 0.0 {
        return Err("a duration cannot be negative".to_owned());
    }
    Ok(word.trim().to_owned())
}

pub(super) fn parse_time(word: &str) -> Result<String, String> {
    let time = timestamp::parse(word).map(|_| word.to_owned());
    time.map_err(|_| "expected a time in ISO 8601, such as 2025-11-24T14:22:45Z".to_owned())
}

pub(super) fn parse_object(word: &str) -> Result<String, String> {
    let object: Result<serde_json::Map<String, serde_json::Value>, _> = serde_json::from_str(word);
    object.map(|_| word.trim().to_owned()).map_err(|_| "expected a JSON object, such as {\"model\": \"x\"}".to_owned())
}
