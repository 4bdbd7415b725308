//! Learning: exact resumption, threads, guards, and that something is learned.

use asalto::base::check::Check;
use asalto::base::rng::{below, stream};
use asalto::learn::{BadSample, Batch, LearnConfig, Learner, LossReport, Schedule, Target};
use asalto::net::tensor_file::TensorFile;
use asalto::net::{Kind, NetConfig, NetEvaluator, device, parameters};
use asalto::rules::{Action, Position, Rules, Side};
use asalto::search::{Evaluation, Evaluator, Leaf};
use burn::tensor::Device;

fn small(kind: Kind) -> NetConfig {
    NetConfig { kind, width: 16, blocks: 2, mixing: 8 }
}

fn quick() -> LearnConfig {
    LearnConfig { warmup_steps: 4, shards: 3, schedule: Schedule::Cosine, decay_steps: 10, ..LearnConfig::default() }
}

fn cpu() -> Device {
    device("cpu").unwrap()
}

fn positions(seed: u64, count: usize) -> Vec<Position> {
    let mut rng = stream(seed, &[]);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut position = Position::start(Rules::asalto());
        while position.outcome().is_none() && position.quiet() < 20 {
            positions.push(position);
            let actions = position.actions();
            position = position.play(actions[below(&mut rng, actions.len() as u32) as usize]).unwrap();
        }
    }
    positions.truncate(count);
    positions
}

/// A made-up policy on two legal actions, and a made-up result.
fn teach(batch: &mut Batch, position: &Position, number: usize, mirrored: bool) {
    let actions = position.actions();
    let index = |place: usize| actions[place % actions.len()].index() as u16;
    let policy = [(index(number), 0.75), (index(number / 2), 0.25)];
    let wdl = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.1, 0.2, 0.7]][number % 3];
    let target = Target { policy: &policy, policy_weight: 1.0, wdl, value_weight: (number % 2) as f32 };
    batch.push(position, (number % 3) as u8, 0.0, &target, mirrored).unwrap();
}

fn batch(seed: u64, count: usize) -> Batch {
    let mut batch = Batch::with_capacity(count);
    positions(seed, count)
        .iter()
        .enumerate()
        .for_each(|(number, position)| teach(&mut batch, position, number, number % 2 == 1));
    batch
}

fn saved(learner: &Learner) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    learner.save(&folder.path().join("learner")).unwrap();
    std::fs::read(folder.path().join("learner")).unwrap()
}

fn steps(learner: &mut Learner, seeds: std::ops::Range<u64>) -> Vec<LossReport> {
    seeds.map(|seed| learner.step(&batch(seed, 40)).unwrap()).collect()
}

#[test]
fn a_resumed_learner_goes_on_bit_for_bit() {
    for kind in Kind::ALL {
        let mut unbroken = Learner::new(&small(kind), &quick(), 7, &cpu());
        let first = steps(&mut unbroken, 0..4);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("learner");
        unbroken.save(&path).unwrap();
        let mut resumed = Learner::load(&small(kind), &quick(), &cpu(), &path).unwrap();
        assert_eq!(resumed.steps(), 4);
        assert_eq!(steps(&mut resumed, 4..9), steps(&mut unbroken, 4..9));
        assert!(saved(&resumed) == saved(&unbroken), "{kind:?}");
        assert!(parameters::read(&resumed.averaged()) == parameters::read(&unbroken.averaged()));
        assert_eq!(first.last().unwrap().steps, 4);
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let run = |kind, threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut learner = Learner::new(&small(kind), &quick(), 7, &cpu());
            let reports = steps(&mut learner, 0..5);
            (saved(&learner), reports, learner.measure(&batch(9, 600)))
        })
    };
    for kind in Kind::ALL {
        let one = run(kind, 1);
        for threads in [2, 3, 4] {
            assert!(run(kind, threads) == one, "{kind:?} with {threads} threads");
        }
    }
}

