import { client, text } from './client.js';
import { SolveError } from './error.js';
import { Puzzle } from './puzzle.js';
import { Solution } from './solution.js';

/** Ends the worker. It starts again with the next request. */
export const close = () => client.close();

const isPattern = (input) => typeof input === 'object' && input !== null && 'patternData' in input;

/** A state as text, a pattern in JSON. */
const written = (input) => (isPattern(input) ? JSON.stringify(input.patternData) : text(input));

const METRICS = ['qtm', 'htm', 'moves'];

/** The puzzle that is asked for: of cubes by the metric too. */
const chosen = async (input, { puzzle, metric }) => {
  if (metric !== undefined && !METRICS.includes(metric)) {
    throw new SolveError({ code: 'metric', message: `there is no metric ${String(metric)}, only ${METRICS.join(', ')}` });
  }
  if (puzzle instanceof Puzzle) {
    if (metric === undefined || metric === puzzle.metric) return puzzle;
    throw new SolveError({ code: 'metric', message: `${puzzle} counts in ${puzzle.metric}` });
  }
  const usual = isPattern(input) && input.kpuzzle?.name?.() === '2x2x2' ? 'cube2' : 'cube3';
  const name = puzzle ?? usual;
  return Puzzle.named(metric === 'htm' && !name.endsWith('-htm') ? `${name}-htm` : name);
};

/** Solves a state; see `index.d.ts`. */
export const solve = async (input, options = {}) => {
  const { signal, onBetter, onProgress, puzzle: _, metric: __, ...settings } = options;
  signal?.throwIfAborted();
  const puzzle = await chosen(input, options);
  const state = written(input);
  if (settings.target !== undefined) settings.target = written(settings.target);
  const solution = (fields) => new Solution({ puzzle: puzzle.name, network: puzzle.network, ...fields });
  let best;
  const told = ({ better, progress }) => {
    if (progress) return onProgress?.(progress);
    best = solution({ ...better, stopped: undefined });
    return onBetter?.(best);
  };
  const soFar = () => best && { ...best, stopped: 'cancelled' };
  const message = { kind: 'solve', state, options: settings };
  const answer = await puzzle.ask(message, { signal, told, soFar });
  if (answer.text !== undefined) return solution(answer);
  if (answer.stopped === 'cancelled') signal?.throwIfAborted();
  throw new SolveError({
    code: answer.stopped,
    message: `no solution was found: ${answer.stopped}`,
  });
};
