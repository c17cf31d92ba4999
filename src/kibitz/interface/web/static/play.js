// Play: the board with who plays on it, the moves so far, and the engine's thoughts beside it.

import { BoardView, toneOf } from "./board.js";
import { button, choice, fill, h, refill, reveal } from "./dom.js";
import { Lost } from "./link.js";
import { newGame } from "./setup.js";
import { ThoughtView } from "./thought.js";

/** @typedef {import("./types.d.ts").Info} Info */
/** @typedef {import("./types.d.ts").Move} Move */
/** @typedef {import("./store.js").Side} Side */

const PERSON = "person";
const MOST_SIDES = 16;
const ENGINE_PAUSE = 350, CHANCE_PAUSE = 500, COPIED = 1500;

/** @type {[string, string][]} */
export const SIDES = [
  [PERSON, "A person"],
  ...Array.from({ length: 10 }, (_, i) => /** @type {[string, string]} */ ([`level ${i + 1}`, `Kibitz, level ${i + 1}`])),
  ["seconds 0.5", "Kibitz, ½ second"],
  ["seconds 2", "Kibitz, 2 seconds"],
  ["seconds 10", "Kibitz, 10 seconds"],
];

/** @param {import("./main.js").Context} context @returns {import("./types.d.ts").View} */
export function playView({ link, store, announce, open }) {
  let visible = false;
  let prepared = ""; // the game whose search is compiled already, or soon
  let busy = ""; // "move", "hint" or "watch" while a search runs
  let turn = 0; // of everything that was begun; what an older turn hears is not used
  let watching = false;
  /** @type {import("./types.d.ts").Arrow[]} */
  let arrows = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  const board = new BoardView((move) => chosen(move));
  const thought = new ThoughtView();
  const heading = h("h2", { class: "whose", "aria-live": "polite" });
  const moves = h("ol", { class: "moves", "aria-label": "Moves of the game" });
  const players = h("div", { class: "row players" });
  const typed = h("input", { id: "typed", autocomplete: "off", spellcheck: "false", placeholder: "e.g. 4", size: 8 });
  const buttons = {
    undo: button("Undo", () => takeBack(), { title: "Take back your last move (U)" }),
    redo: button("Redo", () => again(), { title: "Do it again (R)" }),
    hint: button("Hint", () => hint(), { title: "What would Kibitz play? (H)" }),
    stop: button("Stop", () => stop(), { title: "Stop thinking (S)" }),
    watch: button("Watch it think", () => toggleWatch(), { "aria-pressed": "false", title: "Kibitz thinks about the position (W)" }),
    flip: button("Flip", () => flip(), { title: "Turn the board (F)" }),
  };
  const dialog = newGame(store);
  const begin = button("New game", () => dialog.open(), { class: "main", title: "Another game (N)" });
  const menu = h("div", { class: "row tools" },
    begin, buttons.undo, buttons.redo, buttons.hint, buttons.stop, buttons.flip);
  const form = h("form", { class: "row typed", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); typeMove(); } },
    h("label", { class: "field" }, h("span", {}, "Type a move"), typed), button("Play", () => typeMove()));
  const files = h("div", { class: "row" },
    button("Copy position", (event) => copy(store.state?.position ?? "", "the position", event)),
    button("Copy game", (event) => copyGame(event)),
    button("Save", () => save("record"), { title: "Save the game to a file" }),
    button("Open", () => pick.click(), { title: "Open a saved game, or PGN of chess" }),
    button("Review", () => open("review")));
  const pick = h("input", { type: "file", class: "hidden", tabindex: "-1", "aria-label": "A saved game", accept: ".json,.pgn,.txt", onchange: () => load() });
  const element = h("section", { class: "play", "aria-label": "Play" },
    h("div", { class: "table stack" }, h("div", { class: "top" }, heading, players), board.element, menu),
    h("div", { class: "side stack" },
      h("div", { class: "card stack" }, h("div", { class: "row spread" }, h("h2", {}, "Kibitz thinks"), buttons.watch), thought.element),
      h("div", { class: "card stack" }, h("h2", {}, "Moves"), moves, form),
      h("div", { class: "card stack" }, h("h2", {}, "Position and game"), files, pick, h("p", { class: "mono soft small position" }))),
    dialog.element);
  const position = /** @type {HTMLElement} */ (element.querySelector(".position"));

  store.addEventListener("change", () => {
    arrows = [];
    draw();
    if (visible) settled();
  });
  element.addEventListener("keydown", shortcuts);

  function draw() {
    const { state } = store;
    if (!state) return;
    const mine = !state.result && isPersons(state.turn);
    board.update(state, { flip: store.flip, enabled: mine && busy !== "move", arrows });
    heading.textContent = said();
    refill(moves, ...listed());
    reveal(moves, moves.querySelector("[aria-current]"));
    position.textContent = state.position;
    typed.placeholder = state.legal[0] ? `e.g. ${state.legal[0].name}` : "";
    buttons.undo.disabled = state.moves.length === 0;
    buttons.redo.disabled = store.undone.length === 0;
    buttons.hint.disabled = !mine || busy === "move";
    buttons.stop.disabled = busy === "";
    buttons.watch.setAttribute("aria-pressed", String(watching));
    drawPlayers();
  }

  function said() {
    const { state } = store;
    if (!state) return "";
    if (state.result) return capital(state.result);
    if (state.turn < 0) return "Nature moves …";
    const who = state.players[state.turn] ?? "";
    if (busy === "move") return `${capital(who)}: Kibitz thinks …`;
    return `${capital(who)} to move`;
  }

  function listed() {
    const { state } = store;
    if (!state) return [];
    const later = [...store.undone].reverse();
    return [
      ...state.names.map((name, i) => h("li", {}, button(name, () => store.goTo(i + 1), {
        class: `move ${toneOf(state, state.movers[i])}`, "aria-label": `Go to move ${i + 1}, ${name}`, "aria-current": i === state.names.length - 1 ? "step" : null,
      }))),
      ...later.map((_, i) => h("li", {}, button("…", () => store.goTo(state.names.length + i + 1), {
        class: "move later", "aria-label": `Go to move ${state.names.length + i + 1}, taken back`,
      }))),
    ];
  }

  let drawnPlayers = "";
  function drawPlayers() {
    const { state } = store;
    if (!state) return;
    const sides = store.seats();
    const shown = JSON.stringify([state.players, sides, state.board?.players]);
    if (shown === drawnPlayers) return;
    drawnPlayers = shown;
    fill(players, ...state.players.map((name, i) => {
      const { element: field, select } = choice(capital(name), SIDES, sideText(sides[i]), (value) => {
        store.sides = store.seats().map((side, other) => (other === i ? sideFrom(value) : side));
        store.keep();
        draw();
        settled();
      });
      select.dataset.side = String(i);
      field.classList.add(toneOf(state, i));
      return field;
    }));
  }

  /** The position has settled: whoever is to move by themselves does. */
  async function settled() {
    const mine = ++turn;
    clearTimeout(timer);
    await halt();
    if (mine !== turn || !visible) return;
    const { state } = store;
    if (!state) return;
    if (state.result) {
      announce(state.result);
      draw();
      return;
    }
    const last = state.names.at(-1);
    if (last) announce(`${last}. ${said()}`);
    const kibitzPlays = store.seats().some((side) => side.kind === "engine");
    if (kibitzPlays && prepared !== state.game && state.turn >= 0 && !store.engineToMove()) {
      prepared = state.game;
      link.ask("prepare", { ...store.line }).catch(() => (prepared = ""));
    }
    if (state.turn < 0) {
      timer = setTimeout(() => store.play(drawn(state.legal)), CHANCE_PAUSE);
      return;
    }
    const side = store.engineToMove();
    if (side && store.undone.length === 0) await engineMoves(side, mine);
    else if (watching) await watch(mine);
  }

  /** @param {Side} side @param {number} mine */
  async function engineMoves(side, mine) {
    const both = store.seats().every((each) => each.kind === "engine");
    const began = performance.now();
    const options = side.level ? { level: side.level, seconds: 5, seed: store.seed } : { seconds: side.seconds };
    const [only, ...others] = store.state?.legal ?? [];
    const found = only && others.length === 0 ? only : await search("move", { ...options, lines: 1 }, mine); // one move needs no thought
    if (!found || mine !== turn || found.move === null) return;
    const wait = both ? Math.max(0, ENGINE_PAUSE - (performance.now() - began)) : 0;
    timer = setTimeout(() => store.play(found.move), wait);
  }

  /** @param {number} mine */
  async function watch(mine) {
    await search("watch", { seconds: 60, lines: 5, algorithm: engineOrNothing() }, mine);
  }

  async function hint() {
    const mine = ++turn;
    await halt();
    const found = await search("hint", { seconds: 1, lines: 3, algorithm: engineOrNothing() }, mine);
    if (found?.name) announce(`Kibitz would play ${found.name}: ${found.text}`);
    if (watching && mine === turn) await watch(mine);
  }

  function engineOrNothing() {
    return store.info()?.algorithm;
  }

  /**
   * Let the server think about the position, and show what it says.
   * @param {string} purpose
   * @param {Record<string, any>} options
   * @param {number} mine
   * @returns {Promise<any>} what was found; nothing if it was broken off
   */
  async function search(purpose, options, mine) {
    busy = purpose;
    thought.begin(store.state, purpose === "move" ? "plays" : "best");
    draw();
    try {
      const found = await link.ask("think", { ...store.line, ...options }, (info) => {
        if (mine !== turn) return;
        thought.hear(info);
        if (purpose !== "move") showArrows(info);
      });
      if (mine !== turn) return null;
      thought.hear(found);
      if (purpose !== "move") showArrows(found);
      return found;
    } catch (error) {
      if (mine === turn && !(error instanceof Lost)) store.complain(error);
      return null;
    } finally {
      if (mine === turn) {
        busy = "";
        draw();
      }
    }
  }

  /** @param {any} info */
  function showArrows(info) {
    const { state } = store;
    if (!state || !info.lines) return;
    const cells = new Map(state.legal.map((each) => [each.move, each.cells]));
    const scores = info.lines.map((/** @type {any} */ line) => Number(line.score));
    const best = Math.max(...scores), worst = Math.min(...scores);
    arrows = info.lines.map((/** @type {any} */ line, /** @type {number} */ i) => ({
      move: line.move,
      cells: cells.get(line.move) ?? [],
      text: shortScore(line.text),
      strength: best > worst ? (Number(line.score) - worst) / (best - worst) : 1,
      best: i === 0,
    }));
    draw();
  }

  async function halt() {
    if (busy === "") return;
    busy = "";
    try {
      await link.ask("stop");
    } catch {
      return;
    }
  }

  async function stop() {
    const wasMove = busy === "move";
    if (wasMove) {
      try {
        await link.ask("stop"); // the move found so far is played
      } catch {
        return;
      }
      return;
    }
    watching = false;
    ++turn;
    await halt();
    draw();
  }

  function toggleWatch() {
    watching = !watching;
    if (watching) settled();
    else if (busy !== "move") stop();
    draw();
  }

  /** @param {number} move */
  function chosen(move) {
    return store.play(move);
  }

  function takeBack() {
    const { state } = store;
    if (!state) return;
    let count = 1;
    while (count < state.moves.length && !isPersons(state.movers[state.moves.length - count])) count++;
    return store.undo(count);
  }

  function again() {
    const alone = store.seats().every((side) => side.kind !== "engine");
    return store.redo(!alone && isPersons(store.state?.turn ?? 0) && store.undone.length > 1 ? 2 : 1);
  }

  /** @param {number} player */
  function isPersons(player) {
    return player >= 0 && store.side(player).kind !== "engine";
  }

  function flip() {
    store.flip = !store.flip;
    store.keep();
    draw();
  }

  function typeMove() {
    const text = typed.value.trim();
    const { state } = store;
    if (!state || !text) return;
    const found = state.legal.find((each) => each.name === text) ?? state.legal.find((each) => each.name.toLowerCase() === text.toLowerCase());
    if (!found) {
      store.complain(new Error(`${text} is not a legal move here; legal: ${state.legal.slice(0, 12).map((each) => each.name).join(" ")}${state.legal.length > 12 ? " …" : ""}`));
      return;
    }
    typed.value = "";
    return chosen(found.move);
  }

  /** @param {string} text @param {string} what @param {Event} event of the button, which says that it is done */
  async function copy(text, what, { target }) {
    try {
      await navigator.clipboard.writeText(text);
      announce(`${what} is copied`);
      const pressed = /** @type {HTMLElement} */ (target);
      pressed.classList.add("copied");
      setTimeout(() => pressed.classList.remove("copied"), COPIED);
    } catch {
      store.complain(new Error(`the browser does not let the page copy; here is ${what}: ${text}`));
    }
  }

  /** @param {Event} event */
  async function copyGame(event) {
    try {
      const { text } = await link.ask("record", { ...store.line, format: store.state?.name === "chess" ? "pgn" : "text" });
      await copy(text, "the game", event);
    } catch (error) {
      store.complain(error);
    }
  }

  /** @param {string} format */
  async function save(format) {
    try {
      const players = store.seats().map(sideText);
      download(await link.ask("record", { ...store.line, format, players }));
    } catch (error) {
      store.complain(error);
    }
  }

  async function load() {
    const file = pick.files?.[0];
    if (!file) return;
    try {
      const line = await link.ask("open", { text: await file.text() });
      const before = store.sides;
      store.sides = Array.from({ length: MOST_SIDES }, () => sideFrom(PERSON)); // nobody moves before it was looked at
      if (!(await store.show({ game: line.game, start: line.start, moves: line.moves }))) store.sides = before;
    } catch (error) {
      store.complain(error);
    }
    pick.value = "";
  }

  /** @param {KeyboardEvent} event */
  function shortcuts(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, select, textarea, dialog")) return;
    const { undo: u, redo: r, hint: h, stop: s, watch: w, flip: f } = buttons;
    const pressed = /** @type {Record<string, HTMLButtonElement>} */ ({ u, r, h, s, w, f, n: begin })[event.key.toLowerCase()];
    if (pressed) {
      event.preventDefault();
      pressed.click(); // which does nothing where the button is disabled
    }
  }

  return {
    name: "play",
    title: "Play",
    element,
    show() {
      visible = true;
      draw();
      settled();
    },
    hide() {
      visible = false;
      ++turn;
      clearTimeout(timer);
      halt();
    },
  };
}

