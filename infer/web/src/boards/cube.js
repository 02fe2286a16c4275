// A cube: in three dimensions as the picture, and as a net to paint.
import { painter } from '../cube/painter.js';
import { puzzleOf } from '../engine.js';

export const cube = async (entry, { changed, told, failed }) => {
  const [puzzle, { player, puzzles, transformation }] = await Promise.all([puzzleOf(entry), import('../cube/three.js')]);
  const kpuzzle = await puzzles[entry.twisty].kpuzzle();
  const three = player(entry.twisty, told);
  const draw = async (facelets) => {
    const pattern = await puzzle.kpattern(facelets);
    if (pattern) three.begin(transformation(kpuzzle, pattern));
  };
  const inspect = (facelets, near) => puzzle.inspect(facelets, near).catch(failed);
  const net = painter(entry.side, puzzle.start, inspect, (facelets, possible) => {
    draw(facelets).catch(failed);
    changed(facelets, { possible });
  });
  return {
    ...three,
    editor: net.root,
    hint: 'Drag the cube to look round it. Paint its stickers on the net.',
    show(facelets) {
      net.show(facelets);
      draw(facelets).catch(failed);
    },
  };
};
