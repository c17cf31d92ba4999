// The audit of a filter: what it cost, and what it saved.

import { h } from "./dom.js";
import { short } from "./words.js";

/** @typedef {import("./types.d.ts").AuditAnswer} AuditAnswer */

/** Show what the filter cost, and what it saved. @param {AuditAnswer} found @returns {HTMLElement[]} */
export function auditTable(found) {
  const sign = (/** @type {number | string | null} */ value) =>
    value === null ? "–" : String(value).replace("-", "−");
  const verdict =
    found.loss > 0
      ? `The filter cost ${sign(found.loss)}: it plays ${found.move}, the full search ${found.full_move}.`
      : found.move_changed
        ? "The filter changed the move, but the other one is as good."
        : found.score_changed
          ? "The move is the same; only the score differs."
          : "The filter changed nothing here.";
  const row = (/** @type {string} */ name, /** @type {any} */ kept, /** @type {any} */ full) =>
    h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, sign(kept)), h("td", {}, sign(full)));
  const share = `${Math.round(Math.abs(found.saved) * 100)} %`;
  const parts = [
    h("p", { class: found.loss > 0 ? "tree-loss" : "tree-fine" }, h("strong", {}, verdict)),
    h(
      "table",
      { class: "numbers" },
      h("thead", {}, h("tr", {}, h("td", {}), h("th", { scope: "col" }, "kept"), h("th", { scope: "col" }, "full"))),
      h(
        "tbody",
        {},
        row("Move", found.move, found.full_move),
        row("Score", found.score, found.full_score),
        row("Nodes", short(found.nodes), short(found.full_nodes)),
      ),
    ),
    h("p", {}, found.saved >= 0 ? `${share} of the nodes saved.` : `It took ${share} more nodes than the full search.`),
  ];
  if (found.missed) parts.push(h("p", {}, `${found.missed} was dropped at the root and never searched.`));
  if (found.harm.length) {
    parts.push(
      h(
        "table",
        { class: "numbers" },
        h("caption", {}, "Plies where the filter alone does harm"),
        h(
          "thead",
          {},
          h("tr", {}, ...["ply", "plays", "score", "drops"].map((each) => h("th", { scope: "col" }, each))),
        ),
        h(
          "tbody",
          {},
          ...found.harm.map((each) =>
            h(
              "tr",
              {},
              h("td", {}, String(each.ply)),
              h("td", {}, sign(each.move)),
              h("td", {}, sign(each.score)),
              h("td", {}, sign(each.dropped)),
            ),
          ),
        ),
      ),
    );
  } else parts.push(h("p", { class: "soft" }, "At no ply does the filter alone change the move or the score."));
  return parts;
}
