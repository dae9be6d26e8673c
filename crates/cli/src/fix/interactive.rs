//! `fix --interactive`: asks about each fix. Nothing is written before the last answer.

use std::io::{ErrorKind, Read, Write};

use clap::builder::styling::AnsiColor;

use super::{FixRequest, remember};
use crate::{
    Trouble, complete, diff,
    files::{Batch, Target},
    fold::folded_lists,
    format::headline,
    guard::guarded,
    host::{self, ByteStream},
    load::{self, Loaded},
    output::{BOLD, Look, stderr, words},
    printer::FileOutcome,
    visible::visible,
};
use agent_response::{
    FixOffer, Options, Safety, StepwiseFix,
    report::FixResult,
    text::{DecodedFile, decode},
};

const HELP: &str = "\
Answers:
  y  apply this fix
  n  leave it out
  a  apply it and all others of this rule that are as safe, in the files that follow, too
  q  ask no more, and write what was applied
  ?  print this list
Ctrl-C or the end of the input ends the command, and nothing is written.
";

/// A rule, and how safe a fix for it is.
type FixRule = (&'static str, Safety);

/// What will be said of a file: that something is wrong with it, or what was decided.
enum Decision<'b> {
    Failed(Box<FileOutcome>),
    Fixed(Box<FixedFile<'b>>),
}

impl Decision<'_> {
    fn failed(outcome: FileOutcome) -> Self {
        Self::Failed(Box::new(outcome))
    }
}

struct FixedFile<'b> {
    target: &'b Target,
    bytes: Vec<u8>,
    result: FixResult,
    options: Options,
}

/// Asks about the fixes of all files; then writes what was applied.
pub(super) fn run(request: &FixRequest, batches: &[Batch], options: &Options) -> Result<Vec<FileOutcome>, Trouble> {
    let mut dialog = Dialog::begin()?;
    let mut decisions = Vec::new();
    for batch in batches {
        decisions.extend(batch.faulty.iter().map(|it| Decision::failed(FileOutcome::config(it, &request.view))));
        let Loaded { files, mut options } = load::load(batch, options);
        for (target, bytes) in files {
            load::set_for(&mut options, target, request.checking);
            complete::set_for(&mut options, target, request.complete);
            let bytes = match bytes.and_then(|it| readable(&target.shown, it)) {
                Ok(bytes) => bytes,
                Err(why) => {
                    let outcome = FileOutcome::failed(&target.shown, &Trouble::input(why), &request.view);
                    decisions.push(Decision::failed(outcome));
                    continue;
                }
            };
            let decided = guarded(|| dialog.file(target, &load::decoded(&bytes), &options, request));
            let Some(result) = decided.map_err(Trouble::bug)?? else { continue };
            remember(&mut options, &result.text);
            let fixed = FixedFile { target, bytes, result, options: options.clone() };
            decisions.push(Decision::Fixed(Box::new(fixed)));
        }
    }
    Ok(decisions.into_iter().map(|it| written(it, request)).collect())
}

/// Writes a file as it was decided.
fn written(decision: Decision, request: &FixRequest) -> FileOutcome {
    let FixedFile { target, bytes, result, mut options } = match decision {
        Decision::Failed(outcome) => return *outcome,
        Decision::Fixed(file) => *file,
    };
    let outcome = request.done((target, &bytes), &result, true, &mut options);
    outcome.unwrap_or_else(|it| FileOutcome::failed(&target.shown, &it, &request.view))
}

/// The bytes, if they are a text in which something can be fixed.
fn readable(path: &str, bytes: Vec<u8>) -> Result<Vec<u8>, String> {
    match decode(&bytes) {
        DecodedFile::Utf8(_) => Ok(bytes),
        DecodedFile::Utf16(..) | DecodedFile::Broken(..) => {
            Err(format!("{path}: not UTF-8; run `agent-response fix` without --interactive first"))
        }
    }
}

/// The answers so far.
struct Dialog {
    input: ByteStream,
    look: Look,
    /// The rules whose fixes are applied without a question, and how safe these are.
    rules: Vec<FixRule>,
    /// Whether the answers were explained.
    is_explained: bool,
    is_over: bool,
}

/// What to do with a fix.
enum FixAnswer {
    Yes,
    No,
    All,
    Quit,
}

