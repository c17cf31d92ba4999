// Draws the nodes and edges of a search tree: ▲ takes the greatest, ▼ the least, ● the average, ■ is a leaf.

import { drawing, svg } from "./dom.js";
import { BESIDE, HALF, belowOf, boardOf, edgeText, keyOf, leftTexts, rightOf, rightTexts, shapeOf } from "./layout.js";

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
 * @property {boolean} inOrder whether the order in which leaves are chosen counts
 * @property {Map<number, Mark>} marks
 */

const ROLES = { max: "takes the greatest", min: "takes the least", average: "takes the average", leaf: "leaf" };
const MARKS = { right: "chosen, right", missed: "missed", extra: "chosen, wrong" };
const MARK_SIGNS = { right: "✓", missed: "○", extra: "✗" };
const TEXT_DROP = { max: 13, min: -2, average: 5, leaf: 5 }; // from the middle of a shape to the text in it
const SHORT = 3; // letters of a score that are written large
const SEATS = 6; // colours of players that must be told apart
const LABEL = 19; // the height of the label between an edge and its node
const LINE = 15; // from one line of small text to the next

/** Draw the edge above a node, and between its end and the node the label. @param {Branches} tree @param {Item} item @param {Item} parent */
export function drawEdge(tree, item, parent) {
  const { node } = item;
  const from = /** @type {TreeNode} */ (parent.node);
  const top = topOf(node);
  const [x1, y1, x2, y2] = [parent.x, parent.y + bottomOf(from), item.x, item.y - top - (node ? LABEL : 0)];
  const step = tree.moment?.step;
  const gone = node && node.fate !== "searched" && !tree.isLater(node) ? ` ${node.fate}` : "";
  const best = node?.best && from.best && tree.isDone ? " best" : "";
  const way = node && step && !tree.isDone && (step.path.includes(node.id) || step.child === node.id) ? " way" : "";
  const later = node && tree.isLater(node) ? " later" : "";
  const bend = (y2 - y1) / 2;
  const group = svg(
    "g",
    { class: `tree-edge${gone}${best}${way}${later}` },
    svg("path", { class: "line", d: `M${x1},${y1} C${x1},${y1 + bend} ${x2},${y2 - bend} ${x2},${y2}` }),
  );
  if (gone === " cut" && from.fate === "searched") {
    const [x, y] = [(x1 + x2) / 2, (y1 + y2) / 2];
    group.append(svg("path", { class: "cross", d: `M${x - 7},${y - 7} l14,14 m0,-14 l-14,14` }));
  }
  if (node) group.append(svg("text", { class: "move", x: x2, y: item.y - top - 5 }, edgeText(node)));
  return group;
}

/** Return how far a node's shape reaches up from its middle. @param {TreeNode | null} node */
function topOf(node) {
  return node ? (node.role === "leaf" ? 16 : HALF) : 14;
}

/** Return how far a node reaches down from its middle, its board included. @param {TreeNode} node */
function bottomOf(node) {
  return HALF - (node.role === "min" ? 0 : 4) + belowOf(node);
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
  const number = look.chosen && node.leaf && look.inOrder ? [...look.chosen].indexOf(node.id) + 1 : 0;
  const text = tree.valueOf(node) || (gone ? (node.fate === "cut" ? "✕" : "–") : "");
  const open = tree.isOpen(node);
  const selected = look.chosen ? look.chosen.has(node.id) : node.id === look.selected;
  const half = shapeOf(node);
  const room = {
    x: x - half - 5,
    y: y - HALF - 4,
    width: 2 * half + 10 + rightOf(node, look.windows),
    height: 2 * HALF + 22,
  };
  const score = `score${text.length > SHORT ? " small" : ""}`;
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
    outline(node.role, x, y, half),
    svg("text", { class: score, x, y: y + TEXT_DROP[node.role] }, text),
  );
  const write = (
    /** @type {string} */ kind,
    /** @type {number} */ right,
    /** @type {number} */ down,
    /** @type {any} */ words,
  ) => group.append(svg("text", { class: kind, x: x + right, y: y + down }, words));
  const lines = (/** @type {any[]} */ texts, /** @type {string} */ kind, /** @type {number} */ right) =>
    texts.forEach((each, i) => write(kind, right, (i - (texts.length - 1) / 2) * LINE + 4, each));
  lines(leftTexts(node), "beside", -half - BESIDE);
  if (node.role === "leaf" && node.title) write("own", 0, 30, node.title);
  const known = tree.known(node) ?? node;
  const windows = look.windows && !later && node.fate === "searched";
  lines(rightTexts(node, { ...known, value: null }, windows), "window", half + BESIDE);
  if (node.board) group.append(drawBoard(node, x, y + bottomOf(node) - boardOf(node).height));
  if (node.children && !open) write("more", 0, bottomOf(node) + 15, `+${node.children}`);
  if (mark) write("mark", half - 2, 8 - HALF, MARK_SIGNS[mark]);
  if (number) write("mark", half - 2, 8 - HALF, number);
  return group;
}

/** Draw the small board below a node. @param {TreeNode} node @param {number} x of its middle @param {number} y of its top */
function drawBoard(node, x, y) {
  const board = /** @type {import("./types.d.ts").SmallBoard} */ (node.board);
  const { scale } = boardOf(node);
  const [left, top, right] = board.frame;
  const place = `translate(${x - ((left + right) / 2) * scale} ${y - top * scale}) scale(${scale})`;
  return svg(
    "g",
    { class: "tree-board", transform: place, "aria-hidden": "true" },
    drawing(board.stage),
    ...board.pieces.map(([right, down, markup]) =>
      svg("g", { transform: `translate(${right} ${down})` }, drawing(markup)),
    ),
  );
}

/** @param {Branches} tree @param {Look} look @param {TreeNode} node */
function classesOf(tree, look, node) {
  const later = tree.isLater(node);
  const step = tree.isDone ? undefined : tree.moment?.step;
  const classes = [
    "tree-node",
    node.role,
    node.seat !== null && `seat-${node.seat % SEATS}`,
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
  if (node.title) parts.push(`node ${node.title}`);
  if (node.chance) parts.push(`probability ${node.chance}`);
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
 * Draw the shape of a node: a triangle, a circle or a box; around a long text a house with its roof up or down, or a pill.
 * @param {TreeNode["role"]} role
 * @param {number} x
 * @param {number} y
 * @param {number} half of its width
 */
function outline(role, x, y, half) {
  const [top, bottom] = [y - HALF, y + HALF];
  if (role === "leaf")
    return svg("rect", { class: "body", x: x - half, y: y - 16, width: 2 * half, height: 32, rx: 5 });
  if (role === "average")
    return svg("rect", { class: "body", x: x - half, y: top + 2, width: 2 * half, height: 2 * HALF - 4, rx: HALF - 2 });
  const wall = half > HALF + 5 ? 24 : 0;
  const d =
    role === "max"
      ? `M${x},${top} L${x + half},${bottom - 5 - wall} V${bottom - 5} H${x - half} V${bottom - 5 - wall} Z`
      : `M${x},${bottom} L${x + half},${top + 5 + wall} V${top + 5} H${x - half} V${top + 5 + wall} Z`;
  return svg("path", { class: "body", d });
}
