//! Columns and blocks say about each row what the library says about its text.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use agent_response::{Options, report::Report, validate_bytes};
use agent_response_columns::{
    clickhouse::validate_block,
    column::{ColumnPlaces, validate_column},
    memory::{BlockPlace, HostMemory},
};
use serde_json::{Value, json};

/// All files of the samples, a broken half of each, and rows that are unlike any file.
fn rows() -> Vec<Vec<u8>> {
    let folders = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples")).unwrap();
    let entries = folders.flat_map(|it| std::fs::read_dir(it.unwrap().path()).unwrap());
    let files: Vec<_> = entries.map(|it| std::fs::read(it.unwrap().path()).unwrap()).collect();
    assert!(files.len() > 5, "{}", files.len());
    let halves = files.iter().map(|it| it[..it.len() / 2].to_vec());
    let odd: [&[u8]; 8] = [
        b"",
        b" \r\n",
        b"\xff{\"status\": 1}",
        b"\xef\xbb\xbf{}",
        b"{\"status\x1b[31m\xe2\x80\xae\": \"a\tb\"}",
        "{\n  \"é😀\": {\"response\": 1,}}".as_bytes(),
        b"##vso[x]",
        b"{\"messages\": [{\"role\": \"assistant\", \"tool_calls\": [{\"function\": {\"arguments\": \"{\"}}]}]}",
    ];
    halves.chain(odd.map(<[u8]>::to_vec)).chain(files.iter().cloned()).collect()
}

fn put(memory: &mut HostMemory, content: &[u8]) -> BlockPlace {
    let at = memory.reserve(content.len()).unwrap();
    if !content.is_empty() {
        memory.bytes_mut((at, content.len())).unwrap().copy_from_slice(content);
    }
    (at, content.len())
}

/// A column as Arrow has it, after some bytes that are not in it.
fn column(memory: &mut HostMemory, rows: &[Option<Vec<u8>>], options: &str) -> ColumnPlaces {
    let mut data = b"before".to_vec();
    let mut offsets = 6_i32.to_le_bytes().to_vec();
    let mut bits = vec![0_u8; rows.len().div_ceil(8)];
    for (idx, row) in rows.iter().enumerate() {
        data.extend(row.iter().flatten());
        offsets.extend(i32::try_from(data.len()).unwrap().to_le_bytes());
        bits[idx / 8] |= u8::from(row.is_some()) << (idx % 8);
    }
    data.extend(b"after");
    ColumnPlaces {
        data: put(memory, &data),
        offsets: put(memory, &offsets).0,
        rows: rows.len(),
        validity: if rows.contains(&None) { put(memory, &bits).0 } else { 0 },
        options: put(memory, options.as_bytes()),
    }
}

/// The lines for a column, each read.
fn checked(rows: &[Option<Vec<u8>>], options: &str) -> Vec<Value> {
    let mut memory = HostMemory::default();
    let column = column(&mut memory, rows, options);
    let lines = validate_column(&mut memory, column).expect("a column that can be read");
    let lines = String::from_utf8(memory.bytes(lines).unwrap().to_vec()).unwrap();
    assert!(lines.is_empty() || lines.ends_with('\n'));
    assert!(!lines.chars().any(|it| it.is_control() && it != '\n' || it == '\u{202e}'), "{lines}");
    lines.lines().map(|it| serde_json::from_str(it).expect(it)).collect()
}

/// The findings of a report as they are in a line.
fn expected(Report { diagnostics, .. }: &Report) -> Value {
    let finding = |it: &agent_response::report::Diagnostic| {
        let (line, column) = (it.range.start.line + 1, it.range.start.character + 1);
        json!({"code": it.code, "severity": it.severity.name(), "message": it.message, "pointer": it.pointer,
            "line": line, "column": column})
    };
    diagnostics.iter().map(finding).collect()
}

/// As an archive is checked.
fn options() -> Options {
    Options { rules: vec![("not-pretty".to_owned(), None)], ..Options::default() }
}

/// A block as ClickHouse has it.
fn block(memory: &mut HostMemory, texts: &[&[u8]]) -> usize {
    let mut content = Vec::new();
    for text in texts {
        let mut size = text.len();
        while size > 0x7f {
            content.push(size as u8 | 0x80);
            size >>= 7;
        }
        content.push(size as u8);
        content.extend(*text);
    }
    let place = put(memory, &content);
    memory.handle_of(place).unwrap()
}

/// The texts in a block of results.
fn texts(mut block: &[u8]) -> Vec<Value> {
    let mut out = Vec::new();
    while !block.is_empty() {
        let n = block.iter().position(|it| *it < 0x80).unwrap();
        let size = (0..=n).map(|at| usize::from(block[at] & 0x7f) << (7 * at)).sum::<usize>();
        out.push(serde_json::from_slice(&block[n + 1..][..size]).unwrap());
        block = &block[n + 1 + size..];
    }
    out
}

#[test]
fn a_column_has_the_findings_of_its_rows() {
    let mut rows: Vec<_> = rows().into_iter().map(Some).collect();
    let found: Vec<_> = rows.iter().flatten().map(|it| expected(&validate_bytes(it, &options()))).collect();
    assert!(found.iter().any(|it| it == &json!([])) && found.iter().filter(|it| it != &&json!([])).count() > 10);
    assert_eq!(checked(&rows, ""), found);
    assert_eq!(checked(&[], ""), [] as [Value; 0]);
    // With rows that are null between them.
    for idx in [3, 8, 9] {
        rows.insert(idx, None);
    }
    let lines = checked(&rows, "{}");
    assert_eq!([3, 8, 9].map(|it| lines[it].clone()), [(); 3].map(|()| Value::Null));
    assert_eq!(lines.into_iter().filter(|it| !it.is_null()).collect::<Vec<_>>(), found);
}

