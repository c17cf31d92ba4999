// Lays out the picture of a board: which drawing stands where, what is marked, and how a move is seen.
//
// The drawings themselves come from the server.

import { drawArrows } from "./arrows.js";
import { drawing, fill, svg } from "./dom.js";
import { origins } from "./motion.js";

/** @typedef {import("./types.d.ts").Arrow} Arrow */
/** @typedef {import("./types.d.ts").Board} Board */
/** @typedef {import("./types.d.ts").Cell} Cell */
/** @typedef {import("./types.d.ts").Piece} Piece */
/** @typedef {[number, number]} Point */
/** @typedef {{piece: Piece, element: SVGGElement, x: number, y: number}} Standing a piece and its place on its cell */

const WIDEST = 104; // pixels of a cell: a small board stays small
const LEGIBLE = 50; // pixels of a cell from which a score on it is easy to read; on smaller ones it is written larger
const LAYERS = ["under", "cells", "pieces", "over", "marks", "cursor", "labels", "arrows"];
const TURNING = new Set(["eater"]); // pieces that turn with the board; others stay upright
const BASES = /** @type {Record<string, number>} */ ({ "point-up": 1, "point-down": -1 }); // where a triangle is wide
const MERGING = 200; // milliseconds in which two tiles become one
const STACKED = 1; // from one piece on a triangle to the next
const SHINE = "kibitz-shine"; // the gradient that the drawings of round things refer to

export class Field {
  constructor() {
    /** @type {Board | null} */
    this.board = null;
    this.flip = false;
    /** @type {Map<string, Cell>} */
    this.cells = new Map();
    /** @type {Map<string, SVGGElement>} what is drawn for each cell */
    this.places = new Map();
    /** @type {Standing[]} the pieces, in the order of the board */
    this.standing = [];
    /** @type {Map<string, Standing[]>} the pieces on each cell, the topmost last */
    this.pieces = new Map();
    this.drawn = ""; // the cells that are drawn, as text
    this.layers = Object.fromEntries(
      LAYERS.map((name) => [name, svg("g", { class: name, "aria-hidden": name === "cells" ? null : "true" })]),
    );
    this.svg = svg(
      "svg",
      { class: "field", role: "application", "aria-label": "Board", "aria-roledescription": "board" },
      ...Object.values(this.layers),
    );
  }

  /** Return where a place is on a board that may be turned. @param {number} x @param {number} y @returns {Point} */
  at(x, y) {
    return this.flip ? [-x, -y] : [x, y];
  }

  /** Return the middle of a cell. @param {string} name @returns {Point} */
  centre(name) {
    const cell = this.cells.get(name);
    return cell ? this.at(cell.x, cell.y) : [0, 0];
  }

  /** Put a part at a point; parts that are not symmetric turn with the board. @param {SVGGElement} element @param {Point} point */
  turn(element, [x, y]) {
    element.setAttribute("transform", `translate(${x} ${y})${this.flip ? " rotate(180)" : ""}`);
    return element;
  }

  /** Return the box around the picture of a board. @param {Board} board */
  frame({ frame: [left, top, right, bottom] }) {
    return this.flip ? { left: -right, top: -bottom, right: -left, bottom: -top } : { left, top, right, bottom };
  }

  /**
   * Draw all of a board.
   * @param {Board} board
   * @param {boolean} flip
   * @returns {boolean} whether its cells are new
   */
  draw(board, flip) {
    this.board = board;
    this.flip = flip;
    addShine(board.shine);
    const shape = JSON.stringify([flip, board.cells.map(({ drawing: _, edge, win, tone, ...cell }) => cell)]);
    const isNew = shape !== this.drawn;
    this.cells = new Map(board.cells.map((cell) => [cell.name, cell]));
    if (isNew) this.addCells(board);
    this.drawn = shape;
    for (const cell of board.cells.filter(isOpen)) show(this.places.get(cell.name), board.drawings[cell.drawing]);
    const { left, top, right, bottom } = this.frame(board);
    this.svg.setAttribute("viewBox", `${left} ${top} ${right - left} ${bottom - top}`);
    this.svg.style.setProperty("max-width", `${(right - left) * WIDEST}px`);
    for (const name of ["under", "over"]) {
      show(this.layers[name], board[/** @type {"under" | "over"} */ (name)]);
      this.layers[name].setAttribute("transform", flip ? "rotate(180)" : "");
    }
    const labels = board.labels.map((label) => {
      const drawn = flip ? label.turned_drawing : label.drawing;
      return put(drawing(board.drawings[drawn]), this.at(label.x, label.y));
    });
    fill(this.layers.labels, ...labels);
    this.addPieces(board);
    return isNew;
  }

