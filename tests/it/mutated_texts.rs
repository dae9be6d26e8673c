//! The laws hold for mutated texts too; `cargo mutations` looks at millions of them.

use crate::mutations::{check, laws, texts};
use crate::one_text::NOT_YET;

const N_TEXTS: usize = 3_000;

#[test]
fn laws_hold_for_mutated_texts() {
    let all = laws();
    assert!(NOT_YET.iter().all(|name| all.iter().any(|it| it.name == *name)), "no such law: {NOT_YET:?}");
    let held: Vec<_> = all.into_iter().filter(|it| !NOT_YET.contains(&it.name)).collect();
    let mut faults = Vec::new();
    check(&texts(), &held, (5, N_TEXTS), 3, |it| faults.push(format!("{}: {}\n{:?}", it.law, it.reason, it.text)));
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n\n"));
}
