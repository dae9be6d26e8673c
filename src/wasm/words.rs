//! The values that options take: words, ids, times, and objects that are kept as they are.

use std::fmt;
#[cfg(feature = "tool-calls")]
use std::sync::Arc;

use serde::{
    Deserialize, Deserializer,
    de::{Error, Unexpected, Visitor},
};

use super::{schema, value};
#[cfg(feature = "tool-calls")]
use crate::{KnownTools, known_tools};
use crate::{Profile, Repair, Severity, formats, rules, schema::Schema, timestamp};

#[derive(Clone, Copy, Default, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Switch {
    #[default]
    On,
    Off,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum EnvelopeFormat {
    #[default]
    AgentResponse,
    Delegator,
}

/// The tools in a text of JSON.
#[cfg(feature = "tool-calls")]
pub(super) struct ToolList(pub(super) Arc<KnownTools>);
/// The same, where no format has calls.
#[cfg(not(feature = "tool-calls"))]
pub(super) type ToolList = serde::de::IgnoredAny;

#[cfg(feature = "tool-calls")]
impl<'de> Deserialize<'de> for ToolList {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        #[cfg(feature = "editor")]
        let compiler = super::compiler::compiler();
        #[cfg(not(feature = "editor"))]
        let compiler = None;
        let known = String::deserialize(from).ok().and_then(|it| known_tools(&it, compiler));
        known.map_or_else(|| must_be("JSON with an array of tools"), |it| Ok(Self(Arc::new(it))))
    }
}

/// The setting of a rule.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Level {
    Error,
    Warning,
    Info,
    Hint,
    Off,
}

impl Level {
    pub(super) fn severity(self) -> Option<Severity> {
        match self {
            Self::Error => Some(Severity::Error),
            Self::Warning => Some(Severity::Warning),
            Self::Info => Some(Severity::Info),
            Self::Hint => Some(Severity::Hint),
            Self::Off => None,
        }
    }
}

/// `None` to detect it.
#[derive(Default)]
pub(super) struct FormatId(pub(super) Option<&'static str>);

impl<'de> Deserialize<'de> for FormatId {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let name = String::deserialize(from).unwrap_or_default();
        match formats::by_id(&name) {
            Some(format) => Ok(Self(Some(format.id))),
            None if name == "auto" => Ok(Self::default()),
            None => must_be(&value::one_of(["auto"].into_iter().chain(formats::KNOWN.iter().map(|it| it.id)))),
        }
    }
}

pub(super) struct RuleId(pub(super) &'static str);

impl<'de> Deserialize<'de> for RuleId {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let code = String::deserialize(from)?;
        let rule = rules::by_id(&code);
        rule.map(|it| Self(it.id)).ok_or_else(|| D::Error::custom(format_args!("names `{code}`, which is no rule")))
    }
}

/// An object as JSON.
#[derive(Deserialize)]
pub(super) struct JsonText(pub(super) String);

/// An object with functions, which serde cannot pass on: `value.rs` remembers it.
pub(super) struct Judge(pub(super) Schema);

impl<'de> Deserialize<'de> for Judge {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Remembered;
        impl Visitor<'_> for Remembered {
            type Value = Judge;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("an object with a function `violations`")
            }

            fn visit_unit<E: Error>(self) -> Result<Judge, E> {
                schema::remembered()
                    .map_or_else(|| must_be("an object with a function `violations`"), |it| Ok(Judge(it)))
            }
        }
        from.deserialize_newtype_struct(value::FUNCTIONS, Remembered)
    }
}

pub(super) fn must_be<T, E: Error>(what: &str) -> Result<T, E> {
    Err(E::invalid_value(Unexpected::Unit, &what))
}

pub(super) fn profile<'de, D: Deserializer<'de>>(from: D) -> Result<Profile, D::Error> {
    let profile = String::deserialize(from).ok().and_then(|it| Profile::from_name(&it));
    profile.map_or_else(|| must_be(&value::one_of(Profile::ALL.iter().map(|it| it.0))), Ok)
}

pub(super) fn time<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    match String::deserialize(from) {
        Ok(time) if timestamp::parse(&time).is_ok() => Ok(Some(time)),
        _ => must_be("a time as ISO 8601 writes it"),
    }
}

pub(super) fn seconds<'de, D: Deserializer<'de>>(from: D) -> Result<Option<f64>, D::Error> {
    match f64::deserialize(from) {
        Ok(seconds) if seconds >= 0.0 && seconds.is_finite() => Ok(Some(seconds)),
        _ => must_be("a number of seconds"),
    }
}

pub(super) fn repair<'de, D: Deserializer<'de>>(from: D) -> Result<Repair, D::Error> {
    struct Extent;
    impl Visitor<'_> for Extent {
        type Value = Repair;

        fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
            f.write_str("true, false or \"all\"")
        }

        fn visit_bool<E>(self, is_wanted: bool) -> Result<Repair, E> {
            Ok(if is_wanted { Repair::Safe } else { Repair::None })
        }

        fn visit_str<E: Error>(self, word: &str) -> Result<Repair, E> {
            if word == "all" { Ok(Repair::All) } else { must_be("true, false or \"all\"") }
        }
    }
    from.deserialize_any(Extent)
}
