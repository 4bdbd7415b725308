//! The screen of `asalto play`: what it shows, by keys, mouse and typed moves; and a whole game in a real terminal.

use asalto::base::fault::Fault;
use asalto::play::tui::{App, House};
use asalto::play::{BoardStyle, GameSession, Levels, Network, Opponents, Table};
use asalto::players::{EvaluatorMaker, PlayerSpec};
use asalto::rules::Rules;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::style::Color;

#[path = "tui/tmux.rs"]
mod tmux;

const CHAIN: &str = "3/1o1/1r1r3/rr2rrr/rrrr1rr/r1r/1o1 o 0 - 0";
const ABLE: &str = "3/1o1/1r1r3/rr2ro1/rrrrrrr/r1r/1r1 o 0 - 0";
const QUIET: &str = "1o1/1o1/rr3rr/rrrrrrr/rrrrrrr/rrr/rrr r 0 - 0";

/// The computer's players. No network fits any rules here, so that the levels are those without one.
fn opponents(rules: Rules) -> Result<Opponents, Fault> {
    let network = Network { dir: "none".into(), rules: Rules::fox_and_geese(17).unwrap() };
    let no_networks = |_: &std::path::Path| -> Result<EvaluatorMaker, Fault> { Err(Fault::failed("no network")) };
    let workshop = |player: &PlayerSpec, _: Rules| player.factory(&no_networks);
    Opponents::new(rules, &Levels::shipped(), &network, &workshop, None)
}

/// A screen of 80 by 24 with its game.
struct Screen {
    app: App,
    terminal: Terminal<TestBackend>,
}

impl Screen {
    fn new(position: &str, side: &str, style: BoardStyle) -> Self {
        let session = GameSession::resume(Rules::asalto(), position).unwrap();
        let house = House { levels: Levels::shipped().all().to_vec(), opponents: Box::new(opponents) };
        let mut app = App::new(Table::new(session, side.parse().unwrap(), 0, 1), house, style).unwrap();
        app.settle();
        Self { app, terminal: Terminal::new(TestBackend::new(80, 24)).unwrap() }
    }

    fn plain(position: &str, side: &str) -> Self {
        Self::new(position, side, BoardStyle { unicode: true, colour: false })
    }

    fn press(&mut self, code: KeyCode) {
        self.app.key(KeyEvent::new(code, KeyModifiers::NONE));
        self.app.settle();
    }

    /// Types a text, letter by letter; `\n` is Enter.
    fn keys(&mut self, text: &str) -> &mut Self {
        for letter in text.chars() {
            self.press(if letter == '\n' { KeyCode::Enter } else { KeyCode::Char(letter) });
        }
        self
    }

    fn mouse(&mut self, kind: MouseEventKind, column: u16, row: u16) {
        self.app.mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE });
        self.app.settle();
    }

    /// The screen as text.
    fn text(&mut self) -> String {
        self.terminal.draw(|frame| self.app.draw(frame)).unwrap();
        let buffer = self.terminal.backend().buffer();
        let row = |y: u16| (0..buffer.area.width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
        (0..buffer.area.height).map(|y| row(y).trim_end().to_owned() + "\n").collect()
    }

    fn assert_shows(&mut self, told: &str) {
        let text = self.text();
        assert!(text.contains(told), "{told:?} is not shown:\n{text}");
    }
}

/// What the test of a panic runs in a real terminal: it panics when a game of other rules is opened.
#[test]
#[ignore = "takes the terminal over and panics: tmux::a_panic_gives_the_terminal_back runs it"]
fn panics_in_the_terminal() {
    let screen = Screen::plain(QUIET, "both");
    let opponents = |rules: Rules| {
        assert!(rules == Rules::asalto(), "on purpose");
        opponents(rules)
    };
    let house = House { levels: Levels::shipped().all().to_vec(), opponents: Box::new(opponents) };
    let style = BoardStyle { unicode: true, colour: false };
    let app = App::new(screen.app.table().clone(), house, style).unwrap();
    let _ = asalto::play::tui::run(app, &std::sync::atomic::AtomicBool::new(false));
}