#[test]
fn the_cut_into_shards_changes_only_the_last_digits() {
    let run = |shards| {
        let config = LearnConfig { shards, ..quick() };
        let mut learner = Learner::new(&small(Kind::Dense), &config, 7, &cpu());
        learner.step(&batch(1, 40)).unwrap()
    };
    let (one, seven) = (run(1), run(7));
    assert!((one.loss - seven.loss).abs() < 1e-6);
    assert!((one.gradient_norm / seven.gradient_norm - 1.0).abs() < 1e-4);
}

#[test]
fn every_tensor_learns() {
    for kind in Kind::ALL {
        let mut learner = Learner::new(&small(kind), &quick(), 7, &cpu());
        learner.step(&batch(3, 200)).unwrap();
        let contents = TensorFile::decode(&saved(&learner)).unwrap();
        let moments: Vec<_> = contents.tensors.iter().filter(|tensor| tensor.name.starts_with("moment2/")).collect();
        assert_eq!(moments.len(), parameters::layout(&learner.newest()).len());
        for moment in moments {
            assert!(moment.values.iter().any(|&value| value > 0.0), "{kind:?}: no gradient reaches {}", moment.name);
        }
    }
}

#[test]
fn a_step_that_fails_changes_nothing() {
    let config = LearnConfig { learning_rate: 1e25, warmup_steps: 0, ..LearnConfig::default() };
    for kind in Kind::ALL {
        let mut learner = Learner::new(&small(kind), &config, 7, &cpu());
        let failure = loop {
            let before = saved(&learner);
            match learner.step(&batch(2, 20)) {
                Ok(report) => assert!(report.loss.is_finite() && report.gradient_norm.is_finite()),
                Err(failure) => {
                    assert!(saved(&learner) == before, "a failed step left something behind");
                    break failure;
                }
            }
        };
        assert_eq!(failure.step, learner.steps() + 1);
        let text = failure.to_string();
        assert!(
            ["the policy loss of the", "the value loss of the", "`"].iter().any(|part| text.contains(part)),
            "{text}"
        );
    }
}

#[test]
fn a_state_of_another_network_is_refused_with_both_shapes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("learner");
    Learner::new(&small(Kind::Dense), &quick(), 1, &cpu()).save(&path).unwrap();
    let refusal = |config: &NetConfig| Learner::load(config, &quick(), &cpu(), &path).unwrap_err().to_string();
    let wider = refusal(&NetConfig { width: 20, ..small(Kind::Dense) });
    assert!(wider.contains(&*path.to_string_lossy()), "{wider}");
    assert!(wider.contains(", 16]") && wider.contains(", 20]"), "{wider}");
    assert!(refusal(&small(Kind::Mixer)).contains("has no tensor"));
    assert!(refusal(&NetConfig { blocks: 1, ..small(Kind::Dense) }).contains("blocks.1"));
}

#[test]
fn a_damaged_state_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("learner");
    let bytes = saved(&Learner::new(&small(Kind::Dense), &quick(), 1, &cpu()));
    for length in [0, 7, 100, bytes.len() - 1] {
        std::fs::write(&path, &bytes[..length]).unwrap();
        let message = Learner::load(&small(Kind::Dense), &quick(), &cpu(), &path).unwrap_err().to_string();
        assert!(message.contains(&*path.to_string_lossy()) && message.contains("not a learner's state"), "{message}");
    }
    let missing = Learner::load(&small(Kind::Dense), &quick(), &cpu(), &folder.path().join("none")).unwrap_err();
    assert!(missing.to_string().contains("none"), "{missing}");
}

