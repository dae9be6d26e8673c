//! Texts of any number of parts.

use agent_response::json;

/// The name of a text, and how to make it from a number of parts.
pub(super) type Shape = (&'static str, fn(usize) -> String);

/// Each has a fault, or something else that takes time, in every part.
pub(super) const SHAPES: &[Shape] = &[
    ("keys", |n| format!("{{{}\"z\": 0}}", numbered(n, |it| format!("\"key{it}\": {it}, ")))),
    ("equal keys", |n| format!("{{{}\"z\": 0}}", numbered(n, |it| format!("\"key{}\": {it}, ", it / 2)))),
    ("pairs in a list", |n| format!("[{}", "a:1,".repeat(n))),
    ("words on lines in a list", |n| format!("[{}", "x\n".repeat(n))),
    ("lists without their ends", |n| format!("{{{}", "\"k: [1 2, \"x\" y}\n".repeat(n))),
    ("brackets", |n| "[".repeat(n)),
    ("braces", |n| "{\"a\":".repeat(n)),
    ("closing brackets", |n| "]".repeat(n)),
    ("pairs of brackets", |n| format!("[{}0]", "[[[]]],".repeat(n))),
    ("wrong brackets", |n| format!("[{}", "{[}".repeat(n))),
    ("round brackets", |n| format!("[{}", "[1), (2], (\"a\", ".repeat(n))),
    ("round brackets in calls", |n| format!("[{}0]", "f(x, ".repeat(n))),
    ("missing brackets", |n| format!("{{{}", "\"a\": [1, \"b\": ".repeat(n))),
    ("trailing commas", |n| format!("[{}0]", "[1,],".repeat(n))),
    ("missing commas", |n| format!("[{}0]", "1 ".repeat(n))),
    ("missing colons", |n| format!("{{{}}}", "\"a\" 1, ".repeat(n))),
    ("comments", |n| format!("[{}0]", "1, // one\n".repeat(n))),
    ("comments on one line", |n| format!("[{}0]", "1, /* one */ ".repeat(n))),
    ("comments on lines of their own", |n| format!("[{}0]", "1,\n// one\n// two\n".repeat(n))),
    ("members in comments", |n| format!("{{{}\"z\": 0}}", "// \"version\": 1\n\"a\": 1,\n".repeat(n))),
    ("members in comments of deliverables", |n| {
        let items = "{\n// \"path\": 1,\n\"type\": 1}, ".repeat(n);
        in_payload(&format!("{{\"status\": \"success\", \"deliverables\": [{items}0]}}"))
    }),
    ("comments that never end", |n| "/* ".repeat(n)),
    ("conflicts", |n| format!("[{}0]", "<<<<<<< a\n1,\n=======\n2,\n>>>>>>> b\n".repeat(n))),
    ("conflicts that never end", |n| format!("[{}0]", "1,\n=======\n".repeat(n))),
    ("times that never end", |n| format!("[\"a\" b {}", "1:".repeat(4 * n))),
    ("stars", |n| format!("[\"a\" b {}", "*".repeat(4 * n))),
    ("doubled quotes in lists", |n| format!("[{}0]", "\"a\"\"b\", ".repeat(n))),
    ("objects in texts", |n| format!("[\"say \"no\" {}\"]", "{\"a\": \"b\"} ".repeat(n))),
    ("objects that never end in texts", |n| format!("[\"say \"no\" {}\"]", "{\"a\": ".repeat(n))),
    ("notes", |n| format!("[{}0]", "<!-- x -->".repeat(n))),
    ("unescaped quotes", |n| format!("[\"{}\"]", "say \"no\" ".repeat(n))),
    ("unescaped quotes in members", |n| format!("{{{}\"z\": 0}}", "\"a\": \"say \"no\" to\",\n".repeat(n))),
    ("unescaped JSON", |n| format!("{{{}\"z\": 0}}", "\"a\": \"{\"b\": [1]}\",\n".repeat(n))),
    ("unescaped JSON with faults", |n| format!("{{{}\"z\": 0}}", "\"a\": \"{\n\"b\": [1 2 x],\n}\",\n".repeat(n))),
    ("wrong escapes of two kinds", |n| format!("[\"{}\"]", r"it\'s \d ".repeat(n))),
    ("half JSON", |n| "[{\"a\":\"x\" y".repeat(n)),
    ("half JSON over lines", |n| "{\"a\": \"{\n\"b\": ".repeat(n)),
    ("unclosed strings", |n| format!("{{{}\"z\": 0}}", "\"a\": \"b,\n".repeat(n))),
    ("unclosed strings on one line", |n| format!("{{{}\"z\": 0}}", "\"a\": \"b, ".repeat(n))),
    ("unclosed keys", |n| format!("{{{}\"z\": 0}}", "\"a: \"b\",\n".repeat(n))),
    ("unopened strings", |n| format!("{{{}\"z\": 0}}", "\"a\": b\",\n".repeat(n))),
    ("single quotes", |n| format!("[{}0]", "'it', ".repeat(n))),
    ("single quotes that never end", |n| format!("[{}0]", "'it is, ".repeat(n))),
    ("quotes that end nothing", |n| format!("[{}0]", "'a'b ".repeat(n))),
    ("curly quotes", |n| format!("[{}0]", "“it”, ".repeat(n))),
    ("backticks", |n| format!("[{}0]", "`it\n".repeat(n))),
    ("marks in place of quotes", |n| format!("[{}0]", "«a», ".repeat(n))),
    ("marks in place of quotes that never end", |n| format!("[{}0]", "«a, ".repeat(n))),
    ("marks that end nothing", |n| format!("[«{}»]", "a», ".repeat(n))),
    ("accents and apostrophes", |n| format!("[{}0]", "`it's', ".repeat(n))),
    ("comments of other languages", |n| format!("[{}0]", "1, -- one\n\"a\" ; two\n".repeat(n))),
    ("comments of other languages on one line", |n| format!("[{}0\n]", "1 -- one ; two % ".repeat(n))),
    ("dashes", |n| format!("{{{}\"z\": 0}}", "\"a\":\n- x\n- y\n".repeat(n))),
    ("dashes on one line", |n| format!("{{\"a\":\n{}0}}", "- ".repeat(n))),
    ("words after dots", |n| format!("[{}0]", "1, ... and x\n".repeat(n))),
    ("round brackets in round brackets", |n| "(".repeat(n)),
    ("triple quotes", |n| format!("[{}0]", "\"\"\"it ".repeat(n))),
    ("raw line ends", |n| format!("[\"{}\"]", "line\n".repeat(n))),
    ("raw line ends in many strings", |n| format!("[{}0]", "\"li\nne\", ".repeat(n))),
    ("escapes that may be text", |n| format!("[\"{}\"]", "\\b\\f $\\nabla\\theta".repeat(n))),
    ("objects in a row", |n| "{\"a\": 1},\n".repeat(n)),
    ("doubled braces", |n| format!("{{{{{}}}}}", "\"a\": {{}}, ".repeat(n))),
    ("escaped texts", |n| format!("{{{}", "\\\"a\\\": 1, \\n".repeat(n))),
    ("escaped texts in lists", |n| "[{\\\"a\": ".repeat(n)),
    ("choices", |n| format!("{{{}\"z\": 0}}", "\"a\": \"b\" | \"c\" | ; ".repeat(n))),
    ("a choice without an end", |n| format!("{{\"a\": \"b\"{}", " | \"b\"".repeat(n))),
    ("joined strings", |n| format!("{{{}\"z\": 0}}", "\"a\": \"b\" \"c\" + \"d\", ".repeat(n))),
    ("strings in a row", |n| format!("{{\"a\": {}1}}", "\"b\" ".repeat(n))),
    ("lines of a patch", |n| format!("+{{\n{}+\"z\": 0}}", "+\"a\": 1,\n".repeat(n))),
    ("marks before JSON", |n| format!("{}{{\"a\": 1}}", "+".repeat(n))),
    ("backspaces in strings", |n| format!("[{}0]", "\"\\bword\\b\", ".repeat(n))),
    ("backspaces in payloads", |n| format!("[{}0]", "{\"response\": \"{\\\"a\\\": \\\"\\b\\\"}\"}, ".repeat(n))),
    ("text behind strings", |n| format!("{{{}\"z\": 0}}", "\"a\": \"b\" (c),\n".repeat(n))),
    ("text without quotes", |n| format!("{{{}\"z\": 0}}", "\"a\": one two, ".repeat(n))),
    ("raw JSON on one line", |n| format!("{{{}\"z\": 0}}", "\"a\": \"{\"b\": \"x \"y\" z\"}\", ".repeat(n))),
    ("raw JSON on lines of its own", |n| format!("{{{}\"z\": 0}}", "\"a\": \"{\"b\": \"x \"y\" z\"}\",\n".repeat(n))),
    ("bracketed strings", |n| format!("{{{}\"z\": 0}}", "\"a\": (\"b\" \"c\" (".repeat(n))),
    ("half escaped JSON", |n| format!("{{{}\"z\": 0}}", "\"a\": \"{\\\"b: \", ".repeat(n))),
    ("half escaped JSON in one string", |n| {
        format!("{{\"response\": \"{{{}\\\"z\\\": 0}}\"}}", "\\\"b\": 1, ".repeat(n))
    }),
    ("whole JSON before words", |n| format!("{{{}\"z\": 0}}", "\"a\": \"{\\\"b\\\": 1}\" x, ".repeat(n))),
    ("lost quotes in a payload", |n| in_string(&"\\\"b\\: [\\\"c\\], ".repeat(n))),
    ("raw line ends in a payload", |n| in_string(&"\\\"b\\\": \\\"c\nd\\\", ".repeat(n))),
    ("paths in a payload", |n| in_string(&r#"\"b\": \"C:\\src\\foo\", "#.repeat(n))),
    ("backslashes in a row", |n| format!("[\"{}\"]", r"\x\s\\".repeat(n))),
    ("bad escapes", |n| format!("[\"{}\"]", "\\x".repeat(n))),
    ("half characters", |n| format!("[\"{}\"]", "\\ud800".repeat(n))),
    ("odd blanks", |n| format!("[{}0]", "\u{a0}1, ".repeat(n))),
    ("words", |n| format!("[{}0]", "nil ".repeat(n))),
    ("words before escaped quotes", |n| format!("[{}0]", "nil \\\" ".repeat(n))),
    ("words where keys are due", |n| format!("{{{}\"z\": 0}}", "word ".repeat(n))),
    ("bad numbers", |n| format!("[{}0]", "01, ".repeat(n))),
    ("thousands", |n| format!("{{\"a\": 1{}}}", ",000".repeat(n))),
    ("dots", |n| format!("[{}0]", "..., ".repeat(n))),
    ("placeholders", |n| format!("[{}0]", "<it>, ".repeat(n))),
    ("open placeholders", |n| format!("[{}0]", "<".repeat(n))),
    ("objects in a row", |n| "{} ".repeat(n)),
    ("words before brackets", |n| "word [ ".repeat(n)),
    ("fences", |n| "```\n[1]\n```\n".repeat(n)),
    ("payloads", |n| format!("{{\"status\": \"success\", \"response\": {}}}", json::quote(&"{\"a\": ".repeat(n)))),
    ("comments on one line", |n| "{\"a\": 1, // b \"c\": 2, # \"d ".repeat(n)),
    ("comments without an end", |n| "{\"a\": /* b\n".repeat(n)),
    ("headings", |n| "# a\n[#b, ".repeat(n)),
    ("boxes", |n| "- [ ] {x} ".repeat(n)),
    ("JSON in Markdown", |n| format!("# Plan\n{}", "see {\"a\": 1}, ".repeat(n))),
    ("JSON with faults in Markdown", |n| format!("# Plan\n{}", "see {\"a\": 1, ".repeat(n))),
    ("fences in Markdown", |n| format!("# Plan\n{}", "```json\n{\"a\": 1}\n```\n".repeat(n))),
    ("responses in each other", |n| "{\"request_id\": 1, \"status\": 2, \"response\": ".repeat(n)),
    ("deliverables in a payload", |n| {
        let items = "{\"path\": \"../a\", \"type\": 1}, \".\\b\", {\"path\": \"a\"}, ".repeat(n);
        in_payload(&format!("{{\"status\": \"success\", \"deliverables\": [{items}0]}}"))
    }),
    ("questions in a payload", |n| {
        let items = "{\"id\": \"q1\"}, {\"options\": [1]}, ".repeat(n);
        in_payload(&format!("{{\"status\": \"questions\", \"questions\": [{items}0]}}"))
    }),
    ("parts of the work in a payload", |n| {
        let items = numbered(n, |it| format!("\"p{}\", ", it / 2));
        let work = format!("{{\"completed\": [{items}0], \"blocked_on\": [{items}0]}}");
        in_payload(&format!("{{\"status\": \"questions\", \"questions\": 0, \"partial_work\": {work}}}"))
    }),
    ("line breaks in a string of a payload", |n| {
        format!(
            "{{\"status\": \"success\", \"response\": \"{{\\\"log\\\": \\\"{}\\\"}}\"}}",
            "a line of a log\n".repeat(n)
        )
    }),
    ("nothing but quotes in a payload", |n| in_payload(&"\"".repeat(n))),
    ("quotes in a string of a payload", |n| {
        in_payload(&format!("{{\"a\": \"{}\", \"b\": 1}}", "say \"hi\" to ".repeat(n)))
    }),
    ("calls of tools", |n| {
        let call = |it| {
            let name = "\"function\": {\"name\": \"b\", \"arguments\": \"{\\\"a\\\": 1,}\"}";
            format!("{{\"id\": \"c{}\", \"type\": \"function\", {name}}}, ", it / 2)
        };
        let results =
            numbered(n, |it| format!("{{\"role\": \"tool\", \"tool_call_id\": \"d{it}\", \"content\": 0}}, "));
        let calls = format!("{{\"role\": \"assistant\", \"tool_calls\": [{}0]}}", numbered(n, call));
        let tools = "{\"type\": \"function\", \"function\": {\"name\": \"a\", \"parameters\": 0}}, ".repeat(n);
        format!("{{\"messages\": [{calls}, {results} 0], \"tools\": [{tools}0]}}")
    }),
    ("blocks of a message", |n| {
        let uses = "{\"type\": \"tool_use\", \"id\": \"a\", \"name\": \"b\", \"input\": \"{}\"}, ".repeat(n);
        let results = "{\"type\": \"text\"}, {\"type\": \"tool_result\", \"tool_use_id\": \"a\"}, ".repeat(n);
        format!("{{\"messages\": [{{\"content\": [{uses}0]}}, {{\"content\": [{results}0]}}]}}")
    }),
    ("results in a message each", |n| {
        let call = |it| format!("{{\"type\": \"tool_use\", \"id\": \"c{it}\", \"name\": \"b\", \"input\": {{}}}}, ");
        let result = |it| {
            format!(
                "{{\"role\": \"user\", \"content\": [{{\"type\": \"tool_result\", \"tool_use_id\": \"c{it}\"}}]}}, "
            )
        };
        let (calls, results) = (numbered(n, call), numbered(n, result));
        format!("{{\"messages\": [{{\"role\": \"assistant\", \"content\": [{calls}0]}}, {results}0]}}")
    }),
    ("faults in a payload", |n| {
        let payload = format!("{{\"a\": [{}0]}}", "\"é\" 1,, ".repeat(n));
        format!("{{\"status\": \"success\", \"request_id\": \"x\", \"response\": {}}}", json::quote(&payload))
    }),
];

/// Members as they are written in the string of a payload.
fn in_string(members: &str) -> String {
    format!("{{\"status\": \"success\", \"request_id\": \"x\", \"response\": \"{{{members}}}\"}}")
}

fn in_payload(json: &str) -> String {
    format!("{{\"status\": \"success\", \"request_id\": \"x\", \"response\": {}}}", json::quote(json))
}

pub(super) fn numbered(n: usize, part: impl Fn(usize) -> String) -> String {
    (0..n).map(part).collect()
}
