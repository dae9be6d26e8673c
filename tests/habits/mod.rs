//! One kind of fault at each place of a good text that can have it: who makes a fault makes it in every text.

#![allow(dead_code)] // Each of the programs that include it needs a part.

mod kinds;

use std::{collections::BTreeMap, fmt};

use agent_response::json::quote;
use agent_response::{Options, Repair, Severity, WrapOptions, fix, recover, unwrap, validate};
use serde_json::{Map, Value, json};

use crate::random::{Random, hash};
use kinds::{HABITS, Habit};

/// What to measure.
pub(crate) struct HabitPlan {
    pub(crate) seed: u64,
    pub(crate) n: usize,
    /// Words that the kind contains.
    pub(crate) kind: Option<String>,
}

/// Where the broken JSON is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HabitForm {
    /// In the string of an agent response.
    File,
    Alone,
    /// In the words of a model.
    Output,
}

/// What became of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum HabitMark {
    /// The fixes and suggestions give back what was meant.
    Restored,
    /// They lose members or items.
    Lost,
    /// They give another value.
    Other,
    /// They do not lead to JSON.
    Kept,
    /// Safe fixes alone give another value.
    Harm,
    /// There are no more errors than faulty places.
    Few,
    /// The broken text counts as valid.
    Valid,
}

impl HabitMark {
    pub(crate) const ALL: [Self; 7] =
        [Self::Restored, Self::Lost, Self::Other, Self::Kept, Self::Harm, Self::Few, Self::Valid];
}

/// A broken text.
pub(crate) struct HabitText {
    pub(crate) kind: &'static str,
    pub(crate) form: HabitForm,
    pub(crate) text: String,
    pub(crate) value: Value,
    /// How many of its values and keys are faulty.
    pub(crate) n_faulty: usize,
}

/// Marks by kind.
#[derive(Default)]
pub(crate) struct HabitTally {
    kinds: BTreeMap<&'static str, (usize, BTreeMap<HabitMark, usize>)>,
}

impl HabitTally {
    pub(crate) fn n(&self) -> usize {
        self.kinds.values().map(|it| it.0).sum()
    }

    pub(crate) fn count(&self, mark: HabitMark) -> usize {
        self.kinds.values().filter_map(|it| it.1.get(&mark)).sum()
    }

    /// How many of the texts have the mark, in percent.
    pub(crate) fn percent(&self, mark: HabitMark) -> f64 {
        100.0 * self.count(mark) as f64 / self.n().max(1) as f64
    }
}

impl fmt::Display for HabitTally {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{:<34} {:>5}", "habit", "n")?;
        HabitMark::ALL.iter().try_for_each(|it| write!(f, " {:>9}", format!("{it:?}").to_lowercase()))?;
        for (kind, (n, marks)) in &self.kinds {
            write!(f, "\n{kind:<34} {n:>5}")?;
            for mark in HabitMark::ALL {
                write!(f, " {:>9}", marks.get(&mark).copied().unwrap_or_default())?;
            }
        }
        write!(f, "\n{:<34} {:>5}", "all, in percent", self.n())?;
        HabitMark::ALL.iter().try_for_each(|it| write!(f, " {:>9.2}", self.percent(*it)))
    }
}

/// Breaks texts made from the seed and counts what becomes of them.
pub(crate) fn measure(plan: &HabitPlan, mut each: impl FnMut(&HabitText, &[HabitMark])) -> HabitTally {
    let wanted = |it: &&Habit| plan.kind.as_ref().is_none_or(|kind| it.name.contains(kind));
    let habits: Vec<&Habit> = HABITS.iter().filter(wanted).collect();
    let mut tally = HabitTally::default();
    // Of two seeds that differ by little, no text is the same.
    let base = hash(&plan.seed.to_string());
    for idx in 0..plan.n {
        let habit = habits[idx % habits.len()];
        // A new kind does not change the texts of the others.
        let text = HabitText::new(habit, &mut Random::new(base ^ hash(habit.name) ^ (idx / habits.len()) as u64));
        if serde_json::from_str::<Value>(&text.text).is_ok() && text.form != HabitForm::File || text.n_faulty == 0 {
            continue;
        }
        let marks = text.marks();
        let row = tally.kinds.entry(habit.name).or_default();
        row.0 += 1;
        marks.iter().for_each(|it| *row.1.entry(*it).or_default() += 1);
        each(&text, &marks);
    }
    tally
}

