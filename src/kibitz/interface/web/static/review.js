import { h } from "./dom.js";
/** @param {import("./main.js").Context} context @returns {import("./types.d.ts").View} */
export function reviewView(context) {
  return { name: "review", title: "Review", element: h("section", {}), show() {}, hide() {} };
}
