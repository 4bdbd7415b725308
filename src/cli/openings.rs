//! From where the games of a match or a tournament set out, as the command line tells it.

use std::path::{Path, PathBuf};

use super::input::{self, Wrong};
use crate::arena::{Openings, Placements, even_starts, read_starts};
use crate::base::fault::{Fault, Problem};
use crate::base::file;
use crate::rules::{Position, Rules};

/// Random plies from the rules' own start, where there are only so many placements, and from others, which differ.
const RANDOM_PLIES: [u32; 2] = [2, 0];

/// The options.
#[derive(clap::Args)]
pub struct OpeningArgs {
    /// Start positions: plain (the rules' own), even (500 with rebels missing, from which Asalto is no walkover), or a file
    /// of positions in text form, one a line. Games take them in turn.
    #[arg(long, value_name = "plain|even|FILE", default_value = "plain")]
    starts: String,
    /// Placements of the officers, where they are still to be placed: all, or a list such as d6d5,c5e5.
    #[arg(long, value_name = "all|LIST")]
    placements: Option<String>,
    /// Random plies before the players take over, so that games differ; default: 2 from the plain start, else 0.
    #[arg(long, value_name = "K")]
    random_plies: Option<u32>,
    /// Fixes every random choice.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Games at once; 0 = one a core. The result does not depend on it.
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,
    /// Rule set: a TOML file with its keys (see `asalto config print`), or a configuration; default: that of the first network or tables named, else Asalto.
    #[arg(long, value_name = "FILE")]
    pub rules: Option<PathBuf>,
}

impl OpeningArgs {
    /// How many games are played at once.
    pub fn threads(&self) -> usize {
        input::threads(self.threads)
    }

    /// The files that are read, with the options that name them.
    pub fn inputs(&self) -> Vec<(&'static str, &Path)> {
        let starts = (!self.has_named_starts()).then(|| ("--starts", Path::new(&self.starts)));
        let rules = self.rules.as_deref().map(|path| ("--rules", path));
        starts.into_iter().chain(rules).collect()
    }

    /// The openings.
    ///
    /// # Errors
    /// All that is wrong with starts, placements and random plies.
    pub fn openings(&self, rules: Rules) -> Result<Openings, Fault> {
        let mut wrong = Wrong::default();
        let starts = wrong.note(self.starts(rules).map_err(Fault::Input));
        let placements = wrong.note(self.placements());
        if let (Some(_), Some(starts)) = (&self.placements, &starts)
            && starts.iter().all(|start| start.to_place() == 0)
        {
            let message = "no officer is left to place in any of the starts";
            wrong.push(Problem::new(message).at("--placements").help("leave the option out"));
        }
        wrong.done()?;
        let plies = self.random_plies.unwrap_or(RANDOM_PLIES[usize::from(self.starts != "plain")]);
        Openings::new(&starts.unwrap_or_default(), &placements.unwrap_or_default(), plies, self.seed)
            .map_err(Fault::Input)
    }

    fn has_named_starts(&self) -> bool {
        ["plain", "even"].contains(&self.starts.as_str())
    }

    fn starts(&self, rules: Rules) -> Result<Vec<Position>, Vec<Problem>> {
        match self.starts.as_str() {
            "plain" => Ok(vec![Position::start(rules)]),
            "even" => even_starts(rules),
            path => {
                let text = file::read_text(Path::new(path)).map_err(|fault| {
                    let help = "--starts takes `plain`, `even`, or a file of positions";
                    fault.with_help(help).into_problems()
                })?;
                read_starts(rules, &text, path)
            }
        }
    }

    fn placements(&self) -> Result<Placements, Fault> {
        let parse = |text: &String| text.parse().map_err(|problem: Problem| Fault::from(problem.at("--placements")));
        self.placements.as_ref().map_or(Ok(Placements::All), parse)
    }
}