#[test]
fn a_mirrored_sample_is_the_sample_of_the_mirror_image() {
    let config = quick();
    let all = positions(4, 150);
    let (mut mirrored, mut plain) = (Batch::default(), Batch::default());
    for (number, position) in all.iter().enumerate() {
        let actions = position.actions();
        let action = actions[number % actions.len()];
        let image = position.mirrored();
        let target = |action: Action| [(action.index() as u16, 1.0)];
        let (policy, policy_image) = (target(action), target(action.mirrored()));
        let with = |policy| Target { policy, policy_weight: 1.0, wdl: [1.0, 0.0, 0.0], value_weight: 1.0 };
        mirrored.push(position, 0, 0.0, &with(&policy), true).unwrap();
        plain.push(&image, 0, 0.0, &with(&policy_image), false).unwrap();
        assert!(image.is_legal(action.mirrored()));
    }
    let reports =
        [mirrored, plain].map(|batch| Learner::new(&small(Kind::Conv), &config, 1, &cpu()).step(&batch).unwrap());
    assert_eq!(reports[0], reports[1]);
}

#[test]
fn samples_that_make_no_sense_are_refused_and_leave_the_batch_alone() {
    let position = Position::start(Rules::asalto());
    let legal = position.actions()[0].index() as u16;
    let sound = Target { policy: &[(legal, 1.0)], policy_weight: 1.0, wdl: [0.0, 0.0, 1.0], value_weight: 1.0 };
    let mut batch = Batch::default();
    for mirrored in [false, true] {
        for policy in [&[(560u16, 1.0f32)][..], &[(u16::MAX, 1.0)], &[(legal, 0.5), (400, 0.5)]] {
            let refused = batch.push(&position, 0, 0.0, &Target { policy, ..sound }, mirrored);
            assert!(matches!(refused, Err(BadSample::Illegal { .. })), "{refused:?}");
        }
        for policy in [&[][..], &[(legal, 0.0)], &[(legal, -1.0)], &[(legal, f32::NAN)], &[(legal, f32::INFINITY)]] {
            let refused = batch.push(&position, 0, 0.0, &Target { policy, ..sound }, mirrored);
            assert!(matches!(refused, Err(BadSample::NoDistribution { what: "policy", .. })), "{refused:?}");
        }
        for wdl in [[0.0; 3], [1.0, f32::NAN, 0.0], [-1.0, 1.0, 1.0]] {
            let refused = batch.push(&position, 0, 0.0, &Target { wdl, ..sound }, mirrored);
            assert!(matches!(refused, Err(BadSample::NoDistribution { what: "result", .. })), "{refused:?}");
        }
        for weight in [-1.0, f32::NAN, f32::INFINITY] {
            for target in [Target { policy_weight: weight, ..sound }, Target { value_weight: weight, ..sound }] {
                let refused = batch.push(&position, 0, 0.0, &target, mirrored);
                assert!(matches!(refused, Err(BadSample::NoDistribution { what: "weight", .. })), "{refused:?}");
            }
        }
    }
    assert!(batch.is_empty());
    batch.push(&position, 0, 0.0, &sound, false).unwrap();
    assert_eq!(batch.len(), 1);
}

#[test]
fn the_sides_are_reported_apart() {
    let mut officers = Batch::default();
    let all = positions(5, 200);
    let of = all.iter().filter(|position| position.side_to_move() == Side::Officers);
    of.enumerate().for_each(|(number, position)| teach(&mut officers, position, number, false));
    let report = Learner::new(&small(Kind::Dense), &quick(), 1, &cpu()).measure(&officers);
    assert_eq!(report.side(Side::Officers).samples, officers.len() as u64);
    assert_eq!(report.side(Side::Rebels).samples, 0);
    assert_eq!(report.rebels.policy_loss, 0.0);
    assert!(report.officers.policy_loss >= report.officers.target_entropy);
}

#[test]
fn a_batch_without_any_weight_is_a_step_that_only_decays() {
    let mut batch = Batch::default();
    let position = Position::start(Rules::asalto());
    let policy = [(position.actions()[0].index() as u16, 1.0)];
    let target = Target { policy: &policy, policy_weight: 0.0, wdl: [1.0, 0.0, 0.0], value_weight: 0.0 };
    batch.push(&position, 0, 0.0, &target, false).unwrap();
    let report = Learner::new(&small(Kind::Dense), &quick(), 1, &cpu()).step(&batch).unwrap();
    assert_eq!((report.loss, report.gradient_norm), (0.0, 0.0));
}

