// How a move is made on this page: what to touch, and why a touch means nothing.

import { directionOf } from "./motion.js";
import { choices } from "./touches.js";

/** @typedef {import("./types.d.ts").State} State */
/** @typedef {import("./touches.js").Touches} Touches */

const MOST_NAMED = 6; // cells that are named in a sentence
export const MOST_MARKED = 64; // cells that are marked to show where a move can begin

/** Return how moves are made in a position, in sentences. @param {State} state @returns {string[]} */
export function waysToMove({ legal, board }) {
  const said = [];
  const sizes = new Set(legal.map(({ cells }) => (board ? cells.length : 0)));
  const groups = new Map((board?.cells ?? []).map(({ name, group }) => [name, group]));
  const group = groups.get(legal[0]?.cells.at(-1) ?? "")?.split(" ")[0];
  if (legal.some(({ name }) => directionOf(name))) said.push("Press an arrow key, or swipe across the board.");
  if (board && choices(legal).size) said.push("Touch what you want to keep, then the cell that completes the move.");
  else if ([...sizes].some((size) => size > 1))
    said.push("Click a piece and then where it should go, or drag it there.");
  else if (sizes.has(1)) said.push(group ? `Click anywhere in a ${group}.` : "Click a cell.");
  if ([...sizes].some((size) => size > 3)) said.push("A move of several steps is made step by step.");
  if (sizes.has(0)) said.push("Press the button of a move below the board.");
  const example = legal[0] ? `, such as ${legal[0].name}` : "";
  said.push(`You can also type the name of a move${example}.`);
  if (board) said.push("With the keyboard, Tab leads to the board, arrow keys from cell to cell, and Enter selects.");
  return said;
}

/**
 * Return why a touch of a cell means nothing, while a person may move.
 * @param {string} name
 * @param {string} from the cell that was touched before it, if any
 * @param {Touches} touches as they were then
 */
export function whyNothing(name, from, { legal, first, next }) {
  if (from) return `${from} cannot go to ${name}. ${listed([...next.keys()])}`;
  if (legal.some((move) => directionOf(move.name))) return "Press an arrow key, or swipe across the board.";
  if (!first.size) return "Choose a move by its button below the board.";
  const pieces = legal.some(({ cells }) => cells.length > 1);
  const marked = first.size <= MOST_MARKED;
  if (pieces) return `Nothing can move from ${name}.${marked ? " What can move is marked." : ""}`;
  return `There is no legal move at ${name}.${marked ? " Legal moves are marked." : ""}`;
}

/** @param {string[]} names */
function listed(names) {
  if (!names.length) return "";
  const shown = names.slice(0, MOST_NAMED).join(", ");
  return `It can go to ${shown}${names.length > MOST_NAMED ? " …" : ""}.`;
}