#[test]
fn a_block_has_the_findings_of_its_rows() {
    let rows = rows();
    let found: Vec<_> = rows.iter().map(|it| expected(&validate_bytes(it, &options()))).collect();
    let mut memory = HostMemory::default();
    let texts_of = |memory: &mut HostMemory, given: &[&[u8]], rows, has_options| {
        let handle = block(memory, given);
        let results = validate_block(memory, handle, rows, has_options).expect("a block that can be read");
        let out = texts(memory.bytes(memory.of_handle(results).unwrap()).unwrap());
        memory.free_handle(handle);
        memory.free_handle(results);
        out
    };
    let given: Vec<&[u8]> = rows.iter().map(|it| &**it).collect();
    assert_eq!(texts_of(&mut memory, &given, rows.len(), false), found);
    assert!(memory.is_empty());
    // The options are those of the row.
    let row: &[u8] = include_bytes!("../../../samples/missing-fields/.agent-response-phase8.json");
    let strict: &[u8] = b"{\"profile\": \"strict\", \"rules\": {\"missing-field\": \"off\"}}";
    let lines = texts_of(&mut memory, &[row, b"", row, strict, row, strict, row, b"{"], 4, true);
    assert!(lines[0].to_string().contains("missing-field") && !lines[1].to_string().contains("missing-field"));
    assert_eq!(lines[1], lines[2]);
    assert_eq!((&lines[3][0]["code"], lines[3].as_array().unwrap().len()), (&json!("invalid-options"), 1));
}

#[test]
fn options_count_for_all_rows() {
    let row = Some(b"{\"status\": 1}".to_vec());
    let all = checked(&[row.clone(), None, row.clone()], r#"{"limits": {"maxFindings": 1}}"#);
    assert_eq!((all[0].as_array().unwrap().len(), &all[0]), (1, &all[2]));
    let wrong = checked(&[row.clone(), None, row], r#"{"profile": "no\u001bne"}"#);
    let message = wrong[0][0]["message"].as_str().unwrap();
    assert!(message.starts_with("`options.profile` must be one of default, strict, upstream, but is "), "{message}");
    assert_eq!((&wrong[0], &wrong[1]), (&wrong[2], &Value::Null));
}

#[test]
fn a_row_that_is_too_large_or_takes_too_long_is_a_finding_of_its_own() {
    let small = Some(b"{\"status\": 1,}".to_vec());
    let large = Some(vec![b' '; (16 << 20) + 1]);
    let [before, too_large, after] = &checked(&[small.clone(), large.clone(), small.clone()], "")[..] else { panic!() };
    assert_eq!((before, &too_large[0]["code"]), (after, &json!("too-large")));
    let message = too_large[0]["message"].as_str().unwrap();
    assert_eq!(message, "The row has 16777217 bytes, so it was not checked; the limit is 16 MiB");
    let off = checked(&[large], r#"{"rules": {"too-large": "off"}}"#);
    assert_eq!(off, [json!([])]);
    // More faults than the steps are enough for.
    let broken = Some("{\"a\": \"b\" ".repeat(20_000).into_bytes());
    let [before, too_long, after] = &checked(&[small.clone(), broken, small], r#"{"limits": {"steps": 10000}}"#)[..]
    else {
        panic!()
    };
    assert_eq!(before, after);
    assert!(too_long.to_string().contains("too-large"), "{too_long}");
}

#[test]
fn numbers_that_cannot_be_right_are_refused() {
    let mut memory = HostMemory::default();
    let rows = [Some(b"{}".to_vec()), None];
    let right = column(&mut memory, &rows, "{}");
    assert!(validate_column(&mut memory, right).is_some());
    let falling = put(&mut memory, &[7_i32, 6, 7].map(i32::to_le_bytes).concat()).0;
    let negative = put(&mut memory, &[-1_i32, 6, 7].map(i32::to_le_bytes).concat()).0;
    let beyond = put(&mut memory, &[6_i32, 8, 99].map(i32::to_le_bytes).concat()).0;
    let wrong = [
        ColumnPlaces { data: (1, 13), ..right },
        ColumnPlaces { data: (right.data.0, 14), ..right },
        ColumnPlaces { rows: 3, ..right },
        ColumnPlaces { rows: usize::MAX, ..right },
        ColumnPlaces { offsets: 4, ..right },
        ColumnPlaces { offsets: falling, ..right },
        ColumnPlaces { offsets: negative, ..right },
        ColumnPlaces { offsets: beyond, ..right },
        ColumnPlaces { validity: 8, ..right },
        ColumnPlaces { options: (right.options.0, 3), ..right },
    ];
    for column in wrong {
        assert_eq!(validate_column(&mut memory, column), None, "{column:?}");
    }
    let handle = block(&mut memory, &[b"{}", b"{}"]);
    for (handle, rows, has_options) in
        [(handle, 1, false), (handle, 3, false), (handle, 2, true), (handle + 1, 2, false), (0, 0, false)]
    {
        assert_eq!(validate_block(&mut memory, handle, rows, has_options), None, "{rows} {has_options}");
    }
    assert!(validate_block(&mut memory, handle, 2, false).is_some());
    let endless = put(&mut memory, &[0xff; 20]);
    let endless = memory.handle_of(endless).unwrap();
    assert_eq!(validate_block(&mut memory, endless, 1, false), None);
}
