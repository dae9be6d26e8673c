//! `check --ndjson`: an archive of responses, one per line.

use serde_json::{Value, json};

use crate::{
    run::{Folder, GOOD, REQUEST, Run, renamed},
    terminal::is_harmless,
};

/// A text as one line of an archive.
pub(crate) fn line(text: &str) -> String {
    serde_json::from_str::<Value>(text).unwrap().to_string() + "\n"
}

fn archive(lines: &[&str]) -> Folder {
    Folder::with(&[("a.ndjson", &lines.concat())])
}

/// The findings, as objects for lines, and the summary.
fn json(run: &Run) -> (Vec<Value>, Value) {
    let mut lines: Vec<Value> = run.out.lines().map(|it| serde_json::from_str(it).unwrap()).collect();
    let end = lines.pop().unwrap();
    assert_eq!(end["version"], 1, "{}", run.out);
    (lines, end["summary"].clone())
}

/// The lines and the codes of what was found.
fn found(run: &Run) -> Vec<(u64, String)> {
    let codes = |line: Value| {
        let number = line["line"].as_u64().unwrap();
        let findings = line["diagnostics"].as_array().unwrap().clone();
        findings.into_iter().map(move |it| (number, it["code"].as_str().unwrap().to_owned()))
    };
    json(run).0.into_iter().flat_map(codes).collect()
}

/// With a mistake inside the string.
fn inside() -> String {
    line(GOOD).replacen("\"response\":\"{", "\"response\":\"{\\\"é\\\": 1,, ", 1)
}

#[test]
fn findings_have_the_line_of_the_archive_and_the_places_in_it() {
    let (good, inside) = (line(GOOD), inside());
    let folder = archive(&[&good, &inside, "\n", &line(&renamed())]);
    let column = inside.chars().position(|it| it == 'é').unwrap() + 8;
    let run = folder.run(&["check", "--ndjson", "a.ndjson"]);
    let lines: Vec<_> = run.out.lines().collect();
    assert_eq!((run.code, lines.len(), run.err.as_str()), (1, 3, ""), "{}", run.out);
    let start = format!(
        "a.ndjson:2:{column}: error[syntax]: Unexpected `,` (inside `response`: line 1, column 9) at /response"
    );
    assert!(lines[0].starts_with(&start), "{start}\n{}", run.out);
    assert!(lines[1].starts_with("a.ndjson:4:") && lines[1].contains(": error[misnamed-field]: "), "{}", run.out);
    assert_eq!(lines[2], "2 errors in 2 of 3 lines");

    let (lines, summary) = json(&folder.run(&["check", "--ndjson", "a.ndjson", "--format", "json"]));
    let start = &lines[0]["diagnostics"][0]["range"]["start"];
    assert_eq!((&lines[0]["line"], start), (&json!(2), &json!({"line": 1, "character": column - 1})));
    assert_eq!(
        (&lines[1]["path"], &lines[1]["line"], &lines[1]["valid"]),
        (&json!("a.ndjson"), &json!(4), &json!(false))
    );
    let edit = &lines[1]["diagnostics"][0]["fixes"][0]["edits"][0];
    assert_eq!(edit["range"]["start"], json!({"line": 3, "character": edit["from"]}));
    assert_eq!(
        summary,
        json!({"lines": 3, "lines_with_findings": 2, "errors": 2, "warnings": 0, "infos": 0, "hints": 0, "failures": 0})
    );
    let run = folder.run(&["check", "--ndjson", "a.ndjson", "--format", "github"]);
    assert!(run.out.contains(&format!("file=a.ndjson,line=2,endLine=2,col={column},")), "{}", run.out);
    let run = folder.run(&["check", "--ndjson", "a.ndjson", "--format", "concise"]);
    assert!(run.out.starts_with(&format!("a.ndjson:2:{column}: error[syntax]: Unexpected `,`\n")), "{}", run.out);
}

