// How a board becomes the next one: which piece went where, what appeared, and which tiles merged.

/** @typedef {import("./types.d.ts").Board} Board */
/** @typedef {import("./types.d.ts").Piece} Piece */
/** @typedef {import("./types.d.ts").State} State */
/** @typedef {{piece: Piece, index: number, x: number, y: number}} Place */
/** @typedef {{from: Place | null, merged: Place[]}} Origin */

/** The directions that names of moves mean. @type {Record<string, string>} */
const DIRECTIONS = {
  up: "up",
  north: "up",
  right: "right",
  east: "right",
  down: "down",
  south: "down",
  left: "left",
  west: "left",
};
const OPPOSITE = /** @type {Record<string, string>} */ ({ up: "down", down: "up", left: "right", right: "left" });
const LIVING = new Set(["eater", "ghost"]); // they remain themselves when they turn or change their colour
const STILL = new Set(["seeds", "die"]); // they do not go anywhere

/** Return whether things may move by themselves. */
export function motion() {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Return whether a state came from another by one move. @param {State} before @param {State} state */
export function isNext(before, state) {
  return (
    before.game === state.game &&
    before.start === state.start &&
    before.moves.length + 1 === state.moves.length &&
    before.moves.every((move, i) => move === state.moves[i])
  );
}

/** Return the direction that a move's name is, or nothing. @param {string} name */
export function directionOf(name) {
  return DIRECTIONS[name.toLowerCase()] ?? "";
}

/** Return the direction on a board that is turned. @param {string} direction @param {boolean} flip */
export function turned(direction, flip) {
  return flip ? OPPOSITE[direction] : direction;
}

/**
 * Return for each piece of a board where it came from: another place, its own, or, with null, nowhere.
 *
 * Tiles that were pushed keep their order; other pieces of the same look are paired by the shortest way.
 * @param {Board} before
 * @param {Board} after
 * @param {string} direction in which tiles were pushed, or nothing
 * @returns {Map<Place, Origin>}
 */
export function origins(before, after, direction) {
  /** @type {Map<Place, Origin>} */
  const found = new Map();
  let [old, now] = [placesOf(before), placesOf(after)];
  if (direction) {
    const isTile = (/** @type {Place} */ each) => each.piece.shape === "tile";
    push(old.filter(isTile), now.filter(isTile), direction, found);
    [old, now] = [old, now].map((places) => places.filter((each) => !isTile(each)));
  }
  const standing = new Map(old.map((each) => [`${lookOf(each.piece)} ${each.x} ${each.y}`, each]));
  for (const each of now) {
    const same = standing.get(`${lookOf(each.piece)} ${each.x} ${each.y}`);
    if (same) found.set(each, { from: same, merged: [] });
  }
  const going = (/** @type {Place} */ each) => !STILL.has(each.piece.shape);
  pair(old.filter(going), now.filter(going), lookOf, found);
  const living = (/** @type {Place} */ each) => LIVING.has(each.piece.shape);
  pair(old.filter(living), now.filter(living), ({ shape, name }) => `${shape} ${name}`, found);
  pair(old.filter(living), now.filter(living), ({ shape }) => shape, found);
  for (const each of now) if (!found.has(each)) found.set(each, { from: null, merged: [] });
  return found;
}

/** @param {Board} board @returns {Place[]} */
function placesOf(board) {
  const cells = new Map(board.cells.map((cell) => [cell.name, cell]));
  return board.pieces.map((piece, index) => {
    const cell = cells.get(piece.cell);
    return { piece, index, x: (cell?.x ?? 0) + piece.x, y: (cell?.y ?? 0) + piece.y };
  });
}

/** @param {Piece} piece */
function lookOf({ shape, tone, text }) {
  return `${shape} ${tone} ${text}`;
}

/**
 * Pair what is not paired yet and looks the same, the nearest first.
 * @param {Place[]} old
 * @param {Place[]} now
 * @param {(piece: Piece) => string} look
 * @param {Map<Place, Origin>} found
 */
function pair(old, now, look, found) {
  const taken = new Set([...found.values()].map(({ from }) => from));
  const left = old.filter((each) => !taken.has(each));
  const ways = now
    .filter((each) => !found.has(each))
    .flatMap((to) =>
      left
        .filter((from) => look(from.piece) === look(to.piece))
        .map((from) => ({ from, to, far: Math.hypot(from.x - to.x, from.y - to.y) })),
    )
    .sort((a, b) => a.far - b.far);
  for (const { from, to } of ways) {
    if (taken.has(from) || found.has(to)) continue;
    taken.add(from);
    found.set(to, { from, merged: [] });
  }
}

/**
 * Pair tiles that were pushed, row by row: a tile with another text than the next one was made of two.
 * @param {Place[]} old
 * @param {Place[]} now
 * @param {string} direction
 * @param {Map<Place, Origin>} found
 */
function push(old, now, direction, found) {
  const across = direction === "left" || direction === "right";
  const sign = direction === "right" || direction === "down" ? -1 : 1;
  const inOrder = (/** @type {Place[]} */ tiles) => [...tiles].sort((a, b) => sign * (across ? a.x - b.x : a.y - b.y));
  const rowOf = (/** @type {Place} */ tile) => (across ? tile.y : tile.x);
  const left = inOrder(old);
  for (const tile of inOrder(now)) {
    const next = () => left.findIndex((each) => rowOf(each) === rowOf(tile));
    const [from] = next() < 0 ? [] : left.splice(next(), 1);
    const [other] = !from || from.piece.text === tile.piece.text || next() < 0 ? [] : left.splice(next(), 1);
    found.set(tile, { from: from ?? null, merged: from && other ? [from, other] : [] });
  }
}
