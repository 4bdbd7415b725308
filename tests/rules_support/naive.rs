//! The rules again, slowly: a grid of letters, moves by coordinates, no masks, no increments. Only
//! whole turns.

use asalto::rules::{Chain, Diagonals, Huff, Position, Reason, RuleSet, Side};

type At = (i32, i32);

/// A position between two turns, on a grid: `o`, `r`, `.` for empty, a space off the board. Rows
/// from the top.
#[derive(Clone, Debug, PartialEq)]
pub struct Naive {
    grid: [[char; 7]; 7],
    side: Side,
    quiet: u32,
}

impl Naive {
    pub fn from(position: &Position) -> Naive {
        let mut grid = [[' '; 7]; 7];
        let text = position.to_string();
        for (row, rank) in text.split([' ', '/']).take(7).enumerate() {
            let mut column = if (2..5).contains(&row) { 0 } else { 2 };
            for letter in rank.chars() {
                let (piece, times) = match letter.to_digit(10) {
                    Some(empty) => ('.', empty),
                    None => (letter, 1),
                };
                for _ in 0..times {
                    grid[row][column] = piece;
                    column += 1;
                }
            }
        }
        Naive { grid, side: position.side_to_move(), quiet: u32::from(position.quiet()) }
    }

    fn get(&self, (column, row): At) -> char {
        let on_grid = (0..7).contains(&column) && (0..7).contains(&row);
        if on_grid { self.grid[row as usize][column as usize] } else { ' ' }
    }

    fn set(&mut self, (column, row): At, piece: char) {
        self.grid[row as usize][column as usize] = piece;
    }

    fn all(&self, piece: char) -> Vec<At> {
        let cells = (0..7).flat_map(|row| (0..7).map(move |column| (column, row)));
        cells.filter(|&at| self.get(at) == piece).collect()
    }

    /// The neighbours of `at`, each with the cell behind it if the line goes straight on.
    fn lines(&self, set: &RuleSet, at: At) -> Vec<(At, Option<At>)> {
        let mut lines = Vec::new();
        for (right, down) in [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)] {
            let go = |(column, row): At| (column + right, row + down);
            if self.joined(set, at, go(at)) {
                let behind = Some(go(go(at))).filter(|&behind| self.joined(set, go(at), behind));
                lines.push((go(at), behind));
            }
        }
        lines
    }

    fn joined(&self, set: &RuleSet, from: At, to: At) -> bool {
        let on_board = |at| self.get(at) != ' ';
        if !on_board(from) || !on_board(to) {
            return false;
        }
        if from.0 == to.0 || from.1 == to.1 {
            return true;
        }
        on_board((from.0, to.1))
            && on_board((to.0, from.1))
            && match set.diagonals {
                Diagonals::All => true,
                Diagonals::None => false,
                Diagonals::Alternate => (from.0 + from.1) % 2 == 0,
            }
    }

    /// The legal turns in their text form, each with the position after it; regardless of whether
    /// the game is over.
    pub fn turns(&self, set: &RuleSet) -> Vec<(String, Naive)> {
        let mut turns = Vec::new();
        match self.side {
            Side::Rebels => {
                for from in self.all('r') {
                    for (to, _) in self.lines(set, from) {
                        let forward = to.1 < from.1;
                        let allowed = forward || (to.1 == from.1 && set.sideways);
                        if allowed && self.get(to) == '.' {
                            let quiet = if forward { 0 } else { self.quiet + 1 };
                            turns.push((format!("{}-{}", name(from), name(to)), self.after(from, to, quiet)));
                        }
                    }
                }
            }
            Side::Officers => {
                let able: Vec<At> = self.all('o').into_iter().filter(|&at| !self.jumps(set, at).is_empty()).collect();
                for from in self.all('o') {
                    for (to, _) in self.lines(set, from).into_iter().filter(|&(to, _)| self.get(to) == '.') {
                        let mut next = self.after(from, to, self.quiet + 1);
                        if set.huff == Huff::All {
                            for &sinner in &able {
                                next.set(if sinner == from { to } else { sinner }, '.');
                            }
                        }
                        turns.push((format!("{}-{}", name(from), name(to)), next));
                    }
                    self.chains(set, from, name(from), &mut turns);
                }
            }
        }
        turns
    }

    fn after(&self, from: At, to: At, quiet: u32) -> Naive {
        let mut next = self.clone();
        next.set(to, self.get(from));
        next.set(from, '.');
        next.side = self.side.other();
        next.quiet = quiet;
        next
    }

    fn jumps(&self, set: &RuleSet, from: At) -> Vec<(At, At)> {
        let lines = self.lines(set, from).into_iter().filter_map(|(over, behind)| Some((over, behind?)));
        lines.filter(|&(over, to)| self.get(over) == 'r' && self.get(to) == '.').collect()
    }

    fn chains(&self, set: &RuleSet, from: At, text: String, turns: &mut Vec<(String, Naive)>) {
        for (over, to) in self.jumps(set, from) {
            let mut next = self.after(from, to, 0);
            next.set(over, '.');
            let text = format!("{text}x{}", name(to));
            let decided = (next.all('r').len() as u32) < set.min_rebels;
            let goes_on = !decided && !next.jumps(set, to).is_empty();
            if !goes_on || set.chain == Chain::Optional {
                turns.push((text.clone(), next.clone()));
            }
            if goes_on {
                Naive { side: Side::Officers, ..next }.chains(set, to, text, turns);
            }
        }
    }

    /// Why the game is over, as RULES list it, but for repetition.
    pub fn end(&self, set: &RuleSet) -> Option<Reason> {
        let fortress = || (0..3).flat_map(|row| (2..5).map(move |column| (column, row)));
        if self.all('o').is_empty() {
            Some(Reason::OfficersGone)
        } else if set.fortress_win && fortress().all(|at| self.get(at) == 'r') {
            Some(Reason::FortressFilled)
        } else if (self.all('r').len() as u32) < set.min_rebels {
            Some(Reason::TooFewRebels)
        } else if self.turns(set).is_empty() {
            Some(if self.side == Side::Officers { Reason::OfficersBlocked } else { Reason::RebelsBlocked })
        } else if set.quiet_turns > 0 && self.quiet >= 2 * set.quiet_turns {
            Some(Reason::QuietTurns)
        } else {
            None
        }
    }
}

fn name((column, row): At) -> String {
    format!("{}{}", char::from(b'a' + column as u8), 7 - row)
}
