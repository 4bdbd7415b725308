//! The screen as a whole.

use ratatui::Frame;
use ratatui::layout::{Position as Cell, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::widgets::{Paragraph, Wrap};

use super::app::{App, Mode};
use super::board::{LEFT, Picture, TOP};
use crate::play::events::{Event, events};
use crate::play::{Kind, WaitsFor};
use crate::rules::{Action, Bitboard, Huff, Point, Side};

/// The smallest terminal that all of it fits.
const WIDTH: u16 = 80;
const HEIGHT: u16 = 24;
const PANEL: u16 = 41;

impl App {
    /// Draws the screen.
    pub fn draw(&self, frame: &mut Frame<'_>) {
        let area = frame.area();
        if area.width < WIDTH || area.height < HEIGHT {
            let text = format!(
                "The terminal is {} x {}; the board needs {WIDTH} x {HEIGHT}. Make it larger, or q to leave and play with --plain.",
                area.width, area.height
            );
            frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
            return;
        }
        if let Mode::Help(page) = self.mode {
            return self.draw_help(frame, page);
        }
        if self.mode == Mode::Game {
            return self.draw_game(frame);
        }
        let bold = Style::new().add_modifier(Modifier::BOLD);
        frame.buffer_mut().set_string(LEFT, 0, self.headline(), bold);
        let told = Paragraph::new(self.told()).wrap(Wrap { trim: true });
        frame.render_widget(told, Rect::new(LEFT, 1, area.width - 2, 2));
        self.picture().draw(LEFT, TOP, frame.buffer_mut());
        self.draw_panel(frame, Rect::new(PANEL, TOP, area.width - PANEL - 1, area.height - TOP - 7));
        let message = Paragraph::new(self.advice()).wrap(Wrap { trim: true });
        frame.render_widget(message, Rect::new(LEFT, 18, area.width - 2, 2));
        self.draw_line(frame, 20);
        let keys = "arrows+Enter move   u undo  r redo  h hint  t think  n new  l level  x resign\n\
                    type d4-d5 or @c7   v turn  w save  o open  , . look back   ? help  q quit";
        let quiet = self.painted(Color::DarkGray);
        frame.render_widget(Paragraph::new(keys).style(quiet), Rect::new(LEFT, 22, area.width - 2, 2));
        self.draw_question(frame);
    }

    /// Who is to move, or how it ended.
    fn headline(&self) -> String {
        let table = &self.desk.table;
        let position = self.position();
        let side = position.side_to_move();
        if let Some(ended) = table.session.ended() {
            return format!("The game is over: {ended}.");
        }
        if self.desk.failed.is_some() {
            return "The computer cannot go on (p tries again).".to_owned();
        }
        if self.desk.thinks_about(Kind::Turn) {
            return format!("The {side} are thinking ...");
        }
        match (table.waits_for(), position.jumper(), position.to_place()) {
            (WaitsFor::Person, Some(jumper), _) => format!("The officer on {jumper} can jump on; s stops here."),
            (WaitsFor::Person, None, 0) => format!("Your move: the {side}."),
            (WaitsFor::Person, None, left) => {
                format!("Place an officer in the fortress: {left} to go (p: the computer does).")
            }
            (WaitsFor::Word, ..) => "Looking back. End: to the end; p: the computer goes on from here.".to_owned(),
            _ => format!("The {side} are to move."),
        }
    }

    /// What the last turn did.
    fn told(&self) -> String {
        let last = self.desk.table.session.last_turn();
        last.map_or_else(String::new, |(before, turn)| {
            let events = events(&before, &turn);
            let text = events.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
            // Two lines hold so much; of two officers that are removed it takes more to tell at length.
            if text.chars().count() <= 150 { text } else { in_short(&events) }
        })
    }

    /// The answer to what was done last, or what is worth knowing now.
    fn advice(&self) -> String {
        if let Some(why) = &self.desk.failed {
            return why.clone();
        }
        if !self.message.is_empty() {
            return self.message.clone();
        }
        let position = self.position();
        match &self.desk.hint {
            Some(hint) if hint.thinking => return "Looking for a hint ...".to_owned(),
            Some(hint) => {
                let turn = hint.turn.as_deref().unwrap_or("none");
                let share = hint
                    .winrate
                    .map_or_else(String::new, |winrate| format!(", expected score {:.0} %", 100.0 * winrate));
                return format!("Hint: {turn}{share}.");
            }
            None => {}
        }
        let captures = self.choices().iter().any(|action| action.over().is_some());
        if captures && position.jumper().is_none() && position.rules().set().huff == Huff::All {
            return "You can capture. An officer that could and does not is removed.".to_owned();
        }
        match (self.watching, self.desk.table.session.turn_number()) {
            (true, _) => "Watching. Space pauses, ? tells all keys.".to_owned(),
            (false, 0..=2) => "? tells the rules in pictures, and all keys.".to_owned(),
            _ => String::new(),
        }
    }

    /// The line that is typed.
    fn draw_line(&self, frame: &mut Frame<'_>, row: u16) {
        let Mode::Line(text) = &self.mode else { return };
        let shown: String = text.chars().rev().take(70).collect::<Vec<_>>().into_iter().rev().collect();
        frame.buffer_mut().set_string(LEFT, row, format!("> {shown}"), Style::new().add_modifier(Modifier::BOLD));
        frame.set_cursor_position(Cell::new(LEFT + 2 + shown.chars().count() as u16, row));
    }

    fn picture(&self) -> Picture {
        let position = self.position();
        let mut picture = Picture::new(position.rules(), [position.officers(), position.rebels()], self.style);
        picture.flipped = self.flipped;
        picture.cursor = Some(self.cursor);
        picture.chosen = self.chosen;
        let choices = self.choices();
        for action in &choices {
            match action {
                Action::Place(point) => picture.targets = picture.targets.with(*point),
                Action::Step(from, _) if self.chosen == Some(*from) => {
                    picture.targets = picture.targets.with(action.landing())
                }
                Action::Jump(from, _) if self.chosen == Some(*from) => {
                    picture.captures = picture.captures.with(action.landing())
                }
                _ => {}
            }
            let warned =
                action.over().is_some() && position.rules().set().huff == Huff::All && position.jumper().is_none();
            if warned && position.side_to_move() == Side::Officers {
                picture.able = picture.able.with(action.origin());
            }
        }
        if let Some((before, turn)) = self.desk.table.session.last_turn() {
            let actions = turn.actions();
            picture.last = actions.iter().flat_map(|action| [action.origin(), action.landing()]).collect();
            let gone = (before.rebels() - position.rebels()) - path(actions);
            picture.crosses = gone;
        }
        if let Some(turn) = self.desk.hint.as_ref().and_then(|hint| hint.turn.as_deref()) {
            picture.pointed = turn.trim_start_matches('@').split(['-', 'x']).filter_map(Point::from_name).collect();
        }
        picture
    }
}

/// Which officers were removed, and what each could have captured.
fn in_short(events: &[Event]) -> String {
    let removed = events.iter().filter_map(|event| match event {
        Event::Huffed { officer, missed, .. } => {
            let missed: Vec<String> = missed.iter().map(ToString::to_string).collect();
            Some(format!("{officer} (could {})", missed.join(" or ")))
        }
        _ => None,
    });
    format!("Huff, removed: {}.", removed.collect::<Vec<_>>().join(", "))
}

fn path(actions: &[Action]) -> Bitboard {
    actions.iter().flat_map(|action| [action.origin(), action.landing()]).collect()
}
