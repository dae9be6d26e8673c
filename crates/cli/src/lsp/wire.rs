//! Messages as bytes: a header with the length of the text, and the text. Knows nothing of their content. Malformed
//! input is reported once and skipped, up to the next header: no input ends the server.

use std::io::{self, BufRead, Read, Write};

/// An input.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Frame {
    /// The bytes of a message.
    Message(Vec<u8>),
    /// Something that is not a message, and why.
    Malformed(&'static str),
}

/// Longer messages are rejected: no checked file is that large, even with every character escaped.
const LARGEST: u64 = 1 << 30;

/// No header line has that many bytes.
const LONGEST_LINE: u64 = 4096;

/// The only part of a header that counts.
const LENGTH: &str = "content-length:";

/// Reads messages.
pub(super) struct MessageReader<R> {
    from: R,
    /// The last input was not a header: the next one may begin anywhere.
    is_lost: bool,
    /// The value of the length header, if it was found in the same line.
    found: Option<String>,
}

impl<R: BufRead> MessageReader<R> {
    pub(super) fn new(from: R) -> Self {
        Self { from, is_lost: false, found: None }
    }

    /// The next message; `None` at the end.
    pub(super) fn next(&mut self) -> io::Result<Option<Frame>> {
        if let Some(value) = self.found.take() {
            self.is_lost = false;
            return self.after(&value);
        }
        if std::mem::take(&mut self.is_lost) {
            if !self.find_header()? {
                return Ok(None);
            }
            return match self.line()? {
                Some(value) => self.after(&value),
                None => Ok(None),
            };
        }
        while let Some(line) = self.line()? {
            match split(&line) {
                Some((name, value)) if name.eq_ignore_ascii_case("content-length") => return self.after(value),
                // Lines may be empty between messages.
                None if line.trim().is_empty() => (),
                Some(_) if !line.to_ascii_lowercase().contains(LENGTH) => (),
                _ => {
                    let at = line.to_ascii_lowercase().find(LENGTH);
                    self.found = at.and_then(|it| line.get(it + LENGTH.len()..)).map(str::to_owned);
                    return Ok(Some(self.lost("expected a header such as `Content-Length: 123`")));
                }
            }
        }
        Ok(None)
    }

    /// The rest of the message after its length.
    fn after(&mut self, length: &str) -> io::Result<Option<Frame>> {
        match length.trim().parse::<u64>() {
            Ok(n) if n <= LARGEST => self.rest(n),
            Ok(_) => Ok(Some(self.lost("the message is larger than 1 GiB"))),
            Err(_) => Ok(Some(self.lost("the length of the message is not a number"))),
        }
    }

    /// Reads the rest of the header once the length is known, and the text.
    fn rest(&mut self, length: u64) -> io::Result<Option<Frame>> {
        loop {
            match self.line()? {
                None => return Ok(None),
                Some(line) if line.trim().is_empty() => break,
                Some(line) if split(&line).is_some() => (),
                Some(_) => return Ok(Some(self.lost("expected an empty line after the header"))),
            }
        }
        // Memory is allocated for what arrives, not for the announced length.
        let mut text = Vec::new();
        let n_read = self.from.by_ref().take(length).read_to_end(&mut text)?;
        Ok((n_read as u64 == length).then_some(Frame::Message(text)))
    }

    fn lost(&mut self, why: &'static str) -> Frame {
        self.is_lost = true;
        Frame::Malformed(why)
    }

    /// A line of a header, cut off at the greatest length; `None` at the end.
    fn line(&mut self) -> io::Result<Option<String>> {
        let mut line = Vec::new();
        self.from.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)?;
        Ok((!line.is_empty()).then(|| String::from_utf8_lossy(&line).into_owned()))
    }

    /// Skips everything up to the value of the next header.
    fn find_header(&mut self) -> io::Result<bool> {
        let mut n_matched = 0;
        while n_matched < LENGTH.len() {
            let read = self.from.fill_buf()?;
            if read.is_empty() {
                return Ok(false);
            }
            let mut n_read = 0;
            for byte in read {
                n_read += 1;
                let is_next = |at: usize| LENGTH.as_bytes().get(at) == Some(&byte.to_ascii_lowercase());
                // The first letter of the word occurs in it only once.
                n_matched = if is_next(n_matched) { n_matched + 1 } else { usize::from(is_next(0)) };
                if n_matched == LENGTH.len() {
                    break;
                }
            }
            self.from.consume(n_read);
        }
        Ok(true)
    }
}

/// The name and the value in a header line.
fn split(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.trim_end().split_once(':')?;
    let is_name = !name.is_empty() && name.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'-');
    is_name.then_some((name, value.trim()))
}

/// Writes a message.
pub(super) fn write(out: &mut impl Write, text: &str) -> io::Result<()> {
    write!(out, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    out.flush()
}

#[cfg(test)]
mod tests {
    use super::{Frame, MessageReader, write};

    /// The messages read, with malformed parts as `!`.
    fn read(input: &str) -> Vec<String> {
        // Some bytes at a time, so that headers are cut everywhere.
        let mut reader = MessageReader::new(std::io::BufReader::with_capacity(3, input.as_bytes()));
        let mut out = Vec::new();
        while let Some(frame) = reader.next().unwrap() {
            out.push(match frame {
                Frame::Message(text) => String::from_utf8(text).unwrap(),
                Frame::Malformed(_) => "!".to_owned(),
            });
        }
        out
    }

    fn message(text: &str) -> String {
        let mut out = Vec::new();
        write(&mut out, text).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn messages_are_read_as_they_were_written() {
        let input = ["{}", "", "é😀", "a\r\n\r\nb"].map(message).concat();
        assert_eq!(read(&input), ["{}", "", "é😀", "a\r\n\r\nb"]);
        assert_eq!(read("content-length:2\nContent-Type: x\n\n{}"), ["{}"]);
        assert_eq!(read("\r\n\r\nContent-Length: 2\r\n\r\n{}"), ["{}"]);
    }

    #[test]
    fn after_what_is_malformed_reading_goes_on_with_the_next_header() {
        let next = message("{}");
        for broken in [
            "hello\r\n",
            "hello",
            "\0\0\0\0\n\n",
            "Content-Length: x\r\n\r\n",
            "Content-Length: -1\r\n\r\n{}",
            "Content-Length: 99999999999999999999999\r\n\r\n{}",
            "Content-Length: 2000000000\r\n\r\n{}",
            "Content-Length: 2\r\n{}\r\n",
            "contContent-Length",
        ] {
            assert_eq!(read(&format!("{broken}{next}{next}")), ["!", "{}", "{}"], "{broken:?}");
        }
        // If the length is too small, the rest of the message remains in the stream.
        assert_eq!(read(&format!("Content-Length: 1\r\n\r\n{{}}{next}")), ["{", "!", "{}"]);
        let long = "x".repeat(100_000);
        assert_eq!(read(&format!("{long}{next}")), ["!", "{}"]);
    }

    #[test]
    fn what_is_cut_off_ends_it() {
        for input in ["", "Content-Length: 5\r\n\r\n{}", "Content-Length: 5", "Content-Length: 5\r\n"] {
            assert_eq!(read(input), [""; 0], "{input:?}");
        }
    }
}
