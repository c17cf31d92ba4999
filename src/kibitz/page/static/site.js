// A page of a course site: one view, from the data that the page carries. No server answers.

import { CarriedLink, carriedData } from "./carried.js";
import { copyLink } from "./copylink.js";
import { glossaryView } from "./glossary.js";
import { lessonsView } from "./lessons.js";
import { Router } from "./router.js";
import { Complaint, announce, byId, prepareShell, themeButton } from "./shell.js";
import { siteGameView } from "./sitegame.js";
import { siteTreeView } from "./sitetree.js";

/** @typedef {import("./types.d.ts").Context} Context */
/** @typedef {import("./types.d.ts").View} View */

/** The views by what a page is. @type {Record<string, (context: Context, data: any) => View>} */
const VIEWS = { lessons: lessonsView, glossary: glossaryView, tree: siteTreeView, game: siteGameView };

/** Stands for the store of the games that a page with a server has: no link leads to a game here. */
class NoStore extends EventTarget {
  state = {};
  line = { game: "", start: null, moves: [] };
  async follow() {}
}

/** Show what the page carries. */
export async function start() {
  prepareShell();
  const data = await carriedData();
  const complaint = new Complaint();
  const store = /** @type {any} */ (new NoStore());
  const link = /** @type {any} */ (new CarriedLink(data));
  /** @type {Context} */
  const context = { link, store, announce, open: () => {}, moved: () => router.note() };
  const view = VIEWS[document.body.dataset.kind ?? ""](context, data);
  const router = new Router([view], store, {
    select: () => complaint.hide(),
    home: async () => {},
    complain: (text) => complaint.say(text),
  });
  byId("main").append(complaint.element, view.element);
  byId("header").append(
    copyLink(() => router.here(), announce),
    themeButton(),
  );
  await router.begin();
  document.body.dataset.ready = "yes";
}
