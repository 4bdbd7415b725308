//! Loading a configuration: what a person sees when a file or an argument is wrong, and that nothing is lost on the way.

mod arguments;
mod shipped;
mod toy;

use asalto::base::fault::Fault;
use asalto::config::{self, parse, resolved};
use proptest::prelude::*;

use toy::{Learn, Point, Rebels, Root, Rules, Search, Toy};

fn sets(arguments: &[&str]) -> Vec<String> {
    arguments.iter().map(|&argument| argument.to_owned()).collect()
}

fn good(text: &str, arguments: &[&str]) -> Toy {
    parse("toy.toml", text, &sets(arguments)).unwrap_or_else(|fault| panic!("{fault}"))
}

/// What is printed for a wrong input. Every test compares the whole text: nothing may be missing, nothing may be added.
fn bad(text: &str, arguments: &[&str]) -> String {
    let fault = parse::<Toy>("toy.toml", text, &sets(arguments)).expect_err(text);
    assert_eq!(fault.exit_code(), 2);
    fault.to_string()
}

#[test]
fn an_empty_file_is_the_defaults() {
    assert_eq!(good("", &[]), Toy::default());
    assert_eq!(good("\u{feff}# only a comment\r\n[search]\r\n", &[]), Toy::default());
}

#[test]
fn every_form_of_toml_sets_the_same_value() {
    let expected = good("", &["search.simulations=16"]);
    for text in [
        "[search]\nsimulations = 16",
        "search.simulations = 1_6",
        "search = { simulations = 0x10 }",
        "[\"search\"]\n'simulations' = 16",
    ] {
        assert_eq!(good(text, &[]), expected, "{text}");
    }
}

#[test]
fn all_problems_are_reported_at_once_in_the_order_of_the_file() {
    let text = "\
sead = 3
[search]
  simulations = 0
  root = \"gumble\"
  c_visit = \"fifty\"
  windwo = 3
[lern]
rate = 1
[learn]
rate = nan
batch = 70000
average = 1
window = -5
";
    assert_eq!(
        bad(text, &["seed=x", "learn=3"]),
        "\
error: toy.toml:1:1: unknown key `sead`
help: did you mean `seed`?
error: toy.toml:3:17: search.simulations: must be 1 to 100000, found 0
help: 16 to 64 is usual
error: toy.toml:4:10: search.root: must be \"gumbel\" or \"puct\", found \"gumble\"
help: did you mean \"gumbel\"?
error: toy.toml:5:13: search.c_visit: must be a number, found \"fifty\"
error: toy.toml:6:3: unknown key `search.windwo`
help: did you mean `learn.window`?
error: toy.toml:7:2: unknown key `lern`
help: did you mean `learn`?
error: toy.toml:10:8: learn.rate: must be a finite number above 0, found nan
help: 0.001 is usual
error: toy.toml:11:9: learn.batch: must be 1 to 4096, found 70000
error: toy.toml:12:11: learn.average: must be true or false, found 1
error: toy.toml:13:10: learn.window: must be a whole number, 0 or more, found -5
error: --set seed=x: must be a whole number, found x
error: --set learn=3: `learn` is a section, not a single value
help: set its keys one by one, as `learn.average`"
    );
}

#[test]
fn a_whole_number_outside_its_type_is_told_the_range_of_the_key() {
    assert_eq!(
        bad("search.simulations = -1", &["search.simulations=99999999999"]),
        "error: --set search.simulations=99999999999: must be 1 to 100000, found 99999999999\nhelp: 16 to 64 is usual"
    );
    assert_eq!(bad("seed = 1.0", &[]), "error: toy.toml:1:8: seed: must be a whole number, found 1.0");
    let huge = "9".repeat(50);
    assert_eq!(
        bad(&format!("seed = {huge}"), &[]),
        format!("error: toy.toml:1:8: seed: must be a smaller number, found {}…", &huge[..40])
    );
}

#[test]
fn an_enum_is_told_its_values_whatever_was_written() {
    let expected = "search.root: must be \"gumbel\" or \"puct\", found";
    assert_eq!(bad("search.root = 3", &[]), format!("error: toy.toml:1:15: {expected} 3"));
    assert_eq!(bad("search.root = ['puct']", &[]), format!("error: toy.toml:1:15: {expected} ['puct']"));
    assert_eq!(bad("search.root = ''", &[]), format!("error: toy.toml:1:15: {expected} ''"));
}

#[test]
fn a_wrong_entry_of_a_list_is_found_inside_it() {
    let text = "[rules]\nplacement = [\n  'd4',\n  'd9', 'h1'\n]\nrebels = [\"a1\", 3]";
    assert_eq!(
        bad(text, &[]),
        "error: toy.toml:4:3: rules.placement: d9 is no point of the board\n\
         error: toy.toml:4:9: rules.placement: h1 is no point of the board\n\
         error: toy.toml:6:17: rules.rebels: has none of the allowed forms, found 3"
    );
    assert_eq!(
        bad("rules.placement = ['x', 3]", &[]),
        "error: toy.toml:1:20: rules.placement: x is no point of the board\n\
         error: toy.toml:1:25: rules.placement: must be a text in quotes, found 3"
    );
    assert_eq!(
        bad("seed = [1, 'x']\nsearch.root = ['puct', 3]", &[]),
        "error: toy.toml:1:8: seed: must be a whole number, found [1, 'x']\n\
         error: toy.toml:2:15: search.root: must be \"gumbel\" or \"puct\", found ['puct', 3]"
    );
}

