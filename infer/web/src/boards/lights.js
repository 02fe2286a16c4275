// Lights Out: a click presses a light, or switches it alone.
import { h } from '../dom.js';
import { mover } from './keys.js';
import { playback } from './playback.js';

const switched = (state, cell) => state.slice(0, cell) + (1 - state[cell]) + state.slice(cell + 1);

const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export const lights = async (entry, hooks) => {
  const { side } = entry;
  const make = mover(entry, hooks);
  const alone = h('input', { type: 'checkbox' });
  const press = (cell) => {
    if (alone.checked) hooks.changed(switched(hooks.state(), cell), { possible: true });
    else make(`${Math.floor(cell / side) + 1},${(cell % side) + 1}`);
  };
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
  const show = (text) => {
    [...text].forEach((light, cell) => {
      const [x, y] = [(cell % side) + 1, Math.floor(cell / side) + 1];
      buttons[cell].setAttribute('aria-pressed', light === '1');
      buttons[cell].setAttribute('aria-label', `row ${y}, column ${x}`);
    });
  };
  return {
    ...playback(entry, { show, told: hooks.told }),
    root,
    editor: h('label', { className: 'check' }, alone, ' a click switches one light alone'),
    hint: 'Click a light: it and its neighbours change.',
  };
};
