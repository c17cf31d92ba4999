// A game leaves the page and comes back: copied, saved to a file, opened again.

import { button, h } from "./dom.js";
import { saveBlob } from "./save.js";
import { sideText } from "./seats.js";

const COPIED = 1500; // milliseconds for which a button says that something was copied

/**
 * Make the row of buttons for the game on the page.
 * @param {import("./types.d.ts").Context} context
 * @returns {Element[]}
 */
export function fileButtons({ link, store, announce, open }) {
  const pick = h("input", {
    type: "file",
    class: "hidden",
    tabindex: "-1",
    "aria-label": "A saved game",
    accept: ".json,.pgn,.txt",
    onchange: () => load(),
  });
  const row = h(
    "div",
    { class: "row" },
    button("Copy position", (event) => copy(store.state?.position ?? "", "the position", event)),
    button("Copy game", (event) => copyGame(event)),
    button("Save", () => save(), { title: "Save the game to a file" }),
    button("Open", () => pick.click(), { title: "Open a saved game, or a chess game in PGN" }),
    button("Review", () => open("review")),
  );

  /** @param {string} text @param {string} what @param {Event} event of the button, which says that it is done */
  async function copy(text, what, { target }) {
    try {
      await navigator.clipboard.writeText(text);
      announce(`${what} was copied`);
      const pressed = /** @type {HTMLElement} */ (target);
      pressed.classList.add("copied");
      setTimeout(() => pressed.classList.remove("copied"), COPIED);
    } catch {
      store.complain(new Error(`the browser does not allow copying; here is ${what}: ${text}`));
    }
  }

  /** @param {Event} event */
  async function copyGame(event) {
    try {
      const format = store.state?.name === "chess" ? "pgn" : "text";
      const { text } = await link.ask("record", { ...store.line, format });
      await copy(text, "the game", event);
    } catch (error) {
      store.complain(error);
    }
  }

  async function save() {
    try {
      download(await link.ask("record", { ...store.line, format: "record", players: store.seats().map(sideText) }));
    } catch (error) {
      store.complain(error);
    }
  }

  async function load() {
    const file = pick.files?.[0];
    if (!file) return;
    try {
      await store.bring(await link.ask("open", { text: await file.text() }));
    } catch (error) {
      store.complain(error);
    }
    pick.value = "";
  }

  return [row, pick];
}

/** Hand a text to the person as a file. @param {{text: string, file: string}} what */
export function download({ text, file }) {
  saveBlob(new Blob([text], { type: "text/plain" }), file);
}
