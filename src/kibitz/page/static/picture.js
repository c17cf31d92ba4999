// The picture of a search tree: shows the part that is open, in a frame that scrolls, and listens to mouse and keys.

import { Branches } from "./branches.js";
import { button, fill, h, svg } from "./dom.js";
import { drawEdge, drawFold, drawNode } from "./glyphs.js";
import { HALF, MARGIN, belowOf, itemsOf, keyOf, layout } from "./layout.js";
import { savePng, saveSvg } from "./save.js";

/** @typedef {import("./types.d.ts").TreeNode} TreeNode */
/** @typedef {import("./types.d.ts").TreeSource} TreeSource */
/** @typedef {import("./types.d.ts").Mark} Mark */
/** @typedef {import("./branches.js").Moment} Moment */
/** @typedef {import("./glyphs.js").Look} Look */
/** @typedef {import("./layout.js").Item} Item */

/**
 * @typedef {object} Hooks
 * @property {(node: TreeNode) => void} select a node was clicked or reached by the keyboard
 * @property {(by: number | "first" | "last") => void} step somebody wants to step with the picture in focus
 * @property {(error: unknown) => void} fail
 */

const LEAST_ZOOM = 0.2;
const MOST_ZOOM = 3;
const FIT_ZOOM = 1.35;
const FEW = 34; // nodes that a picture fits into any frame

export class Picture {
  /** @param {string} label @param {Hooks} hooks */
  constructor(label, hooks) {
    this.hooks = hooks;
    this.tree = new Branches();
    /** @type {Look} */
    this.look = { windows: false, selected: null, chosen: null, inOrder: false, marks: new Map() };
    this.name = "tree"; // of a file that the picture is saved to
    this.zoom = 1;
    this.fits = true;
    /** @type {Map<string, Item>} what is drawn, by its key */
    this.items = new Map();
    this.drawing = svg("svg", { role: "none", focusable: "false" });
    this.scroller = h(
      "div",
      {
        class: "tree-scroll",
        role: "tree",
        "aria-label": label,
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event),
        onpointerdown: (/** @type {PointerEvent} */ event) => this.drag(event),
        onwheel: (/** @type {WheelEvent} */ event) => this.wheel(event),
      },
      this.drawing,
    );
    /** Below the picture: its size, and room for a legend. */
    this.bar = h(
      "div",
      { class: "tree-bar" },
      h(
        "div",
        { class: "tree-tools", role: "group", "aria-label": "The picture" },
        button("−", () => this.magnify(1 / 1.25), { "aria-label": "Smaller", title: "Smaller" }),
        button("+", () => this.magnify(1.25), { "aria-label": "Larger", title: "Larger" }),
        button("Fit", () => this.fit(), { title: "Fit the picture into its frame" }),
        button("SVG", () => this.save(saveSvg), { title: "Save the picture as SVG", "aria-label": "Save as SVG" }),
        button("PNG", () => this.save(savePng), { title: "Save the picture as PNG", "aria-label": "Save as PNG" }),
      ),
    );
    this.element = h("div", { class: "tree-picture" }, this.scroller, this.bar);
    /** The frame's size, kept because reading it would make the browser lay out the page. */
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
   * @param {{windows: boolean, given?: boolean, chosen?: Set<number> | null, inOrder?: boolean, marks?: Map<number, Mark>}} options
   */
  async show(source, root, { windows, given = false, chosen = null, inOrder = false, marks = new Map() }) {
    this.look = { windows, selected: root.id, chosen, inOrder, marks };
    this.fits = true;
    await this.tree.begin(source, root, given);
    if (this.tree.source !== source) return;
    this.draw();
    this.centre();
  }

  /** Show the tree as it is at a step, and the way there. @param {Moment} moment */
  async at(moment) {
    const { tree } = this;
    tree.moment = moment;
    this.look.selected = moment.step.node;
    if (tree.missing().length) await tree.load();
    if (tree.moment !== moment) return;
    this.draw();
    this.bring(String(moment.step.node));
  }

  /** Open or close a node. @param {TreeNode} node @param {boolean} [open] */
  async toggle(node, open = !this.tree.isOpen(node)) {
    if (!node.children) return;
    this.tree.toggle(node, open);
    await this.change(String(node.id));
  }

  /** Let more children of a node through its fold. @param {TreeNode} node */
  async unfold(node) {
    await this.change(String(this.tree.unfold(node).id));
  }

  /** Load what is open now, draw it, and scroll to a node. @param {string} key */
  async change(key) {
    try {
      await this.tree.load();
    } catch (error) {
      this.hooks.fail(error);
      return;
    }
    this.draw();
    this.bring(key);
  }

