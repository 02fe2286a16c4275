// Painting a cube: the net, the colours with their counters, undo, what is wrong, and offers that mend it.
import { announce, counted, h } from '../dom.js';
import { History } from './history.js';
import { COLOURS, FACES, isCentre, net } from './net.js';

/** Offers that are shown. */
const MOST = 3;

/**
 * A painter that begins with the cube `first`. `inspect(facelets, near)` promises the engine's verdict, or nothing where there is
 * none; `changed(facelets, possible)` is told of every cube that was painted, with a promise whether it is possible.
 */
export const painter = (side, first, inspect, changed) => {
  const area = side * side;
  const history = new History(first);
  let stroke = history.value;
  let chosen = 'U';

  const grid = net(side, {
    paint(index, colour = chosen) {
      if (isCentre(index, side)) return;
      stroke = stroke.slice(0, index) + colour + stroke.slice(index + 1);
      draw(stroke);
    },
    ended: () => commit(stroke),
  });

  const numbers = {};
  const swatch = (face) => {
    numbers[face] = h('span', { className: 'count' });
    const input = h('input', { type: 'radio', name: 'colour', value: face, checked: face === chosen });
    input.addEventListener('change', () => {
      chosen = face;
    });
    const patch = h('span', { className: 'patch', 'aria-hidden': 'true' }, face);
    patch.dataset.colour = face;
    return h('label', { className: 'swatch' }, input, patch, h('span', { className: 'unseen' }, `${COLOURS[face]}, `), numbers[face]);
  };
  const palette = h('fieldset', { className: 'palette' }, h('legend', { className: 'unseen' }, 'Colour to paint with'), ...[...FACES].map(swatch));

  const undo = h('button', { type: 'button', onclick: () => back('undo'), title: 'Ctrl+Z' }, 'Undo');
  const redo = h('button', { type: 'button', onclick: () => back('redo'), title: 'Ctrl+Shift+Z' }, 'Redo');
  const bare = () => [...history.value].map((colour, index) => (isCentre(index, side) ? colour : '.')).join('');
  const clear = h('button', { type: 'button', onclick: () => commit(bare()) }, 'Clear');
  const report = h('div', { className: 'faults' });
  const root = h('div', { className: 'painter' }, palette, grid.root, h('div', { className: 'row tools' }, undo, redo, clear), report);
  root.addEventListener('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return;
    event.preventDefault();
    back(event.shiftKey ? 'redo' : 'undo');
  });

  const offer = ({ what, stickers, state }) => {
    const point = () => grid.point(stickers);
    const leave = () => grid.point([]);
    const take = async () => {
      leave();
      const possible = commit(state);
      grid.root.querySelector('[tabindex="0"]').focus();
      if (await possible) announce('The cube is possible now.');
    };
    return h('button', { type: 'button', className: 'offer', onclick: take, onpointerenter: point, onpointerleave: leave, onfocus: point, onblur: leave }, what);
  };

  const draw = (facelets, wrong = []) => {
    grid.show(facelets, new Set(wrong.flatMap(({ stickers }) => stickers)));
    for (const face of FACES) {
      const number = facelets.split(face).length - 1;
      numbers[face].textContent = `${number}/${area}`;
      numbers[face].classList.toggle('wrong', number > area);
    }
    undo.disabled = !history.undoable;
    redo.disabled = !history.redoable;
  };

  /** Shows the cube at once, and what the engine says of it when that comes; promises whether it is possible. */
  const judge = async () => {
    const facelets = history.value;
    draw(facelets);
    const found = await inspect(facelets, grid.focused());
    // It was painted on meanwhile.
    if (!found || facelets !== stroke) return false;
    const { faults: wrong, repairs } = found;
    const open = facelets.split('.').length - 1;
    draw(facelets, wrong);
    const lines = wrong.map(({ message }) => h('li', {}, message));
    if (open) lines.push(h('li', { className: 'open' }, `${counted(open, 'sticker')} to paint`));
    const offers = repairs.slice(0, MOST).map(offer);
    report.replaceChildren(
      ...(lines.length ? [h('ul', {}, ...lines)] : []),
      ...(offers.length ? [h('div', { className: 'row offers' }, ...offers)] : []),
    );
    if (wrong.length) announce(wrong.map(({ message }) => message).join('; '));
    return wrong.length === 0 && open === 0;
  };

  const told = () => {
    stroke = history.value;
    const possible = judge();
    changed(stroke, possible);
    return possible;
  };

  const commit = (facelets) => {
    history.set(facelets);
    return told();
  };

  const back = (way) => {
    history[way]();
    return told();
  };

  return {
    root,
    /** Shows a cube that was not painted. */
    show(facelets) {
      history.set(facelets);
      stroke = facelets;
      judge();
    },
  };
};