impl Dialog {
    fn begin() -> Result<Self, Trouble> {
        if !host::is_interactive() {
            return Err(Trouble::input(
                "--interactive needs a terminal: the questions go to standard error, the answers come from standard input",
            ));
        }
        let (input, look) = (host::open_stdin(), Look::of_stderr());
        Ok(Self { input, look, rules: Vec::new(), is_explained: false, is_over: false })
    }

    /// Asks about the fixes of a file; `None` if it belongs to another program.
    fn file(
        &mut self,
        target: &Target,
        text: &str,
        options: &Options,
        request: &FixRequest,
    ) -> Result<Option<FixResult>, Trouble> {
        let mut steps = StepwiseFix::new(text, options, request.least);
        if target.is_foreign(steps.report()) {
            return Ok(None);
        }
        let mut n_asked = 0;
        while let Some(offer) = steps.offer().filter(|_| !self.is_over) {
            let rule = (offer.diagnostic.code, offer.fix.safety);
            if self.rules.contains(&rule) {
                steps.accept_rule();
                continue;
            }
            n_asked += 1;
            if !std::mem::replace(&mut self.is_explained, true) {
                self.print(&format!("{}\n", folded_lists(HELP, self.look.width)));
            }
            self.show(&target.shown, &steps, &offer, options);
            match self.ask(&question(&offer, n_asked))? {
                FixAnswer::Yes => steps.accept(),
                FixAnswer::No => steps.decline(),
                FixAnswer::All => {
                    self.rules.push(rule);
                    steps.accept_rule();
                }
                FixAnswer::Quit => self.is_over = true,
            }
        }
        Ok(Some(steps.finish()))
    }

    /// What is wrong, and what the fix would change.
    fn show(&self, path: &str, steps: &StepwiseFix, offer: &FixOffer, options: &Options) {
        let changes = diff::decoded(path, (steps.text(), &offer.after), options, self.look);
        self.print(&format!("{}{changes}", headline(path, steps, offer.diagnostic, self.look)));
    }

    /// Asks until there is an answer.
    fn ask(&mut self, question: &str) -> Result<FixAnswer, Trouble> {
        loop {
            let question = self.look.fold(question, 2, 1);
            let prompt = self.look.paint(AnsiColor::BrightBlue.on_default() | BOLD.get_effects(), question);
            self.print(&format!("{prompt} "));
            let Some(line) = self.line()? else {
                self.print("\n");
                return Err(Trouble::input("the input ended before the last answer, so nothing was written"));
            };
            let answer = match line.trim().to_lowercase().as_str() {
                "y" | "yes" => FixAnswer::Yes,
                "n" | "no" => FixAnswer::No,
                "a" | "all" => FixAnswer::All,
                "q" | "quit" => FixAnswer::Quit,
                _ => {
                    self.print(&folded_lists(HELP, self.look.width));
                    continue;
                }
            };
            self.print("\n");
            return Ok(answer);
        }
    }

    /// The next line of the input; `None` at its end.
    fn line(&mut self) -> Result<Option<String>, Trouble> {
        let (mut line, mut byte) = (Vec::new(), [0]);
        loop {
            match self.input.read(&mut byte) {
                Ok(0) => return Ok(None),
                Ok(_) if byte == *b"\n" => return Ok(Some(String::from_utf8_lossy(&line).into_owned())),
                Ok(_) if line.len() < LONGEST_LINE => line.extend(byte),
                Ok(_) => (),
                Err(error) if error.kind() == ErrorKind::Interrupted => (),
                Err(error) => return Err(Trouble::input(format!("standard input: {}", words(&error)))),
            }
        }
    }

    fn print(&self, text: &str) {
        // Nothing can be done if standard error is closed.
        let _ = stderr(self.look.colors).write_all(text.as_bytes());
    }
}

/// An answer has one letter.
const LONGEST_LINE: usize = 64;

/// The question, with its number and that of all questions about the file, as far as these are known.
fn question(offer: &FixOffer, n_asked: usize) -> String {
    let kind = if offer.fix.safety == Safety::Safe { "safe" } else { "suggestion" };
    let together = match offer.n_together {
        0 => String::new(),
        n => format!(", with {n} more that belong to it"),
    };
    let n_all = n_asked + offer.n_open - 1;
    format!("({n_asked}/{n_all}) {} ({kind}{together})? [y,n,a,q,?]", visible(&offer.fix.title))
}
