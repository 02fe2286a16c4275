import { client, text } from './client.js';
import { SolveError } from './error.js';
import { networks } from './networks.js';

let puzzles = 0;
const named = new Map();
/** Puzzles that nobody holds any more are forgotten by the worker too. */
const left = new FinalizationRegistry((key) => client.free(key));

/** A puzzle: one of the built-in ones, or one that a file defines. */
export class Puzzle {
  /** What the worker is told once. */
  #made;

  constructor(made, told) {
    this.#made = made;
    Object.assign(this, told);
    this.order = told.order === undefined ? undefined : BigInt(told.order);
    left.register(this, made.key, this);
  }

  /** The built-in puzzle of that name. */
  static named(name, { network } = {}) {
    if (network) return Puzzle.#open({ name, network });
    if (!named.has(name)) {
      const url = Object.hasOwn(networks, name) ? networks[name]().href : undefined;
      const puzzle = Puzzle.#open({ name, url }, name);
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

  static async #open(make, name) {
    const made = { key: ++puzzles, make, name };
    return new Puzzle(made, await client.ask({ kind: 'open' }, { puzzle: made }));
  }

  /** A state in the puzzle's own text form. */
  async read(state) {
    return this.#call('read', text(state));
  }

  /** The state that moves lead to. */
  async apply(state, moves) {
    return this.#call('apply', text(state), text(moves));
  }

  /** Whether a state is solved. */
  async isSolved(state) {
    return this.#call('isSolved', text(state));
  }

  /** A random state, which the seed determines: a whole number from 0 on. */
  random(seed) {
    return this.#call('random', seed);
  }

  /** Random moves, at most a million, which the seed determines. */
  scramble(seed, length) {
    return this.#call('scramble', seed, length);
  }

  /** The moves that may be made in a state. */
  async allowed(state) {
    return this.#call('allowed', text(state));
  }

  /** What is wrong with stickers, and what would mend it. */
  async inspect(stickers, near) {
    return this.#call('inspect', text(stickers), near);
  }

  /** The pattern of cubing.js that shows a state. */
  async kpattern(state) {
    return this.#call('kpattern', text(state));
  }

  /** What else may have been meant by a text that is read as a state. */
  async warning(state) {
    return this.#call('warning', text(state));
  }

  /** Frees its memory. Of a puzzle by name another is made when it is asked for again. */
  free() {
    left.unregister(this);
    named.delete(this.#made.name);
    client.free(this.#made.key);
    this.#made.freed = true;
  }

  [Symbol.dispose ?? Symbol.for('Symbol.dispose')]() {
    this.free();
  }

  #call(method, ...given) {
    return this.ask({ kind: 'call', method, given });
  }

  /** @internal */
  async ask(message, options) {
    if (this.#made.freed) throw new SolveError({ code: 'freed', message: `${this} was freed` });
    return client.ask(message, { ...options, puzzle: this.#made });
  }

  toString() {
    return this.name;
  }
}
