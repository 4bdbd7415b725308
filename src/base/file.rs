//! Files that are whole or not there.
//!
//! In: a path and bytes. Out: the file, or a [`Fault`] that names the file and the system's reason.
//! Invariant: whatever happens in between (kill, full disk, panic), the file at `path` holds either all of the old
//! bytes or all of the new ones. What is no file (a pipe, a terminal, `/dev/stdout`) cannot be replaced, and is written to.

use std::fs::{self, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use sha2::{Digest, Sha256};

use super::fault::Fault;
pub use super::replace::remove_unfinished;
use super::replace::{self, directory, sync_directory};

/// Replaces the file at `path` by `bytes`.
///
/// # Errors
/// Names the file and the system's reason; the old file is untouched then.
pub fn write_atomic(path: &Path, bytes: &[u8]) -> Result<(), Fault> {
    write_atomic_with(path, |out| out.write_all(bytes))
}

/// Replaces the file at `path` by what `fill` writes: a temporary file in the same directory is filled, synced to the
/// disk and renamed, and the directory is synced.
///
/// # Errors
/// Names the file and the system's reason; the old file is untouched and the temporary one removed then.
pub fn write_atomic_with(path: &Path, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Fault> {
    replace::replace(path, true, fill).map_err(|error| write_fault(path, &error))
}

/// Like [`write_atomic`], but without waiting for the disk: a power cut may lose the file. For what can be made again,
/// such as plots, where waiting for a busy disk took twenty times as long as drawing.
///
/// # Errors
/// Names the file and the system's reason; the old file is untouched then.
pub fn write_atomic_unsynced(path: &Path, bytes: &[u8]) -> Result<(), Fault> {
    replace::replace(path, false, |out| out.write_all(bytes)).map_err(|error| write_fault(path, &error))
}

/// Whether a file can be written at `path` later on, as far as can be told now: it is no directory, and files can be made
/// beside it, or beside the file that links lead to, unless it is a device or a pipe. Nothing is left behind.
///
/// # Errors
/// Names the file and the reason.
pub fn check_writable(path: &Path) -> Result<(), Fault> {
    replace::check(path).map_err(|error| write_fault(path, &error))
}

/// The bytes of a file.
///
/// # Errors
/// Names the file and the system's reason.
pub fn read(path: &Path) -> Result<Vec<u8>, Fault> {
    fs::read(path).map_err(|error| read_fault(path, &error))
}

/// The SHA-256 of some bytes, in hexadecimal: what files of weights and checkpoints are known by.
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The longest text that is read, in bytes: no file that a person writes is longer, and one without an end is not read for ever.
const LONGEST_TEXT: u64 = 64 << 20;

/// The text of a file.
///
/// # Errors
/// Names the file and the system's reason, the line that is not UTF-8, or what is too long.
pub fn read_text(path: &Path) -> Result<String, Fault> {
    let mut bytes = Vec::new();
    let file = fs::File::open(path).map_err(|error| read_fault(path, &error))?;
    file.take(LONGEST_TEXT + 1).read_to_end(&mut bytes).map_err(|error| read_fault(path, &error))?;
    if bytes.len() as u64 > LONGEST_TEXT {
        return Err(Fault::failed(format!("{}: longer than {} MB", path.display(), LONGEST_TEXT >> 20)));
    }
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
        Fault::failed(format!("{}:{line}: not UTF-8 text", path.display()))
    })
}

/// Writes a value as JSON that people can read, whole or not at all.
///
/// # Errors
/// As [`write_atomic`], and where the value has no form in JSON.
pub fn write_json(path: &Path, value: &impl serde::Serialize) -> Result<(), Fault> {
    let json = serde_json::to_string_pretty(value);
    let json = json.map_err(|error| Fault::failed(format!("cannot write JSON: {error}")))?;
    write_atomic(path, format!("{json}\n").as_bytes())
}

/// Whether a path can be a directory: it is one, or nothing yet.
///
/// # Errors
/// Names the file that is in its place, or above it.
pub fn check_dir(path: &Path) -> Result<(), Fault> {
    match path.ancestors().find(|above| above.exists()).filter(|above| !above.is_dir()) {
        Some(file) => Err(Fault::input(format!("{}: must be a directory, found a file", file.display()))),
        None => Ok(()),
    }
}

