// A live board in a notebook: the page's board, with a line of words and a button below it.

import { BoardView } from "./board.js";
import { button, h } from "./dom.js";

/**
 * Show a board that follows a model and sends it the moves that a person makes.
 * @param {any} model of the notebook: get, on, off, send
 * @param {HTMLElement} element
 */
export function renderBoard(model, element) {
  const board = new BoardView((move) => model.send({ move }));
  const said = h("p", { role: "status" });
  const undo = button("Undo", () => model.send({ undo: true }));
  const draw = () => {
    board.update(model.get("shown"), { flip: model.get("flip"), enabled: model.get("enabled"), arrows: [] });
    said.textContent = model.get("said");
  };
  element.classList.add("kibitz-board");
  element.append(board.element, h("div", { class: "below" }, said, undo));
  for (const name of ["shown", "enabled", "flip", "said"]) model.on(`change:${name}`, draw);
  draw();
  return () => model.off(null, null);
}
