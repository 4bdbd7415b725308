// The page: one game's state, what is shown of it, and what the person does.

import * as api from "./api.js";
import { Board } from "./board.js";
import * as dialogs from "./dialogs.js";
import * as panel from "./panel.js";
import { Pointer } from "./pointer.js";

const byId = (id) => document.getElementById(id);
const KEPT = "asalto-game";
const PACE = 750; // milliseconds between the moves of a game that is watched

let about, state, shown, chosen, hovered;
let showing = Promise.resolve();
let listening = 0;
let watching = false;
let toastTimer;

const board = new Board(byId("board"));
const pointer = new Pointer(board, {
  canDrag: (point) => mine() && state.legal.some(({ kind, from }) => kind !== "place" && from === point),
  grab: (point) => choose(point, true),
  choose: (point) => pick(point),
  drag: (from, to) => tryMove(from, to),
  cancel: () => choose(null),
});

const mine = () => state.waits_for === "person";
const rulesOf = (name) => about.rules.find((rules) => rules.name === name) ?? about.rules[0];

function toast(text) {
  const box = byId("toast");
  box.textContent = panel.sentence(text);
  box.hidden = false;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => { box.hidden = true; }, 5200);
}

// Does something; what is refused is told.
async function attempt(work) {
  try {
    return await work();
  } catch (refusal) {
    if (!refusal.reason) throw refusal;
    if (refusal.status === 404) return restore();
    if (refusal.status === 409) accept(await api.news(state.id));
    toast(refusal.reason);
    return null;
  }
}

const act = (what, body) => attempt(async () => accept(await api.act(state.id, what, body)));

// Takes a newer state and shows it, after what is being shown.
function accept(next) {
  if (state && next.id === state.id && next.version < state.version) return;
  const moved = !state || state.id !== next.id || state.actions !== next.actions || state.at !== next.at || state.position !== next.position;
  state = next;
  if (moved) chosen = state.jumper && mine() ? state.jumper : null;
  keep();
  showing = showing.then(async () => {
    if (state === next) await show(next);
  });
}

async function show(next) {
  const before = shown;
  shown = next;
  if (before && before.id === next.id && before.start === next.start) await playForward(before, next);
  board.setPieces(next.officers, next.rebels);
  render();
}

// Moves the pieces of the turns that came since what was shown.
async function playForward(before, next) {
  const same = before.turns.slice(0, before.at - 1).every(({ turn }, index) => next.turns[index]?.turn === turn);
  const news = next.at - before.at;
  if (!same || news < 0 || news > 3) return;
  const [last, now] = [before.turns[before.at - 1], next.turns[before.at - 1]];
  if (last && now && last.turn !== now.turn && !now.turn.startsWith(last.turn)) return;
  board.clear("under", "over");
  if (last && now && now.path.length > last.path.length) await board.animate(now, last.path.length - 1);
  for (const turn of next.turns.slice(before.at, next.at)) {
    if (shown !== next) return;
    await board.animate(turn);
  }
}

function render() {
  board.clear("under", "over");
  const turn = state.turns[state.at - 1];
  if (turn) board.drawTurn(turn);
  drawAnalysis();
  drawChoices();
  drawHint();
  labels();
  panel.status(state, state.at, advice());
  panel.counts(state, rulesOf(state.rules), about.levels);
  panel.bar(state.scoring ? state.scores[state.at] : null, board.flipped);
  panel.graph(state.scoring ? state.scores : state.scores.map(() => null), state.at);
  panel.moves(state, (to) => act("jump", { turn: to }));
  panel.analysis(state, (info) => { hovered = info; render(); });
  byId("scoring").checked = state.scoring;
  const people = state.side !== "none";
  const own = (side) => !people || state.side === "both" || state.side === side;
  byId("undo").disabled = !(state.turns.slice(0, state.at).some(({ side }) => own(side)) || state.ended);
  byId("redo").disabled = state.at === state.turns.length;
  byId("hint").disabled = !mine() || state.hint?.thinking === true;
  byId("resign").disabled = !people || state.ended !== null;
  offer();
}

