// The rules in seven pictures. Marks: `arrows` = moves, `crosses` = pieces that are removed, `fort` = points that are looked at.

export const LESSONS = [
  {
    title: "Two officers against 24 rebels",
    text: "The shaded top arm is the fortress. First the officers’ player puts both officers on any two of its nine points. Then the rebels move, and the sides take turns.",
    position: "3/1o1/rrroorr/rrrrrrr/rrrrrrr/rrr/rrr".replace("rrroorr", "rr1o1rr"),
    arrows: [],
  },
  {
    title: "Rebels go forward or sideways",
    text: "A rebel steps along a line to an empty point: up, diagonally up where a line leads there, or sideways. Never back, and it never captures.",
    position: "3/3/7/7/3r3/3/3",
    arrows: [["d3", "d4"], ["d3", "c4"], ["d3", "e4"], ["d3", "c3"], ["d3", "e3"]],
    lines: "d3",
  },
  {
    title: "Officers go anywhere, and capture",
    text: "An officer steps along any line. It captures a rebel by jumping over it to the empty point right behind, and may jump on and on with the same officer, or stop after any jump.",
    position: "3/3/3o3/3r3/7/1r1/3",
    arrows: [["d5", "d3"], ["d3", "d1"]],
    crosses: ["d4", "d2"],
    side: "officers",
  },
  {
    title: "The huff: capture, or lose the officer",
    text: "Nobody has to capture. But when the officers could and did not, every officer that could have captured is taken off the board. Rebels win games this way: offer one, gain an officer.",
    position: "3/1o1/3r3/2r1r2/7/3/3",
    arrows: [["d6", "c6"]],
    missed: [["d6", "d4"]],
    crosses: ["c6"],
    side: "officers",
  },
  {
    title: "How the rebels win",
    text: "They fill all nine points of the fortress; or they shut the officers in so that none can move; or no officer is left on the board.",
    position: "rrr/rrr/2rrr2/3r3/1o5/1o1/3",
    arrows: [],
  },
  {
    title: "How the officers win",
    text: "They win when fewer than nine rebels are left: too few to fill the fortress. Also when no rebel can move. A position that stands for the third time is a draw, and so are 50 turns of each side without a capture or a step forward.",
    position: "1o1/3/2r1r2/1r3r1/r2o2r/r1r/3",
    arrows: [],
  },
  {
    title: "Moving the pieces",
    text: "Click a piece, then a marked point, or drag it. Keys: arrows and Enter on the board, S stops a chain of jumps, U undo, R redo, H hint, A analysis, F turns the board, N new game, comma and full stop go through the game.",
    position: "1o1/3/rr1o1rr/rrrrrrr/rrrrrrr/rrr/rrr",
    arrows: [["d4", "e5"], ["d4", "c5"]],
    lines: "d4",
  },
];
