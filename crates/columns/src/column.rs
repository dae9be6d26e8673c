//! Rows as Arrow has them: the bytes of all, and where each begins.

use crate::{
    memory::{BlockPlace, HostMemory},
    options::read_options,
    rows::check_row,
};

/// A column in the memory of a host.
#[derive(Clone, Copy, Debug, Default)]
pub struct ColumnPlaces {
    /// The bytes of all rows.
    pub data: BlockPlace,
    /// The address of the offsets, one more than there are rows: `int32_t`, each at least as large as the one before.
    pub offsets: usize,
    /// How many rows there are.
    pub rows: usize,
    /// The address of the bits that say which rows are not null, the first row in the lowest bit of the first byte; 0 if none is.
    pub validity: usize,
    /// The text of the options.
    pub options: BlockPlace,
}

/// Checks the rows of a column. The result is a line for each; `None` if the numbers cannot be right.
pub fn validate_column(memory: &mut HostMemory, column: ColumnPlaces) -> Option<BlockPlace> {
    let lines = lines(memory, column)?;
    Some(memory.put(lines.into_bytes()))
}

fn lines(memory: &HostMemory, column: ColumnPlaces) -> Option<String> {
    let data = memory.bytes(column.data)?;
    let size = column.rows.checked_add(1)?.checked_mul(4)?;
    let offsets = memory.bytes((column.offsets, size))?.as_chunks::<4>().0;
    let validity = match column.validity {
        0 => None,
        at => Some(memory.bytes((at, column.rows.div_ceil(8)))?),
    };
    // All before the first row is checked.
    let offset = |it: &[u8; 4]| usize::try_from(i32::from_le_bytes(*it)).ok();
    let rows = offsets.array_windows().map(|[from, to]| data.get(offset(from)?..offset(to)?));
    let rows = rows.collect::<Option<Vec<_>>>()?;
    let options = read_options(memory.bytes(column.options)?);
    let mut out = String::new();
    for (idx, row) in rows.into_iter().enumerate() {
        let bits = validity.map_or(Some(&u8::MAX), |it| it.get(idx / 8))?;
        check_row(Some(row).filter(|_| bits >> (idx % 8) & 1 == 1), &options, &mut out);
        out.push('\n');
    }
    Some(out)
}
