// A game of a course site: its board, lines of moves to step through, and its rules in words.

import { wholeIn } from "./address.js";
import { BoardView } from "./board.js";
import { choice, fill, h, reveal } from "./dom.js";
import { movesOf } from "./movelist.js";
import { paragraph } from "./rules.js";
import { seatName } from "./seats.js";
import { Stepper } from "./stepper.js";
import { capital } from "./words.js";

/** @typedef {import("./types.d.ts").State} State */
/** @typedef {{title: string, states: State[]}} Line the positions of a game, from its start to its last move */
/** @typedef {import("./types.d.ts").RulesAnswer & {parameters: string, lines: Line[]}} GameData */

/** @param {import("./types.d.ts").Context} context @param {GameData} data @returns {import("./types.d.ts").View} */
export function siteGameView({ moved, announce }, { title, parameters, paragraphs, lines }) {
  let [line, ply] = [0, 0];
  const board = new BoardView(() => {});
  const whose = h("p", { class: "whose" });
  const moves = h("ol", { class: "moves", "aria-label": "Moves" });
  const stepper = new Stepper(
    (by) => go(by === "first" ? 0 : by === "last" ? stepper.count - 1 : ply + by),
    (number) => go(number, false),
  );
  stepper.element.setAttribute("aria-label", "Moves of the line");
  const options = lines.map((each, i) => /** @type {[string, string]} */ ([String(i), each.title]));
  const chooser = choice("Line", options, "0", (value) => take(Number(value), 0));
  chooser.element.hidden = lines.length < 2;
  const played = h("div", { class: "card stack" }, h("h3", {}, "Moves"), moves, stepper.element);
  const element = h(
    "section",
    { class: "site-game", "aria-label": "Game" },
    h(
      "div",
      { class: "site-lead" },
      h("h2", {}, title, parameters && h("span", { class: "soft small" }, ` ${parameters}`)),
      whose,
    ),
    h("div", { class: "site-board" }, board.element),
    h(
      "div",
      { class: "stack" },
      chooser.element,
      played,
      h("div", { class: "card stack rules" }, h("h3", {}, "How to play"), ...paragraphs.map(paragraph)),
    ),
  );

  /** Go to a position of the line. @param {number} number @param {boolean} [pausing] */
  function go(number, pausing = true) {
    if (pausing) stepper.pause();
    ply = Math.max(0, Math.min(number, stepper.count - 1));
    const state = lines[line].states[ply];
    board.update(state, { flip: false, enabled: false, arrows: [] });
    stepper.at(ply);
    whose.textContent = said(state);
    for (const [i, each] of [...moves.querySelectorAll("button")].entries())
      if (i === ply - 1) each.setAttribute("aria-current", "step");
      else each.removeAttribute("aria-current");
    reveal(moves, moves.querySelector("[aria-current]"));
    announce(whose.textContent ?? "");
    moved();
  }

  /** Take another line, at one of its positions. @param {number} number @param {number} at */
  function take(number, at) {
    line = number;
    chooser.select.value = String(number);
    const { states } = lines[line];
    stepper.count = states.length;
    played.hidden = states.length < 2;
    fill(moves, ...movesOf(states[states.length - 1], [], go));
    go(at);
  }

  /** Show the line and the position of a link, or the first. @param {Record<string, string>} [asked] */
  function show(asked) {
    const number = (asked && wholeIn(asked, "line", 1, lines.length)) ?? 1;
    take(number - 1, (asked && wholeIn(asked, "ply")) ?? 0);
  }

  const place = () => ({ line: lines.length > 1 ? line + 1 : null, ply: ply || null });
  return { name: "game", title, element, takes: ["line", "ply"], place, show, hide: () => stepper.pause() };
}

/** Return what is said of a position. @param {State} state */
function said({ result, turn, players }) {
  if (result) return capital(result);
  return `${turn < 0 ? "Nature" : seatName(players[turn], players.length)} to move`;
}
