// Draws what the engine thinks of moves on a board: arrows, spots and scores. Lengths are in cells.

import { svg } from "./dom.js";
import { stepsOf } from "./touches.js";

/** @typedef {import("./types.d.ts").Arrow} Arrow */
/** @typedef {import("./types.d.ts").Cell} Cell */
/** @typedef {[number, number]} Point */
/** @typedef {{left: number, top: number, right: number, bottom: number}} Box */

const LONG = 2; // the length of a cell on which a mark stands beside the middle, where its piece is
const LEAST = 0.55; // the size of the smallest mark
const EDGE = 0.1; // from a score to the edge of the picture
const STEPS = [0, -1, 1, -2, 2, -3, 3, -4, 4]; // from the place of a score to where it may stand, in its heights

/**
 * Draw arrows, the best one on top; of the moves that are a choice of cells only the best, as rings around them.
 * @param {Arrow[]} arrows
 * @param {Map<string, Cell>} cells
 * @param {(name: string) => Point} centre of a cell
 * @param {number} large how many times larger than usual the scores are
 * @param {Box} frame of the board: scores stay inside
 * @returns {Element[]}
 */
export function drawArrows(arrows, cells, centre, large, frame) {
  const scores = new Scores(large, frame);
  const drawn = arrows
    .filter((arrow) => arrow.cells.length && arrow.cells.every((name) => cells.has(name)))
    .sort((a, b) => Number(b.best) - Number(a.best) || b.strength - a.strength);
  const chosen = drawn.find((arrow) => arrow.choice);
  return drawn
    .filter((arrow) => !arrow.choice || arrow === chosen)
    .map((arrow) => drawArrow(arrow, cells, centre, scores))
    .reverse();
}

/**
 * @param {Arrow} arrow
 * @param {Map<string, Cell>} cells
 * @param {(name: string) => Point} centre
 * @param {Scores} scores
 */
function drawArrow(arrow, cells, centre, scores) {
  const kind = `arrow ${arrow.kind ?? (arrow.best ? "best" : "")}`.trim();
  const target = arrow.cells[arrow.cells.length - 1];
  if (arrow.choice) {
    const rings = arrow.cells.slice(0, -1).map((name) => drawRing(/** @type {Cell} */ (cells.get(name)), centre(name)));
    const [x, y] = centre(target);
    return svg("g", { class: kind }, ...rings, scores.write(arrow.text, [x, y + 0.3]));
  }
  const { width, height } = /** @type {Cell} */ (cells.get(target));
  const long = Math.max(width, height) >= LONG;
  const size = long ? LEAST : Math.max(LEAST, Math.min(width, height));
  const steps = arrow.cells.length < 4 ? [[arrow.cells[0], target]] : stepsOf(arrow.cells);
  const strength = Math.max(0, Math.min(1, arrow.strength));
  const opacity = 0.45 + 0.45 * strength;
  let [x, y] = centre(target);
  const [fromX, fromY] = centre(steps[steps.length - 1][0]);
  const length = Math.hypot(x - fromX, y - fromY);
  if (!length && long) [x, y] = width > height ? [x + width / 4, y] : [x, y + height / 4];
  const beyond = 0.29 / length; // the text stands before the tip
  const shafts = steps.map(([from, to]) => arrowPath(centre(from), centre(to), 0.06 + 0.05 * strength));
  const sign = length
    ? svg("path", { class: "shaft", opacity, d: shafts.join("") })
    : svg("circle", { class: "heat", opacity, cx: x, cy: y, r: size * (0.3 + 0.12 * strength) });
  const text = /** @type {Point} */ (length ? [x + (x - fromX) * beyond, y + (y - fromY) * beyond] : [x, y]);
  return svg("g", { class: kind }, sign, scores.write(arrow.text, text));
}

/** Draw a ring around what stands on a cell. @param {Cell} cell @param {Point} at */
function drawRing({ width, height }, [cx, cy]) {
  const place = { cx, cy, r: 0.44 * Math.min(width, height) };
  return svg("g", {}, svg("circle", { class: "halo", ...place }), svg("circle", { class: "ring", ...place }));
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

/** Writes scores on small plates beside each other, all inside a board. */
class Scores {
  /** @param {number} large how many times larger than usual @param {Box} frame */
  constructor(large, frame) {
    this.large = large;
    this.frame = frame;
    /** @type {Box[]} where scores are written so far */
    this.boxes = [];
  }

  /** Write a text, a little above or below its place if another is there. @param {string} text @param {Point} at */
  write(text, [x, y]) {
    if (text === "") return null;
    const { large, boxes, frame } = this;
    const [width, height] = [(0.16 + 0.155 * text.length) * large, 0.29 * large];
    const [aside, above] = [width / 2 + EDGE, height / 2 + EDGE];
    const middle = within(x, frame.left + aside, frame.right - aside);
    const places = STEPS.map((step) => {
      const at = within(y + 1.03 * step * height, frame.top + above, frame.bottom - above);
      return boxAt(middle, at, width, height);
    });
    const box = places.find((place) => !boxes.some((other) => overlap(place, other))) ?? places[0];
    boxes.push(box);
    return svg(
      "g",
      { class: "pill", transform: `translate(${middle} ${(box.top + box.bottom) / 2})` },
      svg("rect", { x: -width / 2, y: -height / 2, width, height, rx: height / 2 }),
      svg("text", { "font-size": 0.22 * large }, text),
    );
  }
}

/** Return the nearest value in a range. @param {number} value @param {number} least @param {number} most */
function within(value, least, most) {
  return Math.max(least, Math.min(most, value));
}

/** @param {number} x @param {number} y @param {number} width @param {number} height @returns {Box} */
function boxAt(x, y, width, height) {
  return { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 };
}

/** @param {Box} a @param {Box} b */
function overlap(a, b) {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
