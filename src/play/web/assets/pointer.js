// Mouse, touch and keys on the board. It reports points: chosen one by one, or dragged from one to another.

import { POINTS } from "./board.js";

const FAR = 9; // user units that a pointer moves before it is a drag

export class Pointer {
  // `wants` = { canDrag(point), choose(point), drag(from, to), cancel() }
  constructor(board, wants) {
    this.board = board;
    this.wants = wants;
    this.focus = "d4";
    const root = board.root;
    root.addEventListener("pointerdown", (event) => this.down(event));
    root.addEventListener("pointermove", (event) => this.move(event));
    root.addEventListener("pointerup", (event) => this.up(event));
    root.addEventListener("pointercancel", () => this.drop());
    root.addEventListener("keydown", (event) => this.key(event));
    root.addEventListener("focusin", (event) => {
      const point = event.target.closest("[data-point]")?.dataset.point;
      if (point) this.rove(point, false);
    });
    // Screen readers and test drivers click without a pointer.
    root.addEventListener("click", (event) => {
      const point = event.target.closest("[data-point]")?.dataset.point;
      if (point && event.detail === 0) this.wants.choose(point);
    });
  }

  // Where the focus goes by Tab.
  rove(point, grab = true) {
    this.focus = point;
    for (const [name, element] of this.board.points) element.setAttribute("tabindex", name === point ? "0" : "-1");
    if (grab) this.board.points.get(point).focus();
  }

  where(event) {
    const matrix = this.board.root.getScreenCTM();
    return matrix ? new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse()) : { x: 0, y: 0 };
  }

  nearest({ x, y }) {
    let best = null;
    for (const point of POINTS) {
      const place = this.board.place(point);
      const distance = Math.hypot(place.x - x, place.y - y);
      if (distance < 56 && (!best || distance < best.distance)) best = { point, distance };
    }
    return best?.point;
  }

  down(event) {
    if (event.button !== 0 || !event.isPrimary) return;
    const at = this.where(event);
    const point = this.nearest(at);
    if (!point) return this.wants.cancel();
    this.held = { point, at, dragging: false, piece: this.wants.canDrag(point) ? this.board.pieces.get(point) : null };
    if (this.held.piece) {
      this.board.root.setPointerCapture(event.pointerId);
      this.board.root.style.touchAction = "none";
    }
  }

  move(event) {
    if (!this.held?.piece) return;
    const at = this.where(event);
    if (!this.held.dragging && Math.hypot(at.x - this.held.at.x, at.y - this.held.at.y) < FAR) return;
    if (!this.held.dragging) {
      this.held.dragging = true;
      this.held.piece.classList.add("dragged");
      this.board.layers.pieces.append(this.held.piece);
      this.wants.grab(this.held.point);
    }
    this.board.put(this.held.piece, at);
  }

  up(event) {
    const held = this.held;
    if (!held) return;
    const target = this.nearest(this.where(event));
    this.drop();
    if (held.dragging) {
      if (target && target !== held.point) this.wants.drag(held.point, target);
    } else if (target === held.point) {
      this.rove(target, false);
      this.wants.choose(target);
    }
  }

  drop() {
    if (this.held?.dragging) {
      this.held.piece.classList.remove("dragged");
      this.board.put(this.held.piece, this.board.place(this.held.point));
    }
    this.held = null;
    this.board.root.style.touchAction = "";
  }

  key(event) {
    const ways = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
    const way = ways[event.key];
    if (way) {
      const next = this.neighbour(way);
      if (next) this.rove(next);
    } else if (event.key === "Enter" || event.key === " ") {
      this.wants.choose(this.focus);
    } else if (event.key === "Escape") {
      this.wants.cancel();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  // The next point in a direction, as it looks on the screen.
  neighbour([dx, dy]) {
    const here = this.board.place(this.focus);
    const there = (point) => {
      const place = this.board.place(point);
      return { point, along: (place.x - here.x) * dx + (place.y - here.y) * dy, across: Math.abs((place.x - here.x) * dy) + Math.abs((place.y - here.y) * dx) };
    };
    const ahead = POINTS.map(there).filter(({ along, across }) => along > 0 && across <= along);
    ahead.sort((a, b) => a.along + 2 * a.across - b.along - 2 * b.across);
    return ahead[0]?.point;
  }
}
