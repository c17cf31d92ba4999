// What lies under the pieces and over them: cells, the ground, arrows. Points are in cells, around 0, 0 or as given.

import { svg } from "./dom.js";

/** @typedef {import("./types.d.ts").Cell} Cell */
/** @typedef {{left: number, top: number, right: number, bottom: number}} Box */
/** @typedef {[number, number]} Point */

/** @param {Point} at @param {number} width @param {number} height @returns {Box} */
export function boxAt([x, y], width, height) {
  return { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 };
}

/** @param {Box[]} boxes @returns {Box} */
export function around(boxes) {
  return {
    left: Math.min(...boxes.map((box) => box.left)),
    right: Math.max(...boxes.map((box) => box.right)),
    top: Math.min(...boxes.map((box) => box.top)),
    bottom: Math.max(...boxes.map((box) => box.bottom)),
  };
}

/**
 * What lies under the cells: as far on the left as on the right, so that the board is in its middle.
 * @param {string} ground
 * @param {Box} cells
 * @param {Box} all
 * @returns {Box}
 */
export function plateOf(ground, cells, all) {
  if (ground === "plain") return cells;
  const across = Math.max(cells.left - all.left, all.right - cells.right) + 0.1;
  const along = Math.max(cells.top - all.top, all.bottom - cells.bottom) + 0.1;
  return {
    left: cells.left - across,
    right: cells.right + across,
    top: cells.top - along,
    bottom: cells.bottom + along,
  };
}

/** @param {Box} box @param {string} kind */
export function rect(box, kind) {
  return svg("rect", {
    class: kind,
    x: box.left,
    y: box.top,
    width: box.right - box.left,
    height: box.bottom - box.top,
    rx: 0.16,
  });
}

/** A plate with holes. @param {Box} box @param {Point[]} holes */
export function holed({ left, top, right, bottom }, holes) {
  const circles = holes.map(([x, y]) => `M${x - 0.41} ${y}a0.41 0.41 0 1 0 0.82 0a0.41 0.41 0 1 0 -0.82 0Z`);
  const corner = (/** @type {number} */ x, /** @type {number} */ y) => `a0.22 0.22 0 0 1 ${x} ${y}`;
  const frame = [
    `M${left + 0.22} ${top}H${right - 0.22}${corner(0.22, 0.22)}V${bottom - 0.22}${corner(-0.22, 0.22)}`,
    `H${left + 0.22}${corner(-0.22, -0.22)}V${top + 0.22}${corner(0.22, -0.22)}Z`,
  ];
  return svg(
    "g",
    {},
    svg("path", { class: "rack", "fill-rule": "evenodd", d: [...frame, ...circles].join("") }),
    ...holes.map(([x, y]) => svg("circle", { class: "rim", cx: x, cy: y, r: 0.425 })),
  );
}

/** The outline of a cell, drawn inside by a margin. @param {Cell} cell @param {string} kind @param {number} [margin] */
export function outline({ shape, width, height }, kind, margin = 0) {
  const [w, h] = [width - margin, height - margin];
  if (shape === "hex") {
    const points = [
      [0, -h / 2],
      [w / 2, -h / 4],
      [w / 2, h / 4],
      [0, h / 2],
      [-w / 2, h / 4],
      [-w / 2, -h / 4],
    ];
    return svg("polygon", { class: kind, points: points.map((point) => point.join(",")).join(" ") });
  }
  if (shape === "dot") return svg("circle", { class: kind, r: 0.14 * Math.min(width, height) });
  if (shape === "round") return svg("circle", { class: kind, r: 0.43 * Math.min(w, h) });
  if (shape === "pit")
    return svg("rect", {
      class: kind,
      x: 0.05 - w / 2,
      y: 0.05 - h / 2,
      width: w - 0.1,
      height: h - 0.1,
      rx: Math.min(w, h) / 2 - 0.05,
    });
  if (shape === "bar") {
    const [long, thick] = [0.8 * Math.max(width, height), Math.min(0.2, width, height)];
    const [x, y] = width > height ? [long, thick] : [thick, long];
    return svg("rect", { class: kind, x: -x / 2, y: -y / 2, width: x, height: y, rx: thick / 2 });
  }
  return svg("rect", { class: kind, x: -w / 2, y: -h / 2, width: w, height: h, rx: margin / 2 });
}

/** Where a cell is touched: all of its room; for a bar also the halves of the boxes beside it. @param {Cell} cell */
export function hit(cell) {
  const { shape, width, height } = cell;
  if (shape === "hex") return outline(cell, "hit");
  if (shape === "bar") {
    const r = Math.max(width, height) / 2;
    return svg("polygon", { class: "hit", points: `0,${-r} ${r},0 0,${r} ${-r},0` });
  }
  return svg("rect", { class: "hit", x: -width / 2, y: -height / 2, width, height });
}

/** An arrow from one cell to another. @param {Point} from @param {Point} to @param {number} thick */
export function arrowPath([x1, y1], [x2, y2], thick) {
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
 * A text on a small plate, a little above or below its place if another is there.
 * @param {string} text
 * @param {Point} at
 * @param {number} large how many times larger than usual
 * @param {Box[]} others where texts are already; this one is added
 */
export function pill(text, [x, y], large, others) {
  const [width, height] = [(0.16 + 0.135 * text.length) * large, 0.29 * large];
  const places = [0, -1, 1, -2, 2].map((step) => boxAt([x, y + 1.03 * step * height], width, height));
  const box = places.find((place) => !others.some((other) => overlap(place, other))) ?? places[0];
  others.push(box);
  return svg(
    "g",
    { class: "pill", transform: `translate(${x} ${(box.top + box.bottom) / 2})` },
    svg("rect", { x: -width / 2, y: -height / 2, width, height, rx: height / 2 }),
    svg("text", { "font-size": 0.22 * large }, text),
  );
}

/** @param {Box} a @param {Box} b */
function overlap(a, b) {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** What makes round things round. @param {string} id */
export function shineOf(id) {
  return svg(
    "radialGradient",
    { id, cx: "36%", cy: "28%", r: "80%" },
    svg("stop", { offset: "0%", "stop-color": "#fff", "stop-opacity": 0.42 }),
    svg("stop", { offset: "45%", "stop-color": "#fff", "stop-opacity": 0.04 }),
    svg("stop", { offset: "100%", "stop-color": "#000", "stop-opacity": 0.3 }),
  );
}
