//! `asalto balance`: what games say about each side.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::field::Field;
use super::input::{self, Wrong};
use super::meter::Meter;
use super::signals;
use crate::arena::Placements;
use crate::balance::{BalanceReport, Extent, Provenance, RuleChoice, Study, StudyProgress, TruthReport, spare_rebels};
use crate::base::fault::{Fault, Problem};
use crate::exact::Tables;
use crate::players::spec_help;
use crate::report;
use crate::rules::Rules;
use crate::run::{COMMIT, RunDir};

/// Find out which side is better off: by how much, at which strength, from which placement, under which rules, and how
/// sure that is.
///
/// Each player meets itself under each rule set. Under the first rule set it also plays with rebels missing, and a player
/// of several budgets meets itself with every other budget: from that follows what makes the game even. The games are
/// kept in the folder of --out: killed and started again, the command goes on, and with more games, players or rules it
/// plays only what is missing. The report does not depend on the number of threads, nor on interruptions.
#[derive(clap::Args)]
#[command(after_help = spec_help())]
pub struct Args {
    /// Training runs: their checkpoints play each other, and a run's own report goes to RUN_DIR/balance. Several runs that
    /// differ by their seed are compared with each other.
    #[arg(value_name = "RUN_DIR", conflicts_with = "players")]
    run_dirs: Vec<PathBuf>,
    /// Players. One that is named without a budget (net, net:DIR, mcts) plays with each of --budgets. Default: net.
    #[arg(long = "player", value_name = "SPEC", num_args = 1..)]
    players: Vec<String>,
    /// Rule sets: TOML files such as those of configs/rules. The others are compared with Asalto if it is among them, or
    /// else with the first; default: that of the first network named, else Asalto.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    rules: Vec<PathBuf>,
    /// Simulations a move, from weak to strong; default: 1,16,64,256, and 16 for the checkpoints of a run.
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(1..=100_000))]
    budgets: Vec<u32>,
    /// Games of each player under each rule set.
    #[arg(long, value_name = "N", default_value_t = 216, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Games of each two budgets (or checkpoints) against each other; 0 = none; default: a quarter of --games.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    cross_games: Option<u32>,
    /// Numbers of rebels that are missing at random, to find out how many make the game even; default: 4,8,12 as far as the
    /// rules allow.
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    handicap: Option<Vec<u32>>,
    /// Games of each player with each of them; 0 = none; default: a quarter of --games.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    handicap_games: Option<u32>,
    /// Placements of the officers: all, or a list such as d6d5,c5e5.
    #[arg(long, value_name = "all|LIST", default_value = "all")]
    placements: String,
    /// Random plies before the players take over, so that games differ.
    #[arg(long, value_name = "K", default_value_t = 2)]
    random_plies: u32,
    /// Checkpoints of a run, evenly spread from the first to the last.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=50))]
    checkpoints: u32,
    /// Tables of `asalto solve` for rule sets of the study: the report shows what is proven beside what was played.
    #[arg(long, value_name = "DIR", num_args = 1..)]
    exact: Vec<PathBuf>,
    /// Batches of games whose random choices have nothing in common; --games are divided among them.
    #[arg(long, value_name = "K", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=100))]
    seeds: u32,
    /// Fixes every random choice.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Games at once; 0 = one a core. The result does not depend on it.
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,
    /// Where games, tables, plots and the page are kept; default: RUN_DIR/balance for a run, else
    /// runs/balance.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: Args) -> Result<ExitCode, Fault> {
    let mut wrong = Wrong::default();
    let placements = wrong.note(args.placements.parse::<Placements>().map_err(|problem| problem.at("--placements")));
    let mut rules = args.rule_choices(&mut wrong);
    let field = wrong.note(Field::new(&args.run_dirs, &args.players, &args.budgets, args.checkpoints));
    let (Some(placements), Some(field), true) = (placements, field, wrong.is_empty()) else {
        return Err(wrong.into_fault());
    };
    if rules.is_empty() {
        rules = vec![field.own_rules()];
    }
    let (factories, left_out) = field.factories(&rules)?;
    let extent = args.extent(&rules)?;
    let orders = extent.orders(rules.len(), field.contenders.len(), &field.ladders);
    let mut study = Study {
        rules,
        players: field.contenders,
        factories,
        ladders: field.ladders,
        orders,
        placements,
        random_plies: args.random_plies,
        seed: args.seed,
        seeds: args.seeds,
        program: format!("asalto {} {COMMIT}", env!("CARGO_PKG_VERSION")),
    };
    study.orders = study.orders.iter().copied().filter(|order| study.is_playable(&order.cell)).collect();
    study.check_openings().map_err(Fault::Input)?;
    let truths = args.truths(&study.rules)?;
    play(&study, truths, left_out, &args)
}

