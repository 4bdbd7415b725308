//! From tallies to the report.
//!
//! In: a study and its tallies. Out: a [`BalanceReport`].
//! Invariant: nothing is played or timed here.

use super::advantage::Advantage;
use super::comparison::{self, Raw};
use super::moves::FirstMove;
use super::parity::parities;
use super::pieces::piece_worth;
use super::plan::{Order, Study};
use super::play::PlayedStudy;
use super::replay::canonical;
use super::results::{
    BalanceReport, CellReport, Comparison, Detail, Divergence, PlacementReport, Provenance, RuleInfo, Share,
    SpreadReport,
};
use super::spread::Spread;
use super::tally::{ByResult, Tally};
use super::trace::Trace;
use crate::arena::Score;
use crate::base::stats::{mean, variance, wilson};
use crate::rules::{Bitboard, Point};

/// Lines that are shown.
const LINES: usize = 5;

impl PlayedStudy {
    /// The report of what was played.
    pub fn report(&self, study: &Study, left_out: Vec<String>, provenance: Provenance) -> BalanceReport {
        let rule_info = |choice: &super::plan::RuleChoice| RuleInfo {
            name: choice.name.clone(),
            hash: choice.rules.hash_hex(),
            rebels: choice.rules.set().rebel_points().count(),
            officers: choice.rules.set().officers,
            toml: choice.rules.set().to_toml(),
        };
        let cells: Vec<CellReport> = self.tallies.iter().map(|(order, tally)| self.cell(study, order, tally)).collect();
        let cpu_seconds = self.tallies.iter().map(|(_, tally)| tally.seconds).sum();
        let mut report = BalanceReport {
            rules: study.rules.iter().map(rule_info).collect(),
            players: study.players.clone(),
            ladders: study.ladders.clone(),
            cells,
            parities: Vec::new(),
            comparisons: self.comparisons(study),
            truths: Vec::new(),
            divergences: self.divergences(study),
            spreads: self.spreads(study),
            left_out,
            complete: self.complete,
            provenance: Provenance { cpu_seconds, played_by: self.played_by.iter().cloned().collect(), ..provenance },
        };
        report.parities = parities(&report);
        report
    }

    fn cell(&self, study: &Study, order: &Order, tally: &Tally) -> CellReport {
        let score = tally.score();
        let games = f64::from(score.games());
        let share = |count: u32| Share { value: f64::from(count) / games, interval: wilson(f64::from(count), games) };
        let known = score.games() > 0;
        CellReport {
            cell: order.cell,
            title: study.title(&order.cell),
            played: tally.played,
            distinct: tally.distinct(),
            score,
            shares: known.then(|| [score.wins, score.draws, score.losses].map(share)),
            expected: expected(score),
            ends: tally.ends.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect(),
            advantage: Advantage::of(score),
            detail: (order.cell.is_main() && known).then(|| self.detail(order, tally)),
        }
    }

    fn detail(&self, order: &Order, tally: &Tally) -> Detail {
        let of_cell = |(rules, player, _): &&(usize, usize, Vec<FirstMove>)| {
            (*rules, *player) == (order.cell.rules, order.cell.officers)
        };
        let first_moves = self.first_moves.iter().find(of_cell).map_or(&[][..], |(_, _, moves)| moves);
        let placement = |(placement, score): (&String, &Score)| PlacementReport {
            placement: placement.clone(),
            score: *score,
            expected: expected(*score),
            first_move: first_moves.iter().find(|first| canonical_name(&first.placement) == *placement).cloned(),
        };
        Detail {
            length: [0.1, 0.5, 0.9].map(|level| length(tally, level)),
            lengths: tally.lengths.iter().map(|(plies, results)| (*plies, *results)).collect(),
            options: tally.options.map(|options| options.mean()),
            captures: tally.captures.mean().map(|mean| mean.within(0.0, f64::INFINITY)),
            huffs: tally.huffs.mean().map(|mean| mean.within(0.0, f64::INFINITY)),
            placements: tally.placements.iter().map(placement).collect(),
            variety: tally.openings.variety(),
            lines: tally.openings.lines(LINES),
            board: tally.board.report(),
            values: tally.values.report(),
            pieces: piece_worth(&tally.pieces),
            trace: Trace::of(&tally.games),
        }
    }

    fn tally(&self, rules: usize, player: usize) -> Option<&Tally> {
        let is_it = |order: &Order| order.cell.is_main() && (order.cell.rules, order.cell.officers) == (rules, player);
        self.tallies.iter().find(|(order, _)| is_it(order)).map(|(_, tally)| tally).filter(|tally| tally.played > 0)
    }

