// A tree that somebody types: in brackets, or as JSON.

import { h } from "./dom.js";

const EXAMPLE = "((3 12 8) (2 4 6) (14 5 2))";
const MOST = 19_900; // characters that the server takes

/**
 * Make the field, which opens from one line.
 * @param {import("./store.js").Store} store
 * @param {(height: number) => void} show called when the tree is on the page
 * @returns {HTMLElement}
 */
export function typedTree(store, show) {
  const text = h("textarea", {
    id: "tree-text",
    rows: 3,
    spellcheck: "false",
    autocomplete: "off",
    maxlength: MOST,
    placeholder: EXAMPLE,
    "aria-describedby": "tree-text-help tree-text-wrong",
  });
  const wrong = h("p", { id: "tree-text-wrong", class: "warn", role: "alert" });
  const form = h(
    "form",
    { "aria-label": "Type a tree", onsubmit: submit },
    h("label", { class: "field" }, h("span", {}, "The tree, in brackets or as JSON"), text),
    h(
      "p",
      { id: "tree-text-help", class: "soft small" },
      "Numbers are leaves, brackets are positions, and max and min take turns: ",
      h("code", {}, EXAMPLE),
      ". JSON can have names, chance and more players: ",
      h("code", {}, '{"root": "max", "nodes": {"max": {"player": 0, "moves": {"Left": "A"}}, "A": {"value": 3}}}'),
    ),
    wrong,
    h("div", { class: "row" }, h("button", { type: "submit", id: "tree-text-show" }, "Show this tree")),
  );

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    const typed = text.value.trim() || EXAMPLE;
    const game = `tree:text=${typed}`;
    try {
      await store.link.ask("state", { game, start: null, moves: [] });
      wrong.textContent = "";
    } catch (error) {
      wrong.textContent = String(error instanceof Error ? error.message : error).replace(/^tree: /, "");
      text.setAttribute("aria-invalid", "true");
      text.focus();
      return;
    }
    text.removeAttribute("aria-invalid");
    if (await store.begin(game)) show(heightOf(typed));
  }

  return h("details", { class: "tree-typed" }, h("summary", {}, "Type a tree"), form);
}

/** Return how many plies a tree has that the server has accepted. @param {string} text */
export function heightOf(text) {
  if (text.startsWith("(")) {
    let [open, most] = [0, 0];
    for (const sign of text) {
      if (sign === "(") most = Math.max(most, ++open);
      if (sign === ")") open--;
    }
    return most;
  }
  const { root, nodes } = JSON.parse(text);
  /** @type {Map<string, number>} */
  const known = new Map();
  /** @param {string} name @returns {number} */
  const below = (name) => {
    const { moves = {}, chance = {} } = nodes[name];
    const children = [...Object.values(moves), ...Object.values(chance).map(([, child]) => child)];
    if (!known.has(name)) known.set(name, Math.max(0, ...children.map((child) => 1 + below(child))));
    return known.get(name) ?? 0;
  };
  return below(root);
}
