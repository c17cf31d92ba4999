// The button that copies the address of what is shown.

import { button, h } from "./dom.js";
import { ICONS, icon } from "./icons.js";

const COPIED = 2000; // milliseconds for which the button says so

/**
 * Make the button, and the field from which to copy where the browser does not let a page do it.
 * @param {() => string} here the address of what is shown, after the page's own
 * @param {(text: string) => void} announce
 * @returns {HTMLElement}
 */
export function copyLink(here, announce) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const word = h("span", {}, "Copy link");
  const pressed = button("", copy, { class: "link-copy", title: "Copy a link to what is shown here" });
  pressed.append(icon(ICONS.link), word);
  const field = h("input", { class: "link-text", readonly: true, hidden: true, "aria-label": "Link to what is shown" });
  field.addEventListener("blur", () => (field.hidden = true));
  field.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Escape") pressed.focus();
  });

  async function copy() {
    const text = new URL(here(), location.href).href;
    try {
      await navigator.clipboard.writeText(text);
      say("Link copied");
    } catch {
      field.hidden = false;
      field.value = text;
      field.focus();
      field.select();
      say("Press Ctrl+C");
    }
  }

  /** @param {string} text */
  function say(text) {
    announce(text);
    word.textContent = text;
    pressed.dataset.told = "";
    clearTimeout(timer);
    timer = setTimeout(() => {
      word.textContent = "Copy link";
      delete pressed.dataset.told;
    }, COPIED);
  }

  return h("div", { class: "link-box" }, pressed, field);
}
