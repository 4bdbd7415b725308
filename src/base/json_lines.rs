//! Gzip-compressed JSON lines: one JSON value a line, as games and samples are kept.
//!
//! In: values that serde can write. Out: the same values, one at a time, so that a large file never has to fit in memory.
//! Invariant: equal values give equal bytes (no time or name is stored), and a damaged file ends in a fault that names
//! the file and the line, never in fewer values than were written.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::bufread::MultiGzDecoder;
use flate2::write::GzEncoder;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::fault::Fault;
use super::file;

/// Replaces the file at `path` by the compressed lines of `values`, atomically.
///
/// # Errors
/// Names the file and the reason: the disk, or a value that JSON cannot hold.
pub fn write<T: Serialize>(path: &Path, values: impl IntoIterator<Item = T>) -> Result<(), Fault> {
    file::write_atomic_with(path, |out| {
        let mut encoder = GzEncoder::new(out, Compression::default());
        for value in values {
            serde_json::to_writer(&mut encoder, &value)?;
            encoder.write_all(b"\n")?;
        }
        encoder.finish().map(drop)
    })
}

/// Opens a file of compressed lines.
///
/// # Errors
/// Names the file and the system's reason.
pub fn read<T: DeserializeOwned>(path: &Path) -> Result<JsonLines<T>, Fault> {
    let file = File::open(path).map_err(|error| file::read_fault(path, &error))?;
    let input = BufReader::new(MultiGzDecoder::new(BufReader::new(file)));
    Ok(JsonLines { path: path.to_owned(), input, line: 0, text: Vec::new(), failed: false, values: PhantomData })
}

/// The values of one file, in order. After the first fault there are no more.
pub struct JsonLines<T> {
    path: PathBuf,
    input: BufReader<MultiGzDecoder<BufReader<File>>>,
    line: u64,
    text: Vec<u8>,
    failed: bool,
    values: PhantomData<T>,
}

impl<T: DeserializeOwned> JsonLines<T> {
    fn next_value(&mut self) -> Result<Option<T>, Fault> {
        self.text.clear();
        self.line += 1;
        match self.input.read_until(b'\n', &mut self.text) {
            Ok(0) => Ok(None),
            Ok(_) => serde_json::from_slice(&self.text).map(Some).map_err(|error| self.damaged(&error.to_string())),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Err(self.damaged("the file ends too early")),
            Err(error) => Err(self.damaged(&error.to_string())),
        }
    }

    fn damaged(&self, reason: &str) -> Fault {
        Fault::failed(format!("{}:{}: damaged: {reason}", self.path.display(), self.line))
    }
}

impl<T: DeserializeOwned> Iterator for JsonLines<T> {
    type Item = Result<T, Fault>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let value = self.next_value().transpose();
        self.failed = !matches!(value, Some(Ok(_)));
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn games() -> Vec<(u32, String)> {
        (0..2000).map(|i: u32| (i, format!("game {}", i.wrapping_mul(2_654_435_761)))).collect()
    }

    fn all(path: &Path) -> Result<Vec<(u32, String)>, Fault> {
        read(path)?.collect()
    }

    #[test]
    fn values_come_back_and_bytes_are_reproducible() {
        let dir = tempfile::tempdir().unwrap();
        let (first, second) = (dir.path().join("a.jsonl.gz"), dir.path().join("b.jsonl.gz"));
        write(&first, games()).unwrap();
        write(&second, games()).unwrap();
        assert_eq!(all(&first).unwrap(), games());
        assert_eq!(fs::read(&first).unwrap(), fs::read(&second).unwrap());
        write(&first, Vec::<(u32, String)>::new()).unwrap();
        assert_eq!(all(&first).unwrap(), []);
    }

    #[test]
    fn a_file_cut_anywhere_is_a_fault_with_its_name() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("games.jsonl.gz");
        write(&path, games()).unwrap();
        let whole = fs::read(&path).unwrap();
        for length in (1..whole.len()).step_by(97).chain([whole.len() - 1]) {
            fs::write(&path, &whole[..length]).unwrap();
            let text = all(&path).expect_err(&format!("cut at {length} of {}", whole.len())).to_string();
            assert!(text.contains("games.jsonl.gz:") && text.contains("damaged"), "{text}");
        }
    }

    #[test]
    fn a_flipped_bit_is_a_fault() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("games.jsonl.gz");
        write(&path, games()).unwrap();
        let whole = fs::read(&path).unwrap();
        // The ten bytes of the header hold a time and a system that nobody reads: start behind it.
        for at in (10..whole.len()).step_by(101) {
            let mut bytes = whole.clone();
            bytes[at] ^= 0x10;
            fs::write(&path, &bytes).unwrap();
            assert!(all(&path).is_err(), "bit flipped at {at}");
        }
    }

    #[test]
    fn a_line_of_the_wrong_form_is_named() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("games.jsonl.gz");
        write(&path, ["one", "two"]).unwrap();
        let mut lines = read::<u32>(&path).unwrap();
        let text = lines.next().unwrap().unwrap_err().to_string();
        assert!(text.contains("games.jsonl.gz:1: damaged: invalid type"), "{text}");
        assert!(lines.next().is_none());
    }
}
