// Who solves: the WebAssembly in this page, or the server that the page came from.
import { solve } from 'quarterturn';
import { onServer } from './server.js';

/** What the page shows of a solution, whoever found it. */
const shown = (solution, cube) => ({ ...solution, steps: cube ? solution.text.split(/\s+/).filter(Boolean) : solution.moves });

/**
 * Solves. `request` has `entry`, `state`, `metric`, `timeLimit`, `costs` and `server`; `told` has `onBetter`, `onProgress` and
 * a `signal`.
 */
export const solved = async ({ entry, state, metric, timeLimit, costs, server }, { onBetter, onProgress, signal }) => {
  const cube = entry.board === 'cube';
  const better = (solution) => onBetter(shown(solution, cube));
  if (server) return shown(await onServer({ entry, state, metric, timeLimit, costs }, { onBetter: better, onProgress, signal }), cube);
  const puzzle = entry.puzzle ?? entry.name;
  const options = { puzzle, timeLimit, costs, signal, onBetter: better, onProgress, metric: cube ? metric : undefined };
  return shown(await solve(state, options), cube);
};
