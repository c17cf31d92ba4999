// The moves that are no cells of a board, as buttons with what is thought of them.

import { button, fill, h } from "./dom.js";
import { percent } from "./words.js";

/** @typedef {import("./types.d.ts").Arrow} Arrow */
/** @typedef {import("./types.d.ts").Move} Move */
/** @typedef {import("./types.d.ts").State} State */

export class MoveButtons {
  /** @param {(move: number) => void} play */
  constructor(play) {
    this.play = play;
    this.pressing = false; // the focus was on a button of a move, and nowhere else since
    this.element = h("div", { class: "moves", role: "group", "aria-label": "Moves" });
  }

  /** Make the button of a move. @param {Move} move @param {boolean} enabled */
  make(move, enabled) {
    const text = move.chance === undefined ? move.name : `${move.name} · ${percent(move.chance)}`;
    return button(text, () => this.play(move.move), { "data-move": move.move, disabled: !enabled });
  }

  /**
   * List the moves that have no cells; the same buttons stay, as somebody may be about to press one.
   * @param {State | null} state
   * @param {boolean} enabled
   */
  list(state, enabled) {
    const { element } = this;
    const { legal = [], board, turn = 0 } = state ?? {};
    const loose = board ? legal.filter((move) => !move.cells.length && turn >= 0) : legal; // nature's are seen soon
    const text = JSON.stringify([loose, enabled]);
    if (element.dataset.shown === text) return;
    element.dataset.shown = text;
    element.hidden = !loose.length;
    // Whoever pressed one with a key has the focus there again at their next turn, unless it went elsewhere.
    const { activeElement } = document;
    this.pressing = element.contains(activeElement) || (this.pressing && activeElement === document.body);
    fill(element, ...loose.map((move) => this.make(move, enabled)));
    if (this.pressing && enabled) element.querySelector("button")?.focus({ preventScroll: true });
  }

  /** Write what is thought of a move on its button. @param {Arrow[]} arrows */
  score(arrows) {
    for (const each of this.element.querySelectorAll("button")) {
      const arrow = arrows.find(({ move }) => String(move) === each.dataset.move);
      each.classList.toggle("best", Boolean(arrow?.best));
      if (arrow?.text) each.dataset.score = arrow.text;
      else delete each.dataset.score;
    }
  }
}
