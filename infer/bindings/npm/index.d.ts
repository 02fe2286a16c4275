/// <reference lib="esnext.disposable" />
export type PatternData = Record<string, { pieces: readonly number[]; orientation: readonly number[] }>;

/** A `KPattern` of cubing.js: of the 3×3×3 or 2×2×2 cube, or of the puzzle whose definition was parsed. */
export interface Pattern {
  readonly kpuzzle?: { name(): string };
  readonly patternData: PatternData;
}

/** What is wrong with the stickers of a cube, and what would mend it. Stickers have numbers from 0, in the order U R F D L B. */
export interface Inspection {
  /** The stickers as letters of the faces; `.` has no colour yet. */
  readonly stickers: string;
  /** `code` is that of the error with which the cube would be refused. */
  readonly faults: readonly { code: string; message: string; stickers: readonly number[] }[];
  /** The likeliest first. */
  readonly repairs: readonly { what: string; state: string; stickers: readonly number[] }[];
}

/** Moves or stickers as text; whatever prints as such, an `Alg` of cubing.js too; or a `KPattern`. */
export type State = string | { toString(): string } | Pattern;

export interface PuzzleOptions {
  /** A weight file for the puzzle, in place of the network in this package. */
  network?: Uint8Array;
}

/** A puzzle: one of the built-in ones, or one that a file defines. */
export class Puzzle {
  private constructor();
  /** The built-in puzzle of that name: `cube3`, `cube3-htm`, `cube2`, `puzzle15`, `lightsout5`, `sokoban` … */
  static named(name: string, options?: PuzzleOptions): Promise<Puzzle>;
  /** The puzzle that a file of these bytes defines, in any format that quarterturn reads. A string is its text. */
  static parse(bytes: Uint8Array | string, options?: PuzzleOptions): Promise<Puzzle>;
  readonly name: string;
  /** An identity that does not depend on names. */
  readonly id: string;
  readonly metric: 'qtm' | 'htm' | 'moves';
  readonly moves: readonly string[];
  /** The state where moves begin: the solved one, of most puzzles. */
  readonly start: string;
  /** The number of its states, where it is known. */
  readonly order?: bigint;
  /** The network that guides its searches. Where there is none, the usual search is exact. */
  readonly network?: string;
  /** A state in the puzzle's own text form. */
  read(state: string): Promise<string>;
  /** The state that moves lead to. */
  apply(state: string, moves: string): Promise<string>;
  isSolved(state: string): Promise<boolean>;
  /** The moves that may be made in a state. */
  allowed(state: string): Promise<readonly string[]>;
  /** Inspects stickers, of which `.` has no colour yet; repairs that change the sticker `near` come first. Nothing where the text is something else. */
  inspect(stickers: string, near?: number): Promise<Inspection | undefined>;
  /** The `patternData` of cubing.js that shows a state, or stickers that no moves lead to; nothing where a piece is missing. */
  kpattern(state: string): Promise<PatternData | undefined>;
  /** What else may have been meant by a text that is read as a state. */
  warning(state: string): Promise<string | undefined>;
  /** A random state, which the seed determines: a whole number from 0 on, below 2⁵³. */
  random(seed: number): Promise<string>;
  /** Random moves, at most a million, which the seed determines; the state itself where the puzzle does not scramble by moves. */
  scramble(seed: number, length: number): Promise<string>;
  /** Frees its memory in the worker; so does the end of a `using` block, and, in time, forgetting it. It answers nothing after that. */
  free(): void;
  [Symbol.dispose](): void;
  toString(): string;
}

/** Moves that solve a state. It prints as an algorithm. */
export class Solution {
  private constructor();
  /** The algorithm, in the puzzle's notation; empty for a solved state. */
  readonly text: string;
  /** The moves by name. Each counts one in the puzzle's metric, so in quarter turns R2 is there as R, R. */
  readonly moves: readonly string[];
  /** The number of moves in the puzzle's metric. */
  readonly length: number;
  /** The length of a cube's solution in quarter turns. */
  readonly qtm?: number;
  /** The length of a cube's solution in turns of a face. */
  readonly htm?: number;
  /** What the moves cost together, where they have prices. */
  readonly cost?: number;
  /** Time since the search began. */
  readonly seconds: number;
  /** Whether the text, made from the state once more, leads to the goal. */
  readonly verified: boolean;
  /** Whether it is proven that no solution is shorter; absent while the search goes on. */
  readonly optimal?: boolean;
  /** Why the search ended: `solved`, `exhausted`, `time`, `nodes`, `memory`, `cancelled`; absent while it goes on. */
  readonly stopped?: string;
  /** What found it, where it was not the search that was asked for: another search, or `undone`, the moves that led to the state. */
  readonly by?: string;
  /** The algorithm that answered because the time was over. */
  readonly fallback?: string;
  readonly puzzle: string;
  readonly network?: string;
  /** The state after each move, where `states` asks for them. */
  readonly states?: readonly string[];
  /** What is not known of the state: whether any moves lead to it. */
  readonly doubt?: string;
  /** States made and evaluated, and the most memory held, in bytes; absent while the search goes on. */
  readonly generated?: number;
  readonly evaluated?: number;
  readonly memory?: number;
  toString(): string;
}

