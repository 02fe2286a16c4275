// The moves of a puzzle as buttons. The engine makes them.
import { h } from '../dom.js';

/** More buttons than this help nobody. */
const MOST = 60;

/** Buttons that change the state of `hooks.state()`; `way()` gives the moves that led there, where they are known. */
export const keys = ({ puzzle }, { changed, failed, stop, state }, way) => {
  const make = async (move) => {
    stop();
    try {
      const moves = way();
      changed(await puzzle.apply(state(), move), { possible: true, moves: moves === undefined ? undefined : `${moves} ${move}`.trim() });
    } catch (error) {
      failed(error);
    }
  };
  const buttons = puzzle.moves.slice(0, MOST).map((move) => h('button', { type: 'button', onclick: () => make(move) }, move));
  const rest = puzzle.moves.length > MOST ? [h('span', {}, `and ${puzzle.moves.length - MOST} more`)] : [];
  return h('div', { className: 'row moves', role: 'group', 'aria-label': 'Moves' }, ...buttons, ...rest);
};
