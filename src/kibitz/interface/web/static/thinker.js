// What Kibitz does with the game on the page: it moves where a seat is its own, gives hints, and thinks aloud.

import { Lost } from "./link.js";
import { ThoughtView } from "./thought.js";
import { shortScore } from "./words.js";

/** @typedef {import("./types.d.ts").Arrow} Arrow */
/** @typedef {import("./types.d.ts").Move} Move */
/** @typedef {import("./types.d.ts").InfoLine} InfoLine */
/** @typedef {import("./seats.js").Side} Side */

const ENGINE_PAUSE = 350; // milliseconds at least between the moves of two engines
const CHANCE_PAUSE = 500;

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
    /** @type {Arrow[]} */
    this.arrows = [];
    this.prepared = ""; // the game whose search is compiled already, or soon will be
    this.turn = 0; // counts everything that was begun; what an older turn hears is dropped
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
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
    if (state.turn < 0) {
      this.timer = setTimeout(() => store.play(drawn(state.legal)), CHANCE_PAUSE);
      return;
    }
    const side = store.engineToMove();
    if (!side) this.prepare(state.game);
    if (side && store.undone.length === 0) await this.move(side, mine);
    else if (this.watching) await this.watch(mine);
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
    const alone = store.seats().every((each) => each.kind === "engine");
    const began = performance.now();
    const options = side.level ? { level: side.level, seconds: 5, seed: store.seed } : { seconds: side.seconds };
    const [only, ...others] = store.state?.legal ?? [];
    const forced = only && others.length === 0; // one move needs no thought
    const found = forced ? only : await this.search("move", { ...options, lines: 1 }, mine);
    if (!found || mine !== this.turn || found.move === null) return;
    const wait = alone ? Math.max(0, ENGINE_PAUSE - (performance.now() - began)) : 0;
    this.timer = setTimeout(() => store.play(found.move), wait);
  }

  /** @param {number} mine */
  async watch(mine) {
    await this.search("watch", { seconds: 60, lines: 5, algorithm: this.store.info()?.algorithm }, mine);
  }

  async hint() {
    const mine = ++this.turn;
    await this.halt();
    const options = { seconds: 1, lines: 3, algorithm: this.store.info()?.algorithm };
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
      const found = await this.link.ask("think", { ...store.line, ...options }, hear);
      if (mine !== this.turn) return null;
      hear(found);
      return found;
    } catch (error) {
      if (mine === this.turn && !(error instanceof Lost)) store.complain(error);
      return null;
    } finally {
      if (mine === this.turn) {
        this.busy = "";
        this.changed();
      }
    }
  }

  /** @param {any} info */
  showArrows(info) {
    const { state } = this.store;
    if (!state || !info.lines) return;
    const cells = new Map(state.legal.map((each) => [each.move, each.cells]));
    const scores = info.lines.map((/** @type {InfoLine} */ line) => Number(line.score));
    const best = Math.max(...scores);
    const worst = Math.min(...scores);
    this.arrows = info.lines.map((/** @type {InfoLine} */ line, /** @type {number} */ i) => ({
      move: line.move,
      cells: cells.get(line.move) ?? [],
      text: shortScore(line.text),
      strength: best > worst ? (Number(line.score) - worst) / (best - worst) : 1,
      best: i === 0,
    }));
    this.changed();
  }

  /** End the search that runs. */
  async halt() {
    if (this.busy === "") return;
    this.busy = "";
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

  /** The view is left: nothing goes on behind it. */
  leave() {
    this.active = false;
    ++this.turn;
    clearTimeout(this.timer);
    this.halt();
  }
}

/** Draw one of nature's outcomes by its likelihood. @param {Move[]} moves */
function drawn(moves) {
  let left = Math.random();
  for (const each of moves) {
    left -= each.chance ?? 0;
    if (left < 0) return each.move;
  }
  return moves[moves.length - 1].move;
}
