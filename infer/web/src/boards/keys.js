// Moves that the engine makes, and the moves of a puzzle as buttons.
import { h } from '../dom.js';
import { puzzleOf } from '../engine.js';

/** More buttons than this help nobody. */
const MOST = 60;

/**
 * A function that makes moves in the state of `hooks.state()`, one call after the other. Where one cannot be made, the state stays.
 * `way()` gives the moves that led there, where they are known.
 */
export const mover = (entry, { changed, failed, stop, state }, way = () => undefined) => {
  const make = async (moves) => {
    stop();
    try {
      const before = way();
      const next = await (await puzzleOf(entry)).apply(state(), moves);
      changed(next, { possible: true, moves: before === undefined ? undefined : `${before} ${moves}`.trim() });
    } catch (error) {
      if (error.code !== 'impossible-move') failed(error);
    }
  };
  let last = Promise.resolve();
  return (moves) => {
    if (moves) last = last.then(() => make(moves));
  };
};

/** Buttons for the moves. */
export const keys = (entry, hooks, way) => {
  const { moves } = entry.puzzle;
  const make = mover(entry, hooks, way);
  const buttons = moves.slice(0, MOST).map((move) => h('button', { type: 'button', onclick: () => make(move) }, move));
  const rest = moves.length > MOST ? [h('span', {}, `and ${moves.length - MOST} more`)] : [];
  return h('div', { className: 'row moves', role: 'group', 'aria-label': 'Moves' }, ...buttons, ...rest);
};
