/** What the server and the modules exchange; only the type checker reads this. */

/** The parts of a board; a `drawing` is an index into the board's drawings, which are fragments of SVG around 0, 0. */
export interface Cell {
  name: string;
  x: number;
  y: number;
  shape: string;
  tone: string;
  width: number;
  height: number;
  group: string;
  drawing: number;
  edge: number;
  win: number | null;
}
export interface Piece {
  cell: string;
  shape: string;
  tone: string;
  text: string;
  name: string;
  x: number;
  y: number;
  size: number;
  drawing: number;
}
export interface Label {
  x: number;
  y: number;
  text: string;
  turned: string;
  drawing: number;
  turned_drawing: number;
}
export interface Board {
  ground: string;
  players: string[];
  frame: [number, number, number, number];
  shine: string;
  under: string;
  over: string;
  cells: Cell[];
  pieces: Piece[];
  labels: Label[];
  winning: string[];
  drawings: string[];
}
export interface Move {
  move: number;
  name: string;
  cells: string[];
  chance?: number;
}

/** A game as the page holds it: all that is needed to show it again. */
export interface Line {
  game: string;
  start: string | null;
  moves: number[];
}

export interface State extends Line {
  name: string;
  title: string;
  parameters: string;
  players: string[];
  objective: string;
  names: string[];
  /** which moves, counted from 0, a link writes by number */
  nameless: number[];
  numbers: string[];
  rounds: boolean;
  movers: number[];
  turn: number;
  result: string | null;
  position: string;
  picture: string;
  board: Board | null;
  last: string[];
  points: number[] | null;
  legal: Move[];
}

export interface Parameter {
  name: string;
  type: string;
  default: string;
}
export interface GameInfo {
  given: boolean;
  game: string;
  name: string;
  title: string;
  about: string;
  parameters: Parameter[];
  players: string[];
  board: boolean;
  chance: boolean;
  evaluates: boolean;
  policy: boolean;
  objective: string;
  algorithm: string;
  algorithms: string[];
  textbook: string[];
  searches: string[];
  tones: string[];
  readable: boolean;
}

export interface InfoLine {
  move: number;
  names: string[];
  score: number | null;
  text: string;
  visits: number | null;
}
export interface Info {
  algorithm: string;
  search: string | null;
  player: number;
  move: number | null;
  name: string | null;
  score: number | null;
  scores: number[] | null;
  text: string;
  proven: string | null;
  distance: number | null;
  depth: number;
  seldepth: number | null;
  nodes: number;
  visits: number | null;
  nps: number;
  seconds: number;
  hashfull: number | null;
  pv: string[];
  lines: InfoLine[];
  finished: boolean;
}

/** A move drawn on the board: the better, the stronger. Of a choice the last cell plays it; `kind` is a class. */
export interface Arrow {
  move: number;
  cells: string[];
  choice: boolean;
  text: string;
  strength: number;
  best: boolean;
  kind?: string;
}

/** A small board: its frame, what is below the pieces, and each piece with its place; all are fragments of SVG. */
export interface SmallBoard {
  frame: [number, number, number, number];
  stage: string;
  pieces: [number, number, string][];
}
/**
 * A node; `label` stands above it, `title` is the name that a tree gives it, `seat` the player to move where many must be
 * told apart, `place` the one among its siblings, and steps enter and leave it.
 */
export interface TreeNode {
  id: number;
  parent: number | null;
  ply: number;
  move: string | null;
  player: string;
  role: "max" | "min" | "average" | "leaf";
  alpha: number | null;
  beta: number | null;
  score: string | null;
  bound: string | null;
  fate: "searched" | "cut" | "filtered" | "unvisited";
  reason: string | null;
  leaf: string | null;
  position: string;
  board: SmallBoard | null;
  children: number;
  best: boolean;
  depth: number;
  label: string;
  title: string | null;
  seat: number | null;
  chance: string | null;
  sum: string | null;
  place: number;
  next: number | null;
  entered: number;
  left: number;
  note?: string | null;
}
export interface TreeAnswer {
  root: TreeNode;
  nodes: number;
  filter_nodes: number | null;
  steps: number;
  score: string;
  text: string;
  move: string | null;
  pv: string[];
  algorithm: string;
  depth: number;
  visits: number | null;
  player: string;
  windows: boolean;
  fates: Record<string, number>;
  legend: [string, string][];
  code: CodeLine[];
  notes: string[];
}
/** A line of pseudocode, and the kinds of steps at which it is lit. */
export interface CodeLine {
  text: string;
  kinds: string[];
}
/** A step; `child` is the one whose score it takes, and `places` and `known` belong to the nodes of its path. */
export interface Step extends Known {
  kind: string;
  node: number;
  sentence: string;
  score: string;
  path: number[];
  child: number | null;
  places: number[];
  known: Known[];
}

/** `player` is whose the score is, `advantages` has each player's where there are more than two sides. */
export interface ReviewPly {
  score: number | null;
  text: string;
  player: number;
  advantage: number;
  advantages: number[];
  mover?: number;
  name?: string;
  number?: string;
  cells?: string[];
  best?: string | null;
  best_cells?: string[];
  lost?: number;
  cost?: string;
  kind?: string;
}
export interface Review {
  plies: ReviewPly[];
  turning: number[];
  finished: boolean;
  result: string | null;
  many: boolean;
  scale: string;
}

