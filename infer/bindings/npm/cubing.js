// `solve` with the types of cubing.js.
import { Alg } from 'cubing/alg';
import { solve as solution } from 'quarterturn';

/** Solves a `KPattern`, or what an `Alg` or a text leads to. The answer is an `Alg`. */
export const solve = async (input, { onBetter, ...options } = {}) => {
  const told = onBetter && ((better) => onBetter(new Alg(better.text), better));
  return new Alg((await solution(input, { ...options, onBetter: told })).text);
};
