import { h } from "./dom.js";
/** @param {import("./main.js").Context} context @returns {import("./types.d.ts").View} */
export function lessonsView(context) {
  return { name: "lessons", title: "Lessons", element: h("section", {}), show() {}, hide() {} };
}
