//! What the tests of the whole program share: a private folder, the program, and its output with full context on failure.
#![allow(dead_code, reason = "each test file uses a part")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The program under test.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_asalto");

/// The smallest configuration that goes through every stage.
pub fn smoke() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("configs/smoke.toml")
}

/// A command of the program, in `dir`, with nothing to read.
pub fn asalto(dir: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    command.current_dir(dir).args(args).stdin(Stdio::null()).env("NO_COLOR", "1");
    command
}

/// Runs a command to its end and checks its exit code.
pub fn run(dir: &Path, code: i32, args: &[&str]) -> Output {
    let output = asalto(dir, args).output().expect("the program starts");
    assert_eq!(
        output.status.code(),
        Some(code),
        "asalto {}\n--- stdout\n{}\n--- stderr\n{}",
        args.join(" "),
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    output
}

/// What a command wrote to stderr.
pub fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// What a command wrote to stdout.
pub fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// All files below a folder with their contents, by name.
pub fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(&next).unwrap_or_else(|error| panic!("{}: {error}", next.display())) {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                found.push((path.strip_prefix(folder).unwrap().display().to_string(), fs::read(&path).unwrap()));
            }
        }
    }
    found.sort();
    found
}

/// Asserts that two runs made the same games and the same checkpoint of an iteration, bit for bit.
pub fn assert_same_run(one: &Path, two: &Path, iteration: u32) {
    for part in ["games".to_owned(), format!("checkpoints/{iteration:06}")] {
        let (left, right) = (files(&one.join(&part)), files(&two.join(&part)));
        let names = |files: &[(String, Vec<u8>)]| files.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
        assert_eq!(names(&left), names(&right), "{part} of {} and {}", one.display(), two.display());
        for ((name, left), (_, right)) in left.iter().zip(&right) {
            assert!(left == right, "{part}/{name} differs between {} and {}", one.display(), two.display());
        }
    }
}

/// Waits until a program has begun to catch Ctrl-C.
pub fn wait_for_handler(child: &std::process::Child) {
    const SIGINT: u64 = 2;
    let status = format!("/proc/{}/status", child.id());
    let catches = || {
        let status = fs::read_to_string(&status).ok()?;
        let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:"))?;
        u64::from_str_radix(mask.trim(), 16).ok()
    };
    for _ in 0..3000 {
        match catches() {
            Some(mask) if mask & (1 << (SIGINT - 1)) != 0 => return,
            Some(_) => std::thread::sleep(std::time::Duration::from_millis(20)),
            // No such folder on this system.
            None => return std::thread::sleep(std::time::Duration::from_secs(2)),
        }
    }
    panic!("nobody catches Ctrl-C");
}
