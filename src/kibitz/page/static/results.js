// Results: how a match or tournament stands, while it is played and afterwards, and its games to review.

import { wholeIn } from "./address.js";
import { button, choice, fill, h } from "./dom.js";
import { Lost } from "./link.js";
import { StandingsView, scrolling } from "./standings.js";
import { UnderWay } from "./underway.js";
import { duration } from "./words.js";

/** @typedef {import("./types.d.ts").Standings} Standings */
/** @typedef {import("./types.d.ts").Progress} Progress */
/** @typedef {import("./types.d.ts").Finished} Finished */
/** @typedef {import("./types.d.ts").FinishedGame} FinishedGame */

const LISTS = /** @type {[string, string][]} */ ([
  ["games", "The newest"],
  ["longest", "The longest"],
  ["upsets", "Upsets"],
]);
const ALL = /** @type {[string, string]} */ (["", "All players"]);
const READING = "Reading the games …";
const SECOND = 1000; // milliseconds between two looks at games under way
const SELDOM = 5000; // the same while no run goes on
const RATING = 2000; // the least milliseconds between two looks at the standings

/** @param {import("./types.d.ts").Context} context @returns {import("./types.d.ts").View} */
export function resultsView({ link, store, announce, open, moved }) {
  /** @type {string[]} */
  let stores = [];
  let [chosen, list, player] = ["", "games", ""];
  let [before, after] = [0, 0]; // the numbers between which the newest games are listed; 0: no such limit
  /** @type {Standings | null} */
  let standings = null;
  /** @type {Progress | null} */
  let progress = null;
  let rated = 0; // when the standings were asked for
  let watch = 0; // counts the times that the view was shown: an older one looks no more
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  const which = choice("Store", [], "", (value) => take({ store: value }));
  const title = h("h2", {});
  const state = h("p", { class: "results-state numbers" }, READING);
  const bar = h("progress", { max: 1, value: 0, "aria-label": "Games played" });
  const problem = h("p", { class: "warn", role: "alert" });
  const table = new StandingsView();
  const live = new UnderWay();
  const lists = choice("List", LISTS, list, (value) => take({ store: chosen, player, list: value }));
  const whose = choice("Games of", [ALL], "", (value) => take({ store: chosen, list, player: value }));
  const unknown = h("p", { class: "soft" });
  const games = scrolling("Finished games");
  const newer = button("Newer", () => turn(0, finished?.newer ?? 0));
  const older = button("Older", () => turn(finished?.older ?? 0, 0));
  const pager = h("div", { class: "row" }, newer, older);
  /** @type {Finished | null} */
  let finished = null;
  const below = h(
    "div",
    { class: "stack", hidden: true },
    table.element,
    live.element,
    table.crossCard,
    h(
      "div",
      { class: "card stack" },
      h("h2", {}, "Finished games"),
      h("div", { class: "row" }, lists.element, whose.element),
      unknown,
      games,
      pager,
    ),
  );
  const element = h(
    "section",
    { class: "stack results", "aria-label": "Results" },
    h(
      "div",
      { class: "card stack results-head" },
      h("div", { class: "row spread" }, title, which.element),
      state,
      bar,
      problem,
    ),
    below,
  );

  // What is looked at

  /**
   * Look at a store, and at a list of its games.
   * @param {{store: string, list?: string, player?: string, before?: number}} wanted
   */
  async function take(wanted) {
    if (wanted.store !== chosen) {
      [standings, progress, rated] = [null, null, 0];
      live.show([], 0);
      below.hidden = true;
    }
    ({ store: chosen, list = "games", player = "", before = 0 } = wanted);
    after = 0;
    finished = null;
    [which.select.value, lists.select.value, whose.select.value] = [chosen, list, player];
    moved();
    await look();
  }

  /** Go to newer or older games. @param {number} to @param {number} from */
  async function turn(to, from) {
    [before, after] = [to, from];
    await ask(listGames);
    games.scrollTo({ top: 0 });
    if (document.activeElement === document.body) games.focus({ preventScroll: true });
  }

  /** Look at everything now, and again and again from then on. */
  async function look() {
    const now = ++watch;
    clearTimeout(timer);
    if (!document.hidden) await ask(() => glance(now));
    const isSettled = progress && !progress.running && standings?.games === progress.games && finished;
    if (now === watch) timer = setTimeout(look, isSettled ? SELDOM : SECOND);
  }

  /** @param {number} now */
  async function glance(now) {
    /** @type {Progress | null} */
    const found = await link.ask("progress", { store: chosen, known: live.known() });
    if (now !== watch || !found) return;
    const ended = progress?.running && !found.running;
    progress = found;
    if (ended) announce(stateText(found));
    showProgress(found);
    const isDue = standings?.games !== found.games && Date.now() - rated >= RATING;
    if (isDue) {
      rated = Date.now();
      /** @type {Standings | null} */
      const rating = await link.ask("standings", { store: chosen });
      if (now !== watch) return;
      if (rating) showStandings(rating);
    }
    if (isDue || !finished) await listGames();
  }

  /** Ask the server, and say what is wrong. @param {() => Promise<void>} question */
  async function ask(question) {
    let text = "";
    try {
      await question();
    } catch (error) {
      if (error instanceof Lost) return;
      text = String(error instanceof Error ? error.message : error);
    }
    if (problem.textContent !== text) problem.textContent = text; // the same again is not read out again
  }

  async function listGames() {
    const wanted = JSON.stringify([chosen, list, player, before, after]);
    /** @type {Finished | null} */
    const found = await link.ask("listed", { store: chosen, list, player, before, after });
    if (wanted !== JSON.stringify([chosen, list, player, before, after])) return;
    if (!found) return fill(games, READING);
    finished = found;
    if (after && found.games.length) [before, after] = [found.newer ? found.games[0].number + 1 : 0, 0];
    showGames(found);
    moved();
  }

  // What is shown

  /** @param {Progress} found */
  function showProgress(found) {
    state.textContent = stateText(found);
    bar.max = Math.max(found.planned, 1);
    bar.value = found.games;
    live.show(found.live, found.under_way);
  }

  /** @param {Standings} found */
  function showStandings(found) {
    standings = found;
    below.hidden = false;
    const { kind, names, parameters } = found;
    const players = kind === "match" ? names.join(" – ") : `tournament of ${names.length} players`;
    fill(
      title,
      found.title,
      parameters && h("span", { class: "small" }, ` ${parameters}`),
      h("span", { class: "soft" }, ` · ${players}`),
    );
    table.show(found);
    unknown.textContent = found.unknown && `The games cannot be shown: ${found.unknown}`;
    unknown.hidden = !found.unknown;
    offer(whose.select, [ALL, ...names.map((name) => /** @type {[string, string]} */ ([name, name]))], player);
    offer(
      lists.select,
      LISTS.filter(([value]) => value !== "upsets" || found.upsets),
      list,
    );
  }

  /** @param {Finished} found */
  function showGames({ games: listed, newer: hasNewer, older: hasOlder }) {
    const focused = /** @type {HTMLElement} */ (document.activeElement)?.dataset.number;
    newer.disabled = !hasNewer;
    older.disabled = !hasOlder;
    pager.hidden = !hasNewer && !hasOlder;
    fill(games, listed.length ? gamesTable(listed) : h("p", { class: "soft" }, "No game yet."));
    if (focused)
      /** @type {HTMLElement | null} */ (games.querySelector(`[data-number="${focused}"]`))?.focus({
        preventScroll: true,
      });
  }

  /** @param {FinishedGame[]} listed */
  function gamesTable(listed) {
    const last = list === "upsets" ? "Elo lower" : "Opening";
    const names = ["Game", "Players", "Result", "Plies", last];
    const numbers = new Set(["Plies", "Elo lower"]);
    return h(
      "table",
      { class: "results-games" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ...names.map((name) => h("th", { scope: "col", class: numbers.has(name) ? "numbers" : null }, name)),
        ),
      ),
      h("tbody", {}, ...listed.map(gameRow)),
    );
  }

  /** @param {FinishedGame} game */
  function gameRow({ number, names, result, plies, opening, upset }) {
    const players = names.join(" – ");
    const canOpen = !standings?.unknown;
    return h(
      "tr",
      canOpen ? { class: "can", onclick: () => review(number) } : {},
      h(
        "td",
        {},
        canOpen
          ? button(String(number), () => undefined, {
              class: "move",
              "data-number": number,
              "aria-label": `Review game ${number}: ${players}, ${result}`,
            })
          : number,
      ),
      h("td", { class: "results-names" }, players),
      h("td", { class: "results-result" }, result),
      h("td", { class: "numbers" }, plies),
      upset === undefined
        ? h("td", { class: "results-opening" }, opening)
        : h("td", { class: "numbers" }, Math.round(upset)),
    );
  }

  /** Open a finished game in the review. @param {number} number */
  function review(number) {
    return ask(async () => {
      if (await store.bring(await link.ask("played", { store: chosen, number }))) open("review");
    });
  }

  // The view

  /** Show the store and the list of a link, or what was shown before. @param {Record<string, string>} [asked] */
  async function show(asked) {
    if (!stores.length) {
      stores = await link.ask("stores");
      offer(
        which.select,
        stores.map((name) => [name, name]),
        chosen,
      );
      which.element.hidden = stores.length < 2;
    }
    if (!asked && chosen) return look();
    const wanted = { store: asked?.store ?? (chosen || stores[0]), list: asked?.list, player: asked?.player };
    if (!stores.includes(wanted.store))
      throw new Error(`there is no store ${wanted.store.slice(0, 40)} here; there are ${stores.join(", ")}`);
    if (wanted.list !== undefined && !LISTS.some(([value]) => value === wanted.list))
      throw new Error(`list in this link must be ${LISTS.map(([value]) => value).join(", ")}`);
    await take({ ...wanted, before: asked && wholeIn(asked, "before", 1) });
  }

  function hide() {
    watch++;
    clearTimeout(timer);
  }

  function place() {
    return {
      store: chosen || null,
      list: list === "games" ? null : list,
      player: player || null,
      before: before || null,
    };
  }

  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && !element.hidden && chosen) look();
  });
  return {
    name: "results",
    title: "Results",
    element,
    takes: ["store", "list", "player", "before"],
    place,
    show,
    hide,
  };
}

/** Offer other options, unless they are the same. @param {HTMLSelectElement} select @param {[string, string][]} options @param {string} value */
function offer(select, options, value) {
  if (select.options.length !== options.length || options.some(([each], i) => select.options[i].value !== each))
    fill(select, ...options.map(([each, text]) => h("option", { value: each }, text)));
  select.value = value;
}

/** Return how far a run is, in words. @param {Progress} progress */
function stateText({ running, games, planned, rate, left }) {
  const count = `${games} of ${planned} games`;
  if (running) {
    return `Running: ${count}${rate ? `, ${paceText(rate)}` : ""}${left ? `, ${duration(left)} left` : ""}`;
  }
  return games >= planned ? `Finished: ${games} games` : `Not running: ${count}`;
}

/** Return how fast games end, in words. @param {number} rate games a second */
function paceText(rate) {
  const [pace, unit] =
    rate >= 0.5 ? [rate, "second"] : rate >= 0.5 / 60 ? [60 * rate, "minute"] : [3600 * rate, "hour"];
  return `${pace >= 10 ? Math.round(pace) : Number(pace.toPrecision(2))} a ${unit}`;
}
