// A puzzle without a picture: its state as a list, where what is as in the solved state is marked, and its moves as buttons.
import { h } from '../dom.js';
import { keys } from './keys.js';
import { playback } from './playback.js';

export const text = async (entry, hooks) => {
  const { puzzle } = entry;
  const goal = puzzle.start.split(' ');
  const shown = h('output', { className: 'list' });
  const show = (state) => {
    const stickers = state.split(' ');
    const cells = stickers.map((sticker, place) => h('span', { className: sticker === goal[place] ? 'home' : '' }, sticker));
    // With spaces between, it is copied and read out as it is written.
    shown.replaceChildren(...cells.flatMap((cell, nth) => (nth ? [' ', cell] : [cell])));
  };
  return {
    ...playback(entry, { show, told: hooks.told }),
    root: h('div', { className: 'board text' }, shown, keys(entry, hooks)),
    hint: puzzle.order === undefined ? '' : `${puzzle.order.toLocaleString('en')} states.`,
  };
};
