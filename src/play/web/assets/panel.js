// What stands around the board: who is to move, the chances, the moves, the analysis.

import { svg } from "./board.js";
import { UNTRAINED } from "./dialogs.js";

const byId = (id) => document.getElementById(id);
export const sentence = (text) => (text ? (/^[a-g][1-7]/.test(text) ? text : text[0].toUpperCase() + text.slice(1)) + (/[.!?]$/.test(text) ? "" : ".") : "");
const percent = (share) => `${Math.round(100 * share)} %`;

// The headline and the sentence below it.
export function status(state, at, extra) {
  const box = byId("status");
  const token = byId("token");
  const mine = state.side === state.to_move || state.side === "both";
  let [headline, detail, kind] = ["", "", ""];
  const last = state.turns[at - 1];
  if (state.failed) {
    [headline, detail, kind] = ["The computer cannot go on", sentence(state.failed), "alert"];
  } else if (state.ended) {
    headline = state.ended.winner ? `The ${state.ended.winner} win` : "Draw";
    detail = sentence(state.ended.text.split(": ").slice(1).join(": "));
    kind = state.ended.winner && (state.side === state.ended.winner || state.side === "both") ? "won" : "";
  } else if (state.to_place > 0 && mine) {
    [headline, detail] = [`Place ${state.to_place > 1 ? "your two officers" : "the officer"}`.replace("two officers", `${state.to_place} officers`), "Choose empty points of the shaded fortress."];
  } else if (state.jumper && mine) {
    [headline, detail] = ["Jump on, or stop", `The officer on ${state.jumper} can capture again.`];
  } else if (mine) {
    headline = state.side === "both" ? `The ${state.to_move} are to move` : `Your move, ${state.to_move}`;
  } else {
    headline = state.thinking ? `The ${state.to_move} are thinking` : `The ${state.to_move} are to move`;
  }
  if (!detail && extra) detail = extra;
  if (last?.huffed.length) {
    kind = kind || "alert";
    const huff = last.text.slice(last.text.indexOf("Huff:"));
    detail = state.ended ? `${detail} ${huff}` : huff;
  } else if (!detail && last) {
    detail = last.text;
  }
  byId("headline").textContent = headline;
  byId("detail").textContent = detail;
  box.className = `status ${kind}`;
  token.className = `token ${state.ended ? state.ended.winner ?? "" : state.to_move} ${state.thinking ? "busy" : ""}`;
}

export function counts(state, rules, levels) {
  const lost = document.createElement("span");
  lost.className = "lost";
  lost.setAttribute("aria-hidden", "true");
  for (let at = 0; at < Math.min(state.captured, 24); at++) lost.append(document.createElement("i"));
  byId("captured").replaceChildren(String(state.captured), lost);
  const notes = [`${state.rebels.length} rebels left; the officers win below ${rules.board.min_rebels}.`];
  if (state.repetitions[0] > 0) notes.push(`This position has stood ${state.repetitions[0] + 1} times; at ${state.repetitions[1]} it is a draw.`);
  if (state.quiet[1] && state.quiet[0] >= 20) notes.push(`${state.quiet[0]} of ${state.quiet[1]} quiet moves.`);
  const level = levels.find((known) => known.name === state.level);
  if (level) notes.push(rules.trained ? level.about : UNTRAINED);
  byId("counters").textContent = notes.join(" ");
  byId("level").value = state.level;
  byId("side").value = state.side;
}

export function bar(score, flipped) {
  const box = byId("bar");
  box.hidden = score === null || score === undefined;
  if (box.hidden) return;
  const narrow = matchMedia("(max-width: 560px)").matches;
  const part = byId("bar-officers");
  part.style.height = narrow ? "" : `${100 * score}%`;
  part.style.width = narrow ? `${100 * score}%` : "";
  box.classList.toggle("flipped", flipped);
  byId("bar-text").textContent = `${Math.round(100 * (score >= 0.5 ? score : 1 - score))}`;
  box.setAttribute("aria-label", `Chances: officers ${percent(score)}, rebels ${percent(1 - score)}`);
  box.title = box.getAttribute("aria-label");
}

