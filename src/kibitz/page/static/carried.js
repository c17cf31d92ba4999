// What a page without a server carries: its data, unpacked, and a link that answers from them.

import { checkAnswer } from "./judge.js";

/** @typedef {import("./types.d.ts").Carried} Lesson */

/** Return the data of the page: JSON, compressed and as text, so that nobody reads an answer in it by chance. */
export async function carriedData() {
  const text = document.getElementById("data")?.textContent ?? "";
  const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).json();
}

/** Answers what the views ask of a server. */
export class CarriedLink {
  /** @param {{lessons?: Lesson[], glossary?: any[]}} data */
  constructor({ lessons = [], glossary = [] }) {
    this.lessons = lessons;
    this.glossary = glossary;
  }

  /** @param {string} what @param {Record<string, any>} [fields] @returns {Promise<any>} */
  async ask(what, fields = {}) {
    if (what === "glossary") return this.glossary;
    if (what === "lessons")
      return this.lessons.map(({ told: { lesson, title, kind }, group }) => ({ lesson, title, kind, group }));
    const lesson = this.find(fields.lesson);
    if (what === "lesson") return { ...lesson.told };
    if (what === "answer") return checkAnswer(lesson, fields.answer, fields.tries);
    if (what === "solution") return lesson.solved;
    throw new Error(`this page has no server to ask for ${what}`);
  }

  /** @param {string} id @returns {Lesson} */
  find(id) {
    const found = this.lessons.find(({ told }) => told.lesson === id);
    if (!found) throw new Error(`there is no lesson ${id}`);
    return found;
  }
}
