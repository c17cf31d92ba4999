// The means to answer a question, for each form of an answer: what is typed, ticked, or chosen in the picture.

import { h } from "./dom.js";

/** @typedef {import("./types.d.ts").Lesson} Lesson */
/** @typedef {import("./types.d.ts").TreeNode} TreeNode */
/** @typedef {import("./types.d.ts").Inputs} Inputs */
/** @typedef {Record<string, "right" | "extra">} Parts */

const SIGNS = { right: "✓", extra: "✗" };
const WORDS = { right: "right", extra: "wrong" };

/** Leaves chosen in the picture, in the order in which they were chosen. */
class Choice extends Set {
  /** @param {(id: number) => void} changed called for each leaf that is chosen or given back, before it is drawn */
  constructor(changed) {
    super();
    this.changed = changed;
  }

  /** @param {number} id */
  add(id) {
    super.add(id);
    this.changed?.(id);
    return this;
  }

  /** @param {number} id */
  delete(id) {
    const was = super.delete(id);
    if (was) this.changed(id);
    return was;
  }

  clear() {
    for (const id of [...this]) this.delete(id);
  }
}

/**
 * Return the means to answer a lesson.
 * @param {Lesson} lesson
 * @param {(id: number | null) => void} redraw the picture, because leaves were chosen by typing, or a leaf in it
 * @returns {Inputs}
 */
export function inputsOf(lesson, redraw) {
  if (lesson.form === "numbers") return numberTable(lesson);
  if (lesson.form === "windows") return windowTable(lesson);
  if (lesson.form === "choice") return radios(lesson);
  if (Object.keys(lesson.picks).length) return picked(lesson, redraw);
  return lesson.form === "names" ? boxes(lesson) : oneField(lesson);
}

/** @param {Record<string, any>} attributes @returns {HTMLInputElement} */
function field(attributes) {
  return h("input", { type: "text", autocomplete: "off", spellcheck: "false", ...attributes });
}

/** One number, or one for each player. @param {Lesson} lesson @returns {Inputs} */
function oneField(lesson) {
  const input = field({ id: "lesson-number", required: true, inputmode: lesson.width > 1 ? "text" : "decimal" });
  return {
    element: h("label", { class: "field" }, h("span", {}, "Your answer"), input, wanted(lesson)),
    value: () => input.value.trim(),
    mark: () => input.select(),
  };
}

/** @param {Lesson} lesson */
function wanted(lesson) {
  return h("small", { class: "soft" }, `Write ${lesson.wanted}.`);
}

/** A number for each name. @param {Lesson} lesson @returns {Inputs} */
function numberTable(lesson) {
  const inputs = lesson.names.map((name) => field({ "aria-label": `Value of ${name}`, "data-name": name, size: 6 }));
  const rows = lesson.names.map((name, i) => row(name, inputs[i]));
  return {
    element: table([["visits", "means"].includes(lesson.kind) ? "move" : "node", "value"], rows),
    value: () => Object.fromEntries(lesson.names.map((name, i) => [name, inputs[i].value.trim()])),
    mark: (parts) => markRows(lesson.names, rows, parts),
  };
}

/** Alpha and beta for each name; a node that is never entered has none. @param {Lesson} lesson @returns {Inputs} */
function windowTable(lesson) {
  const edges = lesson.names.map((name) => [
    field({ "aria-label": `alpha of ${name}`, "data-name": name, "data-edge": "alpha", size: 5, placeholder: "−∞" }),
    field({ "aria-label": `beta of ${name}`, "data-name": name, "data-edge": "beta", size: 5, placeholder: "∞" }),
  ]);
  const never = lesson.names.map((name, i) =>
    h("input", {
      type: "checkbox",
      "aria-label": `${name} is never entered`,
      "data-never": name,
      onchange: () => edges[i].forEach((input) => (input.disabled = never[i].checked)),
    }),
  );
  const rows = lesson.names.map((name, i) => row(name, ...edges[i], never[i]));
  return {
    element: h(
      "div",
      { class: "stack" },
      table(["node", "alpha", "beta", "never entered"], rows),
      h("small", { class: "soft" }, "An empty field is open: −∞ or ∞."),
    ),
    value: () =>
      Object.fromEntries(
        lesson.names.map((name, i) => [name, never[i].checked ? null : edges[i].map((input) => input.value.trim())]),
      ),
    mark: (parts) => markRows(lesson.names, rows, parts),
  };
}

