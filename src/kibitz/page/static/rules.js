// How to play: the rules of the game on the page in words, and how a move is made here.

import { button, fill, h } from "./dom.js";
import { waysToMove } from "./howto.js";

/** @typedef {import("./types.d.ts").RulesAnswer} RulesAnswer */
/** @typedef {import("./types.d.ts").State} State */

/**
 * Make the dialog.
 * @param {import("./store.js").Store} store
 * @returns {{element: HTMLDialogElement, open: () => void}}
 */
export function rulesDialog(store) {
  /** @type {State | null} the last one in which a player had a choice */
  let example = null;
  const heading = h("h2", {});
  const text = h("div", { class: "stack rules-text" });
  const ways = h("p", {});
  const element = /** @type {HTMLDialogElement} */ (
    h(
      "dialog",
      { class: "card rules", "aria-label": "Rules" },
      h(
        "div",
        { class: "stack" },
        heading,
        text,
        h("h3", {}, "On this page"),
        ways,
        h(
          "div",
          { class: "row last" },
          button("Close", () => element.close(), { class: "main" }),
        ),
      ),
    )
  );

  store.addEventListener("change", () => {
    const { state } = store;
    if (state && state.turn >= 0 && state.legal.length) example = state;
  });

  async function open() {
    const { game } = store.line;
    try {
      const { title, paragraphs } = /** @type {RulesAnswer} */ (await store.link.ask("rules", { game }));
      heading.textContent = `How to play ${title}`;
      fill(text, ...paragraphs.map(paragraph));
    } catch (error) {
      store.complain(error);
      return;
    }
    ways.textContent = example?.game === game ? waysToMove(example).join(" ") : "";
    element.showModal();
  }

  return { element, open };
}

/** Show a paragraph; one with a drawing, whose lines are indented, keeps its lines. @param {string} text */
export function paragraph(text) {
  return h(/(^|\n) {2}/.test(text) ? "pre" : "p", {}, text);
}
