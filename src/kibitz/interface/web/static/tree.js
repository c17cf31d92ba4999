// The view of a search tree from the position on the board; the server grows it.

import { button, choice, fill, h } from "./dom.js";
import { Walk } from "./walk.js";
import { gameTitle, short } from "./words.js";

/** @typedef {import("./types.d.ts").Line} Line */
/** @typedef {import("./types.d.ts").TreeAnswer} TreeAnswer */
/** @typedef {import("./types.d.ts").AuditAnswer} AuditAnswer */
/** @typedef {import("./types.d.ts").TreeSource} TreeSource */

const SELECTIVE = ["rb-minimax", "rb-alpha-beta"];
const MCTS = "mcts";
const SHOWN_MOVES = 12;

/** @param {import("./types.d.ts").Context} context @returns {import("./types.d.ts").View} */
export function treeView({ link, store, announce }) {
  /** @type {{line: Line, asked: Record<string, any>, answer: TreeAnswer} | null} the tree that is shown, and of what */
  let grown = null;
  let busy = false;
  const place = h("div", { class: "tree-place" });
  const problem = h("p", { class: "tree-problem", role: "alert", hidden: true });
  const progress = h("p", { class: "soft numbers", role: "status" });
  const algorithm = choice("Algorithm", [], "", () => offer());
  algorithm.select.id = "tree-algorithm";
  const depth = number("Depth", "tree-depth", 3, 0, 20, 1);
  const visits = number("Visits", "tree-visits", 10, 1, 500, 1);
  const rate = number("Keep rate", "tree-keep-rate", 0.5, 0.01, 1, 0.01);
  const deepening = number("Deepening depth", "tree-deepening", 0, 0, 4, 1);
  const grow = button("Grow the tree", () => form.requestSubmit(), { class: "main", id: "tree-grow" });
  const stop = button("Stop", () => link.ask("stop").catch(fail), { id: "tree-stop", hidden: true });
  const form = h(
    "form",
    { class: "row", "aria-label": "What to search", onsubmit: submit },
    algorithm.element,
    depth.element,
    visits.element,
    rate.element,
    deepening.element,
    grow,
    stop,
    progress,
  );
  const summary = h("div", { class: "tree-summary", hidden: true });
  const walk = new Walk("The search tree", fail);
  walk.element.hidden = true;
  const check = button("What did the filter cost?", audit, { id: "tree-audit" });
  const table = h("div", { class: "tree-audit", "aria-live": "polite" });
  const audited = h(
    "section",
    { class: "card stack", "aria-label": "Audit of the filter", hidden: true },
    check,
    table,
  );
  walk.side.append(audited);
  const hint = h(
    "p",
    { class: "soft tree-hint" },
    "Choose an algorithm and a depth to see every node that the search visits, in order. Small depths are clearest. " +
      "With mcts, choose how many visits to follow.",
  );
  const element = h(
    "section",
    { class: "stack tree-view", "aria-label": "Tree" },
    h("div", { class: "card stack" }, place, form),
    problem,
    hint,
    summary,
    walk.element,
  );

  /** @param {unknown} error */
  function fail(error) {
    problem.textContent = String(error instanceof Error ? error.message : error);
    problem.hidden = false;
  }

  /** Return the list's entry of the game on the board; a tree in brackets is an entry of the game `tree`. */
  function info() {
    return store.info() ?? store.games.find((each) => each.name === store.state?.name);
  }

  /** Offer the algorithms that suit the game. */
  function offer() {
    const known = info()?.textbook ?? [];
    const { select } = algorithm;
    if (known.join() !== [...select.options].map((each) => each.value).join()) {
      const before = select.value;
      fill(select, ...known.map((each) => h("option", { value: each }, each)));
      select.value = known.includes(before)
        ? before
        : known.includes("alpha-beta")
          ? "alpha-beta"
          : known.includes("expectiminimax")
            ? "expectiminimax"
            : (known[0] ?? "");
    }
    rate.element.hidden = deepening.element.hidden = !SELECTIVE.includes(select.value);
    depth.element.hidden = select.value === MCTS;
    visits.element.hidden = select.value !== MCTS;
  }

  /** Show which position the search is of. */
  function update() {
    const { state } = store;
    if (!state) return;
    offer();
    const moves = state.names.slice(-SHOWN_MOVES).join(" ");
    const mover = state.result ? `over: ${state.result}` : `${state.players[state.turn] ?? "nature"} to move`;
    fill(
      place,
      h(
        "div",
        { class: "tree-where" },
        h("h2", {}, gameTitle(state.name)),
        h(
          "p",
          {},
          state.names.length ? `after ${state.names.length > SHOWN_MOVES ? "… " : ""}${moves}` : "at the start",
          " · ",
          mover,
        ),
        h("p", { class: "mono soft tree-text" }, state.position),
      ),
    );
    grow.disabled = busy || Boolean(state.result);
    stale();
  }

  /** Say which position a tree is of if it is not the one on the board. */
  function stale() {
    if (!grown) return;
    const { line, answer } = grown;
    const same = JSON.stringify(line) === JSON.stringify({ ...store.line });
    const { fates } = answer;
    const gone = [fates.cut && `${fates.cut} cut`, fates.filtered && `${fates.filtered} filtered away`]
      .filter(Boolean)
      .join(", ");
    const counts = [
      `${answer.algorithm}, ${answer.visits === null ? `depth ${answer.depth}` : `${answer.visits} visits`}: `,
      `${short(answer.nodes)} nodes`,
      answer.filter_nodes ? `, ${short(answer.filter_nodes)} of them to rank children` : "",
      gone ? `; ${gone}` : "",
    ];
    fill(
      summary,
      h(
        "p",
        {},
        h("strong", {}, `${answer.player}: ${answer.text}`),
        answer.pv.length ? ` by ${answer.pv.slice(0, SHOWN_MOVES).join(" ")}` : "",
      ),
      h("p", { class: "soft numbers" }, ...counts),
      !same &&
        h("p", { class: "tree-stale" }, "The board shows another position now; this tree belongs to the earlier one."),
    );
  }

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    if (busy) return;
    const line = { ...store.line };
    /** @type {Record<string, any>} */
    const asked = { algorithm: algorithm.select.value };
    if (asked.algorithm === MCTS) asked.visits = Number(visits.input.value);
    else asked.depth = Number(depth.input.value);
    if (SELECTIVE.includes(asked.algorithm))
      Object.assign(asked, { keep_rate: Number(rate.input.value), deepening_depth: Number(deepening.input.value) });
    const answer = await run("tree", { ...line, ...asked });
    if (!answer) return;
    grown = { line, asked, answer };
    hint.hidden = true;
    summary.hidden = walk.element.hidden = false;
    audited.hidden = !SELECTIVE.includes(asked.algorithm);
    fill(table);
    stale();
    announce(`The tree has ${answer.nodes} nodes; ${answer.player}: ${answer.text}`);
    try {
      await walk.show(fromServer(), answer.root, answer.steps, { windows: answer.windows });
      walk.slider.focus({ preventScroll: true });
    } catch (error) {
      fail(error);
    }
  }

  /**
   * Ask for something that takes long; show its progress and a way to stop it.
   * @param {string} what
   * @param {Record<string, any>} fields
   */
  async function run(what, fields) {
    setBusy(true);
    try {
      return await link.ask(what, fields, (word) => {
        progress.textContent = word.waiting
          ? `waiting: place ${word.waiting} in line`
          : `${short(word.nodes ?? 0)} nodes …`;
      });
    } catch (error) {
      fail(error);
      return null;
    } finally {
      setBusy(false);
    }
  }

  /** @param {boolean} now */
  function setBusy(now) {
    busy = now;
    if (now) problem.hidden = true;
    walk.pause();
    progress.textContent = now ? "growing …" : "";
    grow.disabled = now || Boolean(store.state?.result);
    check.disabled = now;
    stop.hidden = !now;
  }

  /** @returns {TreeSource} */
  function fromServer() {
    return {
      children: async (node, first, count) => (await link.ask("children", { node, first, count })).children,
      steps: async (first, count) => (await link.ask("steps", { first, count })).steps,
    };
  }

  async function audit() {
    if (!grown || busy) return;
    const { line, asked } = grown;
    /** @type {AuditAnswer | null} */
    const found = await run("audit", { ...line, ...asked });
    if (found) fill(table, ...auditTable(found));
  }

  store.addEventListener("change", update);
  link.addEventListener("status", (event) => {
    if (!(/** @type {CustomEvent} */ (event).detail.again) || !grown) return;
    fail(new Error("The connection was lost, and the tree on the server with it: grow it again to open more of it."));
  });
  return { name: "tree", title: "Tree", element, show: update, hide: () => walk.pause() };
}

