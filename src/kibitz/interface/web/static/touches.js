// Which moves a touch of a cell means, after the cells that were touched before it.

/** @typedef {import("./types.d.ts").Cell} Cell */
/** @typedef {import("./types.d.ts").Move} Move */

export class Touches {
  constructor() {
    /** @type {Move[]} the moves that may be made now */
    this.legal = [];
    /** @type {Map<string, Cell>} */
    this.cells = new Map();
    /** @type {string[]} the cells touched so far */
    this.path = [];
  }

  /** Return the moves that begin with the cells touched so far. @param {string[]} [path] @returns {Move[]} */
  open(path = this.path) {
    return this.legal.filter(
      (move) => move.cells.length > path.length && path.every((name, i) => move.cells[i] === name),
    );
  }

  /**
   * Return those of them that a touch here means: with this cell next, or with one of its group.
   * @param {string} name
   * @param {string[]} [path]
   * @returns {Move[]}
   */
  meant(name, path = this.path) {
    const open = this.open(path);
    const exact = open.filter((move) => move.cells[path.length] === name);
    const group = this.cells.get(name)?.group;
    if (exact.length || !group) return exact;
    return open.filter((move) => this.cells.get(move.cells[path.length])?.group === group);
  }

  /** Return the cells that the next touch can lead to from here. @param {string} name @returns {Set<string>} */
  targets(name) {
    return new Set(this.meant(name).map((move) => move.cells[this.path.length]));
  }

  /** Return whether a piece can be taken from here to another cell. @param {string} name */
  leaves(name) {
    return this.meant(name, []).some((move) => move.cells.length > 1);
  }
}