#[test]
fn sections_and_values_are_not_mistaken_for_each_other() {
    assert_eq!(
        bad("search = 3\n[learn.rate]\nstart = 0.1\n[[rules]]", &[]),
        "error: toy.toml:1:10: search: must be a section, found 3\n\
         help: set its keys one by one, as `search.c_visit`\n\
         error: toy.toml:2:1: learn.rate: must be a number, found [learn.rate]\n\
         error: toy.toml:4:1: rules: must be a section, found [[rules]]\n\
         help: set its keys one by one, as `rules.placement`"
    );
}

#[test]
fn broken_toml_is_located() {
    assert_eq!(
        bad("seed = 1\n[search\n\n[learn]\nrate = 1\nrate = 2\nbatch = \n", &["sead=1"]),
        "error: toy.toml:2:8: not valid TOML: unclosed table, expected `]`\n\
         error: toy.toml:6:1: not valid TOML: duplicate key\n\
         error: toy.toml:7:9: not valid TOML: string values must be quoted, expected literal string\n\
         error: --set sead=1: unknown key `sead`\n\
         help: did you mean `seed`?"
    );
}

#[test]
fn a_finding_about_two_keys_stands_at_their_section() {
    let expected = "learn: the window must hold at least one batch";
    assert_eq!(bad("seed = 1\n[learn]\nwindow = 10", &[]), format!("error: toy.toml:2:2: {expected}"));
    assert_eq!(bad("seed = 1", &["learn.window=10"]), format!("error: toy.toml: {expected}"));
}

#[test]
fn a_wrong_value_hides_no_other_and_causes_no_other() {
    assert_eq!(
        bad("[learn]\nbatch = 'x'\nwindow = 300\n[search]\nsimulations = 0", &[]),
        "error: toy.toml:2:9: learn.batch: must be a whole number, found 'x'\n\
         error: toy.toml:5:15: search.simulations: must be 1 to 100000, found 0\n\
         help: 16 to 64 is usual"
    );
}

#[test]
fn a_file_that_cannot_be_read_is_the_callers_mistake() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("none.toml");
    let fault = config::load::<Toy>(&path, &[]).unwrap_err();
    assert_eq!(fault.exit_code(), 2);
    assert!(fault.to_string().starts_with(&format!("error: cannot read {}: ", path.display())), "{fault}");
    std::fs::write(&path, "seed = 3\nname = '\u{e4}'\n".chars().map(|c| c as u8).collect::<Vec<_>>()).unwrap();
    let text = config::load::<Toy>(&path, &[]).unwrap_err().to_string();
    assert!(text.ends_with("none.toml:2: not UTF-8 text"), "{text}");
    std::fs::write(&path, "seed = 0").unwrap();
    assert_eq!(config::load::<Toy>(&path, &[]).unwrap().seed, 0);
}

#[test]
fn the_resolved_text_keeps_the_order_of_the_struct() {
    let text = resolved(&Toy {
        rules: Rules { placement: vec![Point("d4".into())], ..Toy::default().rules },
        ..Toy::default()
    })
    .unwrap();
    assert_eq!(
        text,
        "\
seed = 1
name = \"toy\"

[search]
simulations = 32
root = \"gumbel\"
c_visit = 50.0

[learn]
rate = 0.001
batch = 256
window = 100000
average = true

[rules]
rebels = \"outside\"
placement = [\"d4\"]
"
    );
}

#[test]
fn keys_name_every_knob() {
    let expected = "learn.average learn.batch learn.rate learn.window name rules.placement rules.rebels \
                    search.c_visit search.cut search.root search.simulations seed";
    assert_eq!(config::keys::<Toy>().join(" "), expected);
}

fn any_toy() -> impl Strategy<Value = Toy> {
    let search = (
        1u32..=100_000,
        any::<bool>(),
        0.0f32..1000.0,
        proptest::option::of(any::<f32>().prop_filter("equal", |x| !x.is_nan())),
    );
    let learn = (1e-300f64..1e300, 1u16..=4096, 4096usize.., any::<bool>());
    (any::<u64>(), ".*", search, learn, proptest::collection::vec("[a-g][1-7]", 0..4)).prop_map(
        |(seed, name, s, l, points)| Toy {
            seed,
            name,
            search: Search {
                simulations: s.0,
                root: if s.1 { Root::Puct } else { Root::Gumbel },
                c_visit: s.2,
                cut: s.3,
            },
            learn: Learn { rate: l.0, batch: l.1, window: l.2, average: l.3 },
            rules: Rules {
                rebels: Rebels::Listed(points.iter().cloned().map(Point).collect()),
                placement: points.into_iter().map(Point).collect(),
            },
        },
    )
}

proptest! {
    #[test]
    fn resolved_loads_back_to_the_equal_value(toy in any_toy()) {
        let text = resolved(&toy).unwrap();
        let back = parse::<Toy>("resolved", &text, &[]);
        prop_assert_eq!(back.as_ref().map_err(Fault::to_string), Ok(&toy), "{}", text);
    }

    #[test]
    fn no_text_and_no_argument_panics(toy in any_toy(), cut in 0usize..400, junk in "[\\[\\]{}=.\"'\\\\\n#a-z0-9é]{0,12}", argument in ".{0,30}") {
        let mut text = resolved(&toy).unwrap();
        let at = text.floor_char_boundary(cut);
        text.insert_str(at, &junk);
        if let Err(fault) = parse::<Toy>("junk", &text, &[argument]) {
            let Fault::Input(problems) = &fault else { panic!("{fault}") };
            prop_assert!(!problems.is_empty());
            prop_assert!(problems.iter().all(|problem| problem.place.is_some() && !problem.message.is_empty()), "{}", fault);
        }
    }
}
