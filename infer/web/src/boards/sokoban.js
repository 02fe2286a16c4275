// Sokoban: the arrow keys move the player. Levels are XSB in one line, with `/` between rows and `-` for floor.
import { h } from '../dom.js';
import { mover } from './keys.js';
import { playback } from './playback.js';

const ARROWS = { ArrowUp: 'u', ArrowDown: 'd', ArrowLeft: 'l', ArrowRight: 'r' };
const WHAT = { '#': 'wall', '-': 'floor', '@': 'player', $: 'box', '.': 'goal', '*': 'box done', '+': 'player on goal' };

export const sokoban = async (entry, hooks) => {
  const go = mover(entry, hooks);
  const field = h('div', { className: 'board sokoban', tabIndex: 0, role: 'application', 'aria-roledescription': 'Sokoban level' });
  const pad = h(
    'div',
    { className: 'pad', role: 'group', 'aria-label': 'Move the player' },
    ...[['u', '↑', 'Up'], ['l', '←', 'Left'], ['d', '↓', 'Down'], ['r', '→', 'Right']].map(([move, arrow, name]) =>
      h('button', { type: 'button', 'aria-label': name, className: name.toLowerCase(), onclick: () => go(move) }, arrow),
    ),
  );
  field.addEventListener('keydown', (event) => {
    const move = ARROWS[event.key];
    if (!move) return;
    event.preventDefault();
    go(move);
  });
  const show = (level) => {
    const rows = level.split('/');
    const width = Math.max(...rows.map((row) => row.length));
    field.style.setProperty('--side', width);
    const cells = rows.flatMap((row) => [...row.padEnd(width, '-')]);
    field.replaceChildren(...cells.map((cell) => h('span', { className: `cell ${WHAT[cell] ?? 'floor'}` })));
    const left = cells.filter((cell) => cell === '$').length;
    field.setAttribute('aria-label', `Level of ${width} by ${rows.length} cells, ${left} boxes not on a goal`);
  };
  return {
    ...playback(entry, { show, told: hooks.told }),
    root: h('div', { className: 'level' }, field, pad),
    hint: 'Click the level, then move with the arrow keys. Paste a level of your own to play it.',
  };
};
