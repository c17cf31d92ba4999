// Draws a position and takes moves by mouse, touch and keyboard.

import { button, fill, h, svg } from "./dom.js";
import { drawPiece } from "./pieces.js";
import { around, arrowPath, boxAt, hit, holed, outline, pill, plateOf, rect, shineOf } from "./shapes.js";

/** @typedef {import("./types.d.ts").State} State */
/** @typedef {import("./types.d.ts").Board} Board */
/** @typedef {import("./types.d.ts").Cell} Cell */
/** @typedef {import("./types.d.ts").Move} Move */
/** @typedef {import("./types.d.ts").Arrow} Arrow */
/** @typedef {{flip: boolean, enabled: boolean, arrows: Arrow[]}} Options */
/** @typedef {[number, number]} Point */

const WIDEST = 104; // pixels of a cell: a small board stays small
const DRAG = 6; // pixels a pointer goes before it drags
const LOST = 1500; // milliseconds after which a piece goes back that was dropped and that nobody moved
const LETTER = 0.27; // the height of a label
const LEGIBLE = 50; // pixels of a cell from which a score on it is read easily; on smaller ones it is written larger
const LAYERS = ["ground", "lines", "cells", "pieces", "front", "marks", "cursor", "labels", "arrows"];
const STEPS = /** @type {Record<string, Point>} */ ({
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
});
let boards = 0;

export class BoardView {
  /** @param {(move: number) => void} onMove */
  constructor(onMove) {
    this.onMove = onMove;
    /** @type {State | null} */
    this.state = null;
    /** @type {Options} */
    this.options = { flip: false, enabled: false, arrows: [] };
    /** @type {string[]} the cells touched so far */
    this.path = [];
    /** @type {Map<string, Cell>} */
    this.cells = new Map();
    /** @type {Map<string, SVGGElement>} what is drawn for each cell */
    this.places = new Map();
    /** @type {Map<string, SVGGElement[]>} the pieces on each cell */
    this.pieces = new Map();
    this.stop = ""; // the cell to which Tab leads
    this.drawn = ""; // the cells that are drawn, as text
    /** @type {{name: string, x: number, y: number, moving: boolean} | null} a pointer that went down on a piece */
    this.press = null;
    this.dragged = false; // a piece was dragged: the click after it means nothing
    this.placed = false; // by dragging: nothing need glide there again
    this.aimed = ""; // the cell under the pointer or at the keys
    this.settling = 0;
    this.pressing = false; // the focus was on a button of a move, and nowhere since
    this.shine = `shine-${++boards}`;

    this.layers = Object.fromEntries(
      LAYERS.map((name) => [name, svg("g", { class: name, "aria-hidden": name === "cells" ? null : "true" })]),
    );
    this.svg = svg(
      "svg",
      { class: "field", role: "application", "aria-label": "Board", "aria-roledescription": "board" },
      svg("defs", {}, shineOf(this.shine)),
      ...Object.values(this.layers),
    );
    this.chooser = h("div", { class: "chooser", role: "dialog", "aria-label": "Which move?", hidden: true });
    this.picture = h("pre", { class: "picture", role: "region", "aria-label": "Position", tabindex: 0, hidden: true });
    this.buttons = h("div", { class: "moves", role: "group", "aria-label": "Moves" });
    this.element = h(
      "div",
      { class: "board" },
      h("div", { class: "stage" }, this.svg, this.chooser),
      this.picture,
      this.buttons,
    );
    this.listen();
  }

