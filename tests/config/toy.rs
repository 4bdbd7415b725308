//! A configuration of the same form as the real one: sections, enums, lists, an optional knob, a value that checks itself.

use asalto::base::check::{Check, Finding, Findings};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Toy {
    pub seed: u64,
    pub name: String,
    pub search: Search,
    pub learn: Learn,
    pub rules: Rules,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Search {
    pub simulations: u32,
    pub root: Root,
    pub c_visit: f32,
    pub cut: Option<f32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Root {
    Gumbel,
    Puct,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Learn {
    pub rate: f64,
    pub batch: u16,
    pub window: usize,
    pub average: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    pub rebels: Rebels,
    pub placement: Vec<Point>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Rebels {
    Named(String),
    Listed(Vec<Point>),
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Point(pub String);

impl TryFrom<String> for Point {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        if matches!(name.as_bytes(), [b'a'..=b'g', b'1'..=b'7']) {
            Ok(Self(name))
        } else {
            Err(format!("{name} is no point of the board"))
        }
    }
}

impl From<Point> for String {
    fn from(point: Point) -> Self {
        point.0
    }
}

impl Default for Toy {
    fn default() -> Self {
        Self {
            seed: 1,
            name: "toy".into(),
            search: Search { simulations: 32, root: Root::Gumbel, c_visit: 50.0, cut: None },
            learn: Learn { rate: 0.001, batch: 256, window: 100_000, average: true },
            rules: Rules { rebels: Rebels::Named("outside".into()), placement: vec![] },
        }
    }
}

impl Check for Toy {
    fn check(&self) -> Vec<Finding> {
        let mut findings = Findings::new();
        findings.section("search", &self.search);
        findings.section("learn", &self.learn);
        if self.learn.window < usize::from(self.learn.batch) {
            findings.say("learn", "the window must hold at least one batch");
        }
        findings.into_vec()
    }
}

impl Check for Search {
    fn check(&self) -> Vec<Finding> {
        let mut findings = Findings::new();
        findings.range("simulations", self.simulations, 1..=100_000, "16 to 64 is usual");
        findings.range("c_visit", self.c_visit, 0.0..=1000.0, "");
        findings.into_vec()
    }
}

impl Check for Learn {
    fn check(&self) -> Vec<Finding> {
        let mut findings = Findings::new();
        findings.above("rate", self.rate, 0.0, "0.001 is usual");
        findings.range("batch", self.batch, 1..=4096, "");
        findings.into_vec()
    }
}
