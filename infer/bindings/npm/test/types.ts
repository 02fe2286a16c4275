// What TypeScript makes of the package. It is not run.
import { Alg } from 'cubing/alg';
import { cube3x3x3 } from 'cubing/puzzles';
import { Puzzle, type Solution, SolveError, solve } from 'quarterturn';
import { solve as algorithm } from 'quarterturn/cubing';

const pattern = (await cube3x3x3.kpuzzle()).defaultPattern();
const answer: Solution = await solve(pattern, { metric: 'htm', onBetter: (better) => better.length > 20 });
const order: bigint | undefined = (await Puzzle.parse(new Uint8Array())).order;
const alg: Alg = await algorithm(pattern, { timeLimit: 1, onBetter: (alg) => alg.toString() !== '' });
const code: string = new Error() instanceof SolveError ? 'ours' : 'another';
const cost: number | undefined = (await solve('R', { costs: { "R'": Infinity } })).cost;
await solve(new Alg('R'), { signal: AbortSignal.timeout(1000), target: 'U' });
// @ts-expect-error There is no such option.
await solve('R', { timelimit: 1 });
console.log(`${answer}`, order, alg, code, cost);
