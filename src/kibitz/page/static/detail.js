// All that is known of a node, in a panel beside the tree.

import { edge, scoreText } from "./branches.js";
import { button, drawing, h, svg } from "./dom.js";
import { term } from "./glossary.js";

/** @typedef {import("./types.d.ts").TreeNode} TreeNode */
/** @typedef {import("./branches.js").Branches} Branches */

const ROLES = {
  max: "takes the greatest of its children",
  min: "takes the least of its children",
  average: "averages its children",
  leaf: "a leaf",
};
const LEAVES = {
  over: "a leaf: the game is over here",
  horizon: "a leaf: the depth limit is reached, the position is evaluated",
};
/** The words of the glossary that rows are about. @type {Record<string, string>} */
const TERMS = { Ply: "ply", "Window on entry": "window", "Window now": "window", Score: "bound", Cut: "cutoff" };
const GONE = { cut: "Cut", filtered: "Filtered away", unvisited: "Not visited" };

/**
 * Return what a panel shows of a node at the present step; `go` goes to another one.
 * @param {Branches} tree
 * @param {TreeNode} node
 * @param {boolean} windows
 * @param {((number: number) => void) | null} go
 */
export function detailOf(tree, node, windows, go) {
  const own = node.title && `, node ${node.title}`;
  const heading = h("h2", {}, node.ply === 0 ? `The root${own ?? ""}` : `After ${node.label}${own ?? ""}`);
  const rows = rowsOf(tree, node, windows).flatMap(([name, value]) => [h("dt", {}, named(name)), h("dd", {}, value)]);
  const text = !node.board && node.position && node.position !== node.label && node.position !== node.title;
  return [
    heading,
    h("dl", { class: "tree-rows" }, ...rows),
    node.board && largerBoard(node),
    text && h("pre", { class: "tree-position mono", tabindex: 0, "aria-label": "Position" }, node.position),
    go && node.entered >= 0 && steps(node, go),
  ];
}

/** Return the name of a row, with a link to what it means. @param {string} name */
function named(name) {
  const word = TERMS[name];
  return word ? term(word, name) : name;
}

/**
 * @param {Branches} tree
 * @param {TreeNode} node
 * @param {boolean} windows
 * @returns {[string, string][]}
 */
function rowsOf(tree, node, windows) {
  const later = tree.isLater(node),
    known = tree.known(node);
  const gone = node.fate !== "searched" && !later;
  const inner = node.fate === "searched" ? ROLES[node.role] : "never entered";
  /** @type {[string, string][]} */
  const rows = [["Kind", node.leaf ? (LEAVES[/** @type {"over"} */ (node.leaf)] ?? ROLES.leaf) : inner]];
  if (!node.leaf) rows.unshift(["To move", node.player]);
  if (node.chance) rows.push(["Probability", node.chance]);
  rows.push(["Ply", `${node.ply}${node.depth > 0 ? `, ${node.depth} still to search` : ""}`]);
  if (windows && node.fate === "searched" && !later) rows.push(["Window on entry", windowText(node)]);
  if (known && windows) rows.push(["Window now", windowText(known)]);
  if (later) rows.push(["Score", "not visited yet"]);
  else if (known) rows.push(["So far", known.value ?? "nothing yet"]);
  else if (!gone) rows.push(["Score", inWords(node)]);
  if (node.sum && !later && !known && !gone) rows.push(["Average", node.sum]);
  if (node.note) rows.push(["Guess", node.note]);
  if (gone) rows.push([GONE[/** @type {"cut"} */ (node.fate)], node.reason ?? ""]);
  if (node.children) rows.push(["Children", String(node.children)]);
  return rows;
}

/** @param {{alpha: number | null, beta: number | null}} window */
function windowText({ alpha, beta }) {
  return `(${edge(alpha, "−∞")}, ${edge(beta, "∞")})`;
}

/** Return a score with its bound in words. @param {TreeNode} node */
function inWords(node) {
  const words = { lower: "at least ", upper: "at most " }[node.bound ?? ""];
  return words ? words + node.score : scoreText(node);
}

/** Draw a node's board larger than in the tree. @param {TreeNode} node */
function largerBoard(node) {
  const board = /** @type {import("./types.d.ts").SmallBoard} */ (node.board);
  const [left, top, right, bottom] = board.frame;
  return svg(
    "svg",
    {
      class: "tree-position",
      viewBox: `${left} ${top} ${right - left} ${bottom - top}`,
      role: "img",
      "aria-label": node.position,
    },
    drawing(board.stage),
    ...board.pieces.map(([x, y, markup]) => svg("g", { transform: `translate(${x} ${y})` }, drawing(markup))),
  );
}

/** Make the buttons to where a node is entered and left. @param {TreeNode} node @param {(number: number) => void} go */
function steps(node, go) {
  const words = node.fate === "searched" ? "Go to where it is entered" : "Go to where it is skipped";
  return h(
    "p",
    { class: "row" },
    button(words, () => go(node.entered), { "data-go": node.entered }),
    node.left > node.entered && button("… and left", () => go(node.left), { "data-go": node.left }),
  );
}
