// The game on the page: its line, what the server says of it, and what can be taken back or done again.

import { numbered, wholeIn, wordsOf } from "./address.js";
import { Lost } from "./link.js";
import { defaultSide } from "./seats.js";

const KEPT = "kibitz-game";
const MOST_SIDES = 16;

/** @typedef {import("./types.d.ts").Line} Line */
/** @typedef {import("./types.d.ts").State} State */
/** @typedef {import("./types.d.ts").GameInfo} GameInfo */

/** @typedef {import("./seats.js").Side} Side */

export class Store extends EventTarget {
  /** @param {import("./link.js").Link} link */
  constructor(link) {
    super();
    this.link = link;
    /** @type {GameInfo[]} */
    this.games = [];
    /** @type {Line} */
    this.line = { game: "connect-four", start: null, moves: [] };
    /** @type {number[]} moves taken back, the next to do again last */
    this.undone = [];
    /** @type {string[]} the moves as a link has them, with those that were taken back */
    this.words = [];
    /** @type {Side[]} those that were chosen, by the number of the player */
    this.sides = [];
    this.flip = false;
    this.others = "best"; // how Kibitz assumes that the other players play
    this.search = ""; // which of the engine's searches gives hints and thinks aloud; empty: the one that suits
    this.speed = "normal"; // of a game that nobody has to wait for
    this.playing = false;
    /** @type {State | null} */
    this.state = null;
    this.seed = Math.floor(Math.random() * 1e9);
    this.restore();
  }

  /** Return the game's entry in the list. @returns {GameInfo | undefined} */
  info() {
    const name = this.line.game.split(":")[0];
    return this.games.find((each) => each.game === this.line.game) ?? this.games.find((each) => each.name === name);
  }

  /** Return who plays a side. @param {number} player @returns {Side} */
  side(player) {
    return this.sides[player] ?? defaultSide(player);
  }

  /** Return who plays each side of the game on the page. @returns {Side[]} */
  seats() {
    return (this.state?.players ?? []).map((_, player) => this.side(player));
  }

  /** Restore the game that was on the page before a reload. */
  restore() {
    try {
      const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
      if (kept && typeof kept.line?.game === "string" && Array.isArray(kept.line.moves) && Array.isArray(kept.sides)) {
        this.line = kept.line;
        this.undone = Array.isArray(kept.undone) ? kept.undone : [];
        this.sides = kept.sides;
        this.flip = Boolean(kept.flip);
        this.others = typeof kept.others === "string" ? kept.others : "best";
        this.search = typeof kept.search === "string" ? kept.search : "";
        this.speed = typeof kept.speed === "string" ? kept.speed : "normal";
        this.kept = true;
      }
    } catch {
      sessionStorage.removeItem(KEPT);
    }
  }

  keep() {
    const { line, undone, sides, flip, others, search, speed } = this;
    sessionStorage.setItem(KEPT, JSON.stringify({ line, undone, sides, flip, others, search, speed }));
  }

  /**
   * Show another line; the page keeps the one it has if the server refuses.
   * @param {Line} line
   * @param {number[]} [undone]
   * @param {string} [by] a move is drawn first: nature's by "chance", a player's by "random" or "policy"
   * @returns {Promise<boolean>} whether it is shown
   */
  async show(line, undone = [], by = "") {
    try {
      const state = await (by ? this.link.ask("draw", { ...line, by }) : this.link.ask("state", { ...line }));
      this.words = [...wordsOf(state), ...this.laterWords(state.moves.length, undone)];
      this.line = { game: state.game, start: state.start, moves: state.moves };
      this.undone = undone;
      this.state = state;
      this.keep();
      this.dispatchEvent(new Event("change"));
      return true;
    } catch (error) {
      this.complain(error);
      return false;
    }
  }

  /** Return the moves that were taken back as a link has them. @param {number} ply @param {number[]} undone */
  laterWords(ply, undone) {
    const isKnown = this.words.length === ply + undone.length;
    return isKnown ? this.words.slice(ply) : [...undone].reverse().map(numbered);
  }

  /** Return what a link says of the game on the page. @returns {import("./types.d.ts").Place} */
  place() {
    const { line, undone, words } = this;
    return {
      game: line.game,
      position: line.start,
      moves: words.length ? words.join(" ") : null,
      ply: undone.length ? line.moves.length : null,
    };
  }

