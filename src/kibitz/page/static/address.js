// The address after #: a view and what it shows, so that a link says it all.
//
//   #tree?game=connect-four:columns=6&moves=4+4+3&algorithm=alpha-beta&depth=4&step=17
//
// Law. Reading is the inverse of writing, whatever the texts of a game are. Moves are separated by spaces, which an
// address writes as +. A move is its name, or ~ and its number where the name would not lead back to it: because it has
// a space in it, is empty, begins with ~, or belongs to several moves.

const BY_NUMBER = "~";

/** @typedef {import("./types.d.ts").Place} Place */
/** @typedef {{view: string, place: Record<string, string>}} Address */

/** Return the view that an address names, and what it is to show. @param {string} hash @returns {Address} */
export function readAddress(hash) {
  const [view, ...rest] = hash.replace(/^#/, "").split("?");
  return { view, place: Object.fromEntries(new URLSearchParams(rest.join("?"))) };
}

/** Return the address of a view and what it shows; what is undefined or null is left out. @param {string} view @param {Place} place */
export function writeAddress(view, place) {
  const given = Object.entries(place).filter(([, value]) => value !== undefined && value !== null);
  const parts = given.map(([name, value]) => `${encoded(name)}=${encoded(String(value))}`);
  return `#${view}${parts.length ? "?" : ""}${parts.join("&")}`;
}

/** Encode a text, leaving what is harmless in an address to be read by people. @param {string} text */
function encoded(text) {
  return encodeURIComponent(text)
    .replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`) // a chat may end a link there
    .replaceAll("%20", "+")
    .replace(/%(3A|2C|2F|3D)/g, (code) => decodeURIComponent(code));
}

/**
 * Return the moves of a game as the words of a link.
 * @param {{moves: number[], names: string[], nameless: number[]}} state
 */
export function wordsOf({ moves, names, nameless }) {
  const hidden = new Set(nameless);
  return names.map((name, i) => (hidden.has(i) ? numbered(moves[i]) : name));
}

/** Return a move that is written by its number. @param {number} move */
export function numbered(move) {
  return BY_NUMBER + move;
}

/**
 * Return a whole number of a link, or undefined if it has none of this name.
 * @param {Record<string, string>} place
 * @param {string} name
 * @param {number} [least]
 * @param {number} [most]
 */
export function wholeIn(place, name, least = 0, most = Infinity) {
  const text = place[name];
  if (text === undefined) return undefined;
  const number = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  if (number >= least && number <= most) return number;
  const range = most === Infinity ? `of at least ${least}` : `from ${least} to ${most}`;
  throw new Error(`${name} in this link must be a whole number ${range}, got ${text.slice(0, 40)}`);
}

/** Complain of what a view cannot show. @param {Record<string, string>} place @param {string[]} known */
export function refuseUnknown(place, known) {
  const unknown = Object.keys(place).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new Error(`a link to this view has no ${unknown.slice(0, 40)}; it may have ${known.join(", ")}`);
}
