// What is around the views: the theme, what screen readers are told, complaints, and the way past the header.

import { button, fill, h } from "./dom.js";
import { keep, recalled } from "./storage.js";

const THEME = "kibitz-theme";

/** @param {string} id @returns {HTMLElement} */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no ${id}`);
  return found;
}

/** Say something to users of a screen reader. @param {string} text */
export function announce(text) {
  const announcer = byId("announcer");
  announcer.textContent = "";
  setTimeout(() => (announcer.textContent = text), 50);
}

/** Take up the theme that was chosen before, and make the link that skips the header do so. */
export function prepareShell() {
  const theme = recalled(THEME);
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  document.querySelector(".skip")?.addEventListener("click", (event) => {
    event.preventDefault(); // the address belongs to the views
    byId("main").focus();
  });
}

/** Make the button that turns the theme. @returns {HTMLButtonElement} */
export function themeButton() {
  return button("◐", turnTheme, {
    class: "theme",
    "aria-label": "Light or dark theme",
    title: "Light or dark theme",
  });
}

function turnTheme() {
  const { dataset } = document.documentElement;
  const dark = dataset.theme ? dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  dataset.theme = dark ? "light" : "dark";
  keep(THEME, dataset.theme);
}

/** A message of what is wrong, until it is closed. */
export class Complaint {
  constructor() {
    this.element = h("div", { class: "complaint", role: "alert", hidden: true });
  }

  /** @param {string} text */
  say(text) {
    fill(
      this.element,
      h("span", {}, text),
      button("✕", () => this.hide(), { "aria-label": "Close this message" }),
    );
    this.element.hidden = false;
  }

  hide() {
    this.element.hidden = true;
  }
}
