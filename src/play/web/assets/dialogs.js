// New game, saving and sharing, how to play.

import * as api from "./api.js";
import { Board, pieces } from "./board.js";
import { lessons } from "./lessons.js";

export const UNTRAINED = "No network was trained for these rules: the computer tries moves out by random games.";

const byId = (id) => document.getElementById(id);

function fill(select, items) {
  select.replaceChildren(...items.map(({ name, title, elo }) => {
    const option = document.createElement("option");
    option.value = name;
    option.textContent = elo === null || elo === undefined ? title : `${title} (${Math.round(elo)})`;
    return option;
  }));
}

// `begin(wish)` starts a game or throws.
export function newGame(about, begin) {
  const dialog = byId("new-dialog");
  fill(byId("new-level"), about.levels);
  fill(byId("level"), about.levels);
  fill(byId("new-rules"), about.rules);
  const tell = () => {
    const rules = about.rules.find(({ name }) => name === byId("new-rules").value);
    const level = about.levels.find(({ name }) => name === byId("new-level").value);
    byId("new-about").textContent = rules.trained ? level?.about ?? "" : UNTRAINED;
    byId("new-rebels").textContent = `${rules.rebels} who ${rules.board.fortress.length ? "storm the fortress" : "shut the other side in"}${rules.name === "asalto" ? "; easier to begin with" : ""}`;
    byId("new-officers").textContent = rules.officers === 1 ? "one who breaks through and captures" : `${rules.officers} who defend it and capture`;
  };
  byId("new-level").value = about.default_level;
  for (const id of ["new-level", "new-rules"]) byId(id).addEventListener("change", tell);
  tell();
  byId("new-start").addEventListener("click", async (event) => {
    event.preventDefault();
    const position = byId("new-position").value.trim();
    const wish = { side: dialog.querySelector("input[name=side]:checked").value, level: byId("new-level").value, rules: byId("new-rules").value };
    if (position) wish.position = position;
    try {
      await begin(wish);
      dialog.close();
    } catch (refusal) {
      byId("new-error").textContent = refusal.reason ?? String(refusal);
    }
  });
  return () => {
    byId("new-error").textContent = "";
    dialog.showModal();
  };
}

// `game()` is the state on the screen.
export function share(game, begin) {
  const dialog = byId("share-dialog");
  byId("copy-url").addEventListener("click", async () => {
    byId("share-url").select();
    try { await navigator.clipboard.writeText(byId("share-url").value); } catch { document.execCommand("copy"); }
    byId("copy-url").textContent = "Copied";
  });
  byId("import-file").addEventListener("change", async (event) => {
    const [file] = event.target.files;
    if (file) byId("import-text").value = await file.text();
  });
  byId("import").addEventListener("click", async () => {
    try {
      const text = byId("import-text").value;
      if (!text.trim()) throw { reason: "Paste a game first, or choose its file." };
      await begin({ game: text, side: game().side, level: game().level });
      dialog.close();
    } catch (refusal) {
      byId("import-error").textContent = refusal.reason ?? String(refusal);
    }
  });
  return async () => {
    const state = game();
    byId("import-error").textContent = "";
    byId("import-text").value = "";
    byId("copy-url").textContent = "Copy";
    byId("share-url").value = `${location.origin}/#${new URLSearchParams({ position: state.position, side: state.side, rules: state.rules })}`;
    byId("export-file").href = `/api/games/${state.id}/export?format=text`;
    byId("export-json").href = `/api/games/${state.id}/export?format=json`;
    byId("export-text").value = await api.exported(state.id, "text").catch((refusal) => refusal.reason);
    dialog.showModal();
  };
}

// `rulesOfGame()` are those of the game on the screen.
export function learn(rulesOfGame) {
  const dialog = byId("learn-dialog");
  const board = new Board(byId("lesson-board"), false);
  let [all, at] = [[], 0];
  const show = () => {
    const lesson = all[at];
    board.clear("under", "over");
    const { officers, rebels } = pieces(lesson.board);
    board.setPieces(officers, rebels);
    for (const [from, to] of lesson.arrows ?? []) board.arrow(from, to, lesson.side ?? "rebels", undefined, board.layers.over);
    for (const [from, to] of lesson.missed ?? []) board.stroke(from, to, "missed", board.layers.over, 16);
    for (const point of lesson.crosses ?? []) board.cross(point);
    byId("lesson-title").textContent = lesson.title;
    byId("lesson-text").textContent = lesson.text;
    byId("lesson-number").textContent = `${at + 1} of ${all.length}`;
    byId("lesson-back").disabled = at === 0;
    byId("lesson-next").textContent = at === all.length - 1 ? "Play" : "Next";
  };
  byId("lesson-back").addEventListener("click", () => { at -= 1; show(); });
  byId("lesson-next").addEventListener("click", () => {
    if (at === all.length - 1) return dialog.close();
    at += 1;
    show();
  });
  return () => {
    const rules = rulesOfGame();
    [all, at] = [lessons(rules), 0];
    board.setRules(rules.board);
    show();
    dialog.showModal();
  };
}

// Comes back with whether the game is given up.
export function resign() {
  const dialog = byId("resign-dialog");
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => dialog.addEventListener("close", () => resolve(dialog.returnValue === "resign"), { once: true }));
}
