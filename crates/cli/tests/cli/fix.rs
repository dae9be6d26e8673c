//! `fix`: what is written, and what is left alone.

use crate::run::{Folder, GOOD, REQUEST, half_fixable, renamed};

const NAME: &str = ".agent-response-phase8.json";

fn folder(text: &str) -> Folder {
    Folder::with(&[(".agent-request-phase8.json", REQUEST), (NAME, text)])
}

#[test]
fn a_file_is_repaired_and_the_ledger_printed() {
    let folder = folder(&renamed());
    let run = folder.run(&["fix"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert_eq!(folder.read(NAME), GOOD);
    assert!(run.out.contains(&format!("{NAME}: 1 fix\n  line 5, column ")), "{}", run.out);
    assert!(run.out.contains("[misnamed-field]"), "{}", run.out);
    assert!(run.out.contains("1 finding fixed in 1 of 2 files; none left"), "{}", run.out);
    assert_eq!(folder.names(), [".agent-request-phase8.json", NAME], "nothing else is left behind");
}

#[test]
fn what_is_fixed_in_part_is_counted_apart() {
    let folder = Folder::with(&[("answer.json", "{\"status\": \"success\", \"result\": {\"a\": 1,}}\n")]);
    let args =
        |command| [command, "answer.json", "--as", "agent-response", "--payloads", "off", "--min-severity", "error"];
    let before = folder.run(&args("check"));
    assert!(
        before.out.contains("\n3 errors in 1 file; 2 can be fixed with `agent-response fix`, 1 in part; 1 file can be"),
        "{}",
        before.out
    );
    let after = folder.run(&args("fix"));
    assert!(after.out.contains("\n2 findings fixed, 1 in part, in 1 file; 1 error left ("), "{}", after.out);
    let left = folder.run(&args("check"));
    assert!(left.out.contains("\n1 error in 1 file ("), "{}", left.out);
}

#[test]
fn what_no_file_says_is_inserted_when_the_user_says_it() {
    let is_left = |it: &&str| !it.contains("\"created_at\"") && !it.contains("\"duration_seconds\"");
    let folder = folder(&GOOD.split_inclusive('\n').filter(is_left).collect::<String>());
    let run = |args: &[&str]| folder.run(args);
    let way = "; 1 file can be completed with `agent-response fix --complete --duration-seconds SECONDS`\n";
    assert!(run(&["check"]).out.ends_with(way), "{}", run(&["check"]).out);
    let in_part = run(&["fix", "--complete", "--created-at", "2025-11-24T14:22:45Z"]);
    assert!(folder.read(NAME).contains("\"created_at\": \"2025-11-24T14:22:45Z\""), "{}", folder.read(NAME));
    assert!(in_part.out.contains("1 error left; 1 file can be completed with `--complete --dur"), "{}", in_part.out);
    let run = run(&["fix", "--complete", "--duration-seconds", "1.5"]);
    assert_eq!(run.code, 0, "{}", run.out);
    assert!(folder.read(NAME).contains("\"duration_seconds\": 1.5"), "{}", folder.read(NAME));
}

#[test]
fn what_the_request_says_of_the_agent_is_inserted() {
    let (rest, _) = GOOD.split_once(",\n  \"metadata\"").unwrap();
    let folder = folder(&format!("{rest}\n}}\n"));
    folder.run(&["fix"]);
    let fixed = folder.read(NAME);
    assert!(fixed.contains("\"metadata\": {\"agent_name\": \"agent-content-enhancer\"}"), "{fixed}");
}

#[test]
fn a_missing_id_leads_to_the_request() {
    let lacking = |names: &[&str]| {
        let is_left = |it: &&str| !names.iter().any(|name| it.contains(&format!("\"{name}\"")));
        GOOD.split_inclusive('\n').filter(is_left).collect::<String>()
    };
    for (names, arguments) in [
        (&["request_id"][..], "--request FILE"),
        (&["request_id", "created_at"], "--complete --request FILE"),
        (&["request_id", "created_at", "duration_seconds"], "--complete --duration-seconds SECONDS --request FILE"),
    ] {
        let folder = Folder::with(&[(NAME, &lacking(names)), ("asked.json", REQUEST)]);
        let summary = folder.run(&["check", NAME]).out;
        let way = format!("; 1 file can be completed with `agent-response fix {arguments}`\n");
        assert!(summary.ends_with(&way), "{summary}");
        let left = folder.run(&["fix", NAME]).out;
        assert!(left.ends_with(&format!("; 1 file can be completed with `{arguments}`\n")), "{left}");
        let help = format!("  = help: Insert what is missing (run `agent-response fix {arguments}`)\n\n");
        assert!(left.contains(&help) && !summary.contains("what is missing"), "{left}");
        let given = arguments.replace("FILE", "asked.json").replace("SECONDS", "1.5");
        let fixed = folder.run(&[&["fix", NAME][..], &given.split(' ').collect::<Vec<_>>()].concat());
        assert!(fixed.code == 0 && folder.read(NAME).contains("7c1f0a52"), "{}", fixed.out);
    }
    let two = [(NAME, lacking(&["request_id"])), ("a.agent-response.json", lacking(&["request_id", "created_at"]))];
    let folder = Folder::with(&two.each_ref().map(|(name, text)| (*name, text.as_str())));
    let way = "; 2 files can be completed with `agent-response fix --complete --request FILE`, one at a time\n";
    assert!(folder.run(&["check"]).out.ends_with(way), "{}", folder.run(&["check"]).out);
}

#[test]
fn the_time_of_the_file_is_when_the_agent_finished() {
    let folder = folder("{\"status\": \"success\", \"response\": \"{}\"}");
    let written = std::time::UNIX_EPOCH + std::time::Duration::from_secs(1_764_003_765);
    std::fs::File::options().append(true).open(folder.path(NAME)).unwrap().set_modified(written).unwrap();
    folder.run(&["fix", "--complete"]);
    let text = folder.read(NAME);
    assert!(text.contains("\"created_at\": \"2025-11-24T17:02:45.000000+00:00\""), "{text}");
}

#[test]
fn what_completes_a_file_is_checked_first() {
    let folder = folder(GOOD);
    for (args, what) in [
        (&["fix", "--duration-seconds", "1"][..], "--complete"),
        (&["fix", "--complete", "--created-at", "noon"], "expected a time in ISO 8601"),
        (&["fix", "--complete", "--duration-seconds", "-1"], "a duration cannot be negative"),
    ] {
        let run = folder.run(args);
        assert!(run.code == 2 && run.err.contains(what), "{}", run.err);
    }
}

#[test]
fn the_ledger_names_places_of_the_file_as_it_was() {
    let folder =
        Folder::with(&[(NAME, "{\"status\": \"success\",\n\"result\": {\"é😀\": 1,},\n\"metadata\": {\"a\": [],}}\n")]);
    let run = folder.run(&["fix"]);
    for entry in
        ["line 2, column 1: Rename", "line 2, column 19: Remove the comma", "line 3, column 21: Remove the comma"]
    {
        assert!(run.out.contains(entry), "{entry}: {}", run.out);
    }
}

#[test]
fn what_cannot_be_repaired_is_shown_and_gives_exit_code_1() {
    let folder = folder(&half_fixable());
    let run = folder.run(&["fix"]);
    assert_eq!(run.code, 1);
    assert!(run.out.contains("[trailing-comma]") && run.out.contains("error[bad-timestamp]"), "{}", run.out);
    assert!(run.out.contains("1 finding fixed in 1 of 2 files; 1 error left"), "{}", run.out);
    assert!(folder.read(NAME).ends_with("}\n}\n"), "{}", folder.read(NAME));
}

#[test]
fn a_difference_is_shown_and_nothing_written() {
    let folder = folder(&renamed());
    let run = folder.run(&["fix", "--diff"]);
    assert_eq!((run.code, folder.read(NAME)), (1, renamed()));
    let lines: Vec<_> = run.out.lines().collect();
    assert_eq!(lines[..3], [format!("--- {NAME}"), format!("+++ {NAME}"), "@@ -2,7 +2,7 @@".to_owned()]);
    assert!(lines.iter().any(|it| it.starts_with("-  \"result\": ")), "{}", run.out);
    assert!(lines.iter().any(|it| it.starts_with("+  \"response\": ")), "{}", run.out);
    assert!(run.err.contains("1 finding would be fixed"), "{}", run.err);
}

#[test]
fn standard_input_is_repaired_to_standard_output() {
    let folder = folder(GOOD);
    let run = folder.run_with_input(&["fix", "-"], renamed());
    assert_eq!((run.code, run.out.as_str()), (0, GOOD));
    assert!(run.err.contains("[misnamed-field]"), "{}", run.err);
    let run = folder.run_with_input(&["fix", "-", NAME], GOOD);
    assert_eq!((run.code, run.out.as_str()), (2, ""));
}

#[test]
fn suggestions_are_applied_only_on_request() {
    let text = GOOD.replacen("42.5", "425000", 1);
    let folder = folder(&text);
    let asked = folder.run(&["fix"]);
    assert_eq!(folder.read(NAME), text);
    let left = "nothing fixed in 2 files; 2 infos left; 1 can be fixed with `--suggestions`\n";
    assert!(asked.out.ends_with(left), "{}", asked.out);
    let run = folder.run(&["fix", "--suggestions"]);
    assert!(folder.read(NAME).contains("\"duration_seconds\": 425"), "{}{}", run.out, folder.read(NAME));
    assert!(run.out.ends_with("1 finding fixed in 1 of 2 files; 1 info left\n"), "{}", run.out);
    assert!(!folder.read(NAME).contains("425000"));
}

#[test]
fn less_severe_findings_are_left_alone() {
    let text = renamed().replace('\n', " ");
    let folder = folder(&text);
    let run = folder.run(&["fix", "--min-severity", "error"]);
    assert!(run.out.ends_with("1 finding fixed in 1 of 2 files; none left (1 not shown, see --min-severity)\n"));
    assert_eq!(folder.read(NAME), GOOD.replace('\n', " "));
    // Hints are shown only on request, but fixed by default.
    folder.run(&["fix"]);
    assert_eq!(folder.read(NAME).trim(), GOOD.trim());
}

/// A file that is checked without looking for its fields, with so many items.
fn listed(n: usize, item: &str) -> Folder {
    Folder::with(&[("a.json", &format!("{{\"a\": [{}0]}}", format!("{item}, ").repeat(n)))])
}

#[test]
fn repairing_goes_on_until_nothing_is_left() {
    let folder = listed(13_000, "1 /* one */");
    let run = folder.run(&["fix", "a.json", "--min-severity", "error"]);
    assert!(run.out.contains("13000 findings fixed in 1 file; none left"), "{}", run.out.lines().last().unwrap());
    assert!(!folder.read("a.json").contains("/*"));
}

#[test]
fn more_guesses_than_a_few_are_made() {
    let folder = listed(50, "007");
    let run = folder.run(&["fix", "--suggestions", "a.json", "--min-severity", "error"]);
    assert!(run.out.contains("50 findings fixed in 1 file; none left"), "{}", run.out);
    // Nobody reads fifty lines that say the same.
    assert_eq!(run.out.matches("column ").count(), 20, "{}", run.out);
    assert!(run.out.contains("\n  and 30 more [bad-number]\n"), "{}", run.out);
}

#[test]
fn what_stopped_before_the_end_says_so() {
    let folder = listed(400, "\"a\" or \"b\"");
    let before = folder.read("a.json");
    let args = ["fix", "--suggestions", "a.json", "--min-severity", "error"];
    let run = folder.run(&args);
    let summary = run.out.lines().last().unwrap();
    assert!(summary.ends_with("; run it again to fix more"), "{summary}");
    assert!(folder.read("a.json") != before && folder.read("a.json").contains("\"a\" or \"b\""));
    let run = folder.run(&[&args[..], &["--diff", "--format", "json"]].concat());
    assert_eq!(run.files()[0]["settled"], false);
}

#[test]
fn a_payload_is_encoded_as_it_was_written() {
    let run = folder("").run_with_input(
        &["fix", "-", "--as", "agent-response"],
        r#"{"status": "success", "response": {"agents":[1, 2]}}"#,
    );
    assert!(run.out.contains("\n  \"response\": \"{\\\"agents\\\":[1, 2]}\",\n"), "{}", run.out);
}

#[test]
fn line_ends_and_other_bytes_stay() {
    let folder = folder(&renamed().replace('\n', "\r\n"));
    assert_eq!(folder.run(&["fix"]).code, 0);
    assert_eq!(folder.read(NAME), GOOD.replace('\n', "\r\n"));
}

#[test]
fn a_byte_order_mark_goes_because_it_is_a_fault() {
    let folder = folder(&format!("\u{feff}{GOOD}"));
    assert_eq!(folder.run(&["fix", "--rule", "byte-order-mark=off"]).code, 0);
    assert_eq!(folder.read(NAME), format!("\u{feff}{GOOD}"));
    assert_eq!(folder.run(&["fix"]).code, 0);
    assert_eq!(folder.read(NAME), GOOD);
}

#[test]
fn the_id_is_copied_from_the_request_beside_it() {
    // Another id may be the right one, so it stays unless suggestions are applied.
    let other = GOOD.replacen("7c1f0a52", "00000000", 1);
    let folder = folder(&other);
    assert_eq!(folder.run(&["fix", NAME]).code, 1);
    assert_eq!(folder.read(NAME), other);
    assert_eq!(folder.run(&["fix", "--suggestions", NAME]).code, 0);
    assert_eq!(folder.read(NAME), GOOD);
}

#[cfg(unix)]
mod unix {
    use std::{
        fs,
        os::unix::fs::{MetadataExt, PermissionsExt, symlink},
    };

    use super::{NAME, folder};
    use crate::run::{GOOD, renamed};

    fn set_mode(path: &std::path::Path, mode: u32) {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }

    #[test]
    fn nothing_is_written_when_there_is_nothing_to_fix() {
        let folder = folder(GOOD);
        let before = fs::metadata(folder.path(NAME)).unwrap();
        assert_eq!(folder.run(&["fix"]).code, 0);
        let after = fs::metadata(folder.path(NAME)).unwrap();
        assert_eq!((before.ino(), before.ctime_nsec()), (after.ino(), after.ctime_nsec()));
    }

    #[test]
    fn the_file_is_replaced_whole_and_keeps_its_mode() {
        let folder = folder(&renamed());
        let path = folder.path(NAME);
        for mode in [0o600, 0o664] {
            fs::write(&path, renamed()).unwrap();
            set_mode(&path, mode);
            let reader = fs::File::open(&path).unwrap();
            assert_eq!(folder.run(&["fix"]).code, 0);
            assert_eq!(fs::metadata(&path).unwrap().mode() & 0o7777, mode);
            assert_eq!(folder.read(NAME), GOOD);
            // Who had the file open still reads the old text: it was not written in place.
            assert_eq!(std::io::read_to_string(reader).unwrap(), renamed());
        }
    }

    #[test]
    fn a_link_stays_a_link_and_its_target_is_repaired() {
        let folder = folder(GOOD);
        folder.write("real/answer.json", renamed());
        fs::remove_file(folder.path(NAME)).unwrap();
        symlink("real/answer.json", folder.path(NAME)).unwrap();
        assert_eq!(folder.run(&["fix"]).code, 0);
        assert!(fs::symlink_metadata(folder.path(NAME)).unwrap().is_symlink());
        assert_eq!(folder.read("real/answer.json"), GOOD);
    }

    #[test]
    fn a_read_only_file_is_refused() {
        let folder = folder(&renamed());
        set_mode(&folder.path(NAME), 0o444);
        let run = folder.run(&["fix"]);
        assert_eq!((run.code, folder.read(NAME)), (2, renamed()));
        assert!(run.err.contains("read-only"), "{}", run.err);
    }
}
