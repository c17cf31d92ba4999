// Review: the whole game as a graph, what each move lost, and where it turned.

import { BoardView } from "./board.js";
import { button, choice, fill, h, refill, reveal } from "./dom.js";
import { download } from "./files.js";
import { graph } from "./graph.js";
import { ICONS, signed } from "./icons.js";
import { Lost } from "./link.js";
import { toneOf } from "./seats.js";
import { gameTitle, minus } from "./words.js";

/** @typedef {import("./types.d.ts").Review} Review */
/** @typedef {import("./types.d.ts").Line} Line */

/** @param {import("./types.d.ts").Context} context @returns {import("./types.d.ts").View} */
export function reviewView({ link, store, announce, open }) {
  /** @type {Review | null} */
  let found = null;
  /** @type {Line | null} the game that was reviewed */
  let line = null;
  let at = 0;
  let running = false;
  let seconds = "0.5";

  const board = new BoardView(() => undefined);
  const intro = h("p", { class: "soft" });
  const picture = h("div", { class: "review-graph" });
  const said = h("p", { class: "said", "aria-live": "polite" });
  const scale = h("p", { class: "soft" });
  const table = h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Every move" });
  const progress = h("progress", { max: 1, value: 0, "aria-label": "Progress of the review", hidden: true });
  const speed = choice(
    "Time per move",
    [
      ["0.2", "0.2 s"],
      ["0.5", "0.5 s"],
      ["2", "2 s"],
    ],
    seconds,
    (value) => (seconds = value),
  );
  const start = button("Review the game", () => review(), { class: "main" });
  const halt = button("Stop", () => link.ask("stop").catch(() => undefined), { disabled: true });
  const steps = h(
    "div",
    { class: "row steps tools" },
    signed(ICONS.first, () => go(0), { "aria-label": "To the start" }),
    signed(ICONS.back, () => go(at - 1), { "aria-label": "One move back", title: "One move back (←)" }),
    signed(ICONS.forward, () => go(at + 1), { "aria-label": "One move forward", title: "One move forward (→)" }),
    signed(ICONS.last, () => go(Infinity), { "aria-label": "To the end" }),
    button("Play from here", () => playOn()),
  );
  const exports = h(
    "div",
    { class: "row" },
    button("Record", () => save("record")),
    button("Text", () => save("text")),
    button("PGN", () => save("pgn"), { class: "pgn" }),
  );
  const element = h(
    "section",
    { class: "play review", "aria-label": "Review", hidden: true },
    h("div", { class: "table stack" }, board.element, steps),
    h(
      "div",
      { class: "side stack" },
      h(
        "div",
        { class: "card stack" },
        h("h2", {}, "Review"),
        intro,
        h("div", { class: "row" }, speed.element, start, halt),
        progress,
        picture,
        said,
        scale,
      ),
      h("div", { class: "card stack" }, h("h2", {}, "Moves"), table),
      h("div", { class: "card stack" }, h("h2", {}, "Export"), exports),
    ),
  );
  element.addEventListener("keydown", keys);

  /** Return the whole game, with the moves that were taken back. @returns {Line} */
  function whole() {
    return { ...store.line, moves: [...store.line.moves, ...[...store.undone].reverse()] };
  }

  async function review() {
    if (running) return;
    line = whole();
    running = true;
    found = null;
    draw();
    try {
      found = await link.ask("review", { ...line, seconds: Number(seconds) }, (info) => {
        progress.hidden = false;
        if ("waiting" in info) said.textContent = `Waiting: place ${info.waiting} in line`;
        else {
          progress.value = info.ply / info.of;
          said.textContent = info.ply === 0 ? "Preparing …" : `Move ${info.ply} of ${info.of - 1}`;
        }
      });
      announce("the review is finished");
    } catch (error) {
      if (!(error instanceof Lost)) store.complain(error);
    }
    running = false;
    progress.hidden = true;
    at = Math.min(store.line.moves.length, (found?.plies.length ?? 1) - 1);
    draw();
  }

  /** @param {number} ply */
  async function go(ply) {
    const all = line ?? whole();
    at = Math.max(0, Math.min(ply, all.moves.length));
    try {
      const state = await link.ask("state", { ...all, moves: all.moves.slice(0, at) });
      board.update(state, { flip: store.flip, enabled: false, arrows: [] });
    } catch (error) {
      store.complain(error);
    }
    draw();
  }

  async function playOn() {
    const all = line ?? whole();
    if (await store.show({ ...all, moves: all.moves.slice(0, at) }, all.moves.slice(at).reverse())) open("play");
  }

  /** @param {string} format */
  async function save(format) {
    try {
      download(await link.ask("record", { ...(line ?? whole()), format }));
    } catch (error) {
      store.complain(error);
    }
  }

  function draw() {
    const { state } = store;
    const moves = (line ?? whole()).moves.length;
    start.disabled = running || moves === 0;
    halt.disabled = !running;
    const { players = [] } = state ?? {};
    const graphed =
      players.length > 2
        ? "The higher a player’s line in the graph, the better for them."
        : `The upper half of the graph is good for ${players[0] ?? "the first player"}.`;
    intro.textContent =
      moves === 0
        ? "Play some moves, or open a saved game, to review it."
        : `${gameTitle(state?.name ?? "")}: ${moves} moves. ${graphed}`;
    /** @type {HTMLElement | null} */ (exports.querySelector(".pgn"))?.toggleAttribute(
      "hidden",
      state?.name !== "chess",
    );
    scale.textContent = found ? `Advantages: ${found.scale}.` : "";
    if (!found) {
      fill(picture);
      fill(table);
      if (!running) said.textContent = "";
      return;
    }
    const points = found.plies.map((ply, i) => ({
      value: ply.advantage,
      label: i === 0 ? `start: ${ply.text}` : `${i}. ${ply.name}: ${ply.text}`,
      kind: found?.turning.includes(i) ? ply.kind : undefined,
    }));
    const wrong = found.turning.length;
    const { plies, many } = found;
    const curves = many
      ? players.map((_, i) => ({ values: plies.map((ply) => ply.advantages[i]), tone: toneOf(state, i) }))
      : [];
    const whose = many ? "everyone" : (players[0] ?? "");
    fill(
      picture,
      graph(points, {
        title: `Score of ${whose} over ${points.length - 1} moves, ${wrong} turning points`,
        now: at,
        middle: !many,
        curves,
        choose: go,
      }),
      many &&
        h(
          "p",
          { class: "row small" },
          ...players.map((name, i) => h("span", { class: `chip ${toneOf(state, i)}` }, name)),
        ),
    );
    said.textContent = sentence();
    refill(
      table,
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            ...["Ply", "Move", "Score", "Lost", "Better"].map((name) =>
              h("th", { scope: "col", class: name === "Score" || name === "Lost" ? "numbers" : null }, name),
            ),
          ),
        ),
        h(
          "tbody",
          {},
          ...found.plies.slice(1).map((ply, i) =>
            h(
              "tr",
              { class: `${ply.kind ?? ""}${i + 1 === at ? " now" : ""}` },
              h("td", {}, String(i + 1)),
              h(
                "td",
                {},
                button(ply.name ?? "", () => go(i + 1), {
                  class: `move ${toneOf(state, ply.mover ?? -1)}`,
                  "aria-label": `Go to move ${i + 1}, ${ply.name}`,
                  "aria-current": i + 1 === at ? "step" : null,
                }),
              ),
              h("td", { class: "numbers" }, minus(ply.text.replace("the game is over: ", ""))),
              h("td", { class: "numbers" }, ply.cost ?? ""),
              h("td", {}, ply.kind ? (ply.best ?? "") : ""),
            ),
          ),
        ),
      ),
    );
    reveal(table, table.querySelector(".now"));
  }

  function sentence() {
    if (!found) return "";
    const ply = found.plies[at];
    if (!ply || at === 0)
      return found.turning.length
        ? `Turning points: ${found.turning.map((i) => `${i}. ${found?.plies[i].name}`).join(", ")}.`
        : "No move lost much.";
    const better = ply.kind && ply.best ? ` A ${ply.kind}: ${ply.best} was better.` : "";
    return `Move ${at}. ${ply.name}: ${minus(ply.text)} for ${store.state?.players[ply.player]}.${better}`;
  }

  /** @param {KeyboardEvent} event */
  function keys(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest("select, input")) return;
    if (event.key === "ArrowLeft") go(at - 1);
    else if (event.key === "ArrowRight") go(at + 1);
    else return;
    event.preventDefault();
  }

  return {
    name: "review",
    title: "Review",
    element,
    show() {
      const now = whole();
      if (!line || JSON.stringify(now) !== JSON.stringify(line)) {
        found = null;
        line = null;
        at = store.line.moves.length;
      }
      go(at);
    },
    hide() {
      if (running) link.ask("stop").catch(() => undefined);
    },
  };
}
