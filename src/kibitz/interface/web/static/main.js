// The page: a header with the views, the connection's state, and one view at a time.

import { button, fill, h } from "./dom.js";
import { Link } from "./link.js";
import { lessonsView } from "./lessons.js";
import { playView } from "./play.js";
import { reviewView } from "./review.js";
import { Store } from "./store.js";
import { treeView } from "./tree.js";

/** @typedef {import("./types.d.ts").View} View */

const THEME = "kibitz-theme";
const link = new Link();
const store = new Store(link);
const announcer = byId("announcer");

/** Say something to users of a screen reader. @param {string} text */
function announce(text) {
  announcer.textContent = "";
  setTimeout(() => (announcer.textContent = text), 50);
}

/** @type {import("./types.d.ts").Context} */
const context = { link, store, announce, open };

/** @type {View[]} */
const views = [playView(context), treeView(context), reviewView(context), lessonsView(context)];
/** @type {View | null} */
let shown = null;

const status = h("p", { class: "status", role: "status" });
const complaint = h("div", { class: "complaint", role: "alert", hidden: true });
const tabs = views.map((view) => h("a", { href: `#${view.name}`, class: "tab" }, view.title));

byId("header").append(
  h(
    "a",
    { class: "brand", href: "#play", "aria-label": "Kibitz, to the game" },
    h("img", { src: "/static/icon.svg", alt: "", width: 28, height: 28 }),
    h("span", {}, "Kibitz"),
  ),
  h("nav", { "aria-label": "Views" }, ...tabs),
  status,
  button("◐", turnTheme, { class: "theme", "aria-label": "Light or dark theme", title: "Light or dark theme" }),
);
byId("main").append(h("h1", { class: "hidden" }, "Kibitz"), complaint, ...views.map((view) => view.element));

/** Open a view by its name. @param {string} name */
function open(name) {
  if (location.hash === `#${name}`) route();
  else location.hash = name;
}

function route() {
  const name = location.hash.slice(1) || "play";
  const next = views.find((view) => view.name === name) ?? views[0];
  views.forEach((view, i) => {
    view.element.hidden = view !== next;
    if (view === next) tabs[i].setAttribute("aria-current", "page");
    else tabs[i].removeAttribute("aria-current");
  });
  document.title = `Kibitz · ${next.title}`;
  if (shown !== next) {
    complaint.hidden = true;
    shown?.hide();
    shown = next;
    if (link.open) next.show();
  }
}

link.addEventListener("status", async (event) => {
  const { open: isOpen, again } = /** @type {CustomEvent} */ (event).detail;
  document.body.classList.toggle("offline", !isOpen);
  status.textContent = isOpen ? "" : "No connection to Kibitz: reconnecting …";
  if (!isOpen) return;
  if (again) announce("reconnected");
  // Before the list of games, so that a move played meanwhile comes after it.
  const shownAtOnce = store.state ? store.show(store.line, store.undone) : null;
  let wrong = null;
  try {
    store.games = await link.ask("games");
    if (!store.kept && !store.state && store.games[0]) store.line.game = first();
  } catch (error) {
    wrong = error;
  }
  const shownAgain = await (shownAtOnce ?? store.show(store.line, store.undone));
  if (!shownAgain && link.open) await store.begin(first());
  if (wrong) store.complain(wrong); // last, as showing a game hides complaints
  shown?.show();
});

/** Return the game to begin with: the one given on the command line, or Connect Four. */
function first() {
  return store.games.find((each) => each.given)?.game ?? "connect-four";
}

store.addEventListener("complaint", (event) => {
  if (document.querySelector("dialog[open]")) return; // a dialog shows its own complaints
  const text = /** @type {CustomEvent} */ (event).detail;
  fill(
    complaint,
    h("span", {}, text),
    button("✕", () => (complaint.hidden = true), { "aria-label": "Close this message" }),
  );
  complaint.hidden = false;
});
store.addEventListener("change", () => (complaint.hidden = true));

function turnTheme() {
  const dark = document.documentElement.dataset.theme
    ? document.documentElement.dataset.theme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  const theme = dark ? "light" : "dark";
  document.documentElement.dataset.theme = theme;
  localStorage.setItem(THEME, theme);
}

/** @param {string} id @returns {HTMLElement} */
function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no ${id}`);
  return found;
}

const theme = localStorage.getItem(THEME);
if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
addEventListener("hashchange", route);
route();
