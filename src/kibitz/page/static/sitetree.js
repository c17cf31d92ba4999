// The tree of a course site: a search to step through, or two side by side.

import { wholeIn } from "./address.js";
import { h } from "./dom.js";
import { showColumns } from "./standalone.js";

/** @typedef {{title: string, summary: string, walks: import("./columns.js").Columns[]}} TreeData */

/** @param {import("./types.d.ts").Context} context @param {TreeData} data @returns {import("./types.d.ts").View} */
export function siteTreeView({ moved }, { title, summary, walks }) {
  /** @type {Awaited<ReturnType<typeof showColumns>> | null} */
  let shown = null;
  const element = h(
    "section",
    { class: "stack", "aria-label": "Tree" },
    h(
      "div",
      { class: "site-lead" },
      h("h2", {}, title),
      summary && h("details", { class: "soft" }, h("summary", {}, "The result"), h("p", {}, summary)),
    ),
  );

  /** Show the tree at its first step, or at that of a link. @param {Record<string, string>} [asked] */
  async function show(asked) {
    const step = (asked && wholeIn(asked, "step", 1)) ?? 1;
    if (shown) await shown.go(step - 1);
    else {
      shown = await showColumns(element, walks, step - 1);
      shown.moved = moved;
    }
  }

  const place = () => ({ step: shown ? shown.target + 1 : null });
  return { name: "tree", title: "Tree", element, takes: ["step"], place, show, hide: () => shown?.pause() };
}