const ID: &str = "32ecfadc-2b66-4daa-a7c0-a03c449fcea5";
const TIME: &str = "2025-11-24T14:22:45+00:00";

impl HabitText {
    fn new(habit: &'static Habit, dice: &mut Random) -> Self {
        let value = payload(habit, dice);
        let on_lines = habit.on_lines || dice.below(2) == 0;
        let mut writer = Writer { habit, on_lines, out: String::new(), n_faulty: 0 };
        writer.write(&value, 0);
        let broken = (habit.whole)(&writer.out);
        let n_faulty = if writer.out == broken { writer.n_faulty } else { writer.n_faulty.max(1) };
        let form = *dice.one_of(&[HabitForm::File, HabitForm::Alone, HabitForm::Output]);
        let text = match form {
            HabitForm::File => envelope(&broken),
            HabitForm::Alone => broken,
            HabitForm::Output => format!("Here is the result:\n\n```json\n{broken}\n```\n\nI checked all files.\n"),
        };
        Self { kind: habit.name, form, text, value, n_faulty }
    }

    fn marks(&self) -> Vec<HabitMark> {
        let mut out = Vec::new();
        let repaired = match self.form {
            HabitForm::Output => self.recovered(Repair::All),
            HabitForm::File | HabitForm::Alone => self.fixed(true),
        };
        out.push(match &repaired {
            None => HabitMark::Kept,
            Some(it) if *it == self.value => HabitMark::Restored,
            Some(it) if n_values(it) < n_values(&self.value) => HabitMark::Lost,
            Some(_) => HabitMark::Other,
        });
        let safe = match self.form {
            HabitForm::Output => self.recovered(Repair::Safe),
            HabitForm::File | HabitForm::Alone => self.fixed(false),
        };
        if safe.is_some_and(|it| it != self.value) {
            out.push(HabitMark::Harm);
        }
        let report = validate(&self.text, &self.options());
        let n_errors = report.diagnostics.iter().filter(|it| it.severity == Severity::Error).count();
        let is_fence = usize::from(self.form == HabitForm::Output) * 2;
        if n_errors <= self.n_faulty + is_fence {
            out.push(HabitMark::Few);
        }
        if report.valid {
            out.push(HabitMark::Valid);
        }
        out
    }

    fn options(&self) -> Options {
        let name = if self.form == HabitForm::File { ".agent-response-phase7.json" } else { "payload.json" };
        Options { file_name: Some(name.to_owned()), ..Options::default() }
    }

    /// The value after the fixes; `None` if the text is no JSON then.
    fn fixed(&self, suggestions: bool) -> Option<Value> {
        let text = fix(&self.text, &self.options(), suggestions).text;
        let value: Value = serde_json::from_str(&text).ok()?;
        if self.form == HabitForm::Alone {
            return Some(value);
        }
        match &value["response"] {
            Value::String(text) => serde_json::from_str(text).ok(),
            other => Some(other.clone()),
        }
    }

    fn recovered(&self, repair: Repair) -> Option<Value> {
        let options = WrapOptions { created_at: TIME.to_owned(), repair, ..WrapOptions::default() };
        let text = recover(&self.text, &options).ok()?.text;
        serde_json::from_str(&unwrap(&text)?.content).ok()
    }
}

