// A puzzle without a picture: its state as text, its moves as buttons. The engine makes the moves.
import { h } from '../dom.js';
import { playback } from './playback.js';

/** More buttons than this help nobody. */
const MOST = 60;

export const text = async ({ puzzle }, { changed, told, failed, stop }) => {
  let state;
  const shown = h('output', { className: 'state' });
  const make = async (move) => {
    stop();
    try {
      changed(await puzzle.apply(state, move), { possible: true });
    } catch (error) {
      failed(error);
    }
  };
  const buttons = puzzle.moves.slice(0, MOST).map((move) => h('button', { type: 'button', onclick: () => make(move) }, move));
  const rest = puzzle.moves.length > MOST ? [h('span', {}, `and ${puzzle.moves.length - MOST} more`)] : [];
  const moves = h('div', { className: 'row moves', role: 'group', 'aria-label': 'Moves' }, ...buttons, ...rest);
  return {
    ...playback({
      apply: (from, move) => puzzle.apply(from, move),
      show: (next) => {
        state = next;
        shown.textContent = next;
      },
      told,
    }),
    root: h('div', { className: 'board text' }, shown, moves),
    hint: puzzle.order === undefined ? '' : `${puzzle.order.toLocaleString('en')} states.`,
  };
};
