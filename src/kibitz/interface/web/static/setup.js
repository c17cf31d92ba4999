// A new game: which one, its parameters, who plays, and where it begins.

import { button, choice, fill, h } from "./dom.js";
import { SIDES, sideFrom, sideText } from "./seats.js";
import { capital, gameTitle } from "./words.js";

/** @typedef {import("./types.d.ts").GameInfo} GameInfo */

/**
 * Make the dialog.
 * @param {import("./store.js").Store} store
 * @returns {{element: HTMLDialogElement, open: () => void}}
 */
export function newGame(store) {
  /** @type {GameInfo | undefined} */
  let game;
  const complaint = h("p", { class: "warn", role: "alert" });
  const choices = h("div", { class: "choices", role: "radiogroup", "aria-label": "Game" });
  const about = h("p", { class: "soft" });
  const parameters = h("div", { class: "row" });
  const sides = h("div", { class: "row" });
  const start = h("input", {
    autocomplete: "off",
    spellcheck: "false",
    class: "wide",
    placeholder: "the usual starting position",
  });
  const startField = h("label", { class: "field grow" }, h("span", {}, "Start from this position (text)"), start);
  const form = h(
    "form",
    {
      method: "dialog",
      class: "stack",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        begin();
      },
    },
    h("h2", {}, "New game"),
    choices,
    about,
    parameters,
    sides,
    startField,
    complaint,
    h(
      "div",
      { class: "row spread" },
      button("Cancel", () => element.close()),
      h("button", { type: "submit", class: "main" }, "Start"),
    ),
  );
  const element = /** @type {HTMLDialogElement} */ (
    h("dialog", { class: "card setup", "aria-label": "New game" }, form)
  );

  function open() {
    complaint.textContent = "";
    start.value = "";
    select(store.info() ?? store.games[0], store.line.game);
    fill(
      choices,
      ...store.games.map((each) => {
        const input = h("input", {
          type: "radio",
          name: "game",
          value: each.game,
          onchange: () => select(each, each.game),
        });
        input.checked = each === game;
        return h("label", { class: "choice" }, input, h("span", {}, gameTitle(each.name)));
      }),
    );
    element.showModal();
    /** @type {HTMLElement | null} */ (choices.querySelector("input:checked"))?.focus();
  }

  /** @param {GameInfo} chosen @param {string} spec */
  function select(chosen, spec) {
    game = chosen;
    if (!game) return;
    about.textContent = game.about;
    const given = new Map();
    let last = "";
    for (const part of spec.split(":").slice(1).join(":").split(",")) {
      const [name, ...value] = part.split("=");
      if (value.length) given.set((last = name), value.join("="));
      else if (last) given.set(last, `${given.get(last)},${part}`);
    }
    fill(
      parameters,
      ...game.parameters.map((each) => {
        const input = h("input", {
          name: each.name,
          value: given.get(each.name) ?? each.default,
          size: Math.max(6, Math.min(30, each.default.length + 2)),
          autocomplete: "off",
        });
        return h("label", { class: "field" }, h("span", {}, each.name.replaceAll("_", " ")), input);
      }),
    );
    fill(
      sides,
      ...game.players.map((name, i) => {
        const { element: field, select: picked } = choice(
          capital(name),
          SIDES,
          sideText(store.side(i)),
          () => undefined,
        );
        picked.dataset.player = String(i);
        return field;
      }),
    );
    startField.hidden = !game.readable;
  }

  async function begin() {
    if (!game) return;
    const chosen = [...parameters.querySelectorAll("input")].filter(
      (input, i) => input.value.trim() !== game?.parameters[i].default,
    );
    const listed = chosen.map((input) => `${input.name}=${input.value.trim()}`).join(",");
    const spec = game.parameters.length ? game.name + (listed ? `:${listed}` : "") : game.game;
    const before = store.sides;
    store.sides = [...sides.querySelectorAll("select")].map((each) => sideFrom(each.value));
    /** @param {Event} event */
    const hear = (event) => (complaint.textContent = /** @type {CustomEvent} */ (event).detail);
    store.addEventListener("complaint", hear);
    const shown = await store.begin(spec, start.value.trim() || null);
    store.removeEventListener("complaint", hear);
    if (shown) element.close();
    else store.sides = before;
  }

  return { element, open };
}
