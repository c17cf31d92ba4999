// What is right and wrong in an answer, judged as the server judges it, for a page that has none.

import { readAnswer } from "./form.js";

/** @typedef {import("./types.d.ts").Carried} Carried */
/** @typedef {import("./types.d.ts").Checked} Checked */
/** @typedef {import("./types.d.ts").Lesson} Lesson */
/** @typedef {{right: boolean, good: string[], wrong: string[]}} Verdict the parts that are right, and the others */

const CLOSE = 0.005 + 1e-9; // how far an answer may be from the right number: two decimals are enough
const MOST_DIGITS = 7; // letters of a number with a fraction; a longer one is rounded

/**
 * Return what is said of an answer to a lesson, and the next hint.
 * @param {Carried} lesson
 * @param {any} given as the page sends it to a server
 * @param {number} tries how many were wrong before
 * @returns {Checked}
 */
export function checkAnswer({ told, ids, hints, right, solution }, given, tries) {
  if (given === null || given === undefined) throw new Error("there is no answer");
  const answer = readAnswer(told, given);
  const verdict = judge(told, answer, right);
  const parts = { right: verdict.good, extra: verdict.wrong };
  const marks = /** @type {("right" | "extra")[]} */ (["right", "extra"]).flatMap((mark) =>
    parts[mark].map((name) => ({ name, mark })),
  );
  return {
    right: verdict.right,
    say: verdict.right ? `Right: ${solution}.` : remark(told.form, answer, verdict),
    parts: Object.fromEntries(marks.map(({ name, mark }) => [name, mark])),
    marks:
      told.form === "windows"
        ? []
        : marks.filter(({ name }) => Object.hasOwn(ids, name)).map(({ name, mark }) => ({ node: ids[name], mark })),
    hint: verdict.right ? null : (hints[tries] ?? null),
    hints: hints.length,
  };
}

/** Compare an answer with the right one; a choice may have several. @param {Lesson} lesson @param {any} answer @param {any} right @returns {Verdict} */
function judge({ form, names }, answer, right) {
  if (form === "number" || form === "scores") return { right: isClose(answer, right), good: [], wrong: [] };
  if (form === "choice") return { right: right.includes(answer), good: [], wrong: [] };
  if (form === "sequence") return inOrder(answer, right);
  if (form === "names") return parted(answer, right.length, (name) => right.includes(name));
  const given = names.filter((name) => Object.hasOwn(answer, name));
  const isGood = (/** @type {string} */ name) => Object.hasOwn(right, name) && isClose(answer[name], right[name]);
  return parted(given, Object.keys(right).length, isGood);
}

/** Part names into those that are good and the others; all must be good, and none may be missing. @param {string[]} names @param {number} count @param {(name: string) => boolean} isGood @returns {Verdict} */
function parted(names, count, isGood) {
  const good = names.filter(isGood);
  const wrong = names.filter((name) => !isGood(name));
  return { right: !wrong.length && good.length === count, good, wrong };
}

/** Compare names in order: those before the first mistake are right. @param {string[]} answer @param {string[]} right @returns {Verdict} */
function inOrder(answer, right) {
  const first = answer.findIndex((name, i) => name !== right[i]);
  const good = first < 0 ? answer : answer.slice(0, first);
  const wrong = answer.slice(good.length);
  return { right: !wrong.length && answer.length === right.length, good, wrong };
}

/** Return whether two scores, or two edges of windows, are the same to two decimals. @param {any} answer @param {any} right @returns {boolean} */
function isClose(answer, right) {
  if (Array.isArray(right)) return answer.length === right.length && right.every((each, i) => isClose(answer[i], each));
  if (answer === null || right === null) return answer === right;
  return Math.abs(answer - right) <= CLOSE;
}

/** Return what is said of a wrong answer: only what is wrong in it. @param {Lesson["form"]} form @param {any} answer @param {Verdict} verdict */
function remark(form, answer, { good, wrong }) {
  if (form === "number" || form === "scores" || form === "choice") return `${written(answer)} is not right.`;
  if (!Object.keys(answer).length) return "Not quite: something is missing.";
  if (form === "sequence") {
    const far = good.length ? `it is right up to number ${good.length}` : "the first one is wrong";
    return `Not quite: ${far}${wrong.length ? "" : ", but it goes on"}.`;
  }
  if (wrong.length) return `Not quite: ${wrong.join(", ")} ${wrong.length === 1 ? "is" : "are"} wrong.`;
  return "Not quite: all of this is right, but something is missing.";
}

/** Write a name, a number with at most four decimals, or one for each player. @param {any} answer @returns {string} */
function written(answer) {
  if (Array.isArray(answer)) return `(${answer.map(written).join(", ")})`;
  if (typeof answer === "string") return answer;
  const value = Number(answer.toFixed(4));
  const text = String(value);
  const isLong = !Number.isInteger(value) && text.length > MOST_DIGITS;
  const short = Math.abs(value) >= 0.01 ? value.toFixed(3).replace(/\.?0+$/, "") : String(Number(value.toPrecision(2)));
  return (isLong ? `≈${short}` : text).replace("-", "−");
}
