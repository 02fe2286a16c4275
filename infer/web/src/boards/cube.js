// A cube: in three dimensions as the picture, and as a net to paint.
import { painter } from '../cube/painter.js';
import { solved } from '../cube/geometry.js';

export const cube = async ({ side }, { changed, told }) => {
  const { player } = await import('../cube/player.js');
  const three = await player(side, told);
  const net = painter(side, (facelets, possible) => {
    three.show(facelets);
    changed(facelets, { possible });
  });
  return {
    ...three,
    editor: net.root,
    hint: 'Drag the cube to look round it. Paint its stickers on the net.',
    solved: solved(side),
    show(facelets, { painted } = {}) {
      if (!painted) net.show(facelets);
      three.show(facelets);
    },
  };
};