/// Plays the study, and leaves what there is to leave.
fn play(study: &Study, truths: Vec<TruthReport>, left_out: Vec<String>, args: &Args) -> Result<ExitCode, Fault> {
    let out = args.out();
    if RunDir::new(&out).has_run() {
        let problem = Problem::new(format!("{}: holds a training run", out.display())).at("--out");
        return Err(problem.help("name a folder of its own").into());
    }
    crate::base::file::create_dir(&out).map_err(|fault| fault.with_help("name another with --out"))?;
    let in_use = |fault: Fault| fault.with_help("wait for it, stop it, or choose another --out");
    let _lock = RunDir::new(&out).lock().map_err(in_use)?;
    let stop = signals::stop_after_games()?;
    let mut meter = Meter::new(study.games(), "games");
    let played = study.play(&out, input::threads(args.threads), &mut |progress: &StudyProgress| {
        meter.show(progress.done, || progress.cell.clone());
        signals::flow(&stop)
    })?;
    drop(meter);
    let report = BalanceReport { truths, ..played.report(study, left_out, args.provenance(study)) };
    report::write_balance(&out, &report)?;
    if args.json {
        input::print_json(&report)?
    } else {
        input::print_text(&report.to_string())?
    }
    say!("wrote {} in {}; look at {}", report::BALANCE_FILES, out.display(), out.join("index.html").display());
    Ok(signals::exit_code(!report.complete))
}

impl Args {
    fn out(&self) -> PathBuf {
        let own = || match self.run_dirs.as_slice() {
            [run] => run.join("balance"),
            _ => PathBuf::from("runs/balance"),
        };
        self.out.clone().unwrap_or_else(own)
    }

    /// The rule sets that are named; Asalto first, if it is among them.
    fn rule_choices(&self, wrong: &mut Wrong) -> Vec<RuleChoice> {
        let mut choices: Vec<RuleChoice> = Vec::new();
        for path in &self.rules {
            let Some(rules) = wrong.note(input::rules(Some(path))) else { continue };
            let name = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
            if let Some(same) = choices.iter().find(|choice| choice.rules == rules || choice.name == name) {
                let message = format!("{}: the same rules, or the same name, as `{}`", path.display(), same.name);
                wrong.push(Problem::new(message).at("--rules").help("name each rule set once"));
            }
            choices.push(RuleChoice { name, rules });
        }
        choices.sort_by_key(|choice| choice.rules != Rules::asalto());
        choices
    }

    /// What is proven of the rule sets.
    fn truths(&self, rules: &[RuleChoice]) -> Result<Vec<TruthReport>, Fault> {
        let mut truths: Vec<TruthReport> = Vec::new();
        for dir in &self.exact {
            let tables = Tables::open(dir)?;
            let Some(number) = rules.iter().position(|choice| choice.rules == tables.rules()) else {
                let names: Vec<&str> = rules.iter().map(|choice| choice.name.as_str()).collect();
                let message = format!("{}: tables of other rules than {}", dir.display(), names.join(", "));
                return Err(Problem::new(message).at("--exact").help("name their rules with --rules, too").into());
            };
            if truths.iter().any(|truth| truth.rules == number) {
                let message = format!("{}: a second table for the rules {}", dir.display(), rules[number].name);
                return Err(Problem::new(message).at("--exact").help("name one for each rule set").into());
            }
            truths.push(TruthReport::new(number, &tables)?);
        }
        truths.sort_by_key(|truth| truth.rules);
        Ok(truths)
    }

    /// How much is played.
    fn extent(&self, rules: &[RuleChoice]) -> Result<Extent, Fault> {
        let spare = spare_rebels(rules[0].rules);
        let missing = match &self.handicap {
            None => [4, 8, 12].into_iter().filter(|missing| *missing <= spare).collect(),
            Some(list) => list.clone(),
        };
        if let Some(wrong) = missing.iter().find(|missing| !(1..=spare).contains(*missing)) {
            let message = format!("must be 1 to {spare} under the rules {}, found {wrong}", rules[0].name);
            return Err(Problem::new(message)
                .at("--handicap")
                .help("more rebels missing would end the game at once")
                .into());
        }
        let quarter = (self.games / 4).max(1);
        Ok(Extent {
            games: self.games,
            cross_games: self.cross_games.unwrap_or(quarter),
            missing,
            handicap_games: self.handicap_games.unwrap_or(quarter),
        })
    }

    fn provenance(&self, study: &Study) -> Provenance {
        // By the program's own name: where it lies on this machine is nobody's business.
        let arguments = std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned());
        Provenance {
            program: study.program.clone(),
            played_by: Vec::new(),
            command: ["asalto".to_owned()].into_iter().chain(arguments).collect::<Vec<_>>().join(" "),
            seed: study.seed,
            seeds: study.seeds,
            placements: study.placements.to_string(),
            random_plies: study.random_plies,
            cpu_seconds: 0.0,
        }
    }
}

/// The last part of a path.
pub(super) fn last_name(path: &Path) -> String {
    path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned())
}
