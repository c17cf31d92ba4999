// The standings of a match or tournament as a chart and a table, and who did how well against whom.

import { ratingChart } from "./chart.js";
import { fill, h } from "./dom.js";

/** @typedef {import("./types.d.ts").Standings} Standings */
/** @typedef {import("./types.d.ts").CrossTable} CrossTable */
/** @typedef {import("./types.d.ts").RatedPlayer} RatedPlayer */

const MOST_DRAWN = 20; // players in the chart
const SHADES = 8; // of a cell, from nothing to all points
const COLUMNS = /** @type {[string, string | null][]} */ ([
  ["", "numbers"],
  ["Player", null],
  ["Elo", "numbers"],
  ["Score", "numbers"],
  ["Games", "numbers"],
  ["LOS", "numbers"],
]);

export class StandingsView {
  constructor() {
    /** @type {RatedPlayer[]} */
    this.places = [];
    this.chart = h("div", { class: "results-chart" });
    this.table = scrolling("Standings");
    this.both = h("div", { class: "results-standings" }, this.chart, this.table);
    this.remarks = h("div", { class: "small soft stack results-remarks" });
    this.cross = scrolling("Cross table");
    this.crossCard = h(
      "div",
      { class: "card stack" },
      h("h2", {}, "Cross table"),
      this.cross,
      h(
        "p",
        { class: "small soft" },
        "Points of the player of a row against that of a column, and how often they met.",
      ),
    );
    this.element = h("div", { class: "card stack" }, h("h2", {}, "Standings"), this.both, this.remarks);
    new ResizeObserver(() => this.draw()).observe(this.chart);
  }

  /** @param {Standings} standings */
  show({ games, places, names, cross, remarks, notes }) {
    this.places = places;
    this.both.hidden = !games;
    this.crossCard.hidden = !games || !cross;
    if (!games) {
      fill(this.remarks, h("p", {}, "No game has ended yet."));
      return;
    }
    const more =
      names.length > places.length ? [`The table has the first ${places.length} of ${names.length} players.`] : [];
    if (places.length > MOST_DRAWN) more.unshift(`The chart has the first ${MOST_DRAWN} players.`);
    fill(this.remarks, ...[...more, ...remarks, ...notes].map((text) => h("p", {}, text.replace(/ -(?=\d)/g, " −"))));
    fill(this.table, placesTable(places));
    if (cross) fill(this.cross, crossTable(cross));
    this.draw();
  }

  draw() {
    const width = this.chart.clientWidth;
    if (width) fill(this.chart, ratingChart(this.places.slice(0, MOST_DRAWN), width));
  }
}

/** Make a box that scrolls by itself, also by keys. @param {string} label */
export function scrolling(label) {
  return h("div", { class: "results-scroll", tabindex: "0", role: "region", "aria-label": label });
}

/** @param {RatedPlayer[]} places */
function placesTable(places) {
  return h(
    "table",
    {},
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        ...COLUMNS.map(([name, kind]) => h(name ? "th" : "td", { scope: name ? "col" : null, class: kind }, name)),
      ),
    ),
    h("tbody", {}, ...places.map(placeRow)),
  );
}

/** @param {RatedPlayer} each */
function placeRow({ place, name, player, rating, score, games, los }) {
  return h(
    "tr",
    {},
    h("td", { class: "numbers soft" }, place),
    h("th", { scope: "row", title: player === name ? null : player }, name),
    h("td", { class: "numbers" }, rating.replaceAll("-", "−")),
    h("td", { class: "numbers" }, score === null ? "" : `${(100 * score).toFixed(1)} %`),
    h("td", { class: "numbers" }, games),
    h("td", { class: "numbers" }, los === null ? "" : `${Math.round(100 * los)} %`),
  );
}

/** @param {CrossTable} cross */
function crossTable({ names, points, met }) {
  return h(
    "table",
    { class: "cross" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("td", {}),
        ...names.map((name, i) => h("th", { scope: "col", title: name, "aria-label": name }, i + 1)),
      ),
    ),
    h(
      "tbody",
      {},
      ...names.map((name, i) =>
        h(
          "tr",
          {},
          h("th", { scope: "row", title: name }, h("span", { class: "soft" }, `${i + 1} `), name),
          ...names.map((_, j) => cell(points[i][j], met[i][j], i === j)),
        ),
      ),
    ),
  );
}

/** @param {number} points @param {number} met @param {boolean} isSelf */
function cell(points, met, isSelf) {
  if (!met) return h("td", { class: "numbers soft" }, isSelf ? "·" : "");
  return h(
    "td",
    { class: "numbers share-cell", "data-share": Math.round((SHADES * points) / met) },
    `${points}/${met}`,
  );
}
