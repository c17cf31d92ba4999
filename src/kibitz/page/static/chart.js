// Ratings as a chart: one row for each player, a dot at the rating, and a whisker for its 95 % interval. Where an end of
// the interval is no number, the whisker is an open arrow.

import { svg } from "./dom.js";
import { minus } from "./words.js";

/** @typedef {import("./types.d.ts").RatedPlayer} RatedPlayer */

const ROW = 30,
  NAME = 17, // pixels for a name above its whisker, where there is no room for it on the left
  AXIS = 24,
  EDGE = 20, // on both sides of the whiskers, for half a number of the axis
  ARROW = 40, // for those that end in arrows
  CAP = 5,
  LETTER = 7.5, // the width of a letter, roughly
  NARROW = 420, // pixels of a chart with names above the whiskers
  TICK = 56; // the least pixels between two marks of the axis
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000];

/** @typedef {{x: (elo: number) => number, left: number, right: number, names: number, height: number}} Scale */

/**
 * Draw the ratings of players.
 * @param {RatedPlayer[]} players
 * @param {number} width in pixels
 * @returns {SVGElement}
 */
export function ratingChart(players, width) {
  const known = players.flatMap(({ elo, elo_low, elo_high }) => [elo, elo_low, elo_high]).filter(isNumber);
  const [low, high] = [Math.min(0, ...known), Math.max(0, ...known)];
  const scale = scaleOf(players, width, low, Math.max(high - low, 1));
  const { x, height } = scale;
  const bottom = players.length * height;
  const step = STEPS.find((each) => x(each) - x(0) >= TICK) ?? high - low;
  const first = Math.ceil(low / step);
  const ticks = Array.from({ length: Math.floor(high / step) - first + 1 }, (_, i) => (first + i) * step);
  return svg(
    "svg",
    {
      viewBox: `0 0 ${width} ${bottom + AXIS}`,
      class: "ratings",
      role: "img",
      "aria-label": `Elo with 95 % intervals: ${players.map(({ name, rating }) => `${name} ${rating}`).join(", ")}`,
    },
    ...ticks.flatMap((elo) => [
      svg("path", { d: `M${x(elo)} 0V${bottom}`, class: elo === 0 ? "tick zero" : "tick" }),
      svg("text", { x: x(elo), y: bottom + 17, class: "mark" }, minus(elo > 0 ? `+${elo}` : String(elo))),
    ]),
    ...players.flatMap((player, i) => row(player, i * height, scale)),
  );
}

/**
 * Return where numbers and names stand.
 * @param {RatedPlayer[]} players
 * @param {number} width
 * @param {number} low the least number
 * @param {number} span the greatest one above it
 * @returns {Scale}
 */
function scaleOf(players, width, low, span) {
  const longest = Math.max(...players.map(({ name }) => name.length)) * LETTER;
  const names = width < NARROW ? 0 : Math.min(longest + EDGE, width / 3);
  const isOpen = (/** @type {"elo_low" | "elo_high"} */ end) =>
    players.some((player) => player[end] === null && (player.elo_low ?? player.elo_high) !== null);
  const [left, right] = [names + EDGE, width - EDGE];
  const from = left + (isOpen("elo_low") ? ARROW : 0);
  const to = right - (isOpen("elo_high") ? ARROW : 0);
  const height = names ? ROW : ROW + NAME;
  return { x: (elo) => from + ((elo - low) / span) * (to - from), left, right, names, height };
}

/**
 * Draw a player's row.
 * @param {RatedPlayer} player
 * @param {number} top
 * @param {Scale} scale
 */
function row({ name, elo, elo_low: low, elo_high: high }, top, { x, left, right, names, height }) {
  const y = top + height - ROW / 2;
  const [from, to] = [low === null ? left : x(low), high === null ? right : x(high)];
  const text = shortened(name, (names || right) / LETTER);
  return [
    svg("text", { x: 0, y: names ? y + 5 : top + NAME, class: "who" }, text, svg("title", {}, name)),
    (low ?? high) !== null &&
      svg("path", { d: `M${from} ${y}H${to}${end(from, y, low, 1)}${end(to, y, high, -1)}`, class: "whisker" }),
    elo !== null && svg("circle", { cx: x(elo), cy: y, r: 5, class: "rating" }),
  ];
}

/**
 * Draw an end of a whisker: across it, or an open arrow that points away from it.
 * @param {number} x
 * @param {number} y
 * @param {number | null} elo
 * @param {1 | -1} inward
 */
function end(x, y, elo, inward) {
  if (elo !== null) return `M${x} ${y - CAP}V${y + CAP}`;
  return `M${x + 1.4 * CAP * inward} ${y - CAP}L${x} ${y}L${x + 1.4 * CAP * inward} ${y + CAP}`;
}

/** Return the beginning of a text that is too long. @param {string} text @param {number} most */
function shortened(text, most) {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

/** @param {number | null} value @returns {value is number} */
function isNumber(value) {
  return value !== null;
}
