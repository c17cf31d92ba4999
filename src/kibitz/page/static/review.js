// Review: the whole game as a graph, what each move lost, and where it turned.

import { BoardView } from "./board.js";
import { Countdown } from "./countdown.js";
import { button, choice, fill, h, refill, reveal } from "./dom.js";
import { download } from "./files.js";
import { graph } from "./graph.js";
import { ICONS, signed } from "./icons.js";
import { Lost } from "./link.js";
import { toneOf } from "./seats.js";
import { brief, isOpen, minus } from "./words.js";

/** @typedef {import("./types.d.ts").Arrow} Arrow */
/** @typedef {import("./types.d.ts").Review} Review */
/** @typedef {import("./types.d.ts").Line} Line */

const SPEEDS = /** @type {[string, string][]} */ ([
  ["0.2", "0.2 s"],
  ["0.5", "0.5 s"],
  ["2", "2 s"],
]);
const PATIENCE = 300; // milliseconds without an answer until the page says why

/** @param {import("./types.d.ts").Context} context @returns {import("./types.d.ts").View} */
export function reviewView({ link, store, announce, open, moved }) {
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
  const countdown = new Countdown((text) => (said.textContent = text));
  const legend = h("p", { class: "legend" });
  const scale = h("p", { class: "soft" });
  const table = h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Every move" });
  const progress = h("progress", { max: 1, value: 0, "aria-label": "Progress of the review", hidden: true });
  const speed = choice("Time per move", SPEEDS, seconds, (value) => (seconds = value));
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
    h("div", { class: "table stack" }, board.element, legend, steps),
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
        countdown.stop();
        if ("preparing" in info) countdown.start("Compiling", info.left, PATIENCE);
        else if ("waiting" in info) said.textContent = `Waiting: place ${info.waiting} in line`;
        else {
          progress.value = info.ply / info.of;
          said.textContent = info.ply === 0 ? "The first position" : `Move ${info.ply} of ${info.of - 1}`;
        }
      });
      announce("the review is finished");
    } catch (error) {
      if (!(error instanceof Lost)) store.complain(error);
    }
    countdown.stop();
    running = false;
    if (document.activeElement === document.body) steps.querySelector("button")?.focus({ preventScroll: true });
    progress.hidden = true;
    go(Math.min(store.line.moves.length, (found?.plies.length ?? 1) - 1));
  }

  /** @param {number} ply */
  async function go(ply) {
    const all = line ?? whole();
    at = Math.max(0, Math.min(ply, all.moves.length));
    try {
      const state = await link.ask("state", { ...all, moves: all.moves.slice(0, at) });
      board.update(state, { flip: store.flip, enabled: false, arrows: arrowsAt() });
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
    moved();
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
        : `${state?.title ?? ""}: ${moves} moves. ${graphed}`;
    /** @type {HTMLElement | null} */ (exports.querySelector(".pgn"))?.toggleAttribute(
      "hidden",
      state?.name !== "chess",
    );
    fill(legend, ...legendAt());
    scale.textContent = found ? `Advantages: ${found.scale}.` : "";
    if (!found) {
      fill(picture);
      fill(table);
      if (!running) said.textContent = "";
      return;
    }
    const points = found.plies.map((ply, i) => ({
      value: ply.advantage,
      label: `${i === 0 ? "start" : `${ply.number} ${ply.name}`}: ${minus(ply.text)}`,
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
            ...["No.", "Move", "Score", "Lost", "Better"].map((name) =>
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
              h("td", {}, ply.number ?? ""),
              h(
                "td",
                {},
                button(ply.name ?? "", () => go(i + 1), {
                  class: `move ${toneOf(state, ply.mover ?? -1)}`,
                  "aria-label": `Go to move ${i + 1}, ${ply.name}`,
                  "aria-current": i + 1 === at ? "step" : null,
                }),
              ),
              h("td", { class: "numbers" }, brief(ply.text.replace("the game is over: ", ""))),
              h("td", { class: "numbers" }, ply.cost ?? ""),
              h("td", {}, ply.kind ? (ply.best ?? "") : ""),
            ),
          ),
        ),
      ),
    );
    reveal(table, table.querySelector(".now"));
  }

  /** Return what a link says of the review. */
  function place() {
    return { ...store.place(), ply: at, seconds: found ? seconds : null };
  }

  /** Return arrows for the move that led to the position, and for the better one. @returns {Arrow[]} */
  function arrowsAt() {
    const ply = found?.plies[at];
    if (!ply || at === 0 || (ply.mover ?? -1) < 0) return [];
    const arrow = (
      /** @type {string[] | undefined} */ cells,
      /** @type {string} */ kind,
      /** @type {string} */ text,
    ) => ({
      move: -1,
      cells: cells ?? [],
      choice: false,
      text,
      strength: 1,
      best: kind === "best",
      kind,
    });
    if (ply.best === ply.name) return [arrow(ply.cells, "best", "")];
    return [arrow(ply.cells, "played", "played"), arrow(ply.best_cells, "best", ply.kind ? "better" : "best")];
  }

  /** Return what the arrows mean. */
  function legendAt() {
    const ply = found?.plies[at];
    if (!ply || at === 0 || (ply.mover ?? -1) < 0) return [];
    if (ply.best === ply.name) return [h("span", { class: "best" }, `played, and best: ${ply.name}`)];
    return [
      h("span", { class: "played" }, `played: ${ply.name}`),
      ply.best && h("span", { class: "best" }, `${ply.kind ? "better" : "Kibitz’s choice"}: ${ply.best}`),
    ];
  }

  function sentence() {
    if (!found) return "";
    const ply = found.plies[at];
    if (!ply || at === 0)
      return found.turning.length
        ? `Turning points: ${found.turning.map((i) => `${found?.plies[i].number} ${found?.plies[i].name}`).join(", ")}.`
        : "No move lost much.";
    const better = ply.kind && ply.best ? ` A ${ply.kind}: ${ply.best} was better.` : "";
    const whose = isOpen(ply.text) ? "" : ` for ${store.state?.players[ply.player]}`;
    return `Move ${ply.number} ${ply.name}: ${minus(ply.text)}${whose}.${better}`;
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
    takes: ["game", "position", "moves", "ply", "seconds"],
    place,
    async show(asked) {
      const now = whole();
      if (asked && !SPEEDS.some(([value]) => value === (asked.seconds ?? seconds)))
        throw new Error(`seconds in this link must be ${SPEEDS.map(([value]) => value).join(", ")}`);
      if (!line || JSON.stringify(now) !== JSON.stringify(line)) {
        found = null;
        line = null;
      }
      if (asked || !line) at = store.line.moves.length;
      await go(at);
      if (asked?.seconds === undefined || found) return;
      seconds = speed.select.value = asked.seconds;
      review();
    },
    hide() {
      if (running) link.ask("stop").catch(() => undefined);
    },
  };
}
