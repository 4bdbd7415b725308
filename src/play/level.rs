//! How strong the computer plays.
//!
//! In: `configs/levels.toml`, which is compiled in, or a file like it. Out: [`Levels`], from the weakest to the strongest.
//! Invariant: there is a level at least, names are unique, and the default is one of them.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::base::fault::{Fault, Problem};
use crate::base::file;
use crate::players::PlayerSpec;

/// One level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// What options call it.
    pub name: String,
    /// The name that people read.
    pub title: String,
    /// One sentence on how it plays.
    pub about: String,
    /// Who plays.
    pub player: PlayerSpec,
    /// Who plays under rules that the network was not trained for.
    pub other_rules: PlayerSpec,
    /// Measured rating; `None` = not measured.
    #[serde(default)]
    pub elo: Option<f32>,
}

/// All levels, the weakest first.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Levels {
    default: String,
    level: Vec<Level>,
}

impl Levels {
    /// Those that come with the program.
    pub fn shipped() -> Self {
        Self::parse(include_str!("../../configs/levels.toml"), "configs/levels.toml").expect("a test reads it")
    }

    /// Those of a file.
    ///
    /// # Errors
    /// If it cannot be read, and whatever is wrong with what it says.
    pub fn load(path: &Path) -> Result<Self, Fault> {
        Self::parse(&file::read_text(path).map_err(Fault::into_input)?, &path.display().to_string())
    }

    /// Who plays at every level alike, where a player is named instead of a level.
    pub fn only(player: PlayerSpec) -> Self {
        let level = Level {
            name: "custom".to_owned(),
            title: player.to_string(),
            about: "The player that was named at the start.".to_owned(),
            other_rules: player.clone(),
            player,
            elo: None,
        };
        Self { default: level.name.clone(), level: vec![level] }
    }

    /// All of them, the weakest first.
    pub fn all(&self) -> &[Level] {
        &self.level
    }

    /// Where in [`Levels::all`] the level of this name is; that of none: the default.
    ///
    /// # Errors
    /// If there is no such level: the names that there are.
    pub fn find(&self, name: Option<&str>) -> Result<usize, Problem> {
        let wanted = name.unwrap_or(&self.default);
        self.level.iter().position(|level| level.name == wanted).ok_or_else(|| {
            let names: Vec<&str> = self.level.iter().map(|level| level.name.as_str()).collect();
            Problem::new(format!("must be one of {}, found `{wanted}`", names.join(", ")))
        })
    }

    fn parse(text: &str, place: &str) -> Result<Self, Fault> {
        let levels: Self = toml::from_str(text).map_err(|error| {
            let line = error.span().map_or(1, |span| text[..span.start].matches('\n').count() + 1);
            let (message, help) = error.message().trim().split_once("\nhelp: ").unwrap_or((error.message().trim(), ""));
            let problem = Problem::new(message).at(format!("{place}:{line}"));
            Fault::from(if help.is_empty() { problem } else { problem.help(help) })
        })?;
        let mut problems: Vec<Problem> = Vec::new();
        for (at, level) in levels.level.iter().enumerate() {
            if levels.level[..at].iter().any(|other| other.name == level.name) {
                problems.push(Problem::new(format!("level.name: `{}` is there twice", level.name)).at(place));
            }
        }
        if let Err(problem) = levels.find(None) {
            problems.push(Problem::new(format!("default: {}", problem.message)).at(place));
        }
        if problems.is_empty() { Ok(levels) } else { Err(Fault::Input(problems)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_levels_are_read_and_go_from_a_child_to_a_master() {
        let levels = Levels::shipped();
        let names: Vec<&str> = levels.all().iter().map(|level| level.name.as_str()).collect();
        assert_eq!((names[0], names[names.len() - 1]), ("child", "master"));
        assert_eq!(levels.all()[levels.find(None).unwrap()].player.to_string(), "net:models/asalto?sims=64");
        let problem = levels.find(Some("grandmaster")).unwrap_err();
        assert!(problem.message.starts_with("must be one of child, beginner, "), "{}", problem.message);
    }

    #[test]
    fn what_is_wrong_with_a_file_is_told_with_its_place() {
        let level = |name: &str, player: &str| {
            format!(
                "[[level]]\nname = \"{name}\"\ntitle = \"A\"\nabout = \"B\"\nplayer = \"{player}\"\nother_rules = \"random\"\n"
            )
        };
        let told = |text: &str| Levels::parse(text, "l.toml").unwrap_err().to_string();
        let twice = format!("default = \"b\"\n{}{}", level("a", "random"), level("a", "greedy"));
        assert!(told(&twice).contains("l.toml: level.name: `a` is there twice"), "{}", told(&twice));
        assert!(told(&twice).contains("l.toml: default: must be one of a, a, found `b`"));
        let unknown = format!("default = \"a\"\n{}", level("a", "grandmaster"));
        assert!(told(&unknown).starts_with("error: l.toml:6: unknown player `grandmaster`"), "{}", told(&unknown));
        assert!(told("default = \"a\"\nlevels = 3\n").starts_with("error: l.toml:2: unknown field `levels`"));
    }
}
