// Which view is shown, and the address that says so: read when it changes, written as the page changes.
//
// A change of view and a new game are entries of the browser's history, so that Back leads to what was there before;
// steps and moves replace the address of their entry.

import { readAddress, refuseUnknown, writeAddress } from "./address.js";
import { Lost } from "./link.js";

/** @typedef {import("./types.d.ts").View} View */
/** @typedef {import("./types.d.ts").Line} Line */

const REST = 300; // milliseconds between two writings: browsers refuse to write addresses very often

export class Router {
  /**
   * @param {View[]} views the first is the one to begin with
   * @param {import("./store.js").Store} store
   * @param {{select: (next: View, last: View | null) => void, home: () => Promise<void>, complain: (text: string) => void}} page what it
   *   does when another view is shown, to bring a game where no link does, and to say what is wrong with one
   */
  constructor(views, store, page) {
    this.views = views;
    this.store = store;
    this.page = page;
    /** @type {View | null} */
    this.shown = null;
    this.connected = false; // whether the server was ever reached
    this.begun = false; // whether a view has something to show
    this.following = 0; // links that are being followed: what changes meanwhile is not written
    this.written = "";
    /** @type {string | null} what is to be written soon */
    this.waiting = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {Line | null} */
    this.line = null;
    addEventListener("hashchange", () => this.route());
    addEventListener("pagehide", () => this.flush());
    addEventListener("click", () => this.flush(), true); // whatever it does, this entry is complete
    store.addEventListener("change", () => {
      const isOther = this.line !== null && isNew(this.line, store);
      this.line = store.line;
      this.note(isOther);
    });
  }

  /** Open a view by its name. @param {string} name */
  open(name) {
    if (this.shown?.name !== name) location.hash = name;
  }

  /** Return the address of what is shown. */
  here() {
    return this.shown ? writeAddress(this.shown.name, this.shown.place?.() ?? {}) : "";
  }

  /** Show the view that the address names; follow the link if it says what to show there. */
  async route() {
    this.forget();
    this.written = location.hash;
    const { view, place } = readAddress(this.written);
    const named = this.views.find((each) => each.name === (view || this.views[0].name));
    const next = named ?? this.shown ?? this.views[0];
    const isOther = next !== this.shown || (this.connected && !this.begun);
    if (next !== this.shown) {
      const last = this.shown;
      last?.hide();
      this.shown = next;
      this.page.select(next, last);
    }
    if (!this.connected) return;
    this.begun = true;
    this.following++;
    let wrong = null;
    try {
      if (!named) throw new Error(`there is no view ${view.slice(0, 40)}; there are ${this.names()}`);
      await this.follow(next, place, isOther);
    } catch (error) {
      wrong = error;
      if (!this.store.state) await this.page.home();
      if (isOther) await next.show();
    }
    this.following--;
    this.line = this.store.line;
    if (wrong instanceof Lost) {
      this.written = this.here(); // the link stays, to be followed again
      return;
    }
    if (wrong) this.page.complain(wrong instanceof Error ? wrong.message : String(wrong));
    this.note();
  }

  /**
   * Show what a link says, in the view that is shown now; without one, what is on the page.
   * @param {View} view
   * @param {Record<string, string>} place
   * @param {boolean} isOther whether another view was shown before
   */
  async follow(view, place, isOther) {
    const isLink = Object.keys(place).length > 0 && writeAddress(view.name, place) !== this.here();
    if (isLink) {
      if (view.takes) refuseUnknown(place, view.takes);
      await this.store.follow(place);
    }
    if (!this.store.state) await this.page.home();
    if (isLink) await view.show(place);
    else if (isOther) await view.show();
  }

  /** Show what is there to be shown: the connection is open, for the first time or again. */
  async begin() {
    this.connected = true;
    if (this.begun && this.store.state) await this.shown?.show();
    else {
      this.begun = false;
      await this.route();
    }
  }

  names() {
    return this.views.map((each) => each.name).join(", ");
  }

  /** Write the address of what is shown, soon; as a new entry of the history, at once. @param {boolean} [isOther] */
  note(isOther = false) {
    if (!this.begun || this.following) return;
    const text = this.here();
    if (text === this.written) return;
    if (isOther) {
      this.flush();
      history.pushState(null, "", text);
    } else {
      this.waiting = text;
      this.timer ??= setTimeout(() => this.flush(), REST);
    }
    this.written = text;
  }

  /** Write what is waiting. */
  flush() {
    const text = this.waiting;
    this.forget();
    if (text !== null) history.replaceState(null, "", text);
  }

  forget() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.waiting = null;
  }
}

/**
 * Return whether a line is another game than the one before, not its continuation or a part of it.
 * @param {Line} before
 * @param {import("./store.js").Store} store
 */
function isNew(before, { line, undone }) {
  if (line.game !== before.game || line.start !== before.start) return true;
  if (!line.moves.length && !undone.length) return before.moves.length > 0;
  const both = Math.min(line.moves.length, before.moves.length);
  return line.moves.slice(0, both).some((move, i) => move !== before.moves[i]);
}
