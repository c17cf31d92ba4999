// The legend of a tree: what its shapes and lines mean.

import { fill, h } from "./dom.js";
import { term } from "./glossary.js";

const SIGNS = /** @type {Record<string, string>} */ ({
  max: "▲",
  min: "▼",
  average: "●",
  leaf: "■",
  best: "━",
  cut: "✕",
  filtered: "┄",
  unvisited: "–",
});

/** The words of the glossary that signs stand for. @type {Record<string, string>} */
const TERMS = { average: "expectation", leaf: "leaf", best: "principal-variation", cut: "cutoff", filtered: "filter" };

/** Make an empty legend. */
export function legendList() {
  return h("ul", { class: "tree-legend", "aria-label": "What the shapes mean" });
}

/** Write what the signs of a tree mean. @param {Element} list @param {[string, string][]} meanings */
export function fillLegend(list, meanings) {
  const items = meanings.map(([sign, words]) =>
    h(
      "li",
      {},
      h("span", { class: `sign ${sign}`, "aria-hidden": "true" }, SIGNS[sign]),
      " ",
      TERMS[sign] ? term(TERMS[sign], words) : words,
    ),
  );
  fill(list, ...items);
}
