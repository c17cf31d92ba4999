// What is said of a cell, and how what stands on it looks.

/** @typedef {import("./types.d.ts").Board} Board */
/** @typedef {import("./types.d.ts").Move} Move */
/** @typedef {import("./types.d.ts").Piece} Piece */

/**
 * Describe a cell in words.
 * @param {string} name
 * @param {Piece[]} pieces on it
 * @param {Move[]} meant by a touch here
 * @param {import("./touches.js").Touches} touches
 * @param {(string | false)[]} marks what is also said of it
 */
export function described(name, pieces, meant, { path, between }, marks) {
  const words = [...new Set([name, listed(pieces) || "empty"])]; // what is called as its cell is said once
  if (path.includes(name) && !between) words.push("chosen");
  else if (meant.length && path.length) words.push("can be reached");
  else if (meant.length && meant[0].cells.length > 1) words.push("can move");
  else if (meant.length === 1 && meant[0].name !== name) words.push(`plays ${meant[0].name}`);
  else if (meant.length) words.push("can be played");
  return [...words, ...marks.filter(Boolean)].join(", ");
}

/** List pieces in words, equal ones together. @param {Piece[]} pieces */
function listed(pieces) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const piece of pieces) {
    const name = piece.name || `${piece.tone} ${piece.shape} ${piece.text}`.trim();
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => (count > 1 ? `${count} × ${name}` : name)).join(" and ");
}

/**
 * Return what says whether a player can take something from a cell: not if only pieces of others stand there.
 * @param {Board} board
 * @param {number} player
 * @returns {(name: string) => boolean}
 */
export function takenFrom(board, player) {
  const own = board.pieces.filter(({ tone }) => tone === board.players[player] || !board.players.includes(tone));
  const cells = new Set(own.map(({ cell }) => cell));
  return (name) => cells.has(name);
}

/** Return what says how the pieces on a cell look. @param {Board} board @returns {(name: string) => string} */
export function looksOn(board) {
  /** @type {Map<string, string>} */
  const looks = new Map();
  for (const { cell, shape, tone, text } of board.pieces)
    looks.set(cell, `${looks.get(cell) ?? ""} ${shape} ${tone} ${text}`);
  return (name) => looks.get(name) ?? name;
}
