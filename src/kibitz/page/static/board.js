// A board to play on: shows a position, and takes moves by mouse, touch and keyboard.

import { MoveButtons } from "./buttons.js";
import { button, fill, h } from "./dom.js";
import { Field } from "./field.js";
import { MOST_MARKED } from "./howto.js";
import { directionOf, isNext, motion } from "./motion.js";
import { described, looksOn, takenFrom } from "./spoken.js";
import { Steering } from "./steering.js";
import { Touches, stepsOf } from "./touches.js";

/** @typedef {import("./types.d.ts").State} State */
/** @typedef {import("./types.d.ts").Move} Move */
/** @typedef {import("./types.d.ts").Piece} Piece */
/** @typedef {import("./types.d.ts").Arrow} Arrow */
/** @typedef {import("./types.d.ts").Board} Board */
/** @typedef {{flip: boolean, enabled: boolean, arrows: Arrow[]}} Options */
/** @typedef {[number, number]} Point */

const DRAG = 6; // pixels a pointer moves before it drags
const LOST = 1500; // milliseconds after which a dropped piece goes back if the move was not played
const STEPS = /** @type {Record<string, Point>} */ ({
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
});

export class BoardView {
  /**
   * @param {(move: number) => void} onMove
   * @param {(name: string, from: string, touches: Touches) => string} [explain] says why a touch of a cell means nothing
   */
  constructor(onMove, explain) {
    this.onMove = onMove;
    this.explain = explain;
    this.pointing = false; // the cells where a move can begin are marked, as a touch elsewhere meant nothing
    /** @type {State | null} */
    this.state = null;
    /** @type {Options} */
    this.options = { flip: false, enabled: false, arrows: [] };
    this.field = new Field();
    this.touches = new Touches();
    this.stop = ""; // the cell to which Tab leads
    /** @type {{name: string, x: number, y: number, moving: boolean} | null} a pointer that went down on a piece */
    this.press = null;
    this.dragged = false; // a piece was dragged: the click after it means nothing
    this.placed = false; // by dragging: nothing need glide there again
    this.aimed = ""; // the cell under the pointer or at the keys
    this.settling = 0;
    this.steering = new Steering((move) => {
      this.release();
      this.onMove(move);
    });
    this.buttons = new MoveButtons((move) => {
      this.release();
      this.onMove(move);
    });

    this.chooser = h("div", { class: "chooser", role: "dialog", "aria-label": "Which move?", hidden: true });
    this.picture = h("pre", { class: "picture", role: "region", "aria-label": "Position", tabindex: 0, hidden: true });
    this.word = h("p", { class: "word", role: "status", hidden: !explain });
    this.element = h(
      "div",
      { class: "board" },
      h("div", { class: "stage" }, this.field.svg, this.chooser),
      this.picture,
      this.word,
      this.buttons.element,
    );
    this.listen();
  }

