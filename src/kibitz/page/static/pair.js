// Two searches of one position side by side, stepping together: at each step both have done as many steps.

import { fill, h } from "./dom.js";
import { Stepper } from "./stepper.js";
import { Walk } from "./walk.js";
import { minus, short } from "./words.js";

/** @typedef {import("./types.d.ts").TreeAnswer} TreeAnswer */
/** @typedef {import("./types.d.ts").TreeSource} TreeSource */
/** @typedef {{answer: TreeAnswer, source: TreeSource, title: string}} Grown */

export class Pair {
  /** @param {(error: unknown) => void} fail */
  constructor(fail) {
    this.walks = ["first", "second"].map((which) => new Walk(`The ${which} tree`, fail, ` of the ${which} search`));
    this.heads = this.walks.map(() => h("div", { class: "pair-head" }));
    /** @type {Grown[]} */
    this.grown = [];
    this.count = 0;
    this.target = 0;
    this.moved = () => {}; // called when another step is shown
    this.stepper = new Stepper(
      (by) => {
        this.stepper.pause();
        this.go(by === "first" ? 0 : by === "last" ? this.count - 1 : this.target + by);
      },
      (number) => this.go(number),
    );
    this.verdict = h("p", { class: "pair-verdict" });
    for (const walk of this.walks) walk.picture.hooks.step = (by) => this.stepper.by(by);
    const columns = this.walks.map((walk, place) =>
      h(
        "section",
        { class: "stack pair-side", "aria-label": place ? "Second search" : "First search" },
        this.heads[place],
        walk.element,
      ),
    );
    this.element = h(
      "div",
      { class: "stack pair" },
      this.verdict,
      h("div", { class: "pair-lead" }, this.stepper.element),
      h("div", { class: "pair-columns" }, ...columns),
    );
  }

  /** Show two searches from their first step, or from another one. @param {Grown[]} grown @param {number} [first] */
  async show(grown, first = 0) {
    this.count = Math.max(...grown.map(({ answer }) => answer.steps));
    this.target = Math.max(0, Math.min(first, this.count - 1));
    this.stepper.count = this.count;
    this.stepper.pause();
    this.stepper.at(this.target);
    this.grown = grown;
    grown.forEach(({ title }, place) => fill(this.heads[place], h("h3", {}, title)));
    this.tell();
    await Promise.all(
      this.walks.map((walk, place) => {
        const { answer, source } = grown[place];
        const { windows, legend, code } = answer;
        return walk.show(source, answer.root, answer.steps, { windows, legend, code }, this.target);
      }),
    );
    this.moved();
  }

  /** Say what both find, but not before the end. */
  tell() {
    const { grown, verdict } = this;
    if (this.target < this.count - 1) {
      verdict.textContent = "Step to the end to see what each of them finds.";
      return;
    }
    verdict.textContent = compared(grown);
    grown.forEach(({ answer, title }, place) => {
      const by = answer.move ? ` by ${answer.move}` : "";
      const found = `${answer.player}: ${minus(answer.text)}${by} · ${short(answer.nodes)} nodes`;
      fill(this.heads[place], h("h3", {}, title), h("p", { class: "soft numbers" }, found));
    });
  }

  /** Go to a step in both; the shorter search stays at its end. @param {number} number */
  async go(number) {
    this.target = Math.max(0, Math.min(number, this.count - 1));
    this.stepper.at(this.target);
    this.tell();
    await Promise.all(this.walks.map((walk) => walk.go(this.target)));
    this.moved();
  }

  pause() {
    this.stepper.pause();
  }
}

/** Return what differs between two searches, in a sentence. @param {Grown[]} grown */
function compared([one, other]) {
  const [a, b] = [one.answer, other.answer];
  const score =
    a.score === b.score ? `Both find ${a.score}` : `${one.title} finds ${a.score}, ${other.title} ${b.score}`;
  const move = a.move === b.move ? `both play ${a.move ?? "nothing"}` : `one plays ${a.move}, the other ${b.move}`;
  const nodes =
    a.nodes === b.nodes
      ? `both visit ${short(a.nodes)} nodes`
      : `${a.nodes < b.nodes ? one.title : other.title} visits ${short(Math.min(a.nodes, b.nodes))} nodes instead of ${short(Math.max(a.nodes, b.nodes))}`;
  return `${score}; ${move}; ${nodes}.`;
}
