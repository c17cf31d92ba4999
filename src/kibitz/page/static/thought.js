// What a search says: depth or visits, scores, lines, nodes, speed, and a graph of the score as the search went on.

import { Countdown } from "./countdown.js";
import { fill, h, svg } from "./dom.js";
import { fillFacts } from "./glossary.js";
import { graph } from "./graph.js";
import { toneOf } from "./seats.js";
import { brief, capital, isOpen, lineScores, lineShares, minus, points, short } from "./words.js";

/** @typedef {import("./types.d.ts").Info} Info */
/** @typedef {import("./types.d.ts").State} State */

const PATIENCE = 300; // milliseconds without an answer until the page says why
const HOW = "Press “Watch it think” or “Hint” to see what Kibitz thinks of the position.";
const FLAT = 96; // the height of the graph

export class ThoughtView {
  constructor() {
    /** @type {State | null} */
    this.state = null;
    /** @type {Map<number, {score: number, proven: string | null, text: string}>} by depth, or by visits */
    this.depths = new Map();
    this.byVisits = false;
    this.verb = "best";
    this.countdown = new Countdown((text) => this.tell(text));
    this.waiting = h("p", { class: "soft", role: "status" });
    this.score = h("p", { class: "score" });
    this.search = h("p", { class: "soft small by" });
    this.scores = h("ul", { class: "scores", "aria-label": "Everyone’s scores" });
    this.numbers = h("dl", { class: "numbers" });
    this.lines = h("ol", { class: "lines", "aria-label": "Best moves" });
    this.picture = h("div", { class: "thought-graph" });
    this.element = h(
      "div",
      { class: "thought stack" },
      this.waiting,
      this.score,
      this.search,
      this.scores,
      this.numbers,
      this.lines,
      this.picture,
    );
    this.rest();
  }

  /** Show nothing, and say how to start a search. */
  rest() {
    this.state = null;
    this.depths.clear();
    this.say(HOW);
    for (const each of [this.score, this.search, this.scores, this.numbers, this.lines, this.picture]) fill(each);
  }

  /** Say that the search has ended, or was broken off. */
  end() {
    this.say(this.score.hasChildNodes() ? "" : HOW);
  }

  /** Say what is waited for. @param {string} text */
  say(text) {
    this.countdown.stop();
    this.waiting.textContent = text;
  }

  /** Say what takes long; a screen reader says it once, not every second. @param {string} text */
  tell(text) {
    const [doing, seconds] = text.split(", ");
    const [said, counted] = this.waiting.children;
    if (said?.textContent === doing) counted.textContent = `, ${seconds}`;
    else fill(this.waiting, h("span", {}, doing), h("span", { "aria-hidden": "true" }, `, ${seconds}`));
  }

  /** Begin to show a search. @param {State | null} state @param {string} verb what is said of its move */
  begin(state, verb) {
    this.state = state;
    this.verb = verb;
    this.depths.clear();
    this.say("");
    fill(this.picture);
  }

  /** @param {any} word */
  hear(word) {
    if ("waiting" in word) this.say(`Waiting: place ${word.waiting} in line`);
    else if ("preparing" in word) this.countdown.start("Compiling", word.left, PATIENCE);
    else this.show(word);
  }

  /** @param {Info} info */
  show(info) {
    this.say("");
    const { state } = this;
    const { players = [] } = state ?? {};
    const who =
      players.length > 1 && !isOpen(info.text)
        ? [" for ", h("span", { class: `chip ${toneOf(state, info.player)}` }, players[info.player])]
        : [];
    fill(
      this.score,
      info.name ? h("span", {}, h("span", { class: "soft" }, `${this.verb} `), h("strong", {}, info.name)) : "",
      h("span", {}, minus(info.text), h("span", { class: "soft" }, ...who)),
    );
    this.search.textContent = info.search ? `by ${info.search}` : "";
    this.showScores(info);
    const facts = numbersOf(info).map(([name, value]) => ({ name, value, word: TERMS[name] }));
    fillFacts(this.numbers, facts);
    this.showLines(info);
    this.byVisits = info.visits !== null;
    const reached = info.visits ?? info.depth;
    if (info.score !== null) this.depths.set(reached, { score: info.score, proven: info.proven, text: info.text });
    this.draw();
  }

