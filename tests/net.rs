//! The network: inputs, shapes, answers to the search, files.

use std::collections::HashSet;
use std::fs;

use asalto::base::check::Check;
use asalto::base::rng::{below, stream};
use asalto::net::features::{self, GLOBALS, INPUTS, PLANES, POINTS};
use asalto::net::{Kind, Model, NetConfig, NetEvaluator, Network, device, parameters};
use asalto::rules::{Game, Point, Position, Rules, Side};
use asalto::search::{Evaluation, Evaluator, Leaf};
use burn::tensor::Device;
use proptest::prelude::*;

/// One small network of each kind.
fn small(kind: Kind) -> NetConfig {
    NetConfig { kind, width: 16, blocks: 2, mixing: 8 }
}

/// Wide enough that the matrix kernels cut their sums in pieces, which they do elsewhere when there are few rows.
fn wide(kind: Kind) -> NetConfig {
    let width = if kind == Kind::Dense { 640 } else { 60 };
    NetConfig { kind, width, blocks: 1, mixing: 64 }
}

fn cpu() -> Device {
    device("cpu").unwrap()
}

/// The leaves of random games: placements, chains, repetitions and all.
fn leaves(seed: u64, count: usize, rules: Rules) -> Vec<Leaf> {
    let mut rng = stream(seed, &[]);
    let mut leaves = Vec::new();
    while leaves.len() < count {
        let mut game = Game::new(Position::start(rules));
        while game.outcome().is_none() {
            let position = *game.position();
            let actions = position.actions();
            leaves.push(Leaf { position, repetitions: game.repetitions(), actions: actions.clone(), draw_value: 0.0 });
            game.play(actions[below(&mut rng, actions.len() as u32) as usize]).unwrap();
        }
    }
    leaves.truncate(count);
    leaves
}

fn row(position: &Position, repetitions: u8) -> Vec<f32> {
    let mut row = vec![f32::NAN; INPUTS];
    features::encode(position, repetitions, 0.0, &mut row);
    row
}

fn evaluate(evaluator: &mut NetEvaluator, leaves: &[Leaf]) -> Vec<Evaluation> {
    let mut out = Vec::new();
    evaluator.evaluate(leaves, &mut out);
    out
}

#[test]
fn a_row_shows_the_pieces_where_they_stand() {
    let position =
        Position::parse(Rules::asalto(), "3/1o1/1r5/7/r6/3/2r r 0 - 7").unwrap_or_else(|error| panic!("{error}"));
    let row = row(&position, 1);
    let planes = |name: &str| {
        let point = Point::from_name(name).unwrap().index();
        row[point * PLANES..(point + 1) * PLANES].to_vec()
    };
    assert_eq!(planes("d6")[..2], [1.0, 0.0]);
    assert_eq!(planes("b5")[..2], [0.0, 1.0]);
    assert_eq!(planes("e1")[..2], [0.0, 1.0]);
    assert_eq!(planes("d4"), [0.0; PLANES]);
    let globals = &row[POINTS * PLANES..];
    assert_eq!(globals[..2], [0.0, 1.0], "the rebels are to move");
    assert_eq!(globals[6], 7.0 / 100.0, "quiet plies of the hundred that are a draw");
    assert_eq!(globals[8..10], [1.0, 0.0], "stood once before");
}

