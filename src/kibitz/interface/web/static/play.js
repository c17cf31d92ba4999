import { h } from "./dom.js";
import { BoardView } from "./board.js";
/** @param {import("./main.js").Context} context @returns {import("./types.d.ts").View} */
export function playView({ store }) {
  const board = new BoardView((move) => store.play(move));
  store.addEventListener("change", () => board.update(store.state, { flip: store.flip, enabled: true, arrows: [] }));
  return { name: "play", title: "Play", element: h("section", {}, board.element), show() {}, hide() {} };
}
