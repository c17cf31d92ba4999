// Draws the part of a search tree that is open: ▲ takes the greatest, ▼ the least, ● the average, ■ is a leaf.
//
// It holds what was opened and asks for no more. A wide node is folded; the way to the step that is shown is always open.

import { button, fill, h, svg } from "./dom.js";

/** @typedef {import("./types.d.ts").TreeNode} TreeNode */
/** @typedef {import("./types.d.ts").TreeSource} TreeSource */
/** @typedef {import("./types.d.ts").Step} Step */
/** @typedef {import("./types.d.ts").Known} Known */
/** @typedef {import("./types.d.ts").Mark} Mark */

/** A step, its number, and the last one's. @typedef {{step: Step, number: number, last: number}} Moment */
/** Something drawn: a node, or the fold of the rest of a node's children. @typedef {{node: TreeNode | null, parent: Item | null, rest: number, kids: Item[], x: number, y: number, level: number, left: number[], right: number[]}} Item */
/**
 * @typedef {object} Hooks
 * @property {(node: TreeNode) => void} select a node was clicked or reached by the keyboard
 * @property {(by: number | "first" | "last") => void} step somebody wants to step with the picture in focus
 * @property {(error: unknown) => void} fail
 */

const FOLD = 12;
/** So few more are shown rather than folded. */
const SLACK = 3;
const MORE = 60;
/** Nodes that a new tree shows before levels stay closed. */
const FEW = 32;
const HALF = 25, ROW = 112, GAP = 10, MARGIN = 30, WINDOW = 44, DIGIT = 8;
/** Letters that fit into a shape; a leaf grows with them, the others have them below. */
const LONG = 6;
const LEAST_ZOOM = 0.2, MOST_ZOOM = 3, FIT_ZOOM = 1.35;
const ROLES = { max: "takes the greatest", min: "takes the least", average: "takes the average", leaf: "leaf" };
const MARKS = { right: "chosen, right", missed: "missed", extra: "chosen, wrong" };

/** Write an edge of a window. @param {number | null | undefined} score @param {string} open */
export function edge(score, open) {
  return score === null || score === undefined ? open : String(Number(score.toPrecision(6))).replace("-", "−");
}

/** Write a node's score with its bound. @param {TreeNode} node */
export function scoreText(node) {
  const sign = { lower: "≥ ", upper: "≤ " }[node.bound ?? ""] ?? "";
  return node.score === null ? "" : sign + node.score;
}

