// The board as SVG: lines, pieces, marks, and the moves of pieces. It knows no rule: what is legal comes with the state.

const NS = "http://www.w3.org/2000/svg";
export const FILES = "abcdefg";
export const POINTS = [];
for (let rank = 7; rank >= 1; rank--) {
  for (const file of FILES) {
    const column = FILES.indexOf(file);
    if ((column >= 2 && column <= 4) || (rank >= 3 && rank <= 5)) POINTS.push(`${file}${rank}`);
  }
}
const STEP = 180; // milliseconds of one step or jump
const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export function svg(name, attributes, parent, text) {
  const element = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes ?? {})) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  parent?.append(element);
  return element;
}

export class Board {
  constructor(root, interactive = true) {
    this.root = root;
    this.flipped = false;
    this.pieces = new Map();
    this.layers = {};
    for (const name of ["ground", "under", "pieces", "over", "points"]) this.layers[name] = svg("g", { class: `layer-${name}` }, root);
    this.interactive = interactive;
    this.points = new Map();
  }

  place(point) {
    let column = FILES.indexOf(point[0]);
    let row = 7 - Number(point[1]);
    if (this.flipped) [column, row] = [6 - column, 6 - row];
    return { x: 80 + 100 * column, y: 80 + 100 * row };
  }

  setRules(rules) {
    this.rules = rules;
    this.drawGround();
    if (this.interactive) this.drawPoints();
  }

  flip(flipped) {
    this.flipped = flipped;
    this.drawGround();
    if (this.interactive) this.drawPoints();
    this.pieces.forEach((piece) => piece.remove());
    this.pieces.clear();
  }

  drawGround() {
    const ground = this.layers.ground;
    ground.replaceChildren();
    svg("path", { class: "ground", d: "M222 22h316q20 0 20 20v180h160q20 0 20 20v276q0 20-20 20h-160v180q0 20-20 20h-316q-20 0-20-20v-180h-160q-20 0-20-20v-276q0-20 20-20h160v-180q0-20 20-20z" }, ground);
    if (this.rules.fortress.length) {
      const y = this.flipped ? 435 : 35;
      svg("rect", { class: "fort", x: 235, y, width: 290, height: 290, rx: 16 }, ground);
    }
    for (const [from, to] of this.rules.lines) this.stroke(from, to, "line", ground);
    for (const point of POINTS) {
      const { x, y } = this.place(point);
      svg("circle", { class: "dot", cx: x, cy: y, r: 8 }, ground);
    }
    for (let at = 0; at < 7; at++) {
      const file = FILES[this.flipped ? 6 - at : at];
      const along = 80 + 100 * at;
      const low = at >= 2 && at <= 4 ? 748 : 548;
      svg("text", { x: along, y: low }, ground, file);
      svg("text", { x: at >= 2 && at <= 4 ? 12 : 212, y: along }, ground, String(this.flipped ? at + 1 : 7 - at));
    }
  }

  drawPoints() {
    this.layers.points.replaceChildren();
    this.points.clear();
    for (const point of POINTS) {
      const { x, y } = this.place(point);
      const group = svg("g", { class: "point", "data-point": point, role: "button", tabindex: "-1" }, this.layers.points);
      svg("circle", { class: "hit", cx: x, cy: y, r: 46 }, group);
      this.points.set(point, group);
    }
  }

  stroke(from, to, kind, parent, shorten = 0) {
    const [a, b] = [this.place(from), this.place(to)];
    const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const [dx, dy] = [((b.x - a.x) / length) * shorten, ((b.y - a.y) / length) * shorten];
    return svg("line", { class: kind, x1: a.x + dx, y1: a.y + dy, x2: b.x - dx, y2: b.y - dy }, parent);
  }

  arrow(from, to, side, number, parent) {
    const [a, b] = [this.place(from), this.place(to)];
    if (from === to) {
      svg("circle", { class: `pv ${side}`, cx: a.x, cy: a.y, r: 40 }, parent);
    } else {
      const length = Math.hypot(b.x - a.x, b.y - a.y);
      const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
      const tip = { x: b.x - ux * 10, y: b.y - uy * 10 };
      svg("line", { class: `pv ${side}`, x1: a.x + ux * 14, y1: a.y + uy * 14, x2: tip.x, y2: tip.y }, parent);
      const wing = (turn) => `${tip.x - 24 * (ux * Math.cos(turn) - uy * Math.sin(turn))},${tip.y - 24 * (uy * Math.cos(turn) + ux * Math.sin(turn))}`;
      svg("polyline", { class: `pv-head ${side}`, points: `${wing(0.6)} ${tip.x},${tip.y} ${wing(-0.6)}` }, parent);
    }
    if (number !== undefined) {
      const [x, y] = from === to ? [a.x + 34, a.y - 34] : [a.x + (b.x - a.x) * 0.42, a.y + (b.y - a.y) * 0.42];
      svg("circle", { class: `pv-ring ${side}`, cx: x, cy: y, r: 15 }, parent);
      svg("text", { class: "pv-number", x, y: y + 1 }, parent, String(number));
    }
  }

