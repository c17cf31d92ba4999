// A new game: which one, its parameters, who plays, and where it begins.

import { button, choice, fill, h, reveal } from "./dom.js";
import { gallery } from "./gallery.js";
import { defaultSide, othersOf, seatName, sideFrom, sideText, sidesOf, toneAmong } from "./seats.js";

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
  const games = gallery(store.link, (chosen) => select(chosen, chosen.game));
  const about = h("p", { class: "soft" });
  const parameters = h("div", { class: "row" });
  const sides = h("div", { class: "row seats" });
  const others = h("div", { class: "row" });
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
    games.element,
    about,
    parameters,
    h("div", { class: "row" }, sides, others),
    startField,
    complaint,
    h(
      "div",
      { class: "row spread last" },
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
    games.show(store.games, game);
    element.showModal();
    const checked = /** @type {HTMLElement | null} */ (games.element.querySelector("input:checked"));
    checked?.focus({ preventScroll: true });
    reveal(games.element, checked);
  }

  /** @param {GameInfo} chosen @param {string} spec */
  function select(chosen, spec) {
    game = chosen;
    fill(sides);
    fill(others);
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
          onchange: () => askPlayers(),
        });
        return h("label", { class: "field" }, h("span", {}, each.name.replaceAll("_", " ")), input);
      }),
    );
    const now = spec === store.line.game ? store.state : null; // how many play may depend on the parameters
    seat(now?.players ?? game.players, now ? (now.board?.players ?? []) : game.tones);
    startField.hidden = !game.readable;
    if (spec !== game.game && !now) askPlayers();
  }

  /**
   * Offer a seat for each player, and what Kibitz assumes of the others. One person and Kibitz sit down, unless it was
   * chosen otherwise for as many players.
   * @param {string[]} players
   * @param {string[]} tones
   */
  function seat(players, tones) {
    if (!game) return;
    const { policy } = game;
    const isSame = players.length === store.state?.players.length;
    const chosen = [...sides.querySelectorAll("select")].map((each) => each.value);
    const seats = players.map((name, i) => {
      const side = chosen[i] ?? sideText(isSame ? store.side(i) : defaultSide(i));
      const { element: field, select: picked } = choice(
        seatName(name, players.length),
        sidesOf(policy),
        side,
        () => undefined,
      );
      if (picked.selectedIndex < 0) picked.selectedIndex = 0;
      picked.dataset.player = String(i);
      field.classList.add(toneAmong(tones, i));
      return field;
    });
    fill(sides, ...seats);
    const usual = game === store.info() ? store.others : "best";
    const assumed = others.querySelector("select")?.value ?? usual;
    const model = choice("Kibitz assumes that others play", othersOf(policy), assumed, () => undefined);
    if (model.select.selectedIndex < 0) model.select.selectedIndex = 0;
    fill(others, players.length > 1 && model.element);
  }

  /** Return the game as text, with the parameters that differ from their defaults. */
  function specified() {
    if (!game?.parameters.length) return game?.game ?? "";
    const chosen = [...parameters.querySelectorAll("input")].filter(
      (input, i) => input.value.trim() !== game?.parameters[i].default,
    );
    const listed = chosen.map((input) => `${input.name}=${input.value.trim()}`).join(",");
    return game.name + (listed ? `:${listed}` : "");
  }

  /** Ask who plays with these parameters, as their number may depend on them. */
  async function askPlayers() {
    const spec = specified();
    try {
      const { players, board } = await store.link.ask("state", { game: spec, start: null, moves: [] });
      if (spec === specified()) seat(players, board?.players ?? []);
    } catch {
      // Start will say what is wrong.
    }
  }

  async function begin() {
    if (!game) return;
    const model = others.querySelector("select")?.value ?? "best";
    const offered = sidesOf(game.policy, model).map(([value]) => value);
    if ([...sides.querySelectorAll("select")].some((each) => !offered.includes(each.value))) {
      complaint.textContent =
        "Monte Carlo tree search assumes that others play their best: choose that, or another player";
      return;
    }
    const before = { sides: store.sides, others: store.others };
    store.sides = [...sides.querySelectorAll("select")].map((each) => sideFrom(each.value));
    store.others = model;
    if (game !== store.info()) store.search = "";
    /** @param {Event} event */
    const hear = (event) => (complaint.textContent = /** @type {CustomEvent} */ (event).detail);
    store.addEventListener("complaint", hear);
    const shown = await store.begin(specified(), start.value.trim() || null);
    store.removeEventListener("complaint", hear);
    if (shown) element.close();
    else Object.assign(store, before);
  }

  return { element, open };
}