  draw() {
    const { look, tree } = this;
    const top = layout(tree, look.windows);
    if (!top) return;
    const active = document.activeElement;
    const focused = this.scroller.contains(active) ? active?.getAttribute("data-key") : null;
    const items = itemsOf(top);
    this.items = new Map(items.map((item) => [keyOf(item), item]));
    const edges = items.map((item) => item.parent && drawEdge(tree, item, item.parent));
    const shapes = items.map((item) => this.shape(item));
    const bottom = Math.max(...items.map((item) => item.y)) + HALF + (top.node ? belowOf(top.node) : 0);
    this.size = { width: top.x + Math.max(...top.right) + MARGIN, height: bottom + MARGIN };
    this.drawing.setAttribute("viewBox", `0 0 ${this.size.width} ${this.size.height}`);
    fill(this.drawing, svg("g", { "aria-hidden": "true" }, ...edges), ...shapes);
    if (this.fits) this.resize();
    else this.scale();
    if (focused) this.elementOf(focused)?.focus({ preventScroll: true });
  }

  /** Draw a node or a fold. @param {Item} item */
  shape(item) {
    const { node, parent } = item;
    if (!node) return drawFold(item, () => this.unfold(/** @type {TreeNode} */ (parent?.node)));
    const listeners = { onclick: () => this.click(node), onfocus: () => this.focused(node) };
    return drawNode(this.tree, this.look, item, node, listeners);
  }

  // Size and place

  scale() {
    if (!this.size) return;
    this.drawing.setAttribute("width", this.size.width * this.zoom);
    this.drawing.setAttribute("height", this.size.height * this.zoom);
  }

  /** Fit the picture into its frame, as far as it stays readable; a small tree is always seen whole. */
  resize() {
    const usual = this.frame.width < 600 ? 0.6 : 0.75;
    this.fitAbove(this.items.size <= FEW && !this.tree.root?.board ? LEAST_ZOOM : usual);
  }

  /** @param {(drawing: SVGSVGElement, paper: string, name: string) => void | Promise<void>} save */
  async save(save) {
    try {
      await save(this.drawing, getComputedStyle(this.element).getPropertyValue("--card"), this.name);
    } catch (error) {
      this.hooks.fail(error);
    }
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
    const middle = [
      (scroller.scrollLeft + scroller.clientWidth / 2) / this.zoom,
      (scroller.scrollTop + scroller.clientHeight / 2) / this.zoom,
    ];
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
    if (
      event.pointerType !== "mouse" ||
      event.button !== 0 ||
      /** @type {Element} */ (event.target).closest("[data-key]")
    )
      return;
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
    const item = this.items.get(String(this.tree.root?.id));
    if (item) this.scroller.scrollTo(item.x * this.zoom - this.scroller.clientWidth / 2, 0);
  }

  /** Scroll so that an item and its surroundings are visible. @param {string} key */
  bring(key) {
    const item = this.items.get(key),
      { scroller, zoom } = this;
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
    if (this.look.chosen && node.leaf) {
      this.choose(node);
      return;
    }
    const again = this.look.selected === node.id && !this.justFocused;
    this.justFocused = false;
    this.select(node);
    if (node.children && (again || !this.tree.isOpen(node))) this.toggle(node);
  }

  /** Select a node that has got the focus; a click that gave it must not close the node. @param {TreeNode} node */
  focused(node) {
    if (this.look.selected === node.id) return;
    this.justFocused = true;
    this.select(node);
    setTimeout(() => (this.justFocused = false), 300);
  }

  /** @param {TreeNode} node */
  select(node) {
    if (this.look.selected !== null) this.elementOf(String(this.look.selected))?.setAttribute("tabindex", "-1");
    if (!this.look.chosen) this.drawing.querySelector('[aria-selected="true"]')?.setAttribute("aria-selected", "false");
    this.look.selected = node.id;
    const element = this.elementOf(String(node.id));
    element?.setAttribute("tabindex", "0");
    if (!this.look.chosen) element?.setAttribute("aria-selected", "true");
    this.hooks.select(node);
  }

  /** Choose a leaf, or take back the choice. @param {TreeNode} node */
  choose(node) {
    if (!this.look.chosen?.delete(node.id)) this.look.chosen?.add(node.id);
    this.look.selected = node.id;
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
      ArrowUp: () => this.focus(item.parent),
      ArrowDown: () => this.down(item),
      ArrowLeft: () => this.focus(beside(-1)),
      ArrowRight: () => this.focus(beside(1)),
      Home: () => this.hooks.step("first"),
      End: () => this.hooks.step("last"),
      Enter: () => this.enter(item),
      " ": () => this.enter(item),
      "+": () => this.magnify(1.25),
      "-": () => this.magnify(1 / 1.25),
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
    if (node && this.look.chosen && node.leaf) this.choose(node);
    else if (node) await this.toggle(node);
    else if (item.parent?.node) {
      const parent = item.parent.node,
        place = item.parent.kids.length - 1;
      await this.unfold(parent);
      this.focus(this.items.get(String(parent.id))?.kids[place]);
    }
  }
}

/**
 * Return where to scroll so that a point is inside the frame by a margin, as near to the present place as possible.
 * @param {number} now
 * @param {number} point
 * @param {number} frame
 * @param {number} margin
 */
function nearest(now, point, frame, margin) {
  const room = Math.min(margin, frame / 3);
  return Math.max(point - frame + room, Math.min(now, point - room));
}
