//! How a file is replaced: another one is filled beside it, and takes its name.
//!
//! In: a path, and who fills the file. Out: the file, or the system's error.
//! Invariant: the file at the path is the old one or the new one. Links stay links; what is no file is written into.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};

use super::fault::Fault;

/// How the name of a half-written file ends. It starts with a dot.
const UNFINISHED: &str = ".unfinished";

/// Replaces a file by what `fill` writes; `synced` = waits until it is on the disk.
///
/// # Errors
/// The system's; the old file is untouched then.
pub(super) fn replace(
    path: &Path,
    synced: bool,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    if is_stream(path) {
        let mut out = BufWriter::new(open_stream(path)?);
        fill(&mut out)?;
        return out.flush();
    }
    let path = &target(path)?;
    let unfinished = Unfinished::beside(path)?;
    let mut out = BufWriter::new(OpenOptions::new().write(true).create_new(true).open(&unfinished.0)?);
    fill(&mut out)?;
    let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
    if synced {
        file.sync_all()?;
    }
    fs::rename(&unfinished.0, path)?;
    if synced { sync_directory(path) } else { Ok(()) }
}

/// Whether a file can be replaced, as far as can be told now.
///
/// # Errors
/// Why not.
pub(super) fn check(path: &Path) -> io::Result<()> {
    let found = fs::metadata(path);
    if found.is_ok_and(|found| found.is_dir()) {
        return Err(io::Error::other("it is a directory"));
    }
    if is_stream(path) {
        return Ok(());
    }
    let unfinished = Unfinished::beside(&target(path)?)?;
    OpenOptions::new().write(true).create_new(true).open(&unfinished.0).map(drop)
}

/// The program's own output, by the names that systems give it. It may be a file, which has a place of its own where writing
/// goes on: not to be opened anew, nor replaced.
const STDOUT: &str = "/dev/stdout";
/// See [`STDOUT`].
const STDERR: &str = "/dev/stderr";

/// Whether writing to `path` means to write into what is there: a pipe, a terminal, another device.
fn is_stream(path: &Path) -> bool {
    [STDOUT, STDERR].map(Path::new).contains(&path)
        || fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir())
}

fn open_stream(path: &Path) -> io::Result<Box<dyn Write>> {
    Ok(match path.to_str() {
        Some(STDOUT) => Box::new(io::stdout()),
        Some(STDERR) => Box::new(io::stderr()),
        _ => Box::new(OpenOptions::new().write(true).open(path)?),
    })
}

/// The file that links lead to, be it there or not; a link stays what it is when its file is replaced.
fn target(path: &Path) -> io::Result<PathBuf> {
    const MOST_LINKS: usize = 40;
    let mut target = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&target) {
            Ok(next) => target = directory(&target).join(next),
            Err(_) => return Ok(target),
        }
    }
    Err(io::Error::other("its links lead in a circle"))
}

/// The path of a half-written file, which is removed when this is dropped: on success the rename has taken it away.
struct Unfinished(PathBuf);

impl Unfinished {
    fn beside(path: &Path) -> io::Result<Self> {
        // Two threads, or a training run and `asalto report`, may write the same file at the same time.
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let name = path.file_name().ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "not a file name"))?;
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let unfinished = format!(".{}.{}-{count}{UNFINISHED}", name.to_string_lossy(), process::id());
        Ok(Self(path.with_file_name(unfinished)))
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        // Nothing is left to do about a failure here; a leftover is removed by `remove_unfinished`.
        let _ = fs::remove_file(&self.0);
    }
}

/// A rename survives a power cut only once its directory is on the disk, too.
pub(super) fn sync_directory(path: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(directory(path))?.sync_all() } else { Ok(()) }
}

/// The directory that a file is in.
pub(super) fn directory(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    }
}

/// Removes what killed writers left in `dir`. Only for a directory that no one else is writing to.
///
/// # Errors
/// Names the file or directory and the system's reason.
pub fn remove_unfinished(dir: &Path) -> Result<(), Fault> {
    let failed = |path: &Path, error: &io::Error| Fault::failed(format!("cannot clean up {}: {error}", path.display()));
    for entry in fs::read_dir(dir).map_err(|error| failed(dir, &error))? {
        let entry = entry.map_err(|error| failed(dir, &error))?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with('.') && name.ends_with(UNFINISHED) {
            fs::remove_file(entry.path()).map_err(|error| failed(&entry.path(), &error))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(unix)]
    use crate::base::file::{check_writable, read, write_atomic};

    fn names(dir: &Path) -> Vec<String> {
        let entries = fs::read_dir(dir).unwrap();
        let mut names: Vec<_> = entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[cfg(unix)]
    #[test]
    fn links_and_pipes_are_written_through() {
        use std::os::unix::fs::symlink;
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        fs::create_dir(at("sub")).unwrap();
        symlink("sub/second", at("first")).unwrap();
        symlink("file", at("sub/second")).unwrap();
        for bytes in [b"new", b"old"] {
            check_writable(&at("first")).unwrap();
            write_atomic(&at("first"), bytes).unwrap();
            assert_eq!(read(&at("sub/file")).unwrap(), bytes);
        }
        assert!(at("first").is_symlink() && at("sub/second").is_symlink());
        assert_eq!(
            (names(dir.path()), names(&at("sub"))),
            (vec!["first".into(), "sub".into()], vec!["file".into(), "second".into()])
        );
        symlink("b", at("a")).unwrap();
        symlink("a", at("b")).unwrap();
        assert!(check_writable(&at("a")).unwrap_err().to_string().contains("circle"));
        assert!(process::Command::new("mkfifo").arg(at("pipe")).status().unwrap().success());
        check_writable(&at("pipe")).unwrap();
        let pipe = at("pipe");
        let reader = std::thread::spawn(move || fs::read(pipe).unwrap());
        write_atomic(&at("pipe"), b"through").unwrap();
        assert_eq!(reader.join().unwrap(), b"through");
        check_writable(Path::new("/dev/null")).unwrap();
        write_atomic(Path::new("/dev/null"), b"gone").unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
    }

    #[test]
    fn leftovers_of_killed_writers_are_removed_and_nothing_else() {
        let dir = tempfile::tempdir().unwrap();
        for name in [".weights.77-0.unfinished", "weights", ".hidden", "my.unfinished"] {
            fs::write(dir.path().join(name), b"").unwrap();
        }
        remove_unfinished(dir.path()).unwrap();
        assert_eq!(names(dir.path()), [".hidden", "my.unfinished", "weights"]);
    }
}
