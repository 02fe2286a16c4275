// Who solves: the WebAssembly in this page, or the server that the page came from.
import { Puzzle, solve } from 'quarterturn';
import { onServer } from './server.js';

/** What the page shows of a solution, whoever found it. */
const shown = (solution, cube) => ({ ...solution, steps: cube ? solution.text.split(/\s+/).filter(Boolean) : solution.moves });

/** The engine's puzzle, of cubes by the metric too. */
export const puzzleOf = async ({ puzzle, name, board }, metric) =>
  puzzle ?? Puzzle.named(board === 'cube' && metric === 'htm' ? `${name}-htm` : name);

/** What to do where a search ended without an answer. */
const NEXT = { time: 'give it more seconds', memory: 'try a state that fewer moves lead to' };

/** A beam that soon has an answer, on a slow machine too. */
const NARROW = 256;

/** Solves here. A search that a network guides goes on where its time was over before it had found anything. */
const here = async (state, options) => {
  try {
    return await solve(state, options);
  } catch (error) {
    if (error.code !== 'time' || !options.puzzle.network) throw Object.assign(error, { hint: error.hint ?? NEXT[error.code] });
    return solve(state, { ...options, timeLimit: undefined, width: NARROW });
  }
};

/**
 * Solves. `request` has `entry`, `state`, `metric`, `timeLimit`, `costs` and `server`; `told` has `onBetter`, `onProgress` and
 * a `signal`.
 */
export const solved = async ({ server, ...request }, { onBetter, onProgress, signal }) => {
  const { entry, state, metric, timeLimit, costs } = request;
  const cube = entry.board === 'cube';
  const told = { onBetter: (solution) => onBetter(shown(solution, cube)), onProgress, signal };
  if (server) return shown(await onServer(request, told), cube);
  const puzzle = await puzzleOf(entry, metric);
  // The engine cannot be asked for them while it goes on.
  return shown(await here(state, { puzzle, timeLimit, costs, states: !cube, ...told }), cube);
};
