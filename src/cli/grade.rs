//! `asalto grade`: a player against the truth.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use rayon::ThreadPoolBuilder;
use serde::Serialize;

use super::{contestants, input};
use crate::arena::grade::{self, Answer, Source};
use crate::base::fault::{Fault, Problem};
use crate::base::stats::{Interval, mean, wilson};
use crate::exact::Tables;
use crate::players::{Budget, PlayerSpec, spec_help};
use crate::report::table::{Align, Table};
use crate::report::text;
use crate::rules::Position;

/// Grade a player by positions that are proven: how often it keeps a forced win, and how long it holds out against one.
///
/// Every position asked about is a forced win of the rebels in which some step throws the win away; half of them come from games of a strong
/// player, the others from all over the tables. As officers, the player then meets rebels who play by the tables.
#[derive(clap::Args)]
#[command(after_help = spec_help())]
pub struct Args {
    /// The player.
    #[arg(value_name = "PLAYER")]
    player: String,
    /// The tables, as `asalto solve` makes them.
    #[arg(long, value_name = "DIR")]
    exact: PathBuf,
    /// Positions to ask about, from games and from the tables each; 1 to 100000.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    positions: u32,
    /// Simulations a move to grade a network or `mcts` with; default: as the player says.
    #[arg(long, value_name = "N,N,...", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(1..=100_000))]
    budgets: Vec<u32>,
    /// The strong player whose games the positions come from.
    #[arg(long, value_name = "PLAYER", default_value = "alphabeta:depth=4")]
    strong: String,
    /// Fixes every random choice.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Threads; 0 = one a core. The grade does not depend on it.
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// The wrong answers that are printed.
const WORST: usize = 5;

#[derive(Serialize)]
struct Report {
    exact: String,
    strong: String,
    seed: u64,
    grades: Vec<Grade>,
}

/// One player's answers to one kind of questions.
#[derive(Serialize)]
struct Grade {
    player: String,
    source: Source,
    asked: usize,
    kept: usize,
    share: f64,
    share_95: [f64; 2],
    /// What it thought of these wins on average; 1 would be right.
    mean_value: f64,
    /// How many of them it thought better than even.
    seen: usize,
    by_rebels: Vec<Group>,
    /// By the sum of the rebels' ranks, in tens.
    by_level: Vec<Group>,
    /// Wrong answers, those that it was surest of first.
    worst: Vec<Answer>,
    /// Turns that the rebels needed to beat it, on average.
    resistance: f64,
}

#[derive(Serialize)]
struct Group {
    of: u32,
    asked: usize,
    kept: usize,
}

pub(super) fn run(args: Args) -> Result<ExitCode, Fault> {
    let spec = contestants::spec(&args.player)?;
    let specs: Vec<PlayerSpec> = match &args.budgets[..] {
        [] => vec![spec],
        budgets => budgets.iter().map(|&simulations| with_budget(&spec, simulations)).collect::<Result<_, _>>()?,
    };
    let tables = Arc::new(Tables::open(&args.exact)?);
    let pool = ThreadPoolBuilder::new().num_threads(input::threads(args.threads)).build();
    let pool = pool.map_err(|error| Fault::failed(format!("cannot start threads: {error}")))?;
    let report = pool.install(|| report(&args, &specs, &tables))?;
    if args.json {
        input::print_json(&report)?
    } else {
        input::print_text(&report.text())?
    }
    Ok(ExitCode::SUCCESS)
}

fn with_budget(spec: &PlayerSpec, simulations: u32) -> Result<PlayerSpec, Fault> {
    match spec {
        PlayerSpec::Network { dir, draw, temperature, .. } => Ok(PlayerSpec::Network {
            dir: dir.clone(),
            budget: Some(Budget::Simulations(simulations)),
            draw: *draw,
            temperature: *temperature,
        }),
        PlayerSpec::Mcts { .. } => Ok(PlayerSpec::Mcts { simulations }),
        other => {
            let problem = Problem::new(format!("`{other}` does not search by simulations")).at("--budgets");
            Err(problem.help("leave --budgets away, or name a network or mcts").into())
        }
    }
}

fn report(args: &Args, specs: &[PlayerSpec], tables: &Arc<Tables>) -> Result<Report, Fault> {
    let rules = tables.rules();
    let strong = contestants::factory(&contestants::spec(&args.strong)?, rules)?;
    let count = args.positions as usize;
    let mut grades = Vec::new();
    for source in [Source::Games, Source::Tables] {
        let questions = grade::questions(tables, source, &strong, count, args.seed)?;
        if questions.len() < count {
            say!("only {} positions of the {count} asked for were found ({})", questions.len(), name(source));
        }
        for spec in specs {
            let player = contestants::factory(spec, rules)?;
            let answers = grade::examine(tables, &player, &questions, args.seed)?;
            let starts: Vec<Position> = questions.iter().take(count.div_ceil(10)).copied().collect();
            let turns = grade::resistance(tables, &player, &starts, args.seed)?;
            let turns: Vec<f64> = turns.into_iter().map(f64::from).collect();
            grades.push(Grade::new(spec, source, answers, mean(&turns).unwrap_or(f64::NAN)));
        }
    }
    Ok(Report { exact: args.exact.display().to_string(), strong: args.strong.clone(), seed: args.seed, grades })
}

fn name(source: Source) -> &'static str {
    match source {
        Source::Games => "games",
        Source::Tables => "tables",
    }
}

