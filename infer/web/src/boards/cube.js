// A cube: in three dimensions as the picture, and as a net to paint.
import { solved } from '../cube/geometry.js';
import { painter } from '../cube/painter.js';

export const cube = async ({ side, twisty }, { changed, told }) => {
  const { player, puzzles, transformation } = await import('../cube/three.js');
  const kpuzzle = await puzzles[twisty].kpuzzle();
  const three = player(twisty, told);
  const draw = (facelets) => {
    const start = transformation(kpuzzle, facelets, side);
    if (start) three.begin(start);
  };
  const net = painter(side, (facelets, possible) => {
    draw(facelets);
    changed(facelets, { possible });
  });
  return {
    ...three,
    editor: net.root,
    hint: 'Drag the cube to look round it. Paint its stickers on the net.',
    solved: solved(side),
    show(facelets) {
      net.show(facelets);
      draw(facelets);
    },
  };
};
