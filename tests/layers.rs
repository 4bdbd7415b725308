//! The modules form layers: each imports only from those above it in the list of `lib.rs`.

use std::fs;
use std::path::{Path, PathBuf};

/// A module, and what it may import.
const LAYERS: [(&str, &[&str]); 17] = [
    ("base", &[]),
    ("rules", &["base"]),
    ("search", &["base", "rules"]),
    ("exact", &["base", "rules"]),
    ("net", &["base", "rules", "search"]),
    ("players", &["base", "rules", "search", "exact", "net"]),
    ("selfplay", &["base", "rules", "search", "net"]),
    ("replay", &["base", "rules", "selfplay"]),
    ("learn", &["base", "rules", "net"]),
    ("arena", &["base", "rules", "search", "exact", "players"]),
    ("balance", &["base", "rules", "search", "exact", "players", "arena"]),
    ("config", &["base", "rules", "search", "net", "players", "selfplay", "replay", "learn", "arena"]),
    ("run", &["base", "rules", "search", "net", "players", "selfplay", "replay", "learn", "arena", "config"]),
    ("report", &["base", "rules", "selfplay", "arena", "balance", "run"]),
    ("play", &["base", "rules", "search", "exact", "players", "run"]),
    ("engine", &["base", "rules", "search", "players", "play"]),
    (
        "cli",
        &[
            "base", "rules", "search", "exact", "net", "players", "selfplay", "replay", "learn", "arena", "balance",
            "config", "run", "report", "play", "engine",
        ],
    ),
];

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found
}

/// The modules that a source file names as `crate::MODULE`.
fn imports(text: &str) -> Vec<&str> {
    let name = |rest: &'_ str| rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    text.split("crate::").skip(1).map(|rest| &rest[..name(rest)]).collect()
}

#[test]
fn no_module_imports_from_below() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut wrong = Vec::new();
    for (module, allowed) in LAYERS {
        let files = sources(&root.join(module));
        assert!(!files.is_empty(), "{module} has no sources");
        for path in files {
            let text = fs::read_to_string(&path).unwrap();
            // Such an import would go unseen.
            assert!(!text.contains("crate::{"), "{}: one `use crate::` a module", path.display());
            for import in imports(&text) {
                let known = LAYERS.iter().any(|(name, _)| *name == import);
                if known && import != module && !allowed.contains(&import) {
                    wrong.push(format!("{}: {module} must not import crate::{import}", path.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_module_is_in_the_list_and_in_its_order() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let text = fs::read_to_string(root.join("lib.rs")).unwrap();
    let modules: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';')).collect();
    assert_eq!(modules, LAYERS.map(|(name, _)| name));
}

#[test]
fn burn_is_seen_only_where_tensors_are() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for (module, _) in LAYERS.iter().filter(|(name, _)| !["net", "learn", "run", "cli"].contains(name)) {
        for path in sources(&root.join(module)) {
            let text = fs::read_to_string(&path).unwrap();
            assert!(!text.contains("burn::"), "{} names burn", path.display());
        }
    }
}

#[test]
fn only_the_outer_modules_print() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for (module, _) in LAYERS.iter().filter(|(name, _)| !["cli", "play", "report"].contains(name)) {
        for path in sources(&root.join(module)) {
            let text = fs::read_to_string(&path).unwrap();
            for word in ["println!", "eprintln!", "print!(", "dbg!"] {
                assert!(!text.contains(word), "{} prints", path.display());
            }
        }
    }
}