  listen() {
    const { svg } = this.field;
    const at = (/** @type {Event} */ event) => nameAt(event.target);
    svg.addEventListener("click", (/** @type {MouseEvent} */ event) => {
      if (this.dragged) this.dragged = false;
      else if (at(event)) this.touch(at(event));
      else this.release();
    });
    svg.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.onKey(event));
    svg.addEventListener("focusin", (/** @type {Event} */ event) => {
      this.stopAt(at(event) || this.stop);
      this.aim(at(event));
      if (this.place()?.matches(":focus-visible")) this.field.drawCursor(this.stop);
    });
    svg.addEventListener("focusout", () => {
      this.aim("");
      this.field.drawCursor("");
    });
    svg.addEventListener("pointerover", (/** @type {Event} */ event) => this.aim(at(event)));
    svg.addEventListener("pointerleave", () => this.aim(""));
    svg.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => this.onPress(event, at(event)));
    svg.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => this.onDrag(event));
    svg.addEventListener("pointerup", (/** @type {PointerEvent} */ event) => this.onDrop(event));
    svg.addEventListener("pointercancel", () => {
      this.steering.began = null;
      this.release();
    });
    this.chooser.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Escape") return;
      this.release();
      this.place()?.focus();
    });
  }

  /** Show a state; the same one again may have other options. @param {State | null} state @param {Options} options */
  update(state, options) {
    const before = this.state;
    const other = state !== before || options.enabled !== this.options.enabled;
    const wasTurned = options.flip !== this.options.flip;
    this.state = state;
    this.options = options;
    if (other || wasTurned) {
      this.letGo();
      this.say("");
      this.buttons.list(state, options.enabled);
      if (state !== before || wasTurned) this.show(before);
      this.touches.begin(options.enabled && state ? state.legal : []);
      this.mark();
      this.steering.update(state, options);
      this.field.svg.classList.toggle("steered", this.steering.on);
    }
    this.field.drawArrows(state?.board ? options.arrows : []);
    this.buttons.score(options.arrows);
  }

  /** Show the board, or the text of a game that has none. @param {State | null} before */
  show(before) {
    const { field, state } = this;
    const board = state?.board ?? null;
    field.svg.classList.toggle("none", !board);
    this.picture.hidden = Boolean(board) || !state;
    this.word.hidden = !this.explain || !board;
    this.picture.textContent = board ? "" : (state?.picture ?? "");
    if (!board || !state) return;
    field.svg.setAttribute("aria-label", `Board of ${state.name}`);
    clearTimeout(this.settling);
    const focused = field.svg.contains(document.activeElement);
    const isNew = field.draw(board, this.options.flip);
    this.touches.cells = field.cells;
    this.touches.look = looksOn(board);
    this.touches.takes = takenFrom(board, state.turn);
    if (isNew) {
      const first = state.legal.find((move) => move.cells.length)?.cells[0];
      this.stopAt(field.places.has(this.stop) ? this.stop : (first ?? [...field.places.keys()][0]));
      if (focused) this.place()?.focus();
    }
    if (motion() && before?.board && isNext(before, state)) {
      const rolled = (state.movers.at(-1) ?? 0) < 0;
      const direction = rolled ? "" : directionOf(state.names.at(-1) ?? "");
      if (!this.placed) field.animate(before.board, rolled ? [] : state.last, direction, rolled);
    }
    this.placed = false;
  }

  /** Return what is drawn for the cell to which Tab leads. */
  place() {
    return this.field.places.get(this.stop);
  }

  /** @param {string} name */
  stopAt(name) {
    this.place()?.setAttribute("tabindex", "-1");
    this.stop = name;
    this.place()?.setAttribute("tabindex", "0");
  }

  // The moves

  /** Touch a cell: go on with a move, begin another, or let go. @param {string} name */
  touch(name) {
    const { touches } = this;
    const meant = touches.meant(name);
    if (!meant.length) {
      this.touchElsewhere(name);
      return;
    }
    this.say("");
    const cells = [...touches.targets(name)];
    const path = [...touches.path, cells[0]];
    if (meant.length === 1 && touches.isWhole(meant[0], path)) {
      this.release(this.rehearse(path));
      this.onMove(meant[0].move);
    } else if (cells.length > 1 || meant.some((move) => touches.isWhole(move, path))) {
      this.ask(meant);
    } else {
      this.hideChooser();
      touches.go(path);
      this.rehearse(path);
      this.mark();
    }
  }

  /** Let go of the last cell, or of all, and begin with another if it can begin a move. @param {string} name */
  touchElsewhere(name) {
    const { path } = this.touches;
    if (this.touches.inChoices && path.includes(name)) {
      this.touches.go(path.filter((each) => each !== name));
      this.mark();
      return;
    }
    const begins = path.length > 0 && path.at(-1) !== name;
    const why = this.why(name);
    const steps = path.length % 2 ? path.slice(0, -1) : [];
    this.release();
    this.touches.go(steps);
    if (this.touches.between) {
      // The steps before this one stay.
      this.rehearse(steps);
      this.mark();
    }
    if (begins && this.touches.meant(name).length) this.touch(name);
    else this.say(why);
  }

  /** Return why a touch of a cell means nothing; nothing for a cell that is let go. @param {string} name */
  why(name) {
    const { path } = this.touches;
    return name && !path.includes(name) ? (this.explain?.(name, path.at(-1) ?? "", this.touches) ?? "") : "";
  }

  /** Say why a touch meant nothing, and mark what can be touched; an empty text ends both. @param {string} text */
  say(text) {
    this.word.textContent = text;
    const pointing = text !== "" && this.touches.first.size <= MOST_MARKED;
    if (pointing === this.pointing) return;
    this.pointing = pointing;
    this.mark();
  }

  /**
   * Show the steps of a longer move that are complete.
   * @param {string[]} path
   * @returns {boolean} whether there are any
   */
  rehearse(path) {
    if (!this.touches.inSteps || path.length < 2) return false;
    this.field.settle();
    for (const [from, to] of stepsOf(path)) if (to !== undefined) this.field.step(from, to);
    return true;
  }

  /** Let go of what was begun, and show that. @param {boolean} [played] its pieces stay where they are for now */
  release(played = false) {
    this.letGo(played);
    this.mark();
  }

  /** @param {boolean} [played] */
  letGo(played = false) {
    if (played) this.wait();
    else if (this.touches.path.length > 1) this.field.settle();
    this.touches.go([]);
    if (this.press?.moving) {
      this.field.lower(this.press.name);
      this.field.settle();
    }
    this.press = null;
    this.hideChooser();
    this.field.svg.classList.remove("dragging");
  }

  /** Leave pieces where a hand put them until the move is played; if it is not, they go back. */
  wait() {
    this.placed = true;
    clearTimeout(this.settling);
    this.settling = window.setTimeout(() => this.field.settle(), LOST);
  }

  /** Ask which of several moves is meant. @param {Move[]} moves */
  ask(moves) {
    fill(
      this.chooser,
      ...moves.map((move) => this.buttons.make(move, this.options.enabled)),
      button("✕", () => this.release(), { "aria-label": "None of these", class: "none-of-these" }),
    );
    this.chooser.hidden = false;
    this.chooser.querySelector("button")?.focus();
  }

  hideChooser() {
    if (this.chooser.contains(document.activeElement)) this.place()?.focus();
    this.chooser.hidden = true;
  }

  // What is marked

  /** Say and show for every cell what can be done with it. */
  mark() {
    const { path } = this.touches;
    const last = new Set(this.state?.last ?? []);
    const winning = new Set(this.state?.board?.winning ?? []);
    /** @type {Map<string, Piece[]>} */
    const pieces = new Map();
    for (const piece of this.state?.board?.pieces ?? [])
      pieces.set(piece.cell, [...(pieces.get(piece.cell) ?? []), piece]);
    for (const [name, place] of this.field.places) {
      const meant = this.touches.meant(name);
      place.classList.toggle("last", last.has(name));
      place.classList.toggle("chosen", path.includes(name));
      place.classList.toggle("can", meant.length > 0);
      place.classList.toggle("from", this.touches.leaves(name));
      const marks = [last.has(name) && "last move", winning.has(name) && "decides the game"];
      place.setAttribute("aria-label", described(name, pieces.get(name) ?? [], meant, this.touches, marks));
      if (meant.length || path.includes(name)) place.removeAttribute("aria-disabled");
      else place.setAttribute("aria-disabled", "true");
    }
    const { inChoices, next, first } = this.touches;
    const touchable = path.length ? (inChoices ? [] : next.keys()) : this.pointing ? first.keys() : [];
    this.field.mark(last, new Set(touchable), new Set(inChoices ? path : []));
    this.aim(this.aimed);
  }

  /** Show where a touch here would lead. @param {string} name */
  aim(name) {
    this.aimed = name;
    const aimed = name && !this.press?.moving ? this.touches.targets(name) : new Set();
    for (const [each, place] of this.field.places) place.classList.toggle("aim", aimed.has(each));
  }

  // Keys and pointers

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const step = STEPS[event.key];
    if (step && this.steering.on && !event.shiftKey) return; // a move
    if (step) this.field.places.get(this.field.beside(this.stop, step) ?? this.stop)?.focus();
    else if (event.key === "Enter" || event.key === " ") this.touch(this.stop);
    else if (event.key === "Escape" && this.touches.path.length) this.release();
    else return;
    event.preventDefault();
  }

  /** @param {PointerEvent} event @param {string} name */
  onPress(event, name) {
    this.dragged = false;
    if (event.button !== 0 || !event.isPrimary) return;
    if (this.steering.on) this.steering.press(event);
    else if (this.field.pieces.get(name)?.length && this.touches.leaves(name))
      this.press = { name, x: event.clientX, y: event.clientY, moving: false };
  }

  /** @param {PointerEvent} event */
  onDrag(event) {
    if (!this.press) return;
    if (!event.buttons) return this.release(); // it came up somewhere else
    const { name, x, y, moving } = this.press;
    if (!moving) {
      if (Math.hypot(event.clientX - x, event.clientY - y) < DRAG) return;
      const goesOn = this.touches.between && this.touches.meant(name).length > 0;
      if (this.touches.path.at(-1) !== name || this.touches.path.length % 2 === 0) {
        if (!goesOn) this.release();
        this.touch(name);
      }
      this.press = { name, x, y, moving: true };
      this.field.svg.setPointerCapture(event.pointerId);
      this.field.svg.classList.add("dragging");
      this.field.lift(name);
    }
    this.field.carry(name, this.field.pointAt(event));
  }

  /** @param {PointerEvent} event */
  onDrop(event) {
    const { field, press } = this;
    this.press = null;
    this.dragged = this.steering.drop(event);
    if (!press?.moving) return;
    this.dragged = true;
    field.svg.classList.remove("dragging");
    const name = nameAt(document.elementFromPoint(event.clientX, event.clientY));
    field.lower(press.name);
    const meant = field.places.has(name) ? this.touches.meant(name) : [];
    if (!meant.length) {
      const why = this.why(name);
      if (name !== press.name) this.touchElsewhere("");
      field.settle();
      this.rehearse(this.touches.path);
      this.say(why);
      return;
    }
    const [target] = this.touches.targets(name);
    field.carry(press.name, field.spot(target, field.top(target)));
    this.wait();
    this.touch(name);
  }
}

/** Return the name of the cell that something belongs to, or nothing. @param {EventTarget | null} target */
function nameAt(target) {
  const place = target instanceof Element ? target.closest("[data-cell]") : null;
  return place?.getAttribute("data-cell") ?? "";
}
