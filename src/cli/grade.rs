//! `asalto grade`: a player against the truth.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use rayon::ThreadPoolBuilder;

use super::field::spread;
use super::{contestants, input};
use crate::arena::grade::{self, Grade, Source};
use crate::base::fault::{Fault, Problem};
use crate::exact::Tables;
use crate::players::{Budget, NetworkSpec, PlayerSpec, spec_help};
use crate::report::{GRADE_FILES, GradeReport, write_grades};
use crate::rules::Position;
use crate::run::RunDir;

/// Grade a player by positions that are proven: how often it keeps a forced win, and how long it holds out against one.
///
/// Every position asked about is a forced win of the side to move in which some step throws the win away; half of them come from games of a
/// strong player, the others from all over the tables. Then the player has the other side, and the winner plays by the tables. Where
/// `asalto solve --losses` made the tables, the rebels are who wins; after `--full` there are wins of the officers, too.
#[derive(clap::Args)]
#[command(after_help = spec_help())]
pub struct Args {
    /// The player; or a training run, whose checkpoints are graded one after the other, with plots in RUN_DIR/grade.
    #[arg(value_name = "PLAYER|RUN_DIR")]
    player: String,
    /// The tables, as `asalto solve` makes them.
    #[arg(long, value_name = "DIR")]
    exact: PathBuf,
    /// Positions to ask about, of each side, from games and from the tables each; 1 to 100000.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    positions: u32,
    /// Simulations a move to grade a network or `mcts` with; default: as the player says; of a run's checkpoints one number (64).
    #[arg(long, value_name = "N,N,...", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(1..=100_000))]
    budgets: Vec<u32>,
    /// Checkpoints of a run, evenly spread from the first to the last.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=50))]
    checkpoints: u32,
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

/// At least so many games are played against the tables, if there are positions for them.
const LEAST_GAMES: usize = 10;

/// Simulations of a run's checkpoints where no budget is given.
const RUN_BUDGET: u32 = 64;

/// Who is graded: its spec, and which checkpoint of a run it is.
type Examinee = (PlayerSpec, Option<u32>);

pub(super) fn run(args: Args) -> Result<ExitCode, Fault> {
    let run = Some(PathBuf::from(&args.player)).filter(|path| RunDir::new(path).has_run());
    let examinees = match &run {
        Some(run) => checkpoints(&RunDir::new(run), &args)?,
        None => players(&args)?,
    };
    let tables = Arc::new(Tables::open(&args.exact)?);
    let pool = ThreadPoolBuilder::new().num_threads(input::threads(args.threads)).build();
    let pool = pool.map_err(|error| Fault::failed(format!("cannot start threads: {error}")))?;
    let report = pool.install(|| report(&args, &examinees, &tables))?;
    let dir = run.map(|run| run.join("grade"));
    if let Some(dir) = &dir {
        write_grades(dir, &report)?;
    }
    if args.json {
        input::print_json(&report)?
    } else {
        input::print_text(&report.to_string())?
    }
    if let Some(dir) = dir {
        say!("wrote {GRADE_FILES} in {}", dir.display());
    }
    Ok(ExitCode::SUCCESS)
}

fn players(args: &Args) -> Result<Vec<Examinee>, Fault> {
    let spec = contestants::spec(&args.player)?;
    let specs = match &args.budgets[..] {
        [] => vec![spec],
        budgets => budgets
            .iter()
            .collect::<BTreeSet<_>>()
            .into_iter()
            .map(|&simulations| with_budget(&spec, simulations))
            .collect::<Result<_, _>>()?,
    };
    Ok(specs.into_iter().map(|spec| (spec, None)).collect())
}

fn checkpoints(run: &RunDir, args: &Args) -> Result<Vec<Examinee>, Fault> {
    let iterations = spread(&run.checkpoint_iterations(), args.checkpoints as usize);
    if iterations.is_empty() {
        return Err(Fault::input(format!("{}: no checkpoint yet", args.player)));
    }
    let simulations = match &args.budgets[..] {
        [] => RUN_BUDGET,
        [one] => *one,
        _ => {
            let problem = Problem::new("the checkpoints of a run are graded with one budget").at("--budgets");
            return Err(problem.help("name one").into());
        }
    };
    let of = |iteration: u32| {
        let dir = run.checkpoint(iteration).display().to_string();
        (PlayerSpec::Network(NetworkSpec::searching(dir, simulations)), Some(iteration))
    };
    Ok(iterations.into_iter().map(of).collect())
}

fn with_budget(spec: &PlayerSpec, simulations: u32) -> Result<PlayerSpec, Fault> {
    match spec {
        PlayerSpec::Network(network) => {
            Ok(PlayerSpec::Network(NetworkSpec { budget: Some(Budget::Simulations(simulations)), ..network.clone() }))
        }
        PlayerSpec::Mcts { .. } => Ok(PlayerSpec::Mcts { simulations }),
        other => {
            let problem = Problem::new(format!("`{other}` does not search by simulations")).at("--budgets");
            Err(problem.help("leave --budgets away, or name a network or mcts").into())
        }
    }
}

fn report(args: &Args, examinees: &[Examinee], tables: &Arc<Tables>) -> Result<GradeReport, Fault> {
    let rules = tables.rules();
    let strong = contestants::factory(&contestants::spec(&args.strong)?, rules)?;
    let count = args.positions as usize;
    let mut grades = Vec::new();
    let kinds = tables.winners().iter().flat_map(|&side| [(side, Source::Games), (side, Source::Tables)]);
    for (side, source) in kinds {
        let questions = grade::questions(tables, (side, source), &strong, count, args.seed)?;
        if questions.len() < count {
            let place = if source == Source::Games { "games" } else { "the tables" };
            say!("only {} wins of the {side} of the {count} asked for were found in {place}", questions.len());
        }
        for (spec, iteration) in examinees {
            let player = contestants::factory(spec, rules)?;
            let answers = grade::examine(tables, &player, &questions, args.seed)?;
            let starts: Vec<Position> = questions.iter().take(count.div_ceil(10).max(LEAST_GAMES)).copied().collect();
            let turns = grade::resistance(tables, &player, &starts, args.seed)?;
            let name = match iteration {
                Some(iteration) => format!("iteration {iteration}"),
                None => spec.to_string(),
            };
            grades.push(Grade { iteration: *iteration, ..Grade::new(name, side, source, answers, &turns) });
        }
    }
    if grades.iter().all(|grade| grade.asked == 0) {
        let message =
            format!("{}: no position in which a side wins by force, but not by every step", args.exact.display());
        return Err(Fault::failed(message));
    }
    Ok(GradeReport { exact: args.exact.display().to_string(), strong: args.strong.clone(), seed: args.seed, grades })
}
