// Nodes as they are sent: the drawings of their boards are numbers in a list that they share.

/** @typedef {import("./types.d.ts").TreeNode} TreeNode */

/** Put the drawings into the boards of nodes. @param {any[]} nodes @param {string[]} drawings @returns {TreeNode[]} */
export function unpacked(nodes, drawings) {
  return nodes.map((node) => ({ ...node, board: node.board && boardOf(node.board, drawings) }));
}

/** @param {any} board @param {string[]} drawings @returns {import("./types.d.ts").SmallBoard} */
function boardOf({ frame, stage, pieces }, drawings) {
  return {
    frame,
    stage: drawings[stage],
    pieces: pieces.map((/** @type {number[]} */ [x, y, drawing]) => [x, y, drawings[drawing]]),
  };
}
