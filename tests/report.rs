//! Plots, page and overview of a run: for any number of iterations, with gaps, and with nonsense in the log.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::Path;

use asalto::report::figure::{Content, Figure, Point};
use asalto::report::{figures, overview, png, svg, write_plots};
use asalto::run::{MetricsLog, MetricsRow};
use flate2::read::ZlibDecoder;
use proptest::prelude::*;

const NAMES: [&str; 8] =
    ["win_rate_plain", "win_rate_even", "anchors", "losses", "games_plain", "games_even", "health", "speed"];

/// A run that a reader would believe: rebels pull ahead, evaluations every fifth iteration, one number missing.
fn run(iterations: u64) -> MetricsLog {
    (1..=iterations).map(row).collect()
}

fn row(iteration: u64) -> MetricsRow {
    let mut values = BTreeMap::new();
    let mut set = |name: &str, value: f64| {
        values.insert(name.to_owned(), value);
    };
    let lead = (iteration % 7) as f64;
    for kind in ["plain", "even"] {
        let results = [("games", 100.0), ("officers/wins", 20.0 - lead), ("draws", 10.0), ("rebels/wins", 70.0 + lead)];
        let ends =
            [("ends/too_few_rebels", 20.0 - lead), ("ends/repetition", 10.0), ("ends/fortress_filled", 70.0 + lead)];
        let lengths = [("length/p10", 40.0), ("length/median", 80.0 + lead), ("length/p90", 150.0)];
        for (name, value) in results.into_iter().chain(ends).chain(lengths) {
            set(&format!("selfplay/{kind}/{name}"), value);
        }
    }
    for side in ["officers", "rebels"] {
        for (name, value) in
            [("policy_loss", 2.0), ("value_loss", 0.8), ("policy_entropy", 1.5), ("value_variance", 0.3)]
        {
            set(&format!("train/{side}/{name}"), value / (1.0 + lead));
        }
        if iteration.is_multiple_of(5) || iteration == 1 {
            for anchor in ["random", "greedy", "mcts:sims=200"] {
                set(&format!("eval/{anchor}/as_{side}/score"), 0.5 + 0.05 * lead);
                set(&format!("eval/{anchor}/as_{side}/games"), 36.0);
            }
        }
    }
    set("train/policy_loss", if iteration == 2 { f64::NAN } else { 1.5 });
    set("train/value_loss", 0.6);
    set("train/gradient_norm", 0.7);
    set("selfplay/even/missing", 8.0 - lead / 10.0);
    for (name, value) in [("games", 38.5), ("positions", 3400.0), ("evaluations", 91_000.0)] {
        set(&format!("speed/{name}_per_s"), value);
    }
    MetricsRow { iteration, values }
}

fn named(log: &MetricsLog, name: &str) -> Figure {
    figures(log, "quick").into_iter().find(|figure| figure.name == name).unwrap()
}

/// Width, height and RGB bytes of a PNG file as this program writes it.
fn decode(png: &[u8]) -> (usize, usize, Vec<u8>) {
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    assert_eq!(&png[12..16], b"IHDR");
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap()) as usize;
    let (width, height, length) = (number(16), number(20), number(33));
    assert_eq!(&png[37..41], b"IDAT");
    let mut rows = Vec::new();
    ZlibDecoder::new(&png[41..41 + length]).read_to_end(&mut rows).unwrap();
    let pixels = rows.chunks(1 + 3 * width).flat_map(|row| row[1..].to_vec()).collect();
    (width, height, pixels)
}

fn dark_pixels(image: &(usize, usize, Vec<u8>), rows: std::ops::Range<usize>) -> usize {
    let (width, _, pixels) = image;
    pixels[3 * width * rows.start..3 * width * rows.end]
        .chunks(3)
        .filter(|rgb| rgb.iter().all(|&part| part < 110))
        .count()
}

