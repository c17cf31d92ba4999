// The page: a header with the views, the connection's state, and one view at a time.

import { copyLink } from "./copylink.js";
import { h } from "./dom.js";
import { glossaryView } from "./glossary.js";
import { Link } from "./link.js";
import { lessonsView } from "./lessons.js";
import { playView } from "./play.js";
import { resultsView } from "./results.js";
import { reviewView } from "./review.js";
import { Router } from "./router.js";
import { Complaint, announce, byId, prepareShell, themeButton } from "./shell.js";
import { Store } from "./store.js";
import { treeView } from "./tree.js";

/** @typedef {import("./types.d.ts").View} View */

const link = new Link();
const store = new Store(link);

/** @type {import("./types.d.ts").Context} */
const context = { link, store, announce, open: (name) => router.open(name), moved: () => router.note() };

/** @type {View[]} */
const views = [
  playView(context),
  treeView(context),
  reviewView(context),
  ...("stores" in document.documentElement.dataset ? [resultsView(context)] : []),
  lessonsView(context),
  glossaryView(context),
];
/** @type {Map<View, number>} */
const scrolled = new Map();
let isOfLink = false; // whether the complaint is of the address
const router = new Router(views, store, { select, home, complain: (text) => complain(text, true) });

const status = h("p", { class: "status", role: "status" });
const complaint = new Complaint();
const tabs = views.map((view) =>
  h(
    "a",
    { href: `#${view.name}`, class: "tab", onclick: (/** @type {Event} */ event) => stay(event, view) },
    view.title,
  ),
);

byId("header").append(
  h(
    "a",
    { class: "brand", href: "#play", "aria-label": "Kibitz, to the game" },
    h("img", { src: "static/icon.svg", alt: "", width: 28, height: 28 }),
    h("span", {}, "Kibitz"),
  ),
  h("nav", { "aria-label": "Views" }, ...tabs),
  status,
  copyLink(() => router.here(), announce),
  themeButton(),
);
byId("main").append(h("h1", { class: "hidden" }, "Kibitz"), complaint.element, ...views.map((view) => view.element));

/** Show a view where it was scrolled to before. @param {View} next @param {View | null} last */
function select(next, last) {
  if (last) scrolled.set(last, scrollY);
  views.forEach((view, i) => {
    view.element.hidden = view !== next;
    if (view === next) {
      tabs[i].setAttribute("aria-current", "page");
      tabs[i].scrollIntoView({ block: "nearest", inline: "nearest" });
    } else tabs[i].removeAttribute("aria-current");
  });
  document.title = `Kibitz · ${next.title}`;
  complaint.hide();
  scrollTo(0, scrolled.get(next) ?? 0);
}

/** Stay in the view that is shown: what it shows has an address already. @param {Event} event @param {View} view */
function stay(event, view) {
  if (view === router.shown) event.preventDefault();
}

/** Show the game that was on the page before, or the first one. */
async function home() {
  if (!store.kept && store.games[0]) store.line.game = first();
  if (!(await store.show(store.line, store.undone)) && link.open) await store.begin(first());
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
  } catch (error) {
    wrong = error;
  }
  if (shownAtOnce && !(await shownAtOnce) && link.open) await store.begin(first());
  await router.begin();
  if (wrong) store.complain(wrong); // last, as showing a game hides complaints
});

/** Return the game to begin with: the one given on the command line, or Connect Four. */
function first() {
  return store.games.find((each) => each.given)?.game ?? "connect-four";
}

store.addEventListener("complaint", (event) => {
  if (document.querySelector("dialog[open]")) return; // a dialog shows its own complaints
  complain(/** @type {CustomEvent} */ (event).detail);
});
store.addEventListener("change", () => {
  if (!isOfLink) complaint.hide();
});

/** Show what is wrong. @param {string} text @param {boolean} [ofLink] a move of Kibitz's does not hide it */
function complain(text, ofLink = false) {
  isOfLink = ofLink;
  complaint.say(text);
}

prepareShell();
history.scrollRestoration = "manual"; // each view has its own
router.route();