export class Picture {
  /** @param {string} label @param {Hooks} hooks */
  constructor(label, hooks) {
    this.hooks = hooks;
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
    /** @type {Moment | null} null: nothing is told, and everything known is shown */
    this.moment = null;
    /** @type {number | null} */
    this.selected = null;
    /** @type {Set<number> | null} leaves that were chosen; null: there is nothing to choose */
    this.chosen = null;
    /** @type {Map<number, Mark>} */
    this.marks = new Map();
    this.windows = false;
    /** Whether leaves show their values before they are visited. */
    this.given = false;
    this.zoom = 1;
    this.fits = true;
    /** @type {Map<string, Item>} what is drawn, by its key */
    this.items = new Map();
    this.drawing = svg("svg", { role: "none", focusable: "false" });
    this.scroller = h("div", { class: "tree-scroll", role: "tree", "aria-label": label, onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event),
      onpointerdown: (/** @type {PointerEvent} */ event) => this.drag(event), onwheel: (/** @type {WheelEvent} */ event) => this.wheel(event) }, this.drawing);
    /** Below the picture: its size, and room for a legend. */
    this.bar = h("div", { class: "tree-bar" },
      h("div", { class: "tree-tools", role: "group", "aria-label": "Size of the picture" },
        button("−", () => this.magnify(1 / 1.25), { "aria-label": "Smaller", title: "Smaller" }),
        button("+", () => this.magnify(1.25), { "aria-label": "Larger", title: "Larger" }),
        button("Fit", () => this.fit(), { title: "Fit the picture into its frame" })));
    this.element = h("div", { class: "tree-picture" }, this.scroller, this.bar);
    /** The frame's size, kept so that drawing need not wait for the browser to lay out the page. */
    this.frame = { width: 0, height: 0 };
    new ResizeObserver(() => {
      this.frame = { width: this.scroller.clientWidth, height: this.scroller.clientHeight };
      if (this.fits) this.resize();
    }).observe(this.scroller);
  }

  /**
   * Show another tree, its first levels open.
   * @param {TreeSource} source
   * @param {TreeNode} root
   * @param {{windows: boolean, given?: boolean, chosen?: Set<number> | null, marks?: Map<number, Mark>}} options
   */
  async show(source, root, { windows, given = false, chosen = null, marks = new Map() }) {
    Object.assign(this, { source, root, windows, given, chosen, marks, moment: null, selected: root.id, fits: true });
    this.nodes = new Map([[root.id, root]]);
    this.kids.clear();
    this.opened.clear();
    this.line.clear();
    this.limits.clear();
    await this.spread(source);
    if (this.source !== source) return;
    this.draw();
    this.centre();
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
    for (let node = this.root; node && node.next !== null; node = this.childrenOf(node).find((child) => child.best) ?? null) {
      this.line.add(node.id);
      await this.load();
      if (this.source !== source) return;
    }
  }

  /** Show the tree as it is at a step, and the way there. @param {Moment} moment */
  async at(moment) {
    this.moment = moment;
    this.selected = moment.step.node;
    if (this.missing().length) await this.load();
    if (this.moment !== moment) return;
    this.draw();
    this.bring(String(moment.step.node));
  }

  /** Open or close a node. @param {TreeNode} node @param {boolean} [open] */
  async toggle(node, open = !this.isOpen(node)) {
    if (!node.children) return;
    if (open) this.opened.add(node.id);
    else [this.opened, this.line].forEach((each) => each.delete(node.id));
    await this.change(String(node.id));
  }

  /** Let more children of a node through its fold. @param {TreeNode} node */
  async unfold(node) {
    const before = this.wanted(node).length;
    this.limits.set(node.id, before + MORE);
    await this.change(String(this.childrenOf(node)[before - 1]?.id ?? node.id));
  }

  /** Load what is open now, draw it, and keep a node where the eye is. @param {string} key */
  async change(key) {
    try {
      await this.load();
    } catch (error) {
      this.hooks.fail(error);
      return;
    }
    this.draw();
    this.bring(key);
  }

  /** @param {TreeNode} node */
  isOpen(node) {
    const { moment } = this;
    if (!node.children) return false;
    return this.opened.has(node.id) || Boolean(moment?.step.path.includes(node.id)) || ((!moment || this.isDone) && this.line.has(node.id));
  }

  /** The places of a node's children that are shown. @param {TreeNode} node @returns {number[]} */
  wanted(node) {
    const limit = this.limits.get(node.id) ?? FOLD;
    if (node.children <= limit + SLACK) return [...Array(node.children).keys()];
    const places = new Set(Array(limit).keys());
    if (node.next !== null) places.add(node.next);
    const step = this.moment?.step, below = step ? step.path.indexOf(node.id) + 1 : 0;
    if (step && below && below < step.path.length) places.add(step.places[below]);
    return [...places].sort((a, b) => a - b);
  }

  /** The children of a node that are shown and here. @param {TreeNode} node @returns {TreeNode[]} */
  childrenOf(node) {
    const kids = this.kids.get(node.id);
    return kids ? this.wanted(node).flatMap((place) => kids.get(place) ?? []) : [];
  }

  /** What is open and not here yet: a node, and the first and last place to ask for. @returns {[number, number, number][]} */
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
    // The way to a step is asked for at once, not a level at a time.
    for (const id of this.moment?.step.path ?? []) if (!this.nodes.has(id) && !this.kids.has(id)) asked.push([id, 0, FOLD + SLACK - 1]);
    return asked;
  }

  /** Ask for what is missing, until nothing is. */
  async load() {
    const { source } = this;
    for (let asked = this.missing(); asked.length && source && source === this.source; asked = this.missing()) {
      await Promise.all(asked.map(async ([node, first, last]) => {
        const children = await source.children(node, first, last - first + 1);
        const kids = this.kids.get(node) ?? new Map();
        for (const child of children) {
          kids.set(child.place, child);
          this.nodes.set(child.id, child);
        }
        if (this.source === source) this.kids.set(node, kids);
      }));
    }
  }

  // What is known of a node at the step that is shown

  /** @param {TreeNode} node */
  isLater(node) {
    return this.moment !== null && node.entered > this.moment.number;
  }

  /** @param {TreeNode} node @returns {Known | null} of a node that is entered and not left */
  known(node) {
    const { moment } = this;
    if (!moment || node.left <= moment.number || node.entered > moment.number) return null;
    return moment.step.known[moment.step.path.indexOf(node.id)] ?? null;
  }

  /** What is written in a node now. @param {TreeNode} node */
  valueOf(node) {
    if (this.isLater(node)) return this.given && node.leaf ? node.score ?? "" : "";
    const known = this.known(node);
    if (known) return known.value === null ? "" : `${known.value}…`;
    return node.fate === "searched" || node.score !== null ? scoreText(node) : "";
  }

  /** Whether best play is marked: it is known at the end. */
  get isDone() {
    return this.moment !== null && this.moment.number === this.moment.last;
  }

  /** Say what a node is, for who does not see it. @param {TreeNode} node */
  describe(node) {
    const parts = [node.label];
    if (node.fate !== "searched" && !this.isLater(node)) parts.push(node.fate === "cut" ? "cut" : "filtered away");
    else parts.push(node.role === "leaf" ? "leaf" : `${node.player}, ${ROLES[node.role]}`);
    if (node.note) parts.push(node.note);
    const value = this.valueOf(node).replace("≤", "at most").replace("≥", "at least").replace("…", " so far");
    parts.push(this.isLater(node) ? "not visited yet" : value && `worth ${value}`);
    if (this.isDone && node.best) parts.push("best play");
    if (this.chosen?.has(node.id)) parts.push("chosen");
    const mark = this.marks.get(node.id);
    if (mark) parts.push(MARKS[mark]);
    return parts.filter(Boolean).join(", ");
  }

  // Layout

  /** @returns {Item | null} the tree of what is drawn, each item with its place */
  layout() {
    if (!this.root) return null;
    const top = this.item(this.root, null, 0);
    place(top, MARGIN - Math.min(...top.left));
    return top;
  }

  /** @param {TreeNode} node @param {Item | null} parent @param {number} level @returns {Item} */
  item(node, parent, level) {
    const half = this.halfOf(node), y = MARGIN + HALF + level * ROW;
    /** @type {Item} */
    const item = { node, parent, rest: 0, kids: [], x: 0, y, level, left: [-half], right: [half + this.windowOf(node)] };
    if (!this.isOpen(node)) return item;
    const children = this.childrenOf(node);
    item.kids = children.map((child) => this.item(child, item, level + 1));
    const rest = node.children - children.length, wide = HALF + 18;
    if (rest > 0 && children.length) item.kids.push({ node: null, parent: item, rest, kids: [], x: 0, y: y + ROW, level: level + 1, left: [-wide], right: [wide] });
    pack(item);
    return item;
  }

  /** Half of a node's own width. @param {TreeNode} node */
  halfOf(node) {
    const letters = Math.max(scoreText(node).length, node.label.length, (node.note?.length ?? 0) * 0.8);
    return Math.max(HALF + 5, (letters * DIGIT) / 2) + GAP / 2;
  }

  /** How much more it needs on its right, for a window. @param {TreeNode} node */
  windowOf(node) {
    return this.windows && node.role !== "leaf" ? WINDOW : 0;
  }

  // Drawing

  draw() {
    const top = this.layout();
    if (!top) return;
    const focused = this.scroller.contains(document.activeElement) ? document.activeElement?.getAttribute("data-key") : null;
    this.items.clear();
    const edges = [], shapes = [];
    let bottom = 0;
    const waiting = [top];
    for (let item = waiting.pop(); item; item = waiting.pop()) {
      this.items.set(keyOf(item), item);
      bottom = Math.max(bottom, item.y);
      if (item.parent) edges.push(this.edge(item, item.parent));
      shapes.push(item.node ? this.shape(item, item.node) : this.fold(item));
      for (let i = item.kids.length - 1; i >= 0; i--) waiting.push(item.kids[i]);
    }
    this.size = { width: top.x + Math.max(...top.right) + MARGIN, height: bottom + HALF + 2 * MARGIN };
    this.drawing.setAttribute("viewBox", `0 0 ${this.size.width} ${this.size.height}`);
    fill(this.drawing, svg("g", { "aria-hidden": "true" }, ...edges), ...shapes);
    if (this.fits) this.resize();
    else this.scale();
    if (focused) this.elementOf(focused)?.focus({ preventScroll: true });
  }

  /** Draw the edge above a node. @param {Item} item @param {Item} parent */
  edge(item, parent) {
    const { node } = item;
    const [x1, y1, x2, y2] = [parent.x, parent.y + HALF - 3, item.x, item.y - HALF + (node?.role === "max" ? 0 : 4)];
    const step = this.moment?.step;
    const gone = node && node.fate !== "searched" && !this.isLater(node) ? ` ${node.fate}` : "";
    const best = node?.best && parent.node?.best && this.isDone ? " best" : "";
    const way = node && step && !this.isDone && (step.path.includes(node.id) || step.child === node.id) ? " way" : "";
    const later = node && this.isLater(node) ? " later" : "";
    const bend = (y2 - y1) / 2;
    const group = svg("g", { class: `tree-edge${gone}${best}${way}${later}` },
      svg("path", { class: "line", d: `M${x1},${y1} C${x1},${y1 + bend} ${x2},${y2 - bend} ${x2},${y2}` }));
    if (gone === " cut" && parent.node?.fate === "searched") {
      const [x, y] = [(x1 + x2) / 2, (y1 + y2) / 2];
      group.append(svg("path", { class: "cross", d: `M${x - 7},${y - 7} l14,14 m0,-14 l-14,14` }));
    }
    if (node) group.append(svg("text", { class: "move", x: x2, y: y2 - 6 }, node.label));
    return group;
  }

  /** Draw a node. @param {Item} item @param {TreeNode} node */
  shape(item, node) {
    const { x, y } = item;
    const { moment } = this;
    const later = this.isLater(node), gone = node.fate !== "searched" && !later;
    const mark = this.marks.get(node.id);
    const classes = ["tree-node", node.role, later && "later", gone && `gone ${node.fate}`, this.isDone && node.best && "best",
      moment && !this.isDone && moment.step.path.includes(node.id) && "way", moment && !this.isDone && moment.step.node === node.id && "now",
      this.chosen && node.leaf && "choosable", this.chosen?.has(node.id) && "chosen", mark];
    const text = this.valueOf(node) || (gone ? (node.fate === "cut" ? "✕" : "–") : "");
    const long = node.role !== "leaf" && text.length > LONG;
    const drop = long ? HALF + 12 : { max: 12, min: -1, average: 5, leaf: 5 }[node.role];
    const open = this.isOpen(node);
    const group = svg("g", {
      class: classes.filter(Boolean).join(" "), role: "treeitem", "data-node": node.id, "data-key": node.id, "aria-label": this.describe(node), "aria-level": item.level + 1,
      "aria-setsize": this.nodes.get(node.parent ?? -1)?.children ?? 1, "aria-posinset": node.place + 1,
      "aria-expanded": node.children ? String(open) : null, "aria-selected": String(this.chosen ? this.chosen.has(node.id) : node.id === this.selected),
      tabindex: node.id === this.selected ? 0 : -1, onclick: () => this.click(node), onfocus: () => this.focused(node),
    }, svg("rect", { class: "hit", x: x - HALF - 5, y: y - HALF - 4, width: 2 * HALF + 10 + this.windowOf(node), height: 2 * HALF + 22 }),
    outline(node.role, x, y, text.length > LONG ? (text.length * DIGIT) / 2 : 0), svg("text", { class: `score${text.length > 4 ? " small" : ""}${long ? " long" : ""}`, x, y: y + drop }, text));
    if (node.note) group.append(svg("text", { class: "note", x, y: y + HALF + 15 }, node.note));
    if (this.windows && node.role !== "leaf" && !later && node.fate === "searched") {
      const known = this.known(node) ?? node;
      group.append(
        svg("text", { class: "window", x: x + HALF + 9, y: y - 4 }, `α ${edge(known.alpha, "−∞")}`),
        svg("text", { class: "window", x: x + HALF + 9, y: y + 11 }, `β ${edge(known.beta, "∞")}`));
    }
    if (node.children && !open) group.append(svg("text", { class: "more", x, y: y + HALF + (long || node.note ? 32 : 15) }, `+${node.children}`));
    if (mark) group.append(svg("text", { class: "mark", x: x + HALF - 2, y: y - HALF + 8 }, { right: "✓", missed: "○", extra: "✗" }[mark]));
    return group;
  }

  /** Draw the rest of a wide node's children. @param {Item} item */
  fold(item) {
    const parent = /** @type {TreeNode} */ (item.parent?.node);
    const text = `+ ${item.rest} more`;
    return svg("g", { class: "tree-node tree-fold", role: "treeitem", "data-fold": parent.id, "data-key": keyOf(item), "aria-label": `${item.rest} more children of ${parent.label}: show some`,
      "aria-level": item.level + 1, "aria-selected": "false", tabindex: -1, onclick: () => this.unfold(parent) },
    svg("rect", { class: "body", x: item.x - HALF - 12, y: item.y - 14, width: 2 * HALF + 24, height: 28, rx: 14 }),
    svg("text", { class: "score small", x: item.x, y: item.y + 5 }, text));
  }

  // Size and place

  scale() {
    if (!this.size) return;
    this.drawing.setAttribute("width", this.size.width * this.zoom);
    this.drawing.setAttribute("height", this.size.height * this.zoom);
  }

  /** Fit the picture into its frame, as far as it stays readable. */
  resize() {
    this.fitAbove(this.frame.width < 600 ? 0.6 : 0.75);
  }

  /** Show the whole picture, however small. */
  fit() {
    this.fits = false;
    this.fitAbove(LEAST_ZOOM);
  }

  /** @param {number} least */
  fitAbove(least) {
    if (!this.size || !this.frame.width) return;
    const fitting = Math.min((this.frame.width - 4) / this.size.width, (this.frame.height - 4) / this.size.height);
    this.zoom = Math.min(FIT_ZOOM, Math.max(fitting, least));
    this.scale();
  }

  /** @param {number} by */
  magnify(by) {
    const { scroller } = this;
    const middle = [(scroller.scrollLeft + scroller.clientWidth / 2) / this.zoom, (scroller.scrollTop + scroller.clientHeight / 2) / this.zoom];
    this.fits = false;
    this.zoom = Math.min(MOST_ZOOM, Math.max(LEAST_ZOOM, this.zoom * by));
    this.scale();
    scroller.scrollLeft = middle[0] * this.zoom - scroller.clientWidth / 2;
    scroller.scrollTop = middle[1] * this.zoom - scroller.clientHeight / 2;
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.magnify(event.deltaY < 0 ? 1.1 : 1 / 1.1);
  }

  /** Move the picture by its background. @param {PointerEvent} event */
  drag(event) {
    const { scroller } = this;
    if (event.pointerType !== "mouse" || event.button !== 0 || /** @type {Element} */ (event.target).closest("[data-key]")) return;
    const from = [event.clientX + scroller.scrollLeft, event.clientY + scroller.scrollTop];
    const move = (/** @type {PointerEvent} */ to) => scroller.scrollTo(from[0] - to.clientX, from[1] - to.clientY);
    const end = () => {
      removeEventListener("pointermove", move);
      scroller.classList.remove("dragged");
    };
    scroller.classList.add("dragged");
    addEventListener("pointermove", move);
    addEventListener("pointerup", end, { once: true });
  }

  /** Scroll so that the root is in the middle. */
  centre() {
    const item = this.items.get(String(this.root?.id));
    if (item) this.scroller.scrollTo(item.x * this.zoom - this.scroller.clientWidth / 2, 0);
  }

  /** Scroll so that an item is seen, with what is around it. @param {string} key */
  bring(key) {
    const item = this.items.get(key), { scroller, zoom } = this;
    if (!item) return;
    const { width, height } = this.frame;
    const left = Math.max(0, (width - (this.size?.width ?? 0) * zoom) / 2);
    scroller.scrollLeft = nearest(scroller.scrollLeft, left + item.x * zoom, width, 90);
    scroller.scrollTop = nearest(scroller.scrollTop, item.y * zoom, height, 80);
  }

  // Mouse and keyboard

  /** @param {string} key @returns {SVGElement | null} */
  elementOf(key) {
    return this.drawing.querySelector(`[data-key="${CSS.escape(key)}"]`);
  }

  /** @param {TreeNode} node */
  click(node) {
    if (this.chosen && node.leaf) {
      this.choose(node);
      return;
    }
    const again = this.selected === node.id && !this.justFocused;
    this.justFocused = false;
    this.select(node);
    if (node.children && (again || !this.isOpen(node))) this.toggle(node);
  }

  /** A node has the focus: by a click, which then knows that it is new, or by the keyboard. @param {TreeNode} node */
  focused(node) {
    if (this.selected === node.id) return;
    this.justFocused = true;
    this.select(node);
    setTimeout(() => (this.justFocused = false), 300);
  }

  /** @param {TreeNode} node */
  select(node) {
    if (this.selected !== null) this.elementOf(String(this.selected))?.setAttribute("tabindex", "-1");
    if (!this.chosen) this.drawing.querySelector('[aria-selected="true"]')?.setAttribute("aria-selected", "false");
    this.selected = node.id;
    const element = this.elementOf(String(node.id));
    element?.setAttribute("tabindex", "0");
    if (!this.chosen) element?.setAttribute("aria-selected", "true");
    this.hooks.select(node);
  }

  /** Choose a leaf, or not. @param {TreeNode} node */
  choose(node) {
    if (!this.chosen?.delete(node.id)) this.chosen?.add(node.id);
    this.selected = node.id;
    this.draw();
    this.elementOf(String(node.id))?.focus({ preventScroll: true });
    this.hooks.select(node);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const at = /** @type {Element} */ (event.target).getAttribute("data-key");
    const item = at ? this.items.get(at) : null;
    if (!item || event.ctrlKey || event.metaKey || event.altKey) return;
    /** @type {Record<string, () => void>} */
    const steps = { ArrowLeft: () => this.hooks.step(-1), ArrowRight: () => this.hooks.step(1) };
    const row = [...this.items.values()].filter((each) => each.level === item.level);
    const beside = (/** @type {number} */ by) => row[row.indexOf(item) + by];
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowUp: () => this.focus(item.parent), ArrowDown: () => this.down(item),
      ArrowLeft: () => this.focus(beside(-1)), ArrowRight: () => this.focus(beside(1)),
      Home: () => this.hooks.step("first"), End: () => this.hooks.step("last"),
      Enter: () => this.enter(item), " ": () => this.enter(item), "+": () => this.magnify(1.25), "-": () => this.magnify(1 / 1.25),
    };
    const action = (event.shiftKey && steps[event.key]) || keys[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  /** @param {Item | null | undefined} item */
  focus(item) {
    if (!item) return;
    this.elementOf(keyOf(item))?.focus({ preventScroll: true });
    this.bring(keyOf(item));
  }

  /** Go to the first child, opening a node that is closed. @param {Item} item */
  async down(item) {
    const { node } = item;
    if (!node?.children) return;
    if (!item.kids.length) await this.toggle(node, true);
    this.focus(this.items.get(String(node.id))?.kids[0]);
  }

  /** @param {Item} item */
  async enter(item) {
    const { node } = item;
    if (node && this.chosen && node.leaf) this.choose(node);
    else if (node) await this.toggle(node);
    else if (item.parent?.node) {
      const parent = item.parent.node, place = item.parent.kids.length - 1;
      await this.unfold(parent);
      this.focus(this.items.get(String(parent.id))?.kids[place]);
    }
  }
}

