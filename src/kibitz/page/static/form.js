// The forms of answers, read as the server reads them, for a page that has none: `classroom/form.py` says which they are.

/** @typedef {Pick<import("./types.d.ts").Lesson, "form" | "names" | "width" | "wanted">} Form */

const MOST_NUMBER = 1e9;
const MOST_ITEMS = 2000;
const MOST_NAMED = 12; // names that an error lists
const MOST_QUOTED = 60;
const OPEN = ["∞", "+∞", "inf", "+inf", "infinity", "oo", ""];
const NUMBER = /^([+-]?(?:\d{1,15}(?:\.\d{0,15})?|\.\d{1,15}))(?:\/(\d{1,15}))?$/;

/** Something that has not the form of an answer. */
class Malformed extends Error {}

/** Return an answer in its own form; throw an error that says what is expected. @param {Form} form @param {any} value */
export function readAnswer(form, value) {
  try {
    return READERS[form.form](form, value);
  } catch (error) {
    if (error instanceof Malformed) throw new Error(`expected ${form.wanted}, got ${quoted(value)}`);
    throw error;
  }
}

/** @param {any} value */
function quoted(value) {
  return JSON.stringify(value).slice(0, MOST_QUOTED);
}

/** Return a text with the signs of a keyboard. @param {string} text */
function plain(text) {
  return text.replace(/[−–]/g, "-").replace(/＋/g, "+");
}

/** Return a number, given as one or as text such as 1/3. @param {any} value @returns {number} */
function number(value) {
  let found = value;
  if (typeof value === "string") {
    const parts = plain(value).replaceAll(" ", "").match(NUMBER);
    if (!parts) throw new Malformed();
    found = Number(parts[1]) / Number(parts[2] ?? 1);
  }
  if (typeof found !== "number" || !(Math.abs(found) <= MOST_NUMBER)) throw new Malformed();
  return found;
}

/** Return an edge of a window; null if it is open. @param {any} value @param {-1 | 1} sign @returns {number | null} */
function edge(value, sign) {
  if (value === null) return null;
  if (typeof value !== "string") return number(value);
  const text = plain(value).trim().toLowerCase();
  if (!OPEN.includes(text.replace(/^-+/, ""))) return number(value);
  if (text && text.startsWith("-") !== sign < 0) throw new Malformed();
  return null;
}

/** Return the items of a list, given as one or as text in brackets. @param {any} value @returns {any[]} */
function itemsOf(value) {
  if (Array.isArray(value)) return value;
  if (typeof value !== "string") throw new Malformed();
  const inside = value.trim().replace(/^[()[\]]+|[()[\]]+$/g, "");
  return inside.trim().split(/\s*[,;]\s*|\s+/);
}

/** Return a number, or one for each player. @param {Form} form @param {any} value */
function readScore({ width }, value) {
  if (width === 1) return number(value);
  const scores = itemsOf(value).map(number);
  if (scores.length !== width) throw new Malformed();
  return scores;
}

/** @param {Form} form @param {any} value */
function readNumbers(form, value) {
  const given = named(form, value);
  const names = form.names.filter((name) => name in given && given[name] !== "");
  return Object.fromEntries(names.map((name) => [name, readScore(form, given[name])]));
}

/** @param {Form} form @param {any} value */
function readWindows(form, value) {
  const given = named(form, value);
  const names = form.names.filter((name) => name in given && given[name] !== null);
  return Object.fromEntries(names.map((name) => [name, readWindow(given[name])]));
}

/** @param {any} value */
function readWindow(value) {
  const pair = itemsOf(value);
  if (pair.length !== 2) throw new Malformed();
  return [edge(pair[0], -1), edge(pair[1], 1)];
}

/** Return a table whose names the question knows. @param {Form} form @param {any} value @returns {Record<string, any>} */
function named(form, value) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Malformed();
  for (const name of Object.keys(value)) known(form, name);
  return { __proto__: null, ...value };
}

/** Return names in the order of the question, each once. @param {Form} form @param {any} value */
function readNames(form, value) {
  const given = new Set(readSequence(form, value));
  return form.names.filter((name) => given.has(name));
}

/** Return names in the order given. @param {Form} form @param {any} value @returns {string[]} */
function readSequence(form, value) {
  if (!Array.isArray(value) || value.length > MOST_ITEMS) throw new Malformed();
  return value.map((name) => known(form, name));
}

/** @param {Form} form @param {any} value */
function readChoice(form, value) {
  return known(form, typeof value === "string" ? value.trim() : value);
}

/** Return a name that the question knows; case does not matter where it is clear what is meant. @param {Form} form @param {any} name */
function known({ names }, name) {
  if (typeof name !== "string") throw new Malformed();
  if (names.includes(name)) return name;
  const same = names.filter((each) => each.toLowerCase() === name.toLowerCase());
  if (same.length === 1) return same[0];
  const few = names.slice(0, MOST_NAMED).join(", ") + (names.length > MOST_NAMED ? ", …" : "");
  throw new Error(`expected names among ${few}, got ${quoted(name)}`);
}

/** @type {Record<Form["form"], (form: Form, value: any) => any>} */
const READERS = {
  number: readScore,
  scores: readScore,
  numbers: readNumbers,
  names: readNames,
  sequence: readSequence,
  windows: readWindows,
  choice: readChoice,
};