#[test]
fn everything_that_play_depends_on_is_in_the_row() {
    let rules = Rules::asalto();
    let texts = [
        "3/1o1/1r5/r6/r6/3/2r r 0 - 0",
        "3/1o1/1r5/r6/r6/3/2r o 0 - 0",
        "3/1o1/1r5/r6/r6/3/2r r 0 - 1",
        "3/1o1/1r5/r6/r6/3/2r r 0 - 99",
        "3/1o1/r6/r6/r6/3/2r r 0 - 0",
        "3/o2/1r5/r6/r6/3/2r r 0 - 0",
    ];
    let rows: Vec<_> = texts.iter().map(|text| row(&Position::parse(rules, text).expect(text), 0)).collect();
    for (index, one) in rows.iter().enumerate() {
        assert!(rows[..index].iter().all(|other| other != one), "{} looks like another", texts[index]);
    }
    let start = Position::parse(rules, texts[0]).unwrap();
    assert_ne!(row(&start, 0), row(&start, 1));
    assert_ne!(row(&start, 1), row(&start, 2));
    let drawn = |text: &str, worth: f32| {
        let mut row = vec![f32::NAN; INPUTS];
        features::encode(&Position::parse(rules, text).unwrap(), 0, worth, &mut row);
        row
    };
    for (text, seen) in [(texts[0], -0.5), (texts[1], 0.5)] {
        let (with, without) = (drawn(text, 0.5), drawn(text, 0.0));
        let changed: Vec<_> = with.iter().zip(&without).filter(|(with, without)| with != without).collect();
        assert_eq!(changed, [(&seen, &0.0)], "what a draw is worth to the side to move");
    }
}

#[test]
fn starting_values_depend_on_the_seed_alone() {
    for kind in Kind::ALL {
        let values = |seed| parameters::read(&small(kind).init(seed, &cpu()));
        let here = values(3);
        let elsewhere = std::thread::spawn(move || {
            // Values of another network, drawn in between, must not matter.
            small(Kind::Dense).init(9, &cpu());
            parameters::read(&small(kind).init(3, &cpu()))
        });
        assert!(here == elsewhere.join().unwrap(), "{kind:?}");
        assert!(here != values(4), "{kind:?}");
        assert!(here.iter().all(|value| value.is_finite()));
    }
}

#[test]
fn the_layout_names_every_parameter_once() {
    for kind in Kind::ALL {
        let network = small(kind).init(1, &cpu());
        let layout = parameters::layout(&network);
        assert_eq!(layout.iter().map(parameters::Entry::len).sum::<usize>(), parameters::read(&network).len());
        let names: HashSet<_> = layout.iter().map(|entry| &entry.name).collect();
        assert_eq!(names.len(), layout.len());
        assert!(names.contains(&"blocks.1.first.weight".to_string()), "{names:?}");
        let mut next = 0;
        for entry in &layout {
            assert_eq!(entry.start, next);
            next += entry.len();
        }
    }
}

#[test]
fn written_parameters_are_read_back() {
    for kind in Kind::ALL {
        let network = small(kind).init(1, &cpu());
        let values: Vec<f32> = (0..parameters::read(&network).len()).map(|index| index as f32 * 1e-3).collect();
        assert!(parameters::read(&parameters::write(&network, &values, &cpu())) == values, "{kind:?}");
    }
}

/// How often each weight is multiplied in one evaluation.
fn uses(kind: Kind, name: &str, width: usize) -> usize {
    let a_point =
        kind != Kind::Dense && ["stem.planes", "heads.joint", "first", "second"].iter().any(|part| name.contains(part));
    let a_channel = name.contains("gather") || name.contains("scatter");
    if a_channel {
        width
    } else if a_point {
        POINTS
    } else {
        1
    }
}

#[test]
fn multiply_adds_count_the_use_of_every_weight() {
    for kind in Kind::ALL {
        let config = small(kind);
        let layout = parameters::layout(&config.init(1, &cpu()));
        let weights = layout.iter().filter(|entry| entry.is_weight());
        let count: usize = weights.map(|entry| entry.len() * uses(kind, &entry.name, config.width)).sum();
        assert_eq!(config.multiply_adds(), count, "{kind:?}");
    }
}

