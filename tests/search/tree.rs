//! Every node of a finished tree, worked out again from its own evaluation and its children.

use asalto::base::rng::stream;
use asalto::search::{Search, SearchConfig, run};

use crate::fakes::{Hashed, both, random_game};

/// A line of an outline, taken apart.
#[derive(Debug, Default)]
struct Entry {
    depth: usize,
    prior: f64,
    visits: f64,
    q: f64,
    draw: f64,
    proof: String,
    node: Option<Node>,
}

#[derive(Debug, Default)]
struct Node {
    side: String,
    own: [f64; 2],
    mixed: f64,
    value: [f64; 2],
    proof: String,
}

fn pair(text: &str) -> [f64; 2] {
    let (q, draw) = text.split_once('/').unwrap();
    [q.parse().unwrap(), draw.parse().unwrap()]
}

/// `rebels: own Q/D mixed Q value Q/D [lost in 3]`
fn node(text: &str) -> Node {
    let words: Vec<&str> = text.split(' ').collect();
    assert_eq!((words[1], words[3], words[5]), ("own", "mixed", "value"), "{text}");
    Node {
        side: words[0].trim_end_matches(':').into(),
        own: pair(words[2]),
        mixed: words[4].parse().unwrap(),
        value: pair(words[6]),
        proof: words[7..].first().copied().unwrap_or_default().into(),
    }
}

/// `  d4-d5 P 0.1 N 3 Q/D [won in 2] [-> node]`
fn entry(line: &str) -> Entry {
    let (edge, child) = line.split_once(" -> ").map_or((line, None), |(edge, child)| (edge, Some(child)));
    let words: Vec<&str> = edge.trim_start().split(' ').collect();
    let [q, draw] = pair(words[5]);
    Entry {
        depth: (line.len() - line.trim_start().len()) / 2,
        prior: words[2].parse().unwrap(),
        visits: words[4].parse().unwrap(),
        q,
        draw,
        proof: words[6..].first().copied().unwrap_or_default().into(),
        node: child.map(node),
    }
}

/// The root is given as an entry of depth 0.
fn parse(outline: &str) -> Vec<Entry> {
    let mut lines = outline.lines();
    let root = lines.next().unwrap();
    let root = node(&root[root.rfind(": own").map(|at| root[..at].rfind(' ').unwrap() + 1).unwrap()..]);
    let root = Entry { node: Some(root), ..Entry::default() };
    std::iter::once(root).chain(lines.map(entry)).collect()
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 3e-4
}

/// Checks one node against its listed edges (those that are visited or proven).
fn check(node: &Node, edges: &[&Entry], visits: Option<f64>, outline: &str) {
    let context = || format!("{node:?} {edges:?}\n{outline}");
    let counted: Vec<&&Entry> = edges.iter().filter(|edge| edge.visits > 0.0 && edge.proof != "lost").collect();
    let total: f64 = counted.iter().map(|edge| edge.visits).sum();
    if let Some(visits) = visits {
        let all: f64 = edges.iter().map(|edge| edge.visits).sum();
        assert_eq!(visits, 1.0 + all, "each visit but the first went on: {}", context());
    }
    if node.proof.is_empty() {
        let mean = |own: f64, of: fn(&Entry) -> f64| {
            (own + counted.iter().map(|edge| edge.visits * of(edge)).sum::<f64>()) / (1.0 + total)
        };
        let mut value = [mean(node.own[0], |edge| edge.q), mean(node.own[1], |edge| edge.draw)];
        if value[0] < 0.0 && edges.iter().any(|edge| edge.proof == "drawn") {
            value = [0.0, 1.0];
        }
        assert!(close(value[0], node.value[0]) && close(value[1], node.value[1]), "{value:?} {}", context());
        let prior: f64 = counted.iter().map(|edge| edge.prior).sum();
        let by_prior = counted.iter().map(|edge| edge.prior * edge.q).sum::<f64>() / prior;
        let mixed = if total > 0.0 { (node.own[0] + total * by_prior) / (1.0 + total) } else { node.own[0] };
        // Priors are printed with four digits: that is as close as it gets.
        assert!((mixed - node.mixed).abs() < 0.02, "{mixed} {}", context());
    }
    let any = |proof: &str| edges.iter().any(|edge| edge.proof == proof);
    match node.proof.as_str() {
        "won" => assert!(any("won"), "{}", context()),
        "drawn" => assert!(!any("won") && any("drawn") && !any(""), "{}", context()),
        "lost" => assert!(edges.iter().all(|edge| edge.proof == "lost"), "{}", context()),
        _ => assert!(!any("won"), "{}", context()),
    }
}

#[test]
fn every_node_follows_from_its_children() {
    let mut nodes = 0;
    for seed in 0..60 {
        let game = random_game(&mut stream(seed, &[15]), 80);
        let noisy = SearchConfig { simulations: 150, ..SearchConfig::default() };
        for config in both(150).into_iter().chain([noisy]) {
            let mut search = Search::new(config.capacity());
            run(&mut search, &game, &config, stream(seed, &[]), &mut Hashed);
            let outline = search.outline(1000);
            let entries = parse(&outline);
            for (index, entry) in entries.iter().enumerate() {
                let Some(node) = &entry.node else { continue };
                nodes += 1;
                let below = entries[index + 1..].iter().take_while(|other| other.depth > entry.depth);
                let edges: Vec<&Entry> = below.filter(|other| other.depth == entry.depth + 1).collect();
                let visits = (index > 0).then_some(entry.visits);
                check(node, &edges, visits, &outline);
            }
            // An edge says what its node says, from the side that moves along it.
            let mut sides: Vec<String> = Vec::new();
            for entry in &entries {
                let Some(node) = &entry.node else { continue };
                sides.truncate(entry.depth);
                if let Some(mover) = sides.last() {
                    let sign = if *mover == node.side { 1.0 } else { -1.0 };
                    assert!(close(entry.q, sign * node.value[0]) && close(entry.draw, node.value[1]));
                }
                sides.push(node.side.clone());
            }
        }
    }
    assert!(nodes > 10_000, "only {nodes} nodes to judge by");
}
