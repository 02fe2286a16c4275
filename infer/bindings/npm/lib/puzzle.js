import { client, text } from './client.js';
import { networks } from './networks.js';

let puzzles = 0;
const named = new Map();

/** A puzzle: one of the built-in ones, or one that a file defines. */
export class Puzzle {
  /** What the worker is told once. */
  #made;

  constructor(made, told) {
    this.#made = made;
    Object.assign(this, told);
    this.order = told.order === undefined ? undefined : BigInt(told.order);
  }

  /** The built-in puzzle of that name. */
  static named(name, { network } = {}) {
    if (network) return Puzzle.#open({ name, network });
    if (!named.has(name)) {
      const puzzle = Puzzle.#open({ name, url: Object.hasOwn(networks, name) ? networks[name]().href : undefined });
      named.set(name, puzzle);
      // A name that is none, or a network that did not come, is asked for again.
      puzzle.catch(() => named.delete(name));
    }
    return named.get(name);
  }

  /** The puzzle that a file of these bytes, or of this text, defines. */
  static parse(bytes, { network } = {}) {
    const definition = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes;
    return Puzzle.#open({ definition, network });
  }

  static async #open(make) {
    const made = { key: ++puzzles, make };
    return new Puzzle(made, await client.ask({ kind: 'open' }, { puzzle: made }));
  }

  /** A state in the puzzle's own text form. */
  async read(state) {
    return this.ask({ kind: 'read', state: text(state) });
  }

  /** The state that moves lead to. */
  async apply(state, moves) {
    return this.ask({ kind: 'apply', state: text(state), moves: text(moves) });
  }

  /** Whether a state is solved. */
  async isSolved(state) {
    return this.ask({ kind: 'isSolved', state: text(state) });
  }

  /** A random state, which the seed determines: a whole number from 0 on. */
  random(seed) {
    return this.ask({ kind: 'random', seed });
  }

  /** Random moves, at most a million, which the seed determines. */
  scramble(seed, length) {
    return this.ask({ kind: 'scramble', seed, length });
  }

  /** @internal */
  ask(message, options) {
    return client.ask(message, { ...options, puzzle: this.#made });
  }

  toString() {
    return this.name;
  }
}
