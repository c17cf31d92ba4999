// A walk through a search: the picture, the steps with their sentences, and what is known of a node.

import { edge, scoreText } from "./branches.js";
import { button, fill, h } from "./dom.js";
import { ICONS, icon, signed } from "./icons.js";
import { Picture } from "./picture.js";

/** @typedef {import("./types.d.ts").TreeNode} TreeNode */
/** @typedef {import("./types.d.ts").TreeSource} TreeSource */
/** @typedef {import("./types.d.ts").Step} Step */
/** @typedef {import("./types.d.ts").Mark} Mark */

const PAGE = 100,
  MOST_PAGES = 60,
  AHEAD = 20;
const BEFORE = 3,
  AFTER = 3;
const BEAT = 1100;
const ROLES = {
  max: "takes the greatest of its children",
  min: "takes the least of its children",
  average: "averages its children",
  leaf: "a leaf",
};
const LEAVES = {
  over: "a leaf: the game is over here",
  horizon: "a leaf: the depth limit is reached, the position is evaluated",
};

export class Walk {
  /** @param {string} label of the picture @param {(error: unknown) => void} fail */
  constructor(label, fail) {
    this.fail = fail;
    /** @type {TreeSource | null} */
    this.source = null;
    /** @type {Map<number, Promise<Step[]>>} */
    this.pages = new Map();
    /** @type {Map<number, Step>} */
    this.known = new Map();
    this.count = 0;
    this.number = 0;
    this.target = 0;
    this.busy = false;
    /** @type {ReturnType<typeof setInterval> | null} */
    this.timer = null;
    this.windows = false;
    this.picture = new Picture(label, {
      select: (node) => this.detail(node),
      step: (by) => this.by(by),
      fail,
    });
    this.slider = h("input", {
      type: "range",
      min: 0,
      max: 0,
      value: 0,
      "aria-label": "Step",
      oninput: () => this.go(Number(this.slider.value)),
    });
    this.counter = h("span", { class: "numbers soft tree-count" });
    this.player = button("", () => this.play(), { "data-step": "play", class: "tree-play" });
    this.buttons = {
      first: signed(ICONS.first, () => this.by("first"), {
        "data-step": "first",
        "aria-label": "First step",
        title: "First step (Home)",
      }),
      back: signed(ICONS.back, () => this.by(-1), {
        "data-step": "back",
        "aria-label": "One step back",
        title: "One step back (←)",
      }),
      forward: signed(ICONS.forward, () => this.by(1), {
        "data-step": "forward",
        "aria-label": "One step forward",
        title: "One step forward (→)",
      }),
      last: signed(ICONS.last, () => this.by("last"), {
        "data-step": "last",
        "aria-label": "Last step",
        title: "Last step (End)",
      }),
    };
    const { first, back, forward, last } = this.buttons;
    this.stepper = h(
      "div",
      {
        class: "tree-stepper",
        role: "group",
        "aria-label": "Steps of the search",
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event),
      },
      first,
      back,
      this.player,
      forward,
      last,
      this.slider,
      this.counter,
    );
    this.heading = h("h2", {});
    this.sentence = h("p", { "aria-live": "polite", class: "tree-sentence" });
    this.facts = h("dl", { class: "tree-facts" });
    this.story = h("ol", { class: "tree-story", "aria-label": "The steps around this one" });
    this.now = h(
      "div",
      { class: "card tree-now", "aria-label": "This step", role: "region" },
      this.heading,
      this.sentence,
      this.facts,
      this.story,
    );
    this.about = h("div", { class: "card tree-detail", role: "region", "aria-label": "The node" });
    this.side = h("div", { class: "stack tree-side" }, this.now, this.about);
    this.picture.bar.prepend(legend());
    this.element = h(
      "div",
      { class: "tree-walk" },
      h(
        "div",
        { class: "stack tree-main" },
        h("div", { class: "card tree-frame" }, this.picture.element),
        this.stepper,
      ),
      this.side,
    );
  }

  /**
   * Walk through another tree; it is shown as it is at the end.
   * @param {TreeSource} source
   * @param {TreeNode} root
   * @param {number} count of steps; none: the tree is only looked at
   * @param {{windows: boolean, given?: boolean, chosen?: Set<number> | null, marks?: Map<number, Mark>}} options
   */
  async show(source, root, count, options) {
    this.pause();
    Object.assign(this, {
      source,
      count,
      windows: options.windows,
      number: Math.max(0, count - 1),
      target: Math.max(0, count - 1),
    });
    this.pages.clear();
    this.known.clear();
    this.slider.max = String(Math.max(0, count - 1));
    this.stepper.hidden = this.side.hidden = count === 0;
    this.element.classList.toggle("plain", count === 0);
    await this.picture.show(source, root, options);
    if (count && this.source === source) await this.settle();
  }

  /** Go to a step. @param {number} number */
  async go(number) {
    this.target = Math.min(this.count - 1, Math.max(0, number));
    if (this.busy || this.target === this.number) return;
    this.busy = true;
    try {
      while (this.target !== this.number) {
        this.number = this.target;
        await this.settle();
      }
    } catch (error) {
      this.pause();
      this.fail(error);
    } finally {
      this.busy = false;
    }
  }

  /** @param {number | "first" | "last"} by */
  by(by) {
    this.pause();
    return this.go(by === "first" ? 0 : by === "last" ? this.count - 1 : this.target + by);
  }

  /** Show the present step. */
  async settle() {
    const { number, source } = this;
    const from = Math.max(0, number - BEFORE),
      to = Math.min(this.count - 1, number + AFTER);
    const needed =
      this.known.has(from) && this.known.has(to) && this.known.has(number) ? [] : [this.page(from), this.page(to)];
    if (needed.length) await Promise.all(needed);
    if (this.source !== source) return;
    if (number + AHEAD < this.count) this.page(number + AHEAD).catch(() => {});
    const step = this.known.get(number);
    if (!step) throw new Error(`step ${number + 1} was not received`);
    await this.picture.at({ step, number, last: this.count - 1 });
    if (this.source !== source) return;
    this.tell(step, from, to);
  }

  /** Load the page of steps that holds one. @param {number} number @returns {Promise<Step[]>} */
  page(number) {
    const { source } = this,
      which = Math.floor(number / PAGE);
    const here = this.pages.get(which);
    if (here || !source) return here ?? Promise.resolve([]);
    if (this.pages.size >= MOST_PAGES) this.forget();
    const asked = source.steps(which * PAGE, PAGE).then((steps) => {
      if (this.source === source) steps.forEach((step, i) => this.known.set(which * PAGE + i, step));
      return steps;
    });
    this.pages.set(which, asked);
    asked.catch(() => this.pages.delete(which));
    return asked;
  }

  /** Drop the oldest page, to bound the memory of a long walk. */
  forget() {
    const [oldest] = this.pages.keys();
    this.pages.delete(oldest);
    for (let i = 0; i < PAGE; i++) this.known.delete(oldest * PAGE + i);
  }

  /** Say what happens at a step. @param {Step} step @param {number} from @param {number} to */
  tell(step, from, to) {
    const { number } = this;
    this.slider.value = String(number);
    this.slider.setAttribute("aria-valuetext", `step ${number + 1} of ${this.count}`);
    this.counter.textContent = `${number + 1} / ${this.count}`;
    this.buttons.first.disabled = this.buttons.back.disabled = number === 0;
    this.buttons.last.disabled = this.buttons.forward.disabled = number === this.count - 1;
    const fact = (/** @type {string} */ name, /** @type {string} */ value, /** @type {string} */ hook) =>
      h("div", {}, h("dt", {}, name), h("dd", { "data-fact": hook }, value));
    fill(
      this.facts,
      this.windows && fact("alpha α", edge(step.alpha, "−∞"), "alpha"),
      this.windows && fact("beta β", edge(step.beta, "∞"), "beta"),
      fact(step.kind === "leave" ? "value" : "value so far", step.value ?? "none", "value"),
    );
    this.heading.textContent = `Step ${number + 1} of ${this.count}`;
    this.sentence.textContent = step.sentence;
    this.sentence.className = `tree-sentence ${step.kind}`;
    const lines = [];
    for (let i = from; i <= to; i++) {
      const each = this.known.get(i);
      if (each)
        lines.push(
          h(
            "li",
            { class: i === number ? "now" : i > number ? "later" : null },
            button(each.sentence, () => this.go(i), { "data-go": i, "aria-current": i === number ? "step" : null }),
          ),
        );
    }
    fill(this.story, ...lines);
    const node = this.picture.tree.nodes.get(step.node);
    if (node) this.detail(node);
  }

  /** Show all that is known of a node. @param {TreeNode} node */
  detail(node) {
    const { tree } = this.picture;
    const later = tree.isLater(node),
      known = tree.known(node);
    const gone = node.fate !== "searched" && !later;
    /** @type {[string, string][]} */
    const rows = [["To move", node.player]];
    rows.push([
      "Kind",
      node.leaf
        ? (LEAVES[/** @type {"over"} */ (node.leaf)] ?? ROLES.leaf)
        : node.fate === "searched"
          ? ROLES[node.role]
          : "never entered",
    ]);
    rows.push(["Ply", `${node.ply}${node.depth > 0 ? `, ${node.depth} still to search` : ""}`]);
    if (this.windows && node.fate === "searched" && !later)
      rows.push(["Window on entry", `(${edge(node.alpha, "−∞")}, ${edge(node.beta, "∞")})`]);
    if (known && this.windows) rows.push(["Window now", `(${edge(known.alpha, "−∞")}, ${edge(known.beta, "∞")})`]);
    if (later) rows.push(["Score", "not visited yet"]);
    else if (known) rows.push(["So far", known.value ?? "nothing yet"]);
    else if (!gone) rows.push(["Score", inWords(node)]);
    if (node.note) rows.push(["Guess", node.note]);
    if (gone) rows.push([node.fate === "cut" ? "Cut" : "Filtered away", node.reason ?? ""]);
    if (node.children) rows.push(["Children", String(node.children)]);
    fill(
      this.about,
      h("h2", {}, node.ply === 0 ? "The root" : `After ${node.label}`),
      h("dl", { class: "tree-rows" }, ...rows.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)])),
      node.position &&
        node.position !== node.label &&
        h("pre", { class: "tree-position mono", tabindex: 0, "aria-label": "Position" }, node.position),
      this.count > 0 &&
        node.entered >= 0 &&
        h(
          "p",
          { class: "row" },
          button(
            node.fate === "searched" ? "Go to where it is entered" : "Go to where it is skipped",
            () => this.go(node.entered),
            { "data-go": node.entered },
          ),
          node.left > node.entered && button("… and left", () => this.go(node.left), { "data-go": node.left }),
        ),
    );
  }

  play() {
    if (this.timer) {
      this.pause();
      return;
    }
    if (this.number >= this.count - 1) this.go(0);
    this.timer = setInterval(() => {
      if (this.target >= this.count - 1) this.pause();
      else if (!this.busy) this.go(this.target + 1);
    }, BEAT);
    this.sign(ICONS.pause, "Pause");
  }

  pause() {
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
    this.sign(ICONS.play, "Play");
  }

  /** @param {string} sign @param {string} word */
  sign(sign, word) {
    fill(this.player, icon(sign), word);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const by = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: "first", End: "last" }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    this.by(/** @type {any} */ (by));
  }
}

