// The pseudocode of a search beside its tree; the lines of the present step are lit.

import { fill, h } from "./dom.js";

/** @typedef {import("./types.d.ts").CodeLine} CodeLine */

export class CodeView {
  /** @param {string} [of] which search it is of, in words */
  constructor(of = "") {
    this.lines = h("ol", { class: "code-lines", "aria-label": "The algorithm" });
    this.element = h("section", { class: "card code", "aria-label": `Pseudocode${of}`, hidden: true }, this.lines);
    /** @type {[CodeLine, HTMLElement][]} */
    this.items = [];
  }

  /** Show the pseudocode of another search; without any, nothing. @param {CodeLine[]} lines */
  show(lines) {
    this.element.hidden = !lines.length;
    this.items = lines.map((line) => [line, lineItem(line)]);
    fill(this.lines, ...this.items.map(([, item]) => item));
  }

  /** Light the lines of a step. @param {string} kind of the step @param {string} role of its node */
  light(kind, role) {
    for (const [line, item] of this.items) {
      const lit = line.kinds.includes(kind) || line.kinds.includes(`${kind} ${role}`);
      item.classList.toggle("lit", lit);
      if (lit) item.setAttribute("aria-current", "step");
      else item.removeAttribute("aria-current");
    }
  }
}

/** Make a line, indented as it is written. @param {CodeLine} line */
function lineItem({ text }) {
  const indent = (text.length - text.trimStart().length) / 4;
  return h("li", { class: `indent-${indent}` }, text.trim());
}
