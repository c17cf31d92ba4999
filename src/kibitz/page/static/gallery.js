// The games to choose from, each with a picture of its board.

import { fill, h } from "./dom.js";

/** @typedef {import("./types.d.ts").GameInfo} GameInfo */
/** @typedef {import("./types.d.ts").Picture} Picture */

/** @type {Map<string, Picture>} pictures that were asked for, by game and theme */
const known = new Map();

/**
 * Make the gallery.
 * @param {import("./link.js").Link} link
 * @param {(game: GameInfo) => void} choose
 */
export function gallery(link, choose) {
  const element = h("div", { class: "gallery", role: "radiogroup", "aria-label": "Game" });
  let shown = 0; // counts the openings: pictures of an older one are not waited for

  /** Show the games. @param {GameInfo[]} games @param {GameInfo | undefined} chosen */
  async function show(games, chosen) {
    const now = ++shown;
    const tiles = games.map((game) => tile(game, game === chosen));
    fill(element, ...tiles.map((each) => each.element));
    for (const [i, game] of games.entries()) {
      const picture = await pictureOf(game);
      if (now !== shown) return;
      tiles[i].draw(picture);
    }
  }

  /** @param {GameInfo} game @returns {Promise<Picture>} */
  async function pictureOf({ game, name }) {
    const dark = isDark();
    const key = `${dark} ${game}`;
    const before = known.get(key);
    if (before) return before;
    try {
      const picture = await link.ask("picture", { game, dark });
      known.set(key, picture);
      return picture;
    } catch {
      return { text: name }; // the game can be chosen all the same
    }
  }

  /** @param {GameInfo} game @param {boolean} checked */
  function tile(game, checked) {
    const { players, chance } = game;
    const frame = h("span", { class: "tile-picture", "aria-hidden": "true" });
    const count = players.length === 1 ? "1 player" : `${players.length} players`;
    const input = h("input", {
      type: "radio",
      name: "game",
      value: game.game,
      "aria-label": game.title,
      "aria-description": chance ? `${count}, with chance` : count,
      onchange: () => choose(game),
    });
    input.checked = checked;
    const label = h(
      "label",
      { class: "tile" },
      input,
      frame,
      h("span", { class: "tile-title" }, game.title),
      h("span", { class: "tile-players", "aria-hidden": "true" }, chance ? `${count} ⚄` : count),
    );
    return { element: label, draw: (/** @type {Picture} */ picture) => fill(frame, drawn(picture)) };
  }

  return { element, show };
}

/** Show a picture, which cannot do anything as an image, or a text. @param {Picture} picture */
function drawn({ svg, text }) {
  if (!svg) return h("span", { class: "tile-text" }, text);
  return h("img", { src: `data:image/svg+xml,${encodeURIComponent(svg)}`, alt: "" });
}

/** Return whether the page is dark. */
function isDark() {
  const { theme } = document.documentElement.dataset;
  return theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}
