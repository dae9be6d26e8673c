//! `explain` and `formats`.

use crate::run::Folder;

#[test]
fn every_rule_is_listed_and_has_a_page() {
    let folder = Folder::with(&[]);
    let list = folder.run(&["explain"]);
    assert_eq!(list.code, 0);
    let ids: Vec<_> = list.out.lines().map(|it| it.split(' ').next().unwrap()).collect();
    assert!(ids.contains(&"missing-field") && ids.len() > 50, "{ids:?}");
    for id in [ids[0], "missing-field", ids[ids.len() - 1]] {
        let page = folder.run(&["explain", id]);
        assert_eq!(page.code, 0);
        assert!(page.out.starts_with(&format!("# {id}\n")), "{}", page.out);
    }
}

#[test]
fn an_unknown_rule_is_answered_with_the_nearest() {
    let check = |rule: &str, words: &str| {
        let run = Folder::with(&[]).run(&["explain", rule]);
        assert_eq!((run.code, run.out.as_str()), (2, ""));
        assert!(run.err.contains(words), "{}", run.err);
    };
    check("mising-field", "did you mean `missing-field`?");
    check("Missing_Field", "did you mean `missing-field`?");
    check("comma", "did you mean `");
    check("delegatr", "did you mean `delegator`?");
    check(
        "qqqqqqqq",
        "unknown rule or format `qqqqqqqq`; `agent-response explain` lists the rules, `agent-response formats` the formats",
    );
}

#[test]
fn every_format_has_a_page() {
    let folder = Folder::with(&[]);
    for line in folder.run(&["formats"]).out.lines() {
        let id = line.split(' ').next().unwrap();
        let page = folder.run(&["explain", id]);
        assert!(page.code == 0 && page.out.starts_with(&format!("# {id}\n")), "{id}: {}{}", page.out, page.err);
    }
}

#[test]
fn pages_have_no_words_for_programs() {
    let folder = Folder::with(&[]);
    let names = [folder.run(&["explain"]).out, folder.run(&["formats"]).out].concat();
    for id in names.lines().map(|it| it.split(' ').next().unwrap()) {
        let page = folder.run(&["explain", id]).out;
        let fences = page.lines().filter_map(|it| it.strip_prefix("```")).map(|it| it.trim_start_matches('`'));
        fences.for_each(|it| assert!(!it.contains([' ', '=']), "{id}: {it}"));
        assert!(!page.lines().any(|it| it.starts_with("<!--")), "{page}");
    }
    let page = folder.run(&["explain", "agent-response"]).out;
    assert!(page.contains("\n`.agent-response-phase5.json`:\n\n```json\n{\n"), "{page}");
    let page = folder.run(&["explain", "missing-comma"]).out;
    assert!(page.contains("\nAfter the fix:\n\n```json\n{\n"), "{page}");
}

#[test]
fn formats_are_listed_with_their_files() {
    let run = Folder::with(&[]).run(&["formats"]);
    assert_eq!(run.code, 0);
    assert!(
        run.out.contains(".agent-response*.json, *.agent-response*.json") && run.out.contains("enhancement"),
        "{}",
        run.out
    );
}
