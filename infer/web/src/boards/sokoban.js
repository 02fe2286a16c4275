// Sokoban: the arrow keys move the player. Levels are XSB in one line, with `/` between rows and `-` for floor.
import { h } from '../dom.js';
import { playback } from './playback.js';

const STEP = { u: [0, -1], d: [0, 1], l: [-1, 0], r: [1, 0] };
const ARROWS = { ArrowUp: 'u', ArrowDown: 'd', ArrowLeft: 'l', ArrowRight: 'r' };
const WHAT = { '#': 'wall', '-': 'floor', '@': 'player', $: 'box', '.': 'goal', '*': 'box done', '+': 'player on goal' };

const isGoal = (cell) => '.*+'.includes(cell);
const isBox = (cell) => '$*'.includes(cell);
const isFree = (cell) => cell === '-' || cell === '.';
const without = (cell) => (isGoal(cell) ? '.' : '-');

/** The level after one step, or the same one where the player cannot go. */
const moved = (level, move) => {
  const rows = level.split('/').map((row) => [...row]);
  const y = rows.findIndex((row) => row.some((cell) => '@+'.includes(cell)));
  const x = rows[y].findIndex((cell) => '@+'.includes(cell));
  const [dx, dy] = STEP[move.toLowerCase()];
  const [next, after] = [rows[y + dy]?.[x + dx] ?? '#', rows[y + 2 * dy]?.[x + 2 * dx] ?? '#'];
  if (!isFree(next) && !(isBox(next) && isFree(after))) return level;
  if (isBox(next)) rows[y + 2 * dy][x + 2 * dx] = isGoal(after) ? '*' : '$';
  rows[y + dy][x + dx] = isGoal(next) ? '+' : '@';
  rows[y][x] = without(rows[y][x]);
  return rows.map((row) => row.join('')).join('/');
};

export const sokoban = async (_, { changed, told }) => {
  let state;
  const field = h('div', { className: 'board sokoban', tabIndex: 0, role: 'application', 'aria-roledescription': 'Sokoban level' });
  const pad = h(
    'div',
    { className: 'pad', role: 'group', 'aria-label': 'Move the player' },
    ...[['u', '↑', 'Up'], ['l', '←', 'Left'], ['d', '↓', 'Down'], ['r', '→', 'Right']].map(([move, arrow, name]) =>
      h('button', { type: 'button', 'aria-label': name, className: name.toLowerCase(), onclick: () => go(move) }, arrow),
    ),
  );
  const go = (move) => {
    const next = moved(state, move);
    if (next !== state) changed(next, { possible: true });
  };
  field.addEventListener('keydown', (event) => {
    const move = ARROWS[event.key];
    if (!move) return;
    event.preventDefault();
    go(move);
  });
  const draw = (level) => {
    state = level;
    const rows = level.split('/');
    const width = Math.max(...rows.map((row) => row.length));
    field.style.setProperty('--side', width);
    const cells = rows.flatMap((row) => [...row.padEnd(width, '-')]);
    field.replaceChildren(...cells.map((cell) => h('span', { className: `cell ${WHAT[cell] ?? 'floor'}` })));
    const left = cells.filter((cell) => cell === '$').length;
    field.setAttribute('aria-label', `Level of ${width} by ${rows.length} cells, ${left} boxes not on a goal`);
  };
  return {
    ...playback({ apply: moved, show: draw, told }),
    root: h('div', { className: 'level' }, field, pad),
    hint: 'Click the level, then move with the arrow keys. Paste a level of your own to play it.',
  };
};