/// Every start tag of an SVG has its end; no bare `&` or `<`.
fn assert_well_formed(svg: &str) {
    let mut open = Vec::new();
    for piece in svg.split('<').skip(1) {
        let (tag, text) = piece.split_once('>').unwrap_or_else(|| panic!("unclosed tag: {piece}"));
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "{tag}");
        } else if !tag.ends_with('/') {
            open.push(name);
        }
        for entity in text.split('&').skip(1) {
            assert!(["lt;", "gt;", "amp;", "quot;", "apos;"].iter().any(|known| entity.starts_with(known)), "{text}");
        }
    }
    assert!(open.is_empty(), "{open:?}");
    assert!(svg.chars().all(|char| char == '\n' || !char.is_control()));
}

#[test]
fn every_plot_is_written_for_any_number_of_iterations() {
    for iterations in [0, 1, 2, 10, 500] {
        let dir = tempfile::tempdir().unwrap();
        let plots = dir.path().join("run/plots");
        let written = write_plots(&plots, &run(iterations), "quick").unwrap();
        let mut expected: Vec<_> =
            NAMES.iter().flat_map(|name| ["svg", "png"].map(|ending| plots.join(format!("{name}.{ending}")))).collect();
        expected.push(plots.join("index.html"));
        assert_eq!(written, expected);
        assert_eq!(fs::read_dir(&plots).unwrap().count(), expected.len(), "nothing else is left there");
        for name in NAMES {
            assert_well_formed(&fs::read_to_string(plots.join(format!("{name}.svg"))).unwrap());
        }
        let (width, height, _) = decode(&fs::read(plots.join("anchors.png")).unwrap());
        assert_eq!((width, height), (1200, 720));
    }
}

#[test]
fn letters_are_drawn_in_the_bitmap() {
    let mut figure = named(&run(10), "speed");
    let titled = decode(&png(&figure).unwrap());
    figure.title.clear();
    let untitled = decode(&png(&figure).unwrap());
    assert_eq!(dark_pixels(&untitled, 10..50), 0);
    let letters = dark_pixels(&titled, 10..50);
    assert!((300..5000).contains(&letters), "{letters} dark pixels in the title");
    assert_eq!(titled.2[3 * 1200 * 80..], untitled.2[3 * 1200 * 80..], "the title changes nothing else");
}

#[test]
fn the_sides_keep_their_colours() {
    let blue = |svg: &str| svg.contains("#0072B2");
    let orange = |svg: &str| svg.contains("#D55E00");
    for name in ["win_rate_plain", "win_rate_even", "losses", "games_plain", "health"] {
        let drawing = svg(&named(&run(10), name)).unwrap();
        assert!(blue(&drawing) && orange(&drawing), "{name}");
    }
}

#[test]
fn a_plot_names_its_axes_its_lines_and_their_last_values() {
    let drawing = svg(&named(&run(10), "win_rate_plain")).unwrap();
    for text in [
        "Who wins self-play from the plain start",
        "share of games",
        "iteration",
        "officers 17 %",
        "rebels 73 %",
        "draws 10 %",
    ] {
        assert!(drawing.contains(&format!("\n{text}\n")), "{text}");
    }
    assert!(!drawing.contains("cut short"), "no game was");
}

#[test]
fn shares_of_the_ends_fill_the_stack() {
    let figure = named(&run(20), "games_plain");
    let Content::Stack(layers) = &figure.rows[0].panels[1].content else { panic!("{figure:?}") };
    let names: Vec<_> = layers.iter().map(|layer| layer.name.as_str()).collect();
    assert_eq!(names, ["too few rebels", "repetition", "fortress filled"]);
    for column in 0..20 {
        let sum: f64 = layers.iter().map(|layer| layer.points[column].y).sum();
        assert!((sum - 1.0).abs() < 1e-12, "{sum}");
    }
}

#[test]
fn long_runs_have_readable_lines_that_say_so() {
    let figure = named(&run(500), "win_rate_plain");
    let points: &[Point] = &figure.rows[0].panels[0].content.series()[0].points;
    assert_eq!((points.len(), points[0].together), (100, 5));
    assert_eq!(figure.note, "quick: bands are 95 % Wilson intervals; each point takes 5 measurements together");
}