/// Compares a screen with the file that it is kept in; `ASALTO_BLESS=1` writes it anew.
fn assert_snapshot(name: &str, text: &str) {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/tui").join(format!("{name}.txt"));
    if std::env::var_os("ASALTO_BLESS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(text, kept, "\n{text}\ndiffers from {}", path.display());
}

#[test]
fn the_screens_look_as_they_are_kept() {
    let mut screen = Screen::plain(CHAIN, "officers");
    assert_snapshot("able", &screen.text());
    screen.keys("t");
    assert_snapshot("analysis", &screen.text());
    screen.keys("t").keys("d6xd4\n");
    assert_snapshot("reply", &screen.text());
    let mut start = Screen::plain("3/3/rr3rr/rrrrrrr/rrrrrrr/rrr/rrr o 2 - 0", "rebels");
    start.keys("n");
    assert_snapshot("new-game", &start.text());
    let mut ascii = Screen::new(QUIET, "both", BoardStyle::default());
    ascii.keys("v");
    assert_snapshot("ascii-turned-around", &ascii.text());
    for page in 0..7 {
        let mut help = Screen::plain(QUIET, "both");
        help.keys("?");
        (0..page).for_each(|_| help.press(KeyCode::Right));
        assert_snapshot(&format!("help-{}", page + 1), &help.text());
    }
}

#[test]
fn a_piece_is_chosen_and_moved_by_keys() {
    let mut screen = Screen::plain(QUIET, "both");
    screen.press(KeyCode::Left);
    screen.press(KeyCode::Enter);
    let text = screen.text();
    assert!(text.contains("<●>") && text.matches('○').count() == 1, "{text}");
    screen.press(KeyCode::Up);
    screen.press(KeyCode::Enter);
    screen.assert_shows("The rebels move c4-c5.");
    screen.keys("u").assert_shows("Your move: the rebels.");
    screen.keys("r").assert_shows("The rebels move c4-c5.");
    screen.keys(",").assert_shows("Your move: the rebels.");
    screen.keys(".r").assert_shows("Nothing was taken back");
}

#[test]
fn moves_are_typed_and_bad_ones_explained() {
    let mut screen = Screen::plain(QUIET, "both");
    screen.keys("d4-d6\n").assert_shows("d4-d6: no line joins these points. Legal and near to it: d4-d5");
    screen.keys("d4").assert_shows("> d4");
    screen.keys("-d5\n").assert_shows("The rebels move d4-d5.");
    screen.keys(":undo\n").assert_shows("Your move: the rebels.");
    screen.keys(":mvoes\n").assert_shows("Did you mean `moves`?");
    screen.keys("z").assert_shows("`z` does nothing");
    let mut officers = Screen::plain("3/3/rr3rr/rrrrrrr/rrrrrrr/rrr/rrr o 2 - 0", "officers");
    officers.keys(":@a1 @d6\n").assert_shows("`a1` is no point of the board");
    officers.assert_shows("Place an officer in the fortress: 2 to go");
    officers.keys("@d6 @a1\n").assert_shows("Place an officer in the fortress: 2 to go");
    officers.keys("@c7 @e7\n");
    officers.assert_shows("Your move: the officers.");
}

#[test]
fn the_mouse_chooses_drags_and_reads() {
    let mut screen = Screen::plain(QUIET, "both");
    let (down, up) = (MouseEventKind::Down(MouseButton::Left), MouseEventKind::Up(MouseButton::Left));
    // File a is at column 4, and files are 5 columns apart; rank 7 is in row 3.
    screen.mouse(down, 14, 9);
    screen.assert_shows("<●>");
    screen.mouse(down, 14, 7);
    screen.assert_shows("The rebels move c4-c5.");
    screen.mouse(down, 19, 3);
    screen.mouse(up, 14, 3);
    screen.assert_shows("The officers move d7-c7.");
    screen.mouse(down, 70, 3);
    screen.mouse(down, 9, 9);
    screen.mouse(up, 19, 9);
    screen.assert_shows("no line joins these points");
}

#[test]
fn a_chain_is_stopped_and_a_huff_is_told() {
    let mut screen = Screen::plain(CHAIN, "both");
    screen.assert_shows("You can capture. An officer that could and does not is removed.");
    screen.assert_shows("!◆!");
    // From d4 to d1, and on to d6.
    (0..2).for_each(|_| screen.press(KeyCode::Tab));
    screen.press(KeyCode::Enter);
    (0..2).for_each(|_| screen.press(KeyCode::Down));
    screen.press(KeyCode::Enter);
    screen.assert_shows("The officer on d4 can jump on; s stops here.");
    screen.keys("s").assert_shows("Your move: the rebels.");
    screen.assert_shows("Captured 1 ");
    let mut huffed = Screen::plain(ABLE, "both");
    huffed.keys("d6-d7\n").assert_shows("The game is over: the rebels win: no officer is left.");
    huffed.assert_shows("Huff, removed: d6 (could d6xd4), f4 (could f4xd2 or f4xd4).");
    huffed.keys("h").assert_shows("There is no move of yours to give a hint for.");
    huffed.keys("p").assert_shows("The game is over: n begins another.");
}

#[test]
fn hint_level_resigning_and_a_new_game() {
    let mut screen = Screen::plain(CHAIN, "officers");
    screen.keys("h").assert_shows("Hint: d6xd4");
    screen.assert_shows("{");
    screen.keys("l").assert_shows("7  Master");
    screen.keys("2").assert_shows("Level: Beginner.");
    screen.keys("xn").assert_shows("Your move: the officers.");
    screen.keys("xy").assert_shows("The game is over: the rebels win: the officers resigned.");
    screen.keys("nb").assert_shows("Both sides are yours");
    screen.keys("nr").assert_shows("You: rebels   Officers: Beginner");
    screen.assert_shows("The officers ");
}

#[test]
fn a_game_is_written_and_opened() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("game.txt").display().to_string();
    let mut screen = Screen::plain(QUIET, "both");
    screen.keys("c4-c5\n").keys(":game\n").assert_shows("[Officers \"you\"]");
    screen.assert_shows("1. c4-c5 *");
    screen.keys("x").assert_shows("The rebels move c4-c5.");
    screen.keys(&format!("w{file}\n")).assert_shows("Saved.");
    screen.keys("u").keys(&format!("o{file}\n")).assert_shows("Loaded.");
    screen.assert_shows("The rebels move c4-c5.");
    screen.keys("onowhere\n").assert_shows("Not loaded: cannot read nowhere");
    std::fs::write(&file, "[Rules \"fox-and-geese-13\"]\n\n*\n").unwrap();
    screen.keys(&format!("o{file}\n")).assert_shows("Rebels 13 (4 needed)");
}

#[test]
fn a_small_terminal_says_what_it_needs_and_a_large_one_is_used() {
    let mut screen = Screen::plain(QUIET, "both");
    screen.terminal.backend_mut().resize(60, 20);
    screen.assert_shows("The terminal is 60 x 20; the board needs 80 x 24.");
    screen.terminal.backend_mut().resize(120, 50);
    screen.assert_shows("? help  q quit");
    screen.keys("q");
    assert!(screen.app.is_over());
}

#[test]
fn without_colour_nothing_is_coloured_and_with_it_the_shapes_are_the_same() {
    let mut grey = Screen::plain(CHAIN, "both");
    let mut bright = Screen::new(CHAIN, "both", BoardStyle { unicode: true, colour: true });
    assert_eq!(grey.text(), bright.text());
    let colours = |screen: &Screen| {
        let buffer = screen.terminal.backend().buffer();
        buffer.content.iter().filter(|cell| cell.fg != Color::Reset || cell.bg != Color::Reset).count()
    };
    assert_eq!(colours(&grey), 0);
    assert!(colours(&bright) > 30);
}
