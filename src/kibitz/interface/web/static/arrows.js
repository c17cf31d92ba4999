// Draws what the engine thinks of moves on a board: arrows, spots and scores. Lengths are in cells.

import { svg } from "./dom.js";
import { stepsOf } from "./touches.js";

/** @typedef {import("./types.d.ts").Arrow} Arrow */
/** @typedef {import("./types.d.ts").Cell} Cell */
/** @typedef {[number, number]} Point */
/** @typedef {{left: number, top: number, right: number, bottom: number}} Box */

/**
 * Draw arrows, the best one on top.
 * @param {Arrow[]} arrows
 * @param {Map<string, Cell>} cells
 * @param {(name: string) => Point} centre of a cell
 * @param {number} large how many times larger than usual the scores are
 * @returns {Element[]}
 */
export function drawArrows(arrows, cells, centre, large) {
  /** @type {Box[]} where scores are written so far */
  const texts = [];
  return arrows
    .filter((arrow) => arrow.cells.length && arrow.cells.every((name) => cells.has(name)))
    .sort((a, b) => Number(b.best) - Number(a.best) || b.strength - a.strength)
    .map((arrow) => drawArrow(arrow, cells, centre, large, texts))
    .reverse();
}

/**
 * @param {Arrow} arrow
 * @param {Map<string, Cell>} cells
 * @param {(name: string) => Point} centre
 * @param {number} large
 * @param {Box[]} texts
 */
function drawArrow(arrow, cells, centre, large, texts) {
  const target = arrow.cells[arrow.cells.length - 1];
  const [x, y] = centre(target);
  const { width, height } = /** @type {Cell} */ (cells.get(target));
  const size = Math.max(0.55, Math.min(width, height));
  const steps = arrow.cells.length < 4 ? [[arrow.cells[0], target]] : stepsOf(arrow.cells);
  const strength = Math.max(0, Math.min(1, arrow.strength));
  const opacity = 0.45 + 0.45 * strength;
  const [fromX, fromY] = centre(steps[steps.length - 1][0]);
  const length = Math.hypot(x - fromX, y - fromY);
  const beyond = length ? 0.29 / length : 0; // the text stands before the tip
  const shafts = steps.map(([from, to]) => arrowPath(centre(from), centre(to), 0.06 + 0.05 * strength));
  const sign = length
    ? svg("path", { class: "shaft", opacity, d: shafts.join("") })
    : svg("circle", { class: "heat", opacity, cx: x, cy: y, r: size * (0.3 + 0.12 * strength) });
  const text = /** @type {Point} */ ([x + (x - fromX) * beyond, y + (y - fromY) * beyond]);
  return svg(
    "g",
    { class: arrow.best ? "arrow best" : "arrow" },
    sign,
    arrow.text !== "" && pill(arrow.text, text, large, texts),
  );
}

/** Return the outline of an arrow. @param {Point} from @param {Point} to @param {number} thick */
function arrowPath([x1, y1], [x2, y2], thick) {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  const head = Math.min(0.3, length / 2);
  const point = (/** @type {number} */ along, /** @type {number} */ aside) =>
    `${x1 + ux * along - uy * aside} ${y1 + uy * along + ux * aside}`;
  const [start, neck, tip] = [Math.min(0.2, length / 4), length - head - 0.06, length - 0.06];
  const wing = 0.12 + thick;
  const corners = [
    [start, thick],
    [neck, thick],
    [neck, wing],
    [tip, 0],
    [neck, -wing],
    [neck, -thick],
    [start, -thick],
  ];
  return `M${corners.map(([along, aside]) => point(along, aside)).join("L")}Z`;
}

/**
 * Draw a text on a small plate, a little above or below its place if another is there.
 * @param {string} text
 * @param {Point} at
 * @param {number} large how many times larger than usual
 * @param {Box[]} others where texts are already; this one is added
 */
function pill(text, [x, y], large, others) {
  const [width, height] = [(0.16 + 0.135 * text.length) * large, 0.29 * large];
  const places = [0, -1, 1, -2, 2].map((step) => boxAt(x, y + 1.03 * step * height, width, height));
  const box = places.find((place) => !others.some((other) => overlap(place, other))) ?? places[0];
  others.push(box);
  return svg(
    "g",
    { class: "pill", transform: `translate(${x} ${(box.top + box.bottom) / 2})` },
    svg("rect", { x: -width / 2, y: -height / 2, width, height, rx: height / 2 }),
    svg("text", { "font-size": 0.22 * large }, text),
  );
}

/** @param {number} x @param {number} y @param {number} width @param {number} height @returns {Box} */
function boxAt(x, y, width, height) {
  return { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 };
}

/** @param {Box} a @param {Box} b */
function overlap(a, b) {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