/**
 * @param {string} label
 * @param {string} id
 * @param {number} value
 * @param {number} min
 * @param {number} max
 * @param {number} step
 * @returns {{element: HTMLElement, input: HTMLInputElement}}
 */
function number(label, id, value, min, max, step) {
  const input = h("input", { id, type: "number", value, min, max, step, required: true });
  return { element: h("label", { class: "field" }, h("span", {}, label), input), input };
}

/** Show what the filter cost, and what it saved. @param {AuditAnswer} found @returns {HTMLElement[]} */
function auditTable(found) {
  const sign = (/** @type {number | string | null} */ value) =>
    value === null ? "–" : String(value).replace("-", "−");
  const verdict =
    found.loss > 0
      ? `The filter cost ${sign(found.loss)}: it plays ${found.move}, the full search ${found.full_move}.`
      : found.move_changed
        ? "The filter changed the move, but the other one is as good."
        : found.score_changed
          ? "The move is the same; only the score differs."
          : "The filter changed nothing here.";
  const row = (/** @type {string} */ name, /** @type {any} */ kept, /** @type {any} */ full) =>
    h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, sign(kept)), h("td", {}, sign(full)));
  const share = `${Math.round(Math.abs(found.saved) * 100)} %`;
  const parts = [
    h("p", { class: found.loss > 0 ? "tree-loss" : "tree-fine" }, h("strong", {}, verdict)),
    h(
      "table",
      { class: "numbers" },
      h("thead", {}, h("tr", {}, h("td", {}), h("th", { scope: "col" }, "kept"), h("th", { scope: "col" }, "full"))),
      h(
        "tbody",
        {},
        row("Move", found.move, found.full_move),
        row("Score", found.score, found.full_score),
        row("Nodes", short(found.nodes), short(found.full_nodes)),
      ),
    ),
    h("p", {}, found.saved >= 0 ? `${share} of the nodes saved.` : `It took ${share} more nodes than the full search.`),
  ];
  if (found.missed) parts.push(h("p", {}, `${found.missed} was dropped at the root and never searched.`));
  if (found.harm.length) {
    parts.push(
      h(
        "table",
        { class: "numbers" },
        h("caption", {}, "Plies where the filter alone does harm"),
        h(
          "thead",
          {},
          h("tr", {}, ...["ply", "plays", "score", "drops"].map((each) => h("th", { scope: "col" }, each))),
        ),
        h(
          "tbody",
          {},
          ...found.harm.map((each) =>
            h(
              "tr",
              {},
              h("td", {}, String(each.ply)),
              h("td", {}, sign(each.move)),
              h("td", {}, sign(each.score)),
              h("td", {}, sign(each.dropped)),
            ),
          ),
        ),
      ),
    );
  } else parts.push(h("p", { class: "soft" }, "At no ply does the filter alone change the move or the score."));
  return parts;
}
