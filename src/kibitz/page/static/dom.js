// Every element of the page is made here: text is only ever text, and markup comes from `drawing` alone.

const SVG = "http://www.w3.org/2000/svg";

/**
 * Make an element of HTML: attributes, `on…` listeners, and children that are elements or text.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | number | null | undefined | false)} children
 * @returns {any}
 */
export function h(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/**
 * Make an element of SVG.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | number | null | undefined | false)} children
 * @returns {any}
 */
export function svg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

/** @type {Map<string, Element>} the fragments that were drawn before */
const parsed = new Map();
const MOST_PARSED = 2000;

/**
 * Make a group of a fragment of SVG that the server has drawn. Only its own code writes such fragments, and it escapes
 * every text of a game in them.
 * @param {string} markup
 * @returns {any}
 */
export function drawing(markup) {
  let group = parsed.get(markup);
  if (!group) {
    group = new DOMParser().parseFromString(`<g xmlns="${SVG}">${markup}</g>`, "image/svg+xml").documentElement;
    if (parsed.size >= MOST_PARSED) parsed.clear();
    parsed.set(markup, group);
  }
  return document.importNode(group, true);
}

/**
 * @param {any} element
 * @param {Record<string, any>} attributes
 * @param {any[]} children
 */
function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
  return element;
}

/**
 * Replace the children of an element.
 * @param {Element} element
 * @param {...(Node | string | null | undefined | false)} children
 */
export function fill(element, ...children) {
  element.replaceChildren(.../** @type {(Node | string)[]} */ (children.filter((child) => child)));
}

/**
 * Replace the children of a list of buttons; the button that takes the place of the focused one gets the focus.
 * @param {Element} element
 * @param {...(Node | string | null | undefined | false)} children
 */
export function refill(element, ...children) {
  const place = [...element.querySelectorAll("button")].findIndex((each) => each === document.activeElement);
  fill(element, ...children);
  if (place >= 0) element.querySelectorAll("button")[place]?.focus({ preventScroll: true });
}

/**
 * Make a button.
 * @param {string} text
 * @param {(event: Event) => void} onclick
 * @param {Record<string, any>} [attributes]
 * @returns {HTMLButtonElement}
 */
export function button(text, onclick, attributes = {}) {
  return h("button", { type: "button", onclick, ...attributes }, text);
}

/**
 * Make a field with a choice of options.
 * @param {string} label
 * @param {[string, string][]} options value and text
 * @param {string} value
 * @param {(value: string) => void} onchange
 * @returns {{element: HTMLElement, select: HTMLSelectElement}}
 */
export function choice(label, options, value, onchange) {
  const select = h(
    "select",
    { onchange: () => onchange(select.value) },
    ...options.map(([each, text]) => h("option", { value: each }, text)),
  );
  select.value = value;
  return { element: h("label", { class: "field" }, h("span", {}, label), select), select };
}

/**
 * Scroll a box, and nothing around it, so that an element in it is visible.
 * @param {HTMLElement} box
 * @param {Element | null} element
 */
export function reveal(box, element) {
  if (!element) return;
  const [outer, inner] = [box.getBoundingClientRect(), element.getBoundingClientRect()];
  if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top + inner.height;
  if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom + inner.height;
}
