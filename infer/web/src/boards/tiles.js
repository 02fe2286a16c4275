// Sliding tiles: a click moves the tiles between it and the blank.
import { h } from '../dom.js';
import { playback } from './playback.js';

const read = (state) => state.split(/\s+/).map(Number);

/** Moves say which way a tile goes, so the blank goes the other way. */
const TILE = { U: [0, 1], D: [0, -1], L: [1, 0], R: [-1, 0] };

/** The state after one move, or nothing where it cannot be made. */
const moved = (state, move, side) => {
  const cells = read(state);
  const blank = cells.indexOf(0);
  const [dx, dy] = TILE[move];
  const [x, y] = [(blank % side) + dx, Math.floor(blank / side) + dy];
  if (x < 0 || y < 0 || x >= side || y >= side) return undefined;
  const tile = y * side + x;
  [cells[blank], cells[tile]] = [cells[tile], 0];
  return cells.join(' ');
};

/** The moves that bring the blank to a cell of its row or column. */
const way = (state, cell, side) => {
  const blank = read(state).indexOf(0);
  const [dx, dy] = [(cell % side) - (blank % side), Math.floor(cell / side) - Math.floor(blank / side)];
  if ((dx === 0) === (dy === 0)) return [];
  const move = dx > 0 ? 'L' : dx < 0 ? 'R' : dy > 0 ? 'U' : 'D';
  return Array.from({ length: Math.abs(dx + dy) }, () => move);
};

const ARROWS = { ArrowUp: 'U', ArrowDown: 'D', ArrowLeft: 'L', ArrowRight: 'R' };

export const tiles = async ({ side }, { changed, told }) => {
  let state;
  const buttons = Array.from({ length: side * side }, (_, cell) =>
    h('button', { type: 'button', className: 'tile', onclick: () => play(way(state, cell, side)) }),
  );
  const root = h('div', { className: 'board tiles', role: 'group', 'aria-label': 'Sliding tiles' }, ...buttons);
  root.style.setProperty('--side', side);
  root.addEventListener('keydown', (event) => {
    const move = ARROWS[event.key];
    if (!move) return;
    event.preventDefault();
    play(moved(state, move, side) ? [move] : []);
  });
  const draw = (text) => {
    state = text;
    read(text).forEach((tile, cell) => {
      const [x, y] = [(cell % side) + 1, Math.floor(cell / side) + 1];
      buttons[cell].textContent = tile || '';
      buttons[cell].classList.toggle('blank', tile === 0);
      buttons[cell].classList.toggle('home', tile === cell + 1);
      buttons[cell].setAttribute('aria-label', `${tile === 0 ? 'blank' : tile}, row ${y}, column ${x}`);
    });
  };
  const play = (moves) => {
    if (moves.length) changed(moves.reduce((text, move) => moved(text, move, side), state), { possible: true });
  };
  const goal = [...Array.from({ length: side * side - 1 }, (_, i) => i + 1), 0].join(' ');
  return {
    ...playback({ apply: (from, move) => moved(from, move, side), show: draw, told }),
    root,
    solved: goal,
    hint: 'Click a tile in the row or column of the blank, or use the arrow keys.',
  };
};