fn envelope(payload: &str) -> String {
    format!(
        "{{\n  \"request_id\": \"{ID}\",\n  \"version\": \"1.0\",\n  \"status\": \"success\",\n  \"response\": {},\n  \
         \"error_message\": null,\n  \"error_type\": null,\n  \"created_at\": \"{TIME}\",\n  \"duration_seconds\": 1.5,\n  \
         \"metadata\": {{}}\n}}\n",
        quote(payload)
    )
}

/// How many values there are, at all depths.
fn n_values(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(n_values).sum::<usize>(),
        Value::Object(members) => 1 + members.values().map(n_values).sum::<usize>(),
        _ => 1,
    }
}

/// Some records with the same fields, a list of texts, or both.
fn payload(habit: &Habit, dice: &mut Random) -> Value {
    const NAMES: &[&str] = &["title", "note", "detail", "owner"];
    let n_texts = 1 + dice.below(NAMES.len());
    let n_rows = [1, 2, 3, 5, 10, 30][dice.below(6)];
    let text = |dice: &mut Random| json!(dice.one_of(habit.texts));
    let row = |dice: &mut Random| {
        let mut row = Map::new();
        NAMES.iter().take(n_texts).for_each(|it| drop(row.insert((*it).to_owned(), text(dice))));
        row.insert("n".to_owned(), json!(dice.below(5000)));
        row.insert("done".to_owned(), [json!(true), json!(false), json!(null)][dice.below(3)].clone());
        Value::Object(row)
    };
    match dice.below(4) {
        0 => json!({ "steps": (0..=n_rows).map(|_| text(dice)).collect::<Vec<_>>(), "n": 3 }),
        1 => json!((0..n_rows).map(|_| row(dice)).collect::<Vec<_>>()),
        2 => json!({ "rows": (0..n_rows).map(|_| row(dice)).collect::<Vec<_>>(), "total": n_rows }),
        _ => {
            let inner = |dice: &mut Random| json!({ "head": row(dice), "tags": ["a", text(dice)] });
            json!({ "summary": text(dice), "findings": (0..n_rows).map(|_| inner(dice)).collect::<Vec<_>>() })
        }
    }
}

/// Writes a value as somebody with the habit does.
struct Writer {
    habit: &'static Habit,
    on_lines: bool,
    out: String,
    n_faulty: usize,
}

impl Writer {
    fn write(&mut self, value: &Value, depth: usize) {
        match value {
            Value::String(text) => self.put(&(self.habit.text)(text), &quote(text)),
            Value::Object(members) => {
                self.put(self.habit.braces.0, "{");
                for (idx, (key, value)) in members.iter().enumerate() {
                    self.begin(idx, depth + 1);
                    self.put(&(self.habit.key)(key), &quote(key));
                    self.put(self.habit.colon, ": ");
                    self.write(value, depth + 1);
                }
                self.put(self.habit.last, "");
                self.line(depth);
                self.put(self.habit.braces.1, "}");
            }
            Value::Array(items) => {
                self.put(self.habit.brackets.0, "[");
                for (idx, item) in items.iter().enumerate() {
                    self.begin(idx, depth + 1);
                    self.write(item, depth + 1);
                }
                self.line(depth);
                self.put(self.habit.brackets.1, "]");
            }
            other => self.put(&(self.habit.literal)(other), &other.to_string()),
        }
    }

    /// Writes a text, which is faulty if JSON writes it differently.
    fn put(&mut self, text: &str, json: &str) {
        self.n_faulty += usize::from(text != json);
        self.out += text;
    }

    fn begin(&mut self, idx: usize, depth: usize) {
        if idx > 0 {
            let comma = self.habit.comma;
            self.put(
                if self.on_lines { comma.trim_end_matches(' ') } else { comma },
                if self.on_lines { "," } else { ", " },
            );
        }
        self.line(depth);
    }

    fn line(&mut self, depth: usize) {
        if self.on_lines {
            self.out += "\n";
            self.out += &"  ".repeat(depth);
        }
    }
}
