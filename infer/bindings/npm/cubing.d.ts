import type { Alg } from 'cubing/alg';
import type { KPattern } from 'cubing/kpuzzle';
import type { Solution, SolveOptions } from 'quarterturn';

export interface AlgOptions extends Omit<SolveOptions, 'onBetter'> {
  /** Is told of every shorter algorithm. `false` ends the search. */
  onBetter?: (better: Alg, solution: Solution) => boolean | void;
}

/** Solves a `KPattern` of the 3×3×3 or 2×2×2 cube, or what an `Alg` or a text leads to. */
export function solve(state: KPattern | Alg | string, options?: AlgOptions): Promise<Alg>;
