// Which moves a touch of a cell means, after the cells that were touched before it.
//
// The cells of a move are touched in their order, with two exceptions. A move of several steps, such as (8, 5, 6, 4) from
// 8 to 5 and from 6 to 4, may be touched with its steps in any order, and steps of one piece that follow each other as a
// single one. If a cell is a move by itself, it completes those that end with it: the cells before it are a choice, in
// any order, and cells whose pieces look the same are as good as each other; as of dice to keep before rolling the rest.

/** @typedef {import("./types.d.ts").Cell} Cell */
/** @typedef {import("./types.d.ts").Move} Move */
/** @typedef {[string, string]} Step */

export class Touches {
  constructor() {
    /** @type {Move[]} the moves that may be made now */
    this.legal = [];
    /** @type {Map<string, Cell>} */
    this.cells = new Map();
    /** @type {string[]} the cells touched so far */
    this.path = [];
    /** @type {(name: string) => string} how what stands on a cell looks */
    this.look = (name) => name;
    /** @type {Set<number>} the moves that are a choice of cells */
    this.choices = new Set();
    /** @type {(name: string) => boolean} whether something stands on a cell that the player may take */
    this.takes = () => true;
    this.inSteps = false; // whether a move has several steps
    this.inChoices = false; // whether cells may be chosen and left out again
    /** @type {Map<string, Move[]>} the cells that may be touched first, and the moves they lead to */
    this.first = new Map();
    /** @type {Map<string, Move[]>} those that may be touched next */
    this.next = new Map();
  }

  /** Begin with other moves. @param {Move[]} legal */
  begin(legal) {
    this.legal = legal;
    this.choices = choices(legal);
    this.inSteps = legal.some((move) => this.kindOf(move) === "steps");
    this.inChoices = this.choices.size > 0;
    this.path = [];
    this.next = this.first = this.leading([]);
  }

  /** Take these cells as touched. @param {string[]} path */
  go(path) {
    this.path = path;
    this.next = path.length ? this.leading(path) : this.first;
  }

  /** Return whether all steps so far are complete, and more are to come. */
  get between() {
    return this.inSteps && this.path.length > 0 && this.path.length % 2 === 0;
  }

  /** Return how the cells of a move are touched. @param {Move} move @returns {"order" | "steps" | "choice"} */
  kindOf({ move, cells }) {
    if (this.choices.has(move)) return "choice";
    return cells.length < 4 || cells.length % 2 ? "order" : "steps";
  }

  /** Return whether these cells are all of a move's. @param {Move} move @param {string[]} path */
  isWhole(move, path) {
    return this.following(move, path)?.length === 0;
  }

  /**
   * Return the cells that may be touched after others, and the moves they lead to.
   * @param {string[]} path
   * @returns {Map<string, Move[]>}
   */
  leading(path) {
    /** @type {Map<string, Move[]>} */
    const next = new Map();
    for (const move of this.legal)
      for (const cell of this.following(move, path) ?? []) next.set(cell, [...(next.get(cell) ?? []), move]);
    return next;
  }

  /**
   * Return the cells that can follow those touched so far: none if these are all, null if they do not fit the move.
   * @param {Move} move
   * @param {string[]} path
   * @returns {string[] | null}
   */
  following(move, path) {
    const kind = this.kindOf(move);
    if (kind === "steps") return this.afterSteps(move.cells, path);
    if (kind === "choice") return this.afterChoice(move.cells, path);
    const fits = path.length <= move.cells.length && path.every((name, i) => name === move.cells[i]);
    return fits ? move.cells.slice(path.length, path.length + 1) : null;
  }

  /** @param {string[]} cells @param {string[]} path @returns {string[] | null} */
  afterSteps(cells, path) {
    /** @type {Step[] | null} */
    let steps = stepsOf(cells);
    const done = stepsOf(path).filter(([, to]) => to !== undefined);
    for (const [from, to] of done) steps = steps && without(steps, from, to);
    if (!steps) return null;
    if (path.length % 2 === 0) {
      const starts = [...new Set(steps.map(([from]) => from))];
      const free = starts.filter((name) => this.takes(name) || done.some(([, to]) => to === name));
      return free.length ? free : starts;
    }
    const reached = [...reachable(steps, path[path.length - 1])];
    return reached.length ? reached : null;
  }

  /** @param {string[]} cells @param {string[]} path @returns {string[] | null} */
  afterChoice(cells, path) {
    const last = cells[cells.length - 1];
    const wanted = cells.slice(0, -1).map(this.look);
    for (const name of path.filter((each) => each !== last)) {
      const at = wanted.indexOf(this.look(name));
      if (at < 0) return null;
      wanted.splice(at, 1);
    }
    if (path.includes(last)) return wanted.length ? null : [];
    if (!wanted.length) return [last];
    return [...this.cells.keys()].filter((name) => wanted.includes(this.look(name)) && !path.includes(name));
  }

  /**
   * Return the cells that a touch here means: this one, or those of its group.
   * @param {string} name
   * @param {Map<string, Move[]>} [next]
   * @returns {Set<string>}
   */
  targets(name, next = this.next) {
    if (next.has(name)) return new Set([name]);
    const group = this.cells.get(name)?.group;
    return new Set(group ? [...next.keys()].filter((each) => this.cells.get(each)?.group === group) : []);
  }

  /**
   * Return the moves that a touch here leads to.
   * @param {string} name
   * @param {Map<string, Move[]>} [next]
   * @returns {Move[]}
   */
  meant(name, next = this.next) {
    return [...new Set([...this.targets(name, next)].flatMap((cell) => next.get(cell) ?? []))];
  }

  /** Return whether a piece can be taken from here to another cell. @param {string} name */
  leaves(name) {
    return this.meant(name, this.between ? this.next : this.first).some((move) => move.cells.length > 1);
  }
}

/** Return the moves whose last cell is a move by itself: the cells before it are a choice. @param {Move[]} legal */
export function choices(legal) {
  const complete = new Set(legal.flatMap(({ cells }) => (cells.length === 1 ? cells : [])));
  const chosen = legal.filter(({ cells }) => cells.length > 1 && complete.has(cells[cells.length - 1]));
  return new Set(chosen.map(({ move }) => move));
}

/** Return cells in pairs; the last may be half. @param {string[]} cells @returns {Step[]} */
export function stepsOf(cells) {
  return cells.flatMap((name, i) => (i % 2 ? [] : [/** @type {Step} */ ([name, cells[i + 1]])]));
}

/** Return all steps but one. @param {Step[]} steps @param {number} i */
function allBut(steps, i) {
  return steps.filter((_, other) => other !== i);
}

/**
 * Return what is left of some steps after one, or after several of them that lead from one cell to another.
 * @param {Step[]} steps
 * @param {string} from
 * @param {string} to
 * @returns {Step[] | null} null: they do not lead there
 */
function without(steps, from, to) {
  const direct = steps.findIndex((step) => step[0] === from && step[1] === to);
  if (direct >= 0) return allBut(steps, direct);
  for (const [i, step] of steps.entries()) {
    const rest = step[0] === from ? without(allBut(steps, i), step[1], to) : null;
    if (rest) return rest;
  }
  return null;
}

/** Return where some steps lead from a cell. @param {Step[]} steps @param {string} from @returns {Set<string>} */
function reachable(steps, from) {
  /** @type {Set<string>} */
  const found = new Set();
  for (const [i, step] of steps.entries()) {
    if (step[0] !== from) continue;
    found.add(step[1]);
    for (const cell of reachable(allBut(steps, i), step[1])) found.add(cell);
  }
  return found;
}
