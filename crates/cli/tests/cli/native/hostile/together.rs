//! Several programs that write one file at once: it always has the whole text of one of them.

use std::{
    fs,
    process::{Child, Stdio},
    thread,
    time::Instant,
};

use super::NAME;
use crate::run::{Folder, GOOD, command, renamed};

/// A text of 128 KiB with a mark of its own.
fn filled(text: &str, mark: char) -> String {
    let filler = mark.to_string().repeat(1 << 17);
    text.replacen("\"metadata\": {", &format!("\"metadata\": {{\"x\": \"{filler}\", "), 1)
}

fn fix(folder: &Folder) -> Child {
    command(&folder.path(""), &["fix"]).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Whether the command wrote the file; if not, it says that another program did.
fn has_written(child: Child) -> bool {
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() || said.contains("was changed by someone else"), "{}: {said}", output.status);
    output.status.success()
}

#[test]
fn four_fixes_of_one_file_write_it_whole() {
    for _ in 0..12 {
        let folder = Folder::with(&[(NAME, &filled(&renamed(), 'y'))]);
        let fixes: Vec<_> = (0..4).map(|_| fix(&folder)).collect();
        let n_done = fixes.into_iter().map(has_written).filter(|it| *it).count();
        assert!(n_done > 0);
        assert!(folder.read(NAME) == filled(GOOD, 'y'), "the file is not the fixed one");
        assert_eq!(folder.names(), [NAME]);
    }
}

/// An editor saves in place, or writes another file and gives it the name.
#[test]
fn what_an_editor_saves_during_a_fix_stays_whole() {
    const MOMENTS: u32 = 24;
    let saved = filled(&renamed(), 'e');
    let states = [filled(GOOD, 'y'), saved.clone(), filled(GOOD, 'e')];
    let folder = Folder::with(&[(NAME, &filled(&renamed(), 'y'))]);
    let start = Instant::now();
    assert!(has_written(fix(&folder)));
    let length = start.elapsed();
    for is_in_place in [true, false] {
        let mut n_kept = 0;
        for moment in 0..MOMENTS {
            let folder = Folder::with(&[(NAME, &filled(&renamed(), 'y'))]);
            let running = fix(&folder);
            thread::sleep(length * moment / MOMENTS);
            if is_in_place {
                fs::write(folder.path(NAME), &saved).unwrap();
            } else {
                folder.write("saved", &saved);
                fs::rename(folder.path("saved"), folder.path(NAME)).unwrap();
            }
            let has_written = has_written(running);
            let text = folder.read(NAME);
            assert!(
                states.contains(&text),
                "at {moment}, in place: {is_in_place}, the file is none of the whole texts"
            );
            // A command that gave up left what was saved.
            assert!(has_written || text == saved, "at {moment}, in place: {is_in_place}, what was saved is gone");
            assert_eq!(folder.names(), [NAME]);
            n_kept += u32::from(text != states[0]);
        }
        assert!(n_kept > 0, "nothing was saved, in place: {is_in_place}");
    }
}
