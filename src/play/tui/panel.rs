//! What stands beside the board: the chances, the best moves, the moves so far.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};

use super::app::App;
use crate::play::wording::known;

impl App {
    pub(super) fn painted(&self, colour: Color) -> Style {
        if self.style.colour { Style::new().fg(colour) } else { Style::new() }
    }

    /// All of the panel.
    pub(super) fn draw_panel(&self, frame: &mut Frame<'_>, area: Rect) {
        let mut lines = vec![self.people(), self.pieces(), self.bar(usize::from(area.width)), Line::default()];
        if self.desk.analysing().is_some() {
            lines.extend(self.best_moves(usize::from(area.width)));
            lines.push(Line::default());
        }
        let rest = usize::from(area.height).saturating_sub(lines.len());
        lines.extend(self.moves(rest));
        for (row, line) in (0..area.height).zip(lines) {
            frame.buffer_mut().set_line(area.x, area.y + row, &line, area.width);
        }
    }

    fn people(&self) -> Line<'static> {
        let table = &self.desk.table;
        let level = &self.house.levels[table.level].title;
        let who = match (table.humans.officers, table.humans.rebels) {
            (true, true) => "Both sides are yours".to_owned(),
            (true, false) => format!("You: officers   Rebels: {level}"),
            (false, true) => format!("You: rebels   Officers: {level}"),
            (false, false) => format!("Watching: {level}"),
        };
        Line::from(who)
    }

    fn pieces(&self) -> Line<'static> {
        let position = self.position();
        let captured = self.desk.table.session.game().start().rebels().count() - position.rebels().count();
        let least = position.rules().set().min_rebels;
        Line::from(format!("Captured {captured}   Rebels {} ({least} needed)", position.rebels().count()))
    }

    /// The officers' chances as a bar.
    fn bar(&self, width: usize) -> Line<'static> {
        let scores = self.desk.table.scores();
        let at = self.desk.table.session.turn_number();
        let Some(score) = scores.get(at).copied().flatten() else {
            return Line::from("Chances: ...");
        };
        let percent = (100.0 * score).round() as usize;
        let (before, after) = (format!("officers {percent:>3} % "), format!(" {:>3} %", 100 - percent));
        let cells = width.saturating_sub(before.len() + after.len());
        let filled = (score * cells as f32).round() as usize;
        let [full, empty] = if self.style.unicode { ["█", "░"] } else { ["#", "-"] };
        Line::from(vec![
            Span::raw(before),
            Span::styled(full.repeat(filled), self.painted(Color::Red)),
            Span::styled(empty.repeat(cells - filled), self.painted(Color::Cyan)),
            Span::raw(after),
        ])
    }

    fn best_moves(&self, width: usize) -> Vec<Line<'static>> {
        let title = Style::new().add_modifier(Modifier::BOLD);
        let Some(found) = self.desk.analysis() else {
            let why = if self.desk.table.session.ended().is_some() { "the game is over" } else { "thinking" };
            return vec![Line::from(Span::styled(format!("Analysis: {why}"), title))];
        };
        let root = &found.root_info;
        let whole = |share: f32| format!("{:.0} %", 100.0 * share);
        let worth = root.proven.map_or_else(|| known(root.winrate, whole), |proven| proven.name().to_owned());
        let visits = known(root.visits, |visits| visits.to_string());
        let head = format!("Analysis: {} {worth}, {visits} visits", found.side_to_move);
        let mut lines = vec![Line::from(Span::styled(head, title)), Line::from("move    visits score prior  line")];
        for info in found.move_infos.iter().take(5) {
            let percent = |share: f32| format!("{:.1}", 100.0 * share);
            let worth = info.proven.map_or_else(|| known(info.winrate, percent), |proven| proven.name().to_owned());
            let (visits, prior) = (known(info.visits, |visits| visits.to_string()), known(info.prior, percent));
            let mut text = format!("{:<7} {visits:>6} {worth:>5} {prior:>5} ", info.text);
            // Whole turns only.
            for turn in info.pv.iter().skip(1) {
                if text.chars().count() + 1 + turn.len() > width {
                    break;
                }
                text += &format!(" {turn}");
            }
            lines.push(Line::from(text.chars().take(width).collect::<String>()));
        }
        lines
    }

    /// The moves around the present one, in as many lines as there are.
    fn moves(&self, height: usize) -> Vec<Line<'static>> {
        let session = &self.desk.table.session;
        let (line, now) = (session.line(), session.turn_number());
        let placements = line.iter().filter(|turn| turn.to_string().starts_with('@')).count();
        let mut rows: Vec<(bool, Line<'static>)> = Vec::new();
        let cell = |at: usize| {
            let style = match at + 1 {
                turn if turn == now => Style::new().add_modifier(Modifier::REVERSED),
                turn if turn > now => self.painted(Color::DarkGray),
                _ => Style::new(),
            };
            [
                Span::styled(line[at].to_string(), style),
                Span::raw(" ".repeat(13usize.saturating_sub(line[at].to_string().len()))),
            ]
        };
        let pairs = std::iter::once(0..placements)
            .chain((placements..line.len()).step_by(2).map(|at| at..(at + 2).min(line.len())));
        for (number, turns) in pairs.enumerate() {
            if turns.is_empty() {
                continue;
            }
            let label = if turns.start < placements { "    ".to_owned() } else { format!("{number:>3}.") };
            let holds_now = turns.clone().any(|at| at + 1 == now);
            let spans = std::iter::once(Span::raw(label + " ")).chain(turns.flat_map(cell));
            rows.push((holds_now, Line::from(spans.collect::<Vec<_>>())));
        }
        let present = rows.iter().position(|(holds_now, _)| *holds_now).unwrap_or(0);
        let first = (present + 2).saturating_sub(height).min(rows.len().saturating_sub(height));
        rows.into_iter().skip(first).take(height).map(|(_, line)| line).collect()
    }
}
