// Draws a position and takes moves by mouse, touch and keyboard.
import { button, fill, h } from "./dom.js";
/** @typedef {import("./types.d.ts").State} State */
/** @typedef {import("./types.d.ts").Arrow} Arrow */
/** @typedef {{flip: boolean, enabled: boolean, arrows: Arrow[]}} Options */
export class BoardView {
  /** @param {(move: number) => void} onMove */
  constructor(onMove) {
    this.onMove = onMove;
    this.element = h("div", { class: "board" });
  }
  /** @param {State | null} state @param {Options} options */
  update(state, options) {
    if (!state) return;
    fill(this.element, h("pre", {}, state.picture), ...state.legal.map((each) => button(each.name, () => this.onMove(each.move), { disabled: !options.enabled })));
  }
}
