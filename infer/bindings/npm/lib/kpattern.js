// The patterns of cubing.js as facelets, faces in the order U R F D L B.
import { SolveError } from './error.js';

/** Pieces and places in the order of cubing.js. A corner begins at U or D and goes on clockwise. */
const PIECES = {
  CORNERS: ['URF', 'UBR', 'ULB', 'UFL', 'DFR', 'DLF', 'DBL', 'DRB'],
  EDGES: ['UF', 'UR', 'UB', 'UL', 'DF', 'DR', 'DB', 'DL', 'FR', 'FL', 'BR', 'BL'],
  CENTERS: ['U', 'L', 'F', 'R', 'B', 'D'],
};

/** Where the stickers of these places are, from 1 on each face. */
const PLACES = {
  '3x3x3': {
    CORNERS: ['U9R1F3', 'U3B1R3', 'U1L1B3', 'U7F1L3', 'D3F9R7', 'D1L9F7', 'D7B9L7', 'D9R9B7'],
    EDGES: ['U8F2', 'U6R2', 'U2B2', 'U4L2', 'D2F8', 'D6R8', 'D8B8', 'D4L8', 'F6R4', 'F4L6', 'B4R6', 'B6L4'],
    CENTERS: ['U5', 'L5', 'F5', 'R5', 'B5', 'D5'],
  },
  '2x2x2': {
    CORNERS: ['U4R1F2', 'U2B1R2', 'U1L1B2', 'U3F1L2', 'D2F4R3', 'D1L4F3', 'D3B4L3', 'D4R4B3'],
  },
};

/** The facelets that a `KPattern` of the 3×3×3 or 2×2×2 cube shows. */
export const facelets = ({ kpuzzle, patternData }) => {
  const name = kpuzzle?.name?.() ?? (patternData.EDGES ? '3x3x3' : '2x2x2');
  const places = PLACES[name];
  if (!places) throw new SolveError({ code: 'pattern', message: `patterns of ${name} are not read, only of 3x3x3 and 2x2x2` });
  const side = name === '3x3x3' ? 9 : 4;
  const seen = new Array(6 * side);
  for (const [orbit, stickers] of Object.entries(places)) {
    const { pieces, orientation } = patternData[orbit];
    stickers.forEach((place, nth) => {
      const colours = PIECES[orbit][pieces[nth]];
      for (let i = 0; i < colours.length; i++) {
        const at = 2 * ((i + orientation[nth]) % colours.length);
        seen['URFDLB'.indexOf(place[at]) * side + Number(place[at + 1]) - 1] = colours[i];
      }
    });
  }
  return seen.join('');
};
