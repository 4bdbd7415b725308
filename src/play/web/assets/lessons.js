// The rules in pictures, which the terminal shows too, and how to move the pieces here.
// Marks: `arrows` = moves, `missed` = captures that were not made, `crosses` = pieces that are removed.

const HANDLING = {
  title: "Moving the pieces",
  text: "Click a piece, then a marked point, or drag it. Keys: arrows and Enter on the board, S stops a chain of jumps, U undo, R redo, H hint, A analysis, F turns the board, N new game, comma and full stop go through the game.",
  board: "1o1/3/rr1o1rr/rrrrrrr/rrrrrrr/rrr/rrr",
  arrows: [["d4", "c5"], ["d4", "e5"]],
};

export const lessons = (rules) => [...rules.lessons, HANDLING];