export function graph(scores, at) {
  const root = byId("graph");
  root.replaceChildren();
  const last = Math.max(scores.length - 1, 1);
  const x = (turn) => (320 * turn) / last;
  const y = (score) => 92 - 88 * score;
  svg("line", { class: "middle", x1: 0, x2: 320, y1: y(0.5), y2: y(0.5) }, root);
  const known = scores.map((score, turn) => [turn, score]).filter(([, score]) => score !== null);
  if (known.length > 1) {
    const curve = known.map(([turn, score]) => `${x(turn)},${y(score)}`);
    svg("polygon", { class: "area", points: `${x(known[0][0])},96 ${curve.join(" ")} ${x(known[known.length - 1][0])},96` }, root);
    svg("polyline", { class: "curve", points: curve.join(" ") }, root);
  }
  svg("line", { class: "here", x1: x(at), x2: x(at), y1: 0, y2: 96 }, root);
  root.setAttribute("aria-valuemax", String(scores.length - 1));
  root.setAttribute("aria-valuenow", String(at));
  const score = scores[at];
  root.setAttribute("aria-valuetext", `Turn ${at} of ${scores.length - 1}${score === null ? "" : `, officers ${percent(score)}`}`);
}

export function moves(state, jump) {
  const list = byId("moves");
  // What has not changed stays: a button that is being pressed must not be replaced.
  const key = [state.id, state.at, ...state.turns.map(({ turn }) => turn)].join(" ");
  if (list.dataset.key === key) return;
  list.dataset.key = key;
  list.replaceChildren();
  if (!state.turns.length) {
    const none = document.createElement("span");
    none.className = "none";
    none.textContent = "None yet.";
    list.append(none);
    return;
  }
  const placements = state.turns.filter(({ turn }) => turn.startsWith("@")).length;
  state.turns.forEach(({ turn, captured, huffed }, index) => {
    const number = index < placements ? (index === 0 ? "@" : null) : (index - placements) % 2 === 0 ? `${(index - placements) / 2 + 1}.` : null;
    if (number !== null) {
      if (list.children.length % 3 !== 0) list.append(document.createElement("span"));
      const label = document.createElement("span");
      label.textContent = number === "@" ? "" : number;
      list.append(label);
    }
    const button = document.createElement("button");
    button.textContent = turn;
    button.title = state.turns[index].text;
    button.className = `${index + 1 === state.at ? "now" : ""} ${index + 1 > state.at ? "later" : ""} ${captured.length ? "capture" : ""} ${huffed.length ? "huff" : ""}`;
    if (index + 1 === state.at) button.setAttribute("aria-current", "true");
    button.addEventListener("click", () => jump(index + 1));
    list.append(button);
  });
  const now = list.querySelector(".now");
  if (now) list.scrollTop = now.offsetTop - list.offsetTop - list.clientHeight / 2;
}

// What is known in words, and what is not (null) as a dash.
const known = (value, words) => (value === null ? "–" : words(value));
const tenths = (share) => (100 * share).toFixed(1);

export function analysis(state, show) {
  const card = byId("analysis-card");
  card.hidden = !state.analysis.on;
  byId("analysis").setAttribute("aria-pressed", String(state.analysis.on));
  const found = state.analysis.found;
  const body = byId("analysis-table").tBodies[0];
  if (card.hidden) return;
  if (!found) {
    byId("analysis-root").textContent = state.ended ? "the game is over" : "thinking";
    body.replaceChildren();
    return;
  }
  const root = found.rootInfo;
  byId("analysis-root").textContent = `${found.sideToMove} ${root.proven ? `${root.proven} by force` : known(root.winrate, percent)}, ${known(root.visits, String)} visits`;
  const infos = found.moveInfos.slice(0, 8);
  while (body.rows.length > infos.length) body.deleteRow(-1);
  while (body.rows.length < infos.length) {
    const row = body.insertRow();
    row.tabIndex = 0;
    for (let cell = 0; cell < 5; cell++) row.insertCell();
    for (const event of ["pointerenter", "focus"]) row.addEventListener(event, () => show(row.info));
    for (const event of ["pointerleave", "blur"]) row.addEventListener(event, () => show(null));
  }
  infos.forEach((info, at) => {
    const row = body.rows[at];
    row.info = info;
    const cells = [info.move, info.proven ?? known(info.winrate, tenths), known(info.visits, String), known(info.prior, tenths), info.pv.slice(1).join(" ")];
    cells.forEach((text, index) => {
      const cell = row.cells[index];
      cell.textContent = text;
      if (index === 1) cell.className = info.proven ?? "";
      if (index === 4) cell.title = info.pv.join(" ");
    });
  });
}