#[test]
fn an_evaluation_does_not_depend_on_its_company() {
    let leaves = leaves(5, 130, Rules::asalto());
    for kind in Kind::ALL {
        for config in [small(kind), NetConfig { kind, width: 33, blocks: 1, mixing: 21 }, wide(kind)] {
            let mut evaluator = NetEvaluator::new(&config.init(1, &cpu()), &cpu());
            let together = evaluate(&mut evaluator, &leaves);
            for size in [1, 2, 3, 7, 16, 65] {
                let apart: Vec<_> = leaves.chunks(size).flat_map(|some| evaluate(&mut evaluator, some)).collect();
                assert!(apart == together, "{config:?} in batches of {size}");
            }
        }
    }
}

#[test]
fn copies_answer_alike_on_all_threads() {
    let leaves = leaves(6, 64, Rules::asalto());
    for kind in Kind::ALL {
        let mut evaluator = NetEvaluator::new(&small(kind).init(1, &cpu()), &cpu());
        let expected = evaluate(&mut evaluator, &leaves);
        std::thread::scope(|scope| {
            for _ in 0..3 {
                let mut copy = evaluator.clone();
                let (leaves, expected) = (&leaves, &expected);
                scope.spawn(move || (0..5).for_each(|_| assert_eq!(&evaluate(&mut copy, leaves), expected)));
            }
        });
    }
}

#[test]
fn buffers_of_an_earlier_answer_are_replaced() {
    let leaves = leaves(7, 20, Rules::asalto());
    let mut evaluator = NetEvaluator::new(&small(Kind::Dense).init(1, &cpu()), &cpu());
    let fresh = evaluate(&mut evaluator, &leaves[..3]);
    let mut out = evaluate(&mut evaluator, &leaves);
    evaluator.evaluate(&leaves[..3], &mut out);
    assert_eq!(out, fresh);
    evaluator.evaluate(&[], &mut out);
    assert_eq!(out, []);
}

fn assert_distribution(shares: &[f32]) {
    assert!(shares.iter().all(|share| (0.0..=1.0).contains(share)), "{shares:?}");
    assert!((shares.iter().sum::<f32>() - 1.0).abs() < 1e-5, "{shares:?}");
}

#[test]
fn answers_are_distributions_with_one_two_and_many_actions() {
    let mut seen = HashSet::new();
    let mut all = leaves(8, 3000, Rules::asalto());
    // With one officer and one rebel beside it there are positions of a single action.
    all.extend(leaves(8, 1000, Rules::fox_and_geese(13).unwrap()));
    for kind in Kind::ALL {
        let mut evaluator = NetEvaluator::new(&small(kind).init(2, &cpu()), &cpu());
        for (leaf, answer) in all.iter().zip(evaluate(&mut evaluator, &all)) {
            assert_eq!(answer.prior.len(), leaf.actions.len());
            assert_distribution(&answer.prior);
            assert_distribution(&answer.wdl);
            seen.insert(leaf.actions.len());
        }
    }
    assert!([1, 2, 20].iter().all(|count| seen.contains(count)), "{seen:?}");
}

/// A network whose outputs are huge: `factor` times its usual weights.
fn scaled(config: NetConfig, factor: f32) -> Network {
    let network = config.init(1, &cpu());
    let values: Vec<f32> = parameters::read(&network).iter().map(|value| value * factor).collect();
    parameters::write(&network, &values, &cpu())
}

#[test]
fn huge_logits_do_not_overflow() {
    let leaves = leaves(9, 100, Rules::asalto());
    for kind in Kind::ALL {
        let mut evaluator = NetEvaluator::new(&scaled(small(kind), 30.0), &cpu());
        for answer in evaluate(&mut evaluator, &leaves) {
            assert_distribution(&answer.prior);
            assert_distribution(&answer.wdl);
        }
    }
}

#[test]
fn a_network_under_training_answers_without_recording() {
    let training = cpu().autodiff();
    let network = parameters::write(
        &small(Kind::Mixer).init(1, &cpu()),
        &parameters::read(&small(Kind::Mixer).init(1, &cpu())),
        &training,
    );
    let leaves = leaves(10, 10, Rules::asalto());
    let answers = evaluate(&mut NetEvaluator::new(&network, &cpu()), &leaves);
    assert_eq!(answers, evaluate(&mut NetEvaluator::new(&small(Kind::Mixer).init(1, &cpu()), &cpu()), &leaves));
}

