// Who plays: a person, Kibitz with a level or a time for each move, or somebody who does not play their best.

import { capital } from "./words.js";

/** @typedef {import("./types.d.ts").State} State */
/** @typedef {{kind: "person" | "engine" | "random" | "policy", level?: number, seconds?: number, search?: string}} Side */

const PERSON = "person";
const MCTS = "mcts"; // Monte Carlo tree search, which cannot assume how others play
const LEVEL = 4;
const ALONE = "seconds 0.1"; // how Kibitz plays a game of one player
const SIDES = /** @type {[string, string][]} */ ([
  [PERSON, "A person"],
  ...Array.from({ length: 10 }, (_, i) => [`level ${i + 1}`, `Kibitz, level ${i + 1}`]),
  [ALONE, "Kibitz, ⅒ second"],
  ["seconds 0.5", "Kibitz, ½ second"],
  ["seconds 2", "Kibitz, 2 seconds"],
  ["seconds 10", "Kibitz, 10 seconds"],
  [`${MCTS} 0.5`, "Monte Carlo, ½ second"],
  [`${MCTS} 2`, "Monte Carlo, 2 seconds"],
  ["random", "Moves at random"],
]);
const POLICY = /** @type {[string, string]} */ (["policy", "By the game’s policy"]);

/** The engine's searches as people call them. @type {Record<string, string>} */
const SEARCHES = {
  "best-reply": "Best-reply search",
  "max-n": "Max-n: everyone for themselves",
  mcts: "Monte Carlo tree search",
  paranoid: "Paranoid: all against one",
  pvs: "Principal variation search",
  expectiminimax: "Expectiminimax",
};
const TONES = ["first", "second", "green", "yellow", "dark", "light"]; // of players without pieces

/** What Kibitz may assume of the other players, as value and text. @type {[string, string][]} */
const OTHERS = [
  ["best", "their best"],
  ["best:0.9", "their best, 9 times of 10"],
  ["best:0.8", "their best, 8 times of 10"],
  ["best:0.5", "their best, half of the time"],
  ["random", "at random"],
];

/**
 * Return what can be chosen for a side, as value and text.
 * @param {boolean} policy whether the game has one
 * @param {string} [model] how Kibitz assumes that others play
 */
export function sidesOf(policy, model = "best") {
  const sides = model === "best" ? SIDES : SIDES.filter(([value]) => !value.startsWith(MCTS));
  return policy ? [...sides, POLICY] : sides;
}

/** Return the searches that can be chosen for a game, as value and text. @param {string[]} searches besides the usual */
export function searchesOf(searches) {
  const others = searches.map((name) => /** @type {[string, string]} */ ([name, SEARCHES[name] ?? name]));
  return [/** @type {[string, string]} */ (["", "The one that suits the game"]), ...others];
}

/** Return what can be assumed of others, as value and text. @param {boolean} policy whether the game has one */
export function othersOf(policy) {
  return policy ? [...OTHERS, /** @type {[string, string]} */ (["policy", "by the game’s policy"])] : OTHERS;
}

/**
 * Return who plays a side unless chosen otherwise: a person plays first, and Kibitz has all other seats.
 * @param {number} player
 * @returns {Side}
 */
export function defaultSide(player) {
  return player === 0 ? { kind: "person" } : { kind: "engine", level: LEVEL };
}

/** Return Kibitz as the player of a game of one. @returns {Side} */
export function aloneSide() {
  return sideFrom(ALONE);
}

/** Return the name of a seat; the only player of a game needs no number. @param {string} name @param {number} players */
export function seatName(name, players) {
  return players === 1 && name === "player 0" ? "Player" : capital(name);
}

/** Return a side as text. @param {Side} side */
export function sideText(side) {
  if (side.kind !== "engine") return side.kind;
  if (side.search) return `${side.search} ${side.seconds}`;
  return side.level ? `level ${side.level}` : `seconds ${side.seconds}`;
}

/** Return the side that a text means. @param {string} text @returns {Side} */
export function sideFrom(text) {
  const [kind, number] = text.split(" ");
  if (kind === "level") return { kind: "engine", level: Number(number) };
  if (kind === "seconds") return { kind: "engine", seconds: Number(number) };
  if (kind === MCTS) return { kind: "engine", seconds: Number(number), search: MCTS };
  return { kind: kind === "random" || kind === "policy" ? kind : PERSON };
}

/**
 * Return the class that gives what is a player's their colour; nature has none.
 * @param {State | null} state
 * @param {number} player
 */
export function toneOf(state, player) {
  return player < 0 ? "nature" : toneAmong(state?.board?.players ?? [], player);
}

/** Return the class that gives what is a player's their colour. @param {string[]} tones of the pieces @param {number} player */
export function toneAmong(tones, player) {
  return `tone-${tones[player] ?? TONES[player] ?? "plain"}`;
}
