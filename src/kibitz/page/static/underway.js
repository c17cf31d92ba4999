// The games under way: a small board for each. A game that has ended makes room for the next one in its place.

import { BoardView } from "./board.js";
import { fill, h } from "./dom.js";
import { toneOf } from "./seats.js";

/** @typedef {import("./types.d.ts").LiveGame} LiveGame */
/** @typedef {import("./types.d.ts").State} State */
/** @typedef {{number: number, plies: number, board: BoardView, idle: number, frame: HTMLElement, caption: HTMLElement, element: HTMLElement}} Slot */

const MOST_IDLE = 3; // looks for which a game that has ended stays, so that boards do not come and go

export class UnderWay {
  constructor() {
    /** @type {Slot[]} */
    this.slots = [];
    this.boards = h("div", { class: "live-boards" });
    this.more = h("p", { class: "small soft" });
    this.element = h("div", { class: "card stack", hidden: true }, h("h2", {}, "Under way"), this.boards, this.more);
  }

  /** Return the boards that are shown, as numbers of games and plies. @returns {[number, number][]} */
  known() {
    return this.slots.filter(({ board }) => board.state).map(({ number, plies }) => [number, plies]);
  }

  /** @param {LiveGame[]} games @param {number} count of all games under way */
  show(games, count) {
    this.element.hidden = !games.length;
    const rest = new Map(games.map((game) => [game.number, game]));
    const free = this.slots.filter(({ number }) => !rest.has(number));
    for (const slot of this.slots.filter((each) => !free.includes(each))) {
      update(slot, /** @type {LiveGame} */ (rest.get(slot.number)));
      rest.delete(slot.number);
    }
    for (const game of rest.values()) update(free.shift() ?? this.add(), game);
    const gone = free.filter((slot) => !games.length || ++slot.idle > MOST_IDLE);
    for (const slot of gone) slot.element.remove();
    this.slots = this.slots.filter((slot) => !gone.includes(slot));
    const left = count - games.length;
    this.more.textContent = left > 0 ? `and ${left} more` : "";
    this.more.hidden = left <= 0;
  }

  /** Make room for one more game. @returns {Slot} */
  add() {
    const board = new BoardView(() => undefined);
    const frame = h("div", { class: "live-board", inert: true, "aria-hidden": "true" }, board.element);
    const caption = h("figcaption", {});
    const element = h("figure", {}, frame, caption);
    const slot = { number: 0, plies: 0, idle: 0, board, frame, caption, element };
    this.slots.push(slot);
    this.boards.append(element);
    return slot;
  }
}

/** Show how a game stands. @param {Slot} slot @param {LiveGame} game without a state if it stands as before */
function update(slot, { number, plies, names, state }) {
  Object.assign(slot, { number, plies, idle: 0 });
  slot.element.dataset.game = String(number);
  slot.element.dataset.plies = String(plies);
  if (state === undefined) return;
  slot.frame.hidden = !state;
  slot.board.update(state, { flip: false, enabled: false, arrows: [] });
  fill(
    slot.caption,
    h(
      "span",
      { class: "live-players" },
      ...names.map((name, i) => h("span", { class: `chip ${toneOf(state, i)}` }, name)),
    ),
    h("span", { class: "small soft" }, `game ${number}, ${plies} ${plies === 1 ? "ply" : "plies"}`),
  );
}
