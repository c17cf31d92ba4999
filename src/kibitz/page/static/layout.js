// Where the nodes of a search tree are drawn: parents above the middle of their children, as close as they fit.

import { edge, scoreText } from "./branches.js";

/** @typedef {import("./types.d.ts").TreeNode} TreeNode */
/** @typedef {import("./types.d.ts").Known} Known */
/** @typedef {import("./branches.js").Branches} Branches */

/**
 * Something drawn: a node, or the fold of the rest of a node's children.
 * @typedef {object} Item
 * @property {TreeNode | null} node
 * @property {Item | null} parent
 * @property {number} rest how many children are folded
 * @property {Item[]} kids
 * @property {number} x
 * @property {number} y
 * @property {number} level
 * @property {number[]} left how far its subtree reaches to the left at each level
 * @property {number[]} right
 */

export const HALF = 25; // half of a node's height
export const MARGIN = 30;
const ROW = 116; // from one level to the next, without boards
const GAP = 10;

const LETTER = 7.5; // the width of a letter beside, above and below nodes
export const DIGIT = 8.5; // and of one in them
export const LONG = 4; // letters that fit into a node's usual shape; it grows with more
export const BOARD = 68; // the greater side of a small board
export const BESIDE = 8; // from a node to what is written beside it

/** Lay out what is open. @param {Branches} tree @param {boolean} windows @returns {Item | null} */
export function layout(tree, windows) {
  if (!tree.root) return null;
  const row = ROW + belowOf(tree.root);
  const top = itemOf(tree, windows, row, tree.root, null, 0);
  place(top, MARGIN - Math.min(...top.left));
  return top;
}

/**
 * @param {Branches} tree
 * @param {boolean} windows
 * @param {number} row the height of a level
 * @param {TreeNode} node
 * @param {Item | null} parent
 * @param {number} level
 * @returns {Item}
 */
function itemOf(tree, windows, row, node, parent, level) {
  const half = Math.max(shapeOf(node), labelOf(node) / 2, boardOf(node).width / 2) + GAP / 2;
  const y = MARGIN + HALF + level * row;
  /** @type {Item} */
  const item = {
    node,
    parent,
    rest: 0,
    kids: [],
    x: 0,
    y,
    level,
    left: [-Math.max(half, shapeOf(node) + leftOf(node) + GAP / 2)],
    right: [Math.max(half, shapeOf(node) + rightOf(node, windows) + GAP / 2)],
  };
  if (!tree.isOpen(node)) return item;
  const children = tree.childrenOf(node);
  item.kids = children.map((child) => itemOf(tree, windows, row, child, item, level + 1));
  const rest = node.children - children.length;
  const wide = HALF + 18;
  if (rest > 0 && children.length) {
    const fold = { node: null, parent: item, rest, kids: [], x: 0, y: y + row, level: level + 1 };
    item.kids.push({ ...fold, left: [-wide], right: [wide] });
  }
  pack(item);
  return item;
}

/** Return half of the width of a node's shape. @param {TreeNode} node */
export function shapeOf(node) {
  const letters = scoreText(node).length;
  const usual = node.role === "leaf" ? HALF - 3 : node.role === "average" ? HALF - 2 : HALF + 5;
  return letters > LONG ? Math.max(usual, (letters * DIGIT) / 2 + 7) : usual;
}

/** Return what is written on the edge to a node: the move, and how likely it is. @param {TreeNode} node */
export function edgeText(node) {
  return node.chance ? `${node.label} · ${node.chance}` : node.label;
}

/** Return the width of the label above a node. @param {TreeNode} node */
function labelOf(node) {
  return Math.max(edgeText(node).length, node.role === "leaf" ? (node.title?.length ?? 0) : 0) * LETTER;
}

/** Return what is written to the left of a node: its own name, and who moves where that is not clear. @param {TreeNode} node */
export function leftTexts(node) {
  return node.role === "leaf" ? [] : [node.title, node.seat === null ? null : node.player].filter((text) => text);
}

/** @param {TreeNode} node */
function leftOf(node) {
  const letters = Math.max(0, ...leftTexts(node).map((text) => String(text).length));
  return letters ? BESIDE + letters * LETTER : 0;
}

/** Return what is written to the right of a node: its window, and how it looks. @param {TreeNode} node @param {Known} known @param {boolean} windows */
export function rightTexts(node, known, windows) {
  const texts = [];
  if (windows && node.role !== "leaf") texts.push(`α ${edge(known.alpha, "−∞")}`, `β ${edge(known.beta, "∞")}`);
  if (node.note) texts.push(node.note);
  return texts;
}

/** Return the room that a node needs on its right. @param {TreeNode} node @param {boolean} windows */
export function rightOf(node, windows) {
  const letters = Math.max(0, ...rightTexts(node, { ...node, value: null }, windows).map((text) => text.length));
  return letters ? BESIDE + Math.max(letters, windows && node.role !== "leaf" ? 5 : 0) * LETTER : 0;
}

/** Return the size of the small board below a node; without one, nothing. @param {TreeNode} node */
export function boardOf(node) {
  if (!node.board) return { width: 0, height: 0, scale: 0 };
  const [left, top, right, bottom] = node.board.frame;
  const scale = BOARD / Math.max(right - left, bottom - top);
  return { width: (right - left) * scale, height: (bottom - top) * scale, scale };
}

/** Return the room for the board below a node. @param {TreeNode} node */
export function belowOf(node) {
  return node.board ? boardOf(node).height + BESIDE : 0;
}

/** Return all items, parents before their children. @param {Item} top @returns {Item[]} */
export function itemsOf(top) {
  const items = [];
  const waiting = [top];
  for (let item = waiting.pop(); item; item = waiting.pop()) {
    items.push(item);
    waiting.push(...[...item.kids].reverse());
  }
  return items;
}

/** Return the key of what is drawn. @param {Item} item */
export function keyOf(item) {
  return item.node ? String(item.node.id) : `fold-${item.parent?.node?.id}`;
}

/**
 * Put an item's children side by side, as close as what is below them allows, and itself over their middle. `left` and
 * `right` say how far a subtree reaches at each level below its top; until it is placed, x is counted from the parent.
 * @param {Item} item
 */
function pack(item) {
  /** @type {number[]} */
  const reach = [];
  for (const kid of item.kids) {
    kid.x = Math.max(0, ...kid.left.map((left, level) => (reach[level] ?? -Infinity) - left));
    kid.right.forEach((right, level) => (reach[level] = kid.x + right));
  }
  const middle = (item.kids.at(-1)?.x ?? 0) / 2;
  for (const kid of item.kids) {
    kid.x -= middle;
    kid.left.forEach(
      (left, level) => (item.left[level + 1] = Math.min(item.left[level + 1] ?? Infinity, kid.x + left)),
    );
    kid.right.forEach(
      (right, level) => (item.right[level + 1] = Math.max(item.right[level + 1] ?? -Infinity, kid.x + right)),
    );
  }
}

/** Give every item its column in the picture. @param {Item} item @param {number} x */
function place(item, x) {
  item.x = x;
  for (const kid of item.kids) place(kid, x + kid.x);
}
