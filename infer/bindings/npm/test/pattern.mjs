// Stickers as the pattern of cubing.js: the other way round than `lib/kpattern.js`, by trying every piece in every place.
import { facelets } from './node_modules/quarterturn/lib/kpattern.js';

/** The pattern data that shows these stickers, made like that of the solved cube. */
export const patternOf = (stickers, solved) => {
  const data = structuredClone(solved);
  const shown = () => facelets({ patternData: data });
  const right = () => [...shown()].filter((colour, nth) => colour === stickers[nth]).length;
  for (const [orbit, ways] of [['CORNERS', 3], ['EDGES', 2]]) {
    const { pieces, orientation } = data[orbit];
    for (let place = 0; place < pieces.length; place++) {
      let best = -1;
      let found;
      for (let piece = 0; piece < pieces.length; piece++) {
        for (let way = 0; way < ways; way++) {
          [pieces[place], orientation[place]] = [piece, way];
          const score = right();
          if (score > best) [best, found] = [score, [piece, way]];
        }
      }
      [pieces[place], orientation[place]] = found;
    }
  }
  if (shown() !== stickers) throw new Error('no pattern shows these stickers');
  return data;
};
