// What a search says: depth, score, lines, nodes, speed, and a graph of the score over the depths.

import { fill, h } from "./dom.js";
import { graph } from "./graph.js";
import { minus, short } from "./words.js";

/** @typedef {import("./types.d.ts").Info} Info */
/** @typedef {import("./types.d.ts").State} State */

export class ThoughtView {
  constructor() {
    /** @type {State | null} */
    this.state = null;
    /** @type {Map<number, {score: number, proven: string | null, text: string}>} */
    this.depths = new Map();
    this.verb = "best";
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

  /** Say how to start a search. */
  rest() {
    this.waiting.textContent = "Press “Watch it think” or “Hint” to see what Kibitz thinks of the position.";
  }

  /** Begin to show a search. @param {State | null} state @param {string} verb what is said of its move */
  begin(state, verb) {
    this.state = state;
    this.verb = verb;
    this.depths.clear();
    this.waiting.textContent = "";
    fill(this.picture);
  }

  /** @param {any} word */
  hear(word) {
    if ("waiting" in word) this.waiting.textContent = `Waiting: place ${word.waiting} in line`;
    else if ("preparing" in word)
      this.waiting.textContent = "Preparing: the first search of a game takes a few seconds to compile";
    else this.show(word);
  }

  /** @param {Info} info */
  show(info) {
    this.waiting.textContent = "";
    const who = this.state?.players[info.player] ?? "";
    fill(
      this.score,
      info.name ? h("span", {}, h("span", { class: "soft" }, `${this.verb} `), h("strong", {}, info.name)) : "",
      h("span", {}, minus(info.text), h("span", { class: "soft" }, ` for ${who}`)),
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
    fill(
      this.lines,
      ...info.lines.map((line) =>
        h(
          "li",
          {},
          h("span", { class: "line-score" }, minus(line.text)),
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
    const guesses = found.filter(([, each]) => each.proven === null).map(([, each]) => Math.abs(each.score));
    const most = Math.max(1e-9, ...guesses) * 1.25;
    const points = found.map(([depth, each]) => ({
      value: each.proven === "win" ? 1 : each.proven === "loss" ? -1 : each.proven === "draw" ? 0 : each.score / most,
      label: `depth ${depth}: ${each.text}`,
    }));
    const [first, last] = [found[0], found[found.length - 1]];
    fill(
      this.picture,
      graph(points, {
        title: `Score by depth: ${first[1].text} at depth ${first[0]}, ${last[1].text} at depth ${last[0]}`,
      }),
      h("p", { class: "soft small spread row" }, h("span", {}, `depth ${first[0]}`), h("span", {}, `depth ${last[0]}`)),
    );
  }
}
