//! The search, with fake evaluators: forced wins, signs, draws, budgets, golden trees.

#[path = "search/brute.rs"]
mod brute;
#[path = "search/budget.rs"]
mod budget;
#[path = "search/draws.rs"]
mod draws;
#[path = "search/fakes.rs"]
mod fakes;
#[path = "search/forced.rs"]
mod forced;
#[path = "search/golden.rs"]
mod golden;
#[path = "search/gumbel.rs"]
mod gumbel;
#[path = "search/signs.rs"]
mod signs;
#[path = "search/tree.rs"]
mod tree;
