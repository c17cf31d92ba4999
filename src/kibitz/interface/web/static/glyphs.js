// Draws the nodes and edges of a search tree: ▲ takes the greatest, ▼ the least, ● the average, ■ is a leaf.

import { edge } from "./branches.js";
import { svg } from "./dom.js";
import { DIGIT, HALF, keyOf, windowOf } from "./layout.js";

/** @typedef {import("./types.d.ts").TreeNode} TreeNode */
/** @typedef {import("./types.d.ts").Mark} Mark */
/** @typedef {import("./branches.js").Branches} Branches */
/** @typedef {import("./layout.js").Item} Item */

/**
 * How a tree is shown.
 * @typedef {object} Look
 * @property {boolean} windows whether windows are written beside nodes
 * @property {number | null} selected
 * @property {Set<number> | null} chosen leaves that were chosen; null: there is nothing to choose
 * @property {Map<number, Mark>} marks
 */

const LONG = 6; // letters that fit into a shape; a leaf grows with more, the others have them below
const ROLES = { max: "takes the greatest", min: "takes the least", average: "takes the average", leaf: "leaf" };
const MARKS = { right: "chosen, right", missed: "missed", extra: "chosen, wrong" };
const MARK_SIGNS = { right: "✓", missed: "○", extra: "✗" };
const TEXT_DROP = { max: 12, min: -1, average: 5, leaf: 5 }; // from the middle of a shape to the text in it

/** Draw the edge above a node. @param {Branches} tree @param {Item} item @param {Item} parent */
export function drawEdge(tree, item, parent) {
  const { node } = item;
  const [x1, y1, x2, y2] = [parent.x, parent.y + HALF - 3, item.x, item.y - HALF + (node?.role === "max" ? 0 : 4)];
  const step = tree.moment?.step;
  const gone = node && node.fate !== "searched" && !tree.isLater(node) ? ` ${node.fate}` : "";
  const best = node?.best && parent.node?.best && tree.isDone ? " best" : "";
  const way = node && step && !tree.isDone && (step.path.includes(node.id) || step.child === node.id) ? " way" : "";
  const later = node && tree.isLater(node) ? " later" : "";
  const bend = (y2 - y1) / 2;
  const group = svg(
    "g",
    { class: `tree-edge${gone}${best}${way}${later}` },
    svg("path", { class: "line", d: `M${x1},${y1} C${x1},${y1 + bend} ${x2},${y2 - bend} ${x2},${y2}` }),
  );
  if (gone === " cut" && parent.node?.fate === "searched") {
    const [x, y] = [(x1 + x2) / 2, (y1 + y2) / 2];
    group.append(svg("path", { class: "cross", d: `M${x - 7},${y - 7} l14,14 m0,-14 l-14,14` }));
  }
  if (node) group.append(svg("text", { class: "move", x: x2, y: y2 - 6 }, node.label));
  return group;
}

/**
 * Draw a node.
 * @param {Branches} tree
 * @param {Look} look
 * @param {Item} item
 * @param {TreeNode} node
 * @param {{onclick: () => void, onfocus: () => void}} listeners
 */
export function drawNode(tree, look, item, node, listeners) {
  const { x, y } = item;
  const later = tree.isLater(node);
  const gone = node.fate !== "searched" && !later;
  const mark = look.marks.get(node.id);
  const text = tree.valueOf(node) || (gone ? (node.fate === "cut" ? "✕" : "–") : "");
  const long = node.role !== "leaf" && text.length > LONG;
  const open = tree.isOpen(node);
  const selected = look.chosen ? look.chosen.has(node.id) : node.id === look.selected;
  const room = {
    x: x - HALF - 5,
    y: y - HALF - 4,
    width: 2 * HALF + 10 + windowOf(node, look.windows),
    height: 2 * HALF + 22,
  };
  const score = `score${text.length > 4 ? " small" : ""}${long ? " long" : ""}`;
  const group = svg(
    "g",
    {
      class: classesOf(tree, look, node),
      role: "treeitem",
      "data-node": node.id,
      "data-key": node.id,
      "aria-label": describe(tree, look, node),
      "aria-level": item.level + 1,
      "aria-setsize": tree.nodes.get(node.parent ?? -1)?.children ?? 1,
      "aria-posinset": node.place + 1,
      "aria-expanded": node.children ? String(open) : null,
      "aria-selected": String(selected),
      tabindex: node.id === look.selected ? 0 : -1,
      ...listeners,
    },
    svg("rect", { class: "hit", ...room }),
    outline(node.role, x, y, text.length > LONG ? (text.length * DIGIT) / 2 : 0),
    svg("text", { class: score, x, y: y + (long ? HALF + 12 : TEXT_DROP[node.role]) }, text),
  );
  const write = (
    /** @type {string} */ kind,
    /** @type {number} */ right,
    /** @type {number} */ down,
    /** @type {string} */ words,
  ) => group.append(svg("text", { class: kind, x: x + right, y: y + down }, words));
  if (node.note) write("note", 0, HALF + 15, node.note);
  if (look.windows && node.role !== "leaf" && !later && node.fate === "searched") {
    const known = tree.known(node) ?? node;
    write("window", HALF + 9, -4, `α ${edge(known.alpha, "−∞")}`);
    write("window", HALF + 9, 11, `β ${edge(known.beta, "∞")}`);
  }
  if (node.children && !open) write("more", 0, HALF + (long || node.note ? 32 : 15), `+${node.children}`);
  if (mark) write("mark", HALF - 2, 8 - HALF, MARK_SIGNS[mark]);
  return group;
}