// What a new player would want to know now.
function advice() {
  if (!mine()) return "";
  if (state.hint?.thinking) return "Looking for a hint.";
  if (state.hint?.turn) return `Hint: ${state.hint.turn}. Expected score ${Math.round(100 * state.hint.winrate)} %.`;
  const begins = state.turns.slice(0, state.at).every(({ turn }) => turn.startsWith("@")) && state.captured === 0 && state.rebels.length === 24;
  if (begins && state.to_move === "rebels") return "Storm the shaded fortress: choose a rebel, then one of the points that are marked.";
  const captures = state.legal.some(({ kind }) => kind === "jump");
  if (captures && rulesOf(state.rules).board.huff && !state.jumper) return "You can capture. An officer that could and does not is removed.";
  return "";
}

function drawChoices() {
  if (!mine()) return;
  const ways = state.legal.filter(({ kind, from }) => (kind === "place" ? true : from === chosen));
  const capturing = state.legal.some(({ kind }) => kind === "jump");
  if (capturing && rulesOf(state.rules).board.huff && !state.jumper) {
    for (const from of new Set(state.legal.filter(({ kind }) => kind === "jump").map(({ from }) => from))) board.ring(from, "able", 46);
  }
  if (chosen) board.ring(chosen, "chosen", 42);
  for (const { kind, to } of ways) {
    if (kind !== "stop") board.ring(to, kind === "jump" ? "target capture" : "target", kind === "jump" ? 22 : 15);
  }
}

function drawHint() {
  if (!mine() || !state.hint?.turn) return;
  const points = state.hint.turn.replace("@", "").split(/[-x]/);
  if (points.length === 1) board.ring(points[0], "hint-line", 40);
  for (let at = 1; at < points.length; at++) board.stroke(points[at - 1], points[at], "hint-line", board.layers.over, 12);
}

function drawAnalysis() {
  const found = state.analysis.on ? state.analysis.found : null;
  if (!found) return;
  const over = board.layers.over;
  const most = Math.max(...found.moveInfos.map(({ visits }) => visits), 1);
  const best = new Map();
  for (const info of found.moveInfos.slice(0, 8)) {
    if (info.visits > 0) board.stroke(info.from, info.to, "visits", board.layers.under).style.strokeWidth = `${6 + 22 * (info.visits / most)}px`;
    if (!best.has(info.to)) best.set(info.to, info);
  }
  for (const info of best.values()) {
    if (info.prior === null) continue;
    const { x, y } = board.place(info.to);
    const ring = 2 * Math.PI * 31;
    board.ring(info.to, "policy-back", 31);
    const arc = board.ring(info.to, "policy", 31);
    arc.style.strokeDasharray = `${ring * info.prior} ${ring}`;
    arc.setAttribute("transform", `rotate(-90 ${x} ${y})`);
  }
  const line = hovered ?? found.moveInfos[0];
  const other = { officers: "rebels", rebels: "officers" };
  let side = found.sideToMove;
  line.pv.slice(0, 3).forEach((turn, index) => {
    const points = turn.replace("@", "").split(/[-x]/);
    if (turn !== "stop") {
      for (let at = Math.min(1, points.length - 1); at < points.length; at++) {
        board.arrow(points[Math.max(at - 1, 0)], points[at], side, at <= 1 ? index + 1 : undefined, over);
      }
    }
    const placing = turn.startsWith("@");
    side = placing ? (line.pv[index + 1]?.startsWith("@") ? side : "rebels") : other[side];
  });
}

function labels() {
  const legal = mine() ? state.legal : [];
  const movable = new Set(legal.map(({ kind, from }) => (kind === "place" ? null : from)));
  const targets = new Map(legal.filter(({ kind, from }) => kind === "place" || from === chosen).map((action) => [action.to, action]));
  for (const [point, element] of board.points) {
    const piece = state.officers.includes(point) ? "officer" : state.rebels.includes(point) ? "rebel" : "empty";
    const way = targets.get(point);
    const can = way && way.kind !== "stop" ? { place: "place an officer here", step: "move here", jump: `capture ${way.over} by jumping here` }[way.kind] : movable.has(point) ? "can move" : "";
    element.setAttribute("aria-label", [point, piece, can].filter(Boolean).join(", "));
    element.setAttribute("aria-pressed", String(point === chosen));
    element.classList.toggle("can", Boolean(can));
  }
}

