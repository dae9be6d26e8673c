//! Files without a slip, and the library's results for them.

use std::{fs, path::Path};

use agent_response::{Options, Report, Severity, fix, validate};
use serde_json::Value;

use super::places::{Place, places};
use super::values::read;

/// Files above this many bytes are skipped: the time is better spent on many slips than on long files.
const MOST_BYTES: usize = 60_000;

/// A file by name and text.
pub(crate) struct File {
    /// Its name, which determines its format.
    pub(crate) name: String,
    /// Where it comes from.
    pub(crate) origin: String,
    pub(crate) text: String,
}

/// A file whose two levels both parse. It may have findings of its own, whose fixes have nothing to do with the slip.
pub(crate) struct Good<'f> {
    pub(crate) file: &'f File,
    pub(crate) places: Vec<(String, Vec<Place>)>,
    pub(crate) value: Value,
    pub(crate) counts: Counts,
    /// Its value after all safe fixes.
    pub(crate) fixed: Option<Value>,
    /// Its value after all fixes, including suggestions.
    pub(crate) mended: Option<Value>,
}

impl<'f> Good<'f> {
    /// `None` if the file does not parse.
    pub(crate) fn new(file: &'f File) -> Option<Self> {
        let value = read(&file.text).filter(|_| file.text.len() < MOST_BYTES)?;
        let options = options(&file.name);
        Some(Self {
            file,
            places: places(&file.text),
            value,
            counts: Counts::of(&validate(&file.text, &options)),
            fixed: read(&fix(&file.text, &options, false).text),
            mended: read(&fix(&file.text, &options, true).text),
        })
    }
}

/// How many findings a report has.
#[derive(Clone, Copy)]
pub(crate) struct Counts {
    pub(crate) n_errors: usize,
    pub(crate) n_warnings: usize,
}

impl Counts {
    pub(crate) fn of(report: &Report) -> Self {
        let count = |severity| report.diagnostics.iter().filter(|it| it.severity == severity).count();
        Self { n_errors: count(Severity::Error), n_warnings: count(Severity::Warning) }
    }
}

pub(super) fn options(file_name: &str) -> Options {
    Options { file_name: Some(file_name.to_owned()), ..Options::default() }
}

/// All response files below the folder, sorted by path.
pub(crate) fn found_in(folder: &Path) -> Vec<File> {
    let mut out = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(current) = folders.pop() {
        for entry in fs::read_dir(&current).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() {
                folders.push(path);
            } else if name.ends_with(".json") && !name.contains("index") && !name.contains("request") {
                let origin = path.strip_prefix(folder).unwrap().to_string_lossy().into_owned();
                out.push(File { name, origin, text: fs::read_to_string(&path).unwrap() });
            }
        }
    }
    out.sort_by(|one, other| one.origin.cmp(&other.origin));
    out
}