/** @param {string} name @param {...HTMLElement} cells @returns {HTMLElement} */
function row(name, ...cells) {
  return h(
    "tr",
    {},
    h("th", { scope: "row" }, name),
    ...cells.map((cell) => h("td", {}, cell)),
    h("td", { class: "lesson-mark" }),
  );
}

/** @param {string[]} heads @param {HTMLElement[]} rows */
function table(heads, rows) {
  return h(
    "div",
    { class: "lesson-table", tabindex: 0, role: "group", "aria-label": "Your answer" },
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, ...heads.map((head) => h("th", { scope: "col" }, head)), h("td", {}))),
      h("tbody", {}, ...rows),
    ),
  );
}

/** Say in each row whether it is right. @param {string[]} names @param {HTMLElement[]} rows @param {Parts} parts */
function markRows(names, rows, parts) {
  names.forEach((name, i) => {
    const part = parts[name];
    const cell = /** @type {HTMLElement} */ (rows[i].querySelector(".lesson-mark"));
    cell.dataset.mark = part ?? "";
    cell.replaceChildren(
      ...(part ? [h("span", { "aria-hidden": "true" }, SIGNS[part]), h("span", { class: "hidden" }, WORDS[part])] : []),
    );
  });
}

/** One of the moves. @param {Lesson} lesson @returns {Inputs} */
function radios(lesson) {
  const element = group(lesson, "radio");
  const inputs = () => [.../** @type {NodeListOf<HTMLInputElement>} */ (element.querySelectorAll("input"))];
  return {
    element,
    value: () => inputs().find((input) => input.checked)?.value ?? "",
    mark: () => {},
    pick: (name) => inputs().forEach((input) => (input.checked = input.value === name)),
  };
}

/** Any of some names. @param {Lesson} lesson @returns {Inputs} */
function boxes(lesson) {
  const element = group(lesson, "checkbox");
  const labels = () => [.../** @type {NodeListOf<HTMLElement>} */ (element.querySelectorAll("label"))];
  const input = (/** @type {HTMLElement} */ label) => /** @type {HTMLInputElement} */ (label.querySelector("input"));
  return {
    element,
    value: () =>
      labels()
        .map(input)
        .filter((each) => each.checked)
        .map((each) => each.value),
    mark: (parts) => labels().forEach((label) => (label.dataset.mark = parts[input(label).value] ?? "")),
  };
}

/** @param {Lesson} lesson @param {"radio" | "checkbox"} type @returns {HTMLElement} */
function group(lesson, type) {
  const option = (/** @type {string} */ name) =>
    h(
      "label",
      {},
      h("input", { type, name: "lesson-move", value: name, required: type === "radio" }),
      h("span", {}, name),
    );
  return h(
    "fieldset",
    { class: "lesson-moves" },
    h("legend", { class: "hidden" }, lesson.question),
    ...lesson.names.map(option),
  );
}

/**
 * Leaves of the picture, chosen there or typed.
 * @param {Lesson} lesson
 * @param {(id: number | null) => void} redraw
 * @returns {Inputs}
 */
function picked(lesson, redraw) {
  const names = new Map(Object.entries(lesson.picks).map(([name, id]) => [id, name]));
  let typing = false;
  const chosen = new Choice((id) => {
    if (typing) return;
    input.value = [...chosen].map((each) => names.get(each)).join(", ");
    redraw(id);
  });
  const input = field({
    id: "lesson-names",
    oninput: () => {
      typing = true;
      chosen.clear();
      for (const name of input.value.split(/[\s,;>→]+/)) if (name in lesson.picks) chosen.add(lesson.picks[name]);
      typing = false;
      redraw(null);
    },
  });
  return {
    element: h(
      "label",
      { class: "field lesson-names" },
      h("span", {}, lesson.form === "sequence" ? "The leaves in order" : "The leaves"),
      input,
      h("small", { class: "soft" }, "Choose them in the picture, or write their names with commas between."),
    ),
    value: () => input.value.split(/[\s,;>→]+/).filter((name) => name && name !== "none"),
    mark: () => {},
    chosen,
  };
}