// The row below the board: what else can be done now.
function offer() {
  const box = byId("offer");
  const choices = [];
  let text = "";
  const button = (label, id, work) => {
    const made = document.createElement("button");
    made.id = id;
    made.textContent = label;
    made.addEventListener("click", work);
    choices.push(made);
  };
  if (state.failed) {
    text = "The computer has failed.";
    button("Try again", "again", () => act("go"));
  } else if (state.ended) {
    text = state.at < state.turns.length ? "" : "The game is over.";
    if (text) button("New game", "new-again", () => openNew());
  } else if (mine() && state.legal.some(({ kind }) => kind === "stop")) {
    text = `${state.jumper} can capture again.`;
    button("Stop here", "stop", stop);
  } else if (mine() && state.to_place > 0) {
    text = "Not sure where?";
    button("Let the computer place them", "auto-place", () => act("go", { at: state.actions }));
  } else if (state.side === "none") {
    text = watching ? "The computer plays itself." : "The computer is waiting.";
    button(watching ? "Pause" : "Play", "watch", () => { watching = !watching; render(); watch(); });
    button("One move", "one", () => { watching = false; act("go", { at: state.actions }); });
  }
  if (state.at < state.turns.length && state.side !== "none") {
    text = `Looking at turn ${state.at} of ${state.turns.length}.`;
    button("To the end", "to-end", () => act("jump", { turn: state.turns.length }));
    if (state.waits_for === "word") button("Go on from here", "go-on", () => act("go", { at: state.actions }));
  }
  // What has not changed stays: a button that is being pressed must not be replaced.
  const key = [text, ...choices.map(({ id, textContent }) => `${id} ${textContent}`)].join("|");
  box.hidden = !text;
  if (box.dataset.key === key) return;
  box.dataset.key = key;
  const label = document.createElement("span");
  label.textContent = text;
  const focused = document.activeElement?.id;
  box.replaceChildren(label, ...choices);
  if (focused && choices.some(({ id }) => id === focused)) byId(focused).focus();
}

async function watch() {
  while (watching && state.side === "none" && !state.ended) {
    const { id } = state;
    await act("go", { at: state.actions });
    await new Promise((resolve) => setTimeout(resolve, PACE));
    while (watching && state.id === id && state.thinking) await new Promise((resolve) => setTimeout(resolve, 60));
  }
  if (watching) {
    watching = false;
    render();
  }
}

const stop = () => act("play", { move: "stop", step: true, at: state.actions });

function choose(point, force = false) {
  const next = point && (force || chosen !== point) ? point : null;
  chosen = state.jumper && mine() ? state.jumper : next;
  render();
}

// A point was chosen: a target of the chosen piece, another piece, or a place for an officer.
function pick(point) {
  if (!mine()) {
    if (state.thinking) toast("The computer is thinking");
    return;
  }
  if (state.to_place > 0) return void play(`@${point}`);
  if (chosen && chosen !== point) {
    if (state.legal.some(({ from, to, kind }) => kind !== "stop" && from === chosen && to === point)) return void tryMove(chosen, point);
    const own = state.to_move === "officers" ? state.officers : state.rebels;
    if (!own.includes(point) || state.jumper) return void tryMove(chosen, point);
  }
  const own = state.to_move === "officers" ? state.officers : state.rebels;
  if (own.includes(point) || chosen) choose(point);
}

function tryMove(from, to) {
  const legal = state.legal.find((action) => action.from === from && action.to === to && action.kind !== "stop");
  // Whatever is not legal is asked for all the same: the answer says why it is not.
  const column = Math.abs(from.charCodeAt(0) - to.charCodeAt(0));
  const row = Math.abs(from[1] - to[1]);
  const jumps = state.to_move === "officers" && Math.max(column, row) === 2 && column !== 1 && row !== 1;
  return play(legal?.move ?? (jumps ? `${from}x${to}` : `${from}-${to}`));
}

function play(move) {
  return act("play", { move, step: true, at: state.actions });
}

// Keeps enough of the game to begin it again, should the program have been restarted.
function keep() {
  const { id, side, level, rules, start, turns, at } = state;
  const open = state.jumper ? "..." : "";
  const moves = turns.slice(0, at).map(({ turn }, index) => (index === at - 1 ? turn + open : turn));
  try { localStorage.setItem(KEPT, JSON.stringify({ id, side, level, game: { rules, start, moves } })); } catch { /* a private window */ }
}

async function restore() {
  const kept = JSON.parse(localStorage.getItem(KEPT) ?? "null");
  if (!kept) return begin({});
  try {
    await begin({ side: kept.side, level: kept.level, game: JSON.stringify(kept.game) });
    toast("The program had forgotten this game; it goes on where it was");
  } catch {
    await begin({});
  }
}

async function begin(wish) {
  const old = state?.id;
  const next = await api.create(wish);
  enter(next);
  if (old) api.leave(old).catch(() => {});
  watching = next.side === "none";
  if (watching) watch();
}

