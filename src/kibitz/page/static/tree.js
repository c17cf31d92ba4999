// The view of a search tree from the position on the board; the server grows it.

import { wholeIn } from "./address.js";
import { auditTable } from "./audit.js";
import { button, fill, h } from "./dom.js";
import { download } from "./files.js";
import { Pair } from "./pair.js";
import { SELECTIVE, TreeForm } from "./treeform.js";
import { typedTree } from "./typed.js";
import { unpacked } from "./unpack.js";
import { Walk } from "./walk.js";
import { minus, short } from "./words.js";

/** @typedef {import("./types.d.ts").GameInfo} GameInfo */
/** @typedef {import("./types.d.ts").Line} Line */
/** @typedef {import("./types.d.ts").Place} Place */
/** @typedef {import("./types.d.ts").TreeAnswer} TreeAnswer */
/** @typedef {import("./types.d.ts").AuditAnswer} AuditAnswer */
/** @typedef {import("./types.d.ts").TreeSource} TreeSource */

const SHOWN_MOVES = 12;
const SEARCHED = ["algorithm", "depth", "visits", "keep_rate", "deepening_depth", "order", "beside", "step"];
const TAKES = ["game", "position", "moves", "ply", ...SEARCHED];

/** @param {import("./types.d.ts").Context} context @returns {import("./types.d.ts").View} */
export function treeView({ link, store, announce, moved }) {
  /** @type {{line: Line, place: Place, asked: Record<string, any>, answers: TreeAnswer[]} | null} the trees, and of what */
  let grown = null;
  /** @type {Map<string, GameInfo>} the game with its parameters */
  const described = new Map();
  let busy = false;
  /** @type {Promise<boolean>} the tree that grows */
  let growing = Promise.resolve(false);
  const where = h("div", { class: "tree-place" });
  const problem = h("p", { class: "tree-problem", role: "alert", hidden: true });
  const progress = h("p", { class: "soft numbers", role: "status" });
  const fields = new TreeForm();
  const grow = button("Grow the tree", () => form.requestSubmit(), { class: "main", id: "tree-grow" });
  const stop = button("Stop", () => link.ask("stop").catch(fail), { id: "tree-stop", hidden: true });
  const form = h(
    "form",
    { class: "row", "aria-label": "What to search", onsubmit: submit },
    ...fields.fields,
    grow,
    stop,
    progress,
  );
  const summary = h("div", { class: "tree-summary", hidden: true });
  const save = button("Save as a page", savePage, { title: "Save a page to step through that needs no server" });
  const walk = new Walk("The search tree", fail);
  const pair = new Pair(fail);
  walk.moved = pair.moved = moved;
  const stage = h("div", { hidden: true }, walk.element);
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
    h("div", { class: "card stack" }, where, form, typedTree(store, growWhole)),
    problem,
    hint,
    summary,
    stage,
  );

  /** @param {unknown} error */
  function fail(error) {
    problem.textContent = String(error instanceof Error ? error.message : error);
    problem.hidden = false;
  }

  /** Return what is known of the game on the board; parameters may change which algorithms suit it. */
  function info() {
    const { game } = store.line;
    return described.get(game) ?? store.info() ?? store.games.find((each) => each.name === store.state?.name);
  }

  /** Ask what suits the game on the board, unless it is in the list. */
  async function describe() {
    const { game } = store.line;
    if (described.has(game) || store.games.some((each) => each.game === game)) return;
    described.clear();
    described.set(game, await link.ask("describe", { game }));
    offer();
  }

  function offer() {
    fields.offer(info()?.textbook ?? [], (store.state?.players.length ?? 2) > 2);
  }

  /** Show which position the search is of. */
  function update() {
    const { state } = store;
    if (!state) return;
    offer();
    const moves = state.names.slice(-SHOWN_MOVES).join(" ");
    const mover = state.result ? `over: ${state.result}` : `${state.players[state.turn] ?? "nature"} to move`;
    fill(
      where,
      h(
        "div",
        { class: "tree-where" },
        h("h2", {}, state.title),
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

  /** Say what was found, and which position a tree is of if it is not the one on the board. */
  function stale() {
    if (!grown) return;
    const { line, answers } = grown;
    const same = JSON.stringify(line) === JSON.stringify({ ...store.line });
    const notes = [...new Set(answers.flatMap((answer) => answer.notes))];
    fill(
      summary,
      ...(answers.length === 1 ? foundBy(answers[0]) : []),
      ...notes.map((note) => h("p", { class: "tree-note" }, note)),
      !same &&
        h("p", { class: "tree-stale" }, "The board shows another position now; this tree belongs to the earlier one."),
      save,
    );
  }

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    if (!busy) await growAndWalk();
  }

  /** Grow what the form asks for, and show it. @param {number} [step] the first to show @returns {Promise<boolean>} */
  async function growTree(step) {
    const line = { ...store.line };
    const place = { ...store.place(), ply: null, moves: store.words.slice(0, line.moves.length).join(" ") || null };
    const asked = fields.asked();
    const second = fields.askedBeside();
    const other = fields.beside.select.value;
    const answer = await run("tree", { ...line, ...asked });
    if (!answer) return false;
    const besides = second && (await run("tree", { ...line, ...second, tree: 1 }));
    if (second && !besides) return false;
    grown = {
      line,
      place,
      asked: { ...asked, beside: other || null },
      answers: besides ? [answer, besides] : [answer],
    };
    hint.hidden = true;
    summary.hidden = stage.hidden = false;
    fill(stage, besides ? pair.element : walk.element);
    audited.hidden = !SELECTIVE.includes(asked.algorithm);
    fill(table);
    stale();
    announce(`The tree has ${answer.nodes} nodes; ${answer.player}: ${answer.text}`);
    const { windows, legend, code } = answer;
    try {
      if (besides) {
        const titles = other === "ordered" ? ["in the game’s order", "the best first"] : [asked.algorithm, other];
        const trees = [answer, besides].map((each, i) => ({ answer: each, source: fromServer(i), title: titles[i] }));
        await pair.show(trees, step);
      } else {
        const name = `${store.state?.name}-${answer.algorithm}`;
        await walk.show(fromServer(0), answer.root, answer.steps, { windows, legend, code, name }, step);
      }
    } catch (error) {
      fail(error);
    }
    return true;
  }

  /** Grow the whole of a tree that somebody typed. @param {number} height */
  async function growWhole(height) {
    fields.depth.input.value = String(Math.min(height, Number(fields.depth.input.max)));
    await stopGrowing();
    await describe();
    await growAndWalk();
  }

  async function growAndWalk() {
    growing = growTree();
    if (!(await growing)) return;
    seen().stepper.slider.focus({ preventScroll: true });
    come(seen());
  }

  /** Return what is shown: one walk, or two. */
  function seen() {
    return (grown?.answers.length ?? 1) > 1 ? pair : walk;
  }

  /** Give up the tree that grows, for another. */
  async function stopGrowing() {
    if (busy) await Promise.all([link.ask("stop"), growing]);
  }

  /** Show the position, and the tree that a link asks for. @param {Record<string, string>} [asked] */
  async function show(asked) {
    update();
    await describe();
    if (!asked || !SEARCHED.some((name) => name in asked)) return;
    fields.fillIn(asked);
    const step = wholeIn(asked, "step", 1);
    await stopGrowing();
    growing = growTree(step === undefined ? undefined : step - 1);
    if (!(await growing)) return;
    wholeIn(asked, "step", 1, seen().count);
    come(seen());
  }

  /** Return what a link says of the tree that is shown, or of the position if there is none. @returns {Place} */
  function place() {
    if (!grown) return store.place();
    const { order: asked, ...rest } = grown.asked;
    const shown = seen();
    const number = shown === pair ? pair.target : walk.number;
    return { ...grown.place, ...rest, order: asked === "game" ? null : asked, step: number + 1 };
  }

  /** Bring what is shown into view. @param {Walk | Pair} shown */
  function come({ element }) {
    if (element.getBoundingClientRect().bottom > innerHeight) element.scrollIntoView({ block: "start" });
  }

  /**
   * Ask for something that takes long; show its progress and a way to stop it.
   * @param {string} what
   * @param {Record<string, any>} fields
   */
  async function run(what, fields) {
    setBusy(true);
    try {
      const found = await link.ask(what, fields, (word) => {
        progress.textContent = word.waiting
          ? `waiting: place ${word.waiting} in line`
          : `${short(word.nodes ?? 0)} nodes …`;
      });
      if (what === "tree") [found.root] = unpacked([found.root], found.drawings);
      return found;
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
    pair.pause();
    progress.textContent = now ? "growing …" : "";
    grow.disabled = now || Boolean(store.state?.result);
    check.disabled = now;
    stop.hidden = !now;
  }

  /** @param {number} tree @returns {TreeSource} */
  function fromServer(tree) {
    return {
      children: async (node, first, count) => {
        const { children, drawings } = await link.ask("children", { tree, node, first, count });
        return unpacked(children, drawings);
      },
      steps: async (first, count) => (await link.ask("steps", { tree, first, count })).steps,
    };
  }

  async function audit() {
    if (!grown || busy) return;
    const { line, asked } = grown;
    /** @type {AuditAnswer | null} */
    const found = await run("audit", { ...line, ...asked });
    if (found) fill(table, ...auditTable(found));
  }

  async function savePage() {
    try {
      download(await link.ask("page", { pair: (grown?.answers.length ?? 1) > 1 }));
    } catch (error) {
      fail(error);
    }
  }

  store.addEventListener("change", update);
  link.addEventListener("status", (event) => {
    if (!(/** @type {CustomEvent} */ (event).detail.again) || !grown) return;
    fail(new Error("The connection was lost, and the tree on the server with it: grow it again to open more of it."));
  });
  const hide = () => [walk, pair].forEach((each) => each.pause());
  return { name: "tree", title: "Tree", element, takes: TAKES, place, show, hide };
}

/** Say what a search found, and what it cost. @param {TreeAnswer} answer @returns {HTMLElement[]} */
function foundBy(answer) {
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
  const line = answer.pv.length ? `, best play ${answer.pv.slice(0, SHOWN_MOVES).join(" ")}` : "";
  return [
    h("p", {}, h("strong", {}, `${answer.player}: ${minus(answer.text)}`), line),
    h("p", { class: "soft numbers" }, ...counts),
  ];
}
