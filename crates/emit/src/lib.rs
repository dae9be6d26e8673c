//! What else the tables produce: schemas, types, tables for people. Every word of `spec` is handled here, and no
//! format is named. Also what the types of results produce: their readers in JavaScript. The output is committed, and a
//! test keeps it up to date.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

mod annotations;
mod book;
mod calls;
mod demand;
mod fields;
mod hidden;
mod ids;
mod json;
mod json_schema;
mod python;
mod readers;
mod relations;
mod signs;
mod test;
mod typescript;
mod values;

use agent_response::spec::Format;

pub use fields::fields;
pub use hidden::unprintable;
pub use ids::{ids, of_calls};
pub use python::python;
pub use readers::readers;
pub use typescript::{types, types_of_calls};

/// A JSON Schema 2020-12 that rejects what is an error by the table: the strictest that rejects nothing else.
pub fn schema(format: &'static Format) -> String {
    match &*kinds(format) {
        [] => json_schema::schema(format).text(),
        kinds => json_schema::of_kinds(format, kinds).text(),
    }
}

/// The kinds of a format with tool calls that are objects, the format itself first; none for other formats.
fn kinds(format: &'static Format) -> Vec<&'static Format> {
    let mut out: Vec<&Format> = agent_response::kinds(format).filter(|it| !it.is_list()).collect();
    out.sort_by_key(|it| !std::ptr::eq(*it, format));
    out
}

/// A JSON Schema for editors that says what fields are and asserts nothing: hover and completion, no problems.
pub fn annotations(format: &'static Format) -> String {
    annotations::annotations(format, &json_schema::telling(format)).text()
}
