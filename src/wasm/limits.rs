//! The option `limits`, and the members of options that are objects.

use std::fmt;

use serde::{
    Deserialize, Deserializer,
    de::{Error, Visitor},
};

/// `None` for limits that are not given. The type for JavaScript is in `overloads.d.ts`.
#[derive(Default)]
pub(super) struct Limits {
    pub(super) max_bytes: Option<usize>,
    pub(super) max_findings: Option<usize>,
    /// In milliseconds.
    pub(super) timeout: Option<usize>,
}

impl<'de> Deserialize<'de> for Limits {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let mut limits = Self::default();
        for (name, number) in Pairs::<String, Option<f64>>::deserialize(from)?.0 {
            let limit = match &*name {
                "maxBytes" => &mut limits.max_bytes,
                "maxFindings" => &mut limits.max_findings,
                "timeout" => &mut limits.timeout,
                _ => {
                    let error =
                        format_args!("has `{name}`, which is no limit; known are maxBytes, maxFindings, timeout");
                    return Err(D::Error::custom(error));
                }
            };
            if number.is_some_and(|it| it < 1.0 || it.fract() != 0.0) {
                return Err(D::Error::custom(format_args!("must have a whole number from 1 as `{name}`")));
            }
            *limit = number.map(|it| it as usize);
        }
        Ok(limits)
    }
}

/// The members of an object, in order.
pub(super) struct Pairs<K, V>(pub(super) Vec<(K, V)>);

impl<K, V> Default for Pairs<K, V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<'de, K: Deserialize<'de>, V: Deserialize<'de>> Deserialize<'de> for Pairs<K, V> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct PairsVisitor<K, V>(Vec<(K, V)>);
        impl<'de, K: Deserialize<'de>, V: Deserialize<'de>> Visitor<'de> for PairsVisitor<K, V> {
            type Value = Pairs<K, V>;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: serde::de::MapAccess<'de>>(mut self, mut from: A) -> Result<Self::Value, A::Error> {
                while let Some(member) = from.next_entry()? {
                    self.0.push(member);
                }
                Ok(Pairs(self.0))
            }
        }
        from.deserialize_map(PairsVisitor(Vec::new()))
    }
}
