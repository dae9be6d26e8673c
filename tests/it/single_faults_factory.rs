//! One fault in a Factory response, or in an object in it: it is found, at its place, and nothing else is said.

use agent_response::{Options, Severity, validate};

use Severity::{Error, Hint, Info, Warning};

type Members = Vec<(String, String)>;

/// A finding: rule, severity, and the text under it.
type Expected<'a> = (&'static str, Severity, &'a str);

/// What a value may be, for short.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Is {
    /// One of a few words, and how serious others are.
    Word(Severity),
    Text,
    Number,
    Flag,
    Array,
    Object,
    Scalar,
}

/// A member: key, value, how serious it is when it is absent, what it is, how serious another type is.
type Row = (&'static str, &'static str, Option<Severity>, Is, Severity);

const OTHERS: &[(&str, Is)] = &[
    ("true", Is::Flag),
    ("7", Is::Number),
    (r#""some other text""#, Is::Text),
    (r#"["a", "b"]"#, Is::Array),
    (r#"{"a": 1}"#, Is::Object),
];

const DELIVERABLE: &str = r#"{"path": "a.md", "type": "rules", "description": "Rules"}"#;
const QUESTION: &str = r#"{"id": "q1", "question": "One or many?", "context": "Memory", "default": "one"}"#;
const ISSUE: &str = r#"{"id": "B1", "category": "c", "title": "t", "description": "d", "resolution": "r"}"#;
const FAILURE: &str = r#"{"type": "missing_input", "message": "No request", "recoverable": true}"#;

const SUCCESS: &[Row] = &[
    ("status", r#""success""#, Some(Error), Is::Word(Error), Error),
    ("confidence", r#""medium""#, None, Is::Word(Warning), Warning),
    ("confidence_notes", r#""Some input is missing""#, Some(Info), Is::Text, Error),
    ("deliverables", "[$]", Some(Error), Is::Array, Error),
    ("summary", r#""Designed a pipeline of four agents""#, Some(Warning), Is::Text, Warning),
    ("metrics", r#"{"files_created": 1}"#, None, Is::Object, Error),
    ("next_action", r#""ready_for_review""#, Some(Info), Is::Text, Warning),
];

const CRITIC: &[Row] = &[
    ("status", r#""success""#, Some(Error), Is::Word(Error), Error),
    ("summary", r#""Architecture review found 1 BLOCKING issue""#, Some(Warning), Is::Text, Warning),
    ("verdict", r#""BLOCKING""#, Some(Warning), Is::Word(Error), Error),
    ("requirements_checked", "7", None, Is::Number, Error),
    ("blocking_issues", "[$]", Some(Error), Is::Array, Error),
    ("concerns", r#"["Memory may grow"]"#, None, Is::Array, Error),
    ("next_action", r#""return_to_architect""#, Some(Info), Is::Text, Warning),
];

const ASKING: &[Row] = &[
    ("status", r#""questions""#, Some(Error), Is::Word(Error), Error),
    ("questions", "[$]", Some(Error), Is::Array, Error),
    ("partial_work", r#"{"completed": ["agents"], "blocked_on": ["memory"]}"#, None, Is::Object, Warning),
    ("recommendation", r#""One session, for simplicity""#, Some(Info), Is::Text, Warning),
];

const FAILED: &[Row] = &[
    ("status", r#""failure""#, Some(Error), Is::Word(Error), Error),
    ("error", "$", Some(Error), Is::Object, Error),
    ("attempted", r#""Read the context files""#, Some(Info), Is::Text, Warning),
    ("recommendation", r#""Write the request first""#, Some(Info), Is::Text, Warning),
];

const IN_DELIVERABLE: &[Row] = &[
    ("path", r#""a.md""#, Some(Error), Is::Text, Error),
    ("type", r#""rules""#, Some(Warning), Is::Word(Warning), Warning),
    ("description", r#""Rules""#, Some(Info), Is::Text, Warning),
];

const IN_ISSUE: &[Row] = &[
    ("id", r#""B1""#, Some(Error), Is::Word(Hint), Error),
    ("category", r#""paths""#, Some(Warning), Is::Text, Warning),
    ("title", r#""Two names""#, Some(Warning), Is::Text, Warning),
    ("description", r#""Both occur""#, Some(Warning), Is::Text, Warning),
    ("resolution", r#""Keep one""#, Some(Warning), Is::Text, Warning),
];

const IN_QUESTION: &[Row] = &[
    ("id", r#""q1""#, Some(Error), Is::Text, Error),
    ("question", r#""One or many?""#, Some(Error), Is::Text, Error),
    ("context", r#""Memory""#, Some(Hint), Is::Text, Warning),
    ("default", r#""one""#, Some(Hint), Is::Scalar, Warning),
    ("options", r#"["one", "many"]"#, None, Is::Array, Warning),
];

const IN_ERROR: &[Row] = &[
    ("type", r#""missing_input""#, Some(Error), Is::Word(Warning), Error),
    ("message", r#""No request""#, Some(Error), Is::Text, Error),
    ("recoverable", "true", Some(Info), Is::Flag, Error),
];

/// A response: its members, the member that has an object in it, and the members of that.
struct Response {
    outer: &'static [Row],
    inner: &'static [Row],
    item: &'static str,
}

const RESPONSES: &[Response] = &[
    Response { outer: SUCCESS, inner: IN_DELIVERABLE, item: DELIVERABLE },
    Response { outer: CRITIC, inner: IN_ISSUE, item: ISSUE },
    Response { outer: ASKING, inner: IN_QUESTION, item: QUESTION },
    Response { outer: FAILED, inner: IN_ERROR, item: FAILURE },
];

impl Response {
    fn outer(&self) -> Members {
        members(self.outer).into_iter().map(|(key, value)| (key, value.replace('$', self.item))).collect()
    }

    /// The response with these members in its object.
    fn with(&self, inner: &Members) -> String {
        let inner = format!("{{{}}}", inner.iter().map(shown).collect::<Vec<_>>().join(", "));
        text(&members(self.outer).into_iter().map(|(key, value)| (key, value.replace('$', &inner))).collect())
    }

    /// Each single change of a member, outside and inside: the text, and the row that was changed.
    fn changed(&self, change: impl Fn(&mut Members, usize)) -> Vec<(String, &'static Row, bool)> {
        let mut out = Vec::new();
        for (idx, row) in self.outer.iter().enumerate() {
            let mut members = self.outer();
            change(&mut members, idx);
            out.push((text(&members), row, false));
        }
        for (idx, row) in self.inner.iter().enumerate() {
            let mut inner = members(self.inner);
            change(&mut inner, idx);
            out.push((self.with(&inner), row, true));
        }
        out
    }
}

fn members(rows: &[Row]) -> Members {
    rows.iter().map(|it| (it.0.to_owned(), it.1.to_owned())).collect()
}

#[test]
fn a_sound_response_has_no_findings() {
    for response in RESPONSES {
        check(&text(&response.outer()), &[]);
        check(&response.with(&members(response.inner)), &[]);
    }
}

#[test]
fn a_field_that_is_absent() {
    for response in RESPONSES {
        for (text, row, _) in response.changed(|members, idx| drop(members.remove(idx))) {
            // An agent that is not sure says why; no other has to.
            let expected = match row.2 {
                _ if row.0 == "confidence" => None,
                severity => severity.map(|it| ("missing-field", it, "{")),
            };
            let message = check(&text, expected.as_slice());
            let name = format!("`{}`", row.0);
            let says = [format!("Missing {name};"), format!("{name} is recommended")];
            assert!(expected.is_none() || says.iter().any(|it| message.starts_with(it)), "{message}");
        }
    }
}

#[test]
fn a_field_under_another_spelling() {
    for response in RESPONSES {
        let upper = |members: &mut Members, idx: usize| members[idx].0 = members[idx].0.to_uppercase();
        for (text, row, is_inner) in response.changed(upper) {
            let key = format!("\"{}\"", row.0.to_uppercase());
            let severity = row.2.unwrap_or(if is_inner { Info } else { Hint });
            check(&text, &[("misnamed-field", severity, &key)]);
        }
    }
}

#[test]
fn a_key_too_many() {
    for response in RESPONSES {
        let mut members = response.outer();
        members.insert(1, ("author".to_owned(), "[1, {}]".to_owned()));
        check(&text(&members), &[("unknown-field", Hint, "\"author\"")]);
        // Objects in it may have more.
        let mut inner = self::members(response.inner);
        inner.insert(1, ("author".to_owned(), "[1, {}]".to_owned()));
        check(&response.with(&inner), &[]);
    }
}

#[test]
fn a_value_of_each_type() {
    for response in RESPONSES {
        for (value, is) in OTHERS {
            let other = |members: &mut Members, idx: usize| (*value).clone_into(&mut members[idx].1);
            for (text, row, _) in response.changed(other) {
                let expected = match (row.3, *is) {
                    _ if row.0 == "next_action" && *is == Is::Text => Some(("unknown-value", Hint, *value)),
                    (Is::Word(Hint), Is::Text) => Some(("unusual-form", Hint, *value)),
                    (Is::Word(severity), Is::Text) => Some(("unknown-value", severity, *value)),
                    (Is::Scalar, Is::Text | Is::Number | Is::Flag) if row.0 == "default" => {
                        Some(("value-mismatch", Warning, *value))
                    }
                    // What is in it is the business of other tests.
                    (Is::Array, Is::Array) | (Is::Object, Is::Object) => continue,
                    (due, is) if due == is => None,
                    _ => Some(("wrong-type", row.4, *value)),
                };
                check(&text, expected.as_slice());
            }
        }
    }
}

#[test]
fn a_member_of_another_answer() {
    let deliverables = format!("[{DELIVERABLE}]");
    let questions = format!("[{QUESTION}]");
    let foreign = [
        ("questions", questions.as_str(), ["success", "failure"]),
        ("error", FAILURE, ["success", "questions"]),
        ("deliverables", deliverables.as_str(), ["failure", ""]),
        ("verdict", r#""PASS""#, ["questions", "failure"]),
    ];
    for response in RESPONSES {
        for (key, value, unfit) in foreign {
            let mut members = response.outer();
            if members.iter().any(|it| it.0 == key) {
                continue;
            }
            let status = members[0].1.trim_matches('"').to_owned();
            members.push((key.to_owned(), value.to_owned()));
            let key = format!("\"{key}\"");
            let expected = unfit.contains(&&*status).then_some(("unexpected-field", Warning, key.as_str()));
            check(&text(&members), expected.as_slice());
        }
    }
}

fn shown((key, value): &(String, String)) -> String {
    format!("\"{key}\": {value}")
}

fn text(members: &Members) -> String {
    format!("{{\n{}\n}}", members.iter().map(shown).collect::<Vec<_>>().join(",\n"))
}

/// Compares the findings with what is expected, and gives the first message back.
fn check(text: &str, expected: &[Expected]) -> String {
    let report = validate(text, &Options { format: Some("factory"), ..Options::default() });
    let found = report.diagnostics.iter().map(|it| {
        let marked = &text[it.bytes.from as usize..it.bytes.to as usize];
        (it.code, it.severity, marked)
    });
    assert_eq!(found.collect::<Vec<_>>(), expected, "{text}");
    report.diagnostics.first().map(|it| it.message.clone()).unwrap_or_default()
}
