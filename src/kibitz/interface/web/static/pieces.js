// Pieces, drawn by hand. Each stands around 0, 0 of its cell; a cell is 1 wide.

import { svg } from "./dom.js";

/** @typedef {import("./types.d.ts").Piece} Piece */

/**
 * Chess pieces on a field of 100 × 100: what is filled, from the back to the front, and the lines on it.
 * @type {Record<string, {body: string[], detail: string}>}
 */
const CHESS = {
  pawn: {
    body: [
      "M-7 -6C-6 8 -10 17 -19 27H19C10 17 6 8 7 -6Z",
      "M0 -31a12.5 12.5 0 1 1 0 25a12.5 12.5 0 1 1 0 -25Z",
      "M-12 -8H12Q16 -8 16 -5T12 -2H-12Q-16 -2 -16 -5T-12 -8Z",
      "M-19 27H19Q26 29 26 37H-26Q-26 29 -19 27Z",
    ],
    detail: "",
  },
  knight: {
    body: [
      "M-17 27C-16 15 -3 9 -1 -3C-5 1 -11 2 -16 6C-19 10 -22 14 -27 12C-33 10 -32 3 -29 -2C-26 -7 -23 -11 -21 -17" +
        "C-19 -24 -15 -28 -9 -31L-9 -41L1 -33C18 -31 28 -14 26 7C25 16 22 21 22 27Z",
      "M-19 27H22Q28 29 28 37H-25Q-25 29 -19 27Z",
    ],
    detail:
      "M3 -25C14 -20 19 -6 17 8C16 15 14 19 14 22M-27 4l2 -2M-1 -3C2 -7 3 -10 2 -14" +
      "M-16 -15.5a1.9 1.9 0 1 0 3.6 -1.4",
  },
  bishop: {
    body: [
      "M-9 5C-9 14 -13 20 -19 27H19C13 20 9 14 9 5Z",
      "M0 -33C11 -24 18 -14 14 -5C12 0 7 1 0 1S-12 0 -14 -5C-18 -14 -11 -24 0 -33Z",
      "M0 -42a5 5 0 1 1 0 10a5 5 0 1 1 0 -10Z",
      "M-12 1H12Q16 1 16 4T12 7H-12Q-16 7 -16 4T-12 1Z",
      "M-19 27H19Q26 29 26 37H-26Q-26 29 -19 27Z",
    ],
    detail: "M0 -22V-7M-7 -15H7",
  },
  rook: {
    body: [
      "M-13 -13H13L17 27H-17Z",
      "M-22 -35H-12V-28H-5V-35H5V-28H12V-35H22V-19L15 -12H-15L-22 -19Z",
      "M-19 27H19Q26 29 26 37H-26Q-26 29 -19 27Z",
    ],
    detail: "M-21 -20H21M-15 17H15",
  },
  queen: {
    body: [
      "M-21 7L-32 -20L-16 -7L-16 -29L-5 -10L0 -34L5 -10L16 -29L16 -7L32 -20" +
        "L21 7C17 13 17 20 20 27H-20C-17 20 -17 13 -21 7Z",
      "M-33 -27a4 4 0 1 1 0 8a4 4 0 1 1 0 -8Z" +
        "M-16.5 -36a4 4 0 1 1 0 8a4 4 0 1 1 0 -8ZM0 -41a4 4 0 1 1 0 8a4 4 0 1 1 0 -8Z" +
        "M16.5 -36a4 4 0 1 1 0 8a4 4 0 1 1 0 -8ZM33 -27a4 4 0 1 1 0 8a4 4 0 1 1 0 -8Z",
      "M-20 27H20Q26 29 26 37H-26Q-26 29 -20 27Z",
    ],
    detail: "M-20 8Q0 1 20 8M-17 18Q0 12 17 18",
  },
  king: {
    body: [
      "M-3 -44H3V-38H9V-32H3V-22H-3V-32H-9V-38H-3Z",
      "M0 -24C9 -24 9 -14 0 -1C-9 -14 -9 -24 0 -24Z",
      "M-20 8C-36 -3 -37 -24 -19 -25C-8 -25 -2 -14 0 -1C2 -14 8 -25 19 -25" +
        "C37 -24 36 -3 20 8C17 14 17 20 20 27H-20C-17 20 -17 14 -20 8Z",
      "M-20 27H20Q26 29 26 37H-26Q-26 29 -20 27Z",
    ],
    detail: "M-19 9Q0 1 19 9M-17 18Q0 12 17 18M0 -1V4",
  },
};

const TURN = Math.PI * (3 - Math.sqrt(5)); // the golden angle: seeds in a pit lie like those of a sunflower
const MOST_SEEDS = 36; // drawn in a pit; the number says the rest

/**
 * Draw a piece for a cell of this size.
 * @param {Piece} piece
 * @param {number} width
 * @param {number} height
 * @param {string} shine the gradient that makes round things round
 * @returns {SVGGElement}
 */
export function drawPiece(piece, width, height, shine) {
  const size = Math.min(width, height);
  const draw = DRAWN[piece.shape] ?? chess;
  return svg("g", { class: `shape-${piece.shape} tone-${piece.tone}` }, ...draw(piece, { width, height, size, shine }));
}

