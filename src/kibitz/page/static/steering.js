// Plays the moves that have the names of directions, as up or north, by arrow keys and swipes.

import { directionOf, turned } from "./motion.js";

/** @typedef {import("./types.d.ts").State} State */

const SWIPE = 24; // pixels at least
const WISH = 700; // milliseconds for which a direction is remembered until its player may move

export class Steering {
  /** @param {(move: number) => void} play */
  constructor(play) {
    this.play = play;
    this.on = false; // whether moves are directions
    /** @type {State | null} */
    this.state = null;
    this.enabled = false;
    this.flip = false;
    /** @type {{x: number, y: number} | null} where a swipe began */
    this.began = null;
    /** @type {{direction: string, at: number} | null} a direction that came before its player may move */
    this.wish = null;
  }

  /**
   * Look at another state, and play what was wished for.
   * @param {State | null} state
   * @param {{enabled: boolean, flip: boolean}} options
   */
  update(state, { enabled, flip }) {
    if (enabled) this.on = Boolean(state?.legal.some((move) => directionOf(move.name)));
    else if (state?.game !== this.state?.game) this.on = false;
    Object.assign(this, { state, enabled, flip });
    const { wish } = this;
    if (!enabled || !wish) return;
    this.wish = null;
    if (performance.now() - wish.at < WISH) setTimeout(() => this.steer(wish.direction));
  }

  /**
   * Play the move in a direction of the screen, at once or when the player may move.
   * @param {string} direction
   * @returns {boolean} whether directions mean moves here
   */
  steer(direction) {
    if (!this.on || !direction) return false;
    const meant = turned(direction, this.flip);
    const found = this.state?.legal.find((move) => directionOf(move.name) === meant);
    if (!this.enabled) this.wish = { direction, at: performance.now() };
    else if (found) this.play(found.move);
    return true;
  }

  /** Begin a swipe. @param {PointerEvent} event */
  press({ clientX: x, clientY: y }) {
    this.began = { x, y };
  }

  /** End a swipe; return whether it meant a move. @param {PointerEvent} event */
  drop({ clientX, clientY }) {
    if (!this.began) return false;
    const [dx, dy] = [clientX - this.began.x, clientY - this.began.y];
    this.began = null;
    if (Math.max(Math.abs(dx), Math.abs(dy)) < SWIPE) return false;
    if (Math.abs(dx) > Math.abs(dy)) return this.steer(dx > 0 ? "right" : "left");
    return this.steer(dy > 0 ? "down" : "up");
  }
}