/** @param {Branches} tree @param {Look} look @param {TreeNode} node */
function classesOf(tree, look, node) {
  const later = tree.isLater(node);
  const step = tree.isDone ? undefined : tree.moment?.step;
  const classes = [
    "tree-node",
    node.role,
    later && "later",
    node.fate !== "searched" && !later && `gone ${node.fate}`,
    tree.isDone && node.best && "best",
    step?.path.includes(node.id) && "way",
    step?.node === node.id && "now",
    look.chosen && node.leaf && "choosable",
    look.chosen?.has(node.id) && "chosen",
    look.marks.get(node.id),
  ];
  return classes.filter(Boolean).join(" ");
}

/** Draw the fold of the rest of a wide node's children. @param {Item} item @param {() => void} onclick */
export function drawFold(item, onclick) {
  const parent = /** @type {TreeNode} */ (item.parent?.node);
  return svg(
    "g",
    {
      class: "tree-node tree-fold",
      role: "treeitem",
      "data-fold": parent.id,
      "data-key": keyOf(item),
      "aria-label": `${item.rest} more children of ${parent.label}: show some`,
      "aria-level": item.level + 1,
      "aria-selected": "false",
      tabindex: -1,
      onclick,
    },
    svg("rect", { class: "body", x: item.x - HALF - 12, y: item.y - 14, width: 2 * HALF + 24, height: 28, rx: 14 }),
    svg("text", { class: "score small", x: item.x, y: item.y + 5 }, `+ ${item.rest} more`),
  );
}

/** Describe a node in words. @param {Branches} tree @param {Look} look @param {TreeNode} node */
function describe(tree, look, node) {
  const parts = [node.label];
  if (node.fate !== "searched" && !tree.isLater(node)) parts.push(node.fate === "cut" ? "cut" : "filtered away");
  else parts.push(node.role === "leaf" ? "leaf" : `${node.player}, ${ROLES[node.role]}`);
  if (node.note) parts.push(node.note);
  const value = tree.valueOf(node).replace("≤", "at most").replace("≥", "at least").replace("…", " so far");
  parts.push(tree.isLater(node) ? "not visited yet" : value && `worth ${value}`);
  if (tree.isDone && node.best) parts.push("best play");
  if (look.chosen?.has(node.id)) parts.push("chosen");
  const mark = look.marks.get(node.id);
  if (mark) parts.push(MARKS[mark]);
  return parts.filter(Boolean).join(", ");
}

/**
 * Draw the shape of a node.
 * @param {TreeNode["role"]} role
 * @param {number} x
 * @param {number} y
 * @param {number} half of the width of what is written in it, if that is long
 */
function outline(role, x, y, half) {
  const wide = HALF + 5;
  if (role === "max")
    return svg("path", { class: "body", d: `M${x},${y - HALF} L${x + wide},${y + HALF - 5} H${x - wide} Z` });
  if (role === "min")
    return svg("path", { class: "body", d: `M${x},${y + HALF} L${x + wide},${y - HALF + 5} H${x - wide} Z` });
  if (role === "average") return svg("circle", { class: "body", cx: x, cy: y, r: HALF - 2 });
  const leaf = Math.max(HALF - 3, half);
  return svg("rect", { class: "body", x: x - leaf, y: y - 16, width: 2 * leaf, height: 32, rx: 5 });
}
