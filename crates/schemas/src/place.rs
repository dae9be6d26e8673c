//! A part of a schema, and where its references lead. The library of the validator follows them, so that both go the same ways.

use std::{
    collections::hash_map::RandomState,
    hash::BuildHasher,
    ptr::from_ref,
    sync::{Arc, LazyLock},
};

use jsonschema::{Draft, Registry, Uri};
use referencing::{Resolver, ResourceRef};
use serde_json::{Map, Value};

/// Why a schema is not used for payloads.
#[derive(Debug)]
pub(super) enum SchemaRefusal {
    /// It is too much work.
    TooCostly,
    TooManyParts,
    /// A part applies to a value if it applies to the same value.
    Circular,
    /// A reference leads nowhere.
    Nowhere(String),
    /// Its regular expressions are too long.
    Patterns,
}

/// A part of a schema.
#[derive(Clone)]
pub(super) struct SchemaPlace<'s> {
    pub(super) schema: &'s Value,
    pub(super) draft: Draft,
    resolver: Resolver<'s>,
    /// Stands for the addresses on the way here, on which dynamic references depend. The validator of a part is made anew for
    /// each way.
    way: u64,
}

/// Nobody can know in advance which ways look the same.
static WAYS: LazyLock<RandomState> = LazyLock::new(RandomState::new);

impl<'s> SchemaPlace<'s> {
    /// The schema with an address.
    pub(super) fn root(registry: &'s Registry<'static>, address: &Uri<String>, draft: Draft) -> Option<Self> {
        let resolver = registry.resolver(address.clone());
        let schema = resolver.lookup("").ok()?.contents();
        Self { schema, draft, resolver, way: 0 }.inside(schema).ok()
    }

    /// What tells places apart.
    pub(super) fn key(&self) -> (*const Value, u64) {
        (from_ref(self.schema), self.way)
    }

    /// A keyword, unless the draft of the schema has another name for it.
    pub(super) fn get(&self, keyword: &str) -> Option<&'s Value> {
        self.keywords().find(|it| it.0 == keyword).map(|it| it.1)
    }

    /// All keywords that count. In older drafts, those beside a `$ref` are ignored.
    pub(super) fn keywords(&self) -> impl Iterator<Item = (&'s str, &'s Value)> + use<'s> {
        let draft = self.draft;
        let members = self.schema.as_object();
        let is_alone = draft < Draft::Draft201909 && members.is_some_and(|it| it.contains_key("$ref"));
        let is_one = move |key: &str| draft.is_known_keyword(key) && (!is_alone || key == "$ref");
        members.into_iter().flat_map(Map::iter).map(|it| (it.0.as_str(), it.1)).filter(move |it| is_one(it.0))
    }

    /// A part of this part.
    pub(super) fn inside(&self, schema: &'s Value) -> Result<Self, SchemaRefusal> {
        let draft = self.draft.detect(schema);
        let resource = ResourceRef::new(schema, draft);
        if resource.id().is_none() {
            return Ok(Self { schema, draft, ..self.clone() });
        }
        let nowhere = |_| SchemaRefusal::Nowhere(resource.id().unwrap_or_default().to_owned());
        let resolver = self.resolver.in_subresource(resource).map_err(nowhere)?;
        Ok(self.to(schema, draft, resolver))
    }

    /// All parts of this part, also those that nothing leads to.
    pub(super) fn all_inside(&self) -> impl Iterator<Item = Result<Self, SchemaRefusal>> {
        self.draft.subresources_of(self.schema).map(|it| self.inside(it))
    }

    /// The parts that this part refers to.
    pub(super) fn targets(&self) -> Result<Vec<Self>, SchemaRefusal> {
        let mut out = Vec::new();
        for (keyword, value) in self.keywords() {
            let Some(reference) = value.as_str().filter(|it| !it.is_empty()) else { continue };
            let found = match keyword {
                "$ref" | "$dynamicRef" => self.resolver.lookup(reference),
                "$recursiveRef" => self.resolver.lookup_recursive_ref(),
                _ => continue,
            };
            let found = found.map_err(|_| SchemaRefusal::Nowhere(reference.to_owned()))?;
            let (schema, resolver, draft) = found.into_inner();
            out.push(self.to(schema, draft.detect(schema), resolver));
        }
        Ok(out)
    }

    fn to(&self, schema: &'s Value, draft: Draft, resolver: Resolver<'s>) -> Self {
        let (before, after) = (self.resolver.base_uri(), resolver.base_uri());
        let is_same = Arc::ptr_eq(&before, &after) || before == after;
        let way = if is_same { self.way } else { WAYS.hash_one((self.way, after.as_str())) };
        Self { schema, draft, resolver, way }
    }
}
