//! What a typed line asks for.
//!
//! In: a line. Out: a [`Command`], or the answer to a line that is none.
//! Invariant: every line has an answer; nothing that was typed can harm the terminal that it is
//! repeated on.

/// What the player wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// What can be typed, and the rules in short.
    Help,
    /// The legal turns.
    Moves,
    /// Take back the own last turn and the reply.
    Undo,
    /// Play again what was taken back.
    Redo,
    /// What the computer would play here.
    Hint,
    /// What a search thinks of all moves.
    Analysis,
    /// The game so far as text.
    Game,
    /// The game so far into this file.
    Save(String),
    /// Go on with the game of this file.
    Load(String),
    /// Begin anew.
    New,
    /// Give the game up.
    Resign,
    /// Leave the game unfinished.
    Quit,
    /// The position in text form.
    Position,
    /// The board again.
    Board,
    /// These turns, one after the other; not yet read.
    Turns(Vec<String>),
}

/// The words, each with its short form and what it does.
pub(super) const WORDS: [(&str, &str, &str); 14] = [
    ("help", "?", "this text"),
    ("moves", "m", "list the legal moves"),
    ("undo", "u", "take back your last move and the reply"),
    ("redo", "r", "play again what was taken back"),
    ("hint", "h", "what the computer would play"),
    ("analysis", "t", "what the computer thinks of the best moves"),
    ("board", "b", "draw the board again"),
    ("position", "p", "the position as text, to go on from another time"),
    ("game", "g", "the game so far as text"),
    ("save FILE", "s", "write that text to a file"),
    ("load FILE", "l", "go on with the game of a file"),
    ("new", "n", "begin anew"),
    ("resign", "", "give up: the game is lost; to be said twice"),
    ("quit", "q", "leave the game unfinished"),
];

/// Reads a line.
///
/// # Errors
/// What to answer to a line that is neither a command nor looks like a move.
pub(super) fn read(line: &str) -> Result<Command, String> {
    let line: String = line.chars().filter(|letter| !letter.is_control() || *letter == '\t').collect();
    if let Some(command) = with_file(line.trim()) {
        return command;
    }
    let line = line.trim().to_lowercase();
    if line.is_empty() {
        return Err("Type a move such as d4-d5, or `help`.".to_owned());
    }
    let found = WORDS.iter().position(|(word, short, _)| *word == line || (!short.is_empty() && *short == line));
    match found.map(|at| WORDS[at].0) {
        Some("help") => Ok(Command::Help),
        Some("moves") => Ok(Command::Moves),
        Some("undo") => Ok(Command::Undo),
        Some("hint") => Ok(Command::Hint),
        Some("redo") => Ok(Command::Redo),
        Some("analysis") => Ok(Command::Analysis),
        Some("game") => Ok(Command::Game),
        Some("new") => Ok(Command::New),
        Some("board") => Ok(Command::Board),
        Some("position") => Ok(Command::Position),
        Some("resign") => Ok(Command::Resign),
        Some(_) => Ok(Command::Quit),
        None => turns(&line),
    }
}

/// The commands that name a file; names keep their case and blanks.
fn with_file(line: &str) -> Option<Result<Command, String>> {
    let (word, name) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let name = name.trim().to_owned();
    let make = match word.to_lowercase().as_str() {
        "save" | "s" => Command::Save as fn(String) -> Command,
        "load" | "l" => Command::Load,
        _ => return None,
    };
    Some(if name.is_empty() { Err(format!("Name a file, as in `{word} my-game.txt`.")) } else { Ok(make(name)) })
}

/// Placements may share a line; anything else is one turn, in which blanks do not matter.
fn turns(line: &str) -> Result<Command, String> {
    if line.contains('@') {
        let texts: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        let all_placements = texts.iter().all(|text| text.starts_with('@'));
        let refusal = "Type one move at a time; only placements share a line, as in `@c7 @e7`.";
        return if all_placements { Ok(Command::Turns(texts)) } else { Err(refusal.to_owned()) };
    }
    if line == "stop" || line.contains(|letter: char| letter.is_ascii_digit()) {
        return Ok(Command::Turns(vec![line.split_whitespace().collect()]));
    }
    let near = WORDS.iter().map(|(word, ..)| (strsim::damerau_levenshtein(word, line), *word)).min();
    let hint = match near {
        Some((distance, word)) if distance <= 2 => format!(" Did you mean `{word}`?"),
        _ => " Type `help` for all that is.".to_owned(),
    };
    let shown: String = line.chars().take(40).collect();
    Err(format!("`{shown}` is neither a move nor a command.{hint}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_short_forms_and_any_case_are_commands() {
        assert_eq!(read("help"), Ok(Command::Help));
        assert_eq!(read(" Q \r\n"), Ok(Command::Quit));
        for (word, short, _) in WORDS.into_iter().filter(|(word, ..)| !word.contains(' ')) {
            assert!(short.is_empty() || read(word) == read(short), "{word}");
            assert!(!matches!(read(word), Ok(Command::Turns(_))), "{word}");
        }
    }

    #[test]
    fn files_keep_their_names() {
        assert_eq!(read("save My Game.txt"), Ok(Command::Save("My Game.txt".to_owned())));
        assert_eq!(read("L g.json"), Ok(Command::Load("g.json".to_owned())));
        assert!(read("save").unwrap_err().contains("Name a file"));
    }

    #[test]
    fn moves_are_told_from_words() {
        let turns = |texts: &[&str]| Ok(Command::Turns(texts.iter().map(|&text| text.to_owned()).collect()));
        assert_eq!(read("D4 - D5"), turns(&["d4-d5"]));
        assert_eq!(read("@c7  @e7"), turns(&["@c7", "@e7"]));
        assert_eq!(read("stop"), turns(&["stop"]));
        assert_eq!(read("d4d5"), turns(&["d4d5"]));
    }

    #[test]
    fn everything_else_is_answered() {
        assert!(read("@c7 @e7 c4-c5").unwrap_err().contains("one move at a time"));
        assert!(read("").unwrap_err().contains("help"));
        assert!(read("mvoes").unwrap_err().contains("Did you mean `moves`?"));
        assert!(read("xyzzy plugh").unwrap_err().contains("Type `help`"));
        let hostile = read("\u{1b}[Jboo\u{7}").unwrap_err();
        assert!(!hostile.contains(char::is_control), "{hostile:?}");
        assert!(read(&"z".repeat(5000)).unwrap_err().len() < 200);
    }
}
