// The form of the Tree view: which search to grow, with which options, and what beside it.

import { choice, fill, h } from "./dom.js";
import { term } from "./glossary.js";

/** @typedef {import("./types.d.ts").GameInfo} GameInfo */

export const SELECTIVE = ["rb-minimax", "rb-alpha-beta"];
const MCTS = "mcts";
const USUAL = ["alpha-beta", "expectiminimax"];
const ORDERS = /** @type {[string, string][]} */ ([
  ["game", "as the game gives them"],
  ["best", "the best first"],
  ["worst", "the worst first"],
]);
const BESIDE = /** @type {[string, string][]} */ ([
  ["", "nothing"],
  ["ordered", "the same, the best first"],
]);

export class TreeForm {
  constructor() {
    this.algorithm = choice("Algorithm", [], "", () => this.suit());
    this.algorithm.select.id = "tree-algorithm";
    this.usual = ""; // the algorithm to begin with
    this.depth = number("Depth", "depth", "tree-depth", 3, 0, 20, 1);
    this.visits = number("Visits", "visits", "tree-visits", 10, 1, 500, 1);
    this.rate = number("Keep rate", "keep_rate", "tree-keep-rate", 0.5, 0.01, 1, 0.01);
    this.deepening = number("Deepening depth", "deepening_depth", "tree-deepening", 0, 0, 4, 1);
    this.order = choice("Order of children", ORDERS, "game", () => undefined);
    this.order.select.id = "tree-order";
    this.beside = choice("Beside it", BESIDE, "", () => undefined);
    this.beside.select.id = "tree-beside";
    const { algorithm, depth, visits, rate, deepening, order, beside } = this;
    this.fields = [algorithm, depth, visits, rate, deepening, order, beside].map(({ element }) => element);
  }

  /** Offer the algorithms that suit a game. @param {string[]} known @param {boolean} many whether more than two play */
  offer(known, many) {
    const offered = `${known.join()} ${many}`;
    const { select } = this.algorithm;
    if (select.dataset.offered !== offered) {
      const before = select.value;
      const asBefore = known.includes(before) && select.dataset.offered?.endsWith(String(many));
      this.usual = [...(many ? ["max-n"] : []), ...USUAL, ...known].find((each) => known.includes(each)) ?? "";
      fill(select, ...known.map((each) => h("option", { value: each }, each)));
      select.value = asBefore ? before : this.usual;
      select.dataset.offered = offered;
      const besides = [...BESIDE, ...known.map((each) => [each, each])];
      fill(this.beside.select, ...besides.map(([value, text]) => h("option", { value }, text)));
    }
    this.suit();
  }

  /** Show the fields that the algorithm has. */
  suit() {
    const { value } = this.algorithm.select;
    this.rate.element.hidden = this.deepening.element.hidden = !SELECTIVE.includes(value);
    this.depth.element.hidden = value === MCTS;
    this.visits.element.hidden = value !== MCTS;
    this.order.element.hidden = [...SELECTIVE, MCTS, "max-n"].includes(value);
  }

  /** Return what to ask for an algorithm, by the fields that it has. @param {string} [name] */
  asked(name = this.algorithm.select.value) {
    /** @type {Record<string, any>} */
    const asked = { algorithm: name };
    if (name === MCTS) asked.visits = Number(this.visits.input.value);
    else asked.depth = Number(this.depth.input.value);
    if (SELECTIVE.includes(name)) {
      asked.keep_rate = Number(this.rate.input.value);
      asked.deepening_depth = Number(this.deepening.input.value);
    } else if (name !== MCTS && name !== "max-n") asked.order = this.order.select.value;
    return asked;
  }

  /** Return what to ask for the search beside another; nothing if there is to be none. */
  askedBeside() {
    const other = this.beside.select.value;
    if (!other) return null;
    return other === "ordered" ? { ...this.asked(), order: "best" } : { ...this.asked(other), order: "game" };
  }

  /** Fill in what a link asks for; without an algorithm, the usual one. @param {Record<string, string>} asked */
  fillIn(asked) {
    choose(this.algorithm.select, "algorithm", asked.algorithm ?? this.usual);
    this.suit();
    choose(this.order.select, "order", asked.order ?? "game");
    choose(this.beside.select, "beside", asked.beside ?? "");
    for (const { input } of [this.depth, this.visits, this.rate, this.deepening]) {
      const value = asked[input.name];
      if (value === undefined) continue;
      input.value = value;
      if (!input.checkValidity())
        throw new Error(`${input.name} in this link must be ${input.min} to ${input.max}, got ${value.slice(0, 40)}`);
    }
  }
}

/** Choose one of the options. @param {HTMLSelectElement} select @param {string} name @param {string} value */
function choose(select, name, value) {
  if (![...select.options].some((each) => each.value === value))
    throw new Error(`this game has no ${name} ${value.slice(0, 40)} whose tree can be shown`);
  select.value = value;
}

/**
 * @param {string} label
 * @param {string} name of what it asks for
 * @param {string} id
 * @param {number} value
 * @param {number} min
 * @param {number} max
 * @param {number} step
 * @returns {{element: HTMLElement, input: HTMLInputElement}}
 */
function number(label, name, id, value, min, max, step) {
  const input = h("input", { name, id, type: "number", value, min, max, step, required: true });
  const word = term(name.replace("_", "-").replace("visits", "visit"), label);
  return { element: h("label", { class: "field" }, h("span", {}, word), input), input };
}
