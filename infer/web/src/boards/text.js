// A puzzle without a picture: its state as text, its moves as buttons.
import { h } from '../dom.js';
import { keys } from './keys.js';
import { playback } from './playback.js';

export const text = async (entry, hooks) => {
  const { puzzle } = entry;
  const shown = h('output', { className: 'list' });
  const show = (state) => {
    shown.textContent = state;
  };
  return {
    ...playback({ apply: (from, move) => puzzle.apply(from, move), show, told: hooks.told }),
    root: h('div', { className: 'board text' }, shown, keys(entry, hooks, () => undefined)),
    hint: puzzle.order === undefined ? '' : `${puzzle.order.toLocaleString('en')} states.`,
  };
};
