// What a link says of a game besides its moves: who plays, what Kibitz assumes of the others, and how the board lies.

import { defaultSide, othersOf, sideFrom, sideText, sidesOf } from "./seats.js";

/** @typedef {import("./store.js").Store} Store */

const FLIPS = /** @type {[string, string][]} */ ([
  ["0", "as usual"],
  ["1", "flipped"],
]);

/** The names of what a link may say. */
export const SEATING = ["seats", "others", "search", "flip"];

/** Return what a link says; what is as usual is left out. @param {Store} store @returns {import("./types.d.ts").Place} */
export function seatingOf(store) {
  const seats = store.seats().map(sideText);
  const usual = seats.map((_, player) => sideText(defaultSide(player)));
  return {
    seats: seats.join() === usual.join() ? null : seats.map((each) => each.replace(" ", "-")).join(),
    others: store.others === "best" ? null : store.others,
    search: store.search || null,
    flip: store.flip ? 1 : null,
  };
}

/** Sit down as a link says. @param {Store} store @param {Record<string, string>} asked */
export function sitDown(store, asked) {
  const { seats, others = "best", search = "", flip = "0" } = asked;
  const players = store.state?.players.length ?? 0;
  const sides = seats === undefined ? [] : seats.split(",").map((each) => each.replace("-", " "));
  check("seats", sides, sidesOf(Boolean(store.info()?.policy)));
  if (sides.length > players) throw new Error(`seats in this link are ${sides.length}, but ${players} play`);
  check("others", [others], othersOf(Boolean(store.info()?.policy)));
  check("flip", [flip], FLIPS);
  store.sides = sides.map(sideFrom);
  store.others = others;
  store.search = (store.info()?.searches ?? []).includes(search) ? search : "";
  store.flip = flip === "1";
  store.keep();
}

/** Complain of a word that is not among those known. @param {string} name @param {string[]} words @param {[string, string][]} known */
function check(name, words, known) {
  const wrong = words.find((word) => !known.some(([value]) => value === word));
  if (wrong === undefined) return;
  const values = known.map(([value]) => value.replace(" ", "-")).join(", ");
  throw new Error(`${name} in this link must be among ${values}, got ${wrong.slice(0, 40)}`);
}