  /** Show what each player has, where the search knows it. @param {Info} info */
  showScores({ scores }) {
    const { players = [] } = this.state ?? {};
    const known = players.length > 1 ? (scores ?? []) : [];
    const items = known.map((score, i) =>
      h("li", { class: `chip ${toneOf(this.state, i)}` }, `${capital(players[i])} `, h("strong", {}, points(score))),
    );
    fill(this.scores, ...items);
  }

  /** Show the best moves with their lines: their scores, and the shares of the visits that they got. @param {Info} info */
  showLines({ lines, visits }) {
    const scores = visits ? lines.map((line) => brief(line.text)) : lineScores(lines, brief);
    const shares = visits ? lineShares(lines, visits) : [];
    const items = lines.map((line, i) =>
      h(
        "li",
        {},
        visits &&
          h(
            "span",
            { class: "line-visits", title: `${short(line.visits ?? 0)} of ${short(visits)} visits` },
            h("span", {}, shares[i]),
            bar((line.visits ?? 0) / visits),
          ),
        h("span", { class: "line-score" }, scores[i]),
        " ",
        h("span", { class: "line-moves" }, line.names.slice(0, 14).join(" ")),
      ),
    );
    fill(this.lines, ...items);
  }

  draw() {
    const found = [...this.depths].sort((a, b) => a[0] - b[0]);
    if (found.length < 2) {
      fill(this.picture);
      return;
    }
    const alone = this.state?.players.length === 1; // nobody else's advantage begins at 0
    const guesses = found.filter(([, each]) => alone || each.proven === null).map(([, each]) => each.score);
    const middle = alone ? (Math.min(...guesses) + Math.max(...guesses)) / 2 : 0;
    const most = Math.max(1e-9, ...guesses.map((score) => Math.abs(score - middle))) * 1.25;
    const proofs = /** @type {Record<string, number>} */ (alone ? {} : { win: 1, loss: -1, draw: 0 });
    const points = found.map(([depth, each]) => ({
      value: proofs[each.proven ?? ""] ?? (each.score - middle) / most,
      label: `${this.place(depth)}: ${minus(each.text)}`,
    }));
    const [first, last] = [found[0], found[found.length - 1]];
    fill(
      this.picture,
      graph(points, {
        title:
          `Score by ${this.byVisits ? "visits" : "depth"}: ` +
          [first, last].map(([depth, each]) => `${minus(each.text)} at ${this.place(depth)}`).join(", "),
        middle: !alone,
        height: FLAT,
      }),
      h(
        "p",
        { class: "soft small spread row" },
        ...[first, last].map(([depth, each]) => h("span", {}, `${this.place(depth)}: ${minus(each.text)}`)),
      ),
    );
  }

  /** Return how far the search was. @param {number} reached a depth, or visits */
  place(reached) {
    return this.byVisits ? `${short(reached)} visits` : `depth ${reached}`;
  }
}

/** The words of the glossary that numbers are about. @type {Record<string, string>} */
const TERMS = { depth: "depth", "longest line": "longest-line", nodes: "node", table: "table", visits: "visit" };

/** Return the numbers of a search with their names. @param {Info} info @returns {[string, string][]} */
function numbersOf({ depth, seldepth, visits, nodes, nps, seconds, hashfull }) {
  const deepest = seldepth && seldepth > depth ? `${depth} / ${seldepth}` : String(depth);
  return [
    ...(visits === null ? [] : [/** @type {[string, string]} */ (["visits", short(visits)])]),
    [visits === null ? "depth" : "longest line", deepest],
    ["nodes", short(nodes)],
    ["per second", short(nps)],
    ["time", `${seconds.toFixed(1)} s`],
    ...(hashfull === null ? [] : [/** @type {[string, string]} */ (["table", `${(hashfull / 10).toFixed(0)} %`])]),
  ];
}

/** Draw a share as a bar. @param {number} share */
function bar(share) {
  const rect = svg("rect", { width: 100 * Math.min(1, share), height: 10 });
  return svg(
    "svg",
    { class: "share", viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" },
    rect,
  );
}