#[test]
fn what_was_not_measured_is_said() {
    let log: MetricsLog = [MetricsRow { iteration: 3, values: BTreeMap::new() }].into_iter().collect();
    for (name, text) in [
        ("win_rate_plain", "no games from the plain start yet"),
        ("games_even", "no games from even starts yet"),
        ("anchors", "no evaluation yet"),
        ("health", "nothing learned yet"),
        ("speed", "nothing measured yet"),
    ] {
        assert!(svg(&named(&log, name)).unwrap().contains(text), "{name}");
    }
    assert_eq!(overview(&MetricsLog::default()), "no iteration is complete yet\n");
}

#[test]
fn names_cannot_break_the_drawing_or_the_page() {
    let dir = tempfile::tempdir().unwrap();
    let values =
        [("eval/<b>&\u{1}/as_rebels/score".to_owned(), 0.5), ("eval/<b>&\u{1}/as_rebels/games".to_owned(), 8.0)];
    let log: MetricsLog = [MetricsRow { iteration: 1, values: values.into() }].into_iter().collect();
    write_plots(dir.path(), &log, "<script>\"\u{1b}").unwrap();
    let drawing = fs::read_to_string(dir.path().join("anchors.svg")).unwrap();
    assert!(drawing.contains("&lt;b&gt;&amp; 50 %"), "{drawing}");
    assert_well_formed(&drawing);
    assert!(!fs::read_to_string(dir.path().join("index.html")).unwrap().contains("<script"));
}

#[test]
fn a_directory_that_cannot_be_made_is_named() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("plots"), "a file").unwrap();
    let fault = write_plots(&dir.path().join("plots"), &run(1), "quick").unwrap_err();
    assert!(fault.to_string().contains(&format!("{}", dir.path().join("plots").display())), "{fault}");
}

#[test]
fn the_overview_gives_shares_with_their_intervals() {
    let text = overview(&run(20));
    assert!(text.starts_with("iteration 20\n"), "{text}");
    for line in [
        "plain start",
        "even starts",
        "random",
        "greedy",
        "mcts:sims=200",
        "fortress filled",
        "learning: policy loss 1.5, value loss 0.6",
    ] {
        assert!(text.lines().any(|found| found.starts_with(line)), "{line}:\n{text}");
    }
    // 20 games of 100 less the lead, over the last ten iterations: 164 of 1000.
    assert!(text.contains("16.4 % [14.2, 18.8]"), "{text}");
}

#[test]
fn a_log_is_read_from_its_file() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("metrics.jsonl");
    fs::write(&path, b"{\"iteration\":1,\"train/value_loss\":0.5}\n\xff\xfe torn\n{\"iteration\":2}\n").unwrap();
    let (log, problems) = MetricsLog::read(&path).unwrap();
    assert_eq!(log.rows().len(), 2);
    assert_eq!(problems.len(), 1);
    assert_eq!(problems[0].place.as_deref(), Some(format!("{}:2", path.display()).as_str()));
    assert!(MetricsLog::read(Path::new("/no/such/metrics.jsonl")).unwrap_err().to_string().contains("/no/such"));
}

fn any_number() -> impl Strategy<Value = f64> {
    prop_oneof![0f64..200.0, -1e9f64..1e9, any::<f64>(), Just(0.0), Just(f64::NAN), Just(f64::MAX), Just(f64::MIN)]
}

fn any_row() -> impl Strategy<Value = MetricsRow> {
    let names: Vec<String> = row(1).values.into_keys().collect();
    let iteration = prop_oneof![0u64..30, any::<u64>()];
    (iteration, prop::collection::btree_map(prop::sample::select(names), any_number(), 0..60))
        .prop_map(|(iteration, values)| MetricsRow { iteration, values })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_log_can_be_drawn(rows in prop::collection::vec(any_row(), 0..12)) {
        let log: MetricsLog = rows.into_iter().collect();
        for figure in figures(&log, "any") {
            assert_well_formed(&svg(&figure).unwrap());
        }
        prop_assert!(!overview(&log).is_empty());
    }
}
