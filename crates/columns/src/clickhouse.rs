//! Rows as ClickHouse passes them to a function with the ABI `BUFFERED_V1`: a handle leads to the arguments of a block of rows in
//! the format RowBinary, and so does the handle that is returned to the results.

use agent_response::Options;

use crate::{memory::HostMemory, options::read_options, rows::check_row};

/// Checks a block of rows with one argument, the text, or with two, the text and the options. The results are texts, too.
/// `None` if the block has another form.
pub fn validate_block(memory: &mut HostMemory, handle: usize, rows: usize, has_options: bool) -> Option<usize> {
    let results = results(memory.bytes(memory.of_handle(handle)?)?, rows, has_options)?;
    let place = memory.put(results);
    memory.handle_of(place)
}

fn results(mut block: &[u8], rows: usize, has_options: bool) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    let mut line = String::new();
    let mut given: &[u8] = b"";
    let mut options: Result<Options, String> = read_options(given);
    for _ in 0..rows {
        let row = text(&mut block)?;
        if has_options {
            // Nearly always the same for all rows.
            let next = text(&mut block)?;
            if next != given {
                (given, options) = (next, read_options(next));
            }
        }
        line.clear();
        check_row(Some(row), &options, &mut line);
        push_length(line.len(), &mut out);
        out.extend_from_slice(line.as_bytes());
    }
    block.is_empty().then_some(out)
}

/// The next text of a block: its length, seven bits a byte and the lowest ones first, and its bytes.
fn text<'a>(block: &mut &'a [u8]) -> Option<&'a [u8]> {
    let mut size = 0;
    for shift in (0..u64::BITS).step_by(7) {
        let byte = *block.split_off_first()?;
        size |= u64::from(byte & 0x7f).checked_shl(shift)?;
        if byte < 0x80 {
            return block.split_off(..usize::try_from(size).ok()?);
        }
    }
    None
}

fn push_length(mut size: usize, out: &mut Vec<u8>) {
    while size > 0x7f {
        out.push(size as u8 | 0x80);
        size >>= 7;
    }
    out.push(size as u8);
}