  makePiece(side, parent) {
    const piece = svg("g", { class: `piece ${side === "officers" ? "officer" : "rebel"}` }, parent);
    if (side === "officers") {
      svg("circle", { class: "body", r: 37 }, piece);
      svg("path", { class: "sign", d: "M0-25 6.5-8.6 24-7.5 10.4 3.6 14.9 20.6 0 11.2-14.9 20.6-10.4 3.6-24-7.5-6.5-8.6z" }, piece);
    } else {
      svg("circle", { class: "body", r: 30 }, piece);
      svg("circle", { class: "sign", r: 19 }, piece);
    }
    return piece;
  }

  put(piece, { x, y }) {
    piece.style.transform = `translate(${x}px, ${y}px)`;
  }

  setPieces(officers, rebels) {
    const wanted = new Map([...officers.map((point) => [point, "officers"]), ...rebels.map((point) => [point, "rebels"])]);
    for (const [point, piece] of this.pieces) {
      if (wanted.get(point) !== piece.dataset.side) {
        piece.remove();
        this.pieces.delete(point);
      }
    }
    for (const [point, side] of wanted) {
      if (!this.pieces.has(point)) {
        const piece = this.makePiece(side, this.layers.pieces);
        piece.dataset.side = side;
        this.pieces.set(point, piece);
      }
      this.put(this.pieces.get(point), this.place(point));
    }
  }

  // Moves a piece along its path, and takes away what it captures and what is huffed.
  async animate(turn, from = 0) {
    const path = turn.path.slice(from);
    if (path.length === 1 && from === 0) {
      this.pieces.set(path[0], this.pieces.get(path[0]) ?? this.makePiece("officers", this.layers.pieces));
      const piece = this.pieces.get(path[0]);
      piece.dataset.side = "officers";
      this.put(piece, this.place(path[0]));
      if (!still()) await piece.animate([{ opacity: 0 }, { opacity: 1 }], STEP).finished.catch(() => {});
      return;
    }
    const piece = this.pieces.get(path[0]);
    if (!piece) return;
    this.layers.pieces.append(piece);
    for (let at = 1; at < path.length; at++) {
      const [a, b] = [this.place(path[at - 1]), this.place(path[at])];
      const frame = ({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` });
      if (!still()) await piece.animate([frame(a), frame(b)], { duration: STEP, easing: "ease-in-out" }).finished.catch(() => {});
      this.put(piece, b);
      this.pieces.delete(path[at - 1]);
      this.pieces.set(path[at], piece);
      const gone = turn.captured[from + at - 1];
      if (gone) this.fade(gone);
    }
    for (const huff of turn.huffed) this.fade(huff.at);
  }

  fade(point) {
    const piece = this.pieces.get(point);
    if (!piece) return;
    this.pieces.delete(point);
    if (still()) piece.remove();
    else piece.animate([{ opacity: 1 }, { opacity: 0 }], 240).finished.then(() => piece.remove(), () => piece.remove());
  }

  clear(...layers) {
    for (const layer of layers) this.layers[layer].replaceChildren();
  }

  ring(point, kind, radius, layer = "over") {
    const { x, y } = this.place(point);
    return svg("circle", { class: kind, cx: x, cy: y, r: radius }, this.layers[layer]);
  }

  cross(point, layer = "over") {
    const { x, y } = this.place(point);
    svg("path", { class: "cross", d: `M${x - 20} ${y - 20}l40 40m0-40l-40 40` }, this.layers[layer]);
  }

  // The last turn, with whoever was removed for a missed capture.
  drawTurn(turn) {
    const under = this.layers.under;
    if (turn.path.length > 1) {
      const points = turn.path.map((point) => this.place(point)).map(({ x, y }) => `${x},${y}`);
      svg("polyline", { class: "trail", points: points.join(" ") }, under);
    }
    this.ring(turn.path[0], "last", 30, "under");
    this.ring(turn.path[turn.path.length - 1], "last", 45, "under");
    for (const point of turn.captured) this.cross(point, "under");
    for (const huff of turn.huffed) {
      const ghost = this.makePiece("officers", under);
      ghost.classList.add("ghost");
      this.put(ghost, this.place(huff.at));
      this.cross(huff.at);
      for (const jump of huff.missed) {
        const [from, to] = jump.split("x");
        this.stroke(from, to, "missed", this.layers.over, 16);
      }
    }
  }
}

// The pieces of a position in text form.
export function pieces(position) {
  const [board] = position.split(" ");
  const found = { officers: [], rebels: [] };
  let at = 0;
  for (const letter of board.replaceAll("/", "")) {
    if (letter === "o" || letter === "r") {
      found[letter === "o" ? "officers" : "rebels"].push(POINTS[at]);
      at += 1;
    } else {
      at += Number(letter);
    }
  }
  return found;
}