  /** @param {Board} board */
  addCells(board) {
    this.places = new Map(
      board.cells.filter(isOpen).map((cell) => {
        const attributes = { class: `cell ${cell.shape}`, role: "button", "data-cell": cell.name, tabindex: -1 };
        return [cell.name, this.turn(svg("g", attributes), this.at(cell.x, cell.y))];
      }),
    );
    const bars = board.cells.filter((cell) => cell.shape === "bar"); // on top: they are touched beyond what is drawn
    fill(this.layers.cells, ...this.places.values());
    this.layers.cells.append(...bars.map((cell) => /** @type {Node} */ (this.places.get(cell.name))));
  }

  /** @param {Board} board */
  addPieces(board) {
    this.standing = board.pieces.map((piece) => {
      const drawn = drawing(board.drawings[piece.drawing]);
      if (this.flip && TURNING.has(piece.shape)) drawn.setAttribute("transform", "rotate(180)");
      const element = svg("g", { class: "piece", "data-on": piece.cell }, svg("g", {}, drawn));
      return { piece, element, x: piece.x, y: piece.y };
    });
    fill(this.layers.pieces, ...this.standing.map(({ element }) => element));
    this.settle();
  }

  /** Put every piece where it stands. */
  settle() {
    this.pieces = new Map();
    for (const each of this.standing) {
      each.x = each.piece.x;
      each.y = each.piece.y;
      this.stand(each, each.piece.cell);
    }
  }

  /** Put a piece on top of what is on a cell. @param {Standing} each @param {string} name */
  stand(each, name) {
    this.pieces.set(name, [...(this.pieces.get(name) ?? []), each]);
    put(each.element, this.spot(name, each));
  }

  /** Return where something on a cell is. @param {string} name @param {{x: number, y: number}} place @returns {Point} */
  spot(name, { x, y }) {
    const cell = this.cells.get(name);
    return this.at((cell?.x ?? 0) + x, (cell?.y ?? 0) + y);
  }

  /** Return where the topmost piece of a cell is, or would be. @param {string} name */
  top(name) {
    const top = this.pieces.get(name)?.at(-1);
    if (top) return { x: top.x, y: top.y };
    const cell = this.cells.get(name);
    return { x: 0, y: cell ? ((BASES[cell.shape] ?? 0) * (cell.height - 1)) / 2 : 0 };
  }

  /** Return the pieces that a hand takes from a cell: the topmost, and what lies on it. @param {string} name */
  taken(name) {
    const { x, y } = this.top(name);
    return (this.pieces.get(name) ?? []).filter((each) => each.x === x && each.y === y);
  }

  /** Take the topmost piece of a cell to another one, as a step of a longer move. @param {string} from @param {string} to */
  step(from, to) {
    const taken = this.taken(from);
    const cell = this.cells.get(to);
    const place = this.top(to);
    const alone = !this.pieces.get(to)?.some(({ piece }) => piece.tone === taken[0]?.piece.tone);
    if (!alone && cell) place.y -= (BASES[cell.shape] ?? 0) * STACKED;
    this.pieces.set(
      from,
      (this.pieces.get(from) ?? []).filter((each) => !taken.includes(each)),
    );
    for (const each of taken) {
      Object.assign(each, place);
      this.stand(each, to);
      this.layers.pieces.append(each.element);
    }
  }

  /** Put what a hand has taken from a cell somewhere. @param {string} name @param {Point} point */
  carry(name, point) {
    for (const each of this.taken(name)) put(each.element, point);
  }

  /** Lift what a hand takes from a cell over all others, to be dragged. @param {string} name */
  lift(name) {
    for (const each of this.taken(name)) this.layers.arrows.before(each.element);
  }

  /** Put the pieces of a cell among the others again. @param {string} name */
  lower(name) {
    this.layers.pieces.append(...(this.pieces.get(name) ?? []).map(({ element }) => element));
  }