/** Return a score with its bound in words. @param {TreeNode} node */
function inWords(node) {
  const words = { lower: "at least ", upper: "at most " }[node.bound ?? ""];
  return words ? words + node.score : scoreText(node);
}

/** Make the legend: what the shapes mean. */
function legend() {
  const item = (/** @type {string} */ sign, /** @type {string} */ kind, /** @type {string} */ text) =>
    h("li", {}, h("span", { class: `sign ${kind}`, "aria-hidden": "true" }, sign), ` ${text}`);
  return h(
    "ul",
    { class: "tree-legend", "aria-label": "What the shapes mean" },
    item("▲", "max", "takes the greatest"),
    item("▼", "min", "takes the least"),
    item("●", "average", "average"),
    item("■", "leaf", "leaf"),
    item("━", "best", "best play"),
    item("✕", "cut", "cut"),
    item("┄", "filtered", "filtered away"),
  );
}

/** Return a source of nodes and steps at hand. @param {TreeNode[]} nodes @param {Step[]} steps @returns {TreeSource} */
export function atHand(nodes, steps) {
  return {
    children: async (node, first, count) =>
      nodes.filter((each) => each.parent === node && each.place >= first && each.place < first + count),
    steps: async (first, count) => steps.slice(first, first + count),
  };
}
