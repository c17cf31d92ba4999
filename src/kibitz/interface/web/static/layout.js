// Where the nodes of a search tree are drawn: parents above the middle of their children, as close as they fit.

import { scoreText } from "./branches.js";

/** @typedef {import("./types.d.ts").TreeNode} TreeNode */
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
const ROW = 112;
const GAP = 10;
const WINDOW = 44; // room for a window
export const DIGIT = 8; // the width of a letter

/** Lay out what is open. @param {Branches} tree @param {boolean} windows @returns {Item | null} */
export function layout(tree, windows) {
  if (!tree.root) return null;
  const top = itemOf(tree, windows, tree.root, null, 0);
  place(top, MARGIN - Math.min(...top.left));
  return top;
}

/**
 * @param {Branches} tree
 * @param {boolean} windows
 * @param {TreeNode} node
 * @param {Item | null} parent
 * @param {number} level
 * @returns {Item}
 */
function itemOf(tree, windows, node, parent, level) {
  const half = halfOf(node);
  const y = MARGIN + HALF + level * ROW;
  /** @type {Item} */
  const item = {
    node,
    parent,
    rest: 0,
    kids: [],
    x: 0,
    y,
    level,
    left: [-half],
    right: [half + windowOf(node, windows)],
  };
  if (!tree.isOpen(node)) return item;
  const children = tree.childrenOf(node);
  item.kids = children.map((child) => itemOf(tree, windows, child, item, level + 1));
  const rest = node.children - children.length;
  const wide = HALF + 18;
  if (rest > 0 && children.length) {
    const fold = { node: null, parent: item, rest, kids: [], x: 0, y: y + ROW, level: level + 1 };
    item.kids.push({ ...fold, left: [-wide], right: [wide] });
  }
  pack(item);
  return item;
}

/** Return half of a node's own width. @param {TreeNode} node */
function halfOf(node) {
  const letters = Math.max(scoreText(node).length, node.label.length, (node.note?.length ?? 0) * 0.8);
  return Math.max(HALF + 5, (letters * DIGIT) / 2) + GAP / 2;
}

/** Return how much more a node needs on its right, for a window. @param {TreeNode} node @param {boolean} windows */
export function windowOf(node, windows) {
  return windows && node.role !== "leaf" ? WINDOW : 0;
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