/** @param {Item} item */
function keyOf(item) {
  return item.node ? String(item.node.id) : `fold-${item.parent?.node?.id}`;
}

/**
 * Put an item's children side by side, as close as what is below them allows, and itself over their middle. `left` and
 * `right` say how far a subtree reaches at each level below its top; until it is placed, x is counted from the parent.
 * @param {Item} item
 */
function pack(item) {
  /** @type {number[]} */
  const reach = [];
  for (const kid of item.kids) {
    kid.x = Math.max(0, ...kid.left.map((left, level) => (reach[level] ?? -Infinity) - left));
    kid.right.forEach((right, level) => (reach[level] = kid.x + right));
  }
  const middle = (item.kids.at(-1)?.x ?? 0) / 2;
  for (const kid of item.kids) {
    kid.x -= middle;
    kid.left.forEach((left, level) => (item.left[level + 1] = Math.min(item.left[level + 1] ?? Infinity, kid.x + left)));
    kid.right.forEach((right, level) => (item.right[level + 1] = Math.max(item.right[level + 1] ?? -Infinity, kid.x + right)));
  }
}

/** Give every item its column in the picture. @param {Item} item @param {number} x */
function place(item, x) {
  item.x = x;
  for (const kid of item.kids) place(kid, x + kid.x);
}

/** The least scrolling that brings a point a margin inside the frame. @param {number} now @param {number} point @param {number} frame @param {number} margin */
function nearest(now, point, frame, margin) {
  const room = Math.min(margin, frame / 3);
  return Math.max(point - frame + room, Math.min(now, point - room));
}

/** @param {TreeNode["role"]} role @param {number} x @param {number} y @param {number} half of what is written in it, if it is long */
function outline(role, x, y, half) {
  const wide = HALF + 5;
  if (role === "max") return svg("path", { class: "body", d: `M${x},${y - HALF} L${x + wide},${y + HALF - 5} H${x - wide} Z` });
  if (role === "min") return svg("path", { class: "body", d: `M${x},${y + HALF} L${x + wide},${y - HALF + 5} H${x - wide} Z` });
  if (role === "average") return svg("circle", { class: "body", cx: x, cy: y, r: HALF - 2 });
  const leaf = Math.max(HALF - 3, half);
  return svg("rect", { class: "body", x: x - leaf, y: y - 16, width: 2 * leaf, height: 32, rx: 5 });
}