/// Makes a directory and those above it.
///
/// # Errors
/// Names the directory and the system's reason; a file in its place, or above it, is wrong input.
pub fn create_dir(path: &Path) -> Result<(), Fault> {
    check_dir(path)?;
    fs::create_dir_all(path).map_err(|error| {
        let fault = Fault::failed(format!("cannot make the directory {}: {error}", path.display()));
        if is_full(&error) { fault.with_help("free some space on that disk") } else { fault }
    })
}

/// Gives a file or directory another name in the same directory, for good: the directory is flushed, too.
///
/// # Errors
/// Names both and the system's reason.
pub fn rename(from: &Path, to: &Path) -> Result<(), Fault> {
    let renamed = fs::rename(from, to).and_then(|()| sync_directory(to));
    renamed.map_err(|error| Fault::failed(format!("cannot rename {} to {}: {error}", from.display(), to.display())))
}

/// Removes a file, if it is there.
///
/// # Errors
/// Names the file and the system's reason.
pub fn remove_file(path: &Path) -> Result<(), Fault> {
    unless_absent(path, fs::remove_file(path))
}

/// Removes a directory with everything in it, if it is there.
///
/// # Errors
/// Names the directory and the system's reason.
pub fn remove_dir(path: &Path) -> Result<(), Fault> {
    unless_absent(path, fs::remove_dir_all(path))
}

fn unless_absent(path: &Path, removed: io::Result<()>) -> Result<(), Fault> {
    match removed {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(Fault::failed(format!("cannot remove {}: {error}", path.display())))
        }
        _ => Ok(()),
    }
}

/// Appends `line` and a newline to a file, which is made if need be. A last line that was cut short by a kill is closed
/// first, so that it cannot swallow this one.
///
/// # Errors
/// Names the file and the system's reason; the file is cut back to what it held before then.
pub fn append_line(path: &Path, line: &str) -> Result<(), Fault> {
    let append = || -> io::Result<()> {
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        let length = file.seek(SeekFrom::End(0))?;
        let mut last = [b'\n'];
        if length > 0 {
            file.seek(SeekFrom::End(-1))?;
            file.read_exact(&mut last)?;
        }
        let start = if last == [b'\n'] { "" } else { "\n" };
        let written = file.write_all(format!("{start}{line}\n").as_bytes()).and_then(|()| file.sync_data());
        // Half a line would be worse than none. When even this fails, the first error tells more.
        written.inspect_err(|_| drop(file.set_len(length)))
    };
    append().map_err(|error| write_fault(path, &error))
}

pub(super) fn read_fault(path: &Path, error: &io::Error) -> Fault {
    Fault::failed(format!("cannot read {}: {error}", path.display()))
}

fn write_fault(path: &Path, error: &io::Error) -> Fault {
    let fault = Fault::failed(format!("cannot write {}: {error}", path.display()));
    if is_full(error) {
        let directory = directory(path).display();
        let kept = if path.exists() { "; the file is as it was before" } else { "" };
        return fault.with_help(format!("free some space on the disk that holds {directory}{kept}"));
    }
    fault
}

