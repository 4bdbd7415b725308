//! `--set KEY=VALUE`.

use super::toy::Root;
use super::{bad, good};

#[test]
fn arguments_take_the_place_of_the_file_and_the_last_one_wins() {
    let toy = good(
        "seed = 'wrong'\n[search]\nroot = 'gumbel'",
        &["seed=5", " search.root = puct ", "seed = 7", "search.cut=0.5"],
    );
    assert_eq!((toy.seed, toy.search.root, toy.search.cut), (7, Root::Puct, Some(0.5)));
}

#[test]
fn arguments_are_toml_or_bare_words() {
    let names = [
        ("name=fast", "fast"),
        ("name=\"fast one\"", "fast one"),
        ("name=fast one", "fast one"),
        ("name=2024-01-01", "2024-01-01"),
    ];
    for (argument, name) in
        names.into_iter().chain([("name=7", "7"), ("name=true", "true"), ("name=a=b", "a=b"), ("name=''", "")])
    {
        assert_eq!(good("", &[argument]).name, name, "{argument}");
    }
    assert_eq!(
        good("", &["rules.rebels=['a1', \"b3\"]"]).rules.rebels,
        good("rules.rebels = ['a1', 'b3']", &[]).rules.rebels
    );
}

#[test]
fn wrong_arguments_are_refused_each_by_its_own_text() {
    assert_eq!(
        bad(
            "",
            &[
                "seed",
                "=3",
                "seed=",
                "search.simulations=0",
                "search.simulations=0",
                "search=puct",
                "seed.x=1",
                "rules.placement=[d4]",
                "name=a\u{1b}[2J\nx",
                "nome=a\u{1b}[2J"
            ]
        ),
        "\
error: --set seed: must have the form KEY=VALUE
help: for example --set search.simulations=32
error: --set =3: must have the form KEY=VALUE
help: for example --set search.simulations=32
error: --set seed=: must have the form KEY=VALUE
help: for example --set search.simulations=32
error: --set search.simulations=0: must be 1 to 100000, found 0
help: 16 to 64 is usual
error: --set search=puct: `search` is a section, not a single value
help: set its keys one by one, as `search.c_visit`
error: --set seed.x=1: unknown key `seed.x`
help: `seed` is a single value and has no keys in it
error: --set rules.placement=[d4]: not a TOML value: string values must be quoted, expected literal string
help: words inside a list need quotes of their own: --set 'KEY=[\"a\", \"b\"]'
error: --set nome=a\\u{1b}[2J: unknown key `nome`
help: did you mean `name`?"
    );
}