#[test]
fn ends_of_lines_and_empty_lines_do_not_count() {
    let (good, bad) = (line(GOOD), line(&renamed()));
    let returned = |it: &str| it.replace('\n', "\r\n");
    let text = format!("\u{feff}{}\r\n \t\n{}{}", returned(&bad), returned(&good), bad.trim_end());
    let folder = archive(&[&text]);
    let run = folder.run(&["check", "--ndjson", "a.ndjson", "--format", "json"]);
    let misnamed = || "misnamed-field".to_owned();
    assert_eq!((run.code, found(&run)), (1, vec![(1, misnamed()), (5, misnamed())]));
    let (lines, summary) = json(&run);
    assert_eq!(summary["lines"], 3);
    assert_eq!(lines[0]["diagnostics"][0]["from"], lines[1]["diagnostics"][0]["from"], "after the mark");
    // To JSON, a return alone is a blank.
    let run = archive(&["[1,\r2,,\r3]\n"]).run(&["check", "--ndjson", "a.ndjson", "--quiet"]);
    assert!(run.out.starts_with("a.ndjson:1:7: error[syntax]: Unexpected `,`"), "{}", run.out);
    for text in ["", "\n", "\u{feff}", " \r\n\n"] {
        let run = archive(&[text]).run(&["check", "--ndjson", "a.ndjson"]);
        assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (0, "no findings in 0 lines\n", ""), "{text:?}");
    }
}

/// Numbers that look random.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 as usize % n
    }

    /// Bytes without a line feed.
    fn bytes(&mut self, length: usize) -> Vec<u8> {
        (0..length).map(|_| self.below(256) as u8).map(|it| if it == b'\n' { b'"' } else { it }).collect()
    }

    /// The text with a few bytes removed, replaced or added.
    fn mutated(&mut self, text: &str) -> Vec<u8> {
        let mut bytes = text.trim_end().as_bytes().to_vec();
        for _ in 0..self.below(4) {
            let at = self.below(bytes.len());
            let end = (at + self.below(3)).min(bytes.len());
            let some = self.below(3);
            let signs = b"{}[]\",:\\x\xff\xc3\r ";
            let new: Vec<u8> = (0..some).map(|_| signs[self.below(signs.len())]).collect();
            bytes.splice(at..end, new);
        }
        bytes.push(b' ');
        bytes
    }
}

/// What is found in a file, as if the file were a line of an archive.
fn moved(file: &Value, line: usize) -> Value {
    fn walk(value: &mut Value, line: usize) {
        if let Some(list) = value.as_array_mut() {
            return list.iter_mut().for_each(|it| walk(it, line));
        }
        let Some(object) = value.as_object_mut() else { return };
        if object.contains_key("range") {
            let place = |character: &Value| json!({"line": line, "character": character});
            object["range"] = json!({"start": place(&object["from"]), "end": place(&object["to"])});
        }
        // Places in decoded texts stay.
        object.iter_mut().filter(|it| it.0 != "inner").for_each(|it| walk(it.1, line));
    }
    let mut findings = file["diagnostics"].clone();
    walk(&mut findings, line);
    findings
}

/// The JSON without the time at which an envelope was made.
fn timeless(value: &Value) -> String {
    let text = value.to_string();
    let mut parts = text.split("created_at\\\": \\\"20");
    let first = parts.next().unwrap().to_owned();
    parts.fold(first, |out, it| out + "created_at" + it.split_once("\\\"").unwrap().1)
}