    /// Every rule set against the first, player by player; corrected together.
    fn comparisons(&self, study: &Study) -> Vec<Comparison> {
        let (mut rows, mut raw) = (Vec::new(), Vec::new());
        for (number, set) in study.rules.iter().enumerate().skip(1) {
            for (player, contender) in study.players.iter().enumerate() {
                let both = (self.tally(0, player), self.tally(number, player));
                let (Some(base), Some(other)) = both else { continue };
                let Some(expected) = expected(other.score()) else { continue };
                let draws = f64::from(other.score().draws) / f64::from(other.score().games());
                let first = study.rules[0].rules.set();
                let paired = first.placement_points() == set.rules.set().placement_points()
                    && first.officers == set.rules.set().officers;
                let difference =
                    if paired { comparison::paired(&base.games, &other.games) } else { unpaired(base, other) };
                raw.push(difference);
                let (rules, player_name) = (set.name.clone(), contender.title());
                rows.push(Comparison {
                    rules,
                    player: player_name,
                    player_number: player,
                    expected,
                    draws,
                    paired,
                    difference: None,
                });
            }
        }
        let corrected = comparison::corrected(&raw);
        rows.into_iter().zip(corrected).map(|(row, difference)| Comparison { difference, ..row }).collect()
    }

    /// Each step of a ladder beside the next one, under the first rule set.
    fn divergences(&self, study: &Study) -> Vec<Divergence> {
        let neighbours = study.ladders.iter().flat_map(|ladder| ladder.steps.windows(2));
        let divergence = |pair: &[(usize, super::plan::Strength)]| {
            let [one, other] = [pair[0].0, pair[1].0].map(|player| self.tally(0, player));
            let (bits, by_chance) = one?.openings.divergence(&other?.openings)?;
            let both = one?.games.iter().zip(&other?.games).filter_map(|(one, other)| Some(one.first? == other.first?));
            let both: Vec<bool> = both.collect();
            let (same, all) = (both.iter().filter(|same| **same).count() as f64, both.len() as f64);
            let same_reply = (all > 0.0).then(|| Share { value: same / all, interval: wilson(same, all) });
            let players = [pair[0].0, pair[1].0].map(|player| study.players[player].title());
            Some(Divergence { players, bits, by_chance, same_reply })
        };
        neighbours.filter_map(divergence).collect()
    }

    /// Seeds of each main cell, and training runs of the same kind.
    fn spreads(&self, study: &Study) -> Vec<SpreadReport> {
        let mut spreads = Vec::new();
        for (number, set) in study.rules.iter().enumerate() {
            for kind in kinds(study) {
                let runs: Vec<(&String, &Tally)> = (0..study.players.len())
                    .filter(|&player| study.players[player].label == kind)
                    .filter_map(|player| Some((study.players[player].replicate.as_ref()?, self.tally(number, player)?)))
                    .collect();
                let scores: Vec<Score> = runs.iter().map(|(_, tally)| tally.score()).collect();
                let title = format!("{}, {kind}", set.name);
                let names = runs.iter().map(|(run, _)| (*run).clone()).collect();
                spreads.extend(Spread::of(&scores).map(|spread| SpreadReport {
                    title,
                    training: true,
                    runs: names,
                    spread,
                }));
            }
        }
        for (order, tally) in self.tallies.iter().filter(|(order, _)| order.cell.is_main()) {
            let runs = (1..=tally.batches.len()).map(|batch| format!("seed {batch}")).collect();
            let title = study.title(&order.cell);
            spreads.extend(Spread::of(&tally.batches).map(|spread| SpreadReport {
                title,
                training: false,
                runs,
                spread,
            }));
        }
        spreads
    }
}

/// The labels of players that come from training runs, each once.
fn kinds(study: &Study) -> Vec<String> {
    let mut kinds: Vec<String> = Vec::new();
    for player in study.players.iter().filter(|player| player.replicate.is_some()) {
        if !kinds.contains(&player.label) {
            kinds.push(player.label.clone());
        }
    }
    kinds
}

/// The officers' share of the points with its interval.
pub(super) fn expected(score: Score) -> Option<Share> {
    Some(Share { value: score.share()?, interval: score.narrow_interval() })
}

/// Two cells whose openings differ: their means.
fn unpaired(one: &Tally, other: &Tally) -> Option<Raw> {
    let points = |tally: &Tally| -> Vec<f64> {
        tally.games.iter().filter(|game| game.is_new).map(|game| f64::from(game.half_points) / 2.0).collect()
    };
    let [one, other] = [points(one), points(other)];
    // An imaginary half game that differs, as for pairs.
    let error = |points: &[f64]| Some((variance(points)? + 0.25 / points.len() as f64) / points.len() as f64);
    let (pairs, value) = (one.len().min(other.len()) as u32, mean(&other)? - mean(&one)?);
    Some(Raw { pairs, value, error: (error(&one)? + error(&other)?).sqrt() })
}

/// The length that this share of the games does not exceed.
fn length(tally: &Tally, level: f64) -> f64 {
    let count = |results: &ByResult| f64::from(results.iter().sum::<u32>());
    let total: f64 = tally.lengths.values().map(count).sum();
    let mut left = level * total;
    let at = tally.lengths.iter().find(|(_, results)| {
        left -= count(results);
        left <= 0.0
    });
    at.map_or(0.0, |(plies, _)| f64::from(*plies))
}

/// The name of a placement or of its mirror image, whichever stands in tallies.
fn canonical_name(placement: &str) -> String {
    let names = (0..placement.len() / 2).filter_map(|index| Point::from_name(placement.get(2 * index..2 * index + 2)?));
    canonical(names.collect::<Bitboard>()).iter().map(|point| point.name()).collect()
}