/** @typedef {{width: number, height: number, size: number, shine: string}} Room */

/** @type {Record<string, (piece: Piece, room: Room) => (Element | false)[]>} */
const DRAWN = {
  disc: (piece, { size, shine }) => [
    svg("circle", { class: "shade", r: 0.4 * size, cy: 0.04 * size }),
    svg("circle", { class: "body", r: 0.4 * size }),
    svg("circle", { class: "groove", r: 0.31 * size }),
    svg("circle", { r: 0.4 * size, fill: `url(#${shine})` }),
    written(piece.text, 0.4 * size),
  ],
  ring: (piece, { size }) => [
    svg("circle", { class: "outline thick", r: 0.28 * size }),
    svg("circle", { class: "stroke thick", r: 0.28 * size }),
    written(piece.text, 0.3 * size, "apart"),
  ],
  cross: (piece, { size }) => {
    const far = 0.26 * size;
    const path = `M${-far} ${-far}L${far} ${far}M${far} ${-far}L${-far} ${far}`;
    return [
      svg("path", { class: "outline thick", d: path }),
      svg("path", { class: "stroke thick", d: path }),
      piece.text !== "" && svg("circle", { class: "plate", r: 0.17 * size }),
      written(piece.text, 0.3 * size, "apart"),
    ];
  },
  square: (piece, { size }) =>
    polygon(piece, size, [
      [-0.32, -0.32],
      [0.32, -0.32],
      [0.32, 0.32],
      [-0.32, 0.32],
    ]),
  triangle: (piece, { size }) =>
    polygon(piece, size, [
      [0, -0.4],
      [0.38, 0.28],
      [-0.38, 0.28],
    ]),
  diamond: (piece, { size }) =>
    polygon(piece, size, [
      [0, -0.42],
      [0.34, 0],
      [0, 0.42],
      [-0.34, 0],
    ]),
  star: (piece, { size }) =>
    polygon(
      piece,
      size,
      Array.from({ length: 10 }, (_, i) => {
        const r = i % 2 ? 0.18 : 0.43;
        return [r * Math.sin((i * Math.PI) / 5), -r * Math.cos((i * Math.PI) / 5)];
      }),
    ),
  bar: (piece, { width, height, size }) => {
    const thick = Math.min(0.15, 0.5 * size);
    const [w, h] = width > height ? [0.84 * width, thick] : [thick, 0.84 * height];
    return [svg("rect", { class: "body", x: -w / 2, y: -h / 2, width: w, height: h, rx: thick / 2 })];
  },
  fill: (piece, { width, height, size }) => [
    svg("rect", { class: "wash", x: -width / 2, y: -height / 2, width, height, rx: 0.08 * size }),
    written(piece.text, 0.5 * size, "toned"),
  ],
  seeds: (piece, room) => [...seeds(Number.parseInt(piece.text, 10) || 0, room), count(piece.text, room)],
  text: (piece, { size }) => [written(piece.text || piece.name, 0.5 * size, "toned")],
};

/** @param {Piece} piece @param {Room} room @returns {(Element | false)[]} */
function chess(piece, { size }) {
  const { body, detail } = CHESS[piece.shape] ?? CHESS.pawn;
  return [
    svg(
      "g",
      { transform: `translate(0 ${0.02 * size}) scale(${0.011 * size})` },
      svg("ellipse", { class: "shade", cx: 0, cy: 37, rx: 29, ry: 5 }),
      ...body.map((d) => svg("path", { class: "body", d })),
      detail !== "" && svg("path", { class: "detail", d: detail }),
    ),
    written(piece.text, 0.3 * size),
  ];
}

/** @param {Piece} piece @param {number} size @param {number[][]} corners @returns {(Element | false)[]} */
function polygon(piece, size, corners) {
  const points = corners.map(([x, y]) => `${x * size},${y * size}`).join(" ");
  return [svg("polygon", { class: "body", points }), written(piece.text, 0.34 * size)];
}

/** @param {number} number @param {Room} room @returns {Element[]} */
function seeds(number, { width, height, size, shine }) {
  const drawn = Math.min(number, MOST_SEEDS);
  const radius = Math.min(0.105, 0.3 / Math.sqrt(drawn)) * size;
  return Array.from({ length: drawn }, (_, i) => {
    const far = 0.33 * Math.sqrt((i + 0.5) / Math.max(drawn, 3));
    const at = { cx: far * width * Math.cos(i * TURN), cy: far * height * Math.sin(i * TURN) - 0.07 * size };
    return svg(
      "g",
      {},
      svg("circle", { class: `seed seed-${i % 3}`, r: radius, ...at }),
      svg("circle", { r: radius, fill: `url(#${shine})`, ...at }),
    );
  });
}

/** @param {string} text @param {Room} room */
function count(text, { height, size }) {
  return svg("text", { class: "count", y: height / 2 - 0.16 * size, "font-size": 0.3 * size }, text);
}

/**
 * Write on a piece.
 * @param {string} text
 * @param {number} size of the letters
 * @param {string} [kind]
 * @returns {Element | false}
 */
function written(text, size, kind = "") {
  return (
    text !== "" && svg("text", { class: `written ${kind}`, "font-size": size * Math.min(1, 2 / text.length) }, text)
  );
}
