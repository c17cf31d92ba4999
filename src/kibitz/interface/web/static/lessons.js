// Lessons: a small tree, a question, and after the answer the search that decides it.

import { BoardView } from "./board.js";
import { button, fill, h } from "./dom.js";
import { Walk, atHand } from "./walk.js";

/** @typedef {import("./types.d.ts").Lesson} Lesson */
/** @typedef {import("./types.d.ts").Checked} Checked */
/** @typedef {import("./types.d.ts").Mark} Mark */

const SOLVED = "kibitz-lessons";

/** @param {import("./types.d.ts").Context} context @returns {import("./types.d.ts").View} */
export function lessonsView({ link, announce }) {
  /** @type {Lesson[]} */
  let lessons = [];
  /** @type {Lesson | null} */
  let shown = null;
  /** Leaves, a number as typed, or a move. @type {{leaves: Set<number>, number: string, move: string}} */
  let answer = { leaves: new Set(), number: "", move: "" };
  const solved = readSolved();
  const list = h("ol", { class: "lesson-list" });
  const count = h("p", { class: "soft", role: "status" });
  const problem = h("p", { class: "tree-problem", role: "alert", hidden: true });
  const title = h("h2", { class: "lesson-title", tabindex: -1 });
  const text = h("p", { class: "lesson-text" });
  const board = new BoardView((move) => pick(move));
  const beside = h("div", { class: "lesson-board", hidden: true }, board.element);
  const walk = new Walk("The tree of the lesson", fail);
  const question = h("form", { class: "card stack lesson-question", onsubmit: submit });
  const verdict = h("div", { class: "card stack lesson-verdict", role: "status", hidden: true });
  const card = h(
    "article",
    { class: "stack lesson", hidden: true },
    h("div", { class: "lesson-head" }, h("div", { class: "stack" }, title, text), beside),
    problem,
    question,
    verdict,
    walk.element,
  );
  const element = h(
    "section",
    { class: "lessons-view", "aria-label": "Lessons" },
    h("nav", { class: "card lesson-nav", "aria-label": "Lessons" }, count, list),
    card,
  );

  /** @param {unknown} error */
  function fail(error) {
    problem.textContent = String(error instanceof Error ? error.message : error);
    problem.hidden = false;
  }

  function index() {
    count.textContent = `${lessons.filter((each) => solved.has(each.lesson)).length} of ${lessons.length} solved`;
    fill(
      list,
      ...lessons.map((each) =>
        h(
          "li",
          {},
          button(each.title, () => begin(each), {
            "data-lesson": each.lesson,
            "data-solved": solved.has(each.lesson) ? "yes" : null,
            "aria-current": each === shown ? "true" : null,
            "aria-label": solved.has(each.lesson) ? `${each.title}, solved` : null,
          }),
        ),
      ),
    );
  }

  /** Show a lesson, not answered yet. @param {Lesson} lesson @param {boolean} [silent] whether the focus stays */
  async function begin(lesson, silent = false) {
    shown = lesson;
    answer = { leaves: new Set(), number: "", move: "" };
    problem.hidden = verdict.hidden = true;
    card.hidden = false;
    card.dataset.lesson = lesson.lesson;
    title.textContent = lesson.title;
    text.textContent = lesson.text;
    beside.hidden = lesson.state === null;
    board.update(lesson.state, { flip: false, enabled: true, arrows: [] });
    index();
    ask(lesson);
    if (!silent) title.focus({ preventScroll: true });
    try {
      await walk.show(atHand(lesson.nodes, []), lesson.nodes[0], 0, {
        windows: false,
        given: true,
        chosen: lesson.kind === "leaves" ? answer.leaves : null,
      });
    } catch (error) {
      fail(error);
    }
  }

  /** Show the question and the means to answer it. @param {Lesson} lesson */
  function ask(lesson) {
    const input =
      lesson.kind === "number"
        ? h(
            "label",
            { class: "field" },
            h("span", {}, "Your answer"),
            h("input", {
              type: "number",
              step: "any",
              required: true,
              id: "lesson-number",
              oninput: (/** @type {any} */ event) => (answer.number = event.target.value),
            }),
          )
        : null;
    const moves =
      lesson.kind === "move"
        ? h(
            "fieldset",
            { class: "lesson-moves" },
            h("legend", { class: "hidden" }, lesson.question),
            ...lesson.moves.map((move) =>
              h(
                "label",
                {},
                h("input", {
                  type: "radio",
                  name: "lesson-move",
                  value: move,
                  required: true,
                  onchange: () => (answer.move = move),
                }),
                h("span", {}, move),
              ),
            ),
          )
        : null;
    fill(
      question,
      h("h3", {}, lesson.question),
      h(
        "div",
        { class: "row" },
        input,
        moves,
        h("button", { type: "submit", class: "main", id: "lesson-check" }, "Check"),
      ),
    );
    question.hidden = false;
  }

  /** Choose a move on the board. @param {number} move */
  function pick(move) {
    const name = shown?.state?.legal.find((each) => each.move === move)?.name;
    if (shown?.kind !== "move" || name === undefined || question.hidden) return;
    answer.move = name;
    for (const radio of question.querySelectorAll("input[type=radio]")) radio.checked = radio.value === name;
  }

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    if (!shown) return;
    const lesson = shown;
    const given =
      lesson.kind === "leaves" ? [...answer.leaves] : lesson.kind === "number" ? Number(answer.number) : answer.move;
    try {
      /** @type {Checked} */
      const checked = await link.ask("lesson", { lesson: lesson.lesson, answer: given });
      if (lesson !== shown) return;
      problem.hidden = true;
      if (checked.right) solve(lesson);
      reveal(lesson, checked);
      await walk.show(atHand(checked.nodes, checked.steps), checked.nodes[0], checked.steps.length, {
        windows: checked.windows,
        given: true,
        marks: new Map(checked.marks.map(({ node, mark }) => [node, mark])),
      });
    } catch (error) {
      fail(error);
    }
  }

  /** Say whether it was right, and why. @param {Lesson} lesson @param {Checked} checked */
  function reveal(lesson, checked) {
    const next = lessons[lessons.indexOf(lesson) + 1];
    verdict.dataset.right = String(checked.right);
    fill(
      verdict,
      h(
        "h3",
        {},
        h("span", { class: "lesson-sign", "aria-hidden": "true" }, checked.right ? "✓" : "✗"),
        " ",
        checked.say,
      ),
      h("ul", { class: "lesson-reasons" }, ...checked.reasons.map((reason) => h("li", {}, reason))),
      h("p", { class: "soft" }, "Below is the finished search: step back to see how it got there."),
      h(
        "div",
        { class: "row" },
        button(
          "Step through it from the start",
          () => {
            walk.by("first");
            walk.slider.focus();
          },
          { id: "lesson-walk" },
        ),
        button("Try again", () => begin(lesson), { id: "lesson-again" }),
        next &&
          button(`Next: ${next.title}`, () => begin(next), { class: checked.right ? "main" : null, id: "lesson-next" }),
      ),
    );
    question.hidden = true;
    verdict.hidden = false;
    announce(checked.say);
  }

  /** @param {Lesson} lesson */
  function solve(lesson) {
    solved.add(lesson.lesson);
    localStorage.setItem(SOLVED, JSON.stringify([...solved]));
    index();
  }

  async function show() {
    if (lessons.length) return;
    try {
      lessons = await link.ask("lessons");
      const first = lessons.find((each) => !solved.has(each.lesson)) ?? lessons[0];
      if (first) await begin(first, true);
    } catch (error) {
      fail(error);
    }
  }

  return { name: "lessons", title: "Lessons", element, show, hide: () => walk.pause() };
}

/** Return the lessons that were solved in this browser before. @returns {Set<string>} */
function readSolved() {
  try {
    const kept = JSON.parse(localStorage.getItem(SOLVED) ?? "[]");
    return new Set(Array.isArray(kept) ? kept : []);
  } catch {
    return new Set();
  }
}