function enter(next) {
  const rules = rulesOf(next.rules).board;
  if (board.rules !== rules) board.setRules(rules);
  [shown, hovered] = [undefined, null];
  accept(next);
  listen(next.id);
}

// Waits for news of this game for as long as it is the one on the screen.
async function listen(id) {
  const turn = ++listening;
  let failures = 0;
  while (turn === listening) {
    try {
      const next = await api.news(id, state.version);
      failures = 0;
      if (turn === listening && next.version > state.version) accept(next);
    } catch (refusal) {
      if (turn !== listening) return;
      if (refusal.status === 404) return void restore();
      failures += 1;
      if (failures === 3) toast(refusal.reason ?? "The program does not answer");
      await new Promise((resolve) => setTimeout(resolve, Math.min(500 * failures, 4000)));
    }
  }
}

let openNew;
async function wire() {
  openNew = dialogs.newGame(about, begin);
  const openShare = dialogs.share(() => state, begin);
  const openLearn = dialogs.learn(() => rulesOf(state.rules));
  const toggleAnalysis = () => act("analysis", { on: !state.analysis.on });
  const flip = () => { board.flip(!board.flipped); board.setPieces(state.officers, state.rebels); pointer.rove(pointer.focus, false); render(); };
  const go = (by) => act("jump", { turn: Math.max(0, Math.min(state.turns.length, state.at + by)) });
  const giveUp = async () => { if (await dialogs.resign()) act("resign"); };
  const clicks = { new: openNew, share: openShare, learn: openLearn, undo: () => act("undo"), redo: () => act("redo"), hint: () => act("hint"), analysis: toggleAnalysis, flip, resign: giveUp, theme: () => theme(true) };
  for (const [id, work] of Object.entries(clicks)) byId(id).addEventListener("click", work);
  byId("level").addEventListener("change", (event) => act("settings", { level: event.target.value }));
  byId("side").addEventListener("change", async (event) => { await act("settings", { side: event.target.value }); });
  byId("scoring").addEventListener("change", (event) => act("settings", { scores: event.target.checked }));
  const keys = { u: clicks.undo, r: clicks.redo, h: clicks.hint, a: toggleAnalysis, f: flip, n: openNew, "?": openLearn, s: () => mine() && state.jumper && stop(), ",": () => go(-1), ".": () => go(1) };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") || event.target.matches("input, select, textarea")) return;
    const work = keys[event.key.toLowerCase()];
    if (work) {
      event.preventDefault();
      work();
    }
  });
  const graph = byId("graph");
  graph.addEventListener("click", (event) => {
    const box = graph.getBoundingClientRect();
    act("jump", { turn: Math.round(((event.clientX - box.left) / box.width) * state.turns.length) });
  });
  graph.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1, Home: -state.turns.length, End: state.turns.length }[event.key];
    if (by) {
      event.preventDefault();
      go(by);
    }
  });
  matchMedia("(max-width: 560px)").addEventListener("change", () => render());
  addEventListener("hashchange", () => fromAddress());
}

// A position that somebody shared by its address.
async function fromAddress() {
  const wanted = new URLSearchParams(location.hash.slice(1));
  if (!wanted.has("position")) return false;
  history.replaceState(null, "", location.pathname);
  const wish = { position: wanted.get("position"), side: wanted.get("side") ?? "both" };
  if (wanted.has("rules")) wish.rules = wanted.get("rules");
  const done = await attempt(async () => { await begin(wish); return true; });
  return done === true;
}

function theme(change) {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  let wanted = localStorage.getItem("asalto-theme") ?? (dark ? "dark" : "light");
  if (change) {
    wanted = wanted === "dark" ? "light" : "dark";
    localStorage.setItem("asalto-theme", wanted);
  }
  document.documentElement.dataset.theme = wanted;
}

async function main() {
  theme(false);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => theme(false));
  about = await api.about();
  await wire();
  if (await fromAddress()) return pointer.rove("d4", false);
  const kept = JSON.parse(localStorage.getItem(KEPT) ?? "null");
  if (kept) {
    try {
      enter(await api.news(kept.id));
    } catch {
      await restore();
    }
  } else {
    await begin({});
  }
  pointer.rove("d4", false);
}

main().catch((error) => {
  byId("headline").textContent = "The page cannot start";
  byId("detail").textContent = error.reason ?? String(error);
});