#[test]
fn a_line_has_the_findings_of_a_file() {
    let mut random = Random(7);
    let texts =
        [line(GOOD), line(REQUEST), line(&renamed()), inside(), "{\"sections\": []}".to_owned(), "[1, 2".to_owned()];
    let texts: Vec<_> = (0..240).map(|it| random.mutated(&texts[it % texts.len()])).collect();
    let folder = Folder::with(&[]);
    let names: Vec<_> = (0..texts.len()).map(|it| format!("{it}.json")).collect();
    names.iter().zip(&texts).for_each(|(name, text)| folder.write(name, text));
    folder.write("a.ndjson", texts.join(&b'\n'));
    let common = ["--format", "json", "--rule", "file-not-found=off"];
    let mut args = vec!["check", "--rule", "not-pretty=off"];
    args.extend(common.into_iter().chain(names.iter().map(String::as_str)));
    let files = folder.run(&args).files();
    let (lines, summary) = json(&folder.run(&[&["check", "--ndjson", "a.ndjson"], &common[..]].concat()));
    assert_eq!((files.len(), summary["lines"].as_u64()), (texts.len(), Some(texts.len() as u64)));
    let mut n_findings = 0;
    for (idx, file) in files.iter().enumerate() {
        let of_line = lines.iter().find(|it| it["line"] == idx + 1);
        let empty = json!([]);
        assert_eq!(timeless(of_line.map_or(&empty, |it| &it["diagnostics"])), timeless(&moved(file, idx)), "{idx}");
        if let Some(it) = of_line {
            assert_eq!((&it["valid"], &it["format"]["id"]), (&file["valid"], &file["format"]["id"]), "{idx}");
            n_findings += it["diagnostics"].as_array().unwrap().len();
        }
    }
    assert!(n_findings > 200, "{n_findings}");
}

#[test]
fn damaged_lines_do_not_affect_the_others() {
    let (mut random, mut text, mut wanted) = (Random(11), Vec::new(), Vec::new());
    for number in 1..=400_u64 {
        let length = 1 + random.below(200);
        let mut bytes = if number % 10 == 0 { line(&renamed()).into_bytes() } else { random.bytes(length) };
        if number % 10 == 0 {
            wanted.push((number, "misnamed-field".to_owned()));
            bytes.pop();
        }
        text.extend(bytes);
        text.push(b'\n');
    }
    let folder = Folder::with(&[]);
    folder.write("a.ndjson", &text);
    let run = folder.run(&["check", "--ndjson", "a.ndjson", "--format", "json"]);
    let found = found(&run);
    assert_eq!((run.code, run.err.as_str()), (1, ""));
    assert_eq!(found.iter().filter(|it| it.0 % 10 == 0).cloned().collect::<Vec<_>>(), wanted);
    assert!(found.iter().filter(|it| it.1 == "invalid-utf8").count() > 300);
    assert!(found.is_sorted_by_key(|it| it.0));
    for format in ["human", "concise", "github", "azure", "json"] {
        let run = folder.run(&["check", "--ndjson", "a.ndjson", "--min-severity", "hint", "--format", format]);
        assert!(run.code == 1 && is_harmless(&run.out), "{format}");
    }
}

#[test]
fn a_line_that_is_too_long_is_a_finding_of_its_own() {
    let bad = line(&renamed());
    let (most, more) = ("1".repeat(16 << 20), "1".repeat((16 << 20) + 1));
    let input = format!("{bad}{more}\r\n{bad}{most}\r\n{bad}{more}{more}");
    let run = Folder::with(&[]).run_with_input(&["check", "--ndjson", "-", "--format", "json"], &input);
    let misnamed = "misnamed-field";
    let expected = [(1, misnamed), (2, "too-large"), (3, misnamed), (4, "not-finite"), (5, misnamed), (6, "too-large")];
    let found: Vec<_> = found(&run).into_iter().filter(|it| it.1 != "unknown-format").collect();
    assert_eq!(found, expected.map(|(line, code)| (line, code.to_owned())));
    assert_eq!(run.code, 2, "as for a file that is only checked in part");
    let lines: Vec<_> = run.err.lines().collect();
    assert_eq!(lines.len(), 2, "{}", run.err);
    assert_eq!(lines[0], "error: <stdin>:2: The line has 16777217 bytes, so it was not checked; the limit is 16 MiB");
    assert!(lines[1].starts_with("error: <stdin>:6: The line has 33554434 bytes"), "{}", run.err);
}

