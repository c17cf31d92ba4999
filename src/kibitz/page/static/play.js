// Play: the board with who plays on it, the moves so far, and the engine's thoughts beside it.

import { BoardView } from "./board.js";
import { button, choice, fill, h, refill, reveal } from "./dom.js";
import { fileButtons } from "./files.js";
import { whyNothing } from "./howto.js";
import { movesOf } from "./movelist.js";
import { rulesDialog } from "./rules.js";
import { aloneSide, othersOf, searchesOf, seatName, sideFrom, sideText, sidesOf, toneOf } from "./seats.js";
import { SEATING, seatingOf, sitDown } from "./seating.js";
import { newGame } from "./setup.js";
import { Thinker } from "./thinker.js";
import { capital, minus } from "./words.js";

const MOST_LISTED = 12; // legal moves that a complaint about another one lists
const SPEEDS = /** @type {[string, string][]} */ ([
  ["slow", "Slow"],
  ["normal", "Normal"],
  ["fast", "Fast"],
  ["fastest", "No pause"],
]);
const ARROWS = /** @type {Record<string, string>} */ ({
  ArrowUp: "up",
  ArrowRight: "right",
  ArrowDown: "down",
  ArrowLeft: "left",
});

/** @param {import("./types.d.ts").Context} context @returns {import("./types.d.ts").View} */
export function playView(context) {
  const { store } = context;
  const thinker = new Thinker(context, () => draw(), said);
  const board = new BoardView((move) => store.play(move), explain);
  const title = h("h2", { class: "title" });
  const heading = h("p", { class: "whose", "aria-live": "polite" });
  const moves = h("ol", { class: "moves", "aria-label": "Moves of the game" });
  const players = h("div", { class: "row players" });
  const points = h("p", { class: "points" });
  const assumed = h("p", { class: "soft small assumed" });
  const position = h("p", { class: "mono soft small position" });
  const typed = h("input", { id: "typed", autocomplete: "off", spellcheck: "false", placeholder: "e.g. 4", size: 8 });
  const dialog = newGame(store);
  const rules = rulesDialog(store);
  const buttons = {
    begin: button("New game", () => dialog.open(), { class: "main", title: "Start a new game (N)" }),
    undo: button("Undo", () => takeBack(), { title: "Take back your last move (U)" }),
    redo: button("Redo", () => again(), { title: "Replay a move that was taken back (R)" }),
    hint: button("Hint", () => thinker.hint(), { title: "What would Kibitz play? (H)" }),
    stop: button("Stop", () => thinker.stop(), { title: "Stop thinking (S)" }),
    flip: button("Flip", () => flip(), { title: "Flip the board (F)" }),
  };
  const alone = button("Let Kibitz play", () => playAlone(), { title: "Watch Kibitz play this game (K)" });
  const pause = button("Pause", () => thinker.togglePause(), { title: "Pause the game, or go on (P)" });
  const speed = choice("Speed", SPEEDS, store.speed, (value) => {
    store.speed = value;
    store.keep();
  });
  const pace = h("div", { class: "row pace" }, alone, pause, speed.element);
  const watch = button("Watch it think", () => thinker.toggleWatch(), {
    "aria-pressed": "false",
    title: "Show what Kibitz thinks of the position (W)",
  });
  const how = choice("Search", [], "", (value) => {
    store.search = value;
    store.keep();
    thinker.restart();
  });
  how.element.classList.add("how");
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    typeMove();
  };
  const form = h(
    "form",
    { class: "row typed", onsubmit: submit },
    h("label", { class: "field" }, h("span", {}, "Type a move"), typed),
    button("Play", () => typeMove()),
  );
  const element = h(
    "section",
    { class: "play", "aria-label": "Play" },
    h(
      "div",
      { class: "table stack" },
      h(
        "div",
        { class: "top" },
        h(
          "div",
          { class: "now" },
          h("div", { class: "row name" }, title, button("Rules", rules.open, { title: "How to play this game" })),
          h("div", { class: "row says" }, heading, points),
          assumed,
        ),
        players,
      ),
      board.element,
      pace,
      h("div", { class: "row tools" }, ...Object.values(buttons)),
    ),
    h(
      "div",
      { class: "side stack" },
      card(
        h("div", { class: "row spread" }, h("h2", {}, "Kibitz thinks"), watch),
        how.element,
        thinker.thought.element,
      ),
      card(h("h2", {}, "Moves"), moves, form),
      card(h("h2", {}, "Position and game"), ...fileButtons(context), position),
    ),
    dialog.element,
    rules.element,
  );

  store.addEventListener("change", () => {
    thinker.forget();
    draw();
    if (thinker.active) thinker.settled();
  });
  element.addEventListener("keydown", shortcuts);
  document.addEventListener("keydown", steer);

  function draw() {
    const { state } = store;
    if (!state) return;
    const { arrows, busy } = thinker;
    const mine = !state.result && isPersons(state.turn);
    board.update(state, { flip: store.flip, enabled: mine && busy !== "move", arrows });
    fill(title, state.title, state.parameters && h("span", { class: "soft small" }, ` ${state.parameters}`));
    title.title = title.textContent; // it may be cut off
    heading.textContent = said();
    points.textContent = pointsText();
    assumed.textContent = assumedText();
    refill(moves, ...movesOf(state, store.undone, (ply) => store.goTo(ply)));
    reveal(moves, moves.querySelector("[aria-current]"));
    position.textContent = state.position;
    typed.placeholder = state.legal[0] ? `e.g. ${state.legal[0].name}` : "";
    buttons.undo.disabled = !state.movers.some(stopsAt);
    buttons.redo.disabled = store.undone.length === 0;
    buttons.hint.disabled = !mine || busy === "move";
    buttons.stop.disabled = busy === "";
    const watched = store.isWatched() && !state.result;
    const waits = thinker.waits() && !state.result && !isPersons(state.turn);
    alone.hidden = state.players.length > 1;
    alone.textContent = store.isWatched() ? "Play yourself" : "Let Kibitz play";
    speed.element.hidden = !watched;
    pause.hidden = !store.isWatched() && !waits;
    pause.disabled = !watched && !waits;
    pace.hidden = alone.hidden && pause.hidden;
    element.classList.toggle("paced", !alone.hidden || store.isWatched()); // as long as the game is played so
    pause.textContent = thinker.waits() ? "Go on" : "Pause";
    watch.setAttribute("aria-pressed", String(thinker.watching));
    drawPlayers();
    drawSearches();
  }

  /** Offer the searches that can be chosen. */
  function drawSearches() {
    const options = searchesOf(store.searches());
    how.element.hidden = options.length < 2;
    if (options.map(([value]) => value).join() !== [...how.select.options].map((each) => each.value).join())
      fill(how.select, ...options.map(([value, text]) => h("option", { value }, text)));
    how.select.value = options.some(([value]) => value === store.search) ? store.search : "";
  }

  /** Return what the players have collected; what one gains the other loses is told once. */
  function pointsText() {
    const { state } = store;
    if (!state?.points) return "";
    const counted = state.points.map((each) => minus(Number(each.toFixed(2)).toLocaleString("en")));
    if (counted.length === 1) return `${counted[0]} points`;
    const [first, ...others] = state.points;
    const mirrored = others.every((each) => each === -first);
    const shown = mirrored ? counted.slice(0, 1) : counted;
    return shown.map((count, i) => `${capital(state.players[i])}: ${count}`).join(" · ");
  }

  /** Return what Kibitz assumes of the others, unless it is their best. */
  function assumedText() {
    const model = store.model();
    const words = othersOf(true).find(([value]) => value === model)?.[1] ?? model;
    return model === "best" ? "" : `Kibitz assumes that others play ${words}`;
  }

  /** Return what is said of the position. */
  function said() {
    const { state } = store;
    if (!state) return "";
    if (state.result) return capital(state.result);
    if (store.isWatched() && thinker.waits()) return "Paused";
    if (state.turn < 0) return store.undone.length ? "Nature to move" : "Nature moves …";
    if (state.players.length === 1)
      return thinker.busy === "move" ? "Kibitz is thinking …" : isPersons(0) ? "Your move" : "Kibitz plays";
    const who = capital(state.players[state.turn] ?? "");
    return thinker.busy === "move" ? `${who}: Kibitz is thinking …` : `${who} to move`;
  }

  /**
   * Return why a touch of the board means nothing.
   * @param {string} name
   * @param {string} from
   * @param {import("./touches.js").Touches} touches
   */
  function explain(name, from, touches) {
    const { state } = store;
    if (!state) return "";
    if (state.result) return "The game is over: begin a new one, or take moves back.";
    if (isPersons(state.turn)) return thinker.busy === "move" ? "" : whyNothing(name, from, touches);
    if (thinker.waits()) return "Press “Go on” to let the game continue from here.";
    if (state.turn < 0) return "It is nature’s turn.";
    return `It is not your turn: ${thinker.busy === "move" ? "Kibitz is thinking." : "the other side moves."}`;
  }

  let drawnPlayers = "";
  function drawPlayers() {
    const { state } = store;
    if (!state) return;
    const sides = store.seats();
    const options = sidesOf(Boolean(store.info()?.policy), store.model());
    const shown = JSON.stringify([state.players, sides, state.board?.players, options.length]);
    if (shown === drawnPlayers) return;
    drawnPlayers = shown;
    const fields = state.players.map((name, i) => {
      const { element: field, select } = choice(
        seatName(name, state.players.length),
        options,
        sideText(sides[i]),
        (value) => seat(i, value),
      );
      select.dataset.side = String(i);
      field.classList.add(toneOf(state, i));
      return field;
    });
    fill(players, ...fields);
  }

  /** Give a side to somebody. @param {number} player @param {string} value */
  function seat(player, value) {
    store.sides = store.seats().map((side, other) => (other === player ? sideFrom(value) : side));
    store.keep();
    context.moved();
    draw();
    thinker.settled();
  }

  /** Let Kibitz play a game of one player, or play it oneself. */
  function playAlone() {
    thinker.paused = false;
    store.undone = [];
    seat(0, store.isWatched() ? "person" : sideText(aloneSide()));
  }

  /** Take back the last move of a person, or of anyone if no person plays, and what came after it. */
  function takeBack() {
    const { state } = store;
    if (!state) return;
    let count = 1;
    while (count < state.moves.length && !stopsAt(state.movers[state.moves.length - count])) count++;
    return store.undo(count);
  }

  /** Play what was taken back, up to where one can choose again. */
  async function again() {
    do await store.redo();
    while (store.undone.length && !stopsAt(store.state?.turn ?? 0));
  }

  /** Return whether undo and redo stop where this player is to move. @param {number} player */
  function stopsAt(player) {
    return player >= 0 && (store.isWatched() || isPersons(player));
  }

  /** @param {number} player */
  function isPersons(player) {
    return player >= 0 && store.side(player).kind === "person";
  }

  function flip() {
    store.flip = !store.flip;
    store.keep();
    context.moved();
    draw();
  }

  function typeMove() {
    const text = typed.value.trim();
    const { state } = store;
    if (!state || !text) return;
    if (!isPersons(state.turn)) {
      store.complain(new Error(state.result ? "the game is over" : "it is not a person’s turn to move"));
      return;
    }
    const { legal } = state;
    const lower = text.toLowerCase();
    const found = legal.find((each) => each.name === text) ?? legal.find((each) => each.name.toLowerCase() === lower);
    if (!found) {
      const names = legal.slice(0, MOST_LISTED).map((each) => each.name);
      const more = legal.length > MOST_LISTED ? " …" : "";
      store.complain(new Error(`${text} is not a legal move here; legal: ${names.join(" ")}${more}`));
      return;
    }
    typed.value = "";
    return store.play(found.move);
  }

  /** @param {KeyboardEvent} event */
  function shortcuts(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, select, textarea, dialog")) return;
    const { begin: n, undo: u, redo: r, hint, stop: s, flip: f } = buttons;
    const others = { h: hint, w: watch, k: alone, p: pause };
    const keys = /** @type {Record<string, HTMLButtonElement>} */ ({ n, u, r, s, f, ...others });
    const pressed = keys[event.key.toLowerCase()];
    if (!pressed?.checkVisibility()) return;
    event.preventDefault();
    pressed.click(); // which does nothing where the button is disabled
  }

  /** Play the move of an arrow key, wherever the focus is. @param {KeyboardEvent} event */
  function steer(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (!thinker.active || document.querySelector("dialog[open]")) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (target.closest("input, select, textarea, nav")) return;
    if (board.steering.steer(ARROWS[event.key] ?? "")) event.preventDefault();
  }

  return {
    name: "play",
    title: "Play",
    element,
    takes: ["game", "position", "moves", "ply", ...SEATING],
    place: () => ({ ...store.place(), ...seatingOf(store) }),
    show(asked) {
      if (asked) {
        sitDown(store, asked);
        thinker.paused = store.isWatched(); // a game that Kibitz plays alone stays where the link has it
      }
      thinker.active = true;
      draw();
      thinker.settled();
    },
    hide: () => thinker.leave(),
  };
}

/** @param {...Element} children */
function card(...children) {
  return h("div", { class: "card stack" }, ...children);
}
