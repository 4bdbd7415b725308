//! Lines of a stream that may hold anything: a person's, a pipe's, another program's.
//!
//! In: a stream of bytes. Out: text, line by line.
//! Invariant: no line takes more memory than the caller allows, and no bytes make reading fail.

use std::io::{self, BufRead, Read};

/// The next line without its end; `None` at the end of the stream. What is beyond `most` bytes is
/// dropped, and what is no UTF-8 is replaced.
///
/// # Errors
/// If the stream cannot be read.
pub fn read(input: &mut impl BufRead, most: u64) -> io::Result<Option<String>> {
    Ok(read_any(input, most)?.map(|(line, _)| line))
}

/// Like [`read`], but a last line without an end is none: whoever wrote it was cut short.
///
/// # Errors
/// If the stream cannot be read.
pub fn read_ended(input: &mut impl BufRead, most: u64) -> io::Result<Option<String>> {
    Ok(read_any(input, most)?.filter(|(_, has_end)| *has_end).map(|(line, _)| line))
}

/// The next line, and whether it has an end. What is beyond `most` bytes, and so dropped, is taken to have one.
fn read_any(input: &mut impl BufRead, most: u64) -> io::Result<Option<(String, bool)>> {
    let mut bytes = Vec::new();
    input.by_ref().take(most).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(None);
    }
    let is_cut = bytes.len() as u64 == most && !bytes.ends_with(b"\n");
    if is_cut {
        input.skip_until(b'\n')?;
    }
    let text = bytes.strip_suffix(b"\n").unwrap_or(&bytes);
    let has_end = is_cut || bytes.ends_with(b"\n");
    Ok(Some((String::from_utf8_lossy(text.strip_suffix(b"\r").unwrap_or(text)).into_owned(), has_end)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(mut bytes: &[u8], most: u64) -> Vec<String> {
        std::iter::from_fn(|| read(&mut bytes, most).unwrap()).collect()
    }

    #[test]
    fn lines_come_without_their_ends() {
        assert_eq!(lines(b"one\r\n\ntwo", 100), ["one", "", "two"]);
        assert_eq!(lines(b"", 100), [""; 0]);
        assert_eq!(lines(b"\xff\n", 100), ["\u{fffd}"]);
    }

    #[test]
    fn a_last_line_without_an_end_can_be_left_out() {
        let mut bytes = &b"abcdef\nxy\n@d"[..];
        let ended: Vec<String> = std::iter::from_fn(|| read_ended(&mut bytes, 4).unwrap()).collect();
        assert_eq!(ended, ["abcd", "xy"]);
    }

    #[test]
    fn what_is_too_long_is_dropped() {
        assert_eq!(lines(b"abcdef\nxy\n", 4), ["abcd", "xy"]);
        assert_eq!(lines(b"abcdef", 4), ["abcd"]);
    }
}
