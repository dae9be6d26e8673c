//! JSON for output: members in order, indented by two spaces per level.

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Json {
    Null,
    Flag(bool),
    Number(i64),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

/// Lists up to this length are printed on one line.
const WIDTH: usize = 100;

/// An object of these members.
pub(super) fn object<const N: usize>(members: [(&str, Json); N]) -> Json {
    Json::Object(members.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
}

/// An array of strings.
pub(super) fn texts<'t>(all: impl IntoIterator<Item = &'t str>) -> Json {
    Json::List(all.into_iter().map(text).collect())
}

/// A string.
pub(super) fn text(text: &str) -> Json {
    Json::Text(text.to_owned())
}

/// A member written as the tables write JSON: a literal, a number, a string in quotes, `{}` or `[]`.
pub(super) fn literal(json: &str) -> Json {
    match json {
        "null" => Json::Null,
        "true" => Json::Flag(true),
        "false" => Json::Flag(false),
        "{}" => Json::Object(Vec::new()),
        "[]" => Json::List(Vec::new()),
        _ => {
            let quoted = json.strip_prefix('"').and_then(|it| it.strip_suffix('"'));
            quoted.map_or_else(|| json.parse().map_or_else(|_| text(json), Json::Number), text)
        }
    }
}

impl Json {
    /// With one more member; an existing one is replaced.
    pub(super) fn with(mut self, key: &str, value: Json) -> Self {
        if let Self::Object(members) = &mut self {
            match members.iter_mut().find(|it| it.0 == key) {
                Some(member) => member.1 = value,
                None => members.push((key.to_owned(), value)),
            }
        }
        self
    }

    /// Whether it is an object without members, or an empty list.
    pub(super) fn is_empty(&self) -> bool {
        match self {
            Self::Object(members) => members.is_empty(),
            Self::List(items) => items.is_empty(),
            _ => false,
        }
    }

    /// The value of a member.
    pub(super) fn get(&self, key: &str) -> Option<&Self> {
        match self {
            Self::Object(members) => members.iter().find(|it| it.0 == key).map(|it| &it.1),
            _ => None,
        }
    }

    /// The members of an object, whatever they are.
    pub(super) fn members(self) -> Vec<(String, Self)> {
        match self {
            Self::Object(members) => members,
            _ => Vec::new(),
        }
    }

    /// The text of a file.
    pub(super) fn text(&self) -> String {
        let mut out = String::new();
        self.write(0, &mut out);
        out.push('\n');
        out
    }

    fn write(&self, depth: usize, out: &mut String) {
        let one_line = self.line();
        let is_short = (depth > 1 || matches!(self, Self::List(_))) && one_line.len() + 2 * depth <= WIDTH;
        if is_short {
            return out.push_str(&one_line);
        }
        let gap = |out: &mut String, depth: usize| {
            out.push('\n');
            out.extend(std::iter::repeat_n("  ", depth));
        };
        let (brackets, n_items) = match self {
            Self::List(items) => (("[", "]"), items.len()),
            Self::Object(members) => (("{", "}"), members.len()),
            _ => return out.push_str(&one_line),
        };
        if n_items == 0 {
            return out.push_str(&one_line);
        }
        out.push_str(brackets.0);
        for idx in 0..n_items {
            out.push_str(if idx > 0 { "," } else { "" });
            gap(out, depth + 1);
            match self {
                Self::List(items) => items.get(idx).into_iter().for_each(|it| it.write(depth + 1, out)),
                Self::Object(members) => members.get(idx).into_iter().for_each(|(key, value)| {
                    out.push_str(&quoted(key));
                    out.push_str(": ");
                    value.write(depth + 1, out);
                }),
                _ => (),
            }
        }
        gap(out, depth);
        out.push_str(brackets.1);
    }

    /// The JSON on one line.
    pub(super) fn line(&self) -> String {
        match self {
            Self::Null => "null".to_owned(),
            Self::Flag(flag) => flag.to_string(),
            Self::Number(number) => number.to_string(),
            Self::Text(text) => quoted(text),
            Self::List(items) => {
                let items: Vec<String> = items.iter().map(Self::line).collect();
                format!("[{}]", items.join(", "))
            }
            Self::Object(members) if members.is_empty() => "{}".to_owned(),
            Self::Object(members) => {
                let members: Vec<String> =
                    members.iter().map(|it| format!("{}: {}", quoted(&it.0), it.1.line())).collect();
                format!("{{ {} }}", members.join(", "))
            }
        }
    }
}

fn quoted(text: &str) -> String {
    agent_response::json::quote(text)
}
