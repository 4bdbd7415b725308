//! What keys and the mouse ask for.
//!
//! In: events of the terminal. Out: changes of the screen.
//! Invariant: letters that begin a move (a file, or `@`) begin a typed line; all other letters are commands.

use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use super::app::{App, Mode};
use super::{board, menus};
use crate::rules::Point;

impl App {
    /// A key was pressed.
    pub fn key(&mut self, key: KeyEvent) {
        if key.kind == KeyEventKind::Release {
            return;
        }
        let code = match (key.modifiers.contains(KeyModifiers::CONTROL), key.code) {
            (false, code) => code,
            (true, KeyCode::Char('c' | 'd')) => {
                self.over = true;
                return;
            }
            // The end of a line that was pasted.
            (true, KeyCode::Char('j' | 'm')) => KeyCode::Enter,
            (true, _) => return,
        };
        match self.mode.clone() {
            Mode::Board => self.board_key(code),
            Mode::Line(text) => self.line_key(code, text),
            Mode::Help(page) => self.mode = menus::help_key(code, page, self.position().rules()),
            Mode::Game if code == KeyCode::Char('w') => self.mode = Mode::Line("save ".to_owned()),
            Mode::Game => self.mode = Mode::Board,
            Mode::NewGame => self.new_game_key(code),
            Mode::Level => self.level_key(code),
            Mode::Resign => {
                self.mode = Mode::Board;
                if code == KeyCode::Char('y') {
                    self.resign();
                }
            }
        }
    }

    fn board_key(&mut self, code: KeyCode) {
        match code {
            KeyCode::Up => self.go_on_board(0, -1),
            KeyCode::Down => self.go_on_board(0, 1),
            KeyCode::Left => self.go_on_board(-1, 0),
            KeyCode::Right => self.go_on_board(1, 0),
            KeyCode::Tab => self.next_piece(),
            KeyCode::Char(' ') if self.desk.table.humans.sides().is_empty() => self.watching = !self.watching,
            KeyCode::Enter | KeyCode::Char(' ') => self.choose(self.cursor),
            KeyCode::Esc => {
                self.chosen = self.position().jumper();
                self.message.clear();
            }
            KeyCode::Home => self.jump(0),
            KeyCode::End => self.jump(usize::MAX),
            KeyCode::Char(letter @ ('a'..='g' | 'A'..='G' | '@')) => {
                self.mode = Mode::Line(letter.to_lowercase().collect())
            }
            KeyCode::Char(':' | '/') => self.mode = Mode::Line(String::new()),
            KeyCode::Char(letter) => self.command_key(letter.to_ascii_lowercase()),
            KeyCode::F(1) => self.mode = Mode::Help(0),
            _ => {}
        }
    }

    fn command_key(&mut self, letter: char) {
        match letter {
            '?' => self.mode = Mode::Help(0),
            'q' => self.over = true,
            'u' => self.undo(),
            'r' => self.redo(),
            'h' => self.hint(),
            't' => self.toggle_analysis(),
            'v' => self.flipped = !self.flipped,
            'n' => self.mode = Mode::NewGame,
            'l' => self.mode = Mode::Level,
            'x' => self.mode = Mode::Resign,
            's' => self.stop_chain(),
            'p' => self.play_for_me(),
            'w' => self.mode = Mode::Line("save ".to_owned()),
            'o' => self.mode = Mode::Line("load ".to_owned()),
            ',' => self.jump(self.desk.table.session.turn_number().saturating_sub(1)),
            '.' => self.jump(self.desk.table.session.turn_number() + 1),
            _ => self.message = format!("`{letter}` does nothing; ? tells all keys."),
        }
    }

    fn line_key(&mut self, code: KeyCode, mut text: String) {
        match code {
            KeyCode::Enter => {
                self.mode = Mode::Board;
                self.typed(&text);
                return;
            }
            KeyCode::Esc => {
                self.mode = Mode::Board;
                return;
            }
            KeyCode::Backspace if text.is_empty() => {
                self.mode = Mode::Board;
                return;
            }
            KeyCode::Backspace => drop(text.pop()),
            KeyCode::Char(letter) if text.chars().count() < 200 && !letter.is_control() => text.push(letter),
            _ => {}
        }
        self.mode = Mode::Line(text);
    }

    /// The mouse did something.
    pub fn mouse(&mut self, mouse: MouseEvent) {
        let point = board::point_at(mouse.column, mouse.row, self.flipped);
        match (mouse.kind, &self.mode, point) {
            (MouseEventKind::Down(MouseButton::Left), Mode::Board, Some(point)) => {
                self.cursor = point;
                self.choose(point);
            }
            // A piece that was dragged to another point.
            (MouseEventKind::Up(MouseButton::Left), Mode::Board, Some(point)) if point != self.cursor => {
                if let Some(from) = self.chosen.filter(|from| *from == self.cursor) {
                    self.cursor = point;
                    self.try_move(from, point);
                }
            }
            (MouseEventKind::Down(_), Mode::Game, _) => self.mode = Mode::Board,
            (MouseEventKind::Down(_), Mode::Help(page), _) => {
                self.mode = menus::help_key(KeyCode::Right, *page, self.position().rules())
            }
            _ => {}
        }
    }

    /// The next point in a direction, as it looks on the screen.
    fn go_on_board(&mut self, columns: i32, rows: i32) {
        let turn = if self.flipped { -1 } else { 1 };
        let (columns, rows) = (turn * columns, turn * rows);
        let (mut column, mut row) = (self.cursor.file() as i32, 7 - self.cursor.rank() as i32);
        loop {
            (column, row) = (column + columns, row + rows);
            if !(0..7).contains(&column) || !(0..7).contains(&row) {
                return;
            }
            if let Some(point) = Point::at(column, row) {
                self.cursor = point;
                return;
            }
        }
    }

    /// The next piece that can move.
    fn next_piece(&mut self) {
        let choices = self.choices();
        let pieces: Vec<Point> =
            Point::ALL.into_iter().filter(|point| choices.iter().any(|a| a.origin() == *point)).collect();
        let next = pieces.iter().find(|point| **point > self.cursor).or(pieces.first());
        self.cursor = next.copied().unwrap_or(self.cursor);
    }
}