/** How far a search has come. */
export interface Progress {
  readonly seconds: number;
  /** The share of the time limit that is over, from 0 to 1. */
  readonly share?: number;
  /** States made. */
  readonly generated: number;
  readonly depth?: number;
  readonly width?: number;
  /** The length of the best solution so far. */
  readonly length?: number;
}

/**
 * How to solve a state. Without `timeLimit` the search has a second, where a network guides it and neither `width`, `search` nor
 * `nodeLimit` is given; a slow machine that has found nothing by then goes on until it has.
 */
export interface SolveOptions {
  /** A puzzle, or the name of a built-in one. At first `cube3`. */
  puzzle?: string | Puzzle;
  /** How moves of a cube count: in quarter turns (at first) or in turns of a face. */
  metric?: 'qtm' | 'htm';
  /**
   * Ends the search. The best solution so far is then the answer, with `stopped` = `cancelled`; where there is none, the
   * promise is rejected with the signal's reason.
   */
  signal?: AbortSignal;
  /** Is told of every solution that is better than those before. `false` ends the search as `signal` does. What it throws rejects the promise. */
  onBetter?: (better: Solution) => boolean | void;
  /** Is told how far the search has come, at most ten times a second. `false` ends the search. */
  onProgress?: (progress: Progress) => boolean | void;
  /** Looks for no solution of more moves. */
  maxLength?: number;
  /** Whether the answer has the state after each move. */
  states?: boolean;
  /** The state to reach in place of the goal. */
  target?: State;
  /**
   * Prices of moves by name, for a robot: the search looks for a cheap solution in place of a short one. Moves that are not
   * named cost 1; `Infinity` forbids one.
   */
  costs?: Readonly<Record<string, number>>;
  // The library's table of settings.
  /** The search. By default: beam; for a puzzle without an embedded network direct or constructive where the puzzle has one, chain where it has stickers and more states than memory holds, else bidirectional, which is exact. */
  search?: 'beam' | 'bwas' | 'qstar' | 'gbfs' | 'mcts' | 'mcts-naive' | 'ida' | 'greedy' | 'bidirectional' | 'direct' | 'constructive' | 'chain' | 'two-phase';
  /** States kept at each depth (beam). By default: 16384; with the cubes' own networks 24576; with a time limit, as many as it allows. */
  width?: number;
  /** Views of the state to search from: symmetry frames, each with the state or its inverse. The shortest solution is kept (beam). By default: 2. */
  views?: number;
  /** Children evaluated per state kept, on average; the Q head chooses them. The number of moves or more means all children (beam). By default: 2. */
  shortlist?: number;
  /** Most children kept of one state: the best by the Q or policy head, else by value (beam). By default: all. */
  split?: number;
  /** End-game table: its radius in moves around the goal. The exact distance of all states in it is known, so the search ends there; 0 disables it (beam). By default: by width or time, where it saves time. */
  ball?: number;
  /** Weight of the path cost, 0 to 1 (bwas, qstar, mcts). By default: 0.6; mcts begins with 1 where the goal may be near. */
  lambda?: number;
  /** States expanded at once (bwas, qstar, ida, mcts, gbfs). By default: bwas, qstar: 1000; ida: 256; mcts: 64, as published by cube2-report 1; gbfs: 1. */
  batch?: number;
  /** c: how much priors and low visit counts weigh against values (mcts). By default: 0.5. */
  exploration?: number;
  /** ν: how much a running simulation discourages others from its path, in moves (mcts). By default: 1. */
  virtualLoss?: number;
  /** Temperature of the priors made from Q: a move that is better by this many moves is e times as likely (mcts). By default: 1. */
  temperature?: number;
  /** Threads that share one tree. With more than one, the answer depends on how they take turns (mcts). By default: 1. */
  workers?: number;
  /** Follow the rules of a paper: rewards in place of costs, and no λ. For networks trained as in that paper (mcts). */
  asPublished?: 'deepcube' | 'cube2-report';
  /** Memory in which evaluations are remembered, in addition to the memory of the search (all searches with a network; ida gains most). By default: none. In bytes. */
  cache?: number;
  /** Look for shorter and shorter solutions until this time is over. In seconds. */
  timeLimit?: number;
  /** Whether a time limit or a target length makes the search try again, from other views and with more effort. `false` is one plain search, and a beam then has one view. By default: yes. */
  restarts?: boolean;
  /** Whether the two-phase algorithm answers for a 3×3×3 cube if the time is over before the beam has found anything. Its solutions are longer; the answer names the algorithm. By default: yes with the cube's own network, but not in measurements. */
  fallback?: boolean;
  /** Try again, from other views, until a solution is at most this long. */
  targetLength?: number;
  /** Stop after this many generated nodes. */
  nodeLimit?: number;
  /** Most memory that the search may use. By default: half of the free memory, at most 4 GiB; bidirectional: at most 1 GiB. In bytes. */
  memoryLimit?: number;
  // The end of the table.
}

/** Solves a state, in a worker: the page goes on. */
export function solve(state: State, options?: SolveOptions): Promise<Solution>;

/** Ends the worker. It starts again with the next request. */
export function close(): void;

/** Why there is no answer. */
export class SolveError extends Error {
  private constructor();
  /** A stable name of the kind of error, such as `twisted-corner`; where no solution was found, why the search ended. */
  readonly code: string;
  /** Where in the input, in bytes. */
  readonly at?: number;
  /** What to do about it. */
  readonly hint?: string;
}
