// The glossary: a view of its words, and links to it from where they stand.

import { fill, h } from "./dom.js";

/** @typedef {{word: string, name: string, text: string, example: string, see: string[]}} Entry */
/** @typedef {{name: string, value: string, word?: string, hook?: string}} Fact a number with its name */

/**
 * Make a word that leads to its entry; on a page without a glossary, the word alone.
 * @param {string} word as the glossary's file names it
 * @param {string} [text] as it is written here
 * @returns {HTMLElement}
 */
export function term(word, text = word) {
  const page = document.documentElement.dataset.glossary; // the file with the glossary; of this page, empty
  if (page === undefined) return h("span", {}, text);
  return h(
    "a",
    { class: "term", href: `${page}#glossary?word=${word}`, title: `What is this? ${text} in the glossary` },
    text,
  );
}

/**
 * Fill a list of facts. Where it has the same names as before only the values change, so that a link keeps the focus.
 * @param {HTMLElement} list
 * @param {Fact[]} facts
 */
export function fillFacts(list, facts) {
  const rests = [...list.querySelectorAll("dt")].map((each) => each.textContent).join();
  if (rests === facts.map(({ name }) => name).join()) {
    list.querySelectorAll("dd").forEach((each, i) => (each.textContent = facts[i].value));
    return;
  }
  const rows = facts.map(({ name, value, word, hook }) =>
    h("div", {}, h("dt", {}, word ? term(word, name) : name), h("dd", { "data-fact": hook }, value)),
  );
  fill(list, ...rows);
}

/** @param {import("./types.d.ts").Context} context @returns {import("./types.d.ts").View} */
export function glossaryView({ link, moved }) {
  /** @type {Entry[]} */
  let entries = [];
  let chosen = "";
  const list = h("div", { class: "glossary-list" });
  const words = h("nav", { class: "glossary-words", "aria-label": "Words" });
  const element = h(
    "section",
    { class: "stack glossary", "aria-label": "Glossary" },
    h("div", { class: "card stack" }, h("h2", {}, "The words of game-tree search"), words),
    list,
  );

  function draw() {
    const names = new Map(entries.map(({ word, name }) => [word, name]));
    fill(words, ...entries.map(({ word, name }) => term(word, name)));
    fill(
      list,
      ...entries.map(({ word, name, text, example, see }) =>
        h(
          "article",
          { class: "card glossary-entry", "data-word": word },
          h("h3", { tabindex: -1 }, name),
          h("p", {}, text),
          h("p", { class: "soft" }, h("em", {}, "For example: "), example),
          h("p", { class: "small" }, "See also ", ...listed(see.map((each) => term(each, names.get(each))))),
        ),
      ),
    );
  }

  /** Choose a word. @param {string} word */
  function choose(word) {
    chosen = word;
    for (const each of list.children) {
      const isChosen = /** @type {HTMLElement} */ (each).dataset.word === word;
      each.toggleAttribute("data-chosen", isChosen);
      if (isChosen) {
        each.scrollIntoView({ block: "center" });
        each.querySelector("h3")?.focus({ preventScroll: true });
      }
    }
    moved();
  }

  /** @param {Record<string, string>} [asked] */
  async function show(asked) {
    if (!entries.length) {
      entries = await link.ask("glossary");
      draw();
    }
    const { word } = asked ?? {};
    if (word === undefined) return;
    if (!entries.some((each) => each.word === word)) throw new Error(`the glossary has no entry ${word.slice(0, 40)}`);
    choose(word);
  }

  const place = () => ({ word: chosen || null });
  return { name: "glossary", title: "Glossary", element, takes: ["word"], place, show, hide: () => undefined };
}

/** Return items with commas between them. @param {HTMLElement[]} items @returns {(HTMLElement | string)[]} */
function listed(items) {
  return items.flatMap((item, i) => (i ? [", ", item] : [item]));
}
