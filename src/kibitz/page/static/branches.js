// The part of a search tree that is open, and what is known of its nodes at a step.
//
// A wide node is folded; the way to the step that is shown is always open.

/** @typedef {import("./types.d.ts").TreeNode} TreeNode */
/** @typedef {import("./types.d.ts").TreeSource} TreeSource */
/** @typedef {import("./types.d.ts").Step} Step */
/** @typedef {import("./types.d.ts").Known} Known */

/** A step, its number, and that of the last one. @typedef {{step: Step, number: number, last: number}} Moment */

const FOLD = 12; // children of a node that are shown
const SLACK = 3; // more that are shown rather than folded
const MORE = 60; // children that a fold lets through when it is opened
const FEW = 32; // nodes that a new tree shows before levels stay closed

/** Return an edge of a window. @param {number | null | undefined} score @param {string} open */
export function edge(score, open) {
  return score === null || score === undefined ? open : String(Number(score.toPrecision(6))).replace("-", "−");
}

/** Return a node's score with its bound. @param {TreeNode} node */
export function scoreText(node) {
  const sign = { lower: "≥ ", upper: "≤ " }[node.bound ?? ""] ?? "";
  return node.score === null ? "" : sign + node.score;
}

export class Branches {
  constructor() {
    /** @type {TreeSource | null} */
    this.source = null;
    /** @type {TreeNode | null} */
    this.root = null;
    /** @type {Map<number, TreeNode>} */
    this.nodes = new Map();
    /** @type {Map<number, Map<number, TreeNode>>} children by their place */
    this.kids = new Map();
    /** @type {Set<number>} opened by hand, or at first */
    this.opened = new Set();
    /** @type {Set<number>} opened to show best play at the end */
    this.line = new Set();
    /** @type {Map<number, number>} how many children a fold lets through */
    this.limits = new Map();
    /** @type {Moment | null} null: everything known is shown */
    this.moment = null;
    this.given = false; // whether leaves show their values before they are visited
  }

  /**
   * Take another tree, its first levels open.
   * @param {TreeSource} source
   * @param {TreeNode} root
   * @param {boolean} given
   */
  async begin(source, root, given) {
    Object.assign(this, { source, root, given, moment: null });
    this.nodes = new Map([[root.id, root]]);
    this.kids.clear();
    this.opened.clear();
    this.line.clear();
    this.limits.clear();
    await this.spread(source);
  }

  /** Open level after level while the picture stays small, then best play. @param {TreeSource} source */
  async spread(source) {
    let level = this.root ? [this.root] : [];
    let shown = 1;
    while (level.length) {
      const inner = level.filter((node) => node.children > 0);
      shown += inner.reduce((sum, node) => sum + this.wanted(node).length, 0);
      if (shown > FEW && inner[0] !== this.root) break;
      inner.forEach((node) => this.opened.add(node.id));
      await this.load();
      if (this.source !== source) return;
      level = inner.flatMap((node) => this.childrenOf(node));
    }
    for (
      let node = this.root;
      node && node.next !== null;
      node = this.childrenOf(node).find((child) => child.best) ?? null
    ) {
      this.line.add(node.id);
      await this.load();
      if (this.source !== source) return;
    }
  }

  /** Open or close a node. @param {TreeNode} node @param {boolean} open */
  toggle(node, open) {
    if (open) this.opened.add(node.id);
    else [this.opened, this.line].forEach((each) => each.delete(node.id));
  }

  /**
   * Let more children of a node through its fold.
   * @param {TreeNode} node
   * @returns {TreeNode} the last child before the new ones
   */
  unfold(node) {
    const before = this.wanted(node).length;
    this.limits.set(node.id, before + MORE);
    return this.childrenOf(node)[before - 1] ?? node;
  }

  /** Return whether the children of a node are shown. @param {TreeNode} node */
  isOpen(node) {
    const { moment } = this;
    if (!node.children) return false;
    return (
      this.opened.has(node.id) ||
      Boolean(moment?.step.path.includes(node.id)) ||
      ((!moment || this.isDone) && this.line.has(node.id))
    );
  }

  /** Return the places of a node's children that are shown. @param {TreeNode} node @returns {number[]} */
  wanted(node) {
    const limit = this.limits.get(node.id) ?? FOLD;
    if (node.children <= limit + SLACK) return [...Array(node.children).keys()];
    const places = new Set(Array(limit).keys());
    if (node.next !== null) places.add(node.next);
    const step = this.moment?.step,
      below = step ? step.path.indexOf(node.id) + 1 : 0;
    if (step && below && below < step.path.length) places.add(step.places[below]);
    return [...places].sort((a, b) => a - b);
  }

  /** Return the children of a node that are shown and loaded. @param {TreeNode} node @returns {TreeNode[]} */
  childrenOf(node) {
    const kids = this.kids.get(node.id);
    return kids ? this.wanted(node).flatMap((place) => kids.get(place) ?? []) : [];
  }

  /**
   * Return what is open and not loaded yet.
   * @returns {[number, number, number][]} nodes, each with the first and last place to ask for
   */
  missing() {
    /** @type {[number, number, number][]} */
    const asked = [];
    const waiting = this.root ? [this.root] : [];
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      if (!this.isOpen(node)) continue;
      const kids = this.kids.get(node.id);
      const places = this.wanted(node).filter((place) => !kids?.has(place));
      for (const place of places) {
        const last = asked.at(-1);
        if (last && last[0] === node.id && last[2] === place - 1) last[2] = place;
        else asked.push([node.id, place, place]);
      }
      waiting.push(...this.childrenOf(node));
    }
    // The way to a step is loaded at once, not level by level.
    for (const id of this.moment?.step.path ?? [])
      if (!this.nodes.has(id) && !this.kids.has(id)) asked.push([id, 0, FOLD + SLACK - 1]);
    return asked;
  }

  /** Load what is missing. */
  async load() {
    const { source } = this;
    for (let asked = this.missing(); asked.length && source && source === this.source; asked = this.missing()) {
      await Promise.all(
        asked.map(async ([node, first, last]) => {
          const children = await source.children(node, first, last - first + 1);
          const kids = this.kids.get(node) ?? new Map();
          for (const child of children) {
            kids.set(child.place, child);
            this.nodes.set(child.id, child);
          }
          if (this.source === source) this.kids.set(node, kids);
        }),
      );
    }
  }

  /** Return whether a node is entered after the step that is shown. @param {TreeNode} node */
  isLater(node) {
    return this.moment !== null && node.entered > this.moment.number;
  }

  /**
   * Return what is known so far of a node that is entered and not left.
   * @param {TreeNode} node
   * @returns {Known | null}
   */
  known(node) {
    const { moment } = this;
    if (!moment || node.left <= moment.number || node.entered > moment.number) return null;
    return moment.step.known[moment.step.path.indexOf(node.id)] ?? null;
  }

  /** Return what is written in a node now. @param {TreeNode} node */
  valueOf(node) {
    if (this.isLater(node)) return this.given && node.leaf ? (node.score ?? "") : "";
    const known = this.known(node);
    if (known) return known.value === null ? "" : `${known.value}…`;
    return node.fate === "searched" || node.score !== null ? scoreText(node) : "";
  }

  /** Return whether best play is known: it is at the end. */
  get isDone() {
    return this.moment !== null && this.moment.number === this.moment.last;
  }
}
