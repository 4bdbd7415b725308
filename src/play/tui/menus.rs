//! Help in pages, and the questions that are answered by one key.

use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::widgets::{Clear, Paragraph, Wrap};

use super::app::{App, Mode};
use super::board::{LEFT, Picture, TOP};
use crate::play::lessons::{Lesson, lessons};
use crate::rules::{Bitboard, Rules};

/// The last page of the help.
const KEYS: &str = "\
arrows, Tab      go over the board; to the next piece that can move
Enter, Space     choose the piece, then where it goes (or click, or drag)
a .. g, @        type a move: d4-d5, d5xd3xf3, @c7; : types a command
s                stop a chain of jumps
u  r             take your move and the reply back; play them again
,  .  Home End   look back and forth in the game
h                hint: what the computer would play
t                think: analysis of every move, on and off
p                let the computer move in your place, or go on from here
v                turn the board around
n  l  x          new game, level, give up
w  o             write the game to a file, open one
?                this help                      q, Ctrl-C  leave

[ ] came there, ( ) left from there, < > is chosen, { } is the hint, ! ! can
capture, and if no officer does it is lost; ○ or + is where the chosen piece
may go, ◎ or * where it captures; ▫ or : is an empty point of the fortress.";

/// Lines of a game that are shown.
const GAME_ROWS: usize = 22;

/// What a key does in the help.
pub(super) fn help_key(code: KeyCode, page: usize, rules: Rules) -> Mode {
    let last = lessons(rules).len();
    match code {
        KeyCode::Left | KeyCode::Backspace | KeyCode::Up | KeyCode::PageUp => Mode::Help(page.saturating_sub(1)),
        KeyCode::Right | KeyCode::Enter | KeyCode::Char(' ') | KeyCode::Down | KeyCode::PageDown if page < last => {
            Mode::Help(page + 1)
        }
        KeyCode::Char('k' | 'K') => Mode::Help(last),
        _ => Mode::Board,
    }
}

impl App {
    pub(super) fn draw_help(&self, frame: &mut Frame<'_>, page: usize) {
        let all = lessons(self.position().rules());
        let pages = all.len() + 1;
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let title = all.get(page).map_or("Keys", |lesson| &lesson.title);
        frame.buffer_mut().set_string(LEFT, 0, format!("How to play, {} of {pages}: {title}", page + 1), bold);
        match all.get(page) {
            Some(lesson) => self.draw_lesson(frame, lesson),
            None => frame.render_widget(Paragraph::new(KEYS), Rect::new(LEFT, 2, 78, 18)),
        }
        let foot = "right: next   left: back   k: keys   any other key: to the game";
        frame.buffer_mut().set_string(LEFT, 23, foot, Style::new());
    }

    /// The game as text, its end if it is longer than the screen.
    pub(super) fn draw_game(&self, frame: &mut Frame<'_>) {
        let text = self.record().to_text();
        let lines: Vec<&str> = text.lines().collect();
        let shown = lines[lines.len().saturating_sub(GAME_ROWS)..].join("\n");
        frame.render_widget(Paragraph::new(shown), Rect::new(LEFT, 0, 78, GAME_ROWS as u16));
        let foot = "w: write it to a file   any other key: to the game";
        frame.buffer_mut().set_string(LEFT, 23, foot, Style::new());
    }

    fn draw_lesson(&self, frame: &mut Frame<'_>, lesson: &Lesson) {
        let mut picture = Picture::new(self.position().rules(), lesson.pieces(), self.style);
        let ends = |moves: &[[crate::rules::Point; 2]]| moves.iter().map(|[_, to]| *to).collect::<Bitboard>();
        picture.targets = ends(&lesson.arrows) - lesson.crosses.iter().copied().collect();
        picture.pointed = ends(&lesson.missed);
        picture.crosses = lesson.crosses.iter().copied().collect();
        picture.chosen = lesson.arrows.first().map(|[from, _]| *from);
        picture.draw(LEFT, TOP, frame.buffer_mut());
        let text = Paragraph::new(lesson.text.as_str()).wrap(Wrap { trim: true });
        frame.render_widget(text, Rect::new(42, TOP + 1, 36, 14));
    }

    /// A question in a box.
    pub(super) fn draw_question(&self, frame: &mut Frame<'_>) {
        let lines: Vec<String> = match &self.mode {
            Mode::NewGame => [
                "New game. You play:",
                "  o  officers",
                "  r  rebels",
                "  b  both sides",
                "  w  none: watch",
                "Esc  back",
            ]
            .map(str::to_owned)
            .to_vec(),
            Mode::Level => {
                let levels = self.house.levels.iter().enumerate().map(|(at, level)| match level.elo {
                    Some(elo) => format!("  {}  {} ({elo:.0})", at + 1, level.title),
                    None => format!("  {}  {}", at + 1, level.title),
                });
                std::iter::once("Level:".to_owned()).chain(levels).chain(["Esc  back".to_owned()]).collect()
            }
            Mode::Resign => vec!["Give the game up?".to_owned(), "  y  yes".to_owned(), "any other key: no".to_owned()],
            Mode::Board | Mode::Line(_) | Mode::Help(_) | Mode::Game => return,
        };
        let area = Rect::new(43, 5, 34, lines.len() as u16);
        frame.render_widget(Clear, Rect::new(area.x - 2, area.y - 1, area.width + 4, area.height + 2));
        let strong = Style::new().add_modifier(Modifier::BOLD);
        frame.render_widget(Paragraph::new(lines.join("\n")).style(strong), area);
    }
}
