// Names, numbers and scores as people write them.

/** @typedef {import("./types.d.ts").InfoLine} InfoLine */

const NO_OPINION = "no opinion yet"; // what the server says of a 0 that nothing was evaluated for
const LEAST = 1e-6; // a score below it is noise

/** @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Return a count in few digits. @param {number} count */
export function short(count) {
  if (count < 10000) return String(Math.round(count));
  if (count < 1e6) return `${(count / 1e3).toFixed(count < 1e5 ? 1 : 0)} k`;
  if (count < 1e9) return `${(count / 1e6).toFixed(count < 1e7 ? 2 : 1)} M`;
  return `${(count / 1e9).toFixed(2)} G`;
}

/** Return a number of points with a true minus sign and few digits. @param {number} score */
export function points(score) {
  return minus(String(Math.abs(score) < LEAST ? 0 : Number(score.toPrecision(4))));
}

/** Return a score as people write it, with a true minus sign and few digits. @param {string} text */
export function minus(text) {
  if (isOpen(text)) return NO_OPINION;
  return rounded(text)
    .replace(/(^|value )-/, "$1−")
    .replace(/, equal$/, " (equal)");
}

/** Return whether a score is no opinion: nothing was evaluated, and nothing is proven. @param {string} text */
export function isOpen(text) {
  return text.endsWith(NO_OPINION);
}

/** Return a score without its unit, for a narrow place. @param {string} text */
export function brief(text) {
  if (isOpen(text)) return "?";
  return minus(text)
    .replace(" (equal)", "")
    .replace(/^([+−]?[\d.]+) [^,]+$/, "$1");
}

/** Return a text with its numbers rounded. @param {string} text */
function rounded(text) {
  return text.replace(/([+-]?)(\d+\.\d{4,}(?:e-\d+)?)/g, (_, sign, number) =>
    Number(number) < LEAST ? "0" : sign + String(Number(Number(number).toPrecision(4))),
  );
}

/** Return a score that fits on a board: W5 wins in 5 plies, L4 loses in 4, D draws. @param {string} text */
export function shortScore(text) {
  const [number, proof] = [text.split(", ")[0], text.split(", ").at(-1) ?? ""];
  const sign = { wins: "W", loses: "L", draws: "D" }[proof.split(" ")[0]];
  if (sign) return sign + (proof.match(/\d+$/)?.[0] ?? "");
  return isOpen(text) ? "?" : brief(number.replace(/value | at this depth/g, ""));
}

/**
 * Return the score of each line in words. Where rounding would make different scores equal, the best line has its score
 * and each other one what it lacks of it.
 * @param {InfoLine[]} lines the best one first
 * @param {(text: string) => string} write
 * @returns {string[]}
 */
export function lineScores(lines, write) {
  const texts = lines.map(({ text }) => write(text));
  const lacks = lines.map(({ score }) => Number((Number(lines[0].score) - Number(score)).toPrecision(3)));
  const alike = texts.some((text, i) => /^(value )?[+−]?\d/.test(text) && lacks[i] !== lacks[texts.indexOf(text)]);
  return texts.map((text, i) => (alike && lacks[i] > LEAST ? `−${lacks[i]}` : text));
}

/**
 * Return the share of visits that went to each line, in words.
 * @param {InfoLine[]} lines
 * @param {number} visits of all moves
 * @returns {string[]}
 */
export function lineShares(lines, visits) {
  return lines.map((line) => {
    const share = (100 * (line.visits ?? 0)) / Math.max(1, visits);
    return share > 0 && share < 1 ? "< 1 %" : `${Math.round(share)} %`;
  });
}

/** Return a time in words. @param {number} seconds */
export function duration(seconds) {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}

/** Return a probability in percent. @param {number} chance */
export function percent(chance) {
  return `${Number((100 * chance).toPrecision(3))} %`;
}
