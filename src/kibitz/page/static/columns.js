// A walk from columns: the form in which a page without a server carries its nodes and steps.

import { unpacked } from "./unpack.js";

/** @typedef {import("./types.d.ts").TreeAnswer} TreeAnswer */
/** @typedef {import("./types.d.ts").TreeNode} TreeNode */
/** @typedef {import("./types.d.ts").TreeSource} TreeSource */
/** @typedef {import("./types.d.ts").Known} Known */
/** @typedef {import("./types.d.ts").Step} Step */
/** @typedef {{head: any, nodes: Record<string, any[]>, steps: Record<string, any[]>, drawings: string[]}} Columns */

const FIELDS = [
  ...[
    "parent",
    "depth",
    "label",
    "title",
    "player",
    "seat",
    "role",
    "alpha",
    "beta",
    "score",
    "bound",
    "chance",
    "sum",
  ],
  ...["fate", "reason", "leaf", "position", "board", "best", "entered", "left"],
];

/** Return a walk of columns. @param {Columns} data @returns {{answer: TreeAnswer, source: TreeSource}} */
export function fromColumns({ head, nodes, steps, drawings }) {
  const size = nodes.label.length;
  /** @type {number[][]} */
  const children = Array.from({ length: size }, () => []);
  const places = new Int32Array(size);
  for (let id = 1; id < size; id++) places[id] = children[nodes.parent[id]].push(id) - 1;
  const best = nodes.best ?? [];

  /** @param {number} id @returns {TreeNode} */
  function nodeOf(id) {
    const fields = Object.fromEntries(FIELDS.map((name) => [name, nodes[name]?.[id] ?? null]));
    const next = best[id] ? children[id].findIndex((child) => best[child]) : -1;
    const node = {
      ...fields,
      id,
      ply: pathTo(id).length - 1,
      children: children[id].length,
      place: places[id],
      next: next < 0 ? null : next,
      position: fields.position ?? "",
    };
    return unpacked([node], drawings)[0];
  }

  /** @param {number} id @returns {number[]} */
  function pathTo(id) {
    const path = [id];
    while (nodes.parent[path[0]] !== null) path.unshift(nodes.parent[path[0]]);
    return path;
  }

  const lastKnown = knownBefore(steps, size);

  /** @param {number} number @returns {Step} */
  function stepOf(number) {
    const path = pathTo(steps.node[number]);
    const values = steps.values?.[number];
    const known = path.map((id, level) =>
      values ? { alpha: null, beta: null, value: values[level] ?? null } : lastKnown(id, number),
    );
    const shown = values ? path.slice(0, values.length) : path;
    return /** @type {any} */ ({
      kind: steps.kind[number],
      sentence: steps.sentence[number],
      node: shown.at(-1),
      child: steps.child?.[number] ?? null,
      path: shown,
      places: shown.map((id) => places[id]),
      known: known.slice(0, shown.length),
      ...known[shown.length - 1],
    });
  }

  return {
    answer: { ...head, root: nodeOf(0) },
    source: {
      children: async (node, first, count) => children[node].slice(first, first + count).map(nodeOf),
      steps: async (first, count) =>
        Array.from({ length: Math.max(0, Math.min(count, head.steps - first)) }, (_, i) => stepOf(first + i)),
    },
  };
}

/**
 * Return a function that says what a node knows at a step: a node learns only at its own steps.
 * @param {Record<string, any[]>} steps
 * @param {number} size
 * @returns {(id: number, number: number) => Known}
 */
function knownBefore(steps, size) {
  /** @type {number[][]} */
  const own = Array.from({ length: size }, () => []);
  steps.node.forEach((id, number) => own[id].push(number));
  return (id, number) => {
    let [low, high] = [0, own[id].length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (own[id][middle] <= number) low = middle + 1;
      else high = middle;
    }
    const at = own[id][low - 1];
    const field = (/** @type {string} */ name) => (at === undefined ? null : (steps[name]?.[at] ?? null));
    return { alpha: field("alpha"), beta: field("beta"), value: field("value") };
  };
}