impl Grade {
    fn new(spec: &PlayerSpec, source: Source, answers: Vec<Answer>, resistance: f64) -> Grade {
        let (asked, kept) = (answers.len(), answers.iter().filter(|answer| answer.kept).count());
        let Interval { low, high } = wilson(kept as f64, asked as f64);
        let values: Vec<f64> = answers.iter().map(|answer| f64::from(answer.value)).collect();
        let (by_rebels, by_level) =
            (groups(&answers, |answer| answer.rebels), groups(&answers, |answer| answer.advance / 10 * 10));
        let seen = answers.iter().filter(|answer| answer.value > 0.0).count();
        let mut worst: Vec<Answer> = answers.into_iter().filter(|answer| !answer.kept).collect();
        worst.sort_by(|one, other| other.value.total_cmp(&one.value));
        worst.truncate(WORST);
        Grade {
            player: spec.to_string(),
            source,
            asked,
            kept,
            share: kept as f64 / asked.max(1) as f64,
            share_95: [low, high],
            mean_value: mean(&values).unwrap_or(f64::NAN),
            seen,
            by_rebels,
            by_level,
            worst,
            resistance,
        }
    }
}

fn groups(answers: &[Answer], of: impl Fn(&Answer) -> u32) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for answer in answers {
        let index = groups.iter().position(|group| group.of == of(answer)).unwrap_or_else(|| {
            groups.push(Group { of: of(answer), asked: 0, kept: 0 });
            groups.len() - 1
        });
        groups[index].asked += 1;
        groups[index].kept += usize::from(answer.kept);
    }
    groups.sort_by_key(|group| group.of);
    groups
}

impl Report {
    fn text(&self) -> String {
        let columns =
            [("player", Align::Left), ("positions", Align::Left), ("asked", Align::Right), ("win kept", Align::Right)];
        let more = [("value", Align::Right), ("seen as won", Align::Right), ("holds out", Align::Right)];
        let mut table = Table::new(columns.into_iter().chain(more));
        for grade in &self.grades {
            let [low, high] = grade.share_95;
            table.row([
                grade.player.clone(),
                name(grade.source).to_owned(),
                grade.asked.to_string(),
                text::percent_in(grade.share, Interval { low, high }),
                format!("{:+.2}", grade.mean_value),
                text::percent(grade.seen as f64 / grade.asked.max(1) as f64),
                format!("{:.1} turns", grade.resistance),
            ]);
        }
        let mut out = format!("forced wins of the rebels by {}; not every step keeps them\n{table}", self.exact);
        for grade in &self.grades {
            out += &format!("\n{} on positions from {}\n", grade.player, name(grade.source));
            out += &line("rebels", &grade.by_rebels);
            out += &line("level", &grade.by_level);
            for answer in &grade.worst {
                let Answer { position, played, winning, value, .. } = answer;
                out += &format!("  {position}  played {played} ({value:+.2}), won by {winning}\n");
            }
        }
        out
    }
}

fn line(what: &str, groups: &[Group]) -> String {
    let cells: Vec<String> =
        groups.iter().map(|group| format!("{}: {}/{}", group.of, group.kept, group.asked)).collect();
    format!("  kept by {what}  {}\n", cells.join("  "))
}
