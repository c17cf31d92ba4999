// A small graph of scores: a line, a middle, and points that can be chosen.

import { svg } from "./dom.js";

const WIDTH = 600,
  HEIGHT = 190,
  EDGE = 10;

/** @typedef {{value: number, label: string, kind?: string}} Point between -1 and 1 */
/** @typedef {{values: number[], tone: string}} Curve between -1 and 1, with the class of its colour */

/**
 * Draw points from left to right; `choose` makes them buttons, and `curves` are drawn instead of the line through them.
 * @param {Point[]} points
 * @param {{title: string, now?: number, middle?: boolean, height?: number, curves?: Curve[], choose?: (index: number) => void}} options
 *   `middle`: 0 is one
 * @returns {SVGElement}
 */
export function graph(points, { title, now = -1, middle = true, height = HEIGHT, curves = [], choose }) {
  const step = points.length > 1 ? (WIDTH - 2 * EDGE) / (points.length - 1) : 0;
  /** @param {number} i */
  const x = (i) => EDGE + i * step;
  /** @param {number} value */
  const y = (value) => height / 2 - Math.max(-1, Math.min(1, value)) * (height / 2 - EDGE);
  /** @param {number[]} values */
  const through = (values) =>
    values.map((each, i) => `${i ? "L" : "M"}${x(i).toFixed(1)} ${y(each).toFixed(1)}`).join("");
  const line = curves.length ? "" : through(points.map((point) => point.value));
  const ground = middle ? height / 2 : height;
  const area = line ? `${line}L${x(points.length - 1).toFixed(1)} ${ground}L${x(0).toFixed(1)} ${ground}Z` : "";
  const dots = points.map((point, i) => {
    const attributes = {
      cx: x(i).toFixed(1),
      cy: y(point.value).toFixed(1),
      r: point.kind ? 6 : i === now ? 5 : 3,
      class: `dot ${point.kind ?? ""}${i === now ? " now" : ""}`,
    };
    return svg("circle", attributes, svg("title", {}, point.label));
  });
  const picture = svg(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${height}`, class: "graph", role: "img", "aria-label": title },
    svg("path", { d: area, class: "area" }),
    middle && svg("path", { d: `M0 ${height / 2}H${WIDTH}`, class: "middle" }),
    now >= 0 && now < points.length ? svg("path", { d: `M${x(now).toFixed(1)} 0V${height}`, class: "cursor" }) : null,
    line && svg("path", { d: line, class: "curve" }),
    ...curves.flatMap(({ values, tone }) => [
      svg("path", { d: through(values), class: "curve under" }),
      svg("path", { d: through(values), class: `curve ${tone}` }),
    ]),
    ...dots,
  );
  if (choose && points.length) {
    picture.classList.add("chosen");
    picture.addEventListener("click", (/** @type {MouseEvent} */ event) => {
      const box = picture.getBoundingClientRect();
      const at = ((event.clientX - box.left) / box.width) * WIDTH;
      choose(Math.max(0, Math.min(points.length - 1, Math.round(step ? (at - EDGE) / step : 0))));
    });
  }
  return picture;
}
