// Sliding tiles: a click moves the tiles between it and the blank.
import { h } from '../dom.js';
import { mover } from './keys.js';
import { playback } from './playback.js';

const read = (state) => state.split(/\s+/).map(Number);

/** The moves that bring the blank to a cell of its row or column. A move says which way a tile goes, so the blank goes the other way. */
const way = (state, cell, side) => {
  const blank = read(state).indexOf(0);
  const [dx, dy] = [(cell % side) - (blank % side), Math.floor(cell / side) - Math.floor(blank / side)];
  if ((dx === 0) === (dy === 0)) return '';
  const move = dx > 0 ? 'L' : dx < 0 ? 'R' : dy > 0 ? 'U' : 'D';
  return Array(Math.abs(dx + dy)).fill(move).join(' ');
};

const ARROWS = { ArrowUp: 'U', ArrowDown: 'D', ArrowLeft: 'L', ArrowRight: 'R' };

export const tiles = async (entry, hooks) => {
  const { side } = entry;
  const make = mover(entry, hooks);
  const buttons = Array.from({ length: side * side }, (_, cell) =>
    h('button', { type: 'button', className: 'tile', onclick: () => make(way(hooks.state(), cell, side)) }),
  );
  const root = h('div', { className: 'board tiles', role: 'group', 'aria-label': 'Sliding tiles' }, ...buttons);
  root.style.setProperty('--side', side);
  root.addEventListener('keydown', (event) => {
    const move = ARROWS[event.key];
    if (!move) return;
    event.preventDefault();
    make(move);
  });
  const show = (text) => {
    read(text).forEach((tile, cell) => {
      const [x, y] = [(cell % side) + 1, Math.floor(cell / side) + 1];
      buttons[cell].textContent = tile || '';
      buttons[cell].classList.toggle('blank', tile === 0);
      buttons[cell].classList.toggle('home', tile === cell + 1);
      buttons[cell].setAttribute('aria-label', `${tile === 0 ? 'blank' : tile}, row ${y}, column ${x}`);
    });
  };
  return {
    ...playback(entry, { show, told: hooks.told }),
    root,
    hint: 'Click a tile in the row or column of the blank, or use the arrow keys.',
  };
};
