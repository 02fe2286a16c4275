// Lights Out: a click presses a light, or switches it alone.
import { h } from '../dom.js';
import { playback } from './playback.js';

const flipped = (state, cells) => [...state].map((light, cell) => (cells.includes(cell) ? String(1 - light) : light)).join('');

/** The light that is pressed and its neighbours. */
const cross = (cell, side) => {
  const [x, y] = [cell % side, Math.floor(cell / side)];
  const near = [[x, y], [x - 1, y], [x + 1, y], [x, y - 1], [x, y + 1]];
  return near.filter(([x, y]) => x >= 0 && y >= 0 && x < side && y < side).map(([x, y]) => y * side + x);
};

const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export const lights = async ({ side }, { changed, told }) => {
  let state;
  const alone = h('input', { type: 'checkbox' });
  const press = (cell) => changed(flipped(state, alone.checked ? [cell] : cross(cell, side)), { possible: true });
  const buttons = Array.from({ length: side * side }, (_, cell) =>
    h('button', { type: 'button', className: 'light', tabIndex: cell ? -1 : 0, onclick: () => press(cell) }),
  );
  const root = h('div', { className: 'board lights', role: 'group', 'aria-label': 'Lights' }, ...buttons);
  root.style.setProperty('--side', side);
  root.addEventListener('keydown', (event) => {
    const [dx, dy] = ARROWS[event.key] ?? [];
    if (dx === undefined) return;
    event.preventDefault();
    const cell = buttons.indexOf(document.activeElement);
    const [x, y] = [((cell % side) + dx + side) % side, (Math.floor(cell / side) + dy + side) % side];
    for (const button of buttons) button.tabIndex = -1;
    buttons[y * side + x].tabIndex = 0;
    buttons[y * side + x].focus();
  });
  const draw = (text) => {
    state = text;
    [...text].forEach((light, cell) => {
      const [x, y] = [(cell % side) + 1, Math.floor(cell / side) + 1];
      buttons[cell].setAttribute('aria-pressed', light === '1');
      buttons[cell].setAttribute('aria-label', `row ${y}, column ${x}`);
    });
  };
  const apply = (from, move) => {
    const [row, column] = move.split(',').map(Number);
    return flipped(from, cross((row - 1) * side + column - 1, side));
  };
  return {
    ...playback({ apply, show: draw, told }),
    root,
    editor: h('label', { className: 'check' }, alone, ' a click switches one light alone'),
    solved: '0'.repeat(side * side),
    hint: 'Click a light: it and its neighbours change.',
  };
};
