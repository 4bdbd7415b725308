//! The files in `configs/`: they load, and what `default.toml` says of each key is true.

use std::path::PathBuf;

use asalto::config::{self, DEFAULTS, RunConfig, parse};

/// The keys of `default.toml` in its order, each with the comment right above it.
fn commented_keys() -> Vec<(String, String)> {
    let (mut section, mut comment) = (String::new(), String::new());
    let mut keys = Vec::new();
    for line in DEFAULTS.lines() {
        if let Some(header) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            section = format!("{header}.");
        } else if let Some(text) = line.strip_prefix("# ") {
            comment = format!("{comment} {text}").trim().to_owned();
        } else if let Some((key, _)) = line.split_once(" = ") {
            keys.push((format!("{section}{key}"), std::mem::take(&mut comment)));
        } else {
            assert_eq!(line, "", "default.toml has headers, comments and keys only");
            comment.clear();
        }
    }
    keys
}

/// The two numbers of `LOW to HIGH` after `word`.
fn range(text: &str, word: &str) -> Option<(f64, f64)> {
    let (low, rest) = text.split_once(word)?.1.split_once(" to ")?;
    let end = rest.find([',', ' ', ';', '\n']).unwrap_or(rest.len());
    Some((low.parse().ok()?, rest[..end].trim_end_matches('.').parse().ok()?))
}

#[test]
fn the_default_file_is_exactly_the_defaults() {
    let file: RunConfig = parse("configs/default.toml", DEFAULTS, &[]).unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!(file, RunConfig::default());
}

#[test]
fn the_default_file_explains_every_key() {
    let commented = commented_keys();
    for (key, comment) in &commented {
        assert!(comment.len() > 10, "{key} has no comment");
    }
    let mut found: Vec<String> = commented.into_iter().map(|(key, _)| key).collect();
    found.sort();
    let mut expected = config::keys::<RunConfig>();
    expected.sort();
    assert_eq!(found, expected);
}

#[test]
fn the_ranges_in_the_default_file_are_those_that_are_checked() {
    let mut compared = 0;
    for (key, comment) in commented_keys() {
        let Some((low, high)) = range(&comment, "Range ") else { continue };
        for outside in [low - 1.0, high + 1.0] {
            let text = match parse::<RunConfig>("defaults", "", &[format!("{key}={outside}")]) {
                Err(fault) => fault.to_string(),
                Ok(_) => panic!("{key}: {outside} is outside of {low} to {high} and was accepted"),
            };
            // A value may break a rule about two keys, too; that is told elsewhere.
            let own = text.lines().find(|line| line.starts_with(&format!("error: --set {key}="))).unwrap_or_default();
            assert_eq!(range(own, "must be "), Some((low, high)), "{key}: {text}");
        }
        compared += 1;
    }
    assert!(compared > 30, "{compared} ranges");
}

#[test]
fn every_shipped_file_loads_and_is_explained() {
    let dir = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("configs");
    let mut names = Vec::new();
    for entry in std::fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        // Other kinds of files have tests of their own.
        if path.is_dir() || path.ends_with("levels.toml") {
            continue;
        }
        let loaded: Result<RunConfig, _> = config::load(&path, &[]);
        loaded.unwrap_or_else(|fault| panic!("{fault}"));
        assert!(
            std::fs::read_to_string(&path).unwrap().starts_with("# "),
            "{} begins with what it is for",
            path.display()
        );
        names.push(path.file_name().unwrap().to_string_lossy().into_owned());
    }
    names.sort();
    assert_eq!(names, ["asalto.toml", "default.toml", "fox-and-geese.toml", "quick.toml", "smoke.toml"]);
}