fn is_full(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    fn names(dir: &Path) -> Vec<String> {
        let entries = fs::read_dir(dir).unwrap();
        let mut names: Vec<_> = entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[cfg(unix)]
    #[test]
    fn a_file_without_an_end_is_not_read_for_ever() {
        let fault = read_text(Path::new("/dev/zero")).unwrap_err().to_string();
        assert!(fault.ends_with("/dev/zero: longer than 64 MB"), "{fault}");
    }

    #[test]
    fn writing_replaces_the_whole_file_and_leaves_nothing_else() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("run.json");
        write_atomic(&path, b"a long first version").unwrap();
        write_atomic(&path, b"short").unwrap();
        assert_eq!(read(&path).unwrap(), b"short");
        assert_eq!(names(dir.path()), ["run.json"]);
    }

    #[test]
    fn a_full_disk_keeps_the_old_file_and_says_so() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("run.json");
        write_atomic(&path, b"old").unwrap();
        let fault = write_atomic_with(&path, |out| {
            out.write_all(b"half of the new")?;
            out.flush()?;
            Err(io::ErrorKind::StorageFull.into())
        })
        .unwrap_err();
        let text = fault.to_string();
        assert!(text.contains(&format!("cannot write {}: ", path.display())), "{text}");
        assert!(text.contains("help: free some space"), "{text}");
        assert_eq!(fault.exit_code(), 1);
        assert_eq!(read(&path).unwrap(), b"old");
        assert_eq!(names(dir.path()), ["run.json"]);
    }

    #[test]
    fn a_panic_while_writing_keeps_the_old_file() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("weights");
        write_atomic(&path, b"old").unwrap();
        let panicked = std::panic::catch_unwind(|| write_atomic_with(&path, |_| panic!("in the middle")));
        assert!(panicked.is_err());
        assert_eq!(read(&path).unwrap(), b"old");
        assert_eq!(names(dir.path()), ["weights"]);
    }

    #[test]
    fn many_writers_of_one_file_never_mix_their_bytes() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("latest");
        let writer = |letter: u8| {
            let path = path.clone();
            move || (0..20).for_each(|_| write_atomic(&path, &[letter; 10_000]).unwrap())
        };
        std::thread::scope(|scope| {
            for letter in [b'a', b'b', b'c'] {
                scope.spawn(writer(letter));
            }
        });
        let bytes = read(&path).unwrap();
        assert_eq!(bytes, vec![bytes[0]; 10_000]);
        assert_eq!(names(dir.path()), ["latest"]);
    }

    #[test]
    fn faults_name_the_file() {
        let dir = tempfile::tempdir().unwrap();
        let missing = dir.path().join("no/such/file");
        let shown = missing.display().to_string();
        for fault in [
            read(&missing).unwrap_err(),
            write_atomic(&missing, b"").unwrap_err(),
            append_line(&missing, "").unwrap_err(),
        ] {
            assert!(fault.to_string().contains(&shown), "{fault}");
        }
        let latin = dir.path().join("latin.txt");
        write_atomic(&latin, b"one\ntwo \xe4\n").unwrap();
        assert!(read_text(&latin).unwrap_err().to_string().ends_with("latin.txt:2: not UTF-8 text"));
    }

    #[test]
    fn whether_a_file_can_be_written_is_found_out_without_a_trace() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("old");
        fs::write(&path, "old").unwrap();
        check_writable(&path).unwrap();
        check_writable(&dir.path().join("new")).unwrap();
        assert_eq!((names(dir.path()), read(&path).unwrap()), (vec!["old".to_owned()], b"old".to_vec()));
        let [missing, root] = ["no/such", "/"].map(|name| dir.path().join(name));
        for wrong in [dir.path().to_owned(), missing, root, PathBuf::new()] {
            assert!(check_writable(&wrong).is_err(), "{}", wrong.display());
        }
    }

    #[test]
    fn a_file_where_a_directory_is_wanted_is_wrong_input() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("file");
        fs::write(&file, "kept").unwrap();
        for wanted in [file.clone(), file.join("below/it")] {
            let Err(Fault::Input(problems)) = create_dir(&wanted) else { panic!("{} was made", wanted.display()) };
            let found: Vec<String> = problems.iter().map(ToString::to_string).collect();
            let wanted = format!("{}: must be a directory, found a file", file.display());
            assert!(found.len() == 1 && found[0].contains(&wanted), "{found:?}");
        }
        assert_eq!(fs::read(&file).unwrap(), b"kept");
        create_dir(&dir.path().join("new/one")).unwrap();
        create_dir(&dir.path().join("new/one")).unwrap();
        assert!(dir.path().join("new/one").is_dir());
    }

    #[test]
    fn appending_closes_a_line_that_was_cut_short() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("metrics.jsonl");
        append_line(&path, "{\"iteration\":1}").unwrap();
        append_line(&path, "{\"iteration\":2}").unwrap();
        OpenOptions::new().append(true).open(&path).unwrap().write_all(b"{\"itera").unwrap();
        append_line(&path, "{\"iteration\":3}").unwrap();
        assert_eq!(read_text(&path).unwrap(), "{\"iteration\":1}\n{\"iteration\":2}\n{\"itera\n{\"iteration\":3}\n");
    }
}
