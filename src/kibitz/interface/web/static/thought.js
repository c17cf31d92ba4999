// What a search says: depth, score, lines, nodes, speed, and a graph of the score over the depths.

import { fill, h } from "./dom.js";
import { graph } from "./graph.js";
import { lineScores, minus, short } from "./words.js";

/** @typedef {import("./types.d.ts").Info} Info */
/** @typedef {import("./types.d.ts").State} State */

const PATIENCE = 300; // milliseconds without an answer until the page says why
const HOW = "Press “Watch it think” or “Hint” to see what Kibitz thinks of the position.";
const COMPILING = "Preparing: the first search of a game takes a few seconds to compile";

export class ThoughtView {
  constructor() {
    /** @type {State | null} */
    this.state = null;
    /** @type {Map<number, {score: number, proven: string | null, text: string}>} */
    this.depths = new Map();
    this.verb = "best";
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.waiting = h("p", { class: "soft", role: "status" });
    this.score = h("p", { class: "score" });
    this.search = h("p", { class: "soft small" });
    this.numbers = h("dl", { class: "numbers" });
    this.lines = h("ol", { class: "lines", "aria-label": "Best moves" });
    this.picture = h("div", {});
    this.element = h(
      "div",
      { class: "thought stack" },
      this.waiting,
      this.score,
      this.search,
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
    for (const each of [this.score, this.search, this.numbers, this.lines, this.picture]) fill(each);
  }

  /** Say that the search has ended, or was broken off. */
  end() {
    this.say(this.score.hasChildNodes() ? "" : HOW);
  }

  /** Say what is waited for, now or after a while without another word. @param {string} text @param {number} [after] */
  say(text, after = 0) {
    clearTimeout(this.timer);
    if (after) this.timer = setTimeout(() => (this.waiting.textContent = text), after);
    else this.waiting.textContent = text;
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
    else if ("preparing" in word) this.say(COMPILING, PATIENCE);
    else this.show(word);
  }

  /** @param {Info} info */
  show(info) {
    this.say("");
    const { players = [] } = this.state ?? {};
    const who = players.length > 1 ? ` for ${players[info.player]}` : "";
    fill(
      this.score,
      info.name ? h("span", {}, h("span", { class: "soft" }, `${this.verb} `), h("strong", {}, info.name)) : "",
      h("span", {}, minus(info.text), h("span", { class: "soft" }, who)),
    );
    this.search.textContent = info.search ? `by ${info.search}` : "";
    const rows = [
      ["depth", info.seldepth && info.seldepth > info.depth ? `${info.depth} / ${info.seldepth}` : String(info.depth)],
      ["nodes", short(info.nodes)],
      ["per second", short(info.nps)],
      ["time", `${info.seconds.toFixed(1)} s`],
      ...(info.hashfull === null ? [] : [["table", `${(info.hashfull / 10).toFixed(0)} %`]]),
    ];
    fill(this.numbers, ...rows.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))));
    const scores = lineScores(info.lines, minus);
    fill(
      this.lines,
      ...info.lines.map((line, i) =>
        h(
          "li",
          {},
          h("span", { class: "line-score" }, scores[i]),
          " ",
          h("span", { class: "line-moves" }, line.names.slice(0, 14).join(" ")),
        ),
      ),
    );
    if (info.score !== null) this.depths.set(info.depth, { score: info.score, proven: info.proven, text: info.text });
    this.draw();
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
      label: `depth ${depth}: ${each.text}`,
    }));
    const [first, last] = [found[0], found[found.length - 1]];
    fill(
      this.picture,
      graph(points, {
        title: `Score by depth: ${first[1].text} at depth ${first[0]}, ${last[1].text} at depth ${last[0]}`,
        middle: !alone,
      }),
      h(
        "p",
        { class: "soft small spread row" },
        ...[first, last].map(([depth, each]) => h("span", {}, `depth ${depth}: ${minus(each.text)}`)),
      ),
    );
  }
}
