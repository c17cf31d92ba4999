// Icons of buttons.

import { button, fill, svg } from "./dom.js";

export const ICONS = {
  first: "M3 2h3v12h-3z M14 2v12l-7 -6z",
  back: "M12 2v12l-8 -6z",
  forward: "M4 2v12l8 -6z",
  last: "M10 2h3v12h-3z M2 2v12l7 -6z",
  play: "M4 2v12l9 -6z",
  pause: "M3 2h4v12h-4z M9 2h4v12h-4z",
  link: "M2 5h8v9h-8z M6 2h8v9h-3v-7h-5z",
};

/** Draw an icon. @param {string} path */
export function icon(path) {
  return svg(
    "svg",
    { class: "tree-icon", viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true" },
    svg("path", { d: path }),
  );
}

/**
 * Make a button with an icon in place of text.
 * @param {string} path
 * @param {() => void} onclick
 * @param {Record<string, any>} attributes
 */
export function signed(path, onclick, attributes) {
  const made = button("", onclick, attributes);
  fill(made, icon(path));
  return made;
}