  listen() {
    const at = (/** @type {Event} */ event) => nameAt(event.target);
    this.svg.addEventListener("click", (/** @type {MouseEvent} */ event) => {
      if (this.dragged) this.dragged = false;
      else if (at(event)) this.touch(at(event));
      else this.release();
    });
    this.svg.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.onKey(event));
    this.svg.addEventListener("focusin", (/** @type {Event} */ event) => {
      this.stopAt(at(event) || this.stop);
      this.aim(at(event));
      this.drawCursor();
    });
    this.svg.addEventListener("focusout", () => {
      this.aim("");
      fill(this.layers.cursor);
    });
    this.svg.addEventListener("pointerover", (/** @type {Event} */ event) => this.aim(at(event)));
    this.svg.addEventListener("pointerleave", () => this.aim(""));
    this.svg.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => this.onPress(event, at(event)));
    this.svg.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => this.onDrag(event));
    this.svg.addEventListener("pointerup", (/** @type {PointerEvent} */ event) => this.onDrop(event));
    this.svg.addEventListener("pointercancel", () => this.release());
    this.chooser.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Escape") return;
      this.release();
      this.places.get(this.stop)?.focus();
    });
  }

  /** Show a state; the same one again may have other options. @param {State | null} state @param {Options} options */
  update(state, options) {
    const before = this.state;
    const other = state !== before || options.enabled !== this.options.enabled;
    const turned = options.flip !== this.options.flip;
    this.state = state;
    this.options = options;
    if (other || turned) {
      this.letGo();
      this.listButtons();
      if (state !== before || turned) this.show(before);
      this.mark();
    }
    this.drawArrows();
  }

  /** Show the board, or the picture of a game that has none. @param {State | null} before */
  show(before) {
    const board = this.state?.board ?? null;
    this.svg.classList.toggle("none", !board);
    this.picture.hidden = Boolean(board) || !this.state;
    this.picture.textContent = board ? "" : (this.state?.picture ?? "");
    if (!board || !this.state) return;
    this.svg.setAttribute("aria-label", `Board of ${this.state.name}`);
    this.draw(board, before && isNext(before, this.state) && !this.placed ? before : null);
    this.placed = false;
  }

  /** Where a place is on a board that may be turned. @param {number} x @param {number} y @returns {Point} */
  at(x, y) {
    return this.options.flip ? [-x, -y] : [x, y];
  }

  /** @param {string} name @returns {Point} */
  centre(name) {
    const cell = this.cells.get(name);
    return cell ? this.at(cell.x, cell.y) : [0, 0];
  }

  /** Draw all of a board. @param {Board} board @param {State | null} before what it came from by the last move */
  draw(board, before) {
    const shape = JSON.stringify([this.options.flip, board.ground, board.cells.map((cell) => ({ ...cell, tone: "" }))]);
    if (shape !== this.drawn) this.drawCells(board);
    this.drawn = shape;
    for (const cell of board.cells) this.places.get(cell.name)?.setAttribute("data-tone", cell.tone);
    this.svg.setAttribute("class", `field on-${board.ground}`);
    const { ground, front, labels, lines } = this.layers;
    const cells = around(board.cells.map((cell) => boxAt(this.at(cell.x, cell.y), cell.width, cell.height)));
    const all = around([
      cells,
      ...board.labels.map((label) => boxAt(this.at(label.x, label.y), 0.36, 0.36)),
      ...board.lines.flatMap((line) => line.points.map(([x, y]) => boxAt(this.at(x, y), line.width, line.width))),
    ]);
    const holes = board.cells.filter((cell) => cell.shape === "round").map((cell) => this.at(cell.x, cell.y));
    const racked = board.ground === "rack" && holes.length > 0;
    const plate = racked ? around(holes.map((at) => boxAt(at, 1.24, 1.24))) : plateOf(board.ground, cells, all);
    const [left, top] = [Math.min(plate.left, all.left) - 0.06, Math.min(plate.top, all.top) - 0.06];
    const [width, height] = [
      Math.max(plate.right, all.right) + 0.06 - left,
      Math.max(plate.bottom, all.bottom) + 0.06 - top,
    ];
    this.svg.setAttribute("viewBox", `${left} ${top} ${width} ${height}`);
    this.svg.style.setProperty("max-width", `${width * WIDEST}px`);
    fill(ground, board.ground !== "plain" && rect(plate, "plate"));
    fill(front, racked && holed(plate, holes));
    fill(
      lines,
      ...board.lines.map((line) =>
        svg("path", {
          class: `line tone-${line.tone}`,
          "stroke-width": line.width,
          d: `M${[line.points[0], ...line.points].map(([x, y]) => this.at(x, y).join(" ")).join("L")}`,
        }),
      ),
    );
    fill(
      labels,
      ...board.labels.map((label) => {
        const [x, y] = this.at(label.x, label.y);
        return svg("text", { x, y, "font-size": LETTER }, label.text);
      }),
    );
    this.drawPieces(board, before);
  }

  /** @param {Board} board */
  drawCells(board) {
    const focused = this.svg.contains(document.activeElement);
    this.cells = new Map(board.cells.map((cell) => [cell.name, cell]));
    this.places = new Map(
      board.cells.map((cell) => {
        const place = svg(
          "g",
          {
            class: `cell ${cell.shape}`,
            role: "button",
            "data-cell": cell.name,
            tabindex: -1,
            transform: moved(this.at(cell.x, cell.y)),
          },
          outline(cell, "face"),
          outline(cell, "glow"),
          hit(cell),
        );
        return [cell.name, place];
      }),
    );
    const bars = board.cells.filter((cell) => cell.shape === "bar"); // on top: they are touched beyond what is drawn
    fill(this.layers.cells, ...this.places.values());
    this.layers.cells.append(...bars.map((cell) => /** @type {Node} */ (this.places.get(cell.name))));
    const first = this.state?.legal.find((move) => move.cells.length)?.cells[0];
    this.stopAt(this.places.has(this.stop) ? this.stop : (first ?? board.cells[0].name));
    if (focused) this.places.get(this.stop)?.focus();
  }

  /** @param {Board} board @param {State | null} before */
  drawPieces(board, before) {
    clearTimeout(this.settling);
    this.pieces = new Map();
    for (const piece of board.pieces) {
      const { width, height } = /** @type {Cell} */ (this.cells.get(piece.cell));
      const drawn = svg("g", { class: "piece", "data-on": piece.cell }, drawPiece(piece, width, height, this.shine));
      this.pieces.set(piece.cell, [...(this.pieces.get(piece.cell) ?? []), drawn]);
    }
    fill(this.layers.pieces, ...[...this.pieces.values()].flat());
    this.settle();
    if (before?.board && this.state && !matchMedia("(prefers-reduced-motion: reduce)").matches)
      this.animate(board, before.board, this.state.last);
  }

  /** Put every piece where it stands. */
  settle() {
    for (const [name, pieces] of this.pieces)
      for (const piece of pieces) piece.setAttribute("transform", moved(this.centre(name)));
  }

  /**
   * Let the last move be seen: pieces glide, fall, appear or turn over.
   * @param {Board} board
   * @param {Board} before
   * @param {string[]} last
   */
  animate(board, before, last) {
    const target = last.at(-1) ?? "";
    const [x, y] = this.centre(target);
    const [fromX, fromY] = this.centre(last[0] ?? "");
    const tones = new Map(before.pieces.map((piece) => [piece.cell, piece.tone]));
    for (const piece of board.pieces) {
      const inner = this.pieces.get(piece.cell)?.[0].firstElementChild;
      if (!inner || piece.shape === "seeds") continue;
      if (piece.cell === target && board.ground === "rack") {
        const cell = this.cells.get(target);
        const height = cell ? cell.y + 1 : 1;
        glide(inner, `translate(0, ${this.options.flip ? height : -height}px)`, 90 + 45 * height, "ease-in");
      } else if (piece.cell === target && last.length > 1) {
        glide(inner, `translate(${fromX - x}px, ${fromY - y}px)`, 160, "ease-out");
      } else if (piece.cell === target || !tones.has(piece.cell)) {
        glide(inner, "scale(0.6)", 120, "ease-out");
      } else if (tones.get(piece.cell) !== piece.tone) {
        glide(inner, "scale(0.1, 1)", 180, "ease-out");
      }
    }
  }

  /** @param {string} name */
  stopAt(name) {
    this.places.get(this.stop)?.setAttribute("tabindex", "-1");
    this.places.get(name)?.setAttribute("tabindex", "0");
    this.stop = name;
  }

  /** Show which cell the keys are at, on top of what stands there. */
  drawCursor() {
    const cell = this.cells.get(this.stop);
    if (!cell || !this.places.get(this.stop)?.matches(":focus-visible")) return;
    const at = { transform: moved(this.centre(this.stop)) };
    fill(this.layers.cursor, svg("g", at, outline(cell, "around"), outline(cell, "within")));
  }

  // The moves

  /** The moves that go on from the cells touched so far. @param {string[]} [path] @returns {Move[]} */
  open(path = this.path) {
    const legal = this.options.enabled && this.state ? this.state.legal : [];
    return legal.filter((move) => move.cells.length > path.length && path.every((name, i) => move.cells[i] === name));
  }

  /**
   * Those of them that a touch here means: its cell, or one of its group.
   * @param {string} name
   * @param {string[]} [path]
   * @returns {Move[]}
   */
  meant(name, path = this.path) {
    const open = this.open(path);
    const exact = open.filter((move) => move.cells[path.length] === name);
    const group = this.cells.get(name)?.group;
    if (exact.length || !group) return exact;
    return open.filter((move) => this.cells.get(move.cells[path.length])?.group === group);
  }

  /** Whether a piece can be taken from here to another cell. @param {string} name */
  leaves(name) {
    return this.meant(name, []).some((move) => move.cells.length > 1);
  }

  /** Touch a cell: go on with a move, begin another, or let go. @param {string} name */
  touch(name) {
    const meant = this.meant(name);
    if (!meant.length) {
      const begins = this.path.length > 0 && this.path.at(-1) !== name;
      this.release();
      if (begins && this.meant(name).length) this.touch(name);
      return;
    }
    const cell = meant[0].cells[this.path.length];
    if (meant.length === 1 && meant[0].cells.length === this.path.length + 1) {
      this.release();
      this.onMove(meant[0].move);
    } else if (
      meant.some((move) => move.cells.length === this.path.length + 1 || move.cells[this.path.length] !== cell)
    ) {
      this.ask(meant);
    } else {
      this.hideChooser();
      this.path = [...this.path, cell];
      this.mark();
    }
  }

  /** Let go of what was begun, and show that. */
  release() {
    this.letGo();
    this.mark();
  }

  letGo() {
    this.path = [];
    if (this.press?.moving) {
      this.lower(this.press.name);
      this.settle();
    }
    this.press = null;
    this.hideChooser();
    this.svg.classList.remove("dragging");
  }

  /** Ask which of several moves is meant. @param {Move[]} moves */
  ask(moves) {
    fill(
      this.chooser,
      ...moves.map((move) => this.moveButton(move)),
      button("✕", () => this.release(), { "aria-label": "None of these", class: "none-of-these" }),
    );
    this.chooser.hidden = false;
    this.chooser.querySelector("button")?.focus();
  }

  hideChooser() {
    if (this.chooser.contains(document.activeElement)) this.places.get(this.stop)?.focus();
    this.chooser.hidden = true;
  }

  /** @param {Move} move */
  moveButton(move) {
    const text = move.chance === undefined ? move.name : `${move.name} · ${percent(move.chance)}`;
    const play = () => {
      this.release();
      this.onMove(move.move);
    };
    return button(text, play, { "data-move": move.move, disabled: !this.options.enabled });
  }

  /** Moves that no cell stands for are buttons. They stay while they are the same, for who is about to press one. */
  listButtons() {
    const legal = this.state?.legal ?? [];
    const loose = this.state?.board ? legal.filter((move) => !move.cells.length) : legal;
    const text = JSON.stringify([loose, this.options.enabled]);
    if (this.buttons.dataset.shown === text) return;
    this.buttons.dataset.shown = text;
    this.buttons.hidden = !loose.length;
    // Who pressed one with a key goes on there when it is their turn again, unless they went elsewhere.
    this.pressing = this.buttons.contains(document.activeElement) || this.pressing && document.activeElement === document.body;
    fill(this.buttons, ...loose.map((move) => this.moveButton(move)));
    if (this.pressing && this.options.enabled) this.buttons.querySelector("button")?.focus({ preventScroll: true });
  }

  // What is marked

  /** Say and show of every cell what can be done with it. */
  mark() {
    const last = new Set(this.state?.last ?? []);
    const next = new Set(this.open().map((move) => move.cells[this.path.length]));
    const begun = this.path.length > 0;
    /** @type {Element[]} */
    const marks = [];
    for (const [name, place] of this.places) {
      const cell = /** @type {Cell} */ (this.cells.get(name));
      const taken = this.pieces.has(name);
      const meant = this.meant(name);
      place.classList.toggle("last", last.has(name));
      place.classList.toggle("chosen", this.path.includes(name));
      place.classList.toggle("can", meant.length > 0);
      place.classList.toggle("from", this.leaves(name));
      place.setAttribute("aria-label", this.described(name, meant));
      if (meant.length || this.path.includes(name)) place.removeAttribute("aria-disabled");
      else place.setAttribute("aria-disabled", "true");
      const at = { transform: moved(this.centre(name)) };
      if (last.has(name))
        marks.push(svg("g", { class: `mark last ${cell.shape}`, ...at }, outline(cell, "edge", 0.12)));
      if (begun && next.has(name)) {
        const size = Math.min(cell.width, cell.height);
        marks.push(
          svg(
            "g",
            { class: "mark target", ...at },
            svg("circle", taken ? { class: "hoop", r: 0.43 * size } : { class: "spot", r: 0.15 * size }),
          ),
        );
      }
    }
    fill(this.layers.marks, ...marks);
    this.aim(this.aimed);
  }

  /** Name a cell for who does not see it. @param {string} name @param {Move[]} meant */
  described(name, meant) {
    const pieces = this.state?.board?.pieces.filter((piece) => piece.cell === name) ?? [];
    const words = [
      name,
      pieces.map((piece) => piece.name || `${piece.tone} ${piece.shape} ${piece.text}`.trim()).join(" and ") || "empty",
    ];
    if (this.path.includes(name)) words.push("chosen");
    else if (meant.length && this.path.length) words.push("can be reached");
    else if (meant.length && meant[0].cells.length > 1) words.push("can move");
    else if (meant.length === 1 && meant[0].name !== name) words.push(`plays ${meant[0].name}`);
    else if (meant.length) words.push("can be played");
    if (this.state?.last.includes(name)) words.push("last move");
    return words.join(", ");
  }

  /** Show where a touch here would go. @param {string} name */
  aim(name) {
    this.aimed = name;
    const aimed = new Set(
      name && !this.press?.moving ? this.meant(name).map((move) => move.cells[this.path.length]) : [],
    );
    for (const [each, place] of this.places) place.classList.toggle("aim", aimed.has(each));
  }

  drawArrows() {
    /** @type {import("./shapes.js").Box[]} where texts are written so far */
    const texts = [];
    const large = Math.min(1.6, Math.max(1, LEGIBLE / (this.svg.getScreenCTM()?.a || LEGIBLE)));
    const shown = this.state?.board
      ? this.options.arrows.filter((arrow) => arrow.cells.length && arrow.cells.every((name) => this.cells.has(name)))
      : [];
    const drawn = [...shown]
      .sort((a, b) => Number(b.best) - Number(a.best) || b.strength - a.strength)
      .map((arrow) => {
        const target = arrow.cells[arrow.cells.length - 1];
        const [x, y] = this.centre(target);
        const { width, height } = /** @type {Cell} */ (this.cells.get(target));
        const size = Math.max(0.55, Math.min(width, height));
        const strength = Math.max(0, Math.min(1, arrow.strength));
        const opacity = 0.45 + 0.45 * strength;
        const [fromX, fromY] = this.centre(arrow.cells[0]);
        const length = Math.hypot(x - fromX, y - fromY);
        const beyond = length ? 0.29 / length : 0; // the text stands before the tip
        const sign = length
          ? svg("path", { class: "shaft", opacity, d: arrowPath([fromX, fromY], [x, y], 0.06 + 0.05 * strength) })
          : svg("circle", { class: "heat", opacity, cx: x, cy: y, r: size * (0.3 + 0.12 * strength) });
        return svg(
          "g",
          { class: arrow.best ? "arrow best" : "arrow" },
          sign,
          arrow.text !== "" && pill(arrow.text, [x + (x - fromX) * beyond, y + (y - fromY) * beyond], large, texts),
        );
      });
    fill(this.layers.arrows, ...drawn.reverse());
    this.scoreButtons();
  }

  /** Write what is thought of a move on its button. */
  scoreButtons() {
    for (const each of this.buttons.querySelectorAll("button")) {
      const arrow = this.options.arrows.find(({ move }) => String(move) === each.dataset.move);
      each.classList.toggle("best", Boolean(arrow?.best));
      if (arrow?.text) each.dataset.score = arrow.text;
      else delete each.dataset.score;
    }
  }

  // Keys and pointers

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const step = STEPS[event.key];
    if (step) this.places.get(this.beside(this.stop, step) ?? this.stop)?.focus();
    else if (event.key === "Enter" || event.key === " ") this.touch(this.stop);
    else if (event.key === "Escape" && this.path.length) this.release();
    else return;
    event.preventDefault();
  }

  /** The nearest cell in a direction, straight ahead before aside. @param {string} name @param {Point} step */
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

  /** @param {PointerEvent} event @param {string} name */
  onPress(event, name) {
    this.dragged = false;
    if (event.button === 0 && event.isPrimary && this.pieces.has(name) && this.leaves(name))
      this.press = { name, x: event.clientX, y: event.clientY, moving: false };
  }

  /** @param {PointerEvent} event */
  onDrag(event) {
    if (!this.press) return;
    if (!event.buttons) return this.release(); // it came up somewhere else
    const { name, x, y, moving } = this.press;
    if (!moving) {
      if (Math.hypot(event.clientX - x, event.clientY - y) < DRAG) return;
      this.release();
      this.touch(name);
      this.press = { name, x, y, moving: true };
      this.svg.setPointerCapture(event.pointerId);
      this.svg.classList.add("dragging");
      for (const piece of this.pieces.get(name) ?? []) this.layers.arrows.before(piece);
    }
    this.put(name, this.pointAt(event));
  }

  /** @param {PointerEvent} event */
  onDrop(event) {
    const press = this.press;
    this.press = null;
    if (!press?.moving) return;
    this.dragged = true;
    this.svg.classList.remove("dragging");
    const name = nameAt(this.svg.ownerDocument.elementFromPoint(event.clientX, event.clientY));
    this.lower(press.name);
    const meant = this.places.has(name) ? this.meant(name) : [];
    if (!meant.length) {
      this.settle();
      if (name !== press.name) this.release();
      return;
    }
    this.put(press.name, this.centre(meant[0].cells[this.path.length]));
    this.settling = window.setTimeout(() => this.settle(), LOST);
    this.placed = true;
    this.touch(name);
  }

  /** Put the pieces of a cell, lifted over all others to be dragged, among them again. @param {string} name */
  lower(name) {
    this.layers.pieces.append(...(this.pieces.get(name) ?? []));
  }

  /** Put the pieces of a cell somewhere. @param {string} name @param {Point} point */
  put(name, point) {
    for (const piece of this.pieces.get(name) ?? []) piece.setAttribute("transform", moved(point));
  }

  /** Where a pointer is on the board. @param {PointerEvent} event @returns {Point} */
  pointAt(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return [point.x, point.y];
  }
}

/** The name of the cell that something belongs to, or nothing. @param {EventTarget | null} target @returns {string} */
function nameAt(target) {
  const place = target instanceof Element ? target.closest("[data-cell]") : null;
  return place?.getAttribute("data-cell") ?? "";
}

/** The class of what is a player's, which gives it their colour; nature has none. @param {State | null} state @param {number} player */
export function toneOf(state, player) {
  const tones = state?.board?.players ?? ["first", "second"];
  return player < 0 ? "nature" : `tone-${tones[player] ?? "plain"}`;
}

/** Whether a state came from another by one move. @param {State} before @param {State} state */
function isNext(before, state) {
  return (
    before.game === state.game &&
    before.start === state.start &&
    before.moves.length + 1 === state.moves.length &&
    before.moves.every((move, i) => move === state.moves[i])
  );
}

/** @param {Element} element @param {string} from @param {number} duration @param {string} easing */
function glide(element, from, duration, easing) {
  element.animate([{ transform: from }, { transform: "none" }], { duration, easing });
}

/** @param {number} chance */
function percent(chance) {
  return `${Number((100 * chance).toPrecision(3))} %`;
}

/** @param {Point} point */
function moved([x, y]) {
  return `translate(${x} ${y})`;
}