  /**
   * Animate a move: pieces glide, fall, appear or turn over, tiles merge, and dice roll.
   * @param {Board} before
   * @param {string[]} last the cells of a player's move; none for nature's
   * @param {string} direction in which tiles were pushed, or nothing
   * @param {boolean} rolled whether nature moved
   */
  animate(before, last, direction, rolled) {
    const { board } = this;
    if (!board) return;
    const target = last.at(-1) ?? "";
    const tones = new Map(before.pieces.map((piece) => [piece.cell, piece.tone]));
    const sign = this.flip ? -1 : 1;
    for (const [to, { from, merged }] of origins(before, board, direction)) {
      const { piece, element } = this.standing[to.index];
      const inner = element.firstElementChild;
      if (!inner || piece.shape === "seeds" || piece.shape === "text") continue;
      const far = from ? Math.hypot(from.x - to.x, from.y - to.y) : 0;
      if (merged.length) {
        for (const each of merged) this.vanish(before, each, to);
        pop(inner);
      } else if (from && far) {
        glide(inner, `translate(${sign * (from.x - to.x)}px, ${sign * (from.y - to.y)}px)`, 130 + 12 * far, "ease-out");
      } else if (from) {
        continue;
      } else if (piece.shape === "die" && rolled) {
        roll(inner, to.index);
      } else if (piece.cell === target && board.ground === "rack") {
        const height = (this.cells.get(target)?.y ?? 0) + 1;
        glide(inner, `translate(0, ${-sign * height}px)`, 90 + 45 * height, "ease-in");
      } else if (piece.cell === target && last.length === 2) {
        const [[x, y], [fromX, fromY]] = [this.centre(target), this.centre(last[0])];
        glide(inner, `translate(${fromX - x}px, ${fromY - y}px)`, 160, "ease-out");
      } else if (tones.has(piece.cell) && tones.get(piece.cell) !== piece.tone) {
        glide(inner, "scale(0.1, 1)", 180, "ease-out");
      } else {
        glide(inner, "scale(0.4)", 140, "ease-out");
      }
    }
  }

  /**
   * Let a piece of the board before go into another one, and remove it there.
   * @param {Board} before
   * @param {{piece: Piece, x: number, y: number}} from
   * @param {{x: number, y: number}} to
   */
  vanish(before, from, to) {
    const inner = svg("g", {}, drawing(before.drawings[from.piece.drawing]));
    const element = put(svg("g", { class: "piece" }, inner), this.at(to.x, to.y));
    const [x, y] = this.at(from.x - to.x, from.y - to.y);
    this.layers.pieces.prepend(element);
    const moving = inner.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], MERGING / 2);
    moving.finished.then(
      () => element.remove(),
      () => undefined,
    );
  }

  /**
   * Mark the cells of the last move, those that decide the game, and those that can be touched next.
   * @param {Set<string>} last
   * @param {Set<string>} next
   * @param {Set<string>} chosen of which some can be left out again
   */
  mark(last, next, chosen) {
    /** @type {Element[]} */
    const marks = [];
    for (const [name, cell] of this.cells) {
      const at = this.centre(name);
      const edge = this.board?.drawings[cell.edge];
      if (last.has(name) && edge) marks.push(this.turn(drawing(edge), at));
      const win = cell.win === null ? "" : this.board?.drawings[cell.win];
      if (win) marks.push(this.turn(svg("g", { class: "winning" }, drawing(win)), at));
      if (chosen.has(name)) marks.push(put(chosenMark(cell), at));
      if (!next.has(name)) continue;
      const size = Math.min(cell.width, cell.height);
      const [kind, r] = this.pieces.get(name)?.length ? ["hoop", 0.43 * size] : ["spot", 0.15 * size];
      const mark = svg("g", { class: "mark target" }, svg("circle", { class: kind, r }));
      marks.push(put(mark, this.spot(name, this.top(name))));
    }
    fill(this.layers.marks, ...marks);
  }

  /** Show which cell the keys are at, on top of what stands there. @param {string} name empty: none */
  drawCursor(name) {
    const glow = this.places.get(name)?.querySelector(".glow");
    const lines = glow ? ["around", "within"].map((kind) => outlined(glow, kind)) : [];
    fill(this.layers.cursor, glow && this.turn(svg("g", {}, ...lines), this.centre(name)));
  }

  /** Draw what is thought of moves. @param {Arrow[]} arrows */
  drawArrows(arrows) {
    if (!this.board) return;
    const large = Math.min(1.6, Math.max(1, LEGIBLE / (this.svg.getScreenCTM()?.a || LEGIBLE)));
    const centre = (/** @type {string} */ name) => this.centre(name);
    fill(this.layers.arrows, ...drawArrows(arrows, this.cells, centre, large, this.frame(this.board)));
  }

  /** Return the nearest cell in a direction, straight ahead before aside. @param {string} name @param {Point} step */
  beside(name, [right, down]) {
    const [x, y] = this.centre(name);
    /** @type {string | undefined} */
    let best;
    let least = Infinity;
    for (const other of this.places.keys()) {
      const [dx, dy] = this.centre(other).map((value, i) => value - [x, y][i]);
      const ahead = dx * right + dy * down;
      const aside = Math.abs(dx * down) + Math.abs(dy * right);
      if (ahead > 0.01 && aside <= 1.2 * ahead && ahead + 2 * aside < least) {
        least = ahead + 2 * aside;
        best = other;
      }
    }
    return best;
  }

  /** Return where a pointer is on the board. @param {PointerEvent} event @returns {Point} */
  pointAt(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return [point.x, point.y];
  }
}