fn model(kind: Kind) -> Model {
    let config = small(kind);
    Model::new(config, Rules::asalto(), config.init(11, &cpu()))
}

#[test]
fn a_model_round_trips_bit_for_bit() {
    for kind in Kind::ALL {
        let folder = tempfile::tempdir().unwrap();
        let saved = model(kind);
        saved.save(folder.path()).unwrap();
        let loaded = Model::load(folder.path(), &cpu()).unwrap();
        assert_eq!(loaded.config, saved.config);
        assert_eq!(loaded.rules, saved.rules);
        assert!(parameters::read(&loaded.network) == parameters::read(&saved.network), "{kind:?}");
    }
}

/// The text of the error that loading gives after the file `name` was changed.
fn refusal(name: &str, change: impl FnOnce(Vec<u8>) -> Vec<u8>) -> String {
    let folder = tempfile::tempdir().unwrap();
    model(Kind::Dense).save(folder.path()).unwrap();
    let path = folder.path().join(name);
    fs::write(&path, change(fs::read(&path).unwrap())).unwrap();
    let message = Model::load(folder.path(), &cpu()).expect_err("the change must be noticed").to_string();
    assert!(message.contains(&*path.to_string_lossy()) || message.contains("weights.safetensors"), "{message}");
    message
}

fn card(from: &str, to: &str) -> String {
    refusal("model.toml", |bytes| {
        let text = String::from_utf8(bytes).unwrap();
        assert!(text.contains(from), "{text}");
        text.replacen(from, to, 1).into_bytes()
    })
}

#[test]
fn weights_that_do_not_fit_are_refused_with_both_shapes() {
    let message = card("width = 16", "width = 24");
    assert!(message.contains(&format!("[{INPUTS}, 16]")) && message.contains(&format!("[{INPUTS}, 24]")), "{message}");
    let message = card("blocks = 2", "blocks = 3");
    assert!(message.contains("blocks.2.first.weight"), "{message}");
    let message = card("blocks = 2", "blocks = 1");
    assert!(message.contains("blocks.1"), "{message}");
    let message = card("kind = \"dense\"", "kind = \"mixer\"");
    assert!(message.contains("has no tensor"), "{message}");
}

#[test]
fn a_model_of_another_program_is_refused() {
    assert!(card("inputs = ", "inputs = 9").contains("version 9"));
    assert!(card("min_rebels = 9", "min_rebels = 8").contains("rules_hash"));
    assert!(card("width = 16", "width = 0").contains("network.width: must be 4 to 1024, found 0"));
    assert!(card("width = 16", "widht = 16").contains("widht"));
    let message = card("parameters = ", "parameters = 1");
    assert!(message.contains("parameters must be ") && message.contains(", found 1"), "{message}");
    let row = "\n[[measured]]\nopponent = \"greedy\"\nstarts = \"plain\"\ngames = [2, 2]\nscore = [0.5, 7.0]\ninterval = [[0.0, 1.0], [0.0, 1.0]]\ncommand = \"\"\n";
    let message = refusal("model.toml", |bytes| [&bytes, row.as_bytes()].concat());
    assert!(message.contains("scores and intervals must be 0 to 1, found 7"), "{message}");
}

#[test]
fn damaged_weights_are_refused() {
    for place in [0, 9, 2000] {
        refusal("weights.safetensors", |mut bytes| {
            let place = if place == 2000 { bytes.len() - 1 } else { place };
            bytes[place] ^= 0x40;
            bytes
        });
    }
    assert!(refusal("weights.safetensors", |bytes| bytes[..bytes.len() / 2].to_vec()).contains("cut off"));
    assert!(refusal("weights.safetensors", |_| Vec::new()).contains("damaged weights"));
}

