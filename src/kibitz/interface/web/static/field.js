// Lays out the picture of a board: which drawing stands where, what is marked, and how a move is seen.
//
// The drawings themselves come from the server.

import { drawArrows } from "./arrows.js";
import { drawing, fill, svg } from "./dom.js";

/** @typedef {import("./types.d.ts").Arrow} Arrow */
/** @typedef {import("./types.d.ts").Board} Board */
/** @typedef {import("./types.d.ts").Cell} Cell */
/** @typedef {[number, number]} Point */

const WIDEST = 104; // pixels of a cell: a small board stays small
const LEGIBLE = 50; // pixels of a cell from which a score on it is easy to read; on smaller ones it is written larger
const LAYERS = ["under", "cells", "pieces", "over", "marks", "cursor", "labels", "arrows"];
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
    /** @type {Map<string, SVGGElement[]>} the pieces on each cell */
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
    const shape = JSON.stringify([flip, board.cells.map(({ drawing: _, edge, tone, ...cell }) => cell)]);
    const isNew = shape !== this.drawn;
    this.cells = new Map(board.cells.map((cell) => [cell.name, cell]));
    if (isNew) this.addCells(board);
    this.drawn = shape;
    for (const cell of board.cells) show(this.places.get(cell.name), board.drawings[cell.drawing]);
    const [left, top, right, bottom] = board.frame;
    const corner = flip ? [-right, -bottom] : [left, top];
    this.svg.setAttribute("viewBox", `${corner.join(" ")} ${right - left} ${bottom - top}`);
    this.svg.style.setProperty("max-width", `${(right - left) * WIDEST}px`);
    for (const name of ["under", "over"]) {
      show(this.layers[name], board[/** @type {"under" | "over"} */ (name)]);
      this.layers[name].setAttribute("transform", flip ? "rotate(180)" : "");
    }
    const labels = board.labels.map((label) => put(drawing(board.drawings[label.drawing]), this.at(label.x, label.y)));
    fill(this.layers.labels, ...labels);
    this.addPieces(board);
    return isNew;
  }

  /** @param {Board} board */
  addCells(board) {
    this.places = new Map(
      board.cells.map((cell) => {
        const attributes = { class: `cell ${cell.shape}`, role: "button", "data-cell": cell.name, tabindex: -1 };
        return [cell.name, put(svg("g", attributes), this.at(cell.x, cell.y))];
      }),
    );
    const bars = board.cells.filter((cell) => cell.shape === "bar"); // on top: they are touched beyond what is drawn
    fill(this.layers.cells, ...this.places.values());
    this.layers.cells.append(...bars.map((cell) => /** @type {Node} */ (this.places.get(cell.name))));
  }

  /** @param {Board} board */
  addPieces(board) {
    this.pieces = new Map();
    for (const piece of board.pieces) {
      const drawn = svg("g", { class: "piece", "data-on": piece.cell }, drawing(board.drawings[piece.drawing]));
      this.pieces.set(piece.cell, [...(this.pieces.get(piece.cell) ?? []), drawn]);
    }
    fill(this.layers.pieces, ...[...this.pieces.values()].flat());
    this.settle();
  }

  /** Put every piece where it stands. */
  settle() {
    for (const name of this.pieces.keys()) this.carry(name, this.centre(name));
  }

  /** Put the pieces of a cell somewhere. @param {string} name @param {Point} point */
  carry(name, point) {
    for (const piece of this.pieces.get(name) ?? []) put(piece, point);
  }

  /** Lift the pieces of a cell over all others, to be dragged. @param {string} name */
  lift(name) {
    for (const piece of this.pieces.get(name) ?? []) this.layers.arrows.before(piece);
  }

  /** Put the pieces of a cell among the others again. @param {string} name */
  lower(name) {
    this.layers.pieces.append(...(this.pieces.get(name) ?? []));
  }

  /**
   * Animate the last move: pieces glide, fall, appear or turn over.
   * @param {Board} before
   * @param {string[]} last the cells of the move
   */
  animate(before, last) {
    const target = last.at(-1) ?? "";
    const [x, y] = this.centre(target);
    const [fromX, fromY] = this.centre(last[0] ?? "");
    const tones = new Map(before.pieces.map((piece) => [piece.cell, piece.tone]));
    for (const piece of this.board?.pieces ?? []) {
      const inner = this.pieces.get(piece.cell)?.[0].firstElementChild;
      if (!inner || piece.shape === "seeds") continue;
      if (piece.cell === target && this.board?.ground === "rack") {
        const height = (this.cells.get(target)?.y ?? 0) + 1;
        glide(inner, `translate(0, ${this.flip ? height : -height}px)`, 90 + 45 * height, "ease-in");
      } else if (piece.cell === target && last.length > 1) {
        glide(inner, `translate(${fromX - x}px, ${fromY - y}px)`, 160, "ease-out");
      } else if (piece.cell === target || !tones.has(piece.cell)) {
        glide(inner, "scale(0.6)", 120, "ease-out");
      } else if (tones.get(piece.cell) !== piece.tone) {
        glide(inner, "scale(0.1, 1)", 180, "ease-out");
      }
    }
  }

  /**
   * Mark the cells of the last move, and those that can be touched next.
   * @param {Set<string>} last
   * @param {Set<string>} next
   */
  mark(last, next) {
    /** @type {Element[]} */
    const marks = [];
    for (const [name, cell] of this.cells) {
      const at = this.centre(name);
      const edge = this.board?.drawings[cell.edge];
      if (last.has(name) && edge) marks.push(put(drawing(edge), at));
      if (!next.has(name)) continue;
      const size = Math.min(cell.width, cell.height);
      const [kind, r] = this.pieces.has(name) ? ["hoop", 0.43 * size] : ["spot", 0.15 * size];
      marks.push(put(svg("g", { class: "mark target" }, svg("circle", { class: kind, r })), at));
    }
    fill(this.layers.marks, ...marks);
  }

  /** Show which cell the keys are at, on top of what stands there. @param {string} name empty: none */
  drawCursor(name) {
    const glow = this.places.get(name)?.querySelector(".glow");
    const lines = glow ? ["around", "within"].map((kind) => outlined(glow, kind)) : [];
    fill(this.layers.cursor, glow && put(svg("g", {}, ...lines), this.centre(name)));
  }

  /** Draw what is thought of moves. @param {Arrow[]} arrows */
  drawArrows(arrows) {
    const large = Math.min(1.6, Math.max(1, LEGIBLE / (this.svg.getScreenCTM()?.a || LEGIBLE)));
    fill(this.layers.arrows, ...drawArrows(arrows, this.cells, (name) => this.centre(name), large));
  }

  /** Return the nearest cell in a direction, straight ahead before aside. @param {string} name @param {Point} step */
  beside(name, [right, down]) {
    const [x, y] = this.centre(name);
    /** @type {string | undefined} */
    let best;
    let least = Infinity;
    for (const other of this.cells.keys()) {
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
