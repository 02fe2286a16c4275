// The net of a cube as buttons: mouse, finger and keyboard paint its stickers.
import { h } from '../dom.js';

export const FACES = 'URFDLB';
export const COLOURS = { U: 'white', R: 'red', F: 'green', D: 'yellow', L: 'orange', B: 'blue' };

/** The name of a sticker, such as `U9`. They are numbered face by face, each face row by row. */
const named = (index, side) => `${FACES[Math.floor(index / (side * side))]}${(index % (side * side)) + 1}`;

/** Whether it is the centre of its face, whose colour is the face's. */
export const isCentre = (index, side) => side === 3 && index % 9 === 4;

/** Where the faces are in the net, in units of faces: column and row. */
const CORNER = { U: [1, 0], L: [0, 1], F: [1, 1], R: [2, 1], B: [3, 1], D: [1, 2] };
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/**
 * The net of a cube with that many stickers along an edge. `paint(index, colour)` is called for a sticker that gets a colour,
 * the chosen one where none is named; `ended()` when a stroke is over.
 */
export const net = (side, { paint, ended }) => {
  const place = (index) => {
    const [column, row] = CORNER[FACES[Math.floor(index / side ** 2)]];
    const inside = index % side ** 2;
    return [column * side + (inside % side), row * side + Math.floor(inside / side)];
  };
  const stickers = Array.from({ length: 6 * side ** 2 }, (_, index) => {
    const [column, row] = place(index);
    const button = h('button', { type: 'button', className: 'sticker', tabIndex: index === 0 ? 0 : -1 });
    const gap = (cell) => cell + 1 + Math.floor(cell / side);
    button.style.gridArea = `${gap(row)} / ${gap(column)}`;
    button.dataset.index = index;
    return button;
  });
  const root = h('div', { className: 'net', role: 'group', 'aria-label': 'Net of the cube' }, ...stickers);
  root.style.setProperty('--side', side);

  const focus = (index) => {
    for (const button of stickers) button.tabIndex = -1;
    stickers[index].tabIndex = 0;
    stickers[index].focus();
  };
  const step = (from, [dx, dy]) => {
    // Over the empty corners of the net to the next sticker in that direction.
    let [x, y] = place(from);
    for (let i = 0; i < 4 * side; i++) {
      x = (x + dx + 4 * side) % (4 * side);
      y = (y + dy + 3 * side) % (3 * side);
      const next = stickers.findIndex((_, index) => place(index).join() === [x, y].join());
      if (next >= 0) return next;
    }
    return from;
  };
  const indexOf = (target) => {
    const button = target?.closest?.('.sticker');
    return button && root.contains(button) ? Number(button.dataset.index) : undefined;
  };

  let stroke = false;
  root.addEventListener('pointerdown', (event) => {
    const index = indexOf(event.target);
    if (index === undefined || event.button !== 0) return;
    stroke = true;
    // A finger's moves would all belong to the sticker where it came down.
    event.target.releasePointerCapture?.(event.pointerId);
    focus(index);
    paint(index);
  });
  root.addEventListener('pointermove', (event) => {
    const index = stroke ? indexOf(document.elementFromPoint(event.clientX, event.clientY)) : undefined;
    if (index !== undefined) paint(index);
  });
  const end = () => {
    if (stroke) ended();
    stroke = false;
  };
  for (const name of ['pointerup', 'pointercancel']) window.addEventListener(name, end);
  root.addEventListener('click', (event) => {
    // The pointer has painted already; a keyboard or a screen reader has not.
    if (event.detail > 0) return;
    const index = indexOf(event.target);
    if (index === undefined) return;
    paint(index);
    ended();
  });
  root.addEventListener('keydown', (event) => {
    const index = indexOf(event.target);
    if (index === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[event.key];
    const key = event.key.toUpperCase();
    const colour = FACES[FACES.indexOf(key)] ?? FACES[Number(key) - 1] ?? (key === 'DELETE' || key === 'BACKSPACE' ? '.' : undefined);
    if (arrow) focus(step(index, arrow));
    else if (colour) {
      paint(index, colour);
      ended();
    } else return;
    event.preventDefault();
  });

  return {
    root,
    focused: () => indexOf(document.activeElement) ?? stickers.findIndex((button) => button.tabIndex === 0),
    /** Shows the stickers, those at fault marked. */
    show(facelets, marked) {
      stickers.forEach((button, index) => {
        const colour = facelets[index];
        button.dataset.colour = colour === '.' ? '' : colour;
        button.textContent = colour === '.' ? '' : colour;
        button.classList.toggle('wrong', marked.has(index));
        const fixed = isCentre(index, side) ? ', the centre' : '';
        const wrong = marked.has(index) ? ', at fault' : '';
        button.setAttribute('aria-label', `${named(index, side)}: ${COLOURS[colour] ?? 'not painted'}${fixed}${wrong}`);
      });
    },
    /** Points at the stickers that an offer is about. */
    point(indices) {
      stickers.forEach((button, index) => button.classList.toggle('pointed', indices.includes(index)));
    },
  };
};
