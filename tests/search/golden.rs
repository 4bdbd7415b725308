//! Golden trees: small searches written out whole and compared to the letter.
//!
//! After a change that is meant to change them: `ASALTO_GOLDEN=write cargo test --test search
//! golden`, and read the difference.

use std::path::Path;

use asalto::base::rng::stream;
use asalto::search::{InteriorPolicy, RootPolicy, Search, SearchConfig, run};

use crate::fakes::{Hashed, both, game};

/// The tree and the summary of one search.
fn written(text: &str, config: &SearchConfig) -> String {
    let mut search = Search::new(config.capacity());
    let found = run(&mut search, &game(text), config, stream(1, &[]), &mut Hashed);
    let mut written = search.outline(100);
    written += &format!("value {:+.4} wdl {:.4?} proven {:?}\n", found.value + 0.0, found.wdl, found.proven);
    for (index, action) in found.actions.iter().enumerate() {
        let (prior, visits) = (found.prior[index], found.visits[index]);
        let (q, policy) = (found.q[index] + 0.0, found.policy[index]);
        written += &format!("{action} prior {prior:.4} visits {visits} q {q:+.4} policy {policy:.4}\n");
    }
    let line: Vec<String> = found.principal_variation.iter().map(ToString::to_string).collect();
    written + &format!("chosen {} line {}\n", found.chosen, line.join(" "))
}

fn compare(name: &str, text: &str, config: &SearchConfig) {
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data")).join(format!("search_{name}.txt"));
    let found = written(text, config);
    if std::env::var("ASALTO_GOLDEN").is_ok_and(|value| value == "write") {
        std::fs::write(&path, &found).expect("the golden file can be written");
    }
    let expected = std::fs::read_to_string(&path).expect("the golden file exists");
    for (number, (found, expected)) in found.lines().zip(expected.lines()).enumerate() {
        assert_eq!(found, expected, "{}, line {}", path.display(), number + 1);
    }
    assert_eq!(found.lines().count(), expected.lines().count(), "{}", path.display());
}

#[test]
fn golden_gumbel_from_the_start() {
    let config = SearchConfig { simulations: 24, ..SearchConfig::default() };
    compare("gumbel_start", "3/3/rr3rr/rrrrrrr/rrrrrrr/rrr/rrr o 2 - 0", &config);
}

#[test]
fn golden_gumbel_with_chains() {
    let [config, _] = both(32);
    compare("gumbel_chains", "3/1o1/3or2/rrr2r1/rrrrrrr/3/1rr o 0 - 0", &config);
}

#[test]
fn golden_puct_with_noise() {
    let config = SearchConfig { dirichlet_fraction: 0.25, ..both(32)[1].clone() };
    compare("puct_noise", "3/o2/1rr4/2o1rr1/rrrr1rr/rrr/rrr r 0 - 0", &config);
}

#[test]
fn golden_gumbel_root_over_puct_near_the_end() {
    let config = SearchConfig { simulations: 40, interior: InteriorPolicy::Puct, ..SearchConfig::default() };
    assert_eq!(config.root, RootPolicy::Gumbel);
    compare("gumbel_end", "3/3/rr2o2/1rr1rr1/3or1r/2r/r1r o 0 - 4", &config);
}
