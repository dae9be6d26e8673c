//! The functions under the names that they have in the file. A host calls one after the other: each instance is one thread.
//!
//! A function that traps, as only memory that has run out makes one, keeps what it had borrowed: the functions of that instance
//! then answer 0, and the host makes another one.

#![expect(unsafe_code, reason = "a function with a name of its own could replace another one; these all have a prefix")]

use std::cell::RefCell;

use crate::{
    clickhouse::validate_block,
    column::{ColumnPlaces, validate_column},
    memory::{BlockPlace, HostMemory},
};

thread_local! {
    static MEMORY: RefCell<HostMemory> = RefCell::default();
}

fn with<T: Default>(run: impl FnOnce(&mut HostMemory) -> T) -> T {
    MEMORY.with(|it| it.try_borrow_mut().map(|mut it| run(&mut it)).unwrap_or_default())
}

/// Two numbers in one, as a function returns only one.
fn packed((at, size): BlockPlace) -> u64 {
    (at as u64) << 32 | size as u64
}

/// A block for the host to fill; 0 without memory for it.
#[unsafe(no_mangle)]
extern "C" fn agent_response_alloc(size: usize) -> usize {
    with(|it| it.reserve(size)).unwrap_or_default()
}

/// Frees a block.
#[unsafe(no_mangle)]
extern "C" fn agent_response_free(at: usize, size: usize) {
    with(|it| it.free(at, size));
}

/// The version of the library.
#[unsafe(no_mangle)]
extern "C" fn agent_response_version() -> u64 {
    with(|it| packed(it.put(env!("CARGO_PKG_VERSION").into())))
}

/// Checks a column: a line of JSON for each row.
#[unsafe(no_mangle)]
extern "C" fn agent_response_validate_column(
    data: usize,
    data_size: usize,
    offsets: usize,
    rows: usize,
    validity: usize,
    options: usize,
    options_size: usize,
) -> u64 {
    let (data, options) = ((data, data_size), (options, options_size));
    with(|it| validate_column(it, ColumnPlaces { data, offsets, rows, validity, options }).map(packed))
        .unwrap_or_default()
}

/// A buffer that ClickHouse fills.
#[unsafe(no_mangle)]
extern "C" fn clickhouse_create_buffer(size: usize) -> usize {
    with(|it| {
        let at = it.reserve(size)?;
        it.handle_of((at, size))
    })
    .unwrap_or_default()
}

/// Frees such a buffer, or a result.
#[unsafe(no_mangle)]
extern "C" fn clickhouse_destroy_buffer(handle: usize) {
    with(|it| it.free_handle(handle));
}

/// Checks a block of rows with one argument, the text.
#[unsafe(no_mangle)]
extern "C" fn agent_response_validate(handle: usize, rows: usize) -> usize {
    with(|it| validate_block(it, handle, rows, false)).unwrap_or_default()
}

/// Checks a block of rows with two arguments, the text and the options.
#[unsafe(no_mangle)]
extern "C" fn agent_response_validate_with(handle: usize, rows: usize) -> usize {
    with(|it| validate_block(it, handle, rows, true)).unwrap_or_default()
}
