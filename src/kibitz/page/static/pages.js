// The steps of a walk, loaded from their source page by page, and not more of them kept than a page needs.

/** @typedef {import("./types.d.ts").Step} Step */
/** @typedef {import("./types.d.ts").TreeSource} TreeSource */

const PAGE = 100,
  MOST_PAGES = 60,
  AHEAD = 20;

export class Pages {
  /** @param {TreeSource} source @param {number} count of all steps */
  constructor(source, count) {
    this.source = source;
    this.count = count;
    /** @type {Map<number, Promise<Step[]>>} */
    this.pages = new Map();
    /** @type {Map<number, Step>} */
    this.known = new Map();
  }

  /** Load a step and those around it. @param {number} number @param {number} from @param {number} to @returns {Promise<Step>} */
  async around(number, from, to) {
    if (![from, number, to].every((each) => this.known.has(each)))
      await Promise.all([from, to].map((each) => this.page(each)));
    if (number + AHEAD < this.count) this.page(number + AHEAD).catch(() => {});
    const step = this.known.get(number);
    if (!step) throw new Error(`step ${number + 1} was not received`);
    return step;
  }

  /** Load the page that holds a step. @param {number} number @returns {Promise<Step[]>} */
  page(number) {
    const which = Math.floor(number / PAGE);
    const here = this.pages.get(which);
    if (here) return here;
    if (this.pages.size >= MOST_PAGES) this.forget();
    const asked = this.source.steps(which * PAGE, PAGE).then((steps) => {
      steps.forEach((step, i) => this.known.set(which * PAGE + i, step));
      return steps;
    });
    this.pages.set(which, asked);
    asked.catch(() => this.pages.delete(which));
    return asked;
  }

  /** Drop the oldest page, to bound the memory of a long walk. */
  forget() {
    const [oldest] = this.pages.keys();
    this.pages.delete(oldest);
    for (let i = 0; i < PAGE; i++) this.known.delete(oldest * PAGE + i);
  }
}