#[test]
fn a_run_continues_at_a_line() {
    let bad = line(&renamed());
    let folder = archive(&[&bad, "\n", &bad, &bad]);
    let run = |from: &str| folder.run(&["check", "--ndjson", "a.ndjson", "--format", "json", "--from-line", from]);
    let lines = |run: &Run| found(run).iter().map(|it| it.0).collect::<Vec<_>>();
    for (from, expected) in [("1", &[1, 3, 4][..]), ("2", &[3, 4]), ("4", &[4]), ("5", &[]), ("9", &[])] {
        let run = run(from);
        assert_eq!((run.code, lines(&run)), (i32::from(!expected.is_empty()), expected.to_vec()), "{from}");
        assert_eq!(run.err.contains("note: the archive has only 4 lines"), from == "9", "{}", run.err);
    }
    assert_eq!(run("0").code, 2);
    // As many lines as several pieces have.
    let long = bad.repeat(500);
    let all = Folder::with(&[]).run_with_input(&["check", "--ndjson", "-", "--format", "concise"], &long).out;
    let rest = Folder::with(&[])
        .run_with_input(&["check", "--ndjson", "-", "--format", "concise", "--from-line", "300"], &long);
    assert_eq!(rest.out, all.lines().skip(299).map(|it| format!("{it}\n")).collect::<String>());
}

#[test]
fn a_summary_counts_by_rule_and_by_time() {
    let at = |text: &str, time: &str| line(text).replacen("2025-11-24T14:22:45.123456+00:00", time, 1);
    let folder = archive(&[
        &at(&renamed(), "2025-11-24T01:22:45+02:00"),
        &at(GOOD, "2025-11-24T14:22:45Z"),
        &at(&renamed(), "2025-11-24T14:59:59Z"),
        &at(GOOD, "2025-11-24T16:00:00"),
        "{\"created_at\": 1\n",
    ]);
    let run = folder.run(&["check", "--ndjson", "a.ndjson", "--summary"]);
    let expected = "\
findings  lines  rule
       2      2  error[misnamed-field]
       1      1  warning[no-time-zone]
       1      1  error[truncated]

day (UTC)   lines  with findings  errors  warnings  infos
2025-11-23      1              1       1         0      0
2025-11-24      3              2       1         1      0
no time         1              1       1         0      0

3 errors, 1 warning in 4 of 5 lines
";
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (1, expected, ""), "{}", run.out);
    let run = folder.run(&["check", "--ndjson", "a.ndjson", "--summary=hour", "--format", "json"]);
    let document: Value = serde_json::from_str(&run.out).unwrap();
    let times: Vec<_> = document["times"].as_array().unwrap().iter().map(|it| (&it["time"], &it["lines"])).collect();
    let expected = [("2025-11-23T23:00", 1), ("2025-11-24T14:00", 2), ("2025-11-24T16:00", 1)];
    let expected = expected.map(|(time, n)| (json!(time), json!(n)));
    assert_eq!(times[..3], expected.each_ref().map(|it| (&it.0, &it.1)));
    assert_eq!(times[3], (&json!(null), &json!(1)));
    assert_eq!(document["times"][1]["rules"], json!({"misnamed-field": 1}));
    assert_eq!(document["rules"][0], json!({"code": "misnamed-field", "severity": "error", "findings": 2, "lines": 2}));
    assert_eq!((&document["version"], &document["summary"]["errors"]), (&json!(1), &json!(3)));
}