  /**
   * Show the game of a link; without one, the game on the page stays.
   * @param {Record<string, string>} place
   */
  async follow(place) {
    const { game, position, moves = "" } = place;
    if (game === undefined) {
      const lonely = ["position", "moves", "ply"].find((name) => name in place);
      if (lonely) throw new Error(`this link has ${lonely} but no game`);
      return;
    }
    const whole = await this.link.ask("state", { game, start: position ?? null, names: moves });
    const ply = wholeIn(place, "ply", 0, whole.moves.length) ?? whole.moves.length;
    this.words = wordsOf(whole);
    const line = { game: whole.game, start: whole.start, moves: whole.moves.slice(0, ply) };
    await this.show(line, whole.moves.slice(ply).reverse());
  }

  /** @param {unknown} error */
  complain(error) {
    if (!(error instanceof Lost))
      this.dispatchEvent(
        new CustomEvent("complaint", { detail: String(error instanceof Error ? error.message : error) }),
      );
  }

  /** Play a move; it is ignored while the one before is not answered. @param {number} move */
  async play(move) {
    if (this.playing) return false;
    this.playing = true;
    const goesOn = this.undone.at(-1) === move && !this.info()?.chance; // nature may do something else this time
    const shown = await this.show(
      { ...this.line, moves: [...this.line.moves, move] },
      goesOn ? this.undone.slice(0, -1) : [],
    );
    this.playing = false;
    return shown;
  }

  /** Let the server draw a move and play it. @param {string} by "chance", "random" or "policy" */
  async draw(by) {
    if (this.playing) return false;
    this.playing = true;
    const shown = await this.show(this.line, [], by);
    this.playing = false;
    return shown;
  }

  /** Take back this many moves. @param {number} [count] */
  undo(count = 1) {
    return this.goTo(Math.max(0, this.line.moves.length - count));
  }

  /** Play this many of the moves that were taken back. @param {number} [count] */
  redo(count = 1) {
    return this.goTo(this.line.moves.length + Math.min(count, this.undone.length));
  }

  /** Go to the position after this many moves of the game. @param {number} ply */
  goTo(ply) {
    const all = [...this.line.moves, ...[...this.undone].reverse()];
    return this.show({ ...this.line, moves: all.slice(0, ply) }, all.slice(ply).reverse());
  }

  /**
   * Show a game that was played elsewhere: all seats are people's, so that Kibitz does not move at once.
   * @param {Line} line
   * @returns {Promise<boolean>} whether it is shown
   */
  async bring(line) {
    const before = { sides: this.sides, others: this.others };
    if (line.game !== this.line.game) this.others = "best";
    this.sides = Array.from({ length: MOST_SIDES }, () => ({ kind: "person" }));
    const shown = await this.show({ game: line.game, start: line.start, moves: line.moves });
    if (shown) this.sides = this.seats();
    else Object.assign(this, before);
    this.keep();
    return shown;
  }

  /** Begin a game. @param {string} game @param {string | null} [start] */
  begin(game, start = null) {
    this.seed = Math.floor(Math.random() * 1e9);
    return this.show({ game, start, moves: [] });
  }

  /** Return who is to move if it is no person. @returns {Side | null} */
  sideToMove() {
    const { state } = this;
    if (!state || state.result || state.turn < 0) return null;
    const side = this.side(state.turn);
    return side.kind === "person" ? null : side;
  }

  /** Return whether no seat is a person's. */
  isWatched() {
    return this.seats().every((side) => side.kind !== "person");
  }

  /** Return the searches that can be chosen besides the usual one; none where the others are modelled. */
  searches() {
    return this.model() === "best" ? (this.info()?.searches ?? []) : [];
  }

  /** Return what to ask the server for a hint: the search that was chosen, or the usual one. */
  asked() {
    const { search } = this;
    return this.searches().includes(search) ? { algorithm: "engine", search } : { algorithm: this.info()?.algorithm };
  }

  /** Return how Kibitz assumes that the others play, where there are others. */
  model() {
    const suits = (this.state?.players.length ?? 0) > 1 && (this.others !== "policy" || this.info()?.policy);
    return suits ? this.others : "best";
  }
}
