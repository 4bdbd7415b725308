//! What an engine says about its thoughts.
//!
//! In: an `info` line. Out: an [`Info`], with what the line tells of it.
//! Invariant: what an info prints as reads back as the same info, but for the speed, which follows
//! from the rest.

use std::fmt;
use std::time::Duration;

/// One `info` line. Everything is from the view of the side to move in the position that is
/// thought about.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Info {
    /// Simulations made.
    pub nodes: u64,
    /// Since when it thinks.
    pub time: Duration,
    /// Win, draw and loss in per mille, which sum to 1000; `None` if the engine does not say.
    pub wdl: Option<[u32; 3]>,
    /// The expected line of play, in whole turns.
    pub line: Vec<String>,
}

impl Info {
    /// Probabilities of win, draw and loss in per mille that sum to 1000.
    pub fn per_mille([win, draw, loss]: [f32; 3]) -> [u32; 3] {
        let total = f64::from(win) + f64::from(draw) + f64::from(loss);
        let rounded = |share: f32| (1000.0 * f64::from(share) / total).round() as u32;
        let win = rounded(win).min(1000);
        let loss = rounded(loss).min(1000 - win);
        [win, 1000 - win - loss, loss]
    }

    /// This, with what a line tells anew; `None` if the line is no `info` with numbers. Words that it does not know are passed
    /// over, as UGI wants it.
    pub fn with(&self, line: &str) -> Option<Self> {
        let mut words = line.split_whitespace();
        if words.next() != Some("info") {
            return None;
        }
        let mut info = self.clone();
        while let Some(word) = words.next() {
            let mut number = || words.next()?.parse::<u64>().ok();
            match word {
                "string" => return None,
                // Not the line that would be played.
                "multipv" if number()? != 1 => return None,
                "nodes" => info.nodes = number()?,
                "time" => info.time = Duration::from_millis(number()?),
                "wdl" => {
                    let [win, draw, loss] = [number()?, number()?, number()?].map(u32::try_from);
                    info.wdl = Some([win.ok()?, draw.ok()?, loss.ok()?]);
                }
                "pv" => {
                    info.line = words.map(str::to_owned).collect();
                    break;
                }
                _ => {}
            }
        }
        Some(info)
    }

    /// Probabilities of win, draw and loss, if they are told and make sense.
    pub fn probabilities(&self) -> Option<[f32; 3]> {
        let parts = self.wdl?.map(|part| part as f32);
        let total: f32 = parts.iter().sum();
        (total > 0.0).then(|| parts.map(|part| part / total))
    }
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let speed = self.nodes as f64 / self.time.as_secs_f64().max(1e-6);
        write!(f, "info nodes {} nps {speed:.0} time {}", self.nodes, self.time.as_millis())?;
        if let Some([win, draw, loss]) = self.wdl {
            write!(f, " score wdl {win} {draw} {loss}")?;
        }
        if self.line.is_empty() { Ok(()) } else { write!(f, " pv {}", self.line.join(" ")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Option<Info> {
        Info::default().with(line)
    }

    #[test]
    fn what_a_line_does_not_tell_stays_as_it_was() {
        let first = read("info depth 4 nodes 90 time 7 score wdl 100 200 700 pv d5xd3 e4-e5").unwrap();
        let later = first.with("info depth 5 nodes 95 currmove d5-d4").unwrap();
        assert_eq!(later, Info { nodes: 95, ..first.clone() });
        assert_eq!(first.with("info multipv 2 score wdl 0 0 1000 pv d5-d4"), None);
    }

    #[test]
    fn an_info_is_read_back() {
        let line = ["d5xd3", "e4-e5"].map(str::to_owned).to_vec();
        let info = Info { nodes: 800, time: Duration::from_millis(89), wdl: Some([312, 101, 587]), line };
        assert_eq!(info.to_string(), "info nodes 800 nps 8989 time 89 score wdl 312 101 587 pv d5xd3 e4-e5");
        assert_eq!(read(&info.to_string()), Some(info));
        assert_eq!(read(&Info::default().to_string()), Some(Info::default()));
    }

    #[test]
    fn what_is_unknown_is_passed_over_and_what_is_broken_tells_nothing() {
        let known = Info { nodes: 5, ..Info::default() };
        assert_eq!(read("info depth 3 seldepth 9 score cp 12 nodes 5 hashfull 0"), Some(known));
        for broken in ["", "bestmove x", "info string nodes 5", "info nodes x", "info score wdl 1 2", "info time"] {
            assert_eq!(read(broken), None, "{broken}");
        }
    }

    #[test]
    fn per_mille_sum_to_a_thousand() {
        for (wdl, parts) in [
            ([1.0 / 3.0; 3], [333, 334, 333]),
            ([0.5005, 0.0, 0.4995], [501, 0, 499]),
            ([0.9996, 0.0, 0.0004], [1000, 0, 0]),
            ([0.0, 1.0, 0.0], [0, 1000, 0]),
        ] {
            assert_eq!(Info::per_mille(wdl), parts, "{wdl:?}");
        }
        let info = Info { wdl: Some([250, 500, 250]), ..Info::default() };
        assert_eq!(info.probabilities(), Some([0.25, 0.5, 0.25]));
        assert_eq!(Info { wdl: Some([0; 3]), ..Info::default() }.probabilities(), None);
    }
}
