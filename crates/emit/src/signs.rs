//! The signs of a format as a schema of the objects that have one.

use super::demand::all_of;
use super::json::{Json, object, texts};
use super::test::{any_of, kind, like, not_blank, one_of};
use agent_response::spec::{ANY_ITEM, Is, Mark, Sign, is_pattern};

/// The objects that have a sign; `None` if a schema cannot express it.
pub(super) fn signed(sign: &Sign) -> Option<Json> {
    let mut parts: Vec<Json> = sign.when.iter().map(marked).collect::<Option<_>>()?;
    let mut sets: Vec<Vec<&Mark>> = vec![Vec::new()];
    for group in sign.has {
        let more = sets.iter().flat_map(|set| group.iter().map(move |mark| (set, mark)));
        let with = more.filter(|(set, mark)| set.iter().all(|it| first(it) != first(mark)));
        sets = with.map(|(set, mark)| set.iter().copied().chain([mark]).collect()).collect();
    }
    // The order of the members does not matter.
    let mut seen: Vec<Vec<&str>> = Vec::new();
    let mut rows: Vec<Json> = Vec::new();
    for set in sets.iter().filter(|it| !it.is_empty()) {
        let mut names: Vec<&str> = set.iter().map(|it| it.0).collect();
        names.sort_unstable();
        if !seen.contains(&names) {
            seen.push(names);
            rows.push(all_of(set.iter().map(|it| marked(it)).collect::<Option<_>>()?));
        }
    }
    if !rows.is_empty() {
        parts.push(any_of(rows));
    }
    Some(all_of(parts))
}

fn first(mark: &Mark) -> &'static str {
    mark.0.split('/').next().unwrap_or_default()
}

/// The objects with a mark.
fn marked((path, is): &Mark) -> Option<Json> {
    if let Is::No(other) = is {
        return Some(object([("not", marked(&(*path, **other))?)]));
    }
    let steps: Vec<&str> = path.split('/').collect();
    let leaf = match is {
        Is::There => Json::Flag(true),
        Is::Filled => not_blank(),
        Is::Unfilled => object([("not", not_blank())]),
        Is::Like(patterns) => alike(patterns),
        Is::Array => kind("array"),
        Is::Empty => kind("array").with("maxItems", Json::Number(0)),
        Is::Object => kind("object"),
        Is::Lacking(names) => {
            let none = names.iter().fold(object([]), |out, it| out.with(it, Json::Flag(false)));
            kind("object").with("properties", none)
        }
        Is::No(_) | Is::Own | Is::Meant | Is::Listing => return None,
    };
    let (key, rest) = steps.split_first()?;
    Some(member(key, at(rest, leaf, *is == Is::Unfilled), *is == Is::Unfilled))
}

/// An object with such a member, or if it may be absent, without it.
fn member(key: &str, value: Json, may_be_absent: bool) -> Json {
    let out = object([("properties", object([(key, value)]))]);
    if may_be_absent { out } else { out.with("required", texts([key])) }
}

/// The value at the rest of a path.
fn at(steps: &[&str], leaf: Json, may_be_absent: bool) -> Json {
    let Some((step, rest)) = steps.split_first() else { return leaf };
    let inner = at(rest, leaf, may_be_absent);
    if *step == ANY_ITEM {
        return kind("array").with("contains", inner);
    }
    let inside = member(step, inner, may_be_absent);
    let typed = inside.members().into_iter().fold(kind("object"), |out, it| out.with(&it.0, it.1));
    // A value that is no object has no members, either.
    if may_be_absent { any_of(vec![object([("not", kind("object"))]), typed]) } else { typed }
}

/// Strings like one of the patterns.
fn alike(patterns: &[&str]) -> Json {
    let (patterns, plain): (Vec<_>, Vec<_>) = patterns.iter().copied().partition(|it| is_pattern(it));
    let words = if plain.is_empty() { None } else { Some(one_of(&plain)) };
    any_of(words.into_iter().chain(patterns.into_iter().map(like)).collect())
}

#[cfg(test)]
mod tests {
    use super::signed;
    use agent_response::spec::{Is, members, sign, there};

    #[test]
    fn each_group_of_a_sign_has_a_member_of_its_own() {
        const GROUP: &[agent_response::spec::Mark] = &[there("a"), there("b"), there("c")];
        let json = signed(&members(&[&[("list", Is::Array)], GROUP, GROUP])).unwrap();
        let rows = ["list\", \"a\", \"b", "list\", \"a\", \"c", "list\", \"b\", \"c"];
        let line = json.line();
        assert!(rows.iter().all(|it| line.contains(&format!("[\"{it}\"]"))), "{line}");
        assert_eq!(line.matches("required").count(), 3, "{line}");
    }

    #[test]
    fn what_may_be_absent_is_not_required() {
        let json = signed(&sign("", &[("a/[]/b", Is::Unfilled), ("c", Is::There)])).unwrap();
        assert_eq!(json.get("required").map(super::Json::line).as_deref(), Some("[\"c\"]"));
    }
}
