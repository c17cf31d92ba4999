// Who plays: a person, or Kibitz with a level or a time for each move.

/** @typedef {{kind: "person" | "engine", level?: number, seconds?: number}} Side */

const PERSON = "person";
const LEVEL = 4;

/** What can be chosen for a side, as value and text. @type {[string, string][]} */
export const SIDES = [
  [PERSON, "A person"],
  ...Array.from(
    { length: 10 },
    (_, i) => /** @type {[string, string]} */ ([`level ${i + 1}`, `Kibitz, level ${i + 1}`]),
  ),
  ["seconds 0.5", "Kibitz, ½ second"],
  ["seconds 2", "Kibitz, 2 seconds"],
  ["seconds 10", "Kibitz, 10 seconds"],
];

/**
 * Return who plays a side unless chosen otherwise: a person plays first, and Kibitz has all other seats.
 * @param {number} player
 * @returns {Side}
 */
export function defaultSide(player) {
  return player === 0 ? { kind: "person" } : { kind: "engine", level: LEVEL };
}

/** Return a side as a value of SIDES. @param {Side} side */
export function sideText(side) {
  if (side.kind === "person") return PERSON;
  return side.level ? `level ${side.level}` : `seconds ${side.seconds}`;
}

/** Return the side that a value of SIDES means. @param {string} text @returns {Side} */
export function sideFrom(text) {
  const [kind, number] = text.split(" ");
  if (kind === "level") return { kind: "engine", level: Number(number) };
  if (kind === "seconds") return { kind: "engine", seconds: Number(number) };
  return { kind: "person" };
}