/** How a game is played, in words. */
export interface RulesAnswer {
  title: string;
  paragraphs: string[];
}
/** A picture to choose a game by. */
export interface Picture {
  svg?: string;
  text?: string;
}

/** A place in the standings; without a number of Elo points `elo`, `elo_low` or `elo_high` is null. */
export interface RatedPlayer {
  place: number;
  name: string;
  player: string;
  rating: string;
  elo: number | null;
  elo_low: number | null;
  elo_high: number | null;
  score: number | null;
  games: number;
  los: number | null;
}
/** The points of each against each other, and how often they met, by rows. */
export interface CrossTable {
  names: string[];
  points: number[][];
  met: number[][];
}
/** A match or tournament and how it stands; `unknown` says why its games cannot be shown here. */
export interface Standings {
  title: string;
  parameters: string;
  kind: "match" | "tournament";
  unknown: string;
  upsets: boolean;
  names: string[];
  games: number;
  places: RatedPlayer[];
  cross: CrossTable | null;
  remarks: string[];
  notes: string[];
}
/** A game under way; `state` is missing if the page shows it already, and null if it cannot be drawn. */
export interface LiveGame {
  number: number;
  names: string[];
  plies: number;
  state?: State | null;
}
/** How far a run is; games a second, and seconds left. */
export interface Progress {
  running: boolean;
  games: number;
  planned: number;
  rate: number | null;
  left: number | null;
  under_way: number;
  live: LiveGame[];
}
export interface FinishedGame {
  number: number;
  names: string[];
  result: string;
  plies: number;
  opening: string;
  upset?: number;
}
/** Some finished games, and the numbers beyond which there are newer and older ones; 0 if there are none. */
export interface Finished {
  games: FinishedGame[];
  newer: number;
  older: number;
}

/** What the views share. */
export interface Context {
  link: import("./link.js").Link;
  store: import("./store.js").Store;
  announce(text: string): void;
  open(view: string): void;
  /** What a view shows has changed, so that its address may have. */
  moved(): void;
}
/** What a link says of a view: its parameters by name; those that are undefined or null are left out. */
export type Place = Record<string, string | number | null | undefined>;
/** One of the page's views; `place` returns what `show` reproduces in another tab, and `takes` names what it may have. */
export interface View {
  name: string;
  title: string;
  element: HTMLElement;
  takes?: string[];
  place?(): Place;
  show(place?: Record<string, string>): void | Promise<void>;
  hide(): void;
}

/** What a node knows at some step: its window now (null: open), and its value so far. */
export interface Known {
  alpha: number | null;
  beta: number | null;
  value: string | null;
}
/** Where a picture takes its nodes and steps from. */
export interface TreeSource {
  children(node: number, first: number, count: number): Promise<TreeNode[]>;
  steps(first: number, count: number): Promise<Step[]>;
}
export interface Harm {
  ply: number;
  move: string | null;
  score: number | null;
  dropped: string | null;
}
export interface AuditAnswer {
  move: string | null;
  score: number | null;
  nodes: number;
  full_move: string | null;
  full_score: number | null;
  full_nodes: number;
  move_changed: boolean;
  score_changed: boolean;
  loss: number;
  saved: number;
  missed: string | null;
  harm: Harm[];
}
export type Mark = "right" | "missed" | "extra";
/** A lesson in the list. */
export interface Listed {
  lesson: string;
  title: string;
  kind: string;
  group: string;
}
/** A lesson before it is answered: the form of its answer, and what an answer may name. */
export interface Lesson {
  lesson: string;
  title: string;
  text: string;
  question: string;
  kind: string;
  form: "number" | "scores" | "numbers" | "names" | "sequence" | "windows" | "choice";
  names: string[];
  width: number;
  wanted: string;
  algorithm: string;
  depth: number;
  compare: string | null;
  hints: number;
  given: string[];
  state: State | null;
  picks: Record<string, number>;
  legend: [string, string][];
  nodes: TreeNode[];
  drawings: string[];
}
/** What is right and wrong in an answer; `parts` are by name. */
export interface Checked {
  right: boolean;
  say: string;
  parts: Record<string, "right" | "extra">;
  marks: { node: number; mark: Mark }[];
  hint: string | null;
  hints: number;
}
/** A whole search, to be walked through. */
export interface Searched {
  head: TreeAnswer;
  nodes: TreeNode[];
  drawings: string[];
  steps: Step[];
}
export interface Solution extends Searched {
  say: string;
  answer: any;
  reasons: string[];
  explanation: string;
  marks: { node: number; mark: Mark }[];
  compared: Searched | null;
  audit: AuditAnswer | null;
}
/** A lesson that a page without a server carries; `ids` are the nodes of the picture by name. */
export interface Carried {
  group: string;
  told: Lesson;
  ids: Record<string, number>;
  hints: string[];
  right: any;
  solution: string;
  solved: Solution;
}
/** The means to answer a question. */
export interface Inputs {
  element: HTMLElement;
  value(): any;
  mark(parts: Record<string, "right" | "extra">): void;
  pick?(name: string): void;
  chosen?: Set<number>;
}
