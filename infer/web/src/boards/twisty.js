// A twisty puzzle that cubing.js draws. The engine knows its states as lists of stickers, and the player knows moves: a state
// is drawn where the page knows moves that lead to it, or moves that lead from it to the goal.
import { h } from '../dom.js';
import { keys } from './keys.js';

/** Moves that undo others. */
const inverse = (moves) => moves.map((move) => (move.endsWith("'") ? move.slice(0, -1) : `${move}'`)).reverse().join(' ');

export const twisty = async (entry, hooks) => {
  const { player, puzzles } = await import('../cube/three.js');
  const kpuzzle = await puzzles[entry.twisty].kpuzzle();
  const three = player(entry.twisty, hooks.told);
  // Moves from the solved puzzle to the state, as text.
  let way;
  const note = h('p', { className: 'note' });
  const draw = () => {
    three.begin(kpuzzle.algToTransformation(way ?? ''));
    note.textContent = way ? '' : 'A list of stickers is drawn when it is solved.';
  };
  return {
    ...three,
    root: h('div', { className: 'board twisty' }, h('div', { className: 'three' }, three.root), note, keys(entry, hooks, () => way)),
    hint: 'Drag the puzzle to look round it.',
    show(_, { moves } = {}) {
      way = moves;
      draw();
    },
    set(moves) {
      if (!way) {
        way = inverse(moves);
        draw();
      }
      three.set(moves);
    },
  };
};
