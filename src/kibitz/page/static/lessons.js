// Lessons: a small tree, a question, hints after wrong answers, and at the end the search that decides it.

import { wholeIn } from "./address.js";
import { auditTable } from "./audit.js";
import { BoardView } from "./board.js";
import { button, fill, h } from "./dom.js";
import { Pair } from "./pair.js";
import { inputsOf } from "./question.js";
import { keep, recalled } from "./storage.js";
import { unpacked } from "./unpack.js";
import { Walk, atHand } from "./walk.js";

/** @typedef {import("./types.d.ts").Lesson} Lesson */
/** @typedef {import("./types.d.ts").Listed} Listed */
/** @typedef {import("./types.d.ts").Checked} Checked */
/** @typedef {import("./types.d.ts").Solution} Solution */
/** @typedef {import("./types.d.ts").Searched} Searched */
/** @typedef {import("./types.d.ts").Inputs} Inputs */

const SOLVED = "kibitz-lessons";
const FINISHED = "Below is the finished search: step back to see how it got there.";
const TOGETHER = "Below are the two searches side by side: they step together.";

/** @param {import("./types.d.ts").Context} context @returns {import("./types.d.ts").View} */
export function lessonsView({ link, announce, moved }) {
  /** @type {Listed[]} */
  let lessons = [];
  /** @type {Lesson | null} */
  let shown = null;
  /** The id of the lesson that was asked for last. @type {string | null} */
  let wanted = null;
  /** @type {Inputs | null} */
  let inputs = null;
  let tries = 0;
  let step = 0; // of a link, for when there are steps
  const solved = readSolved();
  const lists = h("div", { class: "lesson-lists" });
  const count = h("p", { class: "soft", role: "status" });
  const problem = h("p", { class: "tree-problem", role: "alert", hidden: true });
  const title = h("h2", { class: "lesson-title", tabindex: -1 });
  const text = h("div", { class: "lesson-text" });
  const given = h("ol", { class: "lesson-given numbers", hidden: true, "aria-label": "What is given" });
  const board = new BoardView((move) => pick(move));
  const beside = h("div", { class: "lesson-board", hidden: true }, board.element);
  const walk = new Walk("The tree of the lesson", fail);
  const pair = new Pair(fail);
  walk.moved = pair.moved = moved;
  const stage = h("div", {}, walk.element);
  const asked = h("div", { class: "stack" });
  const reply = h("div", { class: "stack lesson-reply", role: "status" });
  const give = button("Show the solution", () => reveal(null), { id: "lesson-solution", hidden: true });
  const check = h("button", { type: "submit", class: "main", id: "lesson-check" }, "Check");
  const question = h(
    "form",
    { class: "card stack lesson-question", novalidate: true, onsubmit: submit },
    asked,
    h("div", { class: "row" }, check, give),
    reply,
  );
  const verdict = h("div", { class: "card stack lesson-verdict", role: "status", hidden: true });
  const card = h(
    "article",
    { class: "stack lesson", hidden: true },
    h("div", { class: "lesson-head" }, h("div", { class: "stack" }, title, text, given), beside),
    problem,
    h("div", { class: "lesson-work" }, question, verdict, stage),
  );
  const element = h(
    "section",
    { class: "lessons-view", "aria-label": "Lessons" },
    h("nav", { class: "card lesson-nav", "aria-label": "Lessons" }, count, lists),
    card,
  );

  /** @param {unknown} error */
  function fail(error) {
    problem.textContent = String(error instanceof Error ? error.message : error);
    problem.hidden = false;
  }

  /** List the lessons, each group by itself. */
  function index() {
    count.textContent = `${lessons.filter((each) => solved.has(each.lesson)).length} of ${lessons.length} solved`;
    const groups = [...new Set(lessons.map((each) => each.group))];
    fill(
      lists,
      ...groups.flatMap((group) => [
        groups.length > 1 && h("h2", { class: "lesson-group" }, group),
        h("ol", { class: "lesson-list" }, ...lessons.filter((each) => each.group === group).map(entry)),
      ]),
    );
    const current = lists.querySelector("[aria-current]");
    const row = current?.closest("ol");
    // On a phone a list is a row that scrolls sideways.
    if (current && row) row.scrollLeft = current.getBoundingClientRect().left - row.getBoundingClientRect().left;
  }

  /** @param {Listed} each */
  function entry(each) {
    const done = solved.has(each.lesson);
    return h(
      "li",
      {},
      button(each.title, () => begin(each.lesson), {
        "data-lesson": each.lesson,
        "data-solved": done ? "yes" : null,
        "aria-current": each.lesson === wanted ? "true" : null,
        "aria-label": done ? `${each.title}, solved` : null,
      }),
    );
  }

  /** Show a lesson, not answered yet. @param {string} id @param {boolean} [silent] whether the focus stays */
  async function begin(id, silent = false) {
    wanted = id;
    try {
      await load();
      index();
      /** @type {Lesson} */
      const lesson = await link.ask("lesson", { lesson: id });
      if (wanted !== id) return;
      lesson.nodes = unpacked(lesson.nodes, lesson.drawings);
      present(lesson);
      if (!silent) title.focus({ preventScroll: true });
      await walk.show(atHand(lesson.nodes, []), lesson.nodes[0], 0, {
        windows: false,
        given: true,
        chosen: inputs?.chosen ?? null,
        inOrder: lesson.form === "sequence",
        legend: lesson.legend,
      });
      moved();
    } catch (error) {
      fail(error);
    }
  }

  /** @param {Lesson} lesson */
  function present(lesson) {
    shown = lesson;
    fill(stage, walk.element);
    tries = 0;
    problem.hidden = verdict.hidden = give.hidden = true;
    card.hidden = question.hidden = false;
    card.dataset.lesson = lesson.lesson;
    title.textContent = lesson.title;
    fill(text, ...paragraphs(lesson.text));
    given.hidden = lesson.given.length === 0;
    fill(given, ...lesson.given.map((line) => h("li", {}, line)));
    beside.hidden = lesson.state === null;
    board.update(lesson.state, { flip: false, enabled: lesson.form === "choice", arrows: [] });
    inputs = inputsOf(lesson, (id) => {
      const { picture } = walk;
      if (id !== null) picture.look.marks.delete(id);
      else picture.draw();
    });
    fill(asked, h("h3", {}, lesson.question), inputs.element);
    fill(reply);
  }

  /** Choose a move on the board. @param {number} move */
  function pick(move) {
    const name = shown?.state?.legal.find((each) => each.move === move)?.name;
    if (name !== undefined && !question.hidden) inputs?.pick?.(name);
  }

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    if (!shown || !inputs) return;
    const lesson = shown;
    try {
      /** @type {Checked} */
      const checked = await link.ask("answer", { lesson: lesson.lesson, answer: inputs.value(), tries });
      if (lesson !== shown) return;
      problem.hidden = true;
      if (checked.right) await reveal(checked);
      else refuse(checked);
    } catch (error) {
      fail(error);
    }
  }

  /** Say what is wrong, and give the next hint. @param {Checked} checked */
  function refuse(checked) {
    tries++;
    give.hidden = false;
    inputs?.mark(checked.parts);
    walk.picture.look.marks = new Map(checked.marks.map(({ node, mark }) => [node, mark]));
    walk.picture.draw();
    const hints = reply.querySelectorAll(".lesson-hint");
    fill(
      reply,
      h("p", { class: "lesson-wrong" }, sign(false), ` Try ${tries}: ${checked.say}`),
      ...hints,
      checked.hint !== null &&
        h("p", { class: "lesson-hint" }, h("strong", {}, `Hint ${tries} of ${checked.hints}: `), checked.hint),
      checked.hint === null &&
        h("p", { class: "soft" }, checked.hints ? "There are no more hints." : "This lesson has no hints."),
    );
  }

  /** Show the solution and why it is one. @param {Checked | null} checked the right answer; null: none was given */
  async function reveal(checked) {
    if (!shown) return;
    const lesson = shown;
    try {
      /** @type {Solution} */
      const solution = await link.ask("solution", { lesson: lesson.lesson });
      if (lesson !== shown) return;
      if (checked) solve(lesson.lesson);
      explain(lesson, solution, checked);
      await look(solution);
    } catch (error) {
      fail(error);
    }
  }

  /** Draw the search, or the two that are compared. @param {Solution} solution */
  async function look(solution) {
    const first = step ? step - 1 : undefined;
    step = 0;
    const { compared, marks } = solution;
    const found = [solution, ...(compared ? [compared] : [])].map(grown);
    fill(stage, compared ? pair.element : walk.element);
    if (compared) {
      await pair.show(found, first);
      return;
    }
    const [{ answer, source }] = found;
    const { windows, legend, code } = answer;
    const marked = new Map(marks.map(({ node, mark }) => [node, mark]));
    await walk.show(source, answer.root, answer.steps, { windows, legend, code, given: true, marks: marked }, first);
  }

  /** @param {Lesson} lesson @param {Solution} solution @param {Checked | null} checked */
  function explain(lesson, solution, checked) {
    const next = lessons[lessons.findIndex((each) => each.lesson === lesson.lesson) + 1];
    const { compared } = solution;
    const say = checked?.say ?? solution.say;
    verdict.dataset.right = String(checked !== null);
    fill(
      verdict,
      h("h3", {}, checked ? sign(true) : null, ` ${say}`),
      ...paragraphs(solution.explanation),
      h("ul", { class: "lesson-reasons" }, ...solution.reasons.map((reason) => h("li", {}, reason))),
      solution.audit && h("div", { class: "tree-audit" }, ...auditTable(solution.audit)),
      h("p", { class: "soft" }, compared ? TOGETHER : FINISHED),
      h(
        "div",
        { class: "row" },
        button("Step through it from the start", begun, { id: "lesson-walk" }),
        button("Try again", () => begin(lesson.lesson), { id: "lesson-again" }),
        next &&
          button(`Next: ${next.title}`, () => begin(next.lesson), {
            class: checked ? "main" : null,
            id: "lesson-next",
          }),
      ),
    );
    question.hidden = true;
    verdict.hidden = false;
    announce(say);
  }

  function begun() {
    const { stepper } = stage.contains(pair.element) ? pair : walk;
    stepper.by("first");
    stepper.slider.focus();
  }

  /** @param {string} id */
  function solve(id) {
    solved.add(id);
    keep(SOLVED, JSON.stringify([...solved]));
    index();
  }

  async function load() {
    if (!lessons.length) lessons = await link.ask("lessons");
  }

  /** Show the lesson of a link, or the first that is not solved. @param {Record<string, string>} [asked] */
  async function show(asked) {
    if (wanted !== null && !asked) return;
    await load();
    const linked = asked?.lesson;
    if (linked !== undefined && !lessons.some((each) => each.lesson === linked))
      throw new Error(`there is no lesson ${linked.slice(0, 40)}`);
    step = (asked && wholeIn(asked, "step", 1)) ?? 0;
    const first = linked ?? wanted ?? (lessons.find((each) => !solved.has(each.lesson)) ?? lessons[0])?.lesson;
    if (first !== undefined) await begin(first, true);
  }

  /** Return what a link says of the lesson. */
  function place() {
    const number = stage.contains(pair.element) ? pair.target : walk.number;
    return { lesson: wanted, step: verdict.hidden ? null : number + 1 };
  }

  const hide = () => [walk, pair].forEach((each) => each.pause());
  return { name: "lessons", title: "Lessons", element, takes: ["lesson", "step"], place, show, hide };
}

/** Return a search as a walk takes it. @param {Searched} found */
function grown({ head, nodes, drawings, steps }) {
  const drawn = unpacked(nodes, drawings);
  return { answer: { ...head, root: drawn[0] }, source: atHand(drawn, steps), title: head.algorithm };
}

/** @param {boolean} right */
function sign(right) {
  return h("span", { class: "lesson-sign", "data-right": String(right), "aria-hidden": "true" }, right ? "✓" : "✗");
}

/** @param {string} text */
function paragraphs(text) {
  return text
    .split("\n\n")
    .filter(Boolean)
    .map((each) => h("p", {}, each));
}

/** Return the lessons that were solved in this browser before. @returns {Set<string>} */
function readSolved() {
  try {
    const kept = JSON.parse(recalled(SOLVED) ?? "[]");
    return new Set(Array.isArray(kept) ? kept : []);
  } catch {
    return new Set();
  }
}