#[test]
fn a_missing_model_names_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let message = Model::load(folder.path(), &cpu()).unwrap_err().to_string();
    assert!(message.contains("model.toml"), "{message}");
}

#[test]
fn devices_that_are_not_there_say_what_to_do() {
    assert!(device("gpu").unwrap_err().to_string().contains("`cpu`, `wgpu` or `cuda`, found `gpu`"));
    #[cfg(not(feature = "cuda"))]
    assert!(device("cuda").unwrap_err().to_string().contains("--features cuda"));
}

#[test]
fn every_bad_knob_is_reported() {
    assert_eq!(NetConfig::default().check(), []);
    let bad = NetConfig { width: 0, blocks: 100, mixing: 1, ..NetConfig::default() };
    let keys: Vec<_> = bad.check().into_iter().map(|finding| finding.key).collect();
    assert_eq!(keys, ["width", "blocks", "mixing"]);
    assert!(toml::from_str::<NetConfig>("kind = \"dense\"\nwide = 3").unwrap_err().to_string().contains("wide"));
}

/// The row of the mirror image, made from the row itself.
fn mirrored_row(row: &[f32]) -> Vec<f32> {
    let mut mirrored = row.to_vec();
    for point in Point::ALL {
        let (from, to) = (point.index() * PLANES, point.mirrored().index() * PLANES);
        mirrored[to..to + PLANES].copy_from_slice(&row[from..from + PLANES]);
    }
    mirrored
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20, ..ProptestConfig::default() })]

    #[test]
    fn the_row_of_the_mirror_image_is_the_mirror_image_of_the_row(seed in any::<u64>()) {
        for leaf in leaves(seed, 60, Rules::asalto()) {
            let row = row(&leaf.position, leaf.repetitions);
            prop_assert!(row.iter().all(|value| (0.0..=1.0).contains(value)));
            prop_assert_eq!(self::row(&leaf.position.mirrored(), leaf.repetitions), mirrored_row(&row));
        }
    }

    #[test]
    fn the_row_tells_the_role_and_the_count_of_pieces(seed in any::<u64>()) {
        for leaf in leaves(seed, 60, Rules::asalto()) {
            let row = row(&leaf.position, leaf.repetitions);
            let globals = &row[INPUTS - GLOBALS..];
            let officers = leaf.position.side_to_move() == Side::Officers;
            prop_assert_eq!(globals[0] == 1.0, officers);
            prop_assert_eq!(globals[1] == 1.0, !officers);
            let sum = |plane: usize| row[..POINTS * PLANES].iter().skip(plane).step_by(PLANES).sum::<f32>();
            prop_assert_eq!(sum(0), leaf.position.officers().count() as f32);
            prop_assert_eq!(sum(1), leaf.position.rebels().count() as f32);
            prop_assert_eq!(sum(2), if leaf.position.jumper().is_some() { 1.0 } else { 0.0 });
            prop_assert_eq!(sum(3), leaf.position.able_officers().count() as f32);
        }
    }
}

/// Needs a Vulkan driver (a software one will do), so it is built only with the feature.
#[cfg(feature = "wgpu")]
#[test]
fn a_gpu_answers_as_the_processor_does() {
    let gpu = device("wgpu").unwrap();
    for kind in Kind::ALL {
        let config = wide(kind);
        let leaves = leaves(11, 64, Rules::asalto());
        let on = |device: &Device| evaluate(&mut NetEvaluator::new(&config.init(3, device), device), &leaves);
        for (left, right) in on(&cpu()).iter().zip(&on(&gpu)) {
            let numbers = |evaluation: &Evaluation| [&evaluation.prior[..], &evaluation.wdl[..]].concat();
            for (one, two) in numbers(left).iter().zip(numbers(right)) {
                assert!((one - two).abs() < 1e-4, "{kind:?}: {one} on the processor, {two} on the GPU");
            }
        }
    }
}