/** Return whether a cell can be touched: walls cannot. @param {Cell} cell */
function isOpen(cell) {
  return cell.shape !== "wall";
}

/** Draw a frame around a cell that was chosen. @param {Cell} cell */
function chosenMark({ width, height }) {
  const [x, y] = [-width / 2 + 0.03, -height / 2 + 0.03];
  return svg("g", { class: "mark" }, svg("rect", { class: "picked", x, y, width: -2 * x, height: -2 * y, rx: 0.2 }));
}

/** Put something at a point. @param {SVGGElement} element @param {Point} point */
function put(element, [x, y]) {
  element.setAttribute("transform", `translate(${x} ${y})`);
  return element;
}

/** Make a drawing the content of an element, unless it is already. @param {any} element @param {string} markup */
function show(element, markup) {
  if (element.drawing === markup) return;
  element.drawing = markup;
  fill(element, ...drawing(markup).childNodes);
}

/** Copy an outline under another class. @param {Element} element @param {string} kind */
function outlined(element, kind) {
  const copy = /** @type {Element} */ (element.cloneNode());
  copy.setAttribute("class", kind);
  return copy;
}

/** Add the gradient to the page, once: one inside a hidden board would not be found. @param {string} markup */
function addShine(markup) {
  if (document.getElementById(SHINE)) return;
  document.body.append(svg("svg", { class: "hidden", "aria-hidden": "true" }, drawing(markup)));
}

/** @param {Element} element @param {string} from @param {number} duration @param {string} easing */
function glide(element, from, duration, easing) {
  element.animate([{ transform: from }, { transform: "none" }], { duration, easing });
}

/** Show a tile that was made of others when they have arrived. @param {Element} element */
function pop(element) {
  const hidden = { opacity: 0, transform: "scale(0.8)" };
  element.animate(
    [
      hidden,
      { ...hidden, offset: 0.45 },
      { opacity: 1, transform: "scale(1.14)", offset: 0.72 },
      { transform: "none" },
    ],
    { duration: MERGING, easing: "ease-out" },
  );
}

/** Roll a die; each its own way. @param {Element} element @param {number} index */
function roll(element, index) {
  const aside = index % 2 ? 0.8 : -0.8;
  element.animate(
    [
      { transform: `translate(${aside}px, 0.9px) rotate(${-540 - 120 * (index % 3)}deg) scale(1.15)`, opacity: 0.2 },
      { transform: `translate(${aside / 4}px, 0.1px) rotate(-110deg) scale(1.05)`, opacity: 1, offset: 0.6 },
      { transform: `translate(${aside / 9}px, 0.05px) rotate(-40deg) scale(1.1)`, offset: 0.75 },
      { transform: "none" },
    ],
    { duration: 620 + 60 * (index % 3), easing: "ease-out" },
  );
}
