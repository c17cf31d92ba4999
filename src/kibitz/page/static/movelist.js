// The moves of a game, as buttons that lead to them.

import { button, h } from "./dom.js";
import { toneOf } from "./seats.js";

/** @typedef {import("./types.d.ts").State} State */

const MOST_SHOWN = 300; // moves of the game in the list; the others are before them

/**
 * Return the moves of a game, then those that were taken back. Rounds are numbered as in 1. e4 e5 2. Nf3.
 * @param {State} state
 * @param {number[]} undone
 * @param {(ply: number) => void} goTo
 * @returns {Element[]}
 */
export function movesOf(state, undone, goTo) {
  const item = (
    /** @type {string} */ text,
    /** @type {number} */ ply,
    /** @type {Record<string, any>} */ attributes,
    number = "",
  ) =>
    h(
      "li",
      { "data-number": number || null },
      button(text, () => goTo(ply), attributes),
    );
  const first = Math.max(0, state.names.length - MOST_SHOWN);
  const before = first
    ? [item(`… ${first} before`, first, { class: "move", "aria-label": `Go to move ${first}` })]
    : [];
  const played = state.names.slice(first).map((name, place) => {
    const i = first + place;
    const number = state.numbers[i];
    const attributes = {
      class: `move ${toneOf(state, state.movers[i])}`,
      "aria-label": state.rounds ? `Go to ${number} ${name}` : `Go to move ${i + 1}, ${name}`,
      "aria-current": i === state.names.length - 1 ? "step" : null,
    };
    return item(name, i + 1, attributes, state.rounds && (place === 0 || number.endsWith(".")) ? number : "");
  });
  const later = undone.slice(-MOST_SHOWN).map((_, i) => {
    const ply = state.names.length + i + 1;
    return item("…", ply, { class: "move later", "aria-label": `Go to move ${ply}, taken back` });
  });
  return [...before, ...played, ...later];
}