/** Choose one of nature's outcomes by its likelihood. @param {Move[]} moves */
function drawn(moves) {
  let left = Math.random();
  for (const each of moves) {
    left -= each.chance ?? 0;
    if (left < 0) return each.move;
  }
  return moves[moves.length - 1].move;
}

/** Hand a text to the person as a file. @param {{text: string, file: string}} what */
export function download({ text, file }) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const anchor = h("a", { href: address, download: file });
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** @param {Side | undefined} side */
export function sideText(side) {
  if (!side || side.kind === "person") return PERSON;
  return side.level ? `level ${side.level}` : `seconds ${side.seconds}`;
}

/** @param {string} text @returns {Side} */
export function sideFrom(text) {
  const [kind, number] = text.split(" ");
  if (kind === "level") return { kind: "engine", level: Number(number) };
  if (kind === "seconds") return { kind: "engine", seconds: Number(number) };
  return { kind: "person" };
}

/** What fits on a board: W5 wins in 5 plies, L4 loses in 4, D draws. @param {string} text */
function shortScore(text) {
  const [number, proof] = [text.split(", ")[0], text.split(", ").at(-1) ?? ""];
  const sign = { wins: "W", loses: "L", draws: "D" }[proof.split(" ")[0]];
  return sign ? sign + (proof.match(/\d+$/)?.[0] ?? "") : number.replace(/value | at this depth/g, "").replace("-", "−");
}

/** @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The name of a game as people write it. @param {string} name */
export function gameTitle(name) {
  return capital(name.replaceAll("-", " "));
}