#[test]
fn what_makes_no_sense_together_is_refused_by_name() {
    let folder = archive(&[&line(GOOD)]);
    folder.write("b.ndjson", line(GOOD));
    for (args, words) in [
        (&["a.ndjson", "b.ndjson"][..], "'--ndjson <FILE>' cannot be used with '[PATH]...'"),
        (&["a.ndjson", "--reader"], "'--ndjson <FILE>' cannot be used with '--reader'"),
        (&["a.ndjson", "--ndjson", "b.ndjson"], "'--ndjson <FILE>' cannot be used multiple times"),
        (&["-", "--stdin-filename", "x"], "'--stdin-filename <PATH>'"),
        (&["a.ndjson", "--request", "b.ndjson"], "'--request <FILE>'"),
        (
            &["a.ndjson", "--format", "sarif"],
            "`--format sarif` is written in one piece, so it cannot be used with `--ndjson`",
        ),
        (&["a.ndjson", "--format", "agent"], "`--format agent` is about single files"),
        (&["a.ndjson", "--format", "github", "--summary"], "`--summary` cannot be used with `--format github`"),
        (&["a.ndjson", "--summary=week"], "day, hour"),
        (&["nowhere.ndjson"], "`nowhere.ndjson` does not exist"),
        (&["."], "s a directory"),
    ] {
        let run = folder.run(&[&["check", "--ndjson"], args].concat());
        assert!(run.code == 2 && run.err.contains(words), "{args:?}: {} {}", run.code, run.err);
    }
    for args in [&["check", "--from-line", "2"][..], &["check", "--summary"], &["fix", "--ndjson", "a.ndjson"]] {
        let run = folder.run(args);
        assert!(run.code == 2 && run.err.contains("--ndjson"), "{args:?}: {}", run.err);
    }
    for (name, bytes) in [("gzip", &b"\x1f\x8b\x08\0\n"[..]), ("zstd", b"\x28\xb5\x2f\xfd\n"), ("xz", b"\xfd7zXZ\0\n")]
    {
        let run = folder.run_with_input(&["check", "--ndjson", "-"], bytes);
        assert!(run.code == 2 && run.err.contains(&format!("`{name} -dc`")), "{}", run.err);
    }
}

#[test]
fn the_exit_status_is_that_of_check() {
    let warned = line(GOOD).replacen("45.123456+00:00", "45.123456", 1);
    let folder = archive(&[&warned, &warned]);
    folder.write("empty.ndjson", "\n");
    let code = |args: &[&str]| folder.run(&[&["check", "--ndjson"], args].concat()).code;
    assert_eq!(code(&["a.ndjson"]), 0);
    assert_eq!(code(&["a.ndjson", "--error-on", "warning"]), 1);
    assert_eq!(code(&["a.ndjson", "--max-warnings", "1", "--quiet"]), 1);
    assert_eq!(code(&["a.ndjson", "--max-warnings", "2"]), 0);
    folder.write("bad.ndjson", line(&renamed()));
    assert_eq!(code(&["bad.ndjson"]), 1);
    assert_eq!(code(&["bad.ndjson", "--exit-zero"]), 0);
    assert_eq!(code(&["a.ndjson", "--error-on", "warning", "--summary"]), 1);
    assert_eq!(code(&["empty.ndjson"]), 0);
    assert_eq!(code(&["empty.ndjson", "--error-on-no-files"]), 2);
}

#[test]
fn project_files_count_and_walks_read_no_archives() {
    let folder = archive(&[&line(&renamed())]);
    folder.write("b.jsonl", line(&renamed()));
    assert_eq!(folder.run(&["check", "--format", "json"]).paths(), Vec::<String>::new());
    folder.write("agent-response.toml", "[rules]\nmisnamed-field = \"warning\"\n");
    let run = folder.run(&["check", "--ndjson", "a.ndjson"]);
    assert!(run.code == 0 && run.out.contains("warning[misnamed-field]"), "{}", run.out);
    assert_eq!(folder.run(&["check", "--ndjson", "a.ndjson", "--no-config"]).code, 1);
    folder.write("agent-response.toml", "[[files]]\nglob = \"*.ndjson\"\nformat = \"agent-request\"\n");
    let (lines, _) = json(&folder.run(&["check", "--ndjson", "a.ndjson", "--format", "json"]));
    assert_eq!(lines[0]["format"]["id"], "agent-request");
    folder.write("agent-response.toml", "profile = 1\n");
    for format in ["human", "json", "github"] {
        let run = folder.run(&["check", "--ndjson", "a.ndjson", "--format", format]);
        assert!(run.code == 2 && run.out.contains("agent-response.toml"), "{format}: {}", run.out);
    }
    assert_eq!(archive(&[&line(GOOD)]).run(&["check", "--ndjson", "a.ndjson", "--rule", "not-pretty=error"]).code, 1);
}
