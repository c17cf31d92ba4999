// A page without a server: one walk, or two side by side, from the data that it carries.

import { fromColumns } from "./columns.js";
import { h } from "./dom.js";
import { Pair } from "./pair.js";
import { Walk } from "./walk.js";

/** Show what the page carries. */
export async function start() {
  const main = /** @type {HTMLElement} */ (document.getElementById("main"));
  const data = JSON.parse(document.getElementById("data")?.textContent ?? "[]");
  await showColumns(main, data);
  document.body.dataset.ready = "yes";
}

/**
 * Show walks in an element, from a step; return what steps through them.
 * @param {HTMLElement} element
 * @param {import("./columns.js").Columns[]} data
 * @param {number} [first]
 * @returns {Promise<Walk | Pair>}
 */
export async function showColumns(element, data, first = 0) {
  const fail = (/** @type {unknown} */ error) =>
    element.append(h("p", { class: "tree-problem", role: "alert" }, String(error)));
  const grown = data.map((each) => ({ ...fromColumns(each), title: each.head.title ?? each.head.algorithm }));
  const [{ answer, source }] = grown;
  for (const note of new Set(grown.flatMap((each) => each.answer.notes)))
    element.append(h("p", { class: "tree-note" }, note));
  if (grown.length > 1) {
    const pair = new Pair(fail);
    element.append(pair.element);
    await pair.show(grown, first);
    return pair;
  }
  const walk = new Walk("The search tree", fail);
  element.append(walk.element);
  const { windows, legend, code } = answer;
  await walk.show(source, answer.root, answer.steps, { windows, legend, code, name: "tree" }, first);
  return walk;
}
