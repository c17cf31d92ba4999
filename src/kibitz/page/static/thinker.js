// What Kibitz does with the game on the page: it moves where a seat is its own, gives hints, and thinks aloud.

import { Lost } from "./link.js";
import { motion } from "./motion.js";
import { ThoughtView } from "./thought.js";
import { choices } from "./touches.js";
import { lineScores, lineShares, shortScore } from "./words.js";

/** @typedef {import("./types.d.ts").Arrow} Arrow */
/** @typedef {import("./types.d.ts").InfoLine} InfoLine */
/** @typedef {import("./seats.js").Side} Side */

/** Milliseconds at least between moves that nobody has to wait for. @type {Record<string, number>} */
const PAUSES = { slow: 1200, normal: 350, fast: 90, fastest: 0 };
const SEEN = 200; // milliseconds in which a move is seen
const TOLD = 500; // milliseconds to read that nature moves, where nothing is drawn

export class Thinker {
  /**
   * @param {import("./types.d.ts").Context} context
   * @param {() => void} changed called when something that is shown has changed
   * @param {() => string} said what is said of the position
   */
  constructor({ link, store, announce }, changed, said) {
    this.link = link;
    this.store = store;
    this.announce = announce;
    this.changed = changed;
    this.said = said;
    this.thought = new ThoughtView();
    this.active = false; // whether the view is shown: nothing is thought behind another
    this.busy = ""; // "move", "hint" or "watch" while a search runs
    this.watching = false;
    this.paused = false; // a game that nobody has to wait for
    /** @type {Arrow[]} */
    this.arrows = [];
    this.prepared = ""; // the game whose search is compiled already, or soon will be
    this.turn = 0; // counts everything that was begun; what an older turn hears is dropped
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** Forget what was thought of another position; what Kibitz thought of its own last move stays. */
  forget() {
    const { store, thought, watching } = this;
    this.arrows = [];
    const { game, moves, result } = store.state ?? { game: "", moves: [], result: null };
    const isPast = thought.state?.game === game && thought.state.moves.length < moves.length;
    if (!isPast || (thought.verb === "best" && (!watching || result))) thought.rest();
  }

  /** The position has settled: whoever moves by themselves does so. */
  async settled() {
    const { store } = this;
    const mine = ++this.turn;
    clearTimeout(this.timer);
    await this.halt();
    const { state } = store;
    if (mine !== this.turn || !this.active || !state) return;
    if (state.result) {
      this.announce(state.result);
      this.changed();
      return;
    }
    const last = state.names.at(-1);
    if (last) this.announce(`${last}. ${this.said()}`);
    const side = store.sideToMove();
    const waits = this.waits();
    if (state.turn < 0) {
      if (!waits) this.timer = setTimeout(() => store.draw("chance"), this.pause(state.board ? SEEN : TOLD));
      else this.changed();
      return;
    }
    if (!side) this.prepare(state.game);
    if (!side || waits) {
      if (this.watching) await this.watch(mine);
      else this.changed();
    } else if (side.kind === "engine") await this.move(side, mine);
    else this.timer = setTimeout(() => store.draw(side.kind), this.pause(SEEN));
  }

  /** Return how long to wait before a move: as long as usual, or as a game that is only watched should go. @param {number} usual */
  pause(usual) {
    const { store } = this;
    if (!store.isWatched()) return usual;
    const pause = PAUSES[store.speed] ?? usual;
    return (store.state?.turn ?? 0) < 0 ? Math.min(pause, usual) : pause;
  }

  /** Return whether nobody moves by themselves: after moves were taken back, or in a pause. */
  waits() {
    return this.store.undone.length > 0 || (this.paused && this.store.isWatched());
  }

  /** Pause a game that is only watched, or go on with it from here. */
  togglePause() {
    this.paused = !this.waits();
    if (!this.paused) this.store.undone = [];
    this.changed();
    this.settled();
  }

  /** Have the search of a game compiled while a person thinks. @param {string} game */
  prepare(game) {
    if (this.prepared === game || !this.store.seats().some((side) => side.kind === "engine")) return;
    this.prepared = game;
    this.link.ask("prepare", { ...this.store.line }).catch(() => (this.prepared = ""));
  }

  /** Find a move and play it. @param {Side} side @param {number} mine */
  async move(side, mine) {
    const { store } = this;
    const began = performance.now();
    const timed = { seconds: side.seconds, ...(side.search ? { algorithm: "engine", search: side.search } : {}) };
    const options = side.level ? { level: side.level, seconds: 5, seed: store.seed } : timed;
    const [only, ...others] = store.state?.legal ?? [];
    const forced = only && others.length === 0; // one move needs no thought
    const found = forced ? only : await this.search("move", { ...options, lines: 1 }, mine);
    if (!found || mine !== this.turn || found.move === null) return;
    const wait = Math.max(0, this.pause(motion() ? SEEN : 0) - (performance.now() - began));
    this.timer = setTimeout(() => store.play(found.move), wait);
  }

  /** @param {number} mine */
  async watch(mine) {
    await this.search("watch", { seconds: 60, lines: 5, ...this.store.asked() }, mine);
  }

  async hint() {
    const mine = ++this.turn;
    await this.halt();
    const options = { seconds: 1, lines: 3, ...this.store.asked() };
    const found = await this.search("hint", options, mine);
    if (found?.name) this.announce(`Kibitz would play ${found.name}: ${found.text}`);
    if (this.watching && mine === this.turn) await this.watch(mine);
  }

  /**
   * Let the server think about the position, and show what it says.
   * @param {string} purpose
   * @param {Record<string, any>} options
   * @param {number} mine
   * @returns {Promise<any>} what was found; nothing if it was broken off
   */
  async search(purpose, options, mine) {
    const { store, thought } = this;
    const hear = (/** @type {any} */ info) => {
      if (mine !== this.turn) return;
      thought.hear(info);
      if (purpose !== "move") this.showArrows(info);
    };
    this.busy = purpose;
    thought.begin(store.state, purpose === "move" ? "plays" : "best");
    this.changed();
    try {
      const others = store.model();
      // The server knows which search can model others.
      const model = others === "best" ? {} : { others, algorithm: undefined, search: undefined };
      const found = await this.link.ask("think", { ...store.line, ...options, ...model }, hear);
      if (mine !== this.turn) return null;
      hear(found);
      return found;
    } catch (error) {
      if (mine === this.turn && !(error instanceof Lost)) store.complain(error);
      return null;
    } finally {
      if (mine === this.turn) {
        this.busy = "";
        thought.end();
        this.changed();
      }
    }
  }

  /** @param {any} info */
  showArrows(info) {
    const { state } = this.store;
    if (!state || !info.lines) return;
    const cells = new Map(state.legal.map((each) => [each.move, each.cells]));
    const chosen = choices(state.legal);
    const texts = info.visits ? lineShares(info.lines, info.visits) : lineScores(info.lines, shortScore);
    const scores = info.lines.map((/** @type {InfoLine} */ line) => Number(info.visits ? line.visits : line.score));
    const best = Math.max(...scores);
    const worst = Math.min(...scores);
    this.arrows = info.lines.map((/** @type {InfoLine} */ line, /** @type {number} */ i) => ({
      move: line.move,
      cells: cells.get(line.move) ?? [],
      choice: chosen.has(line.move),
      text: texts[i],
      strength: best > worst ? (scores[i] - worst) / (best - worst) : 1,
      best: i === 0,
    }));
    this.changed();
  }

  /** End the search that runs. */
  async halt() {
    if (this.busy === "") return;
    this.busy = "";
    this.thought.end();
    await this.askToStop();
  }

  async askToStop() {
    try {
      await this.link.ask("stop");
    } catch (error) {
      if (!(error instanceof Lost)) this.store.complain(error);
    }
  }

  /** Stop thinking; the move found so far is played where Kibitz was to move. */
  async stop() {
    if (this.busy === "move") {
      await this.askToStop();
      return;
    }
    this.watching = false;
    ++this.turn;
    await this.halt();
    this.changed();
  }

  toggleWatch() {
    this.watching = !this.watching;
    if (this.watching) this.settled();
    else if (this.busy !== "move") this.stop();
    this.changed();
  }

  /** Another search was chosen: what is thought aloud begins again. */
  restart() {
    if (this.watching && this.busy !== "move") this.settled();
  }

  /** The view is left: nothing goes on behind it. */
  leave() {
    this.active = false;
    ++this.turn;
    clearTimeout(this.timer);
    this.halt();
  }
}
