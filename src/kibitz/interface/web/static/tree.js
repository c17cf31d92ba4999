import { h } from "./dom.js";
/** @param {import("./main.js").Context} context @returns {import("./types.d.ts").View} */
export function treeView(context) {
  return { name: "tree", title: "Tree", element: h("section", {}), show() {}, hide() {} };
}
