// A walk through a search: the sentence of a step, the picture, the pseudocode, and what is known of a node.

import { edge } from "./branches.js";
import { CodeView } from "./code.js";
import { detailOf } from "./detail.js";
import { button, fill, h } from "./dom.js";
import { fillFacts } from "./glossary.js";
import { fillLegend, legendList } from "./legend.js";
import { Pages } from "./pages.js";
import { Picture } from "./picture.js";
import { Stepper } from "./stepper.js";

/** @typedef {import("./types.d.ts").TreeNode} TreeNode */
/** @typedef {import("./types.d.ts").TreeSource} TreeSource */
/** @typedef {import("./types.d.ts").CodeLine} CodeLine */
/** @typedef {import("./types.d.ts").Step} Step */
/** @typedef {import("./types.d.ts").Mark} Mark */

/**
 * How a tree is walked through.
 * @typedef {object} WalkOptions
 * @property {boolean} windows whether windows are written beside nodes
 * @property {boolean} [given] whether leaves show their values before they are visited
 * @property {Set<number> | null} [chosen] leaves that were chosen; null: there is nothing to choose
 * @property {boolean} [inOrder] whether the order of choosing counts
 * @property {Map<number, Mark>} [marks]
 * @property {[string, string][]} [legend]
 * @property {CodeLine[]} [code]
 * @property {string} [name] of a file that the picture is saved to
 */

const BEFORE = 3,
  AFTER = 3;
/** @type {[string, string][]} */
const LEGEND = [
  ["max", "takes the greatest"],
  ["min", "takes the least"],
  ["average", "average"],
  ["leaf", "leaf"],
];

export class Walk {
  /**
   * @param {string} label of the picture
   * @param {(error: unknown) => void} fail
   * @param {string} [of] which search it is of, in words, where there are several
   */
  constructor(label, fail, of = "") {
    this.fail = fail;
    /** @type {Pages | null} */
    this.pages = null;
    this.count = 0;
    this.number = 0;
    this.target = 0;
    this.busy = false;
    this.windows = false;
    this.moved = () => {}; // called when another step is shown
    this.picture = new Picture(label, {
      select: (node) => this.detail(node),
      step: (by) => this.by(by),
      fail,
    });
    this.stepper = new Stepper(
      (by) => this.by(by),
      (number) => this.go(number),
    );
    this.heading = h("h2", {});
    this.sentence = h("p", { "aria-live": "polite", class: "tree-sentence" });
    this.facts = h("dl", { class: "tree-facts" });
    this.told = h(
      "div",
      { class: "card tree-now", "aria-label": `This step${of}`, role: "region" },
      h("div", { class: "tree-said" }, this.heading, this.sentence),
      this.facts,
    );
    this.story = h("ol", { class: "tree-story", "aria-label": "The steps around this one" });
    this.around = h("div", { class: "card tree-around" }, this.story);
    this.about = h("div", { class: "card tree-detail", role: "region", "aria-label": `The node${of}` });
    this.code = new CodeView(of);
    this.side = h("div", { class: "stack tree-side" }, this.code.element, this.around, this.about);
    this.legend = legendList();
    this.picture.bar.prepend(this.legend);
    this.element = h(
      "div",
      { class: "tree-walk" },
      h(
        "div",
        { class: "stack tree-main" },
        h("div", { class: "stack tree-lead" }, this.told, this.stepper.element),
        h("div", { class: "card tree-frame" }, this.picture.element),
      ),
      this.side,
    );
  }

  /**
   * Walk through another tree; it is shown as it is at the end, or at a step.
   * @param {TreeSource} source
   * @param {TreeNode} root
   * @param {number} count of steps; none: the tree is only looked at
   * @param {WalkOptions} options
   * @param {number} [first] the step to show first
   */
  async show(source, root, count, options, first = count - 1) {
    this.pause();
    const pages = new Pages(source, count);
    const number = Math.max(0, Math.min(first, count - 1));
    Object.assign(this, { pages, count, windows: options.windows, number, target: number });
    this.stepper.count = count;
    this.stepper.element.hidden = this.side.hidden = this.told.hidden = count === 0;
    this.element.classList.toggle("plain", count === 0);
    this.code.show(count ? (options.code ?? []) : []);
    fillLegend(this.legend, options.legend ?? LEGEND);
    this.picture.name = options.name ?? "tree";
    await this.picture.show(source, root, options);
    if (count && this.pages === pages) await this.settle();
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
    const { number, pages } = this;
    if (!pages) return;
    const from = Math.max(0, number - BEFORE),
      to = Math.min(this.count - 1, number + AFTER);
    const step = await pages.around(number, from, to);
    if (this.pages !== pages) return;
    await this.picture.at({ step, number, last: this.count - 1 });
    if (this.pages !== pages) return;
    this.tell(step, from, to);
    this.moved();
  }

  /** Say what happens at a step. @param {Step} step @param {number} from @param {number} to */
  tell(step, from, to) {
    const { number } = this;
    this.stepper.at(number);
    const window = [
      { name: "alpha α", word: "alpha", value: edge(step.alpha, "−∞"), hook: "alpha" },
      { name: "beta β", word: "beta", value: edge(step.beta, "∞"), hook: "beta" },
    ];
    const value = {
      name: step.kind === "leave" ? "value" : "value so far",
      value: step.value ?? "none",
      hook: "value",
    };
    fillFacts(this.facts, [...(this.windows ? window : []), value]);
    this.heading.textContent = `Step ${number + 1} of ${this.count}`;
    this.sentence.textContent = step.sentence;
    this.sentence.className = `tree-sentence ${step.kind}`;
    const lines = [];
    for (let i = from; i <= to; i++) {
      const each = this.pages?.known.get(i);
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
    this.code.light(step.kind, node?.role ?? "");
    if (node) this.detail(node);
  }

  /** Show all that is known of a node. @param {TreeNode} node */
  detail(node) {
    const go = this.count ? (/** @type {number} */ number) => this.go(number) : null;
    fill(this.about, ...detailOf(this.picture.tree, node, this.windows, go));
  }

  pause() {
    this.stepper.pause();
  }
}

/** Return a source of nodes and steps at hand. @param {TreeNode[]} nodes @param {Step[]} steps @returns {TreeSource} */
export function atHand(nodes, steps) {
  return {
    children: async (node, first, count) =>
      nodes.filter((each) => each.parent === node && each.place >= first && each.place < first + count),
    steps: async (first, count) => steps.slice(first, first + count),
  };
}
