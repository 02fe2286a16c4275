// Painting a cube: the net, the colours with their counters, undo, what is wrong, and offers that mend it.
import { announce, counted, h } from '../dom.js';
import { COLOURS, counts, faults } from './faults.js';
import { FACES, isCentre, solved } from './geometry.js';
import { History } from './history.js';
import { net } from './net.js';
import { repairs } from './repairs.js';

/** `changed(facelets, possible)` is told of every cube that was painted. */
export const painter = (side, changed) => {
  const area = side * side;
  const history = new History(solved(side));
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

  const offer = ({ text, stickers, facelets }) => {
    const point = () => grid.point(stickers);
    const leave = () => grid.point([]);
    const take = () => {
      leave();
      commit(facelets);
      if (history.value === facelets && faults(facelets, side).length === 0) announce('The cube is possible now.');
      grid.root.querySelector('[tabindex="0"]').focus();
    };
    return h('button', { type: 'button', className: 'offer', onclick: take, onpointerenter: point, onpointerleave: leave, onfocus: point, onblur: leave }, text);
  };

  const draw = (facelets, wrong = []) => {
    grid.show(facelets, new Set(wrong.flatMap(({ stickers }) => stickers)));
    for (const [face, number] of Object.entries(counts(facelets))) {
      numbers[face].textContent = `${number}/${area}`;
      numbers[face].classList.toggle('wrong', number > area);
    }
    undo.disabled = !history.undoable;
    redo.disabled = !history.redoable;
  };

  const judge = () => {
    const facelets = history.value;
    const wrong = faults(facelets, side);
    const open = facelets.split('.').length - 1;
    draw(facelets, wrong);
    const lines = wrong.map(({ text }) => h('li', {}, text));
    if (open) lines.push(h('li', { className: 'open' }, `${counted(open, 'sticker')} to paint`));
    const offers = wrong.length ? repairs(facelets, side, grid.focused()).map(offer) : [];
    report.replaceChildren(
      ...(lines.length ? [h('ul', {}, ...lines)] : []),
      ...(offers.length ? [h('div', { className: 'row offers' }, ...offers)] : []),
    );
    if (wrong.length) announce(wrong.map(({ text }) => text).join('; '));
    return wrong.length === 0 && open === 0;
  };

  const commit = (facelets) => {
    history.set(facelets);
    stroke = history.value;
    changed(stroke, judge());
  };

  const back = (way) => {
    history[way]();
    stroke = history.value;
    changed(stroke, judge());
  };

  judge();
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
