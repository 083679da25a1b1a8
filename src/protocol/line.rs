//! Bytes to lines. UTF-8, ended by LF or CRLF, up to 1 MiB; the last line may lack its end.

use std::io::{self, BufRead, BufReader, Read};

/// The longest line, its end not counted, in bytes.
pub const LIMIT: usize = 1 << 20;

/// What the client sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    /// A line, without its end.
    Line(String),
    /// A line longer than [`LIMIT`], dropped as a whole.
    TooLong,
    /// A line that is not UTF-8, dropped.
    NotText,
}

/// Splits a stream of bytes into lines.
#[derive(Debug)]
pub struct Lines<R> {
    reader: BufReader<R>,
    line: Vec<u8>,
}

impl<R: Read> Lines<R> {
    /// The lines of `reader`.
    pub fn new(reader: R) -> Self {
        Self { reader: BufReader::new(reader), line: Vec::new() }
    }

    /// The next line; none at the end of the stream.
    ///
    /// # Errors
    /// The stream cannot be read.
    pub fn next_line(&mut self) -> io::Result<Option<Input>> {
        self.line.clear();
        let mut any = false;
        let mut too_long = false;
        let mut ended = false;
        while !ended {
            let chunk = match self.reader.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if chunk.is_empty() {
                break;
            }
            any = true;
            let mut parts = chunk.splitn(2, |&byte| byte == b'\n');
            let part = parts.next().unwrap_or_default();
            ended = parts.next().is_some();
            // One byte more than the limit is kept: it may be the CR of the line's end.
            if self.line.len() + part.len() <= LIMIT + 1 {
                self.line.extend_from_slice(part);
            } else {
                too_long = true;
            }
            let used = part.len() + usize::from(ended);
            self.reader.consume(used);
        }
        if !any {
            return Ok(None);
        }
        if self.line.last() == Some(&b'\r') {
            self.line.pop();
        }
        if too_long || self.line.len() > LIMIT {
            self.line = Vec::new();
            return Ok(Some(Input::TooLong));
        }
        Ok(Some(match std::str::from_utf8(&self.line) {
            Ok(text) => Input::Line(text.to_owned()),
            Err(_) => Input::NotText,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<Input> {
        let mut lines = Lines::new(bytes);
        std::iter::from_fn(|| lines.next_line().unwrap()).collect()
    }

    fn line(text: &str) -> Input {
        Input::Line(text.to_owned())
    }

    #[test]
    fn lf_crlf_and_a_last_line_without_an_end() {
        assert_eq!(lines(b"uci\nisready\r\n\r\n\nquit"), ["uci", "isready", "", "", "quit"].map(line));
        assert_eq!(lines(b""), []);
        assert_eq!(lines(b"\n"), [line("")]);
        // Only the CR of the end is taken away; what stands inside is white space like any other.
        assert_eq!(lines(b"a\rb\r\r\n"), [line("a\rb\r")]);
    }

    #[test]
    fn exactly_the_limit_is_a_line_and_one_byte_more_is_not() {
        for end in ["\n", "\r\n"] {
            let text = "x".repeat(LIMIT);
            assert_eq!(lines(format!("{text}{end}uci{end}").as_bytes()), [line(&text), line("uci")]);
            assert_eq!(lines(format!("{text}x{end}uci{end}").as_bytes()), [Input::TooLong, line("uci")]);
            let longer = "x".repeat(3 * LIMIT);
            assert_eq!(lines(format!("{longer}{end}uci{end}").as_bytes()), [Input::TooLong, line("uci")]);
        }
        assert_eq!(lines("x".repeat(LIMIT + 1).as_bytes()), [Input::TooLong]);
    }

    #[test]
    fn what_is_not_utf8_is_dropped_line_by_line() {
        assert_eq!(lines(b"\xff\xfe\nuci\n\xc3\n"), [Input::NotText, line("uci"), Input::NotText]);
        assert_eq!(lines("é\0\u{1F600}\n".as_bytes()), [line("é\0\u{1F600}")]);
    }
}