#[test]
fn the_average_follows_the_newest_weights() {
    let config = LearnConfig { average_decay: 0.0, ..quick() };
    let mut learner = Learner::new(&small(Kind::Dense), &config, 1, &cpu());
    steps(&mut learner, 0..3);
    assert!(parameters::read(&learner.averaged()) == parameters::read(&learner.newest()));
    let mut slow = Learner::new(&small(Kind::Dense), &quick(), 1, &cpu());
    steps(&mut slow, 0..3);
    assert!(parameters::read(&slow.averaged()) != parameters::read(&slow.newest()));
}

#[test]
fn what_was_learned_is_what_the_evaluator_says_for_each_role() {
    // The side to move wins as officers and loses as rebels: a flipped sign or role anywhere shows at once.
    let all = positions(6, 300);
    let mut batch = Batch::default();
    for position in &all {
        let actions = position.actions();
        let wdl = if position.side_to_move() == Side::Officers { [1.0, 0.0, 0.0] } else { [0.0, 0.0, 1.0] };
        let policy = [(actions[actions.len() - 1].index() as u16, 1.0)];
        batch
            .push(position, 0, 0.0, &Target { policy: &policy, policy_weight: 1.0, wdl, value_weight: 1.0 }, false)
            .unwrap();
    }
    for kind in Kind::ALL {
        let config = LearnConfig { learning_rate: 0.01, average_decay: 0.0, ..LearnConfig::default() };
        let mut learner = Learner::new(&small(kind), &config, 1, &cpu());
        let first = learner.step(&batch).unwrap();
        for _ in 0..150 {
            learner.step(&batch).unwrap();
        }
        let last = learner.measure(&batch);
        assert!(last.loss < first.loss / 2.0, "{kind:?}: {} to {}", first.loss, last.loss);
        assert_answers(&mut NetEvaluator::new(&learner.averaged(), &cpu()), &all, &last);
    }
}

fn assert_answers(evaluator: &mut NetEvaluator, positions: &[Position], report: &LossReport) {
    let leaf = |position: &Position| Leaf {
        position: *position,
        repetitions: 0,
        actions: position.actions(),
        draw_value: 0.0,
    };
    let leaves: Vec<Leaf> = positions.iter().map(leaf).collect();
    let mut answers = Vec::new();
    evaluator.evaluate(&leaves, &mut answers);
    for (leaf, answer) in leaves.iter().zip(&answers) {
        let officers = leaf.position.side_to_move() == Side::Officers;
        assert_eq!(answer.value() > 0.5, officers, "{} is worth {}", leaf.position, answer.value());
    }
    // The losses that the learner reports are those of the evaluator's own answers.
    let pick = |side| leaves.iter().zip(&answers).filter(move |(leaf, _)| leaf.position.side_to_move() == side);
    for side in [Side::Officers, Side::Rebels] {
        let surprise = |answer: &Evaluation| -f64::from(answer.prior[answer.prior.len() - 1]).ln();
        let mean = pick(side).map(|(_, answer)| surprise(answer)).sum::<f64>() / pick(side).count() as f64;
        let reported = report.side(side).policy_loss;
        assert!((mean - reported).abs() < 1e-3 * (1.0 + reported), "{side:?}: {mean} {reported}");
    }
}

#[test]
fn every_bad_knob_is_reported() {
    assert_eq!(LearnConfig::default().check(), []);
    let bad = LearnConfig { learning_rate: 0.0, shards: 0, beta1: 1.0, clip_norm: f64::NAN, ..LearnConfig::default() };
    let keys: Vec<_> = bad.check().into_iter().map(|finding| finding.key).collect();
    assert_eq!(keys, ["shards", "learning_rate", "beta1", "clip_norm"]);
    assert!(toml::from_str::<LearnConfig>("learning_rat = 1").unwrap_err().to_string().contains("learning_rat"));
}
